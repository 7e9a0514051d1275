import type { Having } from "@/lib/schemas/discover";
import type { Day, PricingModel, Slug } from "@/lib/schemas/primitives";

export type DiscoverSort = "relevance" | "price" | "dearest" | "name" | "freshness" | "confidence";

/** The prices that stand on one axis, which orders by price begin with. */
export interface PriceAxis {
  currency: string;
  /** Every unit that counts the same. */
  units: readonly string[];
  /** Those last seen before this day come after the others. */
  since?: Day | null;
}

export interface DiscoverFilters {
  text: string | null;
  category: string | null;
  /** Per month, in `currency`. */
  maxPrice: number | null;
  /** People for whom `maxPrice` is the total. */
  seats?: number | null;
  currency: string;
  hasFreeTier: boolean | null;
  hasFreePlan?: boolean | null;
  selfHosted?: boolean | null;
  pricingModel: PricingModel | null;
  hasHiddenCosts: boolean | null;
  /** Only products of which this is known; what is known of a family is known of its products, which stand beside it. */
  having?: Having | null;
  /** The day as of which products are described. */
  day: Day;
  /** What the text is known to mean; its spelling is then not doubted. */
  lead?: Lead | null;
  /** Only what may be taken in the place of this product, in the order of alternativesTo() where relevance orders. */
  alternativesTo?: Slug | null;
}

/** A text and nothing else. */
export function plainFilters(text: string | null, day: Day): DiscoverFilters {
  const none = { category: null, maxPrice: null, hasFreeTier: null, pricingModel: null, hasHiddenCosts: null };
  return { text, day, currency: "USD", ...none };
}

export interface Lead {
  /** They stand first, in this order. */
  products: readonly string[];
  /** Its products stand next, before those whose name only holds the text. */
  category: string | null;
}

/** Where a product stands in an order: by the band, the key, then the tie, smaller first, then by the slug. */
export interface Position {
  /** See bandOf(). Absent: the first. */
  band?: number;
  key: string;
  tie: string;
  slug: Slug;
}

export interface Found extends Position {
  sources: number;
  prominence: number;
}

export interface DiscoverPage {
  filters: DiscoverFilters;
  sort: DiscoverSort;
  /** The last product of the page before. Not beside an axis. */
  after: Position | null;
  /** Products to pass over, where pages are numbered. */
  offset?: number;
  limit: number;
  axis?: PriceAxis | null;
}

/** Which type the sort key has; it is told in a cursor as text. */
export const SORT_KEY: Record<DiscoverSort, "numeric" | "text"> = {
  relevance: "numeric",
  price: "numeric",
  dearest: "numeric",
  name: "text",
  freshness: "numeric",
  confidence: "numeric",
};

export interface Facet {
  /** Null: not known. */
  value: string | null;
  count: number;
}

export const FACETS = ["category", "pricingModel", "freeTier", "priceStatus", "freePlan", "selfHosted"] as const;
export type FacetName = (typeof FACETS)[number];

export interface DiscoverTotals {
  total: number;
  /** Products that may match: what decides it is not known of them. */
  excluded: number;
  facets: Record<FacetName, Facet[]>;
}

export interface Discovery extends DiscoverTotals {
  /** In order; the last tells where the next page begins. */
  products: Found[];
  more: boolean;
  /** Nothing is called as the text: what is found has a name that is spelled alike. */
  isSpelled: boolean;
}
