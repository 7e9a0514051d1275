import { LRUCache } from "lru-cache";
import { type Db, getDb } from "@/db/client";
import { categoriesWithCounts } from "@/db/queries/categories";
import { changesByMonth, changesPage, countChanges, largestChanges, monthsRead } from "@/db/queries/changes";
import { type DiscoverTotals, discover, discoverPage } from "@/db/queries/discover";
import { membersOnDay, productsOfFamilies } from "@/db/queries/families";
import { listProducts } from "@/db/queries/listing";
import { observationsOf, recordCounts, withdrawnProducts } from "@/db/queries/observations";
import { ratedProducts } from "@/db/queries/observed";
import {
  allNames,
  type ProductRow,
  peersInCategory,
  productsInCategory,
  productsNamed,
  resolveProducts,
  searchProducts,
} from "@/db/queries/products";
import { allSources, type SourceUse, sourceUse } from "@/db/queries/sources";
import { catalogState, ping } from "@/db/queries/state";
import { leadOf, type Member, memberOn, withMembers } from "@/lib/catalog/family";
import { changesWithEvidence } from "@/lib/catalog/history";
import { absenceOn } from "@/lib/catalog/ledger";
import type { ListedProduct } from "@/lib/catalog/listing";
import { type NearestNames, nearestNames } from "@/lib/catalog/nearest";
import type { Peer } from "@/lib/catalog/peers";
import { reduce } from "@/lib/catalog/reduce";
import { AppError } from "@/lib/errors";
import { canonicalJson } from "@/lib/ids";
import { RETRY_SECONDS, reaching } from "@/lib/reach";
import type { Source } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Day, Slug } from "@/lib/schemas/primitives";
import type { PricingRecord, ReducedRecord } from "@/lib/schemas/record";
import type { Catalog, CatalogState, CategoryEntry, Lookup, ProductChanges, ProductEntry } from "./catalog";
import type { Site } from "./define";
import { dressRecord } from "./dress-record";
import { today } from "./views";

const STATE_TTL_MS = 5_000;
const MAX_RECORDS = 1_000;
const MAX_TOTALS = 200;
const MAX_DAYS = 8;
const MAX_CATEGORIES = 500;
const MAX_TEXTS = 1_000;
const MAX_SUGGESTIONS = 3;
/** Products whose records are derived together where a whole category is read. */
const BATCH = 10;

interface Shelf {
  state: CatalogState;
  sources: ReadonlyMap<string, Source>;
  categories: readonly CategoryEntry[];
  /** Products of which nothing stands any more: they answer by name, and are not offered. */
  withdrawn: ReadonlySet<string>;
  nearest: NearestNames;
}

