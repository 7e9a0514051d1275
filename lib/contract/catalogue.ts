import { readCatalog } from "@/db/load/files";
import { leadOf, type Member, memberOn, withMembers } from "@/lib/catalog/family";
import { groupBy } from "@/lib/catalog/ledger";
import { reduce } from "@/lib/catalog/reduce";
import { dressRecord } from "@/lib/operations/dress-record";
import type { Product } from "@/lib/schemas/catalog";
import type { Day } from "@/lib/schemas/primitives";
import type { PricingRecord, ReducedRecord } from "@/lib/schemas/record";

export const SITE = { name: "Example Prices", url: "https://prices.example" };

/** The shipped catalogue: on each day asked for the records of all its products, of families with their members. */
export function shippedRecords(): (asOf: Day) => PricingRecord[] {
  const files = readCatalog("db/catalog");
  const sources = new Map(files.sources.map((source) => [source.slug, source]));
  const observed = groupBy(files.observations, ({ product }) => product);
  const categories = new Map(files.categories.map((category) => [category.slug, category]));
  const byVendor = groupBy(files.products, ({ vendor }) => vendor.name);
  return (asOf) => {
    const own = new Map<string, ReducedRecord | null>();
    for (const { slug } of files.products) own.set(slug, reduce(observed.get(slug) ?? [], { asOf, sources }));
    const memberOf = (product: Product): Member[] => {
      const reduced = own.get(product.slug);
      if (!reduced) return [];
      const known = (observed.get(product.slug) ?? []).filter(({ observedAt }) => observedAt <= asOf);
      return [memberOn(product, reduced, known)];
    };
    return files.products.flatMap((product) => {
      const category = categories.get(product.category);
      const alone = own.get(product.slug);
      if (!category || !alone) return [];
      let reduced: ReducedRecord & { members?: readonly Member[] } = alone;
      if (product.kind === "family") {
        const sold = (byVendor.get(product.name) ?? []).filter(({ slug }) => slug !== product.slug);
        const members = sold.flatMap(memberOf);
        const lead = leadOf(alone, members);
        reduced = withMembers(alone, members, (lead && own.get(lead.slug)?.verification) ?? null);
      }
      return [dressRecord({ product, category, reduced, asOf, site: SITE })];
    });
  };
}
