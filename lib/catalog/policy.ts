import type { Trust } from "@/lib/schemas/observation";

/** The constants of the published rules. The methodology page prints them from here. */
export const POLICY = {
  /** Belief in one reading on the day it was made. */
  trustWeight: { A: 0.9, B: 0.75, C: 0.45 } satisfies Record<Trust, number>,
  /** Belief in a reading halves over this many days. */
  confidenceHalfLifeDays: 730,
  /**
   * Belief in a reading that a check of the vendor's page confirmed, on the day of the check; it halves with age too.
   */
  checkedWeight: 0.95,
  /** A confirmed reading counts as verified for this many days, and is then due for the next check. */
  verifiedForDays: 30,
  /** A record is stale after this number of failed attempts in a row to fetch its page. */
  failedChecksUntilStale: 3,
  /** A page that shows no date may have any date: its belief is that of a reading of this age. */
  undatedAgeDays: 1095,
  /** Factor if the source was read only in part. */
  partialFactor: 0.9,
  /** Factor if a recent source shows another figure. */
  disputeFactor: 0.7,
  /** A rate card counts as disputed if this share of its models has conflicts. */
  disputedModelShare: 0.25,
  /** Readings at most this much older than the newest compete by belief; older ones are history. */
  peerWindowDays: 180,
  /** A second-hand reading leads only if no better one is at most this much older. */
  secondHandYieldsDays: 365,
  /** Tiers missing from a partial reading are filled from readings at most this much older. */
  fillWindowDays: 730,
  /** Statistics of the catalogue use prices seen within this many days, if there are enough of these. */
  recentWithinDays: 365,
  /** A reading seen within this many days is fresh. */
  freshForDays: 90,
  /** Price moves are counted over this many days in comparisons. */
  stabilityWindowDays: 1095,
  /** An imported reading is due for a check after this many days, and then stale. */
  dueAfterDays: 180,
  /** A batch, flex or priority price further than this factor from the standard price of the same meter is not shown. */
  modeFactor: 4,
  /** A response names an announced price that takes effect within this many days. */
  announcedWithinDays: 120,
  /** A hidden cost not seen for this many days is history only. */
  hiddenCostWindowDays: 1095,
  /** A yearly price more than this percentage below the monthly one looks like an introductory price. */
  introductoryAbovePercent: 40,
  /** Relative difference up to which two unit prices count as the same. */
  rateTolerance: 0.001,
  /** A category's median price is shown for at least this many products priced in one currency and unit. */
  medianMinimumProducts: 5,
  /** Points, in addition to prominence, of an alternative that is priced in the product's currency and unit. */
  peerPointsAlike: 30,
  /** Number of these points that it loses for each doubling between its price and the product's, down to 0. */
  peerPointsPerDoubling: 10,
  /**
   * Points of an alternative priced by use if the product is, or priced monthly in another unit if the product is
   * priced monthly.
   */
  peerPointsSameShape: 10,
  /** An earlier price that returns within this many days was a slip of the source. */
  revertWindowDays: 45,
  /** A step between two sources is a price change only if neither price is more than this many times the other. */
  sourceStepRatio: 2,
  /** Two sources that show the same step this close together show one change. */
  sameChangeWindowDays: 400,
  /** Points of prominence; their sum is less than 100. */
  prominence: {
    /** Approached as more independent sources list a product: sources × n ÷ (n + halfAtSources). */
    sources: 48,
    halfAtSources: 4,
    /** Minimum number of sources of a widely known product, which outweighs median, history and age together. */
    widelyKnownFrom: 3,
    widelyKnown: 20,
    price: 20,
    median: 3,
    history: 3,
    /** A source listed it at most this many days ago. */
    current: 6,
    currentForDays: 365,
  },
} as const;
