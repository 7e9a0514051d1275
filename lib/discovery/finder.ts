import { LRUCache } from "lru-cache";
import { compareText, groupBy } from "@/lib/catalog/ledger";
import { type Alternative, alternativesTo, comparedWith, type Peer } from "@/lib/catalog/peers";
import { nameKey } from "@/lib/ids";
import type { Product } from "@/lib/schemas/catalog";
import type { Day, Slug } from "@/lib/schemas/primitives";
import type { Entries, KnownProduct, PeriodEntry } from "./entries";
import { judge, type Standing } from "./judge";
import { meanings } from "./meaning";
import { type Meaning, meaningOf, type NamedProduct, namedProduct, ownNames, RESOLVING_ORDER } from "./names";
import { type NearestNames, nearestNames } from "./nearest";
import { firstInOrder, foundAt, inOrder, type Placed, PRICED, placeOf, readPosition } from "./order";
import type { DiscoverPage, Discovery } from "./page";
import { counting } from "./totals";

/** The products of an edition by name, by words, and by what is known of them on a day. */
export interface Finder {
  /** The products of that slug, else of that former slug, else of that name or alias, in the order of their slugs. */
  named(text: string): readonly Product[];
  /** The product that a text names, as people write it, or those that it may name. */
  meant(text: string): Meaning<Product>;
  /** Of those that are offered. */
  nearest: NearestNames;
  /** In the order of the slugs. */
  inCategory(category: Slug): readonly Product[];
  /** What may be taken in a product's place, the likeliest first; none where nothing is known of it on the day. */
  alternatives(slug: Slug, day: Day): readonly Alternative[];
  /** One page, in an order in which every product stands exactly once, and the totals of all pages. */
  discover(page: DiscoverPage): Discovery;
}

const MAX_DAYS = 8;

export function finder(entries: Entries): Finder {
  const products = entries.products.toSorted((a, b) => compareText(a.slug, b.slug));
  const meaning = meanings({ ...entries, products });
  const byName = resolving(products);
  const byCategory = groupBy([...products.keys()], (place) => products[place]?.category ?? "");
  const inCategory = (category: Slug) => byCategory.get(category) ?? [];
  const nameOrder = [...new Set(products.map(({ name }) => name.toLowerCase()))].sort(compareText);
  const nameRanks = new Map(nameOrder.map((name, rank) => [name, rank]));
  const periods = periodsOf(products, entries.index);
  const known = products.map((product, place) => named(product, periods[place] ?? []));
  const meant = meaningOf(known, entries.withdrawn);
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  const places = new Map(products.map(({ slug }, place) => [slug, place]));
  const productOf = ({ slug }: NamedProduct) => bySlug.get(slug) as KnownProduct;
  const days = new LRUCache<Day, readonly (Standing | null)[]>({ max: MAX_DAYS });

  /** By the place of a product: what is known of it on the day. */
  const standingOn = (day: Day): readonly (Standing | null)[] => {
    const held = days.get(day);
    if (held) return held;
    const standing = products.map((product, place) => {
      const entry = periods[place]?.find(
        ({ validFrom, validUntil }) => validFrom <= day && (validUntil === null || validUntil > day),
      );
      return entry ? { place, product, entry, nameRank: nameRanks.get(product.name.toLowerCase()) ?? 0 } : null;
    });
    days.set(day, standing);
    return standing;
  };

  const alternatives: Finder["alternatives"] = (slug, day) => {
    const standing = standingOn(day);
    const self = standing[places.get(slug) ?? -1];
    if (!self) return [];
    const named = comparedWith(entries.oftenCompared ?? [], slug);
    const beside = new Set([
      ...inCategory(self.product.category),
      ...named.flatMap((other) => places.get(other) ?? []),
    ]);
    const peers = [...beside].flatMap((place) => standing[place] ?? []).map(peerOf);
    return alternativesTo(peerOf(self), peers, { named, today: day });
  };

  return {
    named: (text) => byName.get(nameKey(text)) ?? [],
    meant: (text) => {
      const { one, candidates } = meant(text);
      return { one: one && productOf(one), candidates: candidates.map(productOf) };
    },
    nearest: nearestNames(known.filter(({ slug }) => !entries.withdrawn.has(slug))),
    inCategory: (category) => inCategory(category).flatMap((place) => products[place] ?? []),
    alternatives,
    discover: ({ filters, sort, after, offset = 0, limit, axis = null }) => {
      const { text, category, day, lead } = filters;
      const standing = standingOn(day);
      const fits = text === null ? null : meaning(text, lead);
      const likeliest = filters.alternativesTo ? alternatives(filters.alternativesTo, day) : null;
      const order = likeliest && new Map(likeliest.map(({ slug }, rank) => [places.get(slug) ?? -1, rank]));
      const among = fits?.keys() ?? order?.keys() ?? (category === null ? products.keys() : inCategory(category));
      const behind = after && readPosition(after, sort, { products, nameOrder });
      const totals = counting();
      const candidates: Placed[] = [];
      for (const place of among) {
        const found = standing[place];
        if (!found || (category !== null && found.product.category !== category)) continue;
        const rank = order?.get(place);
        if (order && rank === undefined) continue;
        const verdict = judge(found, filters);
        totals.add(found, verdict);
        if (!verdict) continue;
        const placed = placeOf(found, { fit: fits?.get(place), rank }, { filters, sort, axis });
        if (behind === null || inOrder(placed, behind) > 0) candidates.push(placed);
      }
      const first = firstInOrder(candidates, offset + limit, inOrder);
      return {
        ...totals.made(),
        products: first.slice(offset).map((placed) => foundAt(placed, sort)),
        more: candidates.length > first.length,
      };
    },
  };
}

function peerOf({ product: { slug, name, kind, category, vendor }, entry }: Standing): Peer {
  const { startingPrice, currency, priceUnit, confidence, priced, selfHosted, prominence, observedAt } = entry;
  const known = { startingPrice, currency, priceUnit, confidence, priced, selfHosted, prominence, observedAt };
  return { slug, name, kind, category, vendor: vendor.name, ...known };
}

function periodsOf(products: readonly KnownProduct[], index: readonly PeriodEntry[]): readonly PeriodEntry[][] {
  const bySlug = groupBy(index, ({ slug }) => slug);
  return products.map(({ slug }) => bySlug.get(slug) ?? []);
}

/** Priced ones come first, then the best known, on the day from which on something is known of them. */
function named(product: KnownProduct, [first]: readonly PeriodEntry[]): NamedProduct {
  return { ...namedProduct(product), standing: first ? (first.priced ? PRICED : 0) + first.prominence : 0 };
}

/** By the key of a name: the products that it resolves to. */
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
