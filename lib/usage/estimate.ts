import type { Decimal } from "decimal.js";
import { decimal, roundCost } from "@/lib/catalog/money";
import { formatMoney, formatNumber } from "@/lib/format/money";
import type { UsageModel } from "@/lib/schemas/record";
import type { Estimate, EstimateLine } from "@/lib/schemas/usage";
import { type BilledMeter, flatRate, type PricedPart, type Pricing, priceOf } from "./price";
import { demands, type Workload } from "./workload";

/** The part of a model's card that an estimate reads. */
export type RatedModel = Pick<
  UsageModel,
  "model" | "name" | "currency" | "status" | "observedAt" | "confidence" | "conflicts"
> &
  Partial<Pick<UsageModel, "contextWindow" | "retiredOn">> & { meters: readonly BilledMeter[] };

/** Groups of similar meters: a card may price only one of them. */
const KINDRED: readonly (readonly string[])[] = [
  ["cacheWriteTokens", "cacheWrite5mTokens", "cacheWrite1hTokens"],
  ["instanceHours", "computeHours", "vcpuHours"],
  ["outputTokens", "imageOutputTokens"],
];

export interface ExactEstimate extends Estimate {
  /** Before rounding; null with the total. */
  exact: Decimal | null;
}

/**
 * Computes the cost of a workload on one model. A quantity without a price is `unpriced` and makes the total null.
 * Amounts are exact until the end, when roundCost() rounds them half-up.
 */
export function estimate(model: RatedModel, workload: Workload): ExactEstimate {
  return told(charged(model, workload, amounts(workload)), workload);
}

interface Amount {
  meter: string;
  count: number;
  quantity: Decimal;
}

function amounts(workload: Workload): Amount[] {
  return demands(workload).map(({ meter, quantity }) => ({ meter, count: quantity, quantity: decimal(quantity) }));
}

interface Charge {
  /** The requested meter. */
  name: string;
  /** The meter that bills it, if there is one. */
  by: { meter: BilledMeter; pricing: Pricing } | null;
}

interface Charged {
  model: RatedModel;
  charges: Charge[];
  /** Null if a quantity has no price. */
  exact: Decimal | null;
}

function charged(model: RatedModel, workload: Workload, asked: readonly Amount[]): Charged {
  let exact: Decimal | null = decimal(0);
  const charges: Charge[] = [];
  for (const { meter: name, quantity } of asked.flatMap((amount) => capped(model, amount, workload))) {
    const meter = meterFor(model, name, workload);
    const shares = meter && meter.name !== name && workload.quantities.get(meter.name);
    const pricing = meter ? priceOf(meter, quantity, workload, decimal(shares || 0)) : null;
    charges.push({ name, by: meter && pricing ? { meter, pricing } : null });
    exact = pricing?.parts && exact ? pricing.parts.reduce(plusAmount, exact) : null;
  }
  return { model, charges, exact };
}

/** Maximum relative error of a sum of products of doubles that are all above 0. */
const NEAR = 1e-12;

/** A model's total: approximate, which is enough to order most models, and exact on demand. */
class Total {
  readonly model: RatedModel;
  readonly near: number;
  #exact: Decimal | null;
  readonly #sum: () => Decimal;

  constructor(model: RatedModel, near: number, exact: Decimal | null, sum: () => Decimal) {
    this.model = model;
    this.near = near;
    this.#exact = exact;
    this.#sum = sum;
  }

  comparedTo(other: Total): number {
    const apart = this.near - other.near;
    return Math.abs(apart) > NEAR * Math.max(this.near, other.near) ? apart : this.exact.comparedTo(other.exact);
  }

  get exact(): Decimal {
    this.#exact ??= this.#sum();
    return this.#exact;
  }
}

/** Computes the sum of charged() without its details, because most meters have one price for any workload. */
function totalOf(model: RatedModel, workload: Workload, asked: readonly Amount[]): Total | null {
  let near = 0;
  const rates: Decimal[] = [];
  for (const { meter: name, count } of asked) {
    const meter = meterFor(model, name, workload);
    const rate = meter && flatRate(meter);
    if (!rate || isCapped(model, name, workload)) {
      const { exact } = charged(model, workload, asked);
      return exact && new Total(model, exact.toNumber(), exact, () => exact);
    }
    near += count * rate.near;
    rates.push(rate.exact);
  }
  const sum = () => asked.reduce((all, { quantity }, at) => all.plus(quantity.times(rates[at] ?? 0)), decimal(0));
  return new Total(model, near, null, sum);
}

