import type { Product } from "@/lib/schemas/catalog";
import type { Slug } from "@/lib/schemas/primitives";
import { compareText } from "./ledger";
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
  confidence: number;
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
 * Median of the paid starting prices of a category in one currency and unit; null with fewer than
 * POLICY.medianMinimumProducts of them.
 */
export function categoryMedian(
  peers: readonly Peer[],
  like: Pick<Priced, "currency" | "priceUnit">,
): CategoryMedian | null {
  if (like.currency === null) return null;
  const prices = peers.flatMap((peer) =>
    peer.kind === "product" && isAlike(peer, like) && peer.startingPrice ? [peer.startingPrice] : [],
  );
  const value = prices.length < POLICY.medianMinimumProducts ? null : median(prices);
  return value === null ? null : { value, products: prices.length };
}

/**
 * The other products of a category, without families, nearest first: those priced in the same currency and unit by how far their starting
 * price is off (as a ratio), then other paid ones, then the rest; of equals the more certain, then by slug.
 */
export function nearestPeers(peers: readonly Peer[], self: Priced & { slug: Slug }): Peer[] {
  const own = self.startingPrice || null;
  const ranked = peers
    .filter(({ slug, kind }) => kind === "product" && slug !== self.slug)
    .map((peer) => {
      const paid = peer.startingPrice !== null && peer.startingPrice > 0;
      const alike = paid && own !== null && isAlike(peer, self);
      return {
        peer,
        rank: alike ? 0 : paid ? 1 : 2,
        distance: alike ? Math.abs(Math.log((peer.startingPrice as number) / own)) : 0,
      };
    });
  return ranked
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        a.distance - b.distance ||
        b.peer.confidence - a.peer.confidence ||
        compareText(a.peer.slug, b.peer.slug),
    )
    .map(({ peer }) => peer);
}
