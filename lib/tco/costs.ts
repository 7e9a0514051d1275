import type { Decimal } from "decimal.js";
import { displayMoney } from "@/lib/catalog/display";
import { groupBy } from "@/lib/catalog/ledger";
import { decimal, roundMoney } from "@/lib/catalog/money";
import { isSeatUnit } from "@/lib/catalog/units";
import { unitWords } from "@/lib/format/words";
import type { HiddenCost, PricingRecord, Tier } from "@/lib/schemas/record";
import { type NotCounted, type TcoAssumptions, type TcoLine, TcoLineKind, type UnknownCause } from "@/lib/schemas/tco";
import { appliesTo, costUnit, mergedCosts, optionOf, SERVICES } from "./extras";
import { isPerSeat, type Quote } from "./quote";
import { countedBy, isAccountUnit, isByUse, isUnit, pluralOf, type Quantities, quantityOf } from "./units";

export interface Part {
  line: TcoLine;
  amount: Decimal;
}

export interface CostContext {
  /** At least one, in one currency. */
  quotes: readonly Quote[];
  tiers: readonly Tier[];
  seats: number | null;
  quantities: Quantities | undefined;
  termYears: number;
  /** The licence cost of each year after the discount. */
  licence: readonly Decimal[];
  includeHiddenCosts: boolean;
  addOns: TcoAssumptions["addOns"];
  capabilities: NonNullable<PricingRecord["capabilities"]>;
  /** Returns true if no evidence with these IDs comes from the vendor. */
  isSecondHand: (evidence: readonly string[]) => boolean;
}

export interface Costs {
  counted: Part[];
  optional: { option: string; inHigh: boolean; parts: Part[] }[];
  notCounted: NotCounted[];
  unknowns: { what: string; cause: UnknownCause; reason: string }[];
  assumptions: string[];
  /** False if an optional cost that belongs in range.high has no published amount. */
  highKnown: boolean;
}

/** Fees that every buyer pays, unless several of a kind are offered or the label says they are optional. */
const REQUIRED = new Set<HiddenCost["kind"]>(["platform_fee", "onboarding", "implementation"]);
const MANDATORY = /\b(?:mandatory|required)\b/i;
const BY_ORDER = /\b(?:optional|premium|estimated?|jump ?start|quick ?start|package)\b/i;
/** Costs that a buyer may come to need. Add-ons and overage are optional or depend on use. */
const LIKELY = new Set<HiddenCost["kind"]>([...REQUIRED, "sso", "support", "training"]);
const SHARE_OF_LICENCE = new Set([
  "licence",
  "license",
  "subscription",
  "annual subscription",
  "annual contract value",
  "contract value",
]);
const SHARE_OF_FIRST_YEAR = new Set(["first-year licence", "first-year license", "first year licence"]);
const ONCE = new Set(["once", "one-time", "package"]);

/** Returns the costs that a name means: one by its option, or all of a kind. */
export function costsNamed(costs: readonly HiddenCost[], id: string): HiddenCost[] {
  const byOption = costs.filter((cost) => optionOf(cost) === id);
  return byOption.length > 0 ? byOption : costs.filter((cost) => cost.kind === id);
}

