import { processWide } from "@/lib/access/process-wide";

/** Upper ends in milliseconds of how long something took; what took longer than the last is in one more. */
export const BUCKETS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] as const;

/** What is counted is named by us; should that ever fail, memory does not grow. */
const MOST_NAMES = 64;
const OTHERS = "others";

/** Answers of one kind since the process began. */
export interface Counted {
  name: string;
  /** All of them. */
  answers: number;
  /** Those that were kept and cost no work. */
  kept: number;
  /** What was asked wrongly, or too often: 4xx. */
  refused: number;
  /** Our own faults: 5xx. */
  failed: number;
  lastFailedAt: Date | null;
  /** How long those took that were worked on, by BUCKETS_MS. */
  took: number[];
  slowestMs: number;
}

export interface Tally {
  since: Date;
  /** By operation. */
  operations: Map<string, Counted>;
  /** By what was asked for: see requestClass(). */
  requests: Map<string, Counted>;
}

/** Of this process; others count for themselves. */
export function tally(): Tally {
  return processWide("tally", () => ({ since: new Date(), operations: new Map(), requests: new Map() }));
}

/** @param ms null: it was kept */
export function count(of: Map<string, Counted>, asked: string, status: number, ms: number | null): void {
  const name = of.has(asked) || of.size < MOST_NAMES ? asked : OTHERS;
  let held = of.get(name);
  if (!held) {
    const took = new Array<number>(BUCKETS_MS.length + 1).fill(0);
    held = { name, answers: 0, kept: 0, refused: 0, failed: 0, lastFailedAt: null, took, slowestMs: 0 };
    of.set(name, held);
  }
  held.answers += 1;
  if (status >= 500) {
    held.failed += 1;
    held.lastFailedAt = new Date();
  } else if (status >= 400) held.refused += 1;
  if (ms === null) {
    held.kept += 1;
    return;
  }
  const at = BUCKETS_MS.findIndex((end) => ms <= end);
  const bucket = at === -1 ? BUCKETS_MS.length : at;
  held.took[bucket] = (held.took[bucket] ?? 0) + 1;
  held.slowestMs = Math.max(held.slowestMs, ms);
}

/** Milliseconds within which such a share of them was done, as far as the buckets tell; null where nothing was counted. */
export function within({ took, slowestMs }: Pick<Counted, "took" | "slowestMs">, share: number): number | null {
  const all = took.reduce((sum, n) => sum + n, 0);
  if (all === 0) return null;
  let seen = 0;
  for (const [at, n] of took.entries()) {
    seen += n;
    if (seen >= all * share) return Math.min(BUCKETS_MS[at] ?? slowestMs, slowestMs);
  }
  return slowestMs;
}
