/** Our prices, in one table. `npm run stripe:sync` updates Stripe. */

export type Interval = "month" | "year";
export type SubscriptionLookupKey = "bulk_monthly" | "bulk_yearly";
export type FileLookupKey = "file_s" | "file_m" | "file_l" | "file_xl";

export interface SubscriptionPrice {
  lookupKey: SubscriptionLookupKey;
  /** In the currency's smallest unit. */
  amountMinor: number;
  currency: "USD";
  interval: Interval;
}

export interface FilePrice {
  lookupKey: FileLookupKey;
  /** In the currency's smallest unit. */
  amountMinor: number;
  currency: "USD";
  /** The most priced records in a file at this price. Null: no limit. */
  upTo: number | null;
}

export const SUBSCRIPTION_PRICES: Record<Interval, SubscriptionPrice> = {
  month: { lookupKey: "bulk_monthly", amountMinor: 4_900, currency: "USD", interval: "month" },
  year: { lookupKey: "bulk_yearly", amountMinor: 49_000, currency: "USD", interval: "year" },
};

const LARGEST: FilePrice = { lookupKey: "file_xl", amountMinor: 14_900, currency: "USD", upTo: null };

/** From the smallest file to the largest. */
export const FILE_PRICES: readonly FilePrice[] = [
  { lookupKey: "file_s", amountMinor: 1_900, currency: "USD", upTo: 25 },
  { lookupKey: "file_m", amountMinor: 3_900, currency: "USD", upTo: 100 },
  { lookupKey: "file_l", amountMinor: 7_900, currency: "USD", upTo: 250 },
  LARGEST,
];

/** @throws RangeError for a category without priced records: there is nothing to sell. */
export function filePrice(pricedCount: number): FilePrice {
  if (!Number.isInteger(pricedCount) || pricedCount < 1) throw new RangeError(`No price for ${pricedCount} records.`);
  return FILE_PRICES.find(({ upTo }) => upTo !== null && pricedCount <= upTo) ?? LARGEST;
}
