import { env } from "@/lib/env";
import { type Counted, type Tally, tally, within } from "@/lib/observe/tally";

export interface ServedRow {
  name: string;
  answers: number;
  kept: number;
  refused: number;
  failed: number;
  /** Of all answers; null where there were none. */
  failedShare: number | null;
  lastFailedAt: Date | null;
  /** Milliseconds within which half, and 95 of 100, of those that were worked on were done; null: all were kept. */
  halfMs: number | null;
  mostMs: number | null;
  slowestMs: number;
}

/** What this process answered since it began: by what was asked for, and by operation, the slowest first. */
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

/** 0.4 ms, 50 ms, 1.2 s. */
export function durationText(ms: number): string {
  if (ms < 1) return `${ms.toFixed(1)} ms`;
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** 0 %, 0.02 %, 1.5 %: a share that is not nothing is not told as nothing. */
export function shareText(share: number): string {
  if (share === 0) return "0%";
  const percent = share * 100;
  return percent < 0.01 ? "< 0.01%" : `${percent < 1 ? percent.toFixed(2) : percent.toFixed(1)}%`;
}