/** Computes the known extra costs over the term, and lists those that cannot be counted with the reason. */
export function priceCosts(all: readonly HiddenCost[], context: CostContext): Costs {
  const costs: Costs = { counted: [], optional: [], notCounted: [], unknowns: [], assumptions: [], highKnown: true };
  const { quotes, tiers } = context;
  const bought = quotes.map(({ tier }) => tier);
  const used = new Set(quotes.flatMap(({ extras }) => extras.flatMap(({ rates }) => rates)));
  const included = all.filter((cost) => isIncluded(cost, context));
  const listed = all.filter(
    (cost) =>
      appliesTo(cost, bought, tiers) &&
      !used.has(cost) &&
      !included.includes(cost) &&
      !isOfOtherSellers(cost, all, quotes),
  );
  const offered = mergedCosts(listed.filter((cost) => !isTierPrice(cost, tiers)));
  const named = (context.addOns ?? []).flatMap(({ id }) => costsNamed(listed, id));
  const applicable = listed.filter((cost) => offered.includes(cost) || named.includes(cost));
  const asked = new Map<HiddenCost, number | undefined>();
  for (const { id, quantity } of context.addOns ?? []) {
    const found = costsNamed(applicable, id);
    for (const prices of groupBy(found, optionOf).values()) {
      const [dearest, ...others] = prices.toSorted((a, b) => (b.amount ?? 0) - (a.amount ?? 0));
      if (dearest) asked.set(dearest, quantity);
      if (dearest && others.length > 0)
        costs.assumptions.push(`${dearest.label} has ${prices.length} prices. The highest is counted.`);
    }
    if (found.length === 0 && costsNamed(included, id).length > 0)
      costs.assumptions.push(`${bought.map(({ name }) => name).join(", ")} includes what "${id}" adds to other tiers.`);
    else if (found.length === 0)
      costs.unknowns.push({ what: id, cause: "no_price", reason: "No cost with this name is known for this tier." });
  }
  for (const cost of applicable) {
    const isAsked = asked.has(cost);
    if (!isAsked && !context.includeHiddenCosts) continue;
    if (isYearlyUplift(cost)) continue;
    const rivals = applicable.filter(({ kind }) => kind === cost.kind).length;
    const isRequired = REQUIRED.has(cost.kind) && rivals === 1 && !isByOrder(cost, context);
    const priced = isFloor(cost) ? priceFloor(cost, context) : priceCost(cost, context, asked.get(cost));
    if ("parts" in priced && priced.assumed) costs.assumptions.push(priced.assumed);
    if ("reason" in priced) {
      const isUnknown = priced.cause !== "quantity_missing";
      if (isAsked || (isRequired && isUnknown)) {
        costs.unknowns.push({ what: cost.label, cause: priced.cause, reason: priced.reason });
      } else {
        const { label, kind, evidence } = cost;
        costs.notCounted.push({ option: optionOf(cost), label, kind, reason: priced.reason, evidence });
        if (LIKELY.has(kind) && isUnknown) costs.highKnown = false;
      }
    } else if (isAsked || isRequired || isFloor(cost)) costs.counted.push(...priced.parts);
    else costs.optional.push({ option: optionOf(cost), inHigh: false, parts: priced.parts });
  }
  markDearest(costs);
  for (const kind of REQUIRED) {
    const offers = applicable.filter((cost) => cost.kind === kind && !asked.has(cost));
    if (context.includeHiddenCosts && offers.length > 1) {
      costs.assumptions.push(
        `${offers.length} ${kind.replace("_", " ")} offers are listed. None of them is in the total.`,
      );
    }
  }
  return costs;
}

/**
 * Returns true for an increase at every renewal. An increase with an amount ends the discount of a first term, once.
 */
export function isYearlyUplift({ kind, amount, percent }: HiddenCost): boolean {
  return kind === "renewal_uplift" && amount === null && percent !== null;
}

/** Returns true for a service that the vendor does not charge every buyer for. */
function isByOrder({ kind, label, evidence }: HiddenCost, { isSecondHand }: CostContext): boolean {
  // Others than the vendor only estimate services.
  return !MANDATORY.test(label) && (BY_ORDER.test(label) || (SERVICES.has(kind) && isSecondHand(evidence)));
}

const CAPABILITIES: readonly [string, RegExp][] = [
  ["sso", /\bsingle sign-on\b|\bsso\b|\bsaml\b/i],
  ["scim", /\bscim\b/i],
  ["audit_log", /\baudit log/i],
];

/** Returns true for the price of a capability that the bought tier has. */
function isIncluded({ kind, label }: HiddenCost, { quotes, capabilities }: CostContext): boolean {
  if (kind !== "sso" && kind !== "add_on") return false;
  const meant = CAPABILITIES.find(([name, words]) => name === kind || words.test(label))?.[0];
  const own = capabilities.find(({ capability }) => capability === meant);
  return own !== undefined && quotes.some(({ tier }) => own.tiers.includes(tier.id));
}

