import { env } from "@/lib/env";
import { type Counted, type Tally, tally, within } from "@/lib/observe/tally";

export interface ServedRow {
  name: string;
  answers: number;
  kept: number;
  refused: number;
  failed: number;
  /** Share of all responses; null if there were no responses. */
  failedShare: number | null;
  lastFailedAt: Date | null;
  /**
   * Milliseconds within which 50%, and 95%, of the responses that were not cached were ready; null if all were cached.
   */
  halfMs: number | null;
  mostMs: number | null;
  slowestMs: number;
}

/** Returns the counts of this process since it started: by class of request, and by operation, the slowest first. */
export function served(
  { since, requests, operations }: Tally = tally(),
  { processes }: { processes: number } = env(),
): { since: Date; processes: number; requests: ServedRow[]; operations: ServedRow[] } {
  return {
    since,
    processes,
    requests: [...requests.values()].map(rowOf).sort((a, b) => b.answers - a.answers),
    operations: [...operations.values()]
      .map(rowOf)
      .sort((a, b) => (b.mostMs ?? 0) - (a.mostMs ?? 0) || b.slowestMs - a.slowestMs),
  };
}

function rowOf(counted: Counted): ServedRow {
  const { name, answers, kept, refused, failed, lastFailedAt, slowestMs } = counted;
  return {
    name,
    answers,
    kept,
    refused,
    failed,
    failedShare: answers > 0 ? failed / answers : null,
    lastFailedAt,
    halfMs: within(counted, 0.5),
    mostMs: within(counted, 0.95),
    slowestMs,
  };
}

/** Formats a duration: 0.4 ms, 50 ms, 1.2 s. */
export function durationText(ms: number): string {
  if (ms < 1) return `${ms.toFixed(1)} ms`;
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** Formats a share: 0%, 0.02%, 1.5%. A share above 0 is never shown as 0. */
export function shareText(share: number): string {
  if (share === 0) return "0%";
  const percent = share * 100;
  return percent < 0.01 ? "< 0.01%" : `${percent < 1 ? percent.toFixed(2) : percent.toFixed(1)}%`;
}
