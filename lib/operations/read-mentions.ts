import type { ListedProduct } from "@/lib/catalog/listing";
import { onceFor } from "@/lib/once-for";
import { categorySlug } from "@/lib/questions/categories";
import { isCue } from "@/lib/questions/cues";
import { localName } from "@/lib/questions/local-names";
import type { Repair } from "@/lib/questions/repair";
import { MAX_TOKENS, type ProductPlace, spot } from "@/lib/questions/spot";
import { nameAt, POSSESSIVE, range, type Token, tokensOf, withRunsSplit } from "@/lib/questions/tokens";
import {
  type Asked,
  type Context,
  type NamedProduct,
  NOT_SAID,
  type Place,
  type Question,
  type Spotted,
} from "./asked";
import { modelIn, modelWords } from "./asked-models";
import type { Names } from "./catalog";
import { languageModelCards } from "./llm-market";
import { isPlanWord } from "./plan-names";
import { readAlternatives, readCategory, readPriceChanges, readWords } from "./read-lists";
import { readBills, readModel, readModelComparison } from "./read-models";
import { readComparison, readProduct } from "./read-products";
import { productAt, repairSentences, spotRepaired } from "./repaired-words";
import { relatedSentence, unlistedProduct } from "./unlisted";
import { unusedWords } from "./unused-words";
import { today } from "./views";

/** Matches no product. */
const NO_CATEGORY = "";

const prominences = onceFor(
  (listing: readonly ListedProduct[]) => new Map(listing.map(({ slug, prominence }) => [slug, prominence] as const)),
);

/**
 * Reads the products, plans, models, categories, quantities and conditions that a text mentions anywhere, in any
 * language that has cues. Returns null if it mentions nothing.
 */
export async function readMentions(
  context: Context,
  text: string,
  asWritten: Asked,
  names: Names,
): Promise<Asked | null> {
  const { catalog, now } = context;
  const day = today(now);
  const prominence = prominences(await catalog.listing({ asOf: day }));
  const cards = await languageModelCards({ catalog, now });
  const categoryOf = (words: string) => categorySlug(words, names.categories);
  const named = (name: string) => names.named(localName(name) ?? name);
  const read = (tokens: readonly Token[]): Spotted => {
    const written = nameAt(tokens, 0, tokens.length);
    const modelWishes = { anyLine: PRICE.test(written), anyFamily: TOKENS.test(written) };
    return spot(tokens, {
      products: (name) =>
        named(name)
          .concat(POSSESSIVE.test(name) ? names.named(name.replace(POSSESSIVE, "")) : [])
          .flatMap((entry) => {
            const own = prominence.get(entry.slug);
            return own === undefined ? [] : { ...entry, prominence: own };
          })
          .sort((a, b) => b.prominence - a.prominence),
      modelWords: modelWords(cards),
      model: (name) => modelIn(cards, name, { named: names.named, day, ...modelWishes }),
      category: categoryOf,
      isUnlisted: (name) => unlistedProduct(name) !== null,
    });
  };
  const isWord = (word: string) => isCue(word) || localName(word) !== null || categoryOf(word) !== null;
  const all = withRunsSplit(tokensOf(text), isWord, (run) => names.named(run).length > 0);
  const tokens = all.slice(0, MAX_TOKENS);
  const { mentions, repairs } = await spotRepaired(context, tokens, { read, names });
  const question: Question = { ...context, text, asWritten, names, cards, mentions };
  const asked =
    readBills(question) ??
    (await readNames(question)) ??
    readPriceChanges(question) ??
    (await readCategory(question)) ??
    (await readWords(question));
  const isCut = asWritten.isCut || tokens.length < all.length;
  return asked && { ...withRepairs(asked, repairs, mentions), isCut };
}

/** Adds which words were guessed. */
function withRepairs({ readAs, ...asked }: Asked, repairs: readonly Repair[], mentions: Spotted): Asked {
  if (readAs === null || repairs.length === 0) return { ...asked, readAs };
  const sentence = [...repairSentences(repairs, mentions), readAs.sentence].join(" ");
  const spelledAlike = repairs.some((repair) => productAt(repair, mentions) !== null);
  return { ...asked, readAs: { ...readAs, sentence, spelledAlike } };
}

const TOKENS = /\btokens?\b/i;
const PRICE = /\b(?:price|prices|pricing|cost|costs|how much)\b/i;

/** Reads the products and models that the text names. */
async function readNames(question: Question): Promise<Asked | null> {
  const { products, models, cues, category } = question.mentions;
  const [first, ...others] = distinct(products);
  const isList = category !== null && first !== undefined && isYardstick(question.mentions, first);
  if (isList) return null;
  if (cues.has("alternative")) {
    return first ? readAlternatives(question, first) : null;
  }
  if (models.length > 0) {
    const compared = models.length + products.length > 1 ? readModelComparison(question) : null;
    if (compared) return compared;
    if (models[0] && !first) return readModel(question, models[0].model);
  }
  if (first && others.length > 0 && isComparison(question.mentions))
    return readComparison(question, [first, ...others]);
  if (first) return readProduct(question, first);
  if (question.mentions.unlisted.length > 0 && category === null) return readUnlisted(question);
  return null;
}

/** Reads a well-known product that the catalogue does not have. */
function readUnlisted({ mentions, asWritten, names }: Question): Asked {
  const [from = 0] = mentions.unlisted;
  const to = mentions.unlisted.findLast((place, at) => place === from + at) ?? from;
  const written = nameAt(mentions.tokens, from, to + 1);
  const { name = written, includedIn } = unlistedProduct(written) ?? {};
  const related = relatedSentence(names, written);
  const parts = { ...NOT_SAID, text: name, unread: unusedWords(mentions, []) };
  return {
    ...asWritten,
    // A product that includes it is found by its name. Similar names would be other products.
    filters: { ...asWritten.filters, text: name, ...(!includedIn && { category: NO_CATEGORY }) },
    readAs: { ...parts, sentence: [`${name} is not in the catalogue.`, related].filter(Boolean).join(" ") },
  };
}

function distinct<P extends NamedProduct>(places: readonly ProductPlace<P>[]): ProductPlace<P>[] {
  return [...new Map(places.toReversed().map((place) => [place.product.slug, place])).values()].reverse();
}

const THAN = /^(?:than|als|que|di|dan|niz|чем)$/;

/** "a team chat that is cheaper than Slack" asks for team chats. */
function isYardstick({ tokens }: Spotted, { from }: Place): boolean {
  return THAN.test(tokens[from - 1]?.key ?? "");
}

const AND = /^(?:and|plus|with|und|mit|et|avec|y|con|e|com|en|met|i|z|и|с|or|oder|ou|o|of)$/;

/** Returns whether the products have a word of comparison, or nothing but "and" and plans between them. */
function isComparison({ cues, products, tokens }: Spotted): boolean {
  if (cues.has("compare") || cues.has("cheapest")) return true;
  return products.slice(1).every(({ from }, at) => {
    const between = range(products[at]?.to ?? from, from);
    return between.every((place) => AND.test(tokens[place]?.key ?? "") || isPlanWord(tokens[place]?.text ?? ""));
  });
}
