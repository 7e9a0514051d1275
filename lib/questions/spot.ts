import type { Slug } from "@/lib/schemas/primitives";
import { type Cue, type CuePlace, cuesIn } from "./cues";
import { type Cap, type Count, capIn, peopleIn } from "./quantities";
import { range, type Token, tokensOf } from "./tokens";

/** What is known of names: one lookup for each run of words. */
export interface Dictionary<P extends { slug: Slug; prominence: number }> {
  /** The products with this name, slug or alias, the best known first. */
  products(name: string): readonly P[];
  /** The category that these words name. */
  category(words: string): Slug | null;
  /** Whether these words name a product that the catalogue does not have. */
  isUnlisted(name: string): boolean;
}

/** What a text mentions. */
export interface Mentions<P> {
  products: { product: P; from: number; to: number }[];
  /** Places of the names of well-known products that the catalogue does not have. */
  unlisted: number[];
  category: Slug | null;
  /** Places of the words that name the category. */
  categoryPlaces: number[];
  people: Count | null;
  cap: Cap | null;
  cues: ReadonlySet<Cue>;
  /** The cues among the words that name nothing. */
  cuePlaces: readonly CuePlace[];
  tokens: readonly Token[];
  /** Places of the tokens that say something and were not used. */
  unread: number[];
}

const MAX_TOKENS = 200;
const MAX_NAME_WORDS = 6;
/** Prominence from which a name of one word, which is often an ordinary word too, is that of its product. */
const MIN_PROMINENCE = 55;
/** The same if a category is named and no product is. */
const MIN_BESIDE_CATEGORY = 35;

export function spot<P extends { slug: Slug; prominence: number }>(
  text: string,
  dictionary: Dictionary<P>,
): Mentions<P> {
  const tokens = tokensOf(text).slice(0, MAX_TOKENS);
  const cuePlaces = cuesIn(tokens);
  const isCue = new Set(cuePlaces.flatMap(({ from, to }) => range(from, to)));
  const used = new Set<number>();
  const products: Mentions<P>["products"] = [];
  const faint: Mentions<P>["products"] = [];
  const unlisted: number[] = [];
  let category: Slug | null = null;
  let categoryPlaces: number[] = [];

  for (let length = Math.min(MAX_NAME_WORDS, tokens.length); length > 0; length -= 1) {
    for (let from = 0; from + length <= tokens.length; from += 1) {
      const to = from + length;
      const places = range(from, to);
      if (places.some((place) => used.has(place)) || places.every((place) => isCue.has(place))) continue;
      const name = nameAt(tokens, from, to);
      if (dictionary.isUnlisted(name)) {
        unlisted.push(...places);
        for (const place of places) used.add(place);
        continue;
      }
      const [product] = dictionary.products(name);
      const isSure = product !== undefined && (length > 1 || product.prominence >= MIN_PROMINENCE || /\d/.test(name));
      const named = isSure ? null : dictionary.category(name);
      if (!isSure && named === null) {
        if (product) faint.push({ product, from, to });
        continue;
      }
      if (isSure) products.push({ product, from, to });
      else if (category === null) {
        category = named;
        categoryPlaces = places;
      }
      for (const place of places) used.add(place);
    }
  }
  const people = peopleIn(tokens, cuePlaces, used);
  const cap = capIn(tokens, cuePlaces, used);
  for (const place of [...(people?.places ?? []), ...(cap?.places ?? [])]) used.add(place);
  const unread = range(0, tokens.length).filter((place) => !used.has(place) && !isCue.has(place));
  const likely = faint.filter(
    ({ from, product }) => !used.has(from) && (category === null || product.prominence >= MIN_BESIDE_CATEGORY),
  );
  const [only, second] = likely.sort((a, b) => b.product.prominence - a.product.prominence);
  if (products.length === 0 && only && (!second || only.product.prominence > second.product.prominence)) {
    products.push(only);
    unread.splice(unread.indexOf(only.from), 1);
  }
  products.sort((a, b) => a.from - b.from);
  const said = cuePlaces.filter(({ from, to }) => !range(from, to).some((place) => used.has(place)));
  return {
    products,
    unlisted,
    category,
    categoryPlaces,
    people,
    cap,
    cues: cuesOf(said),
    cuePlaces: said,
    tokens,
    unread,
  };
}

function cuesOf(places: readonly CuePlace[]): ReadonlySet<Cue> {
  return new Set(places.flatMap(({ cues }) => [...cues]));
}

export function nameAt(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ");
}

/** The words that were not used, as they stand together. */
export function unreadWords({ tokens, unread }: Pick<Mentions<unknown>, "tokens" | "unread">): string[] {
  const groups: number[][] = [];
  for (const place of unread) {
    const last = groups.at(-1);
    if (last && last.at(-1) === place - 1) last.push(place);
    else groups.push([place]);
  }
  return groups.map((group) => nameAt(tokens, group[0] ?? 0, (group.at(-1) ?? 0) + 1));
}
