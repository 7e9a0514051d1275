import type { Decimal } from "decimal.js";
import type { Day } from "@/lib/schemas/primitives";
import type { LicenseState, UsageModel } from "@/lib/schemas/record";
import type { Estimate } from "@/lib/schemas/usage";
import { estimate, type RatedModel } from "./estimate";
import { familyNamed, familyOf } from "./families";
import { modelKey } from "./model-key";
import { countReasons, type NotRanked, type Standing, standingModels } from "./standing";
import type { Workload } from "./workload";

/** A provider's rate card, as far as its models are ranked beside others. */
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
  /** Slugs of cards; every card where there is none. */
  cards: readonly string[];
  /** Names of which the model answers to one: see answersTo(). */
  names: readonly string[];
  /** Ids of FAMILIES, of which the model is of one. */
  families: readonly string[];
  minimumContext: number | null;
  /** Deprecated, retired and long unconfirmed models too. */
  withPast: boolean;
  /** Models whose name says that they do not write text too. */
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
  /** By currency, cheapest first; the currency with most models first. Currencies are never compared. */
  groups: { currency: string; offers: RankedOffer[] }[];
  /** A quantity asked for has no price on them: no total, and not 0. */
  unpriced: UnpricedOffer[];
  /** Models whose context window is not stated, left out by minimumContext. */
  contextUnknown: number;
  /** Left out by SPECIAL_WORDS. */
  special: number;
  /** Of the models with the words asked for. */
  notRanked: NotRanked;
}

/** What one workload costs on every model of every card that stands on the day: see standingModels(). */
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

/** One row for each model: its cheapest offer, with the others under it. */
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

/** The workload as this model bills it: requests are counted only where a request has a price of its own. */
export function workloadOn(model: Pick<RatedModel, "meters">, workload: Workload): Workload {
  if (!workload.quantities.has("requests") || model.meters.some(({ name }) => name === "requests")) return workload;
  const quantities = new Map(workload.quantities);
  quantities.delete("requests");
  return { ...workload, quantities };
}

/** Of one of the families or names that are asked for; every model where none is. */
function isAskedFor(model: UsageModel, { names, families }: Pick<OfferFilters, "names" | "families">): boolean {
  if (names.length === 0 && families.length === 0) return true;
  const family = familyOf(model.model);
  return (family !== null && families.includes(family.id)) || names.some((name) => answersTo(model, name));
}

/** The name is that of its family, or every word of it is in the model's own. */
export function answersTo(model: Pick<UsageModel, "model" | "name" | "group">, name: string): boolean {
  const family = familyNamed(name);
  return family === null ? holdsWords(model, name) : familyOf(model.model) === family;
}

/** Every word of the text is in the model's id, name or group. */
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

/** Written by language models: what only those that write text are ranked for. */
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
