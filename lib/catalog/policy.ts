import type { Trust } from "@/lib/schemas/observation";

/** The constants of the published rules. The methodology page prints them from here. */
export const POLICY = {
  /** Belief in one reading on the day it was made. */
  trustWeight: { A: 0.9, B: 0.75, C: 0.45 } satisfies Record<Trust, number>,
  /** Belief in a reading halves over this many days. */
  confidenceHalfLifeDays: 730,
  /** Belief in what a check of the vendor's page confirmed, on the day of the check; it halves with age too. */
  checkedWeight: 0.95,
  /** What a check confirmed is verified for this many days, and then due for the next. */
  verifiedForDays: 30,
  /** A record is stale once its page could not be fetched so many times in a row. */
  failedChecksUntilStale: 3,
  /** A page that shows no date may be of any: belief in it is that in a reading of this age. */
  undatedAgeDays: 1095,
  /** Factor where the source was read only in part. */
  partialFactor: 0.9,
  /** Factor where a recent source shows another figure. */
  disputeFactor: 0.7,
  /** Share of a rate card's models with conflicts from which the whole card counts as disputed. */
  disputedModelShare: 0.25,
  /** Readings at most this much older than the newest compete by belief; what is older is history. */
  peerWindowDays: 180,
  /** A second-hand reading leads only where no better one is at most this much older. */
  secondHandYieldsDays: 365,
  /** Tiers missing from a partial reading are filled from readings at most this much older. */
  fillWindowDays: 730,
  /** What the catalogue says of itself, it says from prices seen within this many days, where these are enough. */
  recentWithinDays: 365,
  /** A reading seen within this many days is fresh. */
  freshForDays: 90,
  /** Price moves are counted over this many days where products are compared. */
  stabilityWindowDays: 1095,
  /** An imported reading is due for a check after this many days, and then stale. */
  dueAfterDays: 180,
  /** A batch, flex or priority price further than this factor from the standard price of the same meter is not shown. */
  modeFactor: 4,
  /** An answer names an announced price that takes effect within this many days. */
  announcedWithinDays: 120,
  /** A hidden cost not seen for this long is history only. */
  hiddenCostWindowDays: 1095,
  /** A yearly price more than this percentage below the monthly one looks like an introductory price. */
  introductoryAbovePercent: 40,
  /** Relative difference up to which two unit prices count as the same. */
  rateTolerance: 0.001,
  /** A category's median price is shown for at least this many products priced in one currency and unit. */
  medianMinimumProducts: 5,
  /** Points beside prominence of an alternative that is priced in the product's currency and unit. */
  peerPointsAlike: 30,
  /** Of these it loses so many for each doubling between its price and the product's, until none is left. */
  peerPointsPerDoubling: 10,
  /** Points of an alternative that is priced by use where the product is, or by the month in another unit where it is. */
  peerPointsSameShape: 10,
  /** An earlier price that returns within this many days was a slip of the source. */
  revertWindowDays: 45,
  /** A step between two sources is a price change only if neither price is more than this many times the other. */
  sourceStepRatio: 2,
  /** Two sources that show the same step this close together show one change. */
  sameChangeWindowDays: 400,
  /** Points of prominence; all together less than 100. */
  prominence: {
    /** Approached as more independent sources know a product: sources × n ÷ (n + halfAtSources). */
    sources: 48,
    halfAtSources: 4,
    /** From so many on it is widely known, which outweighs median, history and age together. */
    widelyKnownFrom: 3,
    widelyKnown: 20,
    price: 20,
    median: 3,
    history: 3,
    /** A source was seen to know it at most this many days ago. */
    current: 6,
    currentForDays: 365,
  },
} as const;
