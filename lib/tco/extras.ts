import type { Decimal } from "decimal.js";
import { displayMoney } from "@/lib/catalog/display";
import { decimal } from "@/lib/catalog/money";
import { formatNumber } from "@/lib/format/money";
import { capitalised, list, unitWords } from "@/lib/format/words";
import { nameKey } from "@/lib/ids";
import { onceFor, onceForText } from "@/lib/once-for";
import type { HiddenCost, Tier } from "@/lib/schemas/record";
import { countedBy, isUnit, pluralOf } from "./units";

/** Monthly use of a unit that no tier is priced by. `name`: a limit, a unit of extra costs, or the option of one. */
export interface Use {
  name: string;
  quantity: number;
}

/** The yearly cost of a use on top of a tier. */
export interface Extra {
  use: Use;
  /** Units that the tier's price includes. Null: any number. */
  included: number | null;
  /** Null if the tier's price includes all of it. */
  charge: { cost: HiddenCost; quantity: Decimal; amount: Decimal } | null;
  note: string | null;
  /** Costs that make up the price of the use. */
  rates: readonly HiddenCost[];
}

/** Returns the name that a request uses for a cost. */
export function optionOf({ label }: Pick<HiddenCost, "label">): string {
  return optionCalled(label);
}
const optionCalled = onceForText(nameKey);

/** Kinds that are terms of the contract and no price of a unit. */
const TERMS = new Set<HiddenCost["kind"]>(["minimum_seats", "renewal_uplift"]);
const ONCE = new Set(["once", "one-time", "package"]);

export interface CostUnit {
  noun: string;
  isPeople: boolean;
  pack: number;
  /** How often one unit is paid. `use`: each time it is used. */
  per: "month" | "year" | "use";
}

/** Returns the priced unit of an extra cost; null for a cost of the account or of a share, or a cost without a unit. */
export function costUnit({ unit, amount, kind }: HiddenCost): CostUnit | null {
  if (unit === null || amount === null || TERMS.has(kind) || ONCE.has(unit)) return null;
  if (unit === "month" || unit === "year") return null;
  const [, before = unit, period] = /^(.*)\/(month|year)$/.exec(unit) ?? [];
  const counted = countedBy(before);
  return counted && { ...counted, per: period === "month" || period === "year" ? period : "use" };
}

export interface Allowance {
  name: string;
  /** Null: unlimited. */
  value: number | null;
  unit: string | null;
}

const IN_NAME = /(?<![\w.])(\d[\d,.]*)\s?(k|m|million)? ([a-z]+(?: [a-z]+)?)/i;
const NOT_COUNTED = /^\s*(?:or more|and above)|\+|\bdays?\b|\bmonths?\b|\byears?\b|\bhours?\b.*support|\boption\b/i;
const SCALE: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, million: 1e6 };

/**
 * Returns the allowances that a tier's price includes, from its limits and from a name such as "Pro, 50,000 emails".
 */
export const allowancesOf = onceFor(({ name, limits }: Pick<Tier, "name" | "limits">): readonly Allowance[] => {
  const stated = limits.filter(({ unit }) => !RATE.test(unit ?? "") && !DURATION.test(unit ?? ""));
  const [, figure = "", scale = "", words = ""] = IN_NAME.exec(name) ?? [];
  const [noun = ""] = words.split(/ (?:or|and|a|an|per|for|with|in|of|plan|annual|monthly)\b/i);
  const value = Number(figure.replaceAll(",", "")) * (SCALE[scale.toLowerCase()] ?? 1);
  if (noun === "" || !Number.isFinite(value) || /or more|and above|\d\+|over /i.test(name) || NOT_COUNTED.test(noun))
    return stated;
  const per = /(?:a|per) (day|year)\b/i.exec(name)?.[1];
  if (per === "day" || stated.some((limit) => isUnit(limit.name, noun))) return stated;
  return [...stated, { name: noun, value, unit: per ? `per ${per}` : null }];
});
const RATE = /^per (?:second|minute|hour|day)$|\/(?:s|min|sec|second|minute|hour|day)$/i;
const DURATION = /^(?:days?|hours?|weeks?|months?|years?)$/i;

