import type { KnownProduct } from "./entries";
import { firstWhere } from "./first-where";
import { priceIn, type Standing } from "./judge";
import type { Fit } from "./meaning";
import type { DiscoverPage, DiscoverSort, Found, Position, PriceAxis } from "./page";

/** Priced ones come before others that fit as well. */
export const PRICED = 1_000;
/** Stands for what is not known: those come last. */
const UNKNOWN = 1e20;
const LAST_DAY = 99_991_231;

/** Where a product stands: by band, key and tie, smaller first, then by its place. */
interface Rank {
  band: number;
  key: number;
  tie: number;
  place: number;
}
export interface Placed extends Rank {
  found: Standing;
}

export function placeOf(
  found: Standing,
  { fit, rank }: { fit?: Fit | undefined; rank?: number | undefined },
  { filters, sort, axis }: Pick<DiscoverPage, "filters" | "sort"> & { axis: PriceAxis | null },
): Placed {
  const { priced, prominence } = found.entry;
  const price = priceIn(found, filters.currency);
  const isByPrice = sort === "price" || sort === "dearest";
  return {
    found,
    place: found.place,
    band: axis && isByPrice ? bandOf(found, price, axis) : 0,
    key: sort === "relevance" && rank !== undefined ? rank : keyOf(found, sort, price, fit),
    tie: (fit?.near ?? 0) * -0.09 - (priced ? PRICED : 0) - prominence,
  };
}

function keyOf({ entry, nameRank }: Standing, sort: DiscoverSort, price: number | null, fit?: Fit): number {
  switch (sort) {
    case "relevance":
      return fit ? -Math.round(fit.score * 10) : 0;
    case "price":
      return price ?? UNKNOWN;
    case "dearest":
      return price === null ? UNKNOWN : -price;
    case "name":
      return nameRank;
    case "freshness":
      return LAST_DAY - Number(entry.observedAt.replaceAll("-", ""));
    case "confidence":
      return entry.confidence === null ? 1 : -entry.confidence;
  }
}

/** Behind the prices on the axis, those of long ago last, come those in other units, those in other currencies, what is free, what has no price. */
function bandOf({ entry }: Standing, price: number | null, { currency, units, since = null }: PriceAxis): number {
  const { startingPrice, pricingModel, priceUnit, observedAt } = entry;
  const isOpen = pricingModel === "open_source" || pricingModel === "free";
  if (startingPrice === 0 || (startingPrice === null && isOpen)) return 4;
  if (startingPrice === null) return 5;
  if (price === null) return 3;
  if (entry.currency !== currency || priceUnit === null || !units.includes(priceUnit)) return 2;
  return since !== null && observedAt < since ? 1 : 0;
}

export function inOrder(a: Rank, b: Rank): number {
  return a.band - b.band || a.key - b.key || a.tie - b.tie || a.place - b.place;
}

/** The first so many of a list in order, without bringing the others into order. */
export function firstInOrder<T>(items: readonly T[], count: number, compare: (a: T, b: T) => number): T[] {
  if (count * 4 > items.length) return items.toSorted(compare).slice(0, count);
  const first: T[] = [];
  for (const item of items) {
    const last = first.at(-1);
    if (first.length >= count && (last === undefined || compare(item, last) >= 0)) continue;
    first.splice(
      firstWhere(first, (other) => compare(other, item) > 0),
      0,
      item,
    );
    if (first.length > count) first.pop();
  }
  return first;
}

export function foundAt({ found: { product, entry }, key, tie }: Placed, sort: DiscoverSort): Found {
  const { sources, prominence } = entry;
  const shown = sort === "name" ? product.name.toLowerCase() : String(key);
  return { slug: product.slug, key: shown, tie: String(tie), sources, prominence };
}

export function readPosition(
  { key, tie, slug }: Position,
  sort: DiscoverSort,
  { products, nameOrder }: { products: readonly KnownProduct[]; nameOrder: readonly string[] },
): Rank {
  return {
    band: 0,
    key: sort === "name" ? firstWhere(nameOrder, (name) => name >= key) : Number(key),
    tie: Number(tie),
    place: firstWhere(products, (product) => product.slug >= slug),
  };
}
