import type { Decimal } from "decimal.js";
import { decimal, roundMoney } from "@/lib/catalog/money";
import type { PricingRecord } from "@/lib/schemas/record";
import type {
  Billing,
  NotCounted,
  OptionalLine,
  TcoAssumptions,
  TcoItemAnswer,
  TcoLine,
  TcoRange,
  TcoUnknown,
} from "@/lib/schemas/tco";
import { chooseTier } from "./choose";
import { isYearlyUplift, type Part, priceCosts, sumOf } from "./costs";
import { cheapestBilling, isForAccount, isPerSeat, type Quote, seatLimits } from "./quote";

export const TCO_ENGINE_VERSION = "2.1.0";

export interface TcoRequest {
  seats: number;
  tier?: string | undefined;
  billing?: Billing | undefined;
  termYears: number;
  includeHiddenCosts: boolean;
  assumptions?: TcoAssumptions | undefined;
}

export type PricedGroups = Pick<PricingRecord, "tiers" | "tiersComplete" | "hiddenCosts" | "contractTerms"> & {
  currency?: string | null | undefined;
};

export interface TcoResult {
  tier: { id: string; name: string } | null;
  tierRule: string;
  billing: TcoItemAnswer["billing"];
  currency: string | null;
  lines: TcoLine[];
  optionalLines: OptionalLine[];
  notCounted: NotCounted[];
  yearOne: number | null;
  total: number | null;
  perSeatMonthly: number | null;
  range: TcoRange;
  sourcedShare: number | null;
  unknowns: TcoUnknown[];
  assumptions: string[];
}

/**
 * What a product's list prices and known extra costs come to for a team over a term. Sums in decimal; each figure is
 * rounded half-up to cents once. A licence or required cost without a published price gives null figures and an entry
 * in `unknowns`, never 0.
 */
export function totalCost(record: PricedGroups, request: TcoRequest): TcoResult {
  const { seats, termYears, includeHiddenCosts, assumptions: given = {} } = request;
  const asked = { seats, billing: request.billing, quantity: given.quantity };
  const tiers = record.tiers ?? [];
  const { quote, rule, refusal } = chooseTier(
    tiers,
    { ...asked, tier: request.tier },
    { currency: record.currency ?? null, complete: record.tiersComplete ?? true },
  );
  if (!quote) {
    const { what, reason, priceStatus } = refusal ?? {
      what: "licence",
      reason: "No tier is known.",
      priceStatus: null,
    };
    return { ...NOTHING, tierRule: rule, unknowns: [{ what, reason, priceStatus }] };
  }

  const uplift = upliftOf(record, given);
  const growth = growthOf(quote.billing === "one_time" ? 1 : termYears, uplift.percent);
  const discount = decimal(given.discountPercent ?? 0).div(100);
  const kept = decimal(1).minus(discount);
  const list = growth.map((factor) => quote.amount.times(factor));
  const licence = list.map((amount) => amount.times(kept));
  const costs = priceCosts(record.hiddenCosts ?? [], {
    quote,
    tiers,
    seats,
    termYears,
    // A one-time licence is a cost of the first year.
    licence: Array.from({ length: termYears }, (_, year) => licence[year] ?? decimal(0)),
    includeHiddenCosts,
    addOns: given.addOns,
  });
  const parts: Part[] = [
    ...list.flatMap((amount, index) => licenceParts(quote, amount, { index, growth, discount, termYears, uplift })),
    ...costs.counted,
  ];

  const base = sumOf(parts);
  const firstYear = sumOf(parts.filter(({ line }) => line.year === null || line.year === 1));
  const saved = quote.amount.minus(cheapestBilling(quote, asked)).times(kept);
  const low = base.minus(growth.reduce((total, factor) => total.plus(saved.times(factor)), decimal(0)));
  const high = costs.optional
    .filter(({ inHigh }) => inHigh)
    .reduce((total, offer) => total.plus(sumOf(offer.parts)), base);
  const known = costs.unknowns.length === 0;
  const figure = (amount: Decimal) => (known ? roundMoney(amount) : null);
  const lines = parts.map(({ line }) => line);
  return {
    tier: { id: quote.tier.id, name: quote.tier.name },
    tierRule: rule,
    billing: quote.billing,
    currency: quote.currency,
    lines,
    optionalLines: costs.optional.flatMap(({ option, inHigh, parts: offered }) =>
      offered.map(({ line }) => ({ ...line, option, inHigh })),
    ),
    notCounted: costs.notCounted,
    yearOne: figure(firstYear),
    total: figure(base),
    perSeatMonthly: figure(base.div(termYears * 12).div(seats)),
    range: { low: figure(low), base: figure(base), high: costs.highKnown ? figure(high) : null },
    sourcedShare: known ? sourcedShareOf(lines) : null,
    unknowns: costs.unknowns.map((unknown) => ({ ...unknown, priceStatus: null })),
    assumptions: [...describe(quote, request, uplift, record), ...costs.assumptions],
  };
}

