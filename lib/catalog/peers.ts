import type { OftenCompared, Product } from "@/lib/schemas/catalog";
import type { Day, Slug } from "@/lib/schemas/primitives";
import { addDays } from "./day";
import { compareText } from "./ledger";
import type { ListedProduct } from "./listing";
import { median } from "./money";
import { POLICY } from "./policy";
import { unitBasis } from "./units";

/** Maximum age in days of the newest observation of an alternative that is not named. */
export const CURRENT_WITHIN_DAYS = 1095;

export interface Peer {
  slug: Slug;
  name: string;
  kind: Product["kind"];
  category: Slug;
  vendor: string;
  /** As in the record's index entry: the cheapest paid tier per priceUnit and month; 0 if all of it is free. */
  startingPrice: number | null;
  currency: string | null;
  priceUnit: string | null;
  /** Confidence in the starting price or the rates; null without either. */
  confidence: number | null;
  /** True if a starting price or a rate card is known. */
  priced: boolean;
  /** True if a self-hosted edition is known to be free. */
  selfHosted: boolean;
  /** See prominence(). */
  prominence: number;
  observedAt: Day;
}

export interface Alternative extends Pick<Peer, "slug" | "name" | "category" | "priced"> {
  /** True if it is in the hand-maintained table of products that people often compare. */
  named: boolean;
}

export type Priced = Pick<Peer, "startingPrice" | "currency" | "priceUnit">;

export interface CategoryMedian {
  value: number;
  products: number;
}

/** Returns true if both are priced in one currency and unit. */
export function isAlike(a: Pick<Priced, "currency" | "priceUnit">, b: Pick<Priced, "currency" | "priceUnit">): boolean {
  return a.currency === b.currency && unitBasis(a.priceUnit) === unitBasis(b.priceUnit);
}

/**
 * Returns the median of a category's paid starting prices in one currency and unit, as on the page of the category.
 * Uses the prices seen within POLICY.recentWithinDays if there are enough of them, else all. Returns null for fewer
 * than POLICY.medianMinimumProducts prices.
 */
export function categoryMedian(
  listed: readonly (Priced & Pick<ListedProduct, "kind" | "seenAt">)[],
  like: Pick<Priced, "currency" | "priceUnit">,
  today: Day,
): CategoryMedian | null {
  if (like.currency === null) return null;
  const isEnough = ({ length }: readonly unknown[]) => length >= POLICY.medianMinimumProducts;
  const alike = listed.filter(({ kind, ...product }) => kind === "product" && isAlike(product, like));
  const pricesOf = (products: typeof alike) => products.flatMap(({ startingPrice }) => startingPrice || []);
  const since = addDays(today, -POLICY.recentWithinDays);
  const recent = pricesOf(alike.filter(({ seenAt }) => seenAt >= since));
  const prices = isEnough(recent) ? recent : pricesOf(alike);
  const value = isEnough(prices) ? median(prices) : null;
  return value === null ? null : { value, products: prices.length };
}

/** Returns the products that people compare with one: those of its own row, else those whose rows contain it. */
export function comparedWith(rows: readonly OftenCompared[], slug: Slug): readonly Slug[] {
  const own = rows.find(({ product }) => product === slug);
  if (own) return own.comparedWith;
  const places = rows.flatMap((row, order) => {
    const place = row.comparedWith.indexOf(slug);
    return place < 0 ? [] : [{ slug: row.product, place, order }];
  });
  return places.sort((a, b) => a.place - b.place || a.order - b.order).map(({ slug: other }) => other);
}

/** Returns how a product is paid for; null if unknown. */
function shapeOf({ startingPrice, priced, selfHosted }: Peer): "month" | "free" | "use" | null {
  if (startingPrice === null) return priced ? "use" : selfHosted ? "free" : null;
  return startingPrice > 0 ? "month" : "free";
}

function pointsBeside(peer: Peer, self: Peer): number {
  const shape = shapeOf(self);
  if (shape === null || shape !== shapeOf(peer)) return 0;
  if (shape !== "month" || !isAlike(peer, self)) return POLICY.peerPointsSameShape;
  const doublings = Math.abs(Math.log2((peer.startingPrice as number) / (self.startingPrice as number)));
  return Math.max(0, POLICY.peerPointsAlike - POLICY.peerPointsPerDoubling * doublings);
}

/**
 * Returns the alternatives to a product, the likeliest first: products that people compare with it, in the order of
 * `named`; then the priced products of its category by their prominence plus the points for a similar price; then the
 * rest by prominence. Ties: higher confidence first, then by slug. Leaves out products of the same vendor or of a named
 * family. Unless named, also leaves out families and products that no source has shown recently.
 */
export function alternativesTo(
  self: Peer,
  peers: readonly Peer[],
  { named, today }: { named: readonly Slug[]; today: Day },
): Alternative[] {
  const since = addDays(today, -CURRENT_WITHIN_DAYS);
  const places = new Map(named.map((slug, place) => [slug, place]));
  const families = new Set(
    peers.flatMap(({ slug, kind, name }) => (kind === "family" && places.has(slug) ? name : [])),
  );
  const isOther = (peer: Peer) =>
    peer.slug !== self.slug && peer.vendor !== self.vendor && peer.vendor !== self.name && peer.name !== self.vendor;
  const stands = (peer: Peer) =>
    places.has(peer.slug) || (peer.kind === "product" && peer.category === self.category && !families.has(peer.vendor));
  return peers
    .filter((peer) => isOther(peer) && stands(peer) && (places.has(peer.slug) || peer.observedAt >= since))
    .map((peer) => ({
      peer,
      place: places.get(peer.slug) ?? places.size,
      unpriced: shapeOf(peer) === null ? 1 : 0,
      points: peer.prominence + pointsBeside(peer, self),
    }))
    .sort(
      (a, b) =>
        a.place - b.place ||
        a.unpriced - b.unpriced ||
        b.points - a.points ||
        (b.peer.confidence ?? 0) - (a.peer.confidence ?? 0) ||
        compareText(a.peer.slug, b.peer.slug),
    )
    .map(({ peer: { slug, name, category, priced } }) => ({ slug, name, category, priced, named: places.has(slug) }));
}
