import { LRUCache } from "lru-cache";
import { type Db, getDb } from "@/db/client";
import { categoriesWithCounts } from "@/db/queries/categories";
import { changesPage, countChanges } from "@/db/queries/changes";
import { type DiscoverTotals, discoverPage, discoverTotals } from "@/db/queries/discover";
import { observationsOf } from "@/db/queries/observations";
import {
  nearestSlugs,
  type ProductRow,
  productsInCategory,
  resolveProducts,
  searchProducts,
} from "@/db/queries/products";
import { allSources } from "@/db/queries/sources";
import { catalogState, ping } from "@/db/queries/state";
import { changesWithEvidence } from "@/lib/catalog/history";
import { buildRecord } from "@/lib/catalog/record";
import { reduce } from "@/lib/catalog/reduce";
import { AppError } from "@/lib/errors";
import { canonicalJson } from "@/lib/ids";
import type { Source } from "@/lib/schemas/catalog";
import type { Day } from "@/lib/schemas/primitives";
import type { PricingRecord } from "@/lib/schemas/record";
import type { Catalog, CatalogState, CategoryEntry, Lookup, ProductChanges, ProductEntry } from "./catalog";
import type { Site } from "./define";
import { today } from "./views";

const STATE_TTL_MS = 5_000;
const MAX_RECORDS = 1_000;
const MAX_TOTALS = 200;
const MAX_SUGGESTIONS = 3;
const RETRY_SECONDS = 5;

interface Shelf {
  state: CatalogState;
  sources: ReadonlyMap<string, Source>;
  categories: readonly CategoryEntry[];
}

