import type { Tier } from "@/lib/schemas/record";
import { headlinePrice } from "./plans";

type Ordered = Pick<
  Tier,
  "isFree" | "priceStatus" | "priceMonthly" | "priceAnnual" | "listPrice" | "currency" | "priceUnit"
>;

const PRICED = 1;

/** Returns the rank of a tier: free, priced, without a figure, on request. */
function placeOf({ isFree, priceStatus, listPrice }: Ordered): number {
  if (isFree) return 0;
  if (listPrice !== null || priceStatus === "published") return PRICED;
  return priceStatus === "contact_sales" ? 3 : 2;
}

/** Returns the scale of a tier's price. Prices on one scale can be ordered; prices on two scales cannot. */
function scaleOf(tier: Ordered): string {
  return placeOf(tier) === PRICED ? JSON.stringify([tier.currency, tier.priceUnit]) : "";
}

function figureOf(tier: Ordered): number {
  return headlinePrice(tier) ?? tier.listPrice?.amount ?? 0;
}

/**
 * Sorts the tiers for a buyer: free ones first, those on request last, between them the lowest price first, each
 * currency and unit separately. A source's own order that already complies is unchanged.
 */
export function inPriceOrder<T extends Ordered>(tiers: readonly T[]): T[] {
  if (isInOrder(tiers)) return [...tiers];
  const scales = [...new Set(tiers.map(scaleOf))];
  return [...tiers].sort(
    (a, b) =>
      placeOf(a) - placeOf(b) || scales.indexOf(scaleOf(a)) - scales.indexOf(scaleOf(b)) || figureOf(a) - figureOf(b),
  );
}

function isInOrder(tiers: readonly Ordered[]): boolean {
  const highest = new Map<string, number>();
  let place = 0;
  for (const tier of tiers) {
    const scale = scaleOf(tier);
    const figure = placeOf(tier) === PRICED ? figureOf(tier) : 0;
    if (placeOf(tier) < place || figure < (highest.get(scale) ?? 0)) return false;
    place = placeOf(tier);
    highest.set(scale, figure);
  }
  return true;
}
