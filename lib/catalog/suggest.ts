import { nameKey } from "@/lib/ids";
import type { Slug } from "@/lib/schemas/primitives";
import type { ListedProduct } from "./listing";
import { countBits, lettersIn, spelledAlike } from "./spelling";

type Named = Pick<ListedProduct, "slug" | "name" | "category">;
type Known = Named & Pick<ListedProduct, "kind" | "startingPrice" | "prominence">;

/** Minimum similarity between a text and a word of a name. */
const ALIKE = 0.75;

/** Returns the paid products of each category, the best known first. */
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

/** A word of names, and the products that have it. */
interface Word {
  word: string;
  letters: number;
  products: Known[];
}

const wordsOf = new WeakMap<readonly Known[], ReadonlyMap<number, Word[]>>();

/** Returns the distinct words of the names by their length, computed once per listing. */
function wordsByLength(listing: readonly Known[]): ReadonlyMap<number, Word[]> {
  const held = wordsOf.get(listing);
  if (held) return held;
  const words = new Map<string, Word>();
  for (const product of listing) {
    for (const word of new Set(nameKey(product.name).split("-"))) {
      const known = words.get(word) ?? { word, letters: lettersIn(word), products: [] };
      words.set(word, known);
      known.products.push(product);
    }
  }
  const byLength = new Map<number, Word[]>();
  for (const word of words.values()) {
    const alike = byLength.get(word.word.length) ?? [];
    byLength.set(word.word.length, alike);
    alike.push(word);
  }
  wordsOf.set(listing, byLength);
  return byLength;
}

/**
 * Returns products with a word that is spelled like the text, as "teems" is like a word of Microsoft Teams; best first.
 */
export function namedAlike<T extends Known>(listing: readonly T[], text: string, limit: number): T[] {
  const asked = nameKey(text);
  if (asked.length < 3) return [];
  const letters = lettersIn(asked.replaceAll("-", ""));
  const nearest = new Map<Known, number>();
  for (const [length, words] of wordsByLength(listing)) {
    const [shorter, longer] = length < asked.length ? [length, asked.length] : [asked.length, length];
    if (shorter < ALIKE * longer) continue;
    for (const { word, letters: own, products } of words) {
      if (countBits(own ^ letters) > 2 * (1 - ALIKE) * longer) continue;
      const near = spelledAlike(asked, word);
      if (near < ALIKE) continue;
      for (const product of products) nearest.set(product, Math.max(nearest.get(product) ?? 0, near));
    }
  }
  return [...nearest]
    .sort(([a, nearA], [b, nearB]) => nearB - nearA || b.prominence - a.prominence || (a.slug < b.slug ? -1 : 1))
    .slice(0, limit)
    .map(([product]) => product as T);
}
