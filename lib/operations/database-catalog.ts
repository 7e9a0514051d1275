import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import oftenCompared from "@/db/catalog/often-compared.json";
import unlisted from "@/db/catalog/unlisted-products.json";
import { type Db, getDb } from "@/db/client";
import { changesByMonth, changesPage, countChanges, largestChanges, monthsRead } from "@/db/queries/changes";
import { checkCounts, checksOf, lastConfirmed } from "@/db/queries/checks";
import { membersOnDay, productsOfFamilies } from "@/db/queries/families";
import { listedAfter, listProducts } from "@/db/queries/listing";
import {
  observationsCiting,
  observationsIn,
  observationsOf,
  observationTexts,
  recordCounts,
  retractionsOf,
} from "@/db/queries/observations";
import { ratedProducts } from "@/db/queries/observed";
import {
  type DiscoveryEntries,
  discoveryEntries,
  entriesAfter,
  type ProductRow,
  productRevisions,
} from "@/db/queries/products";
import { recentRuns } from "@/db/queries/runs";
import { allSources, sourceUse } from "@/db/queries/sources";
import { catalogState, categoryRevision, ping } from "@/db/queries/state";
import { type Awaitable, after, turnTaken } from "@/lib/awaitable";
import { dayOf, isConfirming, type RecordedCheck } from "@/lib/catalog/checks";
import { addDays, END_OF_TIME } from "@/lib/catalog/day";
import { type DerivedRecord, leadOf, type Member, memberOn, withMembers } from "@/lib/catalog/family";
import { changesWithEvidence, priceReadings } from "@/lib/catalog/history";
import { absenceOn } from "@/lib/catalog/ledger";
import type { ListedProduct } from "@/lib/catalog/listing";
import { POLICY } from "@/lib/catalog/policy";
import { reduce } from "@/lib/catalog/reduce";
import { type Finder, finders } from "@/lib/discovery/finder";
import { AppError } from "@/lib/errors";
import { flagshipFacts } from "@/lib/format/rate-texts";
import { logger } from "@/lib/logger";
import { type PackedText, packed, unpacked } from "@/lib/packed-text";
import { RETRY_SECONDS, reaching } from "@/lib/reach";
import { refreshed } from "@/lib/refreshed";
import type { Source } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Day, Slug } from "@/lib/schemas/primitives";
import type { PricingRecord } from "@/lib/schemas/record";
import {
  type Catalog,
  type CatalogState,
  type CategoryEntry,
  editionKey,
  type Lookup,
  type Names,
  type ProductChanges,
  type ProductEntry,
} from "./catalog";
import type { Site } from "./define";
import { dressRecord } from "./dress-record";
import { MB } from "./kept-values";
import { today } from "./views";

/** Within this time, every process serves the same edition. */
const STATE_MS = 900;
/**
 * After this time the state is queried again. The query takes a fraction of a millisecond, and no request waits for it.
 */
const LOOK_AFTER_MS = 450;
/**
 * If the database is down, the last known state is valid for this long: no longer than caches on the way may serve it.
 */
const AWAY_MS = 300_000;
/** Cached records by the length of their JSON. The twenty largest of the shipped catalogue come to 11 MB. */
const RECORD_BYTES = 20 * MB;
/** For this long every caller of ping() gets the same result. */
const PING_MS = 500;
/** The changes of one product come to at most 1.3 MB. */
const CHANGES_BYTES = 4 * MB;
/** Compressed observations. The largest product takes 0.4 MB. */
const LEDGER_BYTES = 8 * MB;
/** Approximate size of a check. */
const CHECK_BYTES = 1_000;
/** Cached results of queries about the whole catalogue. They are small. */
const MAX_ANSWERS = 64;
const MAX_SUGGESTIONS = 3;
const RUNS_TOLD = 10;
/** A rate card with this many models takes longer to reduce than the record of any other product. */
const MANY_MODELS = 100;
/** Products whose records are derived together. */
const BATCH = 10;

