import { nameKey } from "@/lib/ids";
import { onceFor } from "@/lib/once-for";
import type { TokenCounts } from "@/lib/questions/quantities";
import type { Day } from "@/lib/schemas/primitives";
import { familyNamed } from "@/lib/usage/families";
import { lineOf, modelNamed, modelOfAlias } from "@/lib/usage/find-model";
import { EXAMPLE, type LlmQuestion, llmQuery, NO_QUANTITIES } from "@/lib/usage/llm-address";
import type { Offer } from "@/lib/usage/market";
import { modelAt, modelCalled, modelMeant } from "@/lib/usage/meant-model";
import type { Names } from "./catalog";
import type { RateCard } from "./llm-market";

/** The share of input tokens if only their total is known. */
const SHARE_IN = 0.8;

interface AskedModels {
  models: readonly string[];
  inputTokens?: number;
  outputTokens?: number;
}

/** Returns the path of the calculator for these models. */
export function billsPath(asked: AskedModels & { names: readonly string[] }): string {
  return `/calculators/llm?${llmQuery({ ...llmQuestionOf(asked), plotted: [], names: [...asked.names] })}`;
}

/**
 * Returns the question to the calculator for the tokens of a month. Without tokens, it uses the calculator's own
 * example.
 */
export function llmQuestionOf({ models, ...tokens }: AskedModels): LlmQuestion {
  const { inputTokens, outputTokens } = tokens;
  const plotted = [...models];
  if (inputTokens === undefined || outputTokens === undefined) return { ...EXAMPLE, plotted };
  const quantities = {
    ...NO_QUANTITIES,
    inputTokens: inputTokens === 0 ? null : inputTokens,
    outputTokens: outputTokens === 0 ? null : outputTokens,
  };
  return { ...EXAMPLE, per: "month", quantities, plotted };
}

/** Splits a total into input and output. */
export function splitTokens({ input, output, total }: TokenCounts) {
  const inputTokens = total === null ? (input ?? 0) : Math.round(total * SHARE_IN);
  return { inputTokens, outputTokens: total === null ? (output ?? 0) : total - inputTokens };
}

export const isCounted = ({ input, output, total }: TokenCounts): boolean => (input ?? output ?? total) !== null;

export const offerId = ({ card, model }: Offer): string => `${card.slug}/${model.model}`;

/** Words that people write next to the name of a model. */
const AROUND_MODELS = new Set("ai api llm model models 1m latest newest".split(" "));
const NEWEST = new Set(["latest", "newest"]);

/** Contains every word in the names of models and of their sellers. */
export const modelWords = onceFor((cards: readonly RateCard[]): ReadonlySet<string> => {
  const names = cards.flatMap(({ name, models }) => [name, ...models.flatMap((model) => [model.model, model.name])]);
  return new Set([...AROUND_MODELS, ...names.flatMap((name) => nameKey(name).split("-"))]);
});

interface ModelContext extends Pick<Names, "named"> {
  day: Day;
  /** Whether a line without a version may be meant if its first word is not the name of a family. */
  anyLine: boolean;
  /** Whether the name of a family alone means its newest model. */
  anyFamily: boolean;
}

/**
 * Returns the language model that a text names: "gpt-5", "claude opus", "azure openai gpt-4o". Without a version, it is
 * the newest of its line.
 */
export function modelIn(
  cards: readonly RateCard[],
  text: string,
  { named, day, anyLine, anyFamily }: ModelContext,
): Offer | null {
  const words = text.split(" ").filter((word) => !AROUND_MODELS.has(word.toLowerCase()));
  const name = words.join(" ");
  const [first = "", ...others] = nameKey(name).split("-");
  const isVersion = /\d/.test(name);
  const isNewest = text.split(" ").some((word) => NEWEST.has(word.toLowerCase()));
  const isFamily = familyNamed(first) !== null;
  const isLine = others.length > 0 ? anyLine || isFamily : (anyFamily || isNewest) && isFamily;
  if (!isVersion && !isLine) return null;
  // "gpt-6" is a generation of several models.
  const isGeneration = /^[a-z]+(?:-\d{1,2}){1,2}$/.test(nameKey(name)) && familyNamed(first)?.numbered === true;
  const atMaker = () => {
    const meant = modelMeant(cards, name, day);
    return meant && (!isVersion || isGeneration || modelNamed([meant.model], name).one) ? meant : null;
  };
  return modelOfSeller(cards, words, { named, day }) ?? atMaker() ?? modelCalled(cards, name);
}

const sellerKey = onceFor(({ name }: RateCard) => nameKey(name));

/** Returns the model that is named after its seller, a product or the maker of an API. */
function modelOfSeller(
  cards: readonly RateCard[],
  words: readonly string[],
  { named, day }: Pick<Names, "named"> & { day: Day },
): Offer | null {
  for (let end = words.length - 1; end > 0; end -= 1) {
    const seller = words.slice(0, end).join(" ");
    const key = nameKey(seller);
    const products = named(seller);
    const card = cards.find(
      (card) =>
        [`${key}-api`, `${key}-ai`].includes(sellerKey(card)) || products.some(({ slug }) => slug === card.slug),
    );
    if (!card) continue;
    const rest = words.slice(end).join(" ");
    const newest = /\d/.test(rest) ? null : modelAt(card, rest, day);
    const called = modelNamed(card.models, rest).one;
    const model = lineOf(rest) === null ? (called ?? newest) : modelOfAlias(called, newest);
    if (model) return { card, model };
  }
  return null;
}

/** Returns the model that each name means at its maker; null if one of the names is not a model's. */
export function modelsMeant(cards: readonly RateCard[], names: readonly string[], day: Day): Offer[] | null {
  const offers = names.flatMap((name) => modelMeant(cards, name, day) ?? []);
  return offers.length < names.length ? null : offers;
}
