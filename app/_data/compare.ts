import { cache } from "react";
import { compareAddress, possibleSlugs, readCompareAddress } from "@/lib/catalog/compare-address";
import { categoryMedian } from "@/lib/catalog/peers";
import { bestKnown } from "@/lib/catalog/suggest";
import { AppError } from "@/lib/errors";
import { type SharedAxis, sharedAxis } from "@/lib/format/shared-axis";
import { compareSoftware } from "@/lib/operations/compare";
import { takeMembers } from "@/lib/operations/families";
import { serverRuntime } from "@/lib/operations/runtime";
import { calculateTco } from "@/lib/operations/tco";
import { MAX_COMPARED } from "@/lib/schemas/compare";
import type { Resolved } from "@/lib/schemas/name";
import type { PricingRecord } from "@/lib/schemas/record";
import { ask } from "./ask";
import { findProducts, type Named, named, suggest, view } from "./lookup";

/** More names than can be compared, so that a reader who typed too many still sees them. */
const MAX_NAMES = 2 * MAX_COMPARED;
/** The most unknown names that get suggestions. */
const MAX_SUGGESTED = 2;
export const COMPARED_YEARS = 3;

export type Missing = { asked: string; suggestions: Named[] };
export type Read =
  | { kind: "found"; address: string; records: PricingRecord[]; resolved: Resolved[] }
  | { kind: "problem"; known: Named[]; missing: Missing[]; tooMany: boolean };

/** Reads a URL: returns the products to compare, or the problem with the URL. */
export const readAddress = cache(async (address: string): Promise<Read> => {
  const found = await findProducts(possibleSlugs(address));
  const { known, unknown, tooMany } = readCompareAddress(address, (slug) => found.get(slug)?.slug ?? null);
  const bySlug = new Map([...found.values()].map((record) => [record.slug, record]));
  const records = known.flatMap((slug) => bySlug.get(slug) ?? []);
  if (unknown.length > 0 || tooMany || records.length < 2) {
    return { kind: "problem", known: records.map(named), missing: await missingOf(unknown), tooMany };
  }
  const canonical = compareAddress(known);
  const order = canonical.split("-vs-").length === known.length ? known.toSorted() : known;
  const asked = order.flatMap((slug) => bySlug.get(slug) ?? []);
  const taken = await takeMembers(serverRuntime().catalog, asked, view()).catch((error: unknown) => {
    // A family without any priced member cannot be compared.
    if (error instanceof AppError && error.code === "not_priced") return null;
    throw error;
  });
  if (!taken) return { kind: "problem", known: records.map(named), missing: [], tooMany: false };
  return { kind: "found", address: canonical, ...taken };
});

/** Returns all data of the page for some products and a team size. */
export async function comparisonOf(records: readonly PricingRecord[], seats: number) {
  const slugs = records.map(({ slug }) => slug);
  const [answer, cost] = await Promise.all([
    ask(compareSoftware, { slugs, seats }),
    ask(calculateTco, { items: slugs.map((slug) => ({ slug })), seats, termYears: COMPARED_YEARS }),
  ]);
  return { answer, cost, axis: sharedAxis(records), median: await medianOf(records) };
}

/** Returns the category's median if all products are in the same category. */
async function medianOf(records: readonly PricingRecord[]): Promise<{ value: number; label: string } | null> {
  const axis: SharedAxis | null = sharedAxis(records);
  const [first] = records;
  if (!axis || !first || records.some(({ category }) => category.slug !== first.category.slug)) return null;
  const listing = await serverRuntime().catalog.listing({ asOf: first.asOf });
  const listed = listing.filter(({ category }) => category === first.category.slug);
  const found = categoryMedian(listed, { currency: axis.currency, priceUnit: axis.unit }, first.asOf);
  if (!found) return null;
  return { value: found.value, label: `median starting price of ${found.products} products in ${first.category.name}` };
}

/** Returns products of the first product's category that can be added. */
export async function companionsOf(records: readonly PricingRecord[], limit: number): Promise<Named[]> {
  const [first] = records;
  if (!first || records.length >= MAX_COMPARED) return [];
  const taken = new Set(records.map(({ slug }) => slug));
  const known = await bestKnownProducts();
  return (known.get(first.category.slug) ?? []).filter(({ slug }) => !taken.has(slug)).slice(0, limit);
}

const KNOWN_PER_CATEGORY = 8;

/** Returns the best-known paid products of each category. */
export const bestKnownProducts = cache(async () => {
  return bestKnown(await serverRuntime().catalog.listing(view()), KNOWN_PER_CATEGORY);
});

export type Suggested = { category: { slug: string; name: string }; products: readonly Named[]; prominence: number };

/** Returns suggested comparisons: the best-known products of one category, the best-known categories first. */
export async function suggestedComparisons(limit: number): Promise<Suggested[]> {
  const { catalog } = serverRuntime();
  const categories = new Map((await catalog.categories()).map(({ slug, name }) => [slug, { slug, name }]));
  return [...(await bestKnownProducts())]
    .flatMap(([slug, products]) => {
      const category = categories.get(slug);
      if (!category || products.length < 2) return [];
      return { category, products: products.slice(0, 3), prominence: products[1]?.prominence ?? 0 };
    })
    .sort((a, b) => b.prominence - a.prominence || (a.category.slug < b.category.slug ? -1 : 1))
    .slice(0, limit);
}

export type NamedInput = { typed: string; record: Named | null; suggestions: Named[] };

/** Resolves typed names to products. Only an exact name, slug or alias is accepted; other names get suggestions. */
export async function resolveNames(all: readonly string[]): Promise<NamedInput[]> {
  const typed = all.slice(0, MAX_NAMES);
  const found = await findProducts(typed);
  const unknown = typed.filter((text) => !found.has(text)).slice(0, MAX_SUGGESTED);
  return Promise.all(
    typed.map(async (text) => {
      const record = found.get(text);
      if (record) return { typed: text, record: named(record), suggestions: [] };
      return {
        typed: text,
        record: null,
        suggestions: unknown.includes(text) ? (await missing(text)).suggestions : [],
      };
    }),
  );
}

async function missingOf(asked: readonly string[]): Promise<Missing[]> {
  const found = await Promise.all(asked.slice(0, MAX_SUGGESTED).map(missing));
  return [...found, ...asked.slice(MAX_SUGGESTED).map((text) => ({ asked: text, suggestions: [] }))];
}

async function missing(asked: string): Promise<Missing> {
  return { asked, suggestions: await suggest(asked) };
}
