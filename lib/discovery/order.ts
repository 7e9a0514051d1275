import { unitBasis } from "@/lib/catalog/units";
import type { KnownProduct, PeriodEntry } from "./entries";
import { firstWhere } from "./first-where";
import type { DiscoverSort, Found, Position, PriceAxis } from "./page";
import { KNOWN, type Periods } from "./periods";
import { isFreeFor } from "./team";

/** Products with a price come before others that fit equally well. */
export const PRICED = 1_000;
/** Sort key for unknown values: they come last. */
const UNKNOWN = 1e20;
const LAST_DAY = 99_991_231;
/** Weight of a fully matching name among otherwise equal products. */
const NEAR = -0.09;

/** A product's rank: by band, key and tie, smaller first, then by place. */
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

/** The team that a list is for. */
export interface Team {
  seats: number | null;
  /** True if only free products are listed. */
  isFree: boolean;
  /** True if self-hosting counts as free. */
  isSelfHosted: boolean;
}

/**
 * Returns the band of a product in a list for a team, before that of bandOf(): free products whose plan is known to
 * cover the team, then the others.
 */
function teamBand(entry: PeriodEntry, { seats, isFree, isSelfHosted }: Team): number {
  if (seats === null || !isFree) return 0;
  return isFreeFor(entry, seats) === true || (isSelfHosted && entry.selfHosted) ? 0 : 1;
}

/**
 * Returns the band of a product: prices on the axis, the same if seen long ago, other units, other currencies, free
 * products, products without a price. `price`: see keying().
 */
export function bandOf(entry: PeriodEntry, price: number, axis: PriceAxis | null, team: Team): number {
  const band = teamBand(entry, team);
  return axis === null ? band : band * BANDS + axisBand(entry, price, axis, team);
}

const BANDS = 6;

function axisBand(
  entry: PeriodEntry,
  price: number,
  { currency, units, since = null }: PriceAxis,
  { seats }: Team,
): number {
  const { startingPrice, pricingModel, priceUnit, observedAt } = entry;
  if (seats !== null && price === 0 && startingPrice !== 0) return 0;
  const isOpen = pricingModel === "open_source" || pricingModel === "free";
  if (startingPrice === 0 || (startingPrice === null && isOpen)) return 4;
  if (startingPrice === null) return 5;
  if (Number.isNaN(price)) return 3;
  const isAlike = seats === null ? units.includes(priceUnit ?? "") : isTeamUnit(priceUnit);
  if (entry.currency !== currency || !isAlike) return 2;
  return since !== null && observedAt < since ? 1 : 0;
}

/** Returns true for a unit whose price for a team is known: people, or the whole account. */
function isTeamUnit(priceUnit: string | null): boolean {
  return priceUnit !== "month" && TEAM_BASES.has(unitBasis(priceUnit) ?? "");
}

const TEAM_BASES: ReadonlySet<string> = new Set(["seat/month", "account/month"]);

/**
 * Returns the key of a product in an order. `priceOf`: NaN if the price is unknown. `score`: how well the product fits,
 * null if there is no text to match.
 */
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

/** Collects the first `count` ranks of those added in any order. */
export class First {
  readonly #count: number;
  readonly #ranks: Rank[] = [];
  /** Ranks after this one are not among the first. */
  #last: Rank | null = null;
  #added = 0;

  constructor(count: number) {
    this.#count = count;
  }

  /** Returns true if a rank comes after the first ones. `tie`: the rank's tie or a lower bound of it. */
  passes(band: number, key: number, tie: number, place: number): boolean {
    const last = this.#last;
    if (last === null) return false;
    if (band !== last.band) return band > last.band;
    if (key !== last.key) return key > last.key;
    return tie > last.tie || (tie === last.tie && place > last.place);
  }

  /** Counts a rank that comes after the first ones. */
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

  /** Returns the ranks in order, and whether there are more. */
  made(): { first: readonly Rank[]; more: boolean } {
    this.#cut();
    return { first: this.#ranks, more: this.#added > this.#ranks.length };
  }
}

/** Number of extra ranks that are held before the next sort. */
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