/** Hours per month for a machine that always runs. */
const MONTH_HOURS = 730;

/** Returns true if the card has a monthly price for a machine, which caps the cost of its hours. */
function isCapped({ meters }: RatedModel, name: string, { mode }: Workload): boolean {
  return name === "instanceHours" && meters.some((meter) => meter.name === "instanceMonths" && meter.mode === mode);
}

function capped(model: RatedModel, amount: Amount, workload: Workload): Amount[] {
  if (!isCapped(model, amount.meter, workload) || workload.quantities.has("instanceMonths")) return [amount];
  const costOf = (name: string, quantity: Decimal) => {
    const meter = meterFor(model, name, workload);
    const parts = meter && priceOf(meter, quantity, workload).parts;
    return parts ? parts.reduce(plusAmount, decimal(0)) : null;
  };
  const monthly = costOf("instanceMonths", decimal(1));
  if (monthly === null) return [amount];
  const isDearer = (hours: Decimal) => costOf("instanceHours", hours)?.gt(monthly) ?? false;
  if (!isDearer(decimal(MONTH_HOURS))) return [amount];
  const whole = amount.quantity.div(MONTH_HOURS).floor();
  const rest = amount.quantity.minus(whole.times(MONTH_HOURS));
  const months = isDearer(rest) ? whole.plus(1) : whole;
  const hours = isDearer(rest) ? decimal(0) : rest;
  return [
    { meter: "instanceMonths", count: months.toNumber(), quantity: months },
    { meter: "instanceHours", count: hours.toNumber(), quantity: hours },
  ].filter(({ quantity }) => quantity.gt(0));
}

function plusAmount(sum: Decimal, { amount }: PricedPart): Decimal {
  return sum.plus(amount);
}

function told({ model, charges, exact }: Charged, workload: Workload): ExactEstimate {
  const lines: EstimateLine[] = [];
  const unpriced: string[] = [];
  const warnings = new Set<string>();
  for (const { name, by } of charges) {
    if (!by) {
      unpriced.push(name);
      warnings.add(whyUnpriced(model, name, workload));
      continue;
    }
    const { meter, pricing } = by;
    for (const note of pricing.notes) warnings.add(note);
    if (!pricing.parts) {
      unpriced.push(name);
      continue;
    }
    const isRegional = pricing.parts.some(({ regional }) => regional);
    if (isRegional && workload.regionAssumed) {
      warnings.add(
        `Prices for ${workload.region}, the card's reference region, are used. Set \`region\` to use another.`,
      );
    }
    const disputed = ({ meter: of, mode, regions }: UsageModel["conflicts"][number]) =>
      of === meter.name &&
      mode === meter.mode &&
      (isRegional ? (regions?.includes(workload.region ?? "") ?? false) : regions === undefined);
    const dispute = disputeWords(meter.name, model.conflicts.filter(disputed));
    if (dispute !== null) warnings.add(dispute);
    if (meter.doubtful) {
      warnings.add(
        `${meter.name}: this price has a single source, which disagrees with other sources on other prices of the model.`,
      );
    }
    if (name === "outputTokens" && meter.name === "imageOutputTokens") {
      warnings.add("Output tokens are billed as image tokens. Pass imageOutputTokens to price text output apart.");
    }
    for (const part of pricing.parts) {
      lines.push({
        meter: name,
        quantity: part.quantity.toNumber(),
        unitPrice: part.unitPrice,
        per: meter.per,
        amount: roundCost(part.amount),
        rateOf: meter.name,
        band: part.band,
        when: part.when,
        evidence: meter.evidence,
      });
    }
  }
  if (charges.some(({ name }) => name === "instanceMonths") && !workload.quantities.has("instanceMonths")) {
    warnings.add("Hours are billed by the hour up to the monthly price.");
  }
  for (const warning of unaskedWarnings(model, charges, workload)) warnings.add(warning);
  for (const warning of promptWarnings(model, charges, workload)) warnings.add(warning);
  if (workload.mode.startsWith("commitment") && lines.length > 0) {
    warnings.add("A commitment is paid for its whole term, regardless of usage.");
  }
  if (model.retiredOn)
    warnings.add(`The maker shut the model down on ${model.retiredOn}. The price is the last one known.`);
  else if (model.status !== "active") warnings.add(`The model is ${model.status}.`);
  return {
    model: model.model,
    name: model.name,
    mode: workload.mode,
    ...(workload.region !== undefined && { region: workload.region }),
    currency: model.currency,
    observedAt: model.observedAt,
    confidence: model.confidence,
    lines,
    total: exact && roundCost(exact),
    unpriced,
    warnings: [...warnings],
    exact,
  };
}

