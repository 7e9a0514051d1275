import type { KnownProduct, PeriodEntry } from "./entries";
import { firstWhere } from "./first-where";
import type { DiscoverSort, Found, Position, PriceAxis } from "./page";
import { KNOWN, type Periods } from "./periods";

/** Priced ones come before others that fit as well. */
export const PRICED = 1_000;
/** Stands for what is not known: those come last. */
const UNKNOWN = 1e20;
const LAST_DAY = 99_991_231;
/** How much a name that is wholly near counts among products that are otherwise alike. */
const NEAR = -0.09;

/** Where a product stands: by band, key and tie, smaller first, then by its place. */
export interface Rank {
  band: number;
  key: number;
  tie: number;
  place: number;
}

export function tieOf(near: number, { known, prominence }: Periods, row: number): number {
  const isPriced = ((known[row] as number) & KNOWN.priced) !== 0;
  return near * NEAR - (isPriced ? PRICED : 0) - (prominence[row] as number);
}

/** Behind the prices on the axis, those of long ago last, come those in other units, those in other currencies, what is free, what has no price. `price`: see keying(). */
export function bandOf(entry: PeriodEntry, price: number, { currency, units, since = null }: PriceAxis): number {
  const { startingPrice, pricingModel, priceUnit, observedAt } = entry;
  const isOpen = pricingModel === "open_source" || pricingModel === "free";
  if (startingPrice === 0 || (startingPrice === null && isOpen)) return 4;
  if (startingPrice === null) return 5;
  if (Number.isNaN(price)) return 3;
  if (entry.currency !== currency || priceUnit === null || !units.includes(priceUnit)) return 2;
  return since !== null && observedAt < since ? 1 : 0;
}

/** The key of a product in an order. `priceOf`: NaN where none is known; `score`: how well it fits, null where nothing is asked for. */
export function keying(
  sort: DiscoverSort,
  { observedOn, confidence }: Periods,
  { priceOf, nameRanks }: { priceOf: (row: number) => number; nameRanks: Uint32Array },
): (row: number, place: number, score: number | null) => number {
  switch (sort) {
    case "relevance":
      return (_row, _place, score) => (score === null ? 0 : -Math.round(score * 10));
    case "price":
      return (row) => orUnknown(priceOf(row));
    case "dearest":
      return (row) => orUnknown(-priceOf(row));
    case "name":
      return (_row, place) => nameRanks[place] as number;
    case "freshness":
      return (row) => LAST_DAY - (observedOn[row] as number);
    case "confidence":
      return (row) => (Number.isNaN(confidence[row]) ? 1 : -(confidence[row] as number));
  }
}

function orUnknown(price: number): number {
  return Number.isNaN(price) ? UNKNOWN : price;
}

export function inOrder(a: Rank, b: Rank): number {
  return a.band - b.band || a.key - b.key || a.tie - b.tie || a.place - b.place;
}

/** Keeps the first so many in order of those that are added, in any order. */
export class First {
  readonly #count: number;
  readonly #ranks: Rank[] = [];
  /** Those that come behind it are behind the first ones. */
  #last: Rank | null = null;
  #added = 0;

  constructor(count: number) {
    this.#count = count;
  }

  /** Whether what stands so is behind the first ones. `tie`: it has this, or a greater one. */
  passes(band: number, key: number, tie: number, place: number): boolean {
    const last = this.#last;
    if (last === null) return false;
    if (band !== last.band) return band > last.band;
    if (key !== last.key) return key > last.key;
    return tie > last.tie || (tie === last.tie && place > last.place);
  }

  /** One that is behind the first ones: it only counts. */
  pass(): void {
    this.#added += 1;
  }

  add(rank: Rank): void {
    this.#added += 1;
    this.#ranks.push(rank);
    if (this.#ranks.length >= 2 * this.#count + ROOM) this.#cut();
  }

  #cut(): void {
    this.#ranks.sort(inOrder);
    this.#ranks.length = Math.min(this.#ranks.length, this.#count);
    if (this.#ranks.length === this.#count) this.#last = this.#ranks.at(-1) ?? null;
  }

  /** In order, and whether there are more. */
  made(): { first: readonly Rank[]; more: boolean } {
    this.#cut();
    return { first: this.#ranks, more: this.#added > this.#ranks.length };
  }
}

/** How many more are kept before they are brought into order. */
const ROOM = 16;

export function foundAt(
  { band, key, tie }: Rank,
  { slug, name }: KnownProduct,
  { sources, prominence }: PeriodEntry,
  sort: DiscoverSort,
): Found {
  return {
    ...(band && { band }),
    slug,
    key: sort === "name" ? name.toLowerCase() : String(key),
    tie: String(tie),
    sources,
    prominence,
  };
}

export function readPosition(
  { band = 0, key, tie, slug }: Position,
  sort: DiscoverSort,
  { products, nameOrder }: { products: readonly KnownProduct[]; nameOrder: readonly string[] },
): Rank {
  return {
    band,
    key: sort === "name" ? firstWhere(nameOrder, (name) => name >= key) : Number(key),
    tie: Number(tie),
    place: firstWhere(products, (product) => product.slug >= slug),
  };
}
