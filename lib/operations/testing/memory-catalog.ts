import { closest } from "fastest-levenshtein";
import { derive } from "@/db/load/derive";
import { type ChangeFilters, type ChangePosition, type LedgerRow, READINGS } from "@/db/queries/changes";
import { type Direction, directionOf, isListPrice } from "@/lib/catalog/change";
import type { RecordedCheck } from "@/lib/catalog/checks";
import { type DerivedRecord, leadOf, memberOn, withMembers } from "@/lib/catalog/family";
import { changesWithEvidence, priceReadings } from "@/lib/catalog/history";
import { absenceOn, compareText, groupBy, knownOn } from "@/lib/catalog/ledger";
import { prominenceOf } from "@/lib/catalog/prominence";
import { reduce } from "@/lib/catalog/reduce";
import { indexEntry, listEntry } from "@/lib/catalog/starting-price";
import { type Finder, finder } from "@/lib/discovery/finder";
import { meaningOf, namedProduct } from "@/lib/discovery/names";
import { flagshipFacts } from "@/lib/format/rate-texts";
import { evidenceId, observationId } from "@/lib/ids";
import type { Category, OftenCompared, Product, Source } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { PricingRecord } from "@/lib/schemas/record";
import type { Catalog, Lookup } from "../catalog";
import type { Site } from "../define";
import { dressRecord } from "../dress-record";
import { today } from "../views";

export interface CatalogFixture {
  sources: readonly Source[];
  categories: readonly Category[];
  products: readonly Product[];
  observations: readonly Observation[];
  /** Checks of the pages of products. */
  checks?: readonly RecordedCheck[];
  oftenCompared?: readonly OftenCompared[];
  loadedAt: Date;
}