/** Describes all disputes of a meter in one sentence: the range of the other prices and of their days. */
function disputeWords(meter: string, disputes: UsageModel["conflicts"]): string | null {
  const [first, ...more] = disputes;
  if (!first) return null;
  const used = `Used: ${first.shown}, checked ${first.shownOn}.`;
  if (more.length === 0) {
    return `${meter}: another recent source shows a different price. ${used} Other: ${first.other}, checked ${first.observedAt}. See conflicts.`;
  }
  const range = <T extends string | number>(values: readonly T[]) => {
    const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const [low, high] = [sorted[0], sorted.at(-1)];
    return low === high ? `${low}` : `${low} to ${high}`;
  };
  const prices = range(disputes.map(({ other }) => other));
  const days = range(disputes.map(({ observedAt }) => observedAt));
  return `${meter}: ${disputes.length} other recent readings show a different price. ${used} Others: ${prices}, checked ${days}. See conflicts.`;
}

/** Warns of costs that the card has and the request leaves out: another price at other hours, and a fee per request. */
function unaskedWarnings({ meters, currency }: RatedModel, charges: readonly Charge[], workload: Workload): string[] {
  const { mode, when, quantities } = workload;
  const money = (amount: number) => formatMoney(amount, currency);
  const parts = charges.flatMap(({ by }) => by?.pricing.parts ?? []);
  const warnings: string[] = [];
  if (when !== null && charges.length > 0 && !parts.some((part) => part.when === when)) {
    warnings.push(`No requested price of this model depends on "${when}", so the condition has no effect.`);
  }
  for (const { by } of charges) {
    if (mode !== "standard" || by?.meter.mode !== "standard") continue;
    const { name, per } = by.meter;
    const [cheap] = meters.find((meter) => meter.name === name && meter.mode === "off_peak")?.prices ?? [];
    const [price] = by.pricing.parts ?? [];
    if (!cheap || !price) continue;
    warnings.push(
      `${name}: ${money(price.unitPrice)} is the peak price. Under this condition it is ${money(cheap.unitPrice)} per ${per.toLocaleString("en-US")}: ${cheap.when ?? "off-peak hours"}. Set mode to off_peak for it.`,
    );
  }
  const fee = requestFee(meters, mode, money);
  const hasTokens = charges.some(({ name }) => name.endsWith("Tokens"));
  if (fee !== null && hasTokens && !quantities.has("requests") && !quantities.has("searches")) {
    warnings.push(`Plus ${fee}, not counted.`);
  }
  const isUnpriced = charges.some(({ name, by }) => name === "requests" && !by?.pricing.parts);
  if (fee !== null && isUnpriced) warnings.push(`The fee is ${fee}. Without a condition, it is not counted.`);
  return warnings;
}

/**
 * Returns "$5 to $12 per 1,000 requests": the fee of each request in addition to its tokens, with or without a search.
 */
function requestFee(
  meters: readonly BilledMeter[],
  mode: Workload["mode"],
  money: (amount: number) => string,
): string | null {
  const inMode = meters.filter((meter) => meter.mode === mode);
  const fee = inMode.find(({ name }) => name === "requests");
  if (!fee) return null;
  const bySearch = inMode.filter(({ name, per }) => name === "searches" && per === fee.per);
  const prices = [fee, ...bySearch].flatMap((meter) => meter.prices.map(({ unitPrice }) => unitPrice));
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const range = least === most ? money(least) : `${money(least)} to ${money(most)}`;
  return `${range} per ${formatNumber(fee.per)} requests`;
}

/** Warns if the maker's card has a fee per request that this seller's card leaves out. */
export function warnOfMakerFee(result: ExactEstimate, seller: RatedModel, maker: Maker): ExactEstimate {
  if (seller.meters.some(({ name }) => name === "requests")) return result;
  const fee = requestFee(maker.model.meters, "standard", (amount) => formatMoney(amount, maker.currency));
  if (fee === null) return result;
  const warning = `${maker.name} charges ${fee} for this model. Whether this seller adds the fee is not known. It is not counted.`;
  return { ...result, warnings: [...result.warnings, warning] };
}

