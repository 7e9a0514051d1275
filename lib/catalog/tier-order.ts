import type { Tier } from "@/lib/schemas/record";
import { headlinePrice } from "./plans";

type Ordered = Pick<
  Tier,
  "isFree" | "priceStatus" | "priceMonthly" | "priceAnnual" | "listPrice" | "currency" | "priceUnit"
>;

const PRICED = 1;

/** Free, priced, without a figure, on request. */
function placeOf({ isFree, priceStatus, listPrice }: Ordered): number {
  if (isFree) return 0;
  if (listPrice !== null || priceStatus === "published") return PRICED;
  return priceStatus === "contact_sales" ? 3 : 2;
}

/** Prices in one of these can stand in order; between two of them there is none. */
function scaleOf(tier: Ordered): string {
  return placeOf(tier) === PRICED ? JSON.stringify([tier.currency, tier.priceUnit]) : "";
}

function figureOf(tier: Ordered): number {
  return headlinePrice(tier) ?? tier.listPrice?.amount ?? 0;
}

/**
 * The tiers as a buyer reads them: free ones first, those on request last, between them the lowest price first, each
 * currency and unit by itself. An order of the source that does so already is kept.
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