/** Everything that is recorded about a product. */
interface Ledger<Text> {
  /** See observationTexts(). */
  observed: Text;
  checks: readonly RecordedCheck[];
}

/** Everything that is recorded about a product by the end of a day. */
interface Recorded {
  observed: readonly Observation[];
  /** Checks of its page. */
  checks: readonly RecordedCheck[];
}

const NOTHING: Recorded = { observed: [], checks: [] };

type ReadRecorded = (slugs: readonly Slug[], asOf: Day, shelf: Shelf) => Promise<ReadonlyMap<Slug, Recorded>>;

interface Shelf {
  state: CatalogState;
  /** Number of the load. Later runs do not change it. */
  edition: number;
  names: Names;
  sources: ReadonlyMap<string, Source>;
  categories: readonly CategoryEntry[];
  entries: DiscoveryEntries;
  /** Products whose data was all retracted. They are found by name, but not offered. */
  withdrawn: ReadonlySet<string>;
  finder: Finder;
  /** Products with a rate card of at least MANY_MODELS models. */
  largeCards: ReadonlySet<Slug>;
  /** The last revision of each product that a run changed. */
  revisions: ReadonlyMap<Slug, number>;
}

/** Every product as lists show it on a day. */
interface Listing {
  state: CatalogState;
  asOf: Day;
  list: Promise<readonly ListedProduct[]>;
}

/**
 * Returns the catalogue in the database. Records are derived on demand and cached until the content or the day changes.
 */