/** The catalogue in the database. Records are derived on demand and kept until the content or the day changes. */
export function databaseCatalog(
  site: Site,
  connect: () => Promise<Db> = getDb,
  hasRoom: () => Promise<void> = async () => {},
): Catalog {
  const states = new LRUCache<"state", { value: CatalogState | null }>({ max: 1, ttl: STATE_TTL_MS });
  const shelves = new LRUCache<string, Promise<Shelf>>({ max: 2 });
  const records = new LRUCache<string, PricingRecord>({ max: MAX_RECORDS });
  const changes = new LRUCache<string, ProductChanges>({ max: MAX_RECORDS });
  const rated = new LRUCache<string, readonly Slug[]>({ max: MAX_DAYS });
  const peers = new LRUCache<string, readonly Peer[]>({ max: MAX_CATEGORIES });
  const uses = new LRUCache<string, SourceUse[]>({ max: 2 });
  const texts = new LRUCache<string, readonly string[]>({ max: MAX_TEXTS });
  const listings = new LRUCache<string, Promise<readonly ListedProduct[]>>({ max: 2 });
  const totals = new LRUCache<string, DiscoverTotals>({ max: MAX_TOTALS });

  const counts = new LRUCache<string, ReadonlyMap<string, number>>({ max: MAX_TOTALS });
  const reach = reaching(connect);
  let pinging: Promise<void> | undefined;

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
      const sources = await allSources(db);
      const withdrawn = await withdrawnProducts(db);
      const counted = await categoriesWithCounts(db);
      const gone = [...withdrawn.values()];
      const categories = counted.map((category) => ({
        ...category,
        productCount: category.productCount - gone.filter((product) => product.category === category.slug).length,
      }));
      return {
        state,
        sources: new Map(sources.map((source) => [source.slug, source])),
        categories,
        withdrawn: new Set(withdrawn.keys()),
        nearest: nearestNames(await allNames(db)),
      };
    });

  /** The products of each family as known on the day: from the index, or from the ledger for days before it was made. */
  const membersOf = async (
    families: readonly ProductRow[],
    asOf: Day,
    shelf: Shelf,
  ): Promise<ReadonlyMap<Slug, readonly Member[]>> => {
    if (families.length === 0) return new Map();
    if (asOf >= today(shelf.state.loadedAt)) return reach((db) => membersOnDay(db, families, asOf));
    const products = await reach((db) => productsOfFamilies(db, families));
    const all = [...products.values()].flat();
    const observed = await reach((db) =>
      observationsOf(
        db,
        all.map(({ slug }) => slug),
        asOf,
      ),
    );
    const records = await reduceAll(all, observed, asOf, shelf);
    return new Map(
      [...products].map(([family, members]) => [
        family,
        members.flatMap((product) => {
          const reduced = records.get(product.slug);
          return reduced ? [memberOn(product, reduced, observed.get(product.slug) ?? [])] : [];
        }),
      ]),
    );
  };

  /** What the ledger says of each product, families with their members. */
  const reduceAll = async (
    products: readonly ProductRow[],
    observed: ReadonlyMap<Slug, readonly Observation[]>,
    asOf: Day,
    shelf: Shelf,
  ): Promise<Map<Slug, ReducedRecord & { members?: readonly Member[] }>> => {
    const { sources } = shelf;
    const own = new Map<Slug, ReducedRecord & { members?: readonly Member[] }>();
    for (const { slug } of products) {
      const reduced = reduce(observed.get(slug) ?? [], { asOf, sources });
      if (reduced) own.set(slug, reduced);
    }
    const families = products.filter(({ slug, kind }) => kind === "family" && own.has(slug));
    for (const [slug, members] of await membersOf(families, asOf, shelf)) {
      const reduced = own.get(slug);
      if (!reduced) continue;
      const lead = leadOf(reduced, members);
      const behind = lead && (await reach((db) => observationsOf(db, [lead.slug], asOf))).get(lead.slug);
      const verification = behind ? (reduce(behind, { asOf, sources })?.verification ?? null) : null;
      own.set(slug, withMembers(reduced, members, verification));
    }
    return own;
  };

  const dress = (
    product: ProductRow,
    reduced: ReducedRecord & { members?: readonly Member[] },
    asOf: Day,
    shelf: Shelf,
  ): PricingRecord => {
    const category = shelf.categories.find((entry) => entry.slug === product.category);
    if (!category) throw new Error(`product ${product.slug} stands in the unknown category ${product.category}`);
    return dressRecord({ product: { ...product, formerSlugs: [] }, category, reduced, asOf, site });
  };

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
    const known = await reduceAll([...rows.values()], observed, asOf, shelf);
    for (const [slug, product] of rows) {
      const reduced = known.get(slug);
      if (!reduced) {
        later.push(slug);
        continue;
      }
      lookups.set(slug, { status: "found", record: dress(product, reduced, asOf, shelf) });
    }
    if (later.length > 0) {
      const everything = await reach((db) => observationsOf(db, later, today(now)));
      for (const slug of later) {
        const name = rows.get(slug)?.name ?? slug;
        lookups.set(slug, { slug, name, ...absenceOn(everything.get(slug) ?? [], asOf) });
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

  const countRecords: Catalog["recordCounts"] = async (asOf) => {
    const { state } = await currentShelf();
    const key = `${state.contentHash} ${asOf}`;
    const held = counts.get(key) ?? (await reach((db) => recordCounts(db, asOf)));
    counts.set(key, held);
    return held;
  };

  const readCategory: Catalog["readCategory"] = async (category, { asOf }) => {
    states.clear();
    const shelf = await currentShelf();
    const { state } = shelf;
    const sameEdition = async () => {
      const now = await reach(catalogState);
      if (now?.contentHash === state.contentHash) return;
      throw new AppError("unavailable", "The catalogue was loaded anew meanwhile.", { retryAfter: RETRY_SECONDS });
    };
    const batches = async function* () {
      const products = await reach((db) => productsInCategory(db, category));
      products.sort((a, b) => (a.slug < b.slug ? -1 : 1));
      // The first record alone: whoever reads gets something at once.
      for (let start = 0, end = 1; start < products.length; start = end, end += BATCH) {
        const batch = products.slice(start, end);
        const slugs = batch.map(({ slug }) => slug);
        const observed = await reach((db) => observationsOf(db, slugs, asOf));
        const known = await reduceAll(batch, observed, asOf, shelf);
        await sameEdition();
        yield batch.flatMap((product) => {
          const reduced = known.get(product.slug);
          return reduced ? [dress(product, reduced, asOf, shelf)] : [];
        });
      }
    };
    return { state, count: (await countRecords(asOf)).get(category) ?? 0, batches };
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

  const peersIn: Catalog["peersIn"] = async (category, { asOf }) => {
    const { state } = await currentShelf();
    const key = `${state.contentHash} ${asOf} ${category}`;
    const held = peers.get(key);
    if (held) return held;
    const found = await reach((db) => peersInCategory(db, category, asOf));
    peers.set(key, found);
    return found;
  };

  const find: Catalog["find"] = async (filters, limit) => {
    const { state } = await currentShelf();
    const key = canonicalJson([state.contentHash, filters, limit]);
    const held = texts.get(key);
    if (held) return held;
    const rows = await reach((db) => discoverPage(db, { filters, sort: "relevance", after: null, limit }));
    const slugs = rows.map(({ slug }) => slug);
    texts.set(key, slugs);
    return slugs;
  };

  const listing: Catalog["listing"] = async ({ asOf }) => {
    const { state } = await currentShelf();
    const key = `${state.contentHash} ${asOf}`;
    const held = listings.get(key);
    if (held) return held;
    const list = reach((db) => listProducts(db, asOf));
    listings.set(key, list);
    list.catch(() => listings.delete(key));
    return list;
  };

  const usagePriced: Catalog["ratedProducts"] = async ({ asOf }) => {
    const { state } = await currentShelf();
    const key = `${state.contentHash} ${asOf}`;
    const held = rated.get(key);
    if (held) return held;
    const found = await reach((db) => ratedProducts(db, asOf));
    rated.set(key, found);
    return found;
  };

  return {
    ratedProducts: usagePriced,
    records: lookUp,
    find,
    listing,
    changesOf,
    peersIn,
    record: async (slug, view) => (await lookUp([slug], view)).get(slug) ?? { status: "unknown" },
    nearest: async (text) => {
      const { withdrawn, nearest } = await currentShelf();
      const near = nearest(text, MAX_SUGGESTIONS + withdrawn.size);
      return near.filter((slug) => !withdrawn.has(slug)).slice(0, MAX_SUGGESTIONS);
    },
    categories: async () => [...(await currentShelf()).categories],
    recordCounts: countRecords,
    readCategory,
    productsIn: async (category) => {
      const { withdrawn } = await currentShelf();
      const found = await reach((db) => productsInCategory(db, category));
      return found.filter(({ slug }) => !withdrawn.has(slug)).map(entryOf);
    },
    named: async (texts) =>
      new Map(
        [...(await reach((db) => productsNamed(db, texts)))].map(([text, rows]) => [text, rows.map(entryOf)] as const),
      ),
    search: async (text, limit) => {
      const { withdrawn } = await currentShelf();
      const found = await reach((db) => searchProducts(db, text, limit + withdrawn.size));
      return found
        .filter(({ slug }) => !withdrawn.has(slug))
        .slice(0, limit)
        .map(entryOf);
    },
    discover: async ({ limit, ...page }) => {
      const { state } = await currentShelf();
      const key = canonicalJson([state.contentHash, page.filters]);
      const held = totals.get(key);
      const found = await reach((db) => discover(db, { ...page, limit: limit + 1 }, held === undefined));
      const counted = held ?? found.totals;
      totals.set(key, counted);
      return { ...counted, products: found.products.slice(0, limit), more: found.products.length > limit };
    },
    ledger: async ({ limit, ...page }) => {
      await currentShelf();
      const rows = await reach((db) => changesPage(db, { ...page, limit: limit + 1 }));
      const total = await reach((db) => countChanges(db, page.filters));
      return { rows: rows.slice(0, limit), total, more: rows.length > limit };
    },
    ledgerMonths: (filters) => reach((db) => changesByMonth(db, filters)),
    monthsRead: (filters) => reach((db) => monthsRead(db, filters)),
    largestChanges: (page) => reach((db) => largestChanges(db, page)),
    sources: async () => [...(await currentShelf()).sources.values()],
    sourceUse: async () => {
      const { state } = await currentShelf();
      const held = uses.get(state.contentHash);
      if (held) return held;
      const counted = await reach(sourceUse);
      uses.set(state.contentHash, counted);
      return counted;
    },
    state: currentState,
    ping: () => {
      // Who asks while the database is asked waits for the same answer.
      pinging ??= Promise.all([reach(ping), hasRoom()])
        .then(() => {})
        .finally(() => {
          pinging = undefined;
        });
      return pinging;
    },
  };
}

function entryOf({ slug, name, category }: ProductRow): ProductEntry {
  return { slug, name, category };
}