/** Returns a catalogue over lists, which derives records as the real one does. */
export function memoryCatalog(fixture: CatalogFixture, site: Site): Catalog {
  const { products, observations, loadedAt } = fixture;
  const sources = new Map(fixture.sources.map((source) => [source.slug, source]));
  const byCategory = groupBy(products, ({ category }) => category);
  const inCategory = (slug: string) => byCategory.get(slug) ?? [];
  const observed = groupBy(observations, ({ product }) => product);
  const seenOf = (slug: string) => observed.get(slug) ?? [];
  const knownOf = (product: Product, asOf: Day) => seenOf(product.slug).filter(({ observedAt }) => observedAt <= asOf);
  const onDay = (product: Product, asOf: Day): DerivedRecord | null => {
    const checks = fixture.checks?.filter((check) => check.product === product.slug);
    const own = reduce(knownOf(product, asOf), { asOf, sources, category: product.category, checks });
    if (!own || product.kind === "product") return own;
    const records = new Map(
      products
        .filter(({ slug, vendor }) => vendor.name === product.name && slug !== product.slug)
        .map((member) => [member.slug, { member, reduced: onDay(member, asOf) }] as const),
    );
    const members = [...records.values()].flatMap(({ member, reduced }) =>
      reduced ? [memberOn(member, reduced, knownOf(member, asOf))] : [],
    );
    const lead = leadOf(own, members, product);
    const flagship = lead && records.get(lead.slug)?.reduced;
    return withMembers(own, members, flagship ? flagshipFacts(flagship) : null, product);
  };
  const meant = meaningOf(products.map(namedProduct));
  const record: Catalog["record"] = async (name, { asOf, now }): Promise<Lookup> => {
    const product = products.find(({ slug }) => slug === meant(name).one?.slug);
    const category = fixture.categories.find((entry) => entry.slug === product?.category);
    if (!product || !category) return { status: "unknown" };
    const reduced = onDay(product, asOf);
    if (reduced) {
      return { status: "found", record: dressRecord({ product, category, reduced, asOf, site }) };
    }
    return { slug: product.slug, name: product.name, ...absenceOn(knownOf(product, today(now)), asOf) };
  };
  const standing = (slug: string, record: PricingRecord, asOf: Day) => prominenceOf(seenOf(slug), record, asOf);
  const finders = new Map<Day, Finder>();
  const finderOn = (day: Day): Finder => {
    const held =
      finders.get(day) ?? finder({ ...fixture, withdrawn: new Set(), products: withModels, ...derive(fixture, day) });
    finders.set(day, held);
    return held;
  };
  const withModels = products.map((product) => ({ ...product, models: [] }));
  const matchedChanges = ({ prices, classes, category, product, direction, since, until, day: asOf }: ChangeFilters) =>
    products
      .flatMap((entry): LedgerRow[] => {
        const { changes, evidence } = changesWithEvidence(seenOf(entry.slug), { asOf, sources });
        return changes.map((change) => ({
          product: entry.slug,
          name: entry.name,
          category: entry.category,
          day: change.effectiveFrom ?? change.observedAt,
          change: { ...change, evidence: evidence.filter(({ id }) => change.evidence.includes(id)) },
        }));
      })
      .filter(({ change }) => classes.includes(change.class))
      .filter(({ change }) => !prices || isListPrice(change) === (prices === "list"))
      .filter((row) => category === null || row.category === category)
      .filter((row) => product === null || row.product === product)
      .filter(({ change }) => direction === null || directionOf(change) === direction)
      .filter(({ day }) => since === null || day >= since)
      .filter(({ day }) => until === null || day <= until);
  const recordCounts = async (asOf: Day) => {
    const seen = new Set(knownOn(observations, asOf).map((entry) => entry.product));
    const known = groupBy(
      products.filter(({ slug }) => seen.has(slug)),
      (product) => product.category,
    );
    return new Map([...known].map(([category, list]) => [category, list.length]));
  };
  const state = {
    contentHash: "0123456789abcdef0123456789abcdef",
    loadedAt,
    revision: 0,
    changedAt: loadedAt,
    counts: {
      products: products.length,
      categories: fixture.categories.length,
      sources: sources.size,
      observations: observations.length,
    },
  };
  const categoryEntries = fixture.categories.map((category) => ({
    ...category,
    productCount: inCategory(category.slug).length,
  }));
  return {
    record,
    records: async (slugs, view) =>
      new Map(await Promise.all(slugs.map(async (slug) => [slug, await record(slug, view)] as const))),
    changesOf: async (slug, { asOf }) => {
      const own = seenOf(slug);
      const context = { asOf, sources };
      return { ...changesWithEvidence(own, context), readings: priceReadings(own, context), checkedOn: [] };
    },
    editionOf: async () => state.contentHash,
    lately: async () => ({ verified: 0, checks: {}, runs: [] }),
    lastRuns: async () => ({ collect: null, verify: null }),
    citing: async (evidence, { asOf }) => {
      const known = observations.filter(({ observedAt }) => observedAt <= asOf);
      const citing = products.flatMap(({ slug, name, category }) =>
        known
          .filter((entry) => entry.product === slug && evidenceId(entry) === evidence)
          .map((entry) => ({
            product: { slug, name, category },
            observation: { ...entry, id: observationId(entry) },
          })),
      );
      return { citing, retractions: known.filter(({ fact }) => fact.kind === "retraction") };
    },
    names: async () => ({
      categories: categoryEntries,
      meant,
      named: (text) => finderOn(today(loadedAt)).named(text),
    }),
    hasLargeCard: async () => false,
    meant: async (text) => meant(text),
    nearest: async (text) => [
      closest(
        text,
        products.map(({ slug }) => slug),
      ),
    ],
    categories: async () => categoryEntries,
    recordCounts,
    readCategory: async (category, view) => ({
      state,
      edition: state.contentHash,
      count: (await recordCounts(view.asOf)).get(category) ?? 0,
      async *batches() {
        const slugs = inCategory(category).map(({ slug }) => slug);
        for (const slug of slugs.sort()) {
          const found = await record(slug, view);
          yield found.status === "found" ? [found.record] : [];
        }
      },
    }),
    productsIn: async (category) => inCategory(category),
    alternatives: async (slug, { asOf }) => finderOn(asOf).alternatives(slug, asOf),
    ratedProducts: async () => [
      ...new Set(observations.filter(({ fact }) => fact.kind === "rates").map((entry) => entry.product)),
    ],
    named: async (texts) => {
      const found = texts.map((text) => [text, [...finderOn(today(loadedAt)).named(text)]] as const);
      return new Map(found.filter(([, named]) => named.length > 0));
    },
    find: async (filters, limit) =>
      finderOn(filters.day)
        .discover({ filters, sort: "relevance", after: null, limit })
        .products.map(({ slug }) => slug),
    listing: async ({ asOf }) => {
      const now = new Date(`${asOf}T12:00:00Z`);
      const found = await Promise.all(
        products.map(async (product) => ({ product, lookup: await record(product.slug, { asOf, now }) })),
      );
      return found
        .flatMap(({ product: { slug, name, category, kind }, lookup }) => {
          if (lookup.status !== "found") return [];
          const seen = knownOn(seenOf(slug), asOf);
          const observedAt =
            seen
              .map((entry) => entry.observedAt)
              .sort()
              .at(-1) ?? asOf;
          const entry = { ...indexEntry(lookup.record), ...listEntry(lookup.record) };
          const members = lookup.record.members?.length ?? 0;
          const known = standing(slug, lookup.record, asOf);
          const seenAt = entry.observedAt;
          const rateKind = lookup.record.usage?.kind ?? null;
          return [{ slug, name, category, kind, members, ...entry, ...known, rateKind, seenAt, observedAt }];
        })
        .sort((a, b) => (a.name.toLowerCase() + a.slug < b.name.toLowerCase() + b.slug ? -1 : 1));
    },
    discover: async (page) => finderOn(page.filters.day).discover(page),
    ledger: async ({ filters, after, limit }) => {
      const place = ({ day, product, id }: ChangePosition) =>
        `${99_999_999 - Number(day.replaceAll("-", ""))} ${product} ${id}`;
      const placeOf = ({ day, product, change }: LedgerRow) => place({ day, product, id: change.id });
      const matched = matchedChanges(filters).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
      const rest = after ? matched.filter((row) => placeOf(row) > place(after)) : matched;
      return { rows: rest.slice(0, limit), total: matched.length, more: rest.length > limit };
    },
    ledgerMonths: async (filters) =>
      [...groupBy(matchedChanges(filters), ({ day }) => day.slice(0, 7))].sort().map(([month, rows]) => {
        const going = (direction: Direction) => rows.filter(({ change }) => directionOf(change) === direction);
        const products = (direction: Direction) => new Set(going(direction).map(({ product }) => product)).size;
        return {
          month,
          moved: rows.length,
          up: going("up").length,
          down: going("down").length,
          productsUp: products("up"),
          productsDown: products("down"),
        };
      }),
    monthsRead: async ({ prices, category, product, day }) => {
      const kinds = prices ? READINGS[prices] : [...READINGS.list, ...READINGS.rates];
      const own = new Set(
        products.filter((entry) => category === null || entry.category === category).map(({ slug }) => slug),
      );
      const read = knownOn(observations, day)
        .filter(({ fact }) => kinds.includes(fact.kind))
        .filter((entry) => own.has(entry.product) && (product === null || entry.product === product))
        .map((entry) => ({ product: entry.product, day: entry.observedAt, month: entry.observedAt.slice(0, 7) }))
        .sort((a, b) => compareText(a.day, b.day));
      const firsts = new Map(read.toReversed().map((reading) => [reading.product, reading.month]));
      return [...groupBy(read, ({ month }) => month)].map(([month, readings]) => ({
        month,
        last: readings.at(-1)?.day ?? month,
        again: new Set(readings.map((reading) => reading.product).filter((slug) => (firsts.get(slug) ?? "") < month))
          .size,
        known: [...firsts.values()].filter((first) => first < month).length,
      }));
    },
    largestChanges: async ({ filters, of, limit }) => {
      const size = ({ change: { before, after } }: LedgerRow) => Math.abs(Math.log((after ?? 0) / (before ?? 0)));
      const ranked = matchedChanges(filters)
        .filter(
          ({ change }) =>
            isListPrice(change) === (of === "lists") && (change.before ?? 0) > 0 && (change.after ?? 0) > 0,
        )
        .sort((a, b) => size(b) - size(a));
      return [...groupBy(ranked, ({ product }) => product).values()].flatMap(([first]) => first ?? []).slice(0, limit);
    },
    sources: async () => [...sources.values()],
    sourceUse: async () =>
      [...groupBy(observations, ({ source, fact }) => `${source} ${fact.kind}`).values()].flatMap((entries) => {
        const [first] = entries;
        if (!first) return [];
        const restricted = entries.filter(({ evidence }) => evidence.restricted === true).length;
        return [{ source: first.source, kind: first.fact.kind, observations: entries.length, restricted }];
      }),
    state: async () => state,
    ping: async () => {},
  };
}