/** Returns true for a minimum spend: the buyer pays only the amount by which the licence is below it. */
function isFloor({ kind, label }: HiddenCost): boolean {
  return (
    (kind === "platform_fee" || kind === "other") &&
    /^minimum (?:spend|(?:annual )?(?:commitment|contract))\b/i.test(label)
  );
}

/** Returns true for a fee in another currency than the licence if the fee is also known in the licence's currency. */
function isOfOtherSellers(cost: HiddenCost, all: readonly HiddenCost[], quotes: readonly Quote[]): boolean {
  const currency = quotes[0]?.currency;
  const isOther = cost.amount !== null && cost.currency !== currency;
  return isOther && all.some((other) => other.currency === currency && optionOf(other) === optionOf(cost));
}

/** Returns true if the cost repeats the price of a tier. */
function isTierPrice(cost: HiddenCost, tiers: readonly Tier[]): boolean {
  const unit = costUnit(cost);
  return tiers.some((tier) => {
    const counted = isByUse(tier) ? countedBy(tier.priceUnit) : null;
    if (!unit || !counted || tier.currency !== cost.currency || !isUnit(unit.noun, counted.noun)) return false;
    return decimal(cost.amount ?? 0)
      .div(unit.pack)
      .eq(decimal(tier.listPrice?.amount ?? 0).div(counted.pack));
  });
}

type Priced = { parts: Part[] /** `assumed`: the missing quantity. */; assumed?: string | null } | Unpriced;
interface Unpriced {
  reason: string;
  cause: UnknownCause;
}

function priceFloor(cost: HiddenCost, context: CostContext): Priced {
  const faulty = faultOf(cost, context);
  if (faulty || cost.amount === null) return faulty ?? NO_AMOUNT;
  // A licence billed yearly has a contract for each year.
  const isYear = cost.unit === "year" || (cost.unit === "contract" && context.quotes[0]?.billing === "annual");
  const months = cost.unit === "month" ? 12 : isYear ? 1 : null;
  if (months === null)
    return {
      reason: cost.unit === null ? "The source does not say how often it is charged." : `It is ${priceText(cost)}.`,
      cause: "other_terms",
    };
  const yearly = decimal(cost.amount).times(months);
  const parts = context.licence.flatMap((licence, index): Part[] => {
    if (licence.gte(yearly)) return [];
    const label = `${cost.label}: difference from the licence`;
    return [part(cost, context, { label, kind: "minimum_spend", amount: yearly.minus(licence), year: index + 1 })];
  });
  const assumed = parts.length === 0 ? `${cost.label}: the licence is above ${priceText(cost)}.` : null;
  return { parts, assumed };
}

function priceText({ amount, currency, unit }: HiddenCost): string {
  return `${displayMoney(amount ?? 0, currency ?? "USD")} ${unitWords(unit ?? "")}`.trim();
}

function priceCost(cost: HiddenCost, context: CostContext, quantity: number | undefined): Priced {
  if (cost.kind === "minimum_seats")
    return { reason: "This minimum is not part of the tier's own price.", cause: "other_terms" };
  if (cost.kind === "renewal_uplift")
    return {
      reason: "It ends the discount of the first term. The tier's price is the price without that discount.",
      cause: "other_terms",
    };
  if (cost.amount === null && cost.percent !== null) return priceShare(cost, cost.percent, context);
  const faulty = faultOf(cost, context);
  if (faulty || cost.amount === null || cost.unit === null)
    return faulty ?? { reason: "The source does not say what unit the amount is for.", cause: "other_terms" };
  const price = decimal(cost.amount);
  const { unit } = cost;
  if (ONCE.has(unit)) {
    const count = quantity ?? 1;
    return {
      parts: [part(cost, context, { amount: price.times(count), year: null, quantity: count, unitPrice: price, unit })],
    };
  }
  const [noun = "", period] = unit.includes("/")
    ? unit.split("/")
    : unit === "month" || unit === "year"
      ? ["", unit]
      : [unit];
  const count = quantity ?? countOf(noun, context);
  if (count === null) {
    const many = pluralOf(costUnit(cost)?.noun ?? noun);
    return {
      reason: `It costs ${priceText(cost)}. Enter the number of ${many} in quantities.`,
      cause: "quantity_missing",
    };
  }
  const yearly = price.times(count).times(period === "month" ? 12 : 1);
  const isAssumed = quantity === undefined && quantityOf(context.quantities, noun) === undefined;
  const assumed = isAssumed && isAccountUnit(noun) ? `${cost.label}: one ${noun} is assumed.` : null;
  return {
    assumed,
    parts: years(context).map((year) =>
      part(cost, context, { amount: yearly, year, quantity: count, unitPrice: price, unit }),
    ),
  };
}

