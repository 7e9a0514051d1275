import type { ChangeFilters, ChangePosition, LedgerRow } from "@/db/queries/changes";
import type { DiscoverPage, DiscoverTotals } from "@/db/queries/discover";
import type { Day, Slug } from "@/lib/schemas/primitives";
import type { Evidence, PriceChange, PricingRecord } from "@/lib/schemas/record";

/** What is known of a product on a day. `not_yet`: it is in the catalogue, but nothing was known of it by then. */
export type Lookup =
  | { status: "found"; record: PricingRecord }
  | { status: "not_yet"; slug: Slug; knownSince: Day | null }
  | { status: "unknown" };

export interface CategoryEntry {
  slug: Slug;
  name: string;
  group: string;
  description: string;
  productCount: number;
}

export interface ProductEntry {
  slug: Slug;
  name: string;
  category: Slug;
}

export interface CatalogState {
  contentHash: string;
  loadedAt: Date;
  counts: { products: number; categories: number; sources: number; observations: number };
}

export interface View {
  asOf: Day;
  now: Date;
}

/** The steps between a product's dated prices, and what shows them. */
export interface ProductChanges {
  changes: PriceChange[];
  evidence: Evidence[];
}

export interface Discovery extends DiscoverTotals {
  /** In order; the key tells where the next page begins. */
  products: { slug: Slug; key: string }[];
  more: boolean;
}

export interface LedgerPage {
  rows: LedgerRow[];
  total: number;
  more: boolean;
}

/** The catalogue as operations see it. A database that cannot be reached is an AppError `unavailable`. */
export interface Catalog {
  /** `slug` may be a former slug or an alias; the record carries the canonical one. */
  record(slug: string, view: View): Promise<Lookup>;
  /** Keyed by the slugs as asked. */
  records(slugs: readonly string[], view: View): Promise<Map<string, Lookup>>;
  /** Every price change of a product as known on the view's day, oldest first; none for an unknown slug. */
  changesOf(slug: Slug, view: View): Promise<ProductChanges>;
  /** Slugs nearest to a text, best first. */
  nearest(text: string): Promise<string[]>;
  categories(): Promise<CategoryEntry[]>;
  productsIn(category: Slug): Promise<ProductEntry[]>;
  search(text: string, limit: number): Promise<ProductEntry[]>;
  discover(page: DiscoverPage): Promise<Discovery>;
  /** Price changes of every product, newest first. */
  ledger(page: { filters: ChangeFilters; after: ChangePosition | null; limit: number }): Promise<LedgerPage>;
  /** Null while nothing has been loaded. At most a few seconds old. */
  state(): Promise<CatalogState | null>;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
}
