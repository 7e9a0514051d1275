const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const COLLECTING = {
  /** A list becomes due this much early, because a daily timer is never exact to the second. */
  slackMs: 2 * HOUR_MS,
  /** After the first failure in a row, the second and so on. The last value applies to all further failures. */
  retryAfterMs: [6 * HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS, 7 * 24 * HOUR_MS],
  /** Maximum duration for one list. */
  runMs: 15 * MINUTE_MS,
  /** A run that started this long ago and has not ended is dead. Longer than `runMs`. */
  abandonedAfterMs: 20 * MINUTE_MS,
  /** Maximum wait for the start of the response, and between two chunks of it. */
  silenceMs: 30_000,
  /** With less time left, no list is started. */
  leastMs: 10_000,
  maxPages: 2_000,
  /** How often the pages of a long list are stored, so that a dead worker loses no more. */
  keepEveryMs: 10_000,
  /** Maximum size of the stored, compressed pages of an unfinished list. A larger list is read again from the start. */
  keptBytes: 16 * 1024 * 1024,
  /** A list that lost more than this share of its products or lines is implausible. */
  lostShare: 0.3,
  /** A list in which more than this share of prices moved at once is implausible. */
  movedShare: 0.3,
  /** A shorter listing was a mistake. It is retracted, not retired. */
  shortestListingDays: 7,
  /** This many products, lines or prices may disappear or move in any case: a share of a few items means nothing. */
  freely: 5,
};
