import type { Product } from "@/lib/schemas/catalog";
import type { Day, Slug } from "@/lib/schemas/primitives";
import { addDays } from "./day";
import { compareText } from "./ledger";
import type { ListedProduct } from "./listing";
import { median } from "./money";
import { POLICY } from "./policy";
import { unitBasis } from "./units";

/** A product beside others of its category. */
export interface Peer {
  slug: Slug;
  name: string;
  kind: Product["kind"];
  /** As in the record's index entry: the cheapest paid tier per priceUnit and month; 0 where all of it is free. */
  startingPrice: number | null;
  currency: string | null;
  priceUnit: string | null;
  /** In the starting price or the rates; null without either. */
  confidence: number | null;
  /** A starting price or a rate card is known. */
  priced: boolean;
  /** See prominence(). */
  prominence: number;
}

export type Priced = Pick<Peer, "startingPrice" | "currency" | "priceUnit">;

export interface CategoryMedian {
  value: number;
  products: number;
}

function isAlike(a: Priced, b: Pick<Priced, "currency" | "priceUnit">): boolean {
  return a.currency === b.currency && unitBasis(a.priceUnit) === unitBasis(b.priceUnit);
}

/**
 * Median of the paid starting prices of a category in one currency and unit, as on the page of the category: of those
 * seen within POLICY.recentWithinDays where these are enough, else of all; null with fewer than
 * POLICY.medianMinimumProducts of them.
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

/**
 * The other products of a category without families, the likeliest alternatives first: those priced in the same
 * currency and unit by their prominence less POLICY.peerPointsPerDoubling for each doubling between the prices, then
 * other priced ones, then the rest, by prominence; of equals the nearer in price, then the more certain, then by slug.
 */
export function nearestPeers(peers: readonly Peer[], self: Priced & { slug: Slug }): Peer[] {
  const own = self.startingPrice || null;
  const ranked = peers
    .filter(({ slug, kind }) => kind === "product" && slug !== self.slug)
    .map((peer) => {
      const paid = peer.startingPrice !== null && peer.startingPrice > 0;
      const alike = paid && own !== null && isAlike(peer, self);
      const doublings = alike ? Math.abs(Math.log2((peer.startingPrice as number) / own)) : 0;
      return {
        peer,
        rank: alike ? 0 : paid || (peer.startingPrice === null && peer.priced) ? 1 : 2,
        doublings,
        points: peer.prominence - POLICY.peerPointsPerDoubling * doublings,
      };
    });
  return ranked
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        b.points - a.points ||
        a.doublings - b.doublings ||
        (b.peer.confidence ?? 0) - (a.peer.confidence ?? 0) ||
        compareText(a.peer.slug, b.peer.slug),
    )
    .map(({ peer }) => peer);
}
