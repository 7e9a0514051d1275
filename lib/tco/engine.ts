import type { Decimal } from "decimal.js";
import { decimal, roundMoney } from "@/lib/catalog/money";
import { isSeatUnit } from "@/lib/catalog/units";
import type { Day } from "@/lib/schemas/primitives";
import type { HiddenCost, PricingRecord, Tier } from "@/lib/schemas/record";
import { bandedTotal } from "./bands";

export const TCO_ENGINE_VERSION = "1.0.0";

export type Billing = "monthly" | "annual";
export type Basis = "list" | "sourced" | "benchmark" | "assumed";

export type TcoLine = {
  label: string;
  kind:
    | "licence"
    | "implementation"
    | "onboarding"
    | "platform_fee"
    | "support"
    | "training"
    | "sso"
    | "add_on"
    | "other";
  quantity: number;
  unitPrice: number;
  /** Over the whole period named by `period`. */
  amount: number;
  period: "once" | "year";
  /** Year of the term, from 1; null for a one-time line. */
  year: number | null;
  basis: Basis;
  evidence: string[];
};

export type TcoRequest = {
  seats: number;
  tier?: string | undefined;
  billing?: Billing | undefined;
  termYears: number;
  includeHiddenCosts: boolean;
  /** Yearly rise of the licence from the second year; overrides a sourced one. */
  renewalUpliftPercent?: number | undefined;
  /** Units of a product that is not priced by seat, for example 12 hosts. */
  quantity?: number | undefined;
};

export type Unknown = { what: string; reason: string };

export type TcoResult = {
  tier: { id: string; name: string } | null;
  /** `unstated`: the source does not say how the price is billed. */
  billing: Billing | "unstated" | null;
  currency: string | null;
  lines: TcoLine[];
  optionalLines: TcoLine[];
  yearOne: number | null;
  total: number | null;
  perSeatMonthly: number | null;
  range: { low: number | null; base: number | null; high: number | null };
  sourcedShare: number | null;
  unknowns: Unknown[];
  assumptions: string[];
  asOf: Day;
};

type Quote = {
  tier: Tier;
  billing: Billing;
  stated: boolean;
  perMonth: Decimal;
  unitPrice: Decimal;
  quantity: number;
  basis: Basis;
};

const REQUIRED_KINDS = new Set<HiddenCost["kind"]>(["platform_fee", "implementation", "onboarding"]);
const LINE_KINDS = new Set<TcoLine["kind"]>([
  "implementation",
  "onboarding",
  "platform_fee",
  "support",
  "training",
  "sso",
  "add_on",
]);

/**
 * What a record's list prices come to for a team. Sums in decimal, rounded half-up to cents once per figure. A licence
 * without a published price gives null totals and an entry in `unknowns`, never 0.
 */
