/** The constants of the published rules by which vendors' pages are read again. The methodology page prints them from here. */
export const VERIFICATION_POLICY = {
  /** A page is read again at most this many days after its last check. */
  dueWithinDays: 30,
  /** Of the last days of that span, the one with the least work is taken. */
  levelOverDays: 4,
  /** A page that could not be fetched is tried again after so many hours; then it waits for its ordinary turn. */
  retryAfterHours: [6, 24, 72, 168],
  /** One that we were not to read, once: its robots.txt may have been out of reach. */
  retryDeniedAfterHours: [72],
  /** A price that moves by more than this is looked at by a person first. */
  plausibleMovePercent: 50,
  /** A worker that has not reported for so long is taken for dead, and its page is given to another. */
  leaseMinutes: 10,
  /** Between two pages of one host, over all workers. */
  hostPauseSeconds: 5,
  /** A host that asks for longer is left alone for at most so long. */
  longestPauseHours: 24,
  /** Of pages that are due, one whose price moved in this many days counts as due so many hours earlier, */
  movedWithinDays: 365,
  movedAheadHours: 24,
  /** and one of the best-known products up to this many. */
  prominentAheadHours: 12,
} as const;
