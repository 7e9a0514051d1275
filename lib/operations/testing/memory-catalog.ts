import { closest } from "fastest-levenshtein";
import type { ChangeFilters, ChangePosition, LedgerRow } from "@/db/queries/changes";
import type { DiscoverFilters } from "@/db/queries/discover";
import { type Direction, directionOf, isListPrice } from "@/lib/catalog/change";
import { leadOf, type Member, memberOn, withMembers } from "@/lib/catalog/family";
import { changesWithEvidence } from "@/lib/catalog/history";
import { absenceOn, groupBy, knownOn } from "@/lib/catalog/ledger";
import { prominenceOf } from "@/lib/catalog/prominence";
import { reduce } from "@/lib/catalog/reduce";
import { indexEntry, isPriced, listEntry } from "@/lib/catalog/starting-price";
import { nameKey } from "@/lib/ids";
import type { Category, Product, Source } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { PricingRecord, ReducedRecord } from "@/lib/schemas/record";
import type { Catalog, Lookup } from "../catalog";
import type { Site } from "../define";
import { dressRecord } from "../dress-record";
import { today } from "../views";

export interface CatalogFixture {
  sources: readonly Source[];
  categories: readonly Category[];
  products: readonly Product[];
  observations: readonly Observation[];
  loadedAt: Date;
}