export function totalCost(
  record: Pick<PricingRecord, "tiers" | "hiddenCosts" | "contractTerms" | "asOf">,
  request: TcoRequest,
): TcoResult {
  const unknowns: Unknown[] = [];
  const assumptions: string[] = [];
  const quote = chooseTier(record.tiers ?? [], request);
  const empty: TcoResult = {
    tier: null,
    billing: null,
    currency: null,
    lines: [],
    optionalLines: [],
    yearOne: null,
    total: null,
    perSeatMonthly: null,
    range: { low: null, base: null, high: null },
    sourcedShare: null,
    unknowns,
    assumptions,
    asOf: record.asOf,
  };
  if (!quote) {
    const named = record.tiers?.find((tier) => tier.id === request.tier);
    unknowns.push(
      named
        ? { what: named.name, reason: reasonWithoutPrice(named, request.seats) }
        : {
            what: "licence",
            reason: request.tier ? `No tier "${request.tier}".` : "No tier with a published price admits this team.",
          },
    );
    return empty;
  }

  const { tier } = quote;
  const uplift = request.renewalUpliftPercent ?? record.contractTerms?.renewalUpliftPercent ?? 0;
  describeAssumptions(quote, request, uplift, record.contractTerms?.renewalUpliftPercent ?? null, assumptions);

  const exact: { line: TcoLine; amount: Decimal }[] = [];
  for (let year = 1; year <= request.termYears; year++) {
    const growth = decimal(1)
      .plus(decimal(uplift).div(100))
      .pow(year - 1);
    const amount = quote.perMonth.times(12).times(growth);
    exact.push({
      amount,
      line: {
        label: request.termYears === 1 ? tier.name : `${tier.name}, year ${year}`,
        kind: "licence",
        quantity: quote.quantity,
        unitPrice: roundMoney(quote.unitPrice.times(growth)),
        amount: roundMoney(amount),
        period: "year",
        year,
        basis: year > 1 && uplift > 0 && request.renewalUpliftPercent !== undefined ? "assumed" : quote.basis,
        evidence: tier.evidence,
      },
    });
  }

  const optional: { line: TcoLine; amount: Decimal }[] = [];
  for (const cost of request.includeHiddenCosts ? (record.hiddenCosts ?? []) : []) {
    const priced = hiddenLines(cost, quote, request, tier.currency);
    if (priced === null) {
      if (REQUIRED_KINDS.has(cost.kind))
        unknowns.push({ what: cost.label, reason: "The source gives no amount in this currency." });
      continue;
    }
    (REQUIRED_KINDS.has(cost.kind) ? exact : optional).push(...priced);
  }

  const base = sum(exact);
  const yearOne = sum(exact.filter(({ line }) => line.year === null || line.year === 1));
  const high = base.plus(sum(optional));
  const annual = cheapestBilling(tier, quote);
  const low = annual.lt(quote.perMonth)
    ? base.minus(quote.perMonth.minus(annual).times(12).times(growthSum(uplift, request.termYears)))
    : base;
  const known = unknowns.length === 0;
  return {
    tier: { id: tier.id, name: tier.name },
    billing: quote.stated ? quote.billing : "unstated",
    currency: tier.currency,
    lines: exact.map(({ line }) => line),
    optionalLines: optional.map(({ line }) => line),
    yearOne: known ? roundMoney(yearOne) : null,
    total: known ? roundMoney(base) : null,
    perSeatMonthly: known ? roundMoney(base.div(request.termYears * 12).div(request.seats)) : null,
    range: {
      low: known ? roundMoney(low) : null,
      base: known ? roundMoney(base) : null,
      high: known ? roundMoney(high) : null,
    },
    sourcedShare:
      known && base.gt(0)
        ? sum(exact.filter(({ line }) => line.basis === "list" || line.basis === "sourced"))
            .div(base)
            .toDecimalPlaces(4)
            .toNumber()
        : null,
    unknowns,
    assumptions,
    asOf: record.asOf,
  };
}

/**
 * The tier asked for; without one, the cheapest published paid tier that admits the seats (a free tier only where
 * nothing is paid). Null where no price can be quoted.
 */
function chooseTier(tiers: readonly Tier[], request: TcoRequest): Quote | null {
  const candidates = tiers
    .filter((tier) => (request.tier === undefined ? true : tier.id === request.tier))
    .map((tier) => quoteFor(tier, request))
    .filter((quote) => quote !== null);
  const paid = candidates.filter((quote) => !quote.tier.isFree);
  const pool = paid.length > 0 ? paid : candidates;
  return pool.reduce<Quote | null>(
    (best, quote) => (best === null || quote.perMonth.lt(best.perMonth) ? quote : best),
    null,
  );
}

function quoteFor(tier: Tier, request: TcoRequest): Quote | null {
  if (tier.priceStatus !== "published") return null;
  const perSeat = isSeatUnit(tier.priceUnit);
  if (perSeat && tier.maximumSeats !== null && request.seats > tier.maximumSeats) return null;
  const price = unitPriceOf(tier, request.billing);
  if (price === null) return null;
  const quantity = perSeat
    ? Math.max(request.seats, tier.minimumSeats ?? 1)
    : isFlat(tier.priceUnit)
      ? 1
      : (request.quantity ?? 1);
  const perMonth =
    perSeat && tier.seatBands.length > 0 && tier.bandMode
      ? bandedTotal(tier.seatBands, tier.bandMode, quantity)
      : decimal(price.amount).times(quantity);
  return {
    tier,
    billing: price.billing,
    stated: price.stated,
    perMonth,
    unitPrice: perMonth.div(quantity),
    quantity,
    basis: !perSeat && !isFlat(tier.priceUnit) && request.quantity === undefined ? "assumed" : "list",
  };
}

/** Priced for the whole account, whatever the number of people. */
function isFlat(priceUnit: string | null): boolean {
  return priceUnit === null || priceUnit === "month" || priceUnit === "account/month";
}

function unitPriceOf(
  tier: Tier,
  billing: Billing | undefined,
): { amount: number; billing: Billing; stated: boolean } | null {
  const annual =
    tier.priceAnnual === null ? null : { amount: tier.priceAnnual, billing: "annual" as const, stated: true };
  const monthly =
    tier.priceMonthly === null ? null : { amount: tier.priceMonthly, billing: "monthly" as const, stated: true };
  const unstated =
    tier.listPrice?.period === "month" && tier.listPrice.billing === "unstated"
      ? { amount: tier.listPrice.amount, billing: billing ?? ("monthly" as const), stated: false }
      : null;
  return billing === "monthly"
    ? (monthly ?? unstated)
    : billing === "annual"
      ? (annual ?? unstated ?? monthly)
      : (annual ?? monthly ?? unstated);
}