/** The card of a model at its maker. */
export interface Maker {
  name: string;
  currency: string | null;
  model: Pick<RatedModel, "meters">;
}

function promptWarnings(
  { meters, contextWindow = null }: RatedModel,
  charges: readonly Charge[],
  { promptTokensPerRequest: prompt }: Workload,
): string[] {
  if (prompt === null) return [];
  const reached = meters
    .filter(({ tierMode }) => tierMode === "cliff")
    .flatMap(({ prices }) => prices.map(({ from }) => from))
    .filter((from) => from > 0 && prompt > from);
  const flat = charges.flatMap(({ name, by }) =>
    by?.meter.name.endsWith("Tokens") && by.meter.tierMode !== "cliff" ? name : [],
  );
  return [
    ...(contextWindow !== null && prompt > contextWindow
      ? [
          `A prompt of ${formatNumber(prompt)} tokens exceeds the model's context window of ${formatNumber(contextWindow)} tokens.`,
        ]
      : []),
    ...(reached.length > 0
      ? flat.map(
          (name) =>
            `${name}: only one price is known, although other prices of the model differ above ${formatNumber(Math.min(...reached))} tokens per prompt.`,
        )
      : []),
  ];
}

/** Models that make images: their output counts as image tokens, unless the request lists image tokens separately. */
const MAKES_IMAGES = /image|banana/i;

function meterFor(
  { model, meters }: RatedModel,
  name: string,
  { mode, when, quantities }: Workload,
): BilledMeter | undefined {
  const inMode = (meter: BilledMeter) => meter.mode === mode;
  const own = meters.find((meter) => meter.name === name && inMode(meter));
  if (own && name === "outputTokens" && MAKES_IMAGES.test(model) && !quantities.has("imageOutputTokens")) {
    const image = meters.find((meter) => meter.name === "imageOutputTokens" && inMode(meter));
    if (image) return image;
  }
  // A condition that only another mode has selects that mode.
  const conditional = meters.find(
    (meter) => meter.name === name && meter.mode === "off_peak" && meter.prices.some((price) => price.when === when),
  );
  if (mode === "standard" && when !== null && conditional) return conditional;
  if (own || name !== "reasoningTokens") return own;
  // Billed as output, unless the card prices them separately in some mode.
  if (meters.some((meter) => meter.name === name)) return undefined;
  return meters.find((meter) => meter.name === "outputTokens" && meter.mode === mode);
}

function whyUnpriced({ meters }: RatedModel, name: string, { mode }: Workload): string {
  const modes = meters.filter((meter) => meter.name === name).map((meter) => meter.mode);
  if (modes.length > 0) return `This model has no ${mode} price for ${name}. Modes with a price: ${modes.join(", ")}.`;
  const kin = KINDRED.find((names) => names.includes(name)) ?? [];
  const priced = kin.filter((other) => meters.some((meter) => meter.name === other && meter.mode === mode));
  if (priced.length > 0) return `This model has no price for ${name}. It has prices for ${priced.join(", ")}.`;
  return `This model has no price for ${name}.`;
}

export interface Ranking {
  /** Models with a total, cheapest first. Models in the card's own currency come before others. */
  estimates: ExactEstimate[];
  /** Number of ranked models, including those outside `within`. */
  count: number;
  /** Number of models without a price for some quantity. */
  unpricedModels: number;
}

/** Ranks models by cost. `within` selects the places to return, each as from estimate(). */
export function rankModels(
  models: readonly RatedModel[],
  workload: Workload,
  currency: string,
  within: { start: number; end?: number } = { start: 0 },
): Ranking {
  const asked = amounts(workload);
  const priced = models.flatMap((model) => totalOf(model, workload, asked) ?? []);
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  priced.sort((one, other) => {
    const [a, b] = [one.model, other.model];
    return (
      Number(a.currency !== currency) - Number(b.currency !== currency) ||
      order(a.currency, b.currency) ||
      one.comparedTo(other) ||
      order(a.model, b.model)
    );
  });
  const shown = priced.slice(within.start, within.end);
  const estimates = shown.map(({ model }) => told(charged(model, workload, asked), workload));
  return { estimates, count: priced.length, unpricedModels: models.length - priced.length };
}
