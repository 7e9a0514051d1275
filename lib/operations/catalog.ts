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

export interface Names {
  categories: readonly CategoryEntry[];
  /** The product that a text names, as people write it, or those that it may name: see meaningOf(). */
  meant(text: string): Meaning<ProductEntry>;
  /** The products that have this text as slug, former slug, name or alias. */
  named(text: string): readonly ProductEntry[];
}

export interface CatalogState {
  /** Of the files that were loaded. */
  contentHash: string;
  loadedAt: Date;
  /** How often runs changed what was loaded. */
  revision: number;
  /** When it was loaded, or changed last by a run. */
  changedAt: Date;
  counts: { products: number; categories: number; sources: number; observations: number };
}

/** What an answer is made of that may stand on any product. */
export function editionKey({ contentHash, loadedAt, revision }: CatalogState): string {
  return `${contentHash} ${loadedAt.getTime()} ${revision}`;
}

export interface View {
  asOf: Day;
  now: Date;
}

/** The steps between a product's dated prices, and what shows them. */
export interface ProductChanges {
  changes: PriceChange[];
  evidence: Evidence[];
  readings: PriceReading[];
  /** Days on which this service read the vendor's page and found what was shown, oldest first. */
  checkedOn: Day[];
}

/** Over the last days for which a check holds: see POLICY. */
export interface Lately {
  /** Products whose vendor's page was read and said what is shown. */
  verified: number;
  /** Checks of vendors' pages, by how they ended. */
  checks: Partial<Record<CheckOutcome, number>>;
  /** The last runs, newest first. */
  runs: { kind: "collect" | "verify" | "review"; source: Slug | null; startedAt: Date; outcome: string | null }[];
}

/** A run of a kind of work; outcome and end are null while it is under way. */
export interface LastRun {
  startedAt: Date;
  endedAt: Date | null;
  outcome: string | null;
}

export interface CategoryReading {
  state: CatalogState;
  /** Alike as long as no record of the category can be another. */
  edition: string;
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
  /** What things are called in the edition that stands. */
  names(): Awaitable<Names>;
  /** `name` as meant() reads it; the record carries the slug. */
  record(name: string, view: View): Awaitable<Lookup>;
  /** Keyed by the names as asked. `use` "list": without scenarios and dated prices, and not kept. */
  records(names: readonly string[], view: View, use?: "list"): Promise<Map<string, Lookup>>;
  /** As names() tells it. */
  meant(text: string): Awaitable<Meaning<ProductEntry>>;
  /** Whether the product with this slug or name has a rate card of many models, whose record takes long to derive. */
  hasLargeCard(text: string): Awaitable<boolean>;
  /** Every price change of a product as known on the view's day, oldest first; none for an unknown slug. */
  changesOf(slug: Slug, view: View): Awaitable<ProductChanges>;
  /** Alike as long as the product's record of a day can be no other; "" before the first load. */
  editionOf(slug: Slug): Awaitable<string>;
  /** Slugs nearest to a text, best first. */
  nearest(text: string): Promise<string[]>;
  /** One list for each edition. */
  categories(): Awaitable<readonly CategoryEntry[]>;
  /** How many records each category has as known on a day; one without any may be absent. */
  recordCounts(asOf: Day): Promise<ReadonlyMap<Slug, number>>;
  /** A whole category as known on a day, from one edition of the catalogue. */
  readCategory(category: Slug, view: View): Promise<CategoryReading>;
  productsIn(category: Slug): Promise<ProductEntry[]>;
  /** What may be taken in a product's place, the likeliest first, as known on the view's day. */
  alternatives(slug: Slug, view: Pick<View, "asOf">): Awaitable<readonly Alternative[]>;
  /** Every product of which something is known on the view's day, by name. One list for each edition and day. */
  listing(view: Pick<View, "asOf">): Promise<readonly ListedProduct[]>;
  /** Slugs of the products that are priced by use. */
  ratedProducts(view: View): Promise<readonly Slug[]>;
  /** As names() tells it, by the text; without those that nothing has. */
  named(texts: readonly string[]): Awaitable<ReadonlyMap<string, readonly ProductEntry[]>>;
  discover(page: DiscoverPage): Awaitable<Discovery>;
  /** Slugs of the first products that discover finds, the best match first. */
  find(filters: DiscoverFilters, limit: number): Awaitable<readonly Slug[]>;
  /** Price changes of every product, newest first. */
  ledger(page: { filters: ChangeFilters; after: ChangePosition | null; limit: number }): Promise<LedgerPage>;
  /** What rose and fell in each month that has a change, oldest first. */
  ledgerMonths(filters: ChangeFilters): Promise<MonthOfChanges[]>;
  /** The months in which prices were read, oldest first. */
  monthsRead(filters: Pick<ChangeFilters, "prices" | "category" | "product" | "day">): Promise<MonthRead[]>;
  /** The largest step of each product by its ratio, of list prices or of all other prices. */
  largestChanges(page: { filters: ChangeFilters; of: "lists" | "others"; limit: number }): Promise<LedgerRow[]>;
  /** What rests on one piece of evidence, as known on a day, by product; and what of these products was taken back. */
  citing(evidence: string, view: Pick<View, "asOf">): Promise<{ citing: Citing[]; retractions: Observation[] }>;
  /** What this service did by itself of late to keep the ledger true. */
  lately(view: View): Promise<Lately>;
  /** When this service last read public lists, and vendors' pages; null: never. */
  lastRuns(): Promise<Record<"collect" | "verify", LastRun | null>>;
  /** Every source, by slug. */
  sources(): Promise<Source[]>;
  /** What each source contributes. */
  sourceUse(): Promise<SourceUse[]>;
  /** Null while nothing has been loaded. At most a second old. */
  state(): Awaitable<CatalogState | null>;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
}

/** Null too where the catalogue cannot be reached. */
export function stateOf({ state }: Pick<Catalog, "state">): Awaitable<CatalogState | null> {
  const known = state();
  return known instanceof Promise ? known.catch(() => null) : known;
}
