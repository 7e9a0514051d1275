/** The constants of the published rules for checking vendors' pages. The methodology page prints them from here. */
export const VERIFICATION_POLICY = {
  /** A page is checked again at most this many days after its last check. */
  dueWithinDays: 30,
  /** Of this many days at the end of that period, the one with the least work is chosen. */
  levelOverDays: 4,
  /** A page that could not be fetched is tried again after these hours. Then it waits for its regular turn. */
  retryAfterHours: [6, 24, 72, 168],
  /** A page that we may not read is tried again once: its robots.txt may have been unavailable. */
  retryDeniedAfterHours: [72],
  /** A person first reviews a price that moves by more than this. */
  plausibleMovePercent: 50,
  /** A worker that has not reported for this long counts as dead, and its page goes to another worker. */
  leaseMinutes: 10,
  /** Pause between two pages of one host, across all workers. */
  hostPauseSeconds: 5,
  /** Maximum pause for a host that asks for a longer one. */
  longestPauseHours: 24,
  /** Among due pages, a page whose price moved within this many days counts as due this many hours earlier, */
  movedWithinDays: 365,
  movedAheadHours: 24,
  /** and a page of the best-known products up to this many. */
  prominentAheadHours: 12,
} as const;
