import type { Slug } from "@/lib/schemas/primitives";
import { type Cue, type CuePlace, cuesIn } from "./cues";
import { PLAN_NAMES } from "./plan-words";
import { type Quantities, quantitiesIn, type TokenCounts, tokensIn } from "./quantities";
import { nameAt, range, type Token } from "./tokens";

/** Names that a text may mention: one lookup for each run of words. */
export interface Dictionary<P extends { slug: Slug; prominence: number }, M> {
  /** Returns the products with this name, slug or alias, the best known first. */
  products(name: string): readonly P[];
  /** Every word in the names of language models and of their sellers, as nameKey() writes it. */
  modelWords: ReadonlySet<string>;
  /** Returns the language model that these words name. */
  model(name: string): M | null;
  /** Returns the category that these words name. */
  category(words: string): Slug | null;
  /** Returns true if these words name a product that the catalogue does not have. */
  isUnlisted(name: string): boolean;
}

/** The place of a product's name in a text. `to` is the place after its last word. */
export interface ProductPlace<P> {
  product: P;
  from: number;
  to: number;
}

export interface ModelPlace<M> {
  model: M;
  from: number;
  to: number;
}

/** The contents of a text: names, quantities and cues. */
export interface Mentions<P, M> extends Quantities {
  /** In the order of the text. */
  products: ProductPlace<P>[];
  models: ModelPlace<M>[];
  /** Places of the names of well-known products that the catalogue does not have. */
  unlisted: number[];
  category: Slug | null;
  /** A product that has the same name. */
  namesake: P | null;
  /** Places of the words that name the category. */
  categoryPlaces: number[];
  tokenCounts: TokenCounts;
  cues: ReadonlySet<Cue>;
  /** The cues among the words that are not part of a name. */
  cuePlaces: readonly CuePlace[];
  tokens: readonly Token[];
  /** Places of the meaningful tokens that were not used. */
  unread: number[];
}

/** Maximum number of tokens that are read. */
export const MAX_TOKENS = 200;
const MAX_NAME_WORDS = 6;
/** A model's name is looked up in rate cards, which takes longer than a product's. */
const MAX_MODEL_LOOKUPS = 16;
/** Minimum prominence of a product with a one-word name. Such a name is often an ordinary word too. */
const MIN_PROMINENCE = 55;
/** Like MIN_PROMINENCE, if the text names a category and no product. */
const MIN_BESIDE_CATEGORY = 35;

export function spot<P extends { slug: Slug; prominence: number }, M>(
  tokens: readonly Token[],
  dictionary: Dictionary<P, M>,
): Mentions<P, M> {
  const cuePlaces = cuesIn(tokens);
  const isCue = new Set(cuePlaces.flatMap(({ from, to }) => range(from, to)));
  const tokenCounts = tokensIn(tokens);
  const used = new Set(tokenCounts.places);
  const products: ProductPlace<P>[] = [];
  const models: ModelPlace<M>[] = [];
  const faint: ProductPlace<P>[] = [];
  const unlisted: number[] = [];
  let category: Slug | null = null;
  let namesake: P | null = null;
  let categoryPlaces: number[] = [];
  const modelsByName = new Map<string, M | null>();
  const isModelWord = tokens.map(
    ({ key }) => key !== "" && key.split("-").every((part) => dictionary.modelWords.has(part)),
  );

  for (let length = Math.min(MAX_NAME_WORDS, tokens.length); length > 0; length -= 1) {
    for (let from = 0; from + length <= tokens.length; from += 1) {
      const to = from + length;
      const places = range(from, to);
      if (places.some((place) => used.has(place))) continue;
      const name = nameAt(tokens, from, to);
      const use = () => {
        for (const place of places) used.add(place);
      };
      if (places.every((place) => isCue.has(place))) {
        const [product] = dictionary.products(name);
        if (product) faint.push({ product, from, to });
        continue;
      }
      if (dictionary.isUnlisted(name)) {
        unlisted.push(...places);
        use();
        continue;
      }
      const named: Slug | null = category === null ? dictionary.category(name) : null;
      const [product] = dictionary.products(name);
      const isSure = product !== undefined && (length > 1 || product.prominence >= MIN_PROMINENCE || /\d/.test(name));
      if (named !== null && !(isSure && product.prominence >= MIN_PROMINENCE)) {
        category = named;
        namesake = product ?? null;
        categoryPlaces = places;
        use();
      } else if (isSure) {
        products.push({ product, from, to });
        use();
      } else {
        const isLookup = modelsByName.size < MAX_MODEL_LOOKUPS && places.every((place) => isModelWord[place]);
        if (isLookup && !modelsByName.has(name)) modelsByName.set(name, dictionary.model(name));
        const model = modelsByName.get(name) ?? null;
        if (model !== null) {
          models.push({ model, from, to });
          use();
        } else if (product) {
          faint.push({ product, from, to });
        }
      }
    }
  }
  for (const place of faint.toSorted((a, b) => a.from - b.from)) {
    const isMeant = isCompared(place, { cuePlaces, tokens }) || isInList(place, { products, tokens });
    if (!isMeant || range(place.from, place.to).some((at) => used.has(at))) continue;
    products.push(place);
    for (const at of range(place.from, place.to)) used.add(at);
  }
  const quantities = quantitiesIn(tokens, cuePlaces, used);
  const { people, cap, limit } = quantities;
  for (const place of [...(people?.places ?? []), ...(cap?.places ?? []), ...limit]) used.add(place);
  const isUnread = (place: number) => !used.has(place) && !isCue.has(place);
  if (products.length === 0 && models.length === 0) {
    const likely = likeliest(
      faint.filter(({ from, to }) => !range(from, to).some((place) => used.has(place))),
      { isUnread, cuePlaces, hasCategory: category !== null, isCounted: people !== null },
    );
    if (likely) {
      products.push(likely);
      for (const place of range(likely.from, likely.to)) used.add(place);
    }
  }
  products.sort((a, b) => a.from - b.from);
  models.sort((a, b) => a.from - b.from);
  const said = cuePlaces.filter(({ from, to }) => !range(from, to).some((place) => used.has(place)));
  return {
    ...quantities,
    products,
    models,
    unlisted,
    category,
    namesake,
    categoryPlaces,
    tokenCounts,
    cues: new Set(said.flatMap(({ cues }) => [...cues])),
    cuePlaces: said,
    tokens,
    unread: range(0, tokens.length).filter(isUnread),
  };
}

