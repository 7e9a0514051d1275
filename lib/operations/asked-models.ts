import { namesAskedFor } from "@/lib/catalog/question-words";
import type { Question } from "@/lib/catalog/read-question";
import { readAsSentence } from "@/lib/format/read-as";
import { nameKey } from "@/lib/ids";
import { onceFor } from "@/lib/once-for";
import type { Day } from "@/lib/schemas/primitives";
import { modelNamed } from "@/lib/usage/find-model";
import { EXAMPLE, type LlmQuestion, llmQuery, NO_QUANTITIES } from "@/lib/usage/llm-address";
import { modelAt, modelCalled, modelMeant } from "@/lib/usage/meant-model";
import { type Asked, type Context, type Named, NOT_SAID, pageOf, type Reading } from "./asked";
import { languageModelCards, type RateCard } from "./llm-market";
import { today } from "./views";

const LLM_CATEGORY = "llm-apis";
/** The share of tokens that are not parted which is taken to go in. */
const SHARE_IN = 0.8;
/** What people write beside the name of a model. */
const OF_MODELS = new Set("ai api llm model models input output 1m".split(" "));

interface AskedModels {
  models: readonly string[];
  inputTokens?: number;
  outputTokens?: number;
}

/** Where these models are priced. */
export function billsPath(asked: AskedModels & { names: readonly string[] }): string {
  return `/calculators/llm?${llmQuery({ ...llmQuestionOf(asked), plotted: [], names: [...asked.names] })}`;
}

/** What the page of model costs is asked for tokens of a month; of models alone, its own example. */
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

/** Null where a name is no model's. */
export async function bills(
  context: Context,
  { names, input, output, total }: NonNullable<Question["llm"]>,
  asWritten: Asked,
): Promise<Asked | null> {
  const known = await modelsMeant(context, names);
  if (!known) return null;
  const models = [...new Set(known.map(({ card, model }) => `${card.slug}/${model.model}`))];
  const inputTokens = total === null ? (input ?? 0) : Math.round(total * SHARE_IN);
  const tokens = { inputTokens, outputTokens: total === null ? (output ?? 0) : total - inputTokens };
  const titles = [...new Set(known.map(({ model }) => model.name))];
  const path = billsPath({ models, names: titles, ...tokens });
  const llm = { names: titles, models, ...tokens, page: `${context.site?.url ?? ""}${path}` };
  const parts = { ...NOT_SAID, llm };
  const products = [...new Set(known.map(({ card }) => card.slug))];
  return {
    ...asWritten,
    filters: { ...asWritten.filters, text: names.join(" "), lead: { products, category: LLM_CATEGORY } },
    readAs: { sentence: readAsSentence(parts, null, { isSplit: total !== null }), ...parts },
  };
}

/** "gpt-5 price", "azure openai gpt-4o": one language model that is named, alone or behind who sells it. */
export async function modelPrice(
  { catalog, now, site }: Context,
  asked: string,
  { asWritten, named }: Reading,
): Promise<Asked | null> {
  const [core = asked, ...others] = namesAskedFor(asked);
  const words = core.split(" ").filter((word) => !OF_MODELS.has(word));
  const name = words.join(" ");
  const isVersion = /\d/.test(name);
  // Of a family, such as "claude opus", the newest is meant where a price is asked for.
  if (others.length > 0 || named.has(nameKey(name)) || !(isVersion || (core !== asked && nameKey(name).includes("-"))))
    return null;
  const cards = await languageModelCards({ catalog, now });
  const day = today(now);
  const atMaker = () => {
    const meant = modelMeant(cards, name, day);
    return meant && (!isVersion || modelNamed([meant.model], name).one) ? meant : null;
  };
  const offer = modelOfSeller(cards, words, { named, day }) ?? atMaker() ?? modelCalled(cards, name);
  if (!offer) return null;
  const { card, model } = offer;
  const cost = {
    slug: card.slug,
    name: card.name,
    tier: null,
    model: { id: model.model, name: model.name },
    page: pageOf(card, site),
  };
  const parts = { ...NOT_SAID, text: name, cost };
  return {
    ...asWritten,
    filters: { ...asWritten.filters, text: name, lead: { products: [card.slug], category: null } },
    readAs: { sentence: readAsSentence(parts, null), ...parts },
  };
}

const sellerKey = onceFor(({ name }: RateCard) => nameKey(name));

/** The model that is named behind who sells it, a product or the maker of an API. */
function modelOfSeller(
  cards: readonly RateCard[],
  words: readonly string[],
  { named, day }: { named: Named; day: Day },
) {
  for (let end = words.length - 1; end > 0; end -= 1) {
    const seller = nameKey(words.slice(0, end).join(" "));
    const products = named.get(seller) ?? [];
    const isSeller = (card: RateCard) =>
      [`${seller}-api`, `${seller}-ai`].includes(sellerKey(card)) || products.some(({ slug }) => slug === card.slug);
    const card = cards.find(isSeller);
    if (!card) continue;
    const rest = words.slice(end).join(" ");
    const model = modelNamed(card.models, rest).one ?? (/\d/.test(rest) ? null : modelAt(card, rest, day));
    if (model) return { card, model };
  }
  return null;
}

/** Where a name is no product's, but a model's, so may the others be: "gpt-5 vs claude". */
export async function asModels(context: Context, names: readonly string[], named: Named) {
  if (names.every((name) => named.has(nameKey(name)))) return null;
  const known = await modelsMeant(context, names);
  return (
    known?.map(({ card: { slug, name, category }, model }) => ({ slug, name, category, model, tier: null })) ?? null
  );
}

/** Null where one of the names is no model's. */
async function modelsMeant({ catalog, now }: Context, names: readonly string[]) {
  const cards = await languageModelCards({ catalog, now });
  const offers = names.map((name) => modelMeant(cards, name, today(now)));
  const known = offers.filter((offer) => offer !== null);
  return known.length < names.length ? null : known;
}
