import { cache } from "react";
import type { WithdrawnProduct } from "@/app/_components/product/withdrawn";
import { categoryNamed } from "@/lib/discovery/names";
import { plainFilters } from "@/lib/discovery/page";
import { answerOf } from "@/lib/format/answer";
import type { CategoryEntry, Lookup, ProductChanges } from "@/lib/operations/catalog";
import { serverRuntime } from "@/lib/operations/runtime";
import { percentDecode } from "@/lib/percent-decode";
import type { PricingRecord } from "@/lib/schemas/record";

const SEARCH_LIMIT = 40;
const MAX_SIBLINGS = 8;
const MAX_NAME = 120;

function today() {
  const { catalog, now } = serverRuntime();
  const instant = now();
  return { catalog, view: { now: instant, asOf: instant.toISOString().slice(0, 10) } };
}

const lookUp = cache(async (slug: string): Promise<Lookup> => {
  const asked = percentDecode(slug);
  if (asked.length > MAX_NAME) return { status: "unknown" };
  const { catalog, view } = today();
  return catalog.record(asked, view);
});

/** Returns the record of a product by its slug, a former slug or another name. */
export async function findProduct(slug: string): Promise<PricingRecord | null> {
  const lookup = await lookUp(slug);
  return lookup.status === "found" ? lookup.record : null;
}

/** Returns a product whose observations were all withdrawn. */
export async function findWithdrawn(slug: string): Promise<WithdrawnProduct | null> {
  const lookup = await lookUp(slug);
  return lookup.status === "withdrawn" ? lookup : null;
}

export const findCategory = cache(async (slug: string): Promise<CategoryEntry | null> => {
  const { catalog } = today();
  return (await catalog.categories()).find((category) => category.slug === slug) ?? null;
});

/** Returns the slug of the category that a URL segment names. */
export async function categorySlug(part: string): Promise<string | null> {
  return categoryNamed(await today().catalog.categories(), percentDecode(part)).one?.slug ?? null;
}

/** Returns the changes between a product's dated prices, as the ledger counts them. */
export async function changesOf(record: PricingRecord): Promise<ProductChanges> {
  const { catalog, view } = today();
  return catalog.changesOf(record.slug, view);
}

/** Returns priced products of the same vendor, the best known first. */
export async function siblingsOf({ slug, vendor }: PricingRecord): Promise<PricingRecord[]> {
  const { catalog, view } = today();
  const found = await catalog.find(plainFilters(vendor.name, view.asOf), SEARCH_LIMIT);
  return (await recordsOf(found))
    .filter((other) => other.slug !== slug && other.vendor.name === vendor.name && answerOf(other).known)
    .slice(0, MAX_SIBLINGS);
}

export async function listCategories(): Promise<readonly CategoryEntry[]> {
  return today().catalog.categories();
}

async function recordsOf(slugs: readonly string[]): Promise<PricingRecord[]> {
  const { catalog, view } = today();
  const lookups = await catalog.records(slugs, view);
  return slugs.flatMap((slug) => {
    const lookup = lookups.get(slug);
    return lookup?.status === "found" ? [lookup.record] : [];
  });
}
