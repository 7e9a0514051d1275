import type { ChangeFilters, ChangePosition, LedgerRow, MonthOfChanges, MonthRead } from "@/db/queries/changes";
import type { Citing } from "@/db/queries/observations";
import type { SourceUse } from "@/db/queries/sources";
import type { Awaitable } from "@/lib/awaitable";
import type { PriceReading } from "@/lib/catalog/history";
import type { Absence } from "@/lib/catalog/ledger";
import type { ListedProduct } from "@/lib/catalog/listing";
import type { Alternative } from "@/lib/catalog/peers";
import type { Meaning } from "@/lib/discovery/names";
import type { DiscoverFilters, DiscoverPage, Discovery } from "@/lib/discovery/page";
import type { Source } from "@/lib/schemas/catalog";
import type { CheckOutcome } from "@/lib/schemas/check";
import type { Observation } from "@/lib/schemas/observation";
import type { Day, Slug } from "@/lib/schemas/primitives";
import type { Evidence, PriceChange, PricingRecord } from "@/lib/schemas/record";

/**
 * The data about a product on a day. `not_yet`: the product is in the catalogue, but nothing was known about it by that
 * day. `withdrawn`: its sources have retracted everything.
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
  /** Search words. Never shown. */
  aliases?: readonly string[];
  productCount: number;
}

export interface ProductEntry {
  slug: Slug;
  name: string;
  category: Slug;
}

export interface Names {
  categories: readonly CategoryEntry[];
  /** Returns the product that a text names, or the products that it may name: see meaningOf(). */
  meant(text: string): Meaning<ProductEntry>;
  /** The products that have this text as slug, former slug, name or alias. */
  named(text: string): readonly ProductEntry[];
}

export interface CatalogState {
  /** Hash of the loaded files. */
  contentHash: string;
  loadedAt: Date;
  /** How often runs have changed the loaded data. */
  revision: number;
  /** When the catalogue was loaded or a run last changed it. */
  changedAt: Date;
  counts: { products: number; categories: number; sources: number; observations: number };
}

/** Returns a key that changes whenever a response about any product can change. */
export function editionKey({ contentHash, loadedAt, revision }: CatalogState): string {
  return `${contentHash} ${loadedAt.getTime()} ${revision}`;
}

export interface View {
  asOf: Day;
  now: Date;
}

/** A product's price changes with their evidence, and its readings. */
export interface ProductChanges {
  changes: PriceChange[];
  evidence: Evidence[];
  readings: PriceReading[];
  /** Days on which this service read the vendor's page and confirmed the shown price, oldest first. */
  checkedOn: Day[];
}

/** Activity during the period for which a check is valid: see POLICY. */
export interface Lately {
  /** Products whose vendor's page was read and confirmed the shown price. */
  verified: number;
  /** Checks of vendors' pages, by outcome. */
  checks: Partial<Record<CheckOutcome, number>>;
  /** The last runs, newest first. */
  runs: { kind: "collect" | "verify" | "review"; source: Slug | null; startedAt: Date; outcome: string | null }[];
}

/** A run of one kind of job. Outcome and end are null while it is running. */
export interface LastRun {
  startedAt: Date;
  endedAt: Date | null;
  outcome: string | null;
}

export interface CategoryReading {
  state: CatalogState;
  /** Stays the same as long as no record of the category can change. */
  edition: string;
  /** Number of records. */
  count: number;
  /**
   * Yields every record in the order of slugs, in small batches. Records are derived on demand and not cached. Throws
   * AppError `unavailable` if the catalogue is reloaded meanwhile, because parts of two editions do not belong
   * together.
   */
  batches(): AsyncIterable<readonly PricingRecord[]>;
}

export interface LedgerPage {
  rows: LedgerRow[];
  total: number;
  more: boolean;
}

