import { spelledAlike } from "@/lib/catalog/spelling";
import { plainFilters } from "@/lib/discovery/page";
import { nameKey } from "@/lib/ids";
import { unreadWords } from "@/lib/questions/spot";
import { nameAt } from "@/lib/questions/tokens";
import type { Slug } from "@/lib/schemas/primitives";
import type { Context, NamedProduct, Place, Spotted } from "./asked";
import { today } from "./views";

const MAX_WORDS = 3;
/** Likeness from which a product is guessed. */
const ALIKE = 0.6;
/** Likeness from which the guess needs no other evidence, such as a number of people. */
export const CLEARLY_ALIKE = 0.8;
/** An unknown name is more likely a misspelling of a well-known product than of another. */
const MIN_PROMINENCE = 35;

/** A product that is meant by a name which no product has. */
export interface Guess {
  place: Place;
  /** As written. */
  words: string;
  /** See spelledAlike(). */
  likeness: number;
  /** Whether the name is exact, but also an ordinary word. */
  isExact: boolean;
}

interface Question extends Context {
  mentions: Spotted;
  prominence: ReadonlyMap<Slug, number>;
}

/** The product whose name is spelled like the only words that were not read. */
export async function guessName({ mentions, prominence, ...context }: Question): Promise<Guess | null> {
  const [words, ...others] = unreadWords(mentions);
  if (words === undefined || others.length > 0) return null;
  const nearest = await nearestName(context, words);
  if (!nearest || nearest.likeness < ALIKE) return null;
  const { product, likeness } = nearest;
  const isExact = nameKey(words) === nameKey(product.name);
  if (!isExact && (prominence.get(product.slug) ?? 0) < MIN_PROMINENCE) return null;
  const from = mentions.unread[0] ?? 0;
  return { place: { product, from, to: from + words.split(" ").length }, words, likeness, isExact };
}

/** "microsoft temas", "zoho crn": whether the whole text is spelled like the name of a product that it does not mention. */
export async function isMisspelt(context: Context, { tokens, unread, products }: Spotted): Promise<boolean> {
  if (unread.length === 0) return false;
  const nearest = await nearestName(context, nameAt(tokens, 0, tokens.length));
  if (!nearest || products.some(({ product }) => product.slug === nearest.product.slug)) return false;
  return nearest.likeness >= CLEARLY_ALIKE;
}

/** The product with the nearest name. Null for long texts, which are no name. */
async function nearestName(
  { catalog, now }: Context,
  words: string,
): Promise<{ product: NamedProduct; likeness: number } | null> {
  if (words.split(" ").length > MAX_WORDS) return null;
  const [slug] = await catalog.find(plainFilters(words, today(now)), 1);
  const [product] = slug === undefined ? [] : ((await catalog.named([slug])).get(slug) ?? []);
  return product ? { product, likeness: spelledAlike(nameKey(words), nameKey(product.name)) } : null;
}
