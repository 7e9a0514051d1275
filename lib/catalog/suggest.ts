import { nameKey } from "@/lib/ids";
import type { Slug } from "@/lib/schemas/primitives";
import type { ListedProduct } from "./listing";
import { spelledAlike } from "./spelling";

type Named = Pick<ListedProduct, "slug" | "name" | "category">;
type Known = Named & Pick<ListedProduct, "kind" | "startingPrice" | "prominence">;

/** A word of a name is meant by a text that is spelled this much alike. */
const ALIKE = 0.75;

/** The paid products of each category, the best known first. */
export function bestKnown<T extends Known>(listing: readonly T[], perCategory: number): Map<Slug, T[]> {
  const byCategory = new Map<Slug, T[]>();
  for (const product of listing) {
    if (product.kind === "family" || !product.startingPrice) continue;
    byCategory.set(product.category, [...(byCategory.get(product.category) ?? []), product]);
  }
  return new Map(
    [...byCategory].map(([category, products]) => [
      category,
      products.sort((a, b) => b.prominence - a.prominence || (a.slug < b.slug ? -1 : 1)).slice(0, perCategory),
    ]),
  );
}

/** Products of which one word is spelled like the text, as "teems" is like a word of Microsoft Teams; best first. */
export function namedAlike<T extends Known>(listing: readonly T[], text: string, limit: number): T[] {
  const asked = nameKey(text);
  if (asked.length < 3) return [];
  const mayBeAlike = (word: string) =>
    Math.min(word.length, asked.length) >= ALIKE * Math.max(word.length, asked.length);
  return listing
    .map((product) => {
      const words = nameKey(product.name).split("-").filter(mayBeAlike);
      return { product, near: Math.max(0, ...words.map((word) => spelledAlike(asked, word))) };
    })
    .filter(({ near }) => near >= ALIKE)
    .sort(
      (a, b) =>
        b.near - a.near || b.product.prominence - a.product.prominence || (a.product.slug < b.product.slug ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ product }) => product);
}