export function databaseCatalog(
  site: Site,
  connect: () => Promise<Db> = getDb,
  hasRoom: () => Promise<void> = async () => {},
  recordBytes = RECORD_BYTES,
): Catalog {
  const shelves = new LRUCache<string, Promise<Shelf>>({ max: 1 });
  const found = finders();
  const records = new LRUCache<string, PricingRecord>({ maxSize: recordBytes, sizeCalculation: jsonLength });
  const changes = new LRUCache<string, ProductChanges>({ maxSize: CHANGES_BYTES, sizeCalculation: jsonLength });
  const ledgers = new LRUCache<string, Ledger<PackedText>>({
    maxSize: LEDGER_BYTES,
    sizeCalculation: (ledger) => ledger.observed.bytes.length + bytesOfChecks(ledger),
  });
  const listings = new LRUCache<string, Listing>({ max: 2 });
  const answers = new LRUCache<string, Promise<unknown>>({ max: MAX_ANSWERS });
  const reach = reaching(connect);

  /** The last shelf that was ready. */
  let ready: Shelf | null = null;
  let editions = 0;
  const latestState = refreshed(async () => asKnown(await reach(catalogState)), {
    freshMs: LOOK_AFTER_MS,
    waitAfterMs: STATE_MS,
    lastsMs: AWAY_MS,
  });
  const lastPing = refreshed(() => Promise.all([reach(ping), hasRoom()]), { freshMs: PING_MS, lastsMs: PING_MS });
  const lastRuns = refreshed(
    () =>
      reach(async (db) => {
        const [[collect = null], [verify = null]] = await Promise.all([
          recentRuns(db, 1, { kind: "collect" }),
          recentRuns(db, 1, { kind: "verify" }),
        ]);
        return { collect, verify };
      }),
    { freshMs: 0, lastsMs: 0 },
  );
  const currentState = latestState.get;

  /** Returns the state whose data is in memory if `found` is the same, or if only runs have changed it since. */
  const asKnown = (found: CatalogState | null): CatalogState | null => {
    if (found === null || ready === null) return found;
    if (editionKey(found) === editionKey(ready.state)) return ready.state;
    return isChangedByRuns(ready.state, found) ? beforeRuns(ready.state, found) : found;
  };

  /** Starts to read the changes of runs. Until that is done, responses use the earlier state. */
  const beforeRuns = (before: CatalogState, now: CatalogState): CatalogState => {
    shelfOf(now).then(
      () => latestState.expire(),
      (error) => logger.warn("catalogue: what a run changed could not be read", { error }),
    );
    return before;
  };

  /** Returns the shelf synchronously if nothing was loaded since the last call. */
  const currentShelf = (): Awaitable<Shelf> => after(currentState(), shelfIn);

  const shelfIn = (state: CatalogState | null): Awaitable<Shelf> => {
    if (state === null) {
      throw new AppError("unavailable", "The catalogue is not loaded yet.", { retryAfter: RETRY_SECONDS });
    }
    return ready?.state === state ? ready : shelfOf(state);
  };

  const shelfOf = (state: CatalogState): Promise<Shelf> => {
    const key = editionKey(state);
    const held = shelves.get(key);
    if (held) return held;
    const shelf = readShelf(state);
    shelves.set(key, shelf);
    shelf.then(
      (made) => {
        // If two shelves are read at once, the older one may finish last.
        if (!ready || !isChangedByRuns(made.state, ready.state)) ready = made;
      },
      () => shelves.delete(key),
    );
    return shelf;
  };

  const readShelf = (state: CatalogState): Promise<Shelf> =>
    reach(async (db) => {
      const revisions = await productRevisions(db);
      const sources = await allSources(db);
      const before = ready && isChangedByRuns(ready.state, state) ? ready : null;
      const entries = before
        ? await entriesAfter(db, before.entries, before.state.revision)
        : await discoveryEntries(db);
      const { withdrawn } = entries;
      const gone = entries.products.filter(({ slug }) => withdrawn.has(slug));
      const categories = entries.categories.map((category) => ({
        ...category,
        productCount: category.productCount - gone.filter((product) => product.category === category.slug).length,
      }));
      const finder = found({ ...entries, oftenCompared, unlisted });
      return {
        state,
        edition: before ? before.edition : ++editions,
        names: namesIn(finder, categories),
        revisions,
        sources: new Map(sources.map((source) => [source.slug, source])),
        categories,
        entries,
        withdrawn,
        finder,
        largeCards: largeCardsOf(entries),
      };
    });

  /** Reads from the database and caches nothing. */
  const readRecorded: ReadRecorded = async (slugs, asOf, { state }) => {
    const observed = await reach((db) => observationsOf(db, slugs, asOf));
    const checks = state.revision === 0 ? null : await reach((db) => checksOf(db, slugs, asOf, { kind: "page" }));
    return new Map(
      slugs.map((slug) => [slug, { observed: observed.get(slug) ?? [], checks: checks?.get(slug) ?? [] }] as const),
    );
  };

  /** Reads everything that is recorded about each product, and caches it. */
  const readLedgers = async (slugs: readonly Slug[], shelf: Shelf): Promise<Map<Slug, Ledger<string>>> => {
    const texts = await reach((db) => observationTexts(db, slugs));
    // Without a run there are no checks.
    const checks =
      shelf.state.revision === 0 ? null : await reach((db) => checksOf(db, slugs, END_OF_TIME, { kind: "page" }));
    return new Map(
      slugs.map((slug) => {
        const ledger = { observed: texts.get(slug) ?? "[]", checks: checks?.get(slug) ?? [] };
        ledgers.set(ledgerKey(slug, shelf), { ...ledger, observed: packed(ledger.observed) });
        return [slug, ledger] as const;
      }),
    );
  };

  /**
   * Reads from the cache. A missing product is read whole, so that a request for another day needs no database query.
   */
  const keptRecorded: ReadRecorded = async (slugs, asOf, shelf) => {
    const held = new Map(slugs.map((slug) => [slug, ledgers.get(ledgerKey(slug, shelf))] as const));
    const missing = slugs.filter((slug) => held.get(slug) === undefined);
    const read = missing.length > 0 ? await readLedgers(missing, shelf) : null;
    return new Map(
      slugs.map((slug) => {
        const known = held.get(slug) ?? read?.get(slug);
        if (!known) return [slug, NOTHING] as const;
        const text = typeof known.observed === "string" ? known.observed : unpacked(known.observed);
        const observed = observationsIn(text, slug);
        const recorded = {
          observed: observed.filter(({ observedAt }) => observedAt <= asOf),
          checks: known.checks.filter((check) => dayOf(check) <= asOf),
        };
        return [slug, recorded] as const;
      }),
    );
  };

  /**
   * Returns the products of each family as known on the day: from the index, or from the ledger for days before the
   * index.
   */
  const membersOf = async (
    families: readonly ProductRow[],
    asOf: Day,
    shelf: Shelf,
    read: ReadRecorded,
  ): Promise<ReadonlyMap<Slug, readonly Member[]>> => {
    if (families.length === 0) return new Map();
    if (asOf >= today(shelf.state.loadedAt)) return reach((db) => membersOnDay(db, families, asOf));
    const products = await reach((db) => productsOfFamilies(db, families));
    const all = [...products.values()].flat();
    const recorded = await read(
      all.map(({ slug }) => slug),
      asOf,
      shelf,
    );
    const records = await reduceAll(all, recorded, asOf, shelf, read);
    return new Map(
      [...products].map(([family, members]) => [
        family,
        members.flatMap((product) => {
          const reduced = records.get(product.slug);
          return reduced ? [memberOn(product, reduced, recorded.get(product.slug)?.observed ?? [])] : [];
        }),
      ]),
    );
  };

  const revisionOf = (slug: Slug, { state, revisions }: Shelf) =>
    `${state.contentHash} ${state.loadedAt.getTime()} ${revisions.get(slug) ?? 0}`;

  /** Returns a short key, because every request needs it. */
  const ledgerKey = (slug: Slug, { edition, revisions }: Shelf) => `${edition} ${revisions.get(slug) ?? 0} ${slug}`;

  /** Reduces the ledger of each product. Families include their members. */
  const reduceAll = async (
    products: readonly ProductRow[],
    recorded: ReadonlyMap<Slug, Recorded>,
    asOf: Day,
    shelf: Shelf,
    read: ReadRecorded,
    history = true,
  ): Promise<Map<Slug, DerivedRecord>> => {
    const { sources } = shelf;
    const reducedOf = ({ observed, checks }: Recorded = NOTHING, category: Slug) =>
      reduce(observed, { asOf, sources, category, checks, history });
    const own = new Map<Slug, DerivedRecord>();
    for (const { slug, category } of products) {
      const turn = turnTaken();
      if (turn) await turn;
      const reduced = reducedOf(recorded.get(slug), category);
      if (reduced) own.set(slug, reduced);
    }
    const families = products.filter(({ slug, kind }) => kind === "family" && own.has(slug));
    const membersBySlug = await membersOf(families, asOf, shelf, read);
    for (const family of families) {
      const reduced = own.get(family.slug);
      const members = membersBySlug.get(family.slug);
      if (!reduced || !members) continue;
      const lead = leadOf(reduced, members, family);
      const behind = lead && (await read([lead.slug], asOf, shelf)).get(lead.slug);
      const flagship = behind ? reducedOf(behind, lead.category) : null;
      own.set(family.slug, withMembers(reduced, members, flagship && flagshipFacts(flagship), family));
    }
    return own;
  };

  const dress = (
    product: ProductRow,
    reduced: DerivedRecord,
    asOf: Day,
    shelf: Shelf,
    withScenarios = true,
  ): PricingRecord => {
    const category = shelf.categories.find((entry) => entry.slug === product.category);
    if (!category) throw new Error(`product ${product.slug} stands in the unknown category ${product.category}`);
    return dressRecord({ product: { ...product, formerSlugs: [] }, category, reduced, asOf, site, withScenarios });
  };

  const derive = async (
    products: readonly ProductRow[],
    asOf: Day,
    now: Date,
    shelf: Shelf,
    use?: "list",
  ): Promise<Map<Slug, Lookup>> => {
    const rows = new Map(products.map((product) => [product.slug, product]));
    const recorded = await keptRecorded([...rows.keys()], asOf, shelf);
    const lookups = new Map<string, Lookup>();
    const isWhole = use !== "list";
    const known = await reduceAll([...rows.values()], recorded, asOf, shelf, keptRecorded, isWhole);
    const later: ProductRow[] = [];
    for (const [slug, product] of rows) {
      const reduced = known.get(slug);
      if (reduced) lookups.set(slug, { status: "found", record: dress(product, reduced, asOf, shelf, isWhole) });
      else later.push(product);
    }
    const everything = await keptRecorded(
      later.map(({ slug }) => slug),
      today(now),
      shelf,
    );
    for (const { slug, name } of later) {
      lookups.set(slug, { slug, name, ...absenceOn((everything.get(slug) ?? NOTHING).observed, asOf) });
    }
    return lookups;
  };

  const keyOf = (slug: Slug, asOf: Day, shelf: Shelf) => `${ledgerKey(slug, shelf)} ${asOf}`;

  const lookUpOne: Catalog["record"] = (name, view) =>
    after(currentShelf(), (shelf) => {
      const product = shelf.finder.meant(name).one;
      const record = product && records.get(keyOf(product.slug, view.asOf, shelf));
      if (record) return { status: "found", record };
      return lookUp([name], view).then((found) => found.get(name) ?? { status: "unknown" });
    });

  const lookUp: Catalog["records"] = async (names, { asOf, now }, use) => {
    const shelf = await currentShelf();
    const asked = new Map(names.map((name) => [name, shelf.finder.meant(name).one]));
    const lookups = new Map<Slug, Lookup>();
    const missing = new Map<Slug, ProductRow>();
    for (const product of asked.values()) {
      const record = product && records.get(keyOf(product.slug, asOf, shelf));
      if (record) lookups.set(record.slug, { status: "found", record });
      else if (product) missing.set(product.slug, product);
    }
    const left = [...missing.values()];
    for (let start = 0; start < left.length; start += BATCH) {
      // A request for one record does not wait for the hundreds of another request.
      if (start > 0) await turnOfTheLoop();
      for (const [slug, lookup] of await derive(left.slice(start, start + BATCH), asOf, now, shelf, use)) {
        if (lookup.status === "found" && use !== "list") records.set(keyOf(slug, asOf, shelf), lookup.record);
        lookups.set(slug, lookup);
      }
    }
    return new Map(
      [...asked].map(([name, product]) => [name, lookups.get(product?.slug ?? "") ?? { status: "unknown" }]),
    );
  };

  /** Runs a query once for each edition of the catalogue and each `input`. `name` is the name of the query. */
  const answerOf = async <Input, Value>(
    name: string,
    query: (db: Db, input: Input) => Promise<Value>,
    input: Input,
  ): Promise<Value> => {
    const { state } = await currentShelf();
    const key = `${editionKey(state)} ${name} ${JSON.stringify(input)}`;
    const known = answers.get(key) as Promise<Value> | undefined;
    if (known) return known;
    const answer = reach((db) => query(db, input));
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };

  const countRecords: Catalog["recordCounts"] = (asOf) => answerOf("recordCounts", recordCounts, asOf);

  const readCategory: Catalog["readCategory"] = async (category, { asOf }) => {
    const shelf = await latestState.newest().then(shelfIn);
    const { state } = shelf;
    const revision = await reach((db) => categoryRevision(db, category));
    const sameEdition = async () => {
      const now = await reach(catalogState);
      const same = now?.contentHash === state.contentHash && now.loadedAt.getTime() === state.loadedAt.getTime();
      if (same && (await reach((db) => categoryRevision(db, category))) === revision) return;
      throw new AppError("unavailable", "The catalogue was reloaded during the request. Try again.", {
        retryAfter: RETRY_SECONDS,
      });
    };
    const batches = async function* () {
      const products = shelf.finder.inCategory(category);
      // The first batch has one record, so that the reader gets something at once.
      for (let start = 0, end = 1; start < products.length; start = end, end += BATCH) {
        const batch = products.slice(start, end);
        const slugs = batch.map(({ slug }) => slug);
        const known = await reduceAll(batch, await readRecorded(slugs, asOf, shelf), asOf, shelf, readRecorded);
        await sameEdition();
        const made: PricingRecord[] = [];
        for (const product of batch) {
          const turn = turnTaken();
          if (turn) await turn;
          const reduced = known.get(product.slug);
          if (reduced) made.push(dress(product, reduced, asOf, shelf));
        }
        yield made;
      }
    };
    const edition = revision === 0 ? state.contentHash : `${state.contentHash} ${revision}`;
    return { state, edition, count: (await countRecords(asOf)).get(category) ?? 0, batches };
  };

  const changesOf: Catalog["changesOf"] = (slug, { asOf }) =>
    after(currentShelf(), (shelf) => changes.get(keyOf(slug, asOf, shelf)) ?? readChanges(slug, asOf, shelf));

  const readChanges = async (slug: Slug, asOf: Day, shelf: Shelf): Promise<ProductChanges> => {
    const { observed, checks } = (await keptRecorded([slug], asOf, shelf)).get(slug) ?? NOTHING;
    const context = { asOf, sources: shelf.sources };
    const found = {
      ...changesWithEvidence(observed, context),
      readings: priceReadings(observed, context),
      checkedOn: [...new Set(checks.filter(isConfirming).map(dayOf))].sort(),
    };
    changes.set(keyOf(slug, asOf, shelf), found);
    return found;
  };

  const listing: Catalog["listing"] = async ({ asOf }) => {
    const { state, revisions } = await currentShelf();
    const key = `${editionKey(state)} ${asOf}`;
    const held = listings.get(key);
    if (held) return held.list;
    const before = [...listings.values()].find((one) => one.asOf === asOf && isChangedByRuns(one.state, state));
    const list = before ? listAfter(before, revisions) : reach((db) => listProducts(db, asOf));
    listings.set(key, { state, asOf, list });
    list.catch(() => listings.delete(key));
    return list;
  };

  const listAfter = async ({ state, asOf, list }: Listing, revisions: Shelf["revisions"]) => {
    const listed = await list;
    const changed = [...revisions].filter(([, revision]) => revision > state.revision).map(([slug]) => slug);
    return reach((db) => listedAfter(db, listed, changed, asOf));
  };

  return {
    ratedProducts: ({ asOf }) => answerOf("ratedProducts", ratedProducts, asOf),
    records: lookUp,
    find: (filters, limit) =>
      after(currentShelf(), ({ finder }) => {
        const { products } = finder.discover({ filters, sort: "relevance", after: null, limit });
        return products.map(({ slug }) => slug);
      }),
    listing,
    changesOf,
    alternatives: (slug, { asOf }) => after(currentShelf(), ({ finder }) => finder.alternatives(slug, asOf)),
    record: lookUpOne,
    names: () => after(currentShelf(), ({ names }) => names),
    meant: (text) => after(currentShelf(), ({ names }) => names.meant(text)),
    hasLargeCard: (text) =>
      after(currentShelf(), ({ names, largeCards }) => names.named(text).some(({ slug }) => largeCards.has(slug))),
    editionOf: (slug) =>
      after(currentState(), (state) =>
        state === null ? "" : after(currentShelf(), (shelf) => revisionOf(slug, shelf)),
      ),
    nearest: async (text) => (await currentShelf()).finder.nearest(text, MAX_SUGGESTIONS),
    categories: () => after(currentShelf(), ({ categories }) => categories),
    recordCounts: countRecords,
    readCategory,
    productsIn: async (category) => {
      const { withdrawn, finder } = await currentShelf();
      return finder
        .inCategory(category)
        .filter(({ slug }) => !withdrawn.has(slug))
        .map(entryOf);
    },
    named: (texts) => after(currentShelf(), ({ names }) => productsNamed(names, texts)),
    discover: (page) => after(currentShelf(), ({ finder }) => finder.discover(page)),
    ledger: async ({ limit, ...page }) => {
      await currentShelf();
      const rows = await reach((db) => changesPage(db, { ...page, limit: limit + 1 }));
      const total = await answerOf("countChanges", countChanges, page.filters);
      return { rows: rows.slice(0, limit), total, more: rows.length > limit };
    },
    ledgerMonths: (filters) => answerOf("changesByMonth", changesByMonth, filters),
    monthsRead: (filters) => answerOf("monthsRead", monthsRead, filters),
    largestChanges: (page) => answerOf("largestChanges", largestChanges, page),
    citing: (evidence, { asOf }) =>
      reach(async (db) => {
        const citing = await observationsCiting(db, evidence, asOf);
        const slugs = citing.map(({ product }) => product.slug);
        return { citing, retractions: await retractionsOf(db, slugs, asOf) };
      }),
    lately: ({ now, asOf }) =>
      reach(async (db) => {
        const since = addDays(asOf, -POLICY.verifiedForDays);
        const counted = await checkCounts(db, "outcome", { since, until: asOf, kind: "page" });
        const confirmed = [...(await lastConfirmed(db, asOf)).values()];
        const runs = await recentRuns(db, RUNS_TOLD);
        return {
          verified: confirmed.filter((at) => at <= now && at.toISOString().slice(0, 10) >= since).length,
          checks: Object.fromEntries(counted.map(({ outcome, count }) => [outcome, count])),
          runs: runs.map(({ kind, source, startedAt, outcome }) => ({ kind, source, startedAt, outcome })),
        };
      }),
    lastRuns: lastRuns.newest,
    sources: async () => [...(await currentShelf()).sources.values()],
    sourceUse: () => answerOf("sourceUse", sourceUse, undefined),
    state: currentState,
    ping: async () => void (await lastPing.get()),
  };
}

