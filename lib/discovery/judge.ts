import type { KnownProduct, PeriodEntry } from "./entries";
import type { DiscoverFilters } from "./page";

/** What is known of a product on a day. */
export interface Standing {
  /** In the order of the slugs. */
  place: number;
  product: KnownProduct;
  entry: PeriodEntry;
  /** In the order of the names. */
  nameRank: number;
}

/** A price of 0 is 0 in any currency. Prices of a family are those of its products, which stand beside it. */
export function priceIn({ product, entry }: Standing, currency: string): number | null {
  const counts = product.kind !== "family" && (entry.startingPrice === 0 || entry.currency === currency);
  return counts ? entry.startingPrice : null;
}

/**
 * Whether a product meets the filters; null where that is not known, because its price is unknown or in another
 * currency, or its free tier is. What can be had for nothing is within any price.
 */
export function judge(found: Standing, filters: DiscoverFilters): boolean | null {
  const { maxPrice, currency, hasFreeTier, pricingModel, hasHiddenCosts } = filters;
  const { hasFreePlan = null, selfHosted = null, having = null } = filters;
  const { product, entry } = found;
  const isFamily = product.kind === "family";
  const within = (): boolean | null => {
    if (maxPrice === null || isFamily) return maxPrice === null;
    const price = priceIn(found, currency);
    return entry.freeTier === true || (price === null ? null : price <= maxPrice);
  };
  const is = (known: boolean | null, wanted: boolean | null) =>
    wanted === null || (known === null ? null : known === wanted);
  const has = () =>
    having === null || (!isFamily && { price: entry.priced, sso: entry.ssoCharged, dispute: entry.disputed }[having]);
  const answers = [
    within(),
    is(entry.freeTier, hasFreeTier),
    is(entry.freePlan, hasFreePlan),
    is(entry.selfHosted, selfHosted),
    pricingModel === null || entry.pricingModel === pricingModel,
    is(entry.hasHiddenCosts, hasHiddenCosts),
    has(),
  ];
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}
