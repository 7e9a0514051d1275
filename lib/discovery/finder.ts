import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { compareText, groupBy } from "@/lib/catalog/ledger";
import { type Alternative, alternativesTo, comparedWith, type Peer } from "@/lib/catalog/peers";
import { nameKey } from "@/lib/ids";
import { lazily } from "@/lib/once-for";
import type { Product, UnlistedProduct } from "@/lib/schemas/catalog";
import type { Day, Slug } from "@/lib/schemas/primitives";
import type { Entries, KnownProduct, PeriodEntry } from "./entries";
import { judging, pricesIn } from "./judge";
import { type Fits, meanings } from "./meaning";
import { type NameTable, nameTable } from "./name-table";
import { type Meaning, meaningOf, type NamedProduct, namedProduct, ownNames, RESOLVING_ORDER } from "./names";
import { type NearestNames, nearestNames } from "./nearest";
import { bandOf, First, foundAt, inOrder, keying, PRICED, readPosition, tieOf } from "./order";
import type { DiscoverPage, Discovery, Lead } from "./page";
import { firstOf, type Periods, periodsOf, rowsOn } from "./periods";
import { teamCost } from "./team";

/** Finds the products of an edition by name, by words, and by their data of a day. */
export interface Finder {
  /**
   * Returns the products with that slug, else with that former slug, else with that name or alias, in the order of
   * their slugs.
   */
  named(text: string): readonly Product[];
  /** Returns the product that a text names, or the products that it may name. */
  meant(text: string): Meaning<Product>;
  /** Searches the products in the catalogue. */
  nearest: NearestNames;
  /** Returns the products of a category in the order of their slugs. */
  inCategory(category: Slug): readonly Product[];
  /** Returns alternatives to a product, the likeliest first. Empty if no data about the product is known on the day. */
  alternatives(slug: Slug, day: Day): readonly Alternative[];
  /** Returns one page, in an order that contains every product exactly once, and the totals of all pages. */
  discover(page: DiscoverPage): Discovery;
}

/** Maximum number of named products for which a filter value is unknown. */
const EXCLUDED_NAMED = 3;
const MAX_DAYS = 8;
const MAX_TEXTS = 4;

/** The names of an edition's products and their order, independent of prices. */
interface Naming {
  /** In the order of their slugs. */
  products: readonly KnownProduct[];
  byName: ReadonlyMap<string, readonly Product[]>;
  /** Places of the products. */
  byCategory: ReadonlyMap<Slug, readonly number[]>;
  places: ReadonlyMap<Slug, number>;
  /** The rank of a product's name among all names, by place. */
  nameOrder: readonly string[];
  nameRanks: Uint32Array;
  /** The owner of each name, by the place of the name. */
  names: NameTable;
  meant: ReturnType<typeof meaningOf<NamedProduct>>;
  fits(text: string, lead: Lead | null): Fits;
}

function namingOf({ products: given, categories, unlisted = [] }: NamedEntries): Naming {
  const products = given.toSorted((a, b) => compareText(a.slug, b.slug));
  const nameOrder = [...new Set(products.map(({ name }) => name.toLowerCase()))].sort(compareText);
  const ranks = new Map(nameOrder.map((name, rank) => [name, rank]));
  const named = products.map(namedProduct);
  const names = nameTable(named.map((product) => withIncluded(product, unlisted)));
  // Computed on demand: a record does not need it.
  const meaningIn = lazily(() => meanings({ products, categories }, names));
  const texts = new LRUCache<string, Fits>({ max: MAX_TEXTS });
  return {
    products,
    byName: resolving(products),
    byCategory: groupBy([...products.keys()], (place) => products[place]?.category ?? ""),
    places: new Map(products.map(({ slug }, place) => [slug, place])),
    nameOrder,
    nameRanks: Uint32Array.from(products, ({ name }) => ranks.get(name.toLowerCase()) ?? 0),
    names,
    meant: meaningOf(named),
    /** Caches the result, because one request may search for its text several times. */
    fits: (text, lead) => {
      const key = JSON.stringify([text, lead]);
      const held = texts.get(key) ?? meaningIn()(text, lead);
      texts.set(key, held);
      return held;
    },
  };
}

type NamedEntries = Pick<Entries, "products" | "categories" | "unlisted">;

