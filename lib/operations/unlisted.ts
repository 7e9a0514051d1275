import entries from "@/db/catalog/unlisted-products.json";
import { nameKey } from "@/lib/ids";
import type { UnlistedProduct } from "@/lib/schemas/catalog";

const byKey = new Map<string, UnlistedProduct>(
  entries.flatMap((entry) => [entry.name, ...entry.words].map((word) => [nameKey(word), entry] as const)),
);

/** The well-known product that a text names and that the catalogue does not have. */
export function unlistedProduct(text: string): UnlistedProduct | null {
  return byKey.get(nameKey(text)) ?? null;
}
