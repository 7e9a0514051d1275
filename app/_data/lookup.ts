import { namedAlike } from "@/lib/catalog/suggest";
import { nameKey } from "@/lib/ids";
import { browse } from "@/lib/operations/browse";
import type { View } from "@/lib/operations/catalog";
import { serverRuntime } from "@/lib/operations/runtime";
import type { PricingRecord } from "@/lib/schemas/record";

const MAX_NAME = 120;
const SUGGESTIONS = 4;

export type Named = { slug: string; name: string; category: string };

export function named({ slug, name, category }: Named | PricingRecord): Named {
  return { slug, name, category: typeof category === "string" ? category : category.slug };
}

/** Returns products that a mistyped name may mean, best first. */
export async function suggest(typed: string): Promise<Named[]> {
  const text = typed.slice(0, MAX_NAME);
  if (nameKey(text) === "") return [];
  const { catalog } = serverRuntime();
  // Searches for the name literally: a typed name is not a question that names several products.
  const { rows } = await browse({ catalog, now: view().now }, { q: text, literal: "true" }, { most: SUGGESTIONS - 1 });
  const all = [
    ...rows.map((row) => named({ ...row, category: row.category.slug })),
    ...namedAlike(await catalog.listing(view()), text, SUGGESTIONS).map(named),
    ...[...(await findProducts(await catalog.nearest(text))).values()].map(named),
  ];
  return [...new Map(all.map((product) => [product.slug, product])).values()].slice(0, SUGGESTIONS);
}

/** Returns the view of today. */
export function view(): View {
  const now = serverRuntime().now();
  return { now, asOf: now.toISOString().slice(0, 10) };
}

/** Finds products by slug, former slug, name or alias. The map has no entry for a text without a match. */
export async function findProducts(texts: readonly string[]): Promise<Map<string, PricingRecord>> {
  const asked = texts.filter((text) => text.length > 0 && text.length <= MAX_NAME);
  const lookups = await serverRuntime().catalog.records(asked, view());
  return new Map(
    [...lookups].flatMap(([text, lookup]) => (lookup.status === "found" ? [[text, lookup.record] as const] : [])),
  );
}
