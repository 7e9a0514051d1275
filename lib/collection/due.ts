import { COLLECTING } from "./policy";

const DAY_MS = 86_400_000;

export type Standing = {
  checkedAt: Date;
  /** In a row. */
  failures: number;
  stopped: boolean;
  /** For a partly read list. */
  begunOn: string | null;
};

/**
 * Returns when a list is read next. Null: not before a person resumes it. A list that was never read is already due.
 */
export function dueAt(standing: Standing | null, everyDays: number): Date | null {
  if (standing === null) return new Date(0);
  if (standing.stopped) return null;
  const { checkedAt, failures } = standing;
  if (standing.begunOn !== null && failures === 0) return new Date(0);
  return new Date(checkedAt.getTime() + (failures > 0 ? pauseMs(failures) : everyDays * DAY_MS - COLLECTING.slackMs));
}

function pauseMs(failures: number): number {
  const { retryAfterMs } = COLLECTING;
  return retryAfterMs[Math.min(failures, retryAfterMs.length) - 1] ?? 0;
}

/** Sorts lists: unfinished ones first, then those without failures, and within each group the longest unread first. */
export function inTurn<T extends { source: string; standing: Standing | null }>(lists: readonly T[]): T[] {
  const rank = ({ standing }: T) =>
    standing === null ? 1 : standing.failures > 0 ? 1 + standing.failures : standing.begunOn !== null ? 0 : 1;
  const readAt = ({ standing }: T) => standing?.checkedAt.getTime() ?? 0;
  return [...lists].sort(
    (a, b) => rank(a) - rank(b) || readAt(a) - readAt(b) || (a.source < b.source ? -1 : a.source > b.source ? 1 : 0),
  );
}
