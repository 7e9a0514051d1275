import entries from "@/db/catalog/unlisted-products.json";
import { nameKey } from "@/lib/ids";
import type { UnlistedProduct } from "@/lib/schemas/catalog";
import type { Names, ProductEntry } from "./catalog";
import { planNameIn } from "./plan-names";

const byKey = new Map<string, UnlistedProduct>(
  entries.flatMap((entry) => [entry.name, ...entry.words].map((word) => [nameKey(word), entry] as const)),
);

/** Returns the well-known product that a text names and that the catalogue does not have. */
export function unlistedProduct(text: string): UnlistedProduct | null {
  return byKey.get(nameKey(text)) ?? null;
}

/** Returns the product that owns or includes an unlisted product, or whose name begins the text. */
export function relatedTo({ meant }: Names, text: string): ProductEntry | null {
  const { owner, includedIn = owner, notCovered } = unlistedProduct(text) ?? {};
  if (notCovered) return null;
  return includedIn ? meant(includedIn).one : (planNameIn(text, { meant })?.product ?? null);
}

/** Returns how the catalogue relates to a text that names no product in it; null if it does not. */
export function relatedSentence(names: Names, text: string): string | null {
  const unlisted = unlistedProduct(text);
  if (unlisted?.notCovered) return `${unlisted.name} is ${unlisted.notCovered}, which the catalogue does not cover.`;
  const product = relatedTo(names, text);
  if (!product) return null;
  const entry = `${product.name} (${product.slug})`;
  if (!unlisted) return `The catalogue has ${entry}.`;
  if (!unlisted.includedIn) return `${unlisted.name} belongs to ${entry}.`;
  return `${entry} includes ${unlisted.name}, whose own price the catalogue does not have.`;
}