/** The catalogue in the database. Records are derived on demand and kept until the content or the day changes. */
export function databaseCatalog(site: Site, connect: () => Promise<Db> = getDb): Catalog {
  const states = new LRUCache<"state", { value: CatalogState | null }>({ max: 1, ttl: STATE_TTL_MS });
  const shelves = new LRUCache<string, Promise<Shelf>>({ max: 2 });
  const records = new LRUCache<string, PricingRecord>({ max: MAX_RECORDS });
  const changes = new LRUCache<string, ProductChanges>({ max: MAX_RECORDS });

  const totals = new LRUCache<string, DiscoverTotals>({ max: MAX_TOTALS });

  const reach = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const db = await connect().catch((cause: unknown) => {
      throw unreachable(cause);
    });
    return work(db).catch((cause: unknown) => {
      throw isConnectionFault(cause) ? unreachable(cause) : cause;
    });
  };

  const currentState = async (): Promise<CatalogState | null> => {
    const held = states.get("state");
    if (held) return held.value;
    const value = await reach(catalogState);
    // An empty catalogue is looked at anew: it may be loading.
    if (value) states.set("state", { value });
    return value;
  };

  const currentShelf = async (): Promise<Shelf> => {
    const state = await currentState();
    if (!state) throw new AppError("unavailable", "The catalogue is not loaded yet.", { retryAfter: RETRY_SECONDS });
    const key = `${state.contentHash} ${state.loadedAt.getTime()}`;
    const held = shelves.get(key);
    if (held) return held;
    const shelf = readShelf(state);
    shelves.set(key, shelf);
    shelf.catch(() => shelves.delete(key));
    return shelf;
  };

  const readShelf = (state: CatalogState): Promise<Shelf> =>
    reach(async (db) => {
      const [sources, categories] = [await allSources(db), await categoriesWithCounts(db)];
      return { state, sources: new Map(sources.map((source) => [source.slug, source])), categories };
    });

  const derive = async (
    products: ReadonlyMap<string, ProductRow>,
    asOf: Day,
    now: Date,
    shelf: Shelf,
  ): Promise<Map<string, Lookup>> => {
    const rows = new Map([...products.values()].map((product) => [product.slug, product]));
    const observed = await reach((db) => observationsOf(db, [...rows.keys()], asOf));
    const lookups = new Map<string, Lookup>();
    const later: string[] = [];
    for (const [slug, product] of rows) {
      const reduced = reduce(observed.get(slug) ?? [], { asOf, sources: shelf.sources });
      if (!reduced) {
        later.push(slug);
        continue;
      }
      const category = shelf.categories.find((entry) => entry.slug === product.category);
      if (!category) throw new Error(`product ${slug} stands in the unknown category ${product.category}`);
      const record = buildRecord({ product: { ...product, formerSlugs: [] }, category, reduced, asOf, site });
      lookups.set(slug, { status: "found", record });
    }
    if (later.length > 0) {
      const everything = await reach((db) => observationsOf(db, later, today(now)));
      for (const slug of later) {
        lookups.set(slug, { status: "not_yet", slug, knownSince: everything.get(slug)?.[0]?.observedAt ?? null });
      }
    }
    return new Map(
      [...products].flatMap(([asked, { slug }]) => {
        const lookup = lookups.get(slug);
        return lookup ? [[asked, lookup] as const] : [];
      }),
    );
  };

  const lookUp: Catalog["records"] = async (slugs, { asOf, now }) => {
    const shelf = await currentShelf();
    const keyOf = (slug: string) => `${shelf.state.contentHash} ${asOf} ${slug}`;
    const answers = new Map<string, Lookup>();
    const missing: string[] = [];
    for (const slug of slugs) {
      const record = records.get(keyOf(slug));
      if (record) answers.set(slug, { status: "found", record });
      else missing.push(slug);
    }
    if (missing.length === 0) return answers;
    const products = await reach((db) => resolveProducts(db, missing));
    const derived = await derive(products, asOf, now, shelf);
    for (const slug of missing) {
      const lookup = derived.get(slug) ?? { status: "unknown" };
      if (lookup.status === "found") records.set(keyOf(slug), lookup.record);
      answers.set(slug, lookup);
    }
    return answers;
  };

  const changesOf: Catalog["changesOf"] = async (slug, { asOf }) => {
    const shelf = await currentShelf();
    const key = `${shelf.state.contentHash} ${asOf} ${slug}`;
    const held = changes.get(key);
    if (held) return held;
    const observed = await reach((db) => observationsOf(db, [slug], asOf));
    const found = changesWithEvidence(observed.get(slug) ?? [], { asOf, sources: shelf.sources });
    changes.set(key, found);
    return found;
  };

  return {
    records: lookUp,
    changesOf,
    record: async (slug, view) => (await lookUp([slug], view)).get(slug) ?? { status: "unknown" },
    nearest: (text) => reach((db) => nearestSlugs(db, text, MAX_SUGGESTIONS)),
    categories: async () => [...(await currentShelf()).categories],
    productsIn: async (category) => (await reach((db) => productsInCategory(db, category))).map(entryOf),
    search: async (text, limit) => (await reach((db) => searchProducts(db, text, limit))).map(entryOf),
    discover: async ({ limit, ...page }) => {
      const { state } = await currentShelf();
      const key = canonicalJson([state.contentHash, page.filters]);
      const rows = await reach((db) => discoverPage(db, { ...page, limit: limit + 1 }));
      const counted = totals.get(key) ?? (await reach((db) => discoverTotals(db, page.filters)));
      totals.set(key, counted);
      return { ...counted, products: rows.slice(0, limit), more: rows.length > limit };
    },
    ledger: async ({ limit, ...page }) => {
      await currentShelf();
      const rows = await reach((db) => changesPage(db, { ...page, limit: limit + 1 }));
      const total = await reach((db) => countChanges(db, page.filters));
      return { rows: rows.slice(0, limit), total, more: rows.length > limit };
    },
    state: currentState,
    ping: () => reach(ping),
  };
}

function entryOf({ slug, name, category }: ProductRow): ProductEntry {
  return { slug, name, category };
}

function unreachable(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError("unavailable", "The database cannot be reached.", { retryAfter: RETRY_SECONDS, cause });
}

const SYSTEM_FAULTS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);
// SQLSTATE: connection exceptions, too many connections, a database closed to connections, shutdown and start-up.
const SQL_FAULTS = /^(?:08\w{3}|53300|55000|57P0[1-5])$/;
// node-postgres gives these two no code.
const POOL_FAULTS = /^(?:Connection terminated|timeout exceeded when trying to connect)/;

function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (SYSTEM_FAULTS.has(code) || SQL_FAULTS.test(code) || POOL_FAULTS.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isConnectionFault)) return true;
  return isConnectionFault(error.cause);
}