function cheapestBilling(tier: Tier, quote: Quote): Decimal {
  if (tier.priceAnnual === null || tier.seatBands.length > 0) return quote.perMonth;
  const annual = decimal(tier.priceAnnual).times(quote.quantity);
  return annual.lt(quote.perMonth) ? annual : quote.perMonth;
}

function describeAssumptions(
  quote: Quote,
  request: TcoRequest,
  uplift: number,
  sourcedUplift: number | null,
  assumptions: string[],
): void {
  const { tier } = quote;
  if (!quote.stated) assumptions.push("The source does not say how the price is billed; it is counted by the month.");
  if (request.billing === "annual" && quote.billing === "monthly")
    assumptions.push("No annual price is published; twelve monthly payments are counted.");
  if (quote.basis === "assumed")
    assumptions.push(`Priced per ${tier.priceUnit}; one is counted. Give quantity to change it.`);
  if (quote.quantity > request.seats && isSeatUnit(tier.priceUnit))
    assumptions.push(`The tier's minimum of ${quote.quantity} seats is billed.`);
  if (request.termYears > 1) {
    assumptions.push(
      uplift === 0
        ? "The price is held flat over the term: no renewal uplift is sourced."
        : `The licence rises ${uplift} % a year${request.renewalUpliftPercent === undefined && sourcedUplift !== null ? ", from the contract terms" : ", as given"}.`,
    );
  }
}

/** The lines of one hidden cost over the term; null where it cannot be counted in this currency. */
function hiddenLines(
  cost: HiddenCost,
  quote: Quote,
  request: TcoRequest,
  currency: string | null,
): { line: TcoLine; amount: Decimal }[] | null {
  if (cost.amount === null || cost.currency !== currency || cost.unit === null) return null;
  const kind = (LINE_KINDS as Set<string>).has(cost.kind) ? (cost.kind as TcoLine["kind"]) : "other";
  const line = (
    quantity: number,
    perUnit: Decimal,
    amount: Decimal,
    year: number | null,
  ): { line: TcoLine; amount: Decimal } => ({
    amount,
    line: {
      label: year !== null && request.termYears > 1 ? `${cost.label}, year ${year}` : cost.label,
      kind,
      quantity,
      unitPrice: roundMoney(perUnit),
      amount: roundMoney(amount),
      period: year === null ? "once" : "year",
      year,
      basis: "sourced",
      evidence: cost.evidence,
    },
  });
  const price = decimal(cost.amount);
  if (cost.unit === "once" || cost.unit === "one-time") return [line(1, price, price, null)];
  const yearly = yearlyAmount(cost.unit, price, quote, request);
  if (!yearly) return null;
  return Array.from({ length: request.termYears }, (_, index) =>
    line(yearly.quantity, price, yearly.amount, index + 1),
  );
}

function yearlyAmount(
  unit: string,
  price: Decimal,
  quote: Quote,
  request: TcoRequest,
): { quantity: number; amount: Decimal } | null {
  if (unit === "year") return { quantity: 1, amount: price };
  if (unit === "month") return { quantity: 1, amount: price.times(12) };
  const [counted, period] = unit.split("/");
  if (!isSeatUnit(`${counted}/`) || (period !== "month" && period !== "year")) return null;
  const quantity = isSeatUnit(quote.tier.priceUnit) ? quote.quantity : request.seats;
  return { quantity, amount: price.times(quantity).times(period === "month" ? 12 : 1) };
}

function growthSum(uplift: number, years: number): Decimal {
  let sumOfGrowth = decimal(0);
  for (let year = 0; year < years; year++)
    sumOfGrowth = sumOfGrowth.plus(decimal(1).plus(decimal(uplift).div(100)).pow(year));
  return sumOfGrowth;
}

function sum(parts: readonly { amount: Decimal }[]): Decimal {
  return parts.reduce((total, { amount }) => total.plus(amount), decimal(0));
}

function reasonWithoutPrice(tier: Tier, seats: number): string {
  if (tier.maximumSeats !== null && seats > tier.maximumSeats) return `The tier ends at ${tier.maximumSeats} seats.`;
  if (tier.priceStatus === "contact_sales") return "The vendor quotes on request.";
  if (tier.priceStatus === "published") return "The price is for one purchase or one unit of use, not for a period.";
  return "No price is published.";
}