interface Offer {
  costs: readonly HiddenCost[];
  tiers: readonly Tier[];
  /** Stored GB of the request. */
  stored?: number | null;
}

/** Returns the yearly cost of a use on top of a tier, or the reason why it is unknown. */
export function extraFor(tier: Tier, use: Use, { costs, tiers, stored = null }: Offer): Extra | { reason: string } {
  const units = pluralOf(use.name);
  const allowance = allowancesOf(tier).find(({ name }) => isUnit(use.name, name));
  const priced = costs.filter(
    (cost) => isNamed(cost, use.name) && cost.currency === tier.currency && appliesTo(cost, [tier], tiers),
  );
  const rates = mergedCosts(priced);
  const [rate, ...others] = rates;
  const isWhole = allowance && (allowance.value === null || monthlyOf(allowance) >= use.quantity);
  if (isWhole)
    return { use, included: allowance.value, charge: null, note: includesText(tier, allowance), rates: priced };
  const stated = allowance ? monthlyOf(allowance) : rate ? thresholdIn(rate, stored) : null;
  if (!rate) {
    const reason = allowance
      ? `The price covers ${formatNumber(allowance.value ?? 0)} ${allowanceWords(allowance)}. No price for more is known.`
      : `No source says how many ${units} the price covers.`;
    return { reason };
  }
  if (others.length > 0) {
    const options = rates.map((cost) => `${costText(cost)} [${optionOf(cost)}]`);
    return {
      reason: `${capitalised(units)} have several prices: ${list(options)}. Enter the quantity under one of these IDs.`,
    };
  }
  const unit = costUnit(rate);
  if (!unit || rate.amount === null) return { reason: `${rate.label} has no price per unit.` };
  const included = stated ?? 0;
  const quantity = decimal(use.quantity).minus(included);
  const billed = quantity.isNegative() ? decimal(0) : quantity;
  const packs = billed.div(unit.pack);
  const amount = packs.times(rate.amount).times(unit.per === "year" ? 1 : 12);
  const note = allowance
    ? includesText(tier, allowance)
    : stated === null && rate.kind === "overage"
      ? `${rate.label}: no source says how many ${units} the price of ${tier.name} includes. All are counted.`
      : null;
  return {
    use,
    included,
    charge: billed.isZero() ? null : { cost: rate, quantity: packs, amount },
    note,
    rates: priced,
  };
}

/**
 * Returns the cost of people beyond those that a price for the account covers; null if there is no single known price
 * for them.
 */
export function extraSeats(tier: Tier, beyond: Use & { included: number }, { costs, tiers }: Offer): Extra | null {
  const { included, ...use } = beyond;
  const own = costs.filter(
    (cost) =>
      cost.kind === "overage" &&
      costUnit(cost)?.isPeople &&
      cost.currency === tier.currency &&
      appliesTo(cost, [tier], tiers),
  );
  const rates = mergedCosts(own);
  const [rate, ...others] = rates;
  const unit = rate && costUnit(rate);
  if (!rate || !unit || others.length > 0 || rate.amount === null) return null;
  const quantity = decimal(use.quantity).minus(included).div(unit.pack).ceil();
  const amount = quantity.times(rate.amount).times(unit.per === "year" ? 1 : 12);
  const note = `${tier.name} covers ${included} ${included === 1 ? "person" : "people"}. More cost extra.`;
  return { use, included, charge: { cost: rate, quantity, amount }, note, rates: own };
}

/** Returns the costs of a use that needs no other purchase. */
export function costAlone(use: Use, costs: readonly HiddenCost[], currency: string | null) {
  return mergedCosts(
    costs.filter((cost) => isNamed(cost, use.name) && (currency === null || cost.currency === currency)),
  );
}

/** Returns true if a use means a cost, by its unit or by its own name. */
export function isNamed(cost: HiddenCost, name: string): boolean {
  const unit = costUnit(cost);
  return unit !== null && (isUnit(unit.noun, name) || optionOf(cost) === name);
}