/**
 * Lets a search find a product by the name of another that is sold only within it. That name alone does not mean the
 * product: see meaningOf().
 */
function withIncluded(product: NamedProduct, unlisted: readonly UnlistedProduct[]): NamedProduct {
  const words = unlisted.flatMap(({ includedIn, words }) => (includedIn === product.slug ? words : []));
  if (words.length === 0) return product;
  const own = new Set(product.names.map(({ key }) => key));
  const added = words
    .map((word) => ({ key: nameKey(word), kind: "alias" as const }))
    .filter(({ key }) => !own.has(key));
  return { ...product, names: [...product.names, ...added] };
}

/** Returns finders for successive editions. Names are read again only if they changed. */
export function finders(): (entries: Entries) => Finder {
  let last: { of: NamedEntries; naming: Naming } | undefined;
  return (entries) => {
    const { products, categories, unlisted = [] } = entries;
    const named = categories.map(({ slug, name, aliases }) => ({ slug, name, aliases }));
    const of = { products, categories: named, unlisted };
    if (!last || !isDeepStrictEqual(last.of, of)) last = { of, naming: namingOf(of) };
    return finderOf(entries, last.naming);
  };
}

export function finder(entries: Entries): Finder {
  return finderOf(entries, namingOf(entries));
}

function finderOf(entries: Entries, naming: Naming): Finder {
  const { products, byName, byCategory, places, nameOrder, nameRanks, names, meant, fits: meaning } = naming;
  const { withdrawn } = entries;
  const inCategory = (category: Slug) => byCategory.get(category) ?? [];
  const periods = periodsOf(products, entries.index);
  const standings = Float64Array.from(products, (_, place) => standingAt(periods, place));
  const standingOf = (slug: Slug) => standings[places.get(slug) ?? -1] ?? 0;
  const productOf = ({ slug }: NamedProduct) => products[places.get(slug) as number] as KnownProduct;
  const days = new LRUCache<Day, Int32Array>({ max: MAX_DAYS });

  /** Returns the row of each product's period by place; -1 if there is no data on the day. */
  const standingOn = (day: Day): Int32Array => {
    const held = days.get(day) ?? rowsOn(periods, day);
    days.set(day, held);
    return held;
  };
  const entryAt = (row: number) => periods.entries[row] as PeriodEntry;

  const alternatives: Finder["alternatives"] = (slug, day) => {
    const standing = standingOn(day);
    const peersAt = (place: number): Peer[] => {
      const row = standing[place] ?? -1;
      return row < 0 ? [] : [peerOf(products[place] as KnownProduct, entryAt(row))];
    };
    const own = places.get(slug) ?? -1;
    const [self] = peersAt(own);
    if (!self) return [];
    const others = comparedWith(entries.oftenCompared ?? [], slug);
    const beside = new Set([...inCategory(self.category), ...others.flatMap((other) => places.get(other) ?? [])]);
    return alternativesTo(self, [...beside].flatMap(peersAt), { named: others, today: day });
  };

  const discover: Finder["discover"] = ({ filters, sort, after, offset = 0, limit, axis = null }) => {
    const { text, category, day, lead = null } = filters;
    const standing = standingOn(day);
    const fits = text === null ? null : meaning(text, lead);
    const likeliest = filters.alternativesTo ? alternatives(filters.alternativesTo, day) : null;
    const order = likeliest && new Map(likeliest.map(({ slug }, rank) => [places.get(slug) ?? -1, rank]));
    const among = fits?.places ?? (order ? [...order.keys()] : category === null ? null : inCategory(category));
    const behind = after && readPosition(after, sort, { products, nameOrder });
    const verdictOn = judging(periods, filters);
    const { seats = null } = filters;
    const listPriceOf = pricesIn(periods, periods.currencyId(filters.currency));
    const priceOf = (row: number) => teamCost(entryAt(row), listPriceOf(row), seats);
    const { hasFreeTier, hasFreePlan = null } = filters;
    const team = {
      seats,
      isFree: hasFreeTier === true || hasFreePlan === true,
      isSelfHosted: hasFreePlan !== true,
    };
    const keyAt = keying(sort, periods, { priceOf, nameRanks });
    const isByAxis = sort === "price" || sort === "dearest" ? axis : null;
    const isBanded = isByAxis !== null || (team.isFree && (sort === "price" || sort === "relevance"));
    const first = new First(offset + limit);
    let total = 0;
    let excluded = 0;
    const unknown = new First(EXCLUDED_NAMED);
    const count = among?.length ?? products.length;
    for (let at = 0; at < count; at += 1) {
      const place = among ? (among[at] as number) : at;
      const row = standing[place] ?? -1;
      if (row < 0 || (category !== null && products[place]?.category !== category)) continue;
      const rank = order?.get(place);
      if (order && rank === undefined) continue;
      const verdict = verdictOn(row);
      if (verdict === "unknown") {
        excluded += 1;
        const tie = -(periods.prominence[row] as number);
        if (!unknown.passes(0, 0, tie, place)) unknown.add({ band: 0, key: 0, tie, place });
      }
      if (verdict !== "met") continue;
      total += 1;
      periods.divisions.count(periods.division[row] as number);
      const band = isBanded ? bandOf(entryAt(row), priceOf(row), isByAxis, team) : 0;
      const key =
        sort === "relevance" && rank !== undefined
          ? rank
          : keyAt(row, place, fits ? (fits.scores[at] as number) : null);
      if (behind !== null && (band < behind.band || (band === behind.band && key < behind.key))) continue;
      const isBeside = behind !== null && band === behind.band && key === behind.key;
      // The similarity of a name is the slowest part to compute, and decides only between otherwise equal products.
      if (!isBeside && first.passes(band, key, tieOf(fits?.nearAtMost(place) ?? 0, periods, row), place)) {
        first.pass();
        continue;
      }
      const placed = { band, key, tie: tieOf(fits?.nearOf(place) ?? 0, periods, row), place };
      if (behind === null || inOrder(placed, behind) > 0) first.add(placed);
    }
    const { first: page, more } = first.made();
    const foundOf = (placed: (typeof page)[number]) =>
      foundAt(placed, products[placed.place] as KnownProduct, entryAt(standing[placed.place] as number), sort);
    const isSpelled = total > 0 && fits?.isSpelled === true;
    const shown = page.slice(offset).map(foundOf);
    const excludedProducts = unknown.made().first.map(({ place }) => {
      const { slug, name } = products[place] as KnownProduct;
      return { slug, name };
    });
    return { total, excluded, excludedProducts, facets: periods.divisions.facets(), products: shown, more, isSpelled };
  };

  return {
    named: (text) => byName.get(nameKey(text)) ?? [],
    meant: (text) => {
      const { one, candidates } = meant(text, { withdrawn, standingOf });
      return { one: one && productOf(one), candidates: candidates.map(productOf) };
    },
    nearest: nearestNames((place) => {
      const owner = names.owners[place] as number;
      const { slug } = products[owner] as KnownProduct;
      const isOffered = !withdrawn.has(slug);
      return {
        slug,
        standing: standings[owner] as number,
        isOffered,
        key: names.keys[place] as string,
        isSlug: names.isSlug[place] === 1,
      };
    }, names.likeness),
    inCategory: (category) => inCategory(category).flatMap((place) => products[place] ?? []),
    alternatives,
    discover,
  };
}

function peerOf({ slug, name, kind, category, vendor }: KnownProduct, entry: PeriodEntry): Peer {
  const { startingPrice, currency, priceUnit, confidence, priced, selfHosted, prominence, observedAt } = entry;
  const known = { startingPrice, currency, priceUnit, confidence, priced, selfHosted, prominence, observedAt };
  return { slug, name, kind, category, vendor: vendor.name, ...known };
}

/** Ranks products with a price first, then the best known, by their first period with data. */
function standingAt(periods: Periods, place: number): number {
  const first = firstOf(periods, place);
  return first ? (first.priced ? PRICED : 0) + first.prominence : 0;
}

/** Returns the products that each name key resolves to. */
function resolving(products: readonly KnownProduct[]): ReadonlyMap<string, readonly Product[]> {
  const best = new Map<string, { rank: number; products: Product[] }>();
  for (const product of products) {
    for (const { key, kind } of ownNames(product)) {
      const rank = RESOLVING_ORDER[kind];
      const known = best.get(key);
      if (!known || rank < known.rank) best.set(key, { rank, products: [product] });
      else if (rank === known.rank) known.products.push(product);
    }
  }
  return new Map([...best].map(([key, { products }]) => [key, products]));
}
