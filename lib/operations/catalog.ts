import type { ChangeFilters, ChangePosition, LedgerRow, MonthOfChanges, MonthRead } from "@/db/queries/changes";
import type { DiscoverFilters, DiscoverPage, DiscoverTotals, Found } from "@/db/queries/discover";
import type { SourceUse } from "@/db/queries/sources";
import type { Absence } from "@/lib/catalog/ledger";
import type { ListedProduct } from "@/lib/catalog/listing";
import type { Peer } from "@/lib/catalog/peers";
import type { Source } from "@/lib/schemas/catalog";
import type { Day, Slug } from "@/lib/schemas/primitives";
import type { Evidence, PriceChange, PricingRecord } from "@/lib/schemas/record";

/**
 * What is known of a product on a day. `not_yet`: it is in the catalogue, but nothing was known of it by then.
 * `withdrawn`: its sources have taken back all that was known.
 */
export type Lookup =
  | { status: "found"; record: PricingRecord }
  | ({ slug: Slug; name: string } & Absence)
  | { status: "unknown" };

export interface CategoryEntry {
  slug: Slug;
  name: string;
  group: string;
  description: string;
  /** Other words by which people look for it: never shown. */
  aliases?: readonly string[];
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
  /** In order; the last tells where the next page begins. */
  products: Found[];
  more: boolean;
}

export interface CategoryReading {
  /** The edition read. */
  state: CatalogState;
  /** How many records there are. */
  count: number;
  /**
   * Every record in the order of slugs, a few at a time, made only when asked for and not kept. Throws AppError
   * `unavailable` where the catalogue is loaded anew meanwhile: parts of two editions make no whole.
   */
  batches(): AsyncIterable<readonly PricingRecord[]>;
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
  /** How many records each category has as known on a day; one without any may be absent. */
  recordCounts(asOf: Day): Promise<ReadonlyMap<Slug, number>>;
  /** A whole category as known on a day, from one edition of the catalogue. */
  readCategory(category: Slug, view: View): Promise<CategoryReading>;
  productsIn(category: Slug): Promise<ProductEntry[]>;
  /** The products of a category of which something is known on the view's day, with their starting prices. */
  peersIn(category: Slug, view: View): Promise<readonly Peer[]>;
  /** Every product of which something is known on the view's day, by name. One list for each edition and day. */
  listing(view: Pick<View, "asOf">): Promise<readonly ListedProduct[]>;
  /** Slugs of the products that are priced by use. */
  ratedProducts(view: View): Promise<readonly Slug[]>;
  search(text: string, limit: number): Promise<ProductEntry[]>;
  /** The products that have one of these texts as slug, former slug, name or alias, by the text. */
  named(texts: readonly string[]): Promise<Map<string, ProductEntry[]>>;
  discover(page: DiscoverPage): Promise<Discovery>;
  /** Slugs of the first products that discover finds, the best match first. */
  find(filters: DiscoverFilters, limit: number): Promise<readonly Slug[]>;
  /** Price changes of every product, newest first. */
  ledger(page: { filters: ChangeFilters; after: ChangePosition | null; limit: number }): Promise<LedgerPage>;
  /** What rose and fell in each month that has a change, oldest first. */
  ledgerMonths(filters: ChangeFilters): Promise<MonthOfChanges[]>;
  /** The months in which prices were read, oldest first. */
  monthsRead(filters: Pick<ChangeFilters, "category" | "product" | "day">): Promise<MonthRead[]>;
  /** The largest step of each product by its ratio, of list prices or of all other prices. */
  largestChanges(page: { filters: ChangeFilters; of: "lists" | "others"; limit: number }): Promise<LedgerRow[]>;
  /** Every source, by slug. */
  sources(): Promise<Source[]>;
  /** What each source contributes. */
  sourceUse(): Promise<SourceUse[]>;
  /** Null while nothing has been loaded. At most a few seconds old. */
  state(): Promise<CatalogState | null>;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
}
