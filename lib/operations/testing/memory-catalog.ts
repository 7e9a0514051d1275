import { closest } from "fastest-levenshtein";
import { buildRecord } from "@/lib/catalog/record";
import { reduce } from "@/lib/catalog/reduce";
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
    state: async () => state,
    ping: async () => {},
  };
}
