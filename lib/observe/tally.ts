import { processWide } from "@/lib/access/process-wide";

/** Upper limits of the duration buckets in milliseconds. Longer durations go into one more bucket. */
export const BUCKETS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] as const;

/** Our own code chooses the names. If that ever fails, this limits the memory. */
const MOST_NAMES = 64;
const OTHERS = "others";

/** Responses of one kind since the process started. */
export interface Counted {
  name: string;
  /** All responses. */
  answers: number;
  /** Responses from the cache, which cost no work. */
  kept: number;
  /** Invalid requests, and requests over the limit: 4xx. */
  refused: number;
  /** Our own faults: 5xx. */
  failed: number;
  lastFailedAt: Date | null;
  /** Durations of responses that were not cached, by BUCKETS_MS. */
  took: number[];
  slowestMs: number;
}

export interface Tally {
  since: Date;
  /** By operation. */
  operations: Map<string, Counted>;
  /** By class of request: see requestClass(). */
  requests: Map<string, Counted>;
}

/** Returns the counts of this process. Other processes have their own. */
export function tally(): Tally {
  return processWide("tally", () => ({ since: new Date(), operations: new Map(), requests: new Map() }));
}

/** @param ms null if the response was cached */
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

/**
 * Returns the milliseconds within which this share of the responses was ready, as precisely as the buckets allow; null
 * if nothing was counted.
 */
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
