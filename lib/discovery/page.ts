import type { Having } from "@/lib/schemas/discover";
import type { Day, PricingModel, Slug } from "@/lib/schemas/primitives";

export type DiscoverSort = "relevance" | "price" | "dearest" | "name" | "freshness" | "confidence";

/** The axis of comparable prices, which orders by price begin with. */
export interface PriceAxis {
  currency: string;
  /** All equivalent units. */
  units: readonly string[];
  /** Products last seen before this day come after the others. */
  since?: Day | null;
}

export interface DiscoverFilters {
  text: string | null;
  category: string | null;
  /** Per month, in `currency`. */
  maxPrice: number | null;
  /** People for whom `maxPrice` is the total, and whom a free plan has to cover. */
  seats?: number | null;
  currency: string;
  hasFreeTier: boolean | null;
  hasFreePlan?: boolean | null;
  selfHosted?: boolean | null;
  pricingModel: PricingModel | null;
  hasHiddenCosts: boolean | null;
  /** Only products that have this data. Data of a family counts for its products, which are listed next to it. */
  having?: Having | null;
  /** The reference day for the data of products. */
  day: Day;
  /** The known meaning of the text. If set, the spelling is not doubted. */
  lead?: Lead | null;
  /** Only alternatives to this product. With the relevance order, in the order of alternativesTo(). */
  alternativesTo?: Slug | null;
}

/** Returns filters with only a text. */
export function plainFilters(text: string | null, day: Day): DiscoverFilters {
  const none = { category: null, maxPrice: null, hasFreeTier: null, pricingModel: null, hasHiddenCosts: null };
  return { text, day, currency: "USD", ...none };
}

export interface Lead {
  /** These products come first, in this order. */
  products: readonly string[];
  /** Products of this category come next, before products whose name only contains the text. */
  category: string | null;
}

/** A product's position in an order: by band, key, tie (smaller first), then slug. */
export interface Position {
  /** See bandOf(). If absent, the first band. */
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
  /** The last product of the previous page. Not used with an axis. */
  after: Position | null;
  /** Number of products to skip, if pages are numbered. */
  offset?: number;
  limit: number;
  axis?: PriceAxis | null;
}

/** The type of the sort key, which a cursor holds as text. */
export const SORT_KEY: Record<DiscoverSort, "numeric" | "text"> = {
  relevance: "numeric",
  price: "numeric",
  dearest: "numeric",
  name: "text",
  freshness: "numeric",
  confidence: "numeric",
};

export interface Facet {
  /** Null if unknown. */
  value: string | null;
  count: number;
}

export const FACETS = ["category", "pricingModel", "freeTier", "priceStatus", "freePlan", "selfHosted"] as const;
export type FacetName = (typeof FACETS)[number];

export interface DiscoverTotals {
  total: number;
  /** Products that may match: the data that would decide is unknown. */
  excluded: number;
  /** The best known of them. */
  excludedProducts: { slug: Slug; name: string }[];
  facets: Record<FacetName, Facet[]>;
}

export interface Discovery extends DiscoverTotals {
  /** In order. The next page begins after the last one. */
  products: Found[];
  more: boolean;
  /** No product has the text as its name: the results have a similarly spelled name. */
  isSpelled: boolean;
}