/** The catalogue as operations see it. If the database cannot be reached, its methods throw AppError `unavailable`. */
export interface Catalog {
  /** Returns the names in the current edition. */
  names(): Awaitable<Names>;
  /** Looks up `name` as meant() does. The record has the slug. */
  record(name: string, view: View): Awaitable<Lookup>;
  /** Keyed by the requested names. With `use` "list", records have no scenarios or dated prices and are not cached. */
  records(names: readonly string[], view: View, use?: "list"): Promise<Map<string, Lookup>>;
  /** See `Names.meant`. */
  meant(text: string): Awaitable<Meaning<ProductEntry>>;
  /**
   * Returns whether the product with this slug or name has a rate card of many models, whose record takes long to
   * derive.
   */
  hasLargeCard(text: string): Awaitable<boolean>;
  /** Returns every price change of a product as known on the view's day, oldest first. Empty for an unknown slug. */
  changesOf(slug: Slug, view: View): Awaitable<ProductChanges>;
  /**
   * Returns a value that stays the same as long as the product's record of a day cannot change; "" before the first
   * load.
   */
  editionOf(slug: Slug): Awaitable<string>;
  /** Returns the slugs nearest to a text, best first. */
  nearest(text: string): Promise<string[]>;
  /** Returns the same list throughout an edition. */
  categories(): Awaitable<readonly CategoryEntry[]>;
  /** Returns how many records each category has as known on a day. A category without records may be absent. */
  recordCounts(asOf: Day): Promise<ReadonlyMap<Slug, number>>;
  /** Returns a whole category as known on a day, from one edition of the catalogue. */
  readCategory(category: Slug, view: View): Promise<CategoryReading>;
  productsIn(category: Slug): Promise<ProductEntry[]>;
  /** Returns the alternatives to a product, the likeliest first, as known on the view's day. */
  alternatives(slug: Slug, view: Pick<View, "asOf">): Awaitable<readonly Alternative[]>;
  /** Returns every product with data on the view's day, by name. There is one list for each edition and day. */
  listing(view: Pick<View, "asOf">): Promise<readonly ListedProduct[]>;
  /** Returns the slugs of products with usage prices. */
  ratedProducts(view: View): Promise<readonly Slug[]>;
  /** Returns the products of each text as `Names.named` does. Texts without a product are omitted. */
  named(texts: readonly string[]): Awaitable<ReadonlyMap<string, readonly ProductEntry[]>>;
  discover(page: DiscoverPage): Awaitable<Discovery>;
  /** Returns the slugs of the first products that discover finds, the best match first. */
  find(filters: DiscoverFilters, limit: number): Awaitable<readonly Slug[]>;
  /** Returns price changes of all products, newest first. */
  ledger(page: { filters: ChangeFilters; after: ChangePosition | null; limit: number }): Promise<LedgerPage>;
  /** Returns the rises and falls in each month that has a change, oldest first. */
  ledgerMonths(filters: ChangeFilters): Promise<MonthOfChanges[]>;
  /** Returns the months in which prices were read, oldest first. */
  monthsRead(filters: Pick<ChangeFilters, "prices" | "category" | "product" | "day">): Promise<MonthRead[]>;
  /** Returns the largest change of each product by its ratio, of list prices or of all other prices. */
  largestChanges(page: { filters: ChangeFilters; of: "lists" | "others"; limit: number }): Promise<LedgerRow[]>;
  /**
   * Returns the observations that cite one piece of evidence, as known on a day, by product, and the retractions of
   * these products.
   */
  citing(evidence: string, view: Pick<View, "asOf">): Promise<{ citing: Citing[]; retractions: Observation[] }>;
  /** Returns this service's own recent work on the ledger. */
  lately(view: View): Promise<Lately>;
  /**
   * Returns the last run that read public lists and the last that read vendors' pages, or null if there was no such
   * run.
   */
  lastRuns(): Promise<Record<"collect" | "verify", LastRun | null>>;
  /** Returns every source, by slug. */
  sources(): Promise<Source[]>;
  /** Returns the contribution of each source. */
  sourceUse(): Promise<SourceUse[]>;
  /** Returns null while nothing has been loaded. The state is at most a second old. */
  state(): Awaitable<CatalogState | null>;
  /** Throws if the database does not respond. */
  ping(): Promise<void>;
}

/** Returns the state, or null also if the catalogue cannot be reached. */
export function stateOf({ state }: Pick<Catalog, "state">): Awaitable<CatalogState | null> {
  const known = state();
  return known instanceof Promise ? known.catch(() => null) : known;
}
