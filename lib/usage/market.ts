import type { Decimal } from "decimal.js";
import type { Day } from "@/lib/schemas/primitives";
import type { LicenseState, UsageModel } from "@/lib/schemas/record";
import type { Estimate } from "@/lib/schemas/usage";
import { estimate, type RatedModel } from "./estimate";
import { familyNamed, familyOf } from "./families";
import { modelKey } from "./model-key";
import { countReasons, type NotRanked, type Standing, standingModels } from "./standing";
import type { Workload } from "./workload";

/** The fields of a provider's rate card that the ranking of its models needs. */
export interface Card {
  slug: string;
  name: string;
  category: string;
  license: LicenseState;
  models: readonly UsageModel[];
}

export interface Offer {
  card: Omit<Card, "models">;
  model: UsageModel;
}

export interface OfferFilters {
  /** Slugs of cards; if empty, every card. */
  cards: readonly string[];
  /** The model must answer to one of these names: see answersTo(). */
  names: readonly string[];
  /** Ids of FAMILIES. The model must belong to one of them. */
  families: readonly string[];
  minimumContext: number | null;
  /** Includes deprecated, retired and long unconfirmed models. */
  withPast: boolean;
  /** Includes models whose name says that they do not write text. */
  withSpecial: boolean;
}

/** A model with one of these in its name embeds, ranks, guards, reads or speaks, and does not write text. */
export const SPECIAL_WORDS = [
  "embed",
  "embedding",
  "embeddings",
  "rerank",
  "reranker",
  "guard",
  "moderation",
  "safeguard",
  "ocr",
  "tts",
  "audio",
  "realtime",
  "live",
  "computer",
  "whisper",
  "transcribe",
  "asr",
  "voice",
  "sonic",
  "image",
  "flux",
  "bge",
  "e5",
  "gte",
] as const;

export interface RankedOffer extends Offer {
  estimate: Estimate;
  exact: Decimal;
}

export interface UnpricedOffer extends Offer {
  unpriced: readonly string[];
  warnings: readonly string[];
}

export interface MarketRanking {
  /** Grouped by currency, cheapest first; the currency with the most models first. Currencies are never compared. */
  groups: { currency: string; offers: RankedOffer[] }[];
  /** The card has no price for a requested quantity: no total, and not 0. */
  unpriced: UnpricedOffer[];
  /** Models whose context window is not stated, left out by minimumContext. */
  contextUnknown: number;
  /** Number of models that SPECIAL_WORDS leaves out. */
  special: number;
  /** Models with the requested words that are not ranked. */
  notRanked: NotRanked;
}

/** Computes the cost of one workload on every current model of every card on the day: see standingModels(). */
export function rankOffers(cards: readonly Card[], workload: Workload, filters: OfferFilters, day: Day): MarketRanking {
  const priced = new Map<string, RankedOffer[]>();
  const unpriced: UnpricedOffer[] = [];
  let contextUnknown = 0;
  let special = 0;
  const left: Standing["notRanked"] = [];
  for (const { models, ...card } of cards) {
    if (filters.cards.length > 0 && !filters.cards.includes(card.slug)) continue;
    const standing = standingModels(models, { day, withPast: filters.withPast });
    left.push(...standing.notRanked.filter(({ model }) => isAskedFor(model, filters)));
    for (const model of standing.models) {
      if (!isAskedFor(model, filters)) continue;
      if (!filters.withSpecial && isSpecial(model)) {
        special += 1;
        continue;
      }
      if (filters.minimumContext !== null) {
        if (model.contextWindow === null) contextUnknown += 1;
        if (model.contextWindow === null || model.contextWindow < filters.minimumContext) continue;
      }
      const { exact, ...result } = estimate(model, workloadOn(model, workload));
      if (exact === null) unpriced.push({ card, model, unpriced: result.unpriced, warnings: result.warnings });
      else {
        const group = priced.get(model.currency) ?? [];
        group.push({ card, model, estimate: result, exact });
        priced.set(model.currency, group);
      }
    }
  }
  const groups = [...priced]
    .map(([currency, offers]) => ({ currency, offers: offers.sort(cheapestFirst) }))
    .sort((a, b) => b.offers.length - a.offers.length || order(a.currency, b.currency));
  return { groups, unpriced, contextUnknown, special, notRanked: countReasons(left) };
}

export interface RankedModel extends RankedOffer {
  /** Other vendors' offers of the same model, cheapest first. */
  others: RankedOffer[];
}

/** Returns one row per model: its cheapest offer, with the others under it. */
export function byModel(offers: readonly RankedOffer[]): RankedModel[] {
  const models = new Map<string, RankedModel>();
  for (const offer of offers) {
    const key = modelKey(offer.model.model);
    const held = models.get(key);
    if (held) held.others.push(offer);
    else models.set(key, { ...offer, others: [] });
  }
  return [...models.values()];
}

/** Returns the workload as this model bills it: requests count only if a request has its own price. */
export function workloadOn(model: Pick<RatedModel, "meters">, workload: Workload): Workload {
  if (!workload.quantities.has("requests") || model.meters.some(({ name }) => name === "requests")) return workload;
  const quantities = new Map(workload.quantities);
  quantities.delete("requests");
  return { ...workload, quantities };
}

/** Returns true if the model belongs to a requested family or name, or if the request names no family and no model. */
function isAskedFor(model: UsageModel, { names, families }: Pick<OfferFilters, "names" | "families">): boolean {
  if (names.length === 0 && families.length === 0) return true;
  const family = familyOf(model.model);
  return (family !== null && families.includes(family.id)) || names.some((name) => answersTo(model, name));
}

/** Returns true if the name is that of the model's family, or if the model's own name has every word of it. */
export function answersTo(model: Pick<UsageModel, "model" | "name" | "group">, name: string): boolean {
  const family = familyNamed(name);
  return family === null ? holdsWords(model, name) : familyOf(model.model) === family;
}

/** Returns true if the model's id, name or group has every word of the text. */
export function holdsWords({ model, name, group = "" }: Pick<UsageModel, "model" | "name" | "group">, text: string) {
  if (text.trim() === "") return true;
  const named = `${model} ${name} ${group}`.toLowerCase();
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => named.includes(word));
}

const SPECIAL: ReadonlySet<string> = new Set(SPECIAL_WORDS);

export function isSpecial({ model, name }: Pick<UsageModel, "model" | "name">): boolean {
  return `${model} ${name}`
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => SPECIAL.has(word));
}

/** Meters of language models: a workload of only these ranks only models that write text. */
const TEXT_METERS = /^(?:input|output|reasoning|cachedInput|cacheWrite(?:5m|1h)?)Tokens$/;

export function isTextWorkload({ quantities }: Workload): boolean {
  const asked = [...quantities].flatMap(([name, quantity]) => (quantity > 0 ? name : []));
  return asked.every((name) => TEXT_METERS.test(name)) && /outputTokens|reasoningTokens/.test(asked.join());
}

export function cheapestFirst(a: RankedOffer, b: RankedOffer): number {
  return a.exact.comparedTo(b.exact) || order(a.card.slug, b.card.slug) || order(a.model.model, b.model.model);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
