import { cache } from "react";
import type { CatalogState, CategoryEntry } from "@/lib/operations/catalog";
import { serverRuntime } from "@/lib/operations/runtime";
import type { PricingRecord } from "@/lib/schemas/record";

const SEARCH_LIMIT = 40;
const SLUG = /^[a-z0-9-]{1,120}$/;

function today() {
  const { catalog, now } = serverRuntime();
  const instant = now();
  return { catalog, view: { now: instant, asOf: instant.toISOString().slice(0, 10) } };
}

/** The record of a product by its slug, a former slug or another name. */
export const findProduct = cache(async (slug: string): Promise<PricingRecord | null> => {
  const asked = slug.toLowerCase();
  if (!SLUG.test(asked)) return null;
  const { catalog, view } = today();
  const lookup = await catalog.record(asked, view);
  return lookup.status === "found" ? lookup.record : null;
});

export const findCategory = cache(async (slug: string): Promise<CategoryEntry | null> => {
  const { catalog } = today();
  return (await catalog.categories()).find((category) => category.slug === slug) ?? null;
});

export async function productsIn(category: string): Promise<PricingRecord[]> {
  const { catalog } = today();
  return recordsOf((await catalog.productsIn(category)).map(({ slug }) => slug));
}

export async function neighbours(record: PricingRecord): Promise<{ slug: string; name: string; category: string }[]> {
  const { catalog } = today();
  return (await catalog.productsIn(record.category.slug)).filter(({ slug }) => slug !== record.slug);
}

export async function search(query: string): Promise<PricingRecord[]> {
  const { catalog } = today();
  const found = await catalog.search(query, SEARCH_LIMIT);
  const slugs = found.length > 0 ? found.map(({ slug }) => slug) : await catalog.nearest(query);
  return recordsOf(slugs);
}

export async function listCategories(): Promise<CategoryEntry[]> {
  return today().catalog.categories();
}

export async function catalogState(): Promise<CatalogState | null> {
  return today().catalog.state();
}

async function recordsOf(slugs: readonly string[]): Promise<PricingRecord[]> {
  const { catalog, view } = today();
  const lookups = await catalog.records(slugs, view);
  return slugs.flatMap((slug) => {
    const lookup = lookups.get(slug);
    return lookup?.status === "found" ? [lookup.record] : [];
  });
}