/**
 * Returns true for "Slack vs Form", "Form Pro vs Slack": a name with only plan words before or after a word of
 * comparison.
 */
function isCompared(
  { from, to }: { from: number; to: number },
  { cuePlaces, tokens }: { cuePlaces: readonly CuePlace[]; tokens: readonly Token[] },
): boolean {
  const comparing = cuePlaces.filter(({ cues }) => cues.has("compare"));
  const isCue = cuePlaces.some((cue) => cue.from <= from && cue.to >= to);
  const isPlan = (at: number) => PLAN_NAMES.has(tokens[at]?.key ?? "");
  return !isCue && comparing.some((cue) => cue.to === from || (cue.from >= to && range(to, cue.from).every(isPlan)));
}

/** Returns true for a name between commas next to a product: "Backblaze B2, Wasabi, Amazon S3". */
function isInList<P>(
  { from, to }: { from: number; to: number },
  { products, tokens }: { products: readonly ProductPlace<P>[]; tokens: readonly Token[] },
): boolean {
  const isAfter = tokens[from]?.isListed === true && products.some((place) => place.to === from);
  return isAfter || (tokens[to]?.isListed === true && products.some((place) => place.from === to));
}

interface Surroundings {
  isUnread: (place: number) => boolean;
  cuePlaces: readonly CuePlace[];
  hasCategory: boolean;
  /** True if the text counts people. */
  isCounted: boolean;
}

/** Returns the best-known product whose name is also an ordinary word. */
function likeliest<P extends { prominence: number }>(
  faint: readonly ProductPlace<P>[],
  { isUnread, cuePlaces, hasCategory, isCounted }: Surroundings,
): ProductPlace<P> | null {
  const words = faint.filter(({ from }) => isUnread(from));
  const likely = words.filter(({ product }) => !hasCategory || product.prominence >= MIN_BESIDE_CATEGORY);
  const [only, second] = likely.sort((a, b) => b.product.prominence - a.product.prominence);
  if (only) return !second || only.product.prominence > second.product.prominence ? only : null;
  if (hasCategory || words.length > 0) return null;
  // "How much is Make?", "teams for 60 people": the only word that can be a name.
  const priceCues = cuePlaces.filter(({ cues }) => cues.has("price"));
  const names = faint.filter(
    ({ from, to }) => (isCounted && from === 0) || priceCues.some((cue) => cue.to <= from || cue.from >= to),
  );
  return (
    names.sort((a, b) => b.to - b.from - (a.to - a.from) || b.product.prominence - a.product.prominence)[0] ?? null
  );
}

/** Returns the words that were not used, grouped as they follow each other. */
export function unreadWords({ tokens, unread }: Pick<Mentions<unknown, unknown>, "tokens" | "unread">): string[] {
  const groups: number[][] = [];
  for (const place of unread) {
    const last = groups.at(-1);
    if (last && last.at(-1) === place - 1) last.push(place);
    else groups.push([place]);
  }
  return groups.map((group) => nameAt(tokens, group[0] ?? 0, (group.at(-1) ?? 0) + 1));
}
