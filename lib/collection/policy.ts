const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The constants of collecting. */
export const COLLECTING = {
  /** A list is due so much before its days are over: a daily timer is never punctual to the second. */
  slackMs: 2 * HOUR_MS,
  /** After the first failure in a row, the second …; the last holds for all further ones. */
  retryAfterMs: [6 * HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS, 7 * 24 * HOUR_MS],
  /** The longest that one list may take. */
  runMs: 15 * MINUTE_MS,
  /** Who began a run so long ago and did not end it is gone. Longer than `runMs`. */
  abandonedAfterMs: 20 * MINUTE_MS,
  /** Until the answer begins, and between two pieces of it. */
  silenceMs: 30_000,
  /** With less time left nothing is begun. */
  leastMs: 10_000,
  maxPages: 2_000,
  /** How often the pages of a long list are put down, so that a dead worker loses no more. */
  keepEveryMs: 10_000,
  /** Compressed pages of a list that could not be read to its end; more is read anew. */
  keptBytes: 16 * 1024 * 1024,
  /** A list that lost more than this share of its products, or of its lines, is not believed … */
  lostShare: 0.3,
  /** … nor one in which more than this share of the prices moved at once. */
  movedShare: 0.3,
  /** What a list held for less was entered by mistake; it is taken back, not retired. */
  shortestListingDays: 7,
  /** So many products, lines or prices may go or move in any case: a share of a few tells nothing. */
  freely: 5,
};
