import oftenCompared from "@/db/catalog/often-compared.json";
import { catalogDir } from "@/db/load/boot";
import { readCatalog } from "@/db/load/files";
import { type DerivedRecord, leadOf, type Member, memberOn, withMembers } from "@/lib/catalog/family";
import { changesWithEvidence, priceReadings } from "@/lib/catalog/history";
import { groupBy } from "@/lib/catalog/ledger";
import type { ListedProduct } from "@/lib/catalog/listing";
import { reduce } from "@/lib/catalog/reduce";
import { flagshipFacts } from "@/lib/format/rate-texts";
import type { Catalog, ProductChanges } from "@/lib/operations/catalog";
import { dressRecord } from "@/lib/operations/dress-record";
import { memoryCatalog } from "@/lib/operations/testing/memory-catalog";
import type { Product } from "@/lib/schemas/catalog";
import type { Day } from "@/lib/schemas/primitives";
import type { PricingRecord, ReducedRecord } from "@/lib/schemas/record";

export const SITE = { name: "Example Prices", url: "https://prices.example" };

/** Computes each value once in a process, for all of its test files. No test may change the value. */
export function once<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as Value;
  };
}

const read = once((dir: string) => {
  const files = readCatalog(dir);
  return {
    files,
    sources: new Map(files.sources.map((source) => [source.slug, source])),
    observed: groupBy(files.observations, ({ product }) => product),
    categories: new Map(files.categories.map((category) => [category.slug, category])),
    categoryOf: new Map(files.products.map(({ slug, category }) => [slug, category])),
    byVendor: groupBy(files.products, ({ vendor }) => vendor.name),
  };
});

/** The shipped catalogue as in its files, with its observations by product. */
export const shipped = () => read(catalogDir());

/** The record from a product's own observations on a day; null if there is no data by then. */
export const shippedReduced = once((asOf: Day) =>
  once((slug: string): ReducedRecord | null => {
    const { sources, observed, categoryOf } = shipped();
    return reduce(observed.get(slug) ?? [], { asOf, sources, category: categoryOf.get(slug) });
  }),
);

/** The records of all products of the shipped catalogue on a day. Families include their members. */
export const shippedRecords = once((asOf: Day): readonly PricingRecord[] => {
  const { files, observed, categories, byVendor } = shipped();
  const own = shippedReduced(asOf);
  const memberOf = (product: Product): Member[] => {
    const reduced = own(product.slug);
    if (!reduced) return [];
    const known = (observed.get(product.slug) ?? []).filter(({ observedAt }) => observedAt <= asOf);
    return [memberOn(product, reduced, known)];
  };
  return files.products.flatMap((product) => {
    const category = categories.get(product.category);
    const alone = own(product.slug);
    if (!category || !alone) return [];
    let reduced: DerivedRecord = alone;
    if (product.kind === "family") {
      const sold = (byVendor.get(product.name) ?? []).filter(({ slug }) => slug !== product.slug);
      const members = sold.flatMap(memberOf);
      const lead = leadOf(alone, members, product);
      const flagship = lead && own(lead.slug);
      reduced = withMembers(alone, members, flagship && flagshipFacts(flagship), product);
    }
    return [dressRecord({ product, category, reduced, asOf, site: SITE })];
  });
});

/**
 * The shipped catalogue on one day as operations see it. Every record is made once, and the list of products is by name
 * only.
 */
export const shippedCatalog = once((asOf: Day): { catalog: Catalog; records: readonly PricingRecord[] } => {
  const { files, sources, observed } = shipped();
  const records = shippedRecords(asOf);
  const bySlug = new Map(records.map((record) => [record.slug, { status: "found", record } as const]));
  const record: Catalog["record"] = async (slug) => bySlug.get(slug) ?? { status: "unknown" };
  const sorted = records.map(({ slug }) => slug).sort();
  const listed = records.map(({ slug, category }) => ({ slug, category: category.slug }) as ListedProduct);
  const none = { value: null, count: records.length };
  const changes = new Map<string, ProductChanges>();
  const catalog: Catalog = {
    ...memoryCatalog({ ...files, oftenCompared, loadedAt: new Date(`${asOf}T00:00:00Z`) }, SITE),
    record,
    records: async (slugs, view) =>
      new Map(await Promise.all(slugs.map(async (slug) => [slug, await record(slug, view)] as const))),
    listing: async () => listed,
    changesOf: async (slug) => {
      const own = observed.get(slug) ?? [];
      const context = { asOf, sources };
      const known = changes.get(slug) ?? {
        ...changesWithEvidence(own, context),
        readings: priceReadings(own, context),
        checkedOn: [],
      };
      changes.set(slug, known);
      return known;
    },
    discover: async ({ after, limit }) => {
      const rest = sorted.filter((slug) => after === null || slug > after.slug);
      return {
        products: rest.slice(0, limit).map((slug) => ({ slug, key: "0", tie: "0", sources: 1, prominence: 0 })),
        more: rest.length > limit,
        isSpelled: false,
        total: records.length,
        excluded: 0,
        excludedProducts: [],
        facets: {
          category: [...groupBy(records, ({ category }) => category.slug)].map(([value, list]) => ({
            value,
            count: list.length,
          })),
          pricingModel: [none],
          freeTier: [none],
          priceStatus: [none],
          freePlan: [none],
          selfHosted: [none],
        },
      };
    },
  };
  return { catalog, records };
});