/** The catalogue port over lists, deriving records as the real one does. */
export function memoryCatalog(fixture: CatalogFixture, site: Site): Catalog {
  const { products, observations, loadedAt } = fixture;
  const sources = new Map(fixture.sources.map((source) => [source.slug, source]));
  const knownOf = (product: Product, asOf: Day) =>
    observations.filter((entry) => entry.product === product.slug && entry.observedAt <= asOf);
  const onDay = (product: Product, asOf: Day): (ReducedRecord & { members?: readonly Member[] }) | null => {
    const own = reduce(knownOf(product, asOf), { asOf, sources });
    if (!own || product.kind === "product") return own;
    const records = new Map(
      products
        .filter(({ slug, vendor }) => vendor.name === product.name && slug !== product.slug)
        .map((member) => [member.slug, { member, reduced: onDay(member, asOf) }] as const),
    );
    const members = [...records.values()].flatMap(({ member, reduced }) =>
      reduced ? [memberOn(member, reduced, knownOf(member, asOf))] : [],
    );
    const lead = leadOf(own, members);
    return withMembers(own, members, (lead && records.get(lead.slug)?.reduced?.verification) ?? null);
  };
  const record: Catalog["record"] = async (slug, { asOf, now }): Promise<Lookup> => {
    const product = products.find((entry) => [entry.slug, ...entry.formerSlugs, ...entry.aliases].includes(slug));
    const category = fixture.categories.find((entry) => entry.slug === product?.category);
    if (!product || !category) return { status: "unknown" };
    const seen = observations.filter((entry) => entry.product === product.slug && entry.observedAt <= today(now));
    const reduced = onDay(product, asOf);
    if (reduced) {
      return { status: "found", record: dressRecord({ product, category, reduced, asOf, site }) };
    }
    return { slug: product.slug, name: product.name, ...absenceOn(seen, asOf) };
  };
  const standing = (slug: string, record: PricingRecord, asOf: Day) =>
    prominenceOf(
      observations.filter(({ product }) => product === slug),
      record,
      asOf,
    );
  const matchedChanges = ({ classes, category, product, direction, since, until, day: asOf }: ChangeFilters) =>
    products
      .flatMap((entry): LedgerRow[] => {
        const seen = observations.filter((observation) => observation.product === entry.slug);
        const { changes, evidence } = changesWithEvidence(seen, { asOf, sources });
        return changes.map((change) => ({
          product: entry.slug,
          name: entry.name,
          category: entry.category,
          day: change.effectiveFrom ?? change.observedAt,
          change: { ...change, evidence: evidence.filter(({ id }) => change.evidence.includes(id)) },
        }));
      })
      .filter(({ change }) => classes.includes(change.class))
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
    counts: {
      products: products.length,
      categories: fixture.categories.length,
      sources: sources.size,
      observations: observations.length,
    },
  };
  return {
    record,
    records: async (slugs, view) =>
      new Map(await Promise.all(slugs.map(async (slug) => [slug, await record(slug, view)] as const))),
    changesOf: async (slug, { asOf }) =>
      changesWithEvidence(
        observations.filter((entry) => entry.product === slug),
        { asOf, sources },
      ),
    nearest: async (text) => [
      closest(
        text,
        products.map(({ slug }) => slug),
      ),
    ],
    categories: async () =>
      fixture.categories.map((category) => ({
        ...category,
        productCount: products.filter((product) => product.category === category.slug).length,
      })),
    recordCounts,
    readCategory: async (category, view) => ({
      state,
      count: (await recordCounts(view.asOf)).get(category) ?? 0,
      async *batches() {
        const slugs = products.filter((product) => product.category === category).map(({ slug }) => slug);
        for (const slug of slugs.sort()) {
          const found = await record(slug, view);
          yield found.status === "found" ? [found.record] : [];
        }
      },
    }),
    productsIn: async (category) => products.filter((product) => product.category === category),
    peersIn: async (category, view) => {
      const found = await Promise.all(
        products
          .filter((product) => product.category === category)
          .map(async ({ slug, name, kind }) => ({ slug, name, kind, lookup: await record(slug, view) })),
      );
      return found.flatMap(({ slug, name, kind, lookup }) => {
        if (lookup.status !== "found") return [];
        const { startingPrice, currency, priceUnit, confidence } = indexEntry(lookup.record);
        const { priced, prominence } = standing(slug, lookup.record, view.asOf);
        return [{ slug, name, kind, startingPrice, currency, priceUnit, confidence, priced, prominence }];
      });
    },
    ratedProducts: async () => [
      ...new Set(observations.filter(({ fact }) => fact.kind === "rates").map((entry) => entry.product)),
    ],
    search: async (text, limit) => products.filter(({ name }) => name.toLowerCase().includes(text)).slice(0, limit),
    named: async (texts) => {
      const namedBy = (text: string) =>
        products.filter(({ slug, name, aliases }) =>
          [slug, name, ...aliases].some((own) => nameKey(own) === nameKey(text)),
        );
      return new Map(texts.map((text) => [text, namedBy(text)] as const).filter(([, found]) => found.length > 0));
    },
    find: async ({ text }, limit) =>
      products
        .filter(({ name }) => name.toLowerCase().includes((text ?? "").toLowerCase()))
        .map(({ slug }) => slug)
        .slice(0, limit),
    listing: async ({ asOf }) => {
      const now = new Date(`${asOf}T12:00:00Z`);
      const found = await Promise.all(
        products.map(async (product) => ({ product, lookup: await record(product.slug, { asOf, now }) })),
      );
      return found
        .flatMap(({ product: { slug, name, category, kind }, lookup }) => {
          if (lookup.status !== "found") return [];
          const seen = knownOn(observations, asOf).filter((entry) => entry.product === slug);
          const observedAt =
            seen
              .map((entry) => entry.observedAt)
              .sort()
              .at(-1) ?? asOf;
          const entry = { ...indexEntry(lookup.record), ...listEntry(lookup.record) };
          const members = lookup.record.members?.length ?? 0;
          const known = standing(slug, lookup.record, asOf);
          const seenAt = entry.observedAt;
          return [{ slug, name, category, kind, members, ...entry, ...known, seenAt, observedAt }];
        })
        .sort((a, b) => (a.name.toLowerCase() + a.slug < b.name.toLowerCase() + b.slug ? -1 : 1));
    },
    discover: async ({ filters, sort, after, offset = 0, limit }) => {
      const judged = await Promise.all(
        products.map(async (product) => {
          const found = await record(product.slug, { asOf: filters.day, now: new Date(`${filters.day}T12:00:00Z`) });
          if (found.status !== "found") return null;
          const { sources, prominence } = standing(product.slug, found.record, filters.day);
          return { product, entry: judgedEntry(product, found.record), sources, prominence };
        }),
      );
      const listed = judged
        .filter((item) => item !== null)
        .filter(({ product }) => filters.category === null || product.category === filters.category)
        .filter(({ product }) => product.name.toLowerCase().includes((filters.text ?? "").toLowerCase()))
        .map((item) => ({ ...item, key: sort === "name" ? item.product.name.toLowerCase() : "0" }))
        .sort((a, b) => (a.key + a.product.slug < b.key + b.product.slug ? -1 : 1));
      const matched = listed.filter(({ entry }) => judge(entry, filters) === true);
      const rest = (
        after ? matched.filter(({ product, key }) => key + product.slug > after.key + after.slug) : matched
      ).slice(offset);
      const facet = (pick: (item: (typeof matched)[number]) => string | null) =>
        [...groupBy(matched, (item) => String(pick(item)))].map(([value, items]) => ({ value, count: items.length }));
      return {
        products: rest
          .slice(0, limit)
          .map(({ product, key, sources, prominence }) => ({ slug: product.slug, key, tie: "0", sources, prominence })),
        more: rest.length > limit,
        total: matched.length,
        excluded: listed.filter(({ entry }) => judge(entry, filters) === null).length,
        facets: {
          category: facet(({ product }) => product.category),
          pricingModel: facet(({ entry }) => entry.pricingModel),
          freeTier: facet(({ entry }) => String(entry.freeTier)),
          priceStatus: facet(({ entry }) => entry.priceStatus),
          freePlan: facet(({ entry }) => String(entry.freePlan)),
          selfHosted: facet(({ entry }) => String(entry.selfHosted)),
        },
      };
    },
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
          up: going("up").length,
          down: going("down").length,
          productsUp: products("up"),
          productsDown: products("down"),
        };
      }),
    monthsRead: async ({ category, product, day }) => {
      const own = new Set(
        products.filter((entry) => category === null || entry.category === category).map(({ slug }) => slug),
      );
      const read = knownOn(observations, day)
        .filter(({ fact }) => ["plans", "rates", "hidden_cost"].includes(fact.kind))
        .filter((entry) => own.has(entry.product) && (product === null || entry.product === product))
        .map(({ observedAt }) => observedAt)
        .sort();
      return [...groupBy(read, (on) => on.slice(0, 7))].map(([month, days]) => ({ month, last: days.at(-1) ?? month }));
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

function judgedEntry({ kind }: Product, record: PricingRecord) {
  const { ssoCharged: sso, disputed: dispute } = listEntry(record);
  const price = isPriced(record);
  return { ...indexEntry(record), has: kind === "family" ? null : { price, sso, dispute } };
}

/** Null: not known. */
function judge(entry: ReturnType<typeof judgedEntry>, filters: DiscoverFilters): boolean | null {
  const { maxPrice, currency, hasFreeTier, pricingModel, hasHiddenCosts, having = null } = filters;
  const { hasFreePlan = null, selfHosted = null } = filters;
  const { startingPrice: price } = entry;
  const inCurrency = price === 0 || entry.currency === currency;
  const answers = [
    maxPrice === null || entry.freeTier ? true : price === null || !inCurrency ? null : price <= maxPrice,
    hasFreeTier === null ? true : entry.freeTier === null ? null : entry.freeTier === hasFreeTier,
    hasFreePlan === null ? true : entry.freePlan === null ? null : entry.freePlan === hasFreePlan,
    selfHosted === null || entry.selfHosted === selfHosted,
    pricingModel === null || entry.pricingModel === pricingModel,
    hasHiddenCosts === null || entry.hasHiddenCosts === hasHiddenCosts,
    having === null || (entry.has?.[having] ?? false),
  ];
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}
