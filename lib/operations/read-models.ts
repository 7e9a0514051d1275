import { type Missing, missingWords, readAsSentence } from "@/lib/format/read-as";
import { PER } from "@/lib/questions/quantities";
import { unreadWords } from "@/lib/questions/spot";
import { nameAt } from "@/lib/questions/tokens";
import { isUnit } from "@/lib/tco/units";
import type { Offer } from "@/lib/usage/market";
import { type Asked, askFor, MAX_COMPARED, NOT_SAID, pageOf, type Question, type Spotted } from "./asked";
import { billsPath, isCounted, modelsMeant, offerId, splitTokens } from "./asked-models";
import { missingCurrency } from "./read-products";
import { unusedWords } from "./unused-words";
import { today } from "./views";

const LLM_CATEGORY = "llm-apis";

/** Reads the cost of language-model tokens on the named models, or on all models. */
export function readBills(question: Question): Asked | null {
  const { mentions, asWritten, cards, now, site } = question;
  const { tokenCounts, products, category } = mentions;
  if (!isCounted(tokenCounts)) return null;
  if (products.length === 0 && category !== null && category !== LLM_CATEGORY) return null;
  const names = entityNames(mentions);
  const offers = names.length > MAX_COMPARED ? null : modelsMeant(cards, names, today(now));
  if (!offers) return null;
  const models = [...new Set(offers.map(offerId))];
  const titles = [...new Set(offers.map(({ model }) => model.name))];
  const tokens = splitTokens(tokenCounts);
  const llm = {
    names: titles,
    models,
    ...tokens,
    page: `${site?.url ?? ""}${billsPath({ models, names: titles, ...tokens })}`,
  };
  const unread = unreadWords(mentions);
  const parts = { ...NOT_SAID, llm, unread };
  const lead = { products: [...new Set(offers.map(({ card }) => card.slug))], category: LLM_CATEGORY };
  return {
    ...asWritten,
    filters: { ...asWritten.filters, text: names.join(" ") || "llm api", lead },
    readAs: { sentence: readAsSentence(parts, null, { isSplit: tokenCounts.total !== null }), ...parts },
  };
}

/** Returns the names of products and models as written, in the order of the text. */
function entityNames({ products, models, tokens }: Spotted): string[] {
  const places = [...products, ...models].sort((a, b) => a.from - b.from);
  return [...new Set(places.map(({ from, to }) => nameAt(tokens, from, to)))];
}

/** "gpt-5 vs claude": a name that is also a product's means the model. Null if one of them has no model. */
export function readModelComparison(question: Question): Asked | null {
  const { mentions, cards, now, site, asWritten } = question;
  const offers = modelsMeant(cards, entityNames(mentions).slice(0, MAX_COMPARED), today(now));
  const models = [...new Set(offers?.map(offerId))];
  if (!offers || models.length < 2) return null;
  const names = [...new Set(offers.map(({ model }) => model.name))];
  const slugs = [...new Set(offers.map(({ card }) => card.slug))];
  const compare = { names, slugs, models, page: `${site?.url ?? ""}${billsPath({ models, names })}` };
  const parts = { ...NOT_SAID, compare, unread: unreadWords(mentions) };
  return askFor(asWritten, { lead: { products: slugs, category: null } }, parts);
}

export function readModel({ mentions, asWritten, site }: Question, { card, model }: Offer): Asked {
  const missing = [...missingUnit(mentions, model), ...missingCurrency(mentions, model.currency)];
  const cost = {
    slug: card.slug,
    name: card.name,
    tier: null,
    model: { id: model.model, name: model.name },
    missing: missing.map(missingWords),
    page: pageOf(card, site),
  };
  const used = unitPlaces(mentions);
  const parts = { ...NOT_SAID, text: model.name, cost, unread: unusedWords(mentions, [card.slug], { used }) };
  return {
    ...askFor(asWritten, { text: model.name, lead: { products: [card.slug], category: null } }, parts),
    missing,
  };
}

/** The place of the unit in "per image". */
function unitPlaces({ tokens, unread }: Spotted): number[] {
  return unread.filter((place) => PER.test(tokens[place - 1]?.key ?? ""));
}

/** "price per image" of a model that has no such price. */
function missingUnit(mentions: Spotted, { meters }: Offer["model"]): Missing[] {
  return unitPlaces(mentions)
    .map((place) => nameAt(mentions.tokens, place, place + 1))
    .filter((unit) => !meters.some((meter) => isUnit(unit, meter.unit)))
    .map((name) => ({ what: "unit", name }));
}
