import { closest } from "fastest-levenshtein";
import type { ChangePosition, LedgerRow } from "@/db/queries/changes";
import type { DiscoverFilters } from "@/db/queries/discover";
import { changesWithEvidence } from "@/lib/catalog/history";
import { groupBy } from "@/lib/catalog/ledger";
import { buildRecord } from "@/lib/catalog/record";
import { reduce } from "@/lib/catalog/reduce";
import { type IndexEntry, indexEntry } from "@/lib/catalog/starting-price";
import type { Category, Product, Source } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Catalog, Lookup } from "../catalog";
import type { Site } from "../define";
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
  const record: Catalog["record"] = async (slug, { asOf, now }): Promise<Lookup> => {
    const product = products.find((entry) => [entry.slug, ...entry.formerSlugs, ...entry.aliases].includes(slug));
    const category = fixture.categories.find((entry) => entry.slug === product?.category);
    if (!product || !category) return { status: "unknown" };
    const seen = observations.filter((entry) => entry.product === product.slug && entry.observedAt <= today(now));
    const known = seen.filter((entry) => entry.observedAt <= asOf);
    const reduced = reduce(known, { asOf, sources });
    if (reduced) {
      return { status: "found", record: buildRecord({ product, category, reduced, asOf, site }) };
    }
    const knownSince = seen.map((entry) => entry.observedAt).sort()[0] ?? null;
    return { status: "not_yet", slug: product.slug, knownSince };
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
    productsIn: async (category) => products.filter((product) => product.category === category),
    search: async (text, limit) => products.filter(({ name }) => name.toLowerCase().includes(text)).slice(0, limit),
    discover: async ({ filters, sort, after, limit }) => {
      const judged = await Promise.all(
        products.map(async (product) => {
          const found = await record(product.slug, { asOf: filters.day, now: new Date(`${filters.day}T12:00:00Z`) });
          return found.status === "found" ? { product, entry: indexEntry(found.record) } : null;
        }),
      );
      const listed = judged
        .filter((item) => item !== null)
        .filter(({ product }) => filters.category === null || product.category === filters.category)
        .filter(({ product }) => product.name.toLowerCase().includes((filters.text ?? "").toLowerCase()))
        .map((item) => ({ ...item, key: sort === "name" ? item.product.name.toLowerCase() : "0" }))
        .sort((a, b) => (a.key + a.product.slug < b.key + b.product.slug ? -1 : 1));
      const matched = listed.filter(({ entry }) => judge(entry, filters) === true);
      const rest = after ? matched.filter(({ product, key }) => key + product.slug > after.key + after.slug) : matched;
      const facet = (pick: (item: (typeof matched)[number]) => string | null) =>
        [...groupBy(matched, (item) => String(pick(item)))].map(([value, items]) => ({ value, count: items.length }));
      return {
        products: rest.slice(0, limit).map(({ product, key }) => ({ slug: product.slug, key })),
        more: rest.length > limit,
        total: matched.length,
        excluded: listed.filter(({ entry }) => judge(entry, filters) === null).length,
        facets: {
          category: facet(({ product }) => product.category),
          pricingModel: facet(({ entry }) => entry.pricingModel),
          freeTier: facet(({ entry }) => String(entry.freeTier)),
          priceStatus: facet(({ entry }) => entry.priceStatus),
        },
      };
    },
    ledger: async ({ filters, after, limit }) => {
      const rows = products.flatMap((product): LedgerRow[] => {
        const seen = observations.filter((entry) => entry.product === product.slug);
        const { changes, evidence } = changesWithEvidence(seen, { asOf: filters.day, sources });
        return changes.map((change) => ({
          product: product.slug,
          name: product.name,
          category: product.category,
          day: change.effectiveFrom ?? change.observedAt,
          change: { ...change, evidence: evidence.filter(({ id }) => change.evidence.includes(id)) },
        }));
      });
      const place = ({ day, product, id }: ChangePosition) =>
        `${99_999_999 - Number(day.replaceAll("-", ""))} ${product} ${id}`;
      const placeOf = ({ day, product, change }: LedgerRow) => place({ day, product, id: change.id });
      const matched = rows
        .filter(({ change }) => filters.classes.includes(change.class))
        .filter(({ category }) => filters.category === null || category === filters.category)
        .filter(({ day }) => filters.since === null || day >= filters.since)
        .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
      const rest = after ? matched.filter((row) => placeOf(row) > place(after)) : matched;
      return { rows: rest.slice(0, limit), total: matched.length, more: rest.length > limit };
    },
    state: async () => state,
    ping: async () => {},
  };
}

/** Null: not known. */
function judge(entry: IndexEntry, filters: DiscoverFilters): boolean | null {
  const { maxPrice, currency, hasFreeTier, pricingModel, hasHiddenCosts } = filters;
  const { startingPrice: price } = entry;
  const inCurrency = price === 0 || entry.currency === currency;
  const answers = [
    maxPrice === null ? true : price === null || !inCurrency ? null : price <= maxPrice,
    hasFreeTier === null ? true : entry.freeTier === null ? null : entry.freeTier === hasFreeTier,
    pricingModel === null || entry.pricingModel === pricingModel,
    hasHiddenCosts === null || entry.hasHiddenCosts === hasHiddenCosts,
  ];
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}
