import { INDEX_LETTERS, indexLetter, type ListedProduct } from "@/lib/catalog/listing";
import type { BrowseContext } from "./browse";
import { today } from "./views";

export interface LetterEntry {
  letter: string;
  products: readonly ListedProduct[];
}

const held = new WeakMap<readonly ListedProduct[], LetterEntry[]>();

/** Returns every product by name under its letter. Letters without products are omitted. */
export async function directory({ catalog, now }: BrowseContext): Promise<readonly LetterEntry[]> {
  const listing = await catalog.listing({ asOf: today(now) });
  const known = held.get(listing);
  if (known) return known;
  const byLetter = new Map<string, ListedProduct[]>(INDEX_LETTERS.map((letter) => [letter, []]));
  for (const product of listing) byLetter.get(indexLetter(product.name))?.push(product);
  const entries = [...byLetter]
    .filter(([, products]) => products.length > 0)
    .map(([letter, products]) => ({ letter, products }));
  held.set(listing, entries);
  return entries;
}
