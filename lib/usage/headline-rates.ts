import { compareText } from "@/lib/catalog/ledger";
import { leadPrice } from "@/lib/catalog/rates";
import { pricesIn, regionsOf } from "@/lib/catalog/regions";
import { onceFor } from "@/lib/once-for";
import type { Meter, Usage, UsageModel } from "@/lib/schemas/record";
import { confirmedAmong, isGeneral } from "./card-order";
import { TOKENS } from "./standing";

export interface HeadlineRate {
  model: string;
  name: string;
  meter: string;
  unitPrice: number;
  per: number;
  unit: string;
  currency: string;
  /** Null: the price has no region. */
  region: string | null;
}

type Rated = HeadlineRate & { source: UsageModel };

const MAX_RATES = 3;
/** Number of newest models; the one with the middle price represents the card. */
const NEWEST = 3;
/** Minimum share of regions, relative to the item in the most regions, that makes an item common. */
const COMMON_SHARE = 0.5;
/** A machine with fewer vCPUs is a share of a machine. */
const SMALL_VCPUS = 2;
/** The machine size that most price lists have. */
const MIDDLE = { vcpus: 4, memoryGb: 16 };

/**
 * Returns the two or three rates that people compare a card by, at standard prices in the reference region: those
 * named by review while their models are active, see lib/catalog/lead-meters.ts. Other cards:
 * - Language models: input and output of the middle one, by the price of input, of the three newest confirmed models.
 * - Machines: the cheapest with two vCPUs of those sold in at least half as many regions as the most widely sold, and
 *   of them the cheapest with 4 vCPUs and 16 GB, or the middle one if no machine has that size.
 * - All others: the cheapest and the middle item by the meter that most items have; all rates if there are no more
 *   than three.
 */
export const headlineRates = onceFor((usage: Usage): readonly HeadlineRate[] => {
  const active = usage.models.filter(({ status }) => status === "active");
  const models = active.length > 0 ? active : usage.models;
  const leads = leadingRates(usage, models);
  if (leads.length > 0) return withoutSource(leads);
  const chosen = usage.kind === "llm" ? languageRates(usage, models) : itemRates(usage, models);
  return withoutSource(chosen);
});

function leadingRates(usage: Usage, models: readonly UsageModel[]): Rated[] {
  return models.flatMap((model) => (model.leadMeters ?? []).flatMap((meter) => rateOf(usage, model, meter) ?? []));
}

function withoutSource(rates: readonly Rated[]): HeadlineRate[] {
  return rates.map(({ source: _source, ...rate }) => rate);
}

function languageRates(usage: Usage, models: readonly UsageModel[]): Rated[] {
  const undisputed = ({ conflicts }: UsageModel) =>
    !conflicts.some(({ meter, mode }) => mode === "standard" && TOKENS.includes(meter));
  const general = models.filter(isGeneral);
  const confirmed = confirmedAmong(general);
  const [pool = []] = [confirmed.filter(undisputed), confirmed, general, [...models]].filter(
    ({ length }) => length > 0,
  );
  const newest = [...pool]
    .sort((a, b) => compareText(b.knownSince, a.knownSince))
    .slice(0, NEWEST)
    .flatMap((model) => rateOf(usage, model, "inputTokens") ?? []);
  const shown = middle(newest);
  if (!shown) return itemRates(usage, models);
  const output = rateOf(usage, shown.source, "outputTokens");
  return output ? [shown, output] : [shown];
}

/**
 * Returns a language model's input and output prices at standard rates without a region. Meters without a price are
 * left out.
 */
export function tokenRates(model: UsageModel): HeadlineRate[] {
  return withoutSource(TOKENS.flatMap((meter) => rateOf({}, model, meter) ?? []));
}

/**
 * Returns all of a model's standard rates without a region, except those of caches. Returns no rates if one of them
 * depends on a condition, such as a resolution: a single figure would be misleading.
 */
export function standardRates(model: UsageModel): HeadlineRate[] {
  const meters = model.meters.filter(({ name, mode }) => mode === "standard" && !/^cache/.test(name));
  if (meters.some(({ prices }) => prices.length !== 1 || prices[0]?.when !== null)) return [];
  const others = meters.map(({ name }) => name).filter((name) => !TOKENS.includes(name));
  return withoutSource([...TOKENS, ...others].flatMap((name) => rateOf({}, model, name) ?? []));
}

function itemRates(usage: Usage, models: readonly UsageModel[]): Rated[] {
  const all = models.flatMap((model) =>
    [...new Set(model.meters.map(({ name }) => name))].flatMap((name) => rateOf(usage, model, name) ?? []),
  );
  if (all.length <= MAX_RATES) return all;
  const counts = new Map<string, number>();
  for (const { meter } of all) counts.set(meter, (counts.get(meter) ?? 0) + 1);
  const [[commonest] = []] = [...counts].sort(([a, ofA], [b, ofB]) => ofB - ofA || compareText(a, b));
  const sameMeter = all.filter(({ meter }) => meter === (counts.has("instanceHours") ? "instanceHours" : commonest));
  const [{ per, unit, currency } = {}] = sameMeter;
  const comparable = sameMeter.filter((rate) => rate.per === per && rate.unit === unit && rate.currency === currency);
  const reach = ({ source }: Rated) => regionsOf([source]).length;
  const widest = Math.max(...comparable.map(reach));
  const common = cheapestFirst(comparable.filter((rate) => rate.unitPrice > 0 && reach(rate) >= COMMON_SHARE * widest));
  const small = common.find(({ source }) => (source.vcpus ?? SMALL_VCPUS) >= SMALL_VCPUS);
  const isMiddle = ({ source }: Rated) => source.vcpus === MIDDLE.vcpus && source.memoryGb === MIDDLE.memoryGb;
  return [...new Set([small ?? common[0], common.find(isMiddle) ?? middle(common)])].flatMap((rate) => rate ?? []);
}

function cheapestFirst(rates: readonly Rated[]): Rated[] {
  return [...rates].sort((a, b) => a.unitPrice - b.unitPrice || compareText(a.model, b.model));
}

function middle(rates: readonly Rated[]): Rated | undefined {
  return cheapestFirst(rates)[Math.floor(rates.length / 2)];
}

/** Returns the standard price in the reference region; null if the card has no such price. */
function rateOf({ referenceRegion }: Pick<Usage, "referenceRegion">, source: UsageModel, meter: string): Rated | null {
  const reference = referenceRegion ?? null;
  const found = source.meters.find(({ name, mode }) => name === meter && mode === "standard");
  const price = found && leadIn(found, reference);
  if (!found || !price) return null;
  const { model, name, currency } = source;
  const region = price.regions ? reference : null;
  return { model, name, meter, unitPrice: price.unitPrice, per: found.per, unit: found.unit, currency, region, source };
}

function leadIn({ prices }: Meter, region: string | null) {
  return leadPrice({ prices: pricesIn(prices, region) }, region);
}