const NOTHING: TcoResult = {
  tier: null,
  tierRule: "",
  billing: null,
  currency: null,
  lines: [],
  optionalLines: [],
  notCounted: [],
  yearOne: null,
  total: null,
  perSeatMonthly: null,
  range: { low: null, base: null, high: null },
  sourcedShare: null,
  unknowns: [],
  assumptions: [],
};

/** Share of the lines' amounts, signs left out, that are list or sourced; null for lines that come to nothing. */
export function sourcedShareOf(lines: readonly Pick<TcoLine, "amount" | "basis">[]): number | null {
  const weigh = (some: readonly Pick<TcoLine, "amount">[]) =>
    some.reduce((total, { amount }) => total.plus(decimal(amount).abs()), decimal(0));
  const all = weigh(lines);
  if (all.isZero()) return null;
  const sourced = weigh(lines.filter(({ basis }) => basis === "list" || basis === "sourced"));
  return sourced.div(all).toDecimalPlaces(4).toNumber();
}

interface Uplift {
  percent: number;
  from: "asked" | "terms" | "none";
}

function upliftOf(record: PricedGroups, given: TcoAssumptions): Uplift {
  if (given.renewalUpliftPercent !== undefined) return { percent: given.renewalUpliftPercent, from: "asked" };
  const stated =
    record.contractTerms?.renewalUpliftPercent ?? record.hiddenCosts?.find(isYearlyUplift)?.percent ?? null;
  return stated === null ? { percent: 0, from: "none" } : { percent: stated, from: "terms" };
}

function growthOf(years: number, percent: number): Decimal[] {
  const step = decimal(1).plus(decimal(percent).div(100));
  return Array.from({ length: years }, (_, index) => step.pow(index));
}

function licenceParts(
  quote: Quote,
  amount: Decimal,
  year: { index: number; growth: readonly Decimal[]; discount: Decimal; termYears: number; uplift: Uplift },
): Part[] {
  const { index, growth, discount, termYears, uplift } = year;
  const once = quote.billing === "one_time";
  const suffix = once || termYears === 1 ? "" : `, year ${index + 1}`;
  const raisedAsAsked = index > 0 && uplift.from === "asked" && uplift.percent > 0;
  const common = {
    quantity: quote.quantity,
    unit: quote.tier.priceUnit,
    period: once ? ("once" as const) : ("year" as const),
    year: once ? null : index + 1,
    evidence: quote.tier.evidence,
  };
  const licence: Part = {
    amount,
    line: {
      label: `${quote.tier.name}${suffix}`,
      kind: "licence",
      ...common,
      unitPrice: roundMoney(quote.unitPrice.times(growth[index] ?? 1)),
      amount: roundMoney(amount),
      basis: quote.quantityAssumed || raisedAsAsked ? "assumed" : "list",
    },
  };
  if (discount.isZero()) return [licence];
  const off = amount.times(discount).negated();
  return [
    licence,
    {
      amount: off,
      line: {
        label: `Discount of ${discount.times(100).toString()} %${suffix}`,
        kind: "discount",
        ...common,
        unitPrice: null,
        unit: null,
        quantity: 1,
        amount: roundMoney(off),
        basis: "assumed",
        evidence: [],
      },
    },
  ];
}

function describe(quote: Quote, request: TcoRequest, uplift: Uplift, record: PricedGroups): string[] {
  const { tier } = quote;
  const said: string[] = [];
  if (quote.billing === "unstated" && !tier.isFree) {
    said.push("The source does not say how the price is billed; it is counted by the month.");
  }
  if (request.billing === "annual" && quote.billing === "monthly") {
    said.push("No annual price is published; twelve monthly payments are counted.");
  }
  if (quote.quantityAssumed) {
    said.push(`Priced per ${tier.priceUnit}; one is counted. Give assumptions.quantity to change it.`);
  }
  if (isPerSeat(tier) && quote.quantity > request.seats) {
    said.push(`The tier's minimum of ${quote.quantity} seats is billed.`);
  }
  if (request.seats > 1 && !tier.isFree && isForAccount(tier) && !seatLimits(tier).said) {
    said.push("The price is for the account: the source does not say how many people it covers.");
  }
  if (quote.billing === "one_time") said.push("The licence is bought once; later years add nothing to it.");
  else if (request.termYears > 1) {
    if (uplift.from === "none") said.push("The price is held flat over the term: no renewal uplift is sourced.");
    else if (uplift.percent === 0) said.push("The price is held flat over the term, as given.");
    else {
      const origin = uplift.from === "asked" ? "as given" : "from the contract terms";
      said.push(`The licence rises ${uplift.percent} % a year from the second year, ${origin}.`);
    }
  }
  const minimum = record.contractTerms?.minimumTermMonths ?? null;
  if (minimum !== null && minimum > request.termYears * 12) {
    said.push(`The contract terms bind for at least ${minimum} months, longer than the term counted here.`);
  }
  return said;
}