function countOf(noun: string, { quotes, seats, quantities }: CostContext): number | null {
  if (noun === "") return 1;
  if (isSeatUnit(noun)) return quotes.find(({ tier }) => isPerSeat(tier))?.quantity ?? seats;
  return quantityOf(quantities, noun) ?? (isAccountUnit(noun) ? 1 : null);
}

function priceShare(cost: HiddenCost, percent: number, context: CostContext): Priced {
  const share = decimal(percent).div(100);
  const unit = (cost.unit ?? "").toLowerCase();
  const label = `${cost.label}, ${percent}%`;
  if (SHARE_OF_FIRST_YEAR.has(unit)) {
    const amount = (context.licence[0] ?? decimal(0)).times(share);
    return { parts: [part(cost, context, { label, amount, year: null })] };
  }
  if (SHARE_OF_LICENCE.has(unit)) {
    return {
      parts: context.licence.map((licence, index) =>
        part(cost, context, { label, amount: licence.times(share), year: index + 1 }),
      ),
    };
  }
  return {
    reason: `It is ${percent}% of ${cost.unit ?? "an amount that the source does not name"}.`,
    cause: "quantity_missing",
  };
}

const NO_AMOUNT: Unpriced = { reason: "The amount is not published.", cause: "no_price" };

function faultOf(cost: HiddenCost, { quotes }: CostContext): Unpriced | null {
  const currency = quotes[0]?.currency;
  if (cost.amount === null) return NO_AMOUNT;
  if (cost.currency !== currency) {
    return {
      reason: `The amount is in ${cost.currency ?? "an unstated currency"}, but the licence is in ${currency}.`,
      cause: "other_terms",
    };
  }
  return null;
}

interface PartFacts {
  label?: string;
  kind?: TcoLineKind;
  amount: Decimal;
  year: number | null;
  quantity?: number;
  unitPrice?: Decimal;
  unit?: string;
}

function part(cost: HiddenCost, { termYears }: CostContext, facts: PartFacts): Part {
  const { amount, year, quantity = 1, unitPrice, unit = null } = facts;
  const label = facts.label ?? cost.label;
  return {
    amount,
    line: {
      label: year !== null && termYears > 1 ? `${label}, year ${year}` : label,
      kind: facts.kind ?? lineKind(cost.kind),
      quantity,
      unitPrice: unitPrice ? roundMoney(unitPrice) : null,
      unit,
      amount: roundMoney(amount),
      period: year === null ? "once" : "year",
      year,
      basis: "sourced",
      evidence: cost.evidence,
    },
  };
}

export function lineKind(kind: HiddenCost["kind"]): TcoLineKind {
  return TcoLineKind.options.find((known) => known === kind) ?? "other";
}

function years({ termYears }: CostContext): number[] {
  return Array.from({ length: termYears }, (_, index) => index + 1);
}

/**
 * Marks the most expensive offer of each kind for the range, because a buyer takes one of several offers of one kind.
 */
function markDearest(costs: Costs): void {
  const dearest = new Map<string, Costs["optional"][number]>();
  for (const offer of costs.optional) {
    const kind = offer.parts[0]?.line.kind;
    if (!kind || !(LIKELY as ReadonlySet<string>).has(kind)) continue;
    const held = dearest.get(kind);
    if (!held || sumOf(offer.parts).gt(sumOf(held.parts))) dearest.set(kind, offer);
  }
  for (const offer of dearest.values()) offer.inHigh = true;
}

export function sumOf(parts: readonly Part[]): Decimal {
  return parts.reduce((total, { amount }) => total.plus(amount), decimal(0));
}