function jsonLength(value: object): number {
  return JSON.stringify(value).length;
}

function bytesOfChecks({ checks }: Pick<Ledger<unknown>, "checks">): number {
  return checks.length * CHECK_BYTES;
}

/** Returns whether the same files are loaded and runs have changed something since. */
function isChangedByRuns(before: CatalogState, now: CatalogState): boolean {
  return (
    before.contentHash === now.contentHash &&
    before.loadedAt.getTime() === now.loadedAt.getTime() &&
    before.revision < now.revision
  );
}

function largeCardsOf({ products }: DiscoveryEntries): ReadonlySet<Slug> {
  return new Set(products.filter(({ models }) => models.length >= MANY_MODELS).map(({ slug }) => slug));
}

function namesIn(finder: Finder, categories: readonly CategoryEntry[]): Names {
  return {
    categories,
    meant: (text) => {
      const { one, candidates } = finder.meant(text);
      return { one: one && entryOf(one), candidates: candidates.map(entryOf) };
    },
    named: (text) => finder.named(text).map(entryOf),
  };
}

function productsNamed({ named }: Names, texts: readonly string[]): ReadonlyMap<string, readonly ProductEntry[]> {
  const found = texts.map((text) => [text, named(text)] as const);
  return new Map(found.filter(([, products]) => products.length > 0));
}

function entryOf({ slug, name, category }: ProductEntry): ProductEntry {
  return { slug, name, category };
}