/** Services that only some buyers order. */
export const SERVICES: ReadonlySet<HiddenCost["kind"]> = new Set(["onboarding", "implementation"]);

/** Merges fees that sources word differently. */
export function mergedCosts(costs: readonly HiddenCost[]): HiddenCost[] {
  const held = new Map<string, HiddenCost>();
  for (const cost of costs) {
    const unit = costUnit(cost);
    const beyond = unit && cost.kind === "overage" ? THRESHOLD.exec(cost.label)?.[0].toLowerCase() : undefined;
    const price = unit
      ? decimal(cost.amount ?? 0)
          .div(unit.pack)
          .toString()
      : cost.amount;
    const noun = unit ? unit.noun.toLowerCase() : cost.unit;
    // A tier has one onboarding at a price, however sources word it.
    const name = SERVICES.has(cost.kind) && cost.amount !== null ? null : optionOf(cost);
    const key = JSON.stringify([beyond ?? [name, cost.kind, cost.percent], cost.currency, price, noun, unit?.per]);
    if (!held.has(key)) held.set(key, cost);
  }
  return [...held.values()];
}

const wordsIn = onceForText((name) => ` ${nameKey(name).replaceAll("-", " ")} `);

/**
 * Returns true if a cost applies to one of the tiers. A cost whose label names tiers of the product belongs only to
 * those tiers.
 */
export function appliesTo(cost: HiddenCost, bought: readonly Pick<Tier, "id">[], tiers: readonly Tier[]): boolean {
  const label = wordsIn(cost.label);
  const named = tiers
    .filter((tier) => label.includes(wordsIn(tier.name)))
    .sort((a, b) => b.name.length - a.name.length);
  const [longest] = named;
  // "Professional Plus" names that tier and not "Professional".
  const meant = named.filter((tier) => tier === longest || !longest?.name.includes(tier.name));
  return meant.length === 0 || meant.some((tier) => bought.some(({ id }) => tier.id === id));
}

function monthlyOf({ value, unit }: Allowance): number {
  return unit === "per year" ? (value ?? 0) / 12 : (value ?? 0);
}

function allowanceWords({ name, unit }: Allowance): string {
  return unit === null ? name : unit.startsWith("per ") ? `${name} ${unit}` : `${unit} of ${name}`;
}

function includesText({ name }: Tier, allowance: Allowance): string {
  const many = allowance.value === null ? "any number of" : formatNumber(allowance.value);
  return `${name} includes ${many} ${allowanceWords(allowance)}.`;
}

function costText({ label, amount, currency, unit }: HiddenCost): string {
  return `${label}, ${displayMoney(amount ?? 0, currency ?? "USD")} ${unitWords(unit ?? "")}`;
}

const THRESHOLD =
  /\b(?:beyond|above|over|after) ([\d,.]+)\s?(k|m|million|thousand)?\s?(tb|gb|mb|tib|gib)?\b(?!\s?times)/i;
const MULTIPLE = /\b(?:beyond|above|over) (\d+) times (?:the )?storage\b/i;
const BYTES: Readonly<Record<string, number>> = { mb: 1e-3, gb: 1, gib: 1, tb: 1e3, tib: 1024 };

/** Returns the threshold of a price: 1,000 for "beyond 1 TB" of a price per GB. */
function thresholdIn(cost: HiddenCost, stored: number | null): number | null {
  const [, times] = MULTIPLE.exec(cost.label) ?? [];
  const size = BYTES[costUnit(cost)?.noun.toLowerCase() ?? ""];
  if (times !== undefined) return stored === null || size === undefined ? null : (stored * Number(times)) / size;
  const [, figure, scale = "", bytes] = THRESHOLD.exec(cost.label) ?? [];
  if (figure === undefined) return null;
  const value = Number(figure.replaceAll(",", "")) * (SCALE[scale.toLowerCase()] ?? 1);
  const noun = costUnit(cost)?.noun.split(/[ -]/)[0]?.toLowerCase() ?? "";
  if (bytes === undefined) return value;
  const own = BYTES[noun];
  return own === undefined ? null : (value * (BYTES[bytes.toLowerCase()] ?? 1)) / own;
}
