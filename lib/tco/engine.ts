import type { Decimal } from "decimal.js";
import { annualSavingIn } from "@/lib/catalog/annual-saving";
import { displayMoney } from "@/lib/catalog/display";
import { feePhrase } from "@/lib/catalog/fee-words";
import { decimal, roundCost, roundMoney } from "@/lib/catalog/money";
import { bareTier } from "@/lib/catalog/plans";
import { extended } from "@/lib/extended";
import { formatNumber } from "@/lib/format/money";
import { priceOfTier } from "@/lib/format/tier-price";
import type { HiddenCost, PricingRecord, Tier } from "@/lib/schemas/record";
import type {
  Billing,
  NotCounted,
  OptionalLine,
  TcoAssumptions,
  TcoDispute,
  TcoItemAnswer,
  TcoLine,
  TcoRange,
  TcoUnknown,
} from "@/lib/schemas/tco";
import { type Choice, chooseTier, type Terms } from "./choose";
import { isYearlyUplift, lineKind, type Part, priceCosts, sumOf } from "./costs";
import { counterOf, isTransfer, storedIn } from "./counters";
import { disputesOf } from "./disputes";
import { allowancesOf, costAlone, costUnit, type Extra, extraFor, extraSeats, optionOf, type Use } from "./extras";
import { choicesByMeter } from "./meters";
import { PAYMENT_INPUTS, PAYMENTS, type Payments } from "./payments";
import {
  type Count,
  cheapestBilling,
  countText,
  isForAccount,
  isLikeAccount,
  isPerSeat,
  type Quote,
  type QuoteRequest,
  seatLimits,
  type Uncounted,
} from "./quote";
import { type Elsewhere, elsewhereSentence, inRegion } from "./region";
import {
  type BoughtUnit,
  boughtUnits,
  countedBy,
  countedUnits,
  isByUse,
  isUnit,
  pluralOf,
  type Quantities,
  quantityOf,
  SEAT,
} from "./units";

export const TCO_ENGINE_VERSION = "3.5.0";

export interface TcoRequest extends Payments {
  /** Country or region of use. */
  region?: string | undefined;
  /** Number of people; absent if only other units are counted. */
  seats?: number | undefined;
  quantities?: Quantities | undefined;
  tier?: string | undefined;
  billing?: Billing | undefined;
  termYears: number;
  includeHiddenCosts: boolean;
  assumptions?: TcoAssumptions | undefined;
}

export type PricedGroups = Pick<
  PricingRecord,
  "tiers" | "tiersComplete" | "startingPrice" | "hiddenCosts" | "contractTerms" | "capabilities" | "usage" | "freeTier"
> & {
  currency?: string | null | undefined;
  evidence?: PricingRecord["evidence"] | undefined;
  verification?: Pick<PricingRecord["verification"], "disputed"> | undefined;
};

export interface TcoResult {
  tier: { id: string; name: string } | null;
  tierRule: string;
  billing: TcoItemAnswer["billing"];
  currency: string | null;
  counts: Count[];
  lines: TcoLine[];
  optionalLines: OptionalLine[];
  notCounted: NotCounted[];
  freePlan: TcoItemAnswer["freePlan"];
  coversSeats: TcoItemAnswer["coversSeats"];
  disputes: TcoDispute[];
  yearOne: number | null;
  total: number | null;
  /** Volume and transactions of the calculation. Null if no fee depends on them. */
  volume: number | null;
  transactions: number | null;
  perSeatMonthly: number | null;
  range: TcoRange;
  sourcedShare: number | null;
  unknowns: TcoUnknown[];
  assumptions: string[];
}

/**
 * Computes the list prices and known extra costs of a product for a team over a term. Sums in decimal and rounds each
 * figure half-up to cents once. A licence or required cost without a published price or without a given quantity has
 * null figures and an entry in `unknowns`: never 0, and never a quantity of 1, except for one store or another unit like
 * an account, which an assumption states.
 */
export function totalCost(record: PricedGroups, request: TcoRequest): TcoResult {
  const { termYears, includeHiddenCosts, assumptions: given = {} } = request;
  const seats = request.seats ?? null;
  const { volume, transactions } = request;
  const asked = { seats, billing: request.billing, quantity: given.quantity, quantities: request.quantities };
  const tiers = record.tiers ?? [];
  const choices = choicesFor(record, request, {
    currency: record.currency ?? null,
    complete: record.tiersComplete ?? true,
    start: record.startingPrice,
    byUsage: record.usage !== undefined,
  });
  const [first] = choices;
  const quotes = choices.flatMap(({ quote }) => quote ?? []);
  const missing = choices.flatMap(({ uncounted }) => uncounted ?? []);
  const [lead] = quotes;
  // A requested tier that waits for its quantity is not replaced by the tier of another unit.
  const main = missing.find(({ tier }) => tier.id === request.tier) ?? lead;
  const units = boughtUnits(tiers);
  const unknowns = [
    ...missing.map(toUnknown),
    ...choices.flatMap(({ refusal }): TcoUnknown[] => (refusal ? [refusal] : [])),
  ];
  const open = notCountedUnits(units, tiers, [...quotes, ...missing]);
  if (!lead) {
    const [other] = missing;
    return {
      ...NOTHING,
      tierRule: first?.rule ?? "",
      ...(other && { tier: named(other), billing: other.billing, currency: other.currency }),
      counts: missing.map(({ count }) => count),
      notCounted: other ? open : [],
      unknowns,
    };
  }

  const uplift = upliftOf(record, given);
  const discount = decimal(given.discountPercent ?? 0).div(100);
  const kept = decimal(1).minus(discount);
  const licences = quotes.map((quote) => {
    const growth = growthOf(quote.billing === "one_time" ? 1 : termYears, uplift.percent);
    return { quote, growth, list: growth.map((factor) => quote.amount.times(factor)) };
  });
  const costs = priceCosts(record.hiddenCosts ?? [], {
    quotes,
    tiers,
    seats,
    quantities: request.quantities,
    termYears,
    // A one-time licence is a cost of the first year.
    licence: Array.from({ length: termYears }, (_, year) =>
      licences.reduce((total, { list }) => total.plus(list[year] ?? 0), decimal(0)).times(kept),
    ),
    includeHiddenCosts,
    addOns: given.addOns,
    capabilities: record.capabilities ?? [],
    isSecondHand: secondHandIn(record),
  });
  const parts: Part[] = [
    ...licences.flatMap(({ quote, growth, list }) =>
      list.flatMap((amount, index) => licenceParts(quote, amount, { index, growth, discount, termYears, uplift })),
    ),
    ...quotes.flatMap((quote) => feeParts(quote, request)),
    ...quotes.flatMap((quote) => extraParts(quote, termYears)),
    ...costs.counted,
  ];

  const base = sumOf(parts);
  const firstYear = sumOf(parts.filter(({ line }) => line.year === null || line.year === 1));
  const low = licences.reduce((total, { quote, growth }) => {
    const cheapest = request.billing === undefined ? cheapestBilling(quote, asked) : quote.amount;
    const saved = quote.amount.minus(cheapest).times(kept);
    return total.minus(growth.reduce((sum, factor) => sum.plus(saved.times(factor)), decimal(0)));
  }, base);
  const high = costs.optional
    .filter(({ inHigh }) => inHigh)
    .reduce((total, offer) => total.plus(sumOf(offer.parts)), base);
  unknowns.push(...costs.unknowns.map((unknown): TcoUnknown => ({ ...unknown, priceStatus: null })));
  const known = unknowns.length === 0;
  const figure = (amount: Decimal) => (known ? roundMoney(amount) : null);
  const lines = parts.map(({ line }) => line);
  const disputes = quotes.flatMap((quote) => disputesOf(quote, record.verification?.disputed ?? []));
  const counted = quotes.some(({ fees }) => fees !== null);
  const bySeat =
    seats !== null &&
    quotes.every(({ fees }) => fees === null) &&
    quotes.every(({ tier }) => isForAccount(tier) || countedBy(tier.priceUnit)?.isPeople);
  return {
    tier: named(main ?? lead),
    tierRule: first?.rule ?? "",
    billing: (main ?? lead).billing,
    currency: lead.currency,
    counts: [...quotes, ...missing].map(({ count }) => count),
    lines,
    optionalLines: costs.optional.flatMap(({ option, inHigh, parts: offered }) =>
      offered.map(({ line }) => extended(line, { option, inHigh })),
    ),
    notCounted: [...open, ...quotes.flatMap(feeNotCounted), ...costs.notCounted],
    freePlan: lead.tier.isFree ? null : freePlanFor(tiers, seats, record.freeTier?.people),
    coversSeats: coverageOf(lead.tier, seats),
    disputes,
    yearOne: figure(firstYear),
    total: figure(base),
    volume: counted ? (volume ?? null) : null,
    transactions: counted ? (transactions ?? null) : null,
    perSeatMonthly: bySeat ? figure(base.div(termYears * 12).div(seats)) : null,
    range: { low: figure(low), base: figure(base), high: costs.highKnown ? figure(high) : null },
    sourcedShare: known ? sourcedShareOf(lines) : null,
    unknowns,
    assumptions: [
      ...new Set([
        ...quotes.flatMap((quote) => describe(quote, request, uplift, record)),
        ...disputes.map((dispute) => disputeText(dispute, lead)),
        ...costs.assumptions,
      ]),
    ],
  };
}

/**
 * Chooses the tier for the seats or the name, plus one tier for each unit that has a quantity and that the first tier
 * does not count: a unit of another tier, or a meter of the rate card. If there are quantities and no seats, no tier is
 * chosen for seats.
 */
function choicesFor(record: PricedGroups, request: TcoRequest, terms: Terms): Choice[] {
  const { tier, billing, assumptions, volume, transactions, region } = request;
  const { tiers: all = [], hiddenCosts: costs = [], usage } = record;
  const { quantities, named, meters, uses, moved } = readQuantities(record, request.quantities);
  const { tiers, elsewhere } = inRegion(all, region);
  const seats = request.seats ?? null;
  const offer = { costs, tiers: all, stored: storedIn(request.quantities) };
  const extrasFor = (own: Tier) => extrasOf(own, uses, offer);
  const extraSeatsFor = (own: Tier, people: number, included: number) =>
    extraSeats(own, { name: SEAT, quantity: people, included }, offer);
  const asked = { seats, quantities, billing, quantity: assumptions?.quantity, volume, transactions };
  const bought = countedUnits(all).filter(({ noun }) => quantityOf(quantities, noun) !== undefined);
  const isTier = all.some(({ id }) => id === tier);
  const model = isTier ? undefined : usage?.models.find((one) => one.model === tier)?.model;
  const others = bought.length + named.length + meters.size;
  const sold = all.filter((own) => !own.isFree && own.priceStatus === "published" && !isByUse(own));
  const alone = sold.length === 0 && seats === null && tier === undefined && uses.length > 0;
  const isAsked =
    model === undefined &&
    !alone &&
    (tier !== undefined || seats !== null || volume !== undefined || uses.length > 0 || others === 0);
  const accounts = quantities.account === undefined ? tiers : tiers.filter(isForAccount);
  const sellable = tier === undefined ? accounts : all;
  // A counted unit is added to the cost of the people and does not replace it.
  const forPeople = tier === undefined && others > 0 ? { ...asked, quantities: accountsIn(quantities) } : asked;
  const assumesOne = tier !== undefined || others === 0;
  const first = isAsked
    ? chooseTier(sellable, extended({ ...forPeople, extrasFor, extraSeatsFor, assumesOne }, { tier }), terms)
    : null;
  if (tier !== undefined && first?.refusal) return [first];
  const chosen = first?.quote ?? (tier === undefined ? null : first?.uncounted);
  const counted = chosen && (countedBy(chosen.tier.priceUnit)?.noun ?? chosen.count.unit);
  const main = first?.quote?.currency ?? terms.currency;
  const rest = [
    ...bought
      .filter(({ noun }) => !counted || !isUnit(noun, counted))
      .map((unit) => chooseUnit(unit, { all: pricedBy(unit, all), tiers }, { asked, main, elsewhere })),
    ...named.map(({ id, noun, quantity }) => {
      const own = all.filter((one) => one.id === id);
      const refusal = elsewhere && refusalElsewhere(noun, own, elsewhere);
      const terms = { currency: main, complete: false };
      if (refusal) return { quote: null, uncounted: null, rule: refusal.reason, refusal };
      return chooseTier(own, { ...asked, quantities: { [noun]: quantity }, tier: id }, terms);
    }),
    ...(usage && (meters.size > 0 || model !== undefined) ? choicesByMeter(usage, meters, { model, region }) : []),
    ...(alone ? uses.flatMap((use) => choicesAlone(use, { ...offer, currency: main })) : []),
    ...moved.map((name): Choice => {
      const reason = `No source states a price for transferred data (${name}).`;
      const refusal = { what: "data transfer", cause: "no_price", reason, priceStatus: "unverified" } as const;
      return { quote: null, uncounted: null, rule: "", refusal };
    }),
  ];
  const isSold = first && !(tier === undefined && first.uncounted && rest.length > 0);
  const isMissing =
    first && tier === undefined && !first.quote && rest.length > 0 && seats === null && uses.length === 0;
  const found = isSold && !isMissing ? [first, ...rest] : rest;
  return found.toSorted((a, b) => Number(a.quote === null) - Number(b.quote === null));
}

/** Returns whether a cost is known only from others than the vendor. */
function secondHandIn({ evidence = [] }: PricedGroups): (ids: readonly string[]) => boolean {
  return (ids) => {
    const cited = evidence.filter(({ id }) => ids.includes(id));
    return cited.length > 0 && cited.every(({ trust }) => trust === "C");
  };
}

function accountsIn(quantities: Quantities): Quantities | undefined {
  return quantities.account === undefined ? undefined : { account: quantities.account };
}

interface ReadQuantities {
  quantities: Quantities;
  /** Tiers whose quantity is given by their ID. */
  named: { id: string; noun: string; quantity: number }[];
  meters: Map<string, number>;
  uses: Use[];
  /** Transferred bytes without a known price. */
  moved: string[];
}

/** Resolves each quantity to a unit of tiers, one tier, a meter, or use on top of a tier. */
function readQuantities(record: PricedGroups, asked: Quantities = {}): ReadQuantities {
  const own: Record<string, number> = {};
  const read: ReadQuantities = { quantities: own, named: [], meters: new Map(), uses: [], moved: [] };
  for (const [name, quantity] of Object.entries(asked)) {
    const counter = counterOf(record, name, Object.keys(asked));
    if (!counter && isTransfer(name, Object.keys(asked))) read.moved.push(name);
    if (!counter || "several" in counter || counter.kind === "payment") continue;
    const count = quantity * counter.factor;
    if (counter.kind === "meter") read.meters.set(counter.name, count);
    else if (counter.kind === "allowance" || counter.kind === "cost")
      read.uses.push({ name: counter.name, quantity: count });
    else if (counter.kind === "tier") {
      const unit = countedBy(record.tiers?.find(({ id }) => id === counter.name)?.priceUnit ?? null);
      if (unit) read.named.push({ id: counter.name, noun: unit.noun, quantity: count });
    } else own[counter.name] = count;
  }
  return read;
}

function extrasOf(tier: Tier, uses: readonly Use[], offer: Parameters<typeof extraFor>[2]) {
  const extras: Extra[] = [];
  for (const use of uses) {
    const extra = extraFor(tier, use, offer);
    if ("reason" in extra) return extra;
    extras.push(extra);
  }
  return extras;
}

/** Chooses the cheapest tier with this unit, and names the other tiers with it. */
function chooseUnit(
  unit: BoughtUnit,
  { all, tiers }: { all: readonly Tier[]; tiers: readonly Tier[] },
  { asked, main, elsewhere }: { asked: QuoteRequest; main: string | null; elsewhere: Elsewhere | null },
): Choice {
  const own = pricedBy(unit, tiers);
  const refusal = own.length === 0 && elsewhere ? refusalElsewhere(unit.noun, all, elsewhere) : null;
  if (refusal) return { quote: null, uncounted: null, rule: refusal.reason, refusal };
  const choice = chooseTier(own, asked, { currency: main, complete: false });
  const { quote } = choice;
  const others = quote && isByUse(quote.tier) ? own.filter((tier) => tier !== quote.tier && isByUse(tier)) : [];
  if (!quote || others.length === 0) return choice;
  const named = others.slice(0, MOST_NAMED).map((tier) => `${tier.name}, ${priceOfTier(tier)} [${tier.id}]`);
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : "";
  const note = `${pluralOf(unit.noun)} are counted at the lowest price, ${quote.tier.name}. Other prices: ${named.join("; ")}${more}. To choose one, use its ID as the name of the quantity.`;
  return { ...choice, quote: { ...quote, notes: [...quote.notes, note] } };
}

/** Refuses a price if prices are known only for other countries: they do not apply to this country. */
function refusalElsewhere(noun: string, own: readonly Tier[], { region, tiers }: Elsewhere): Choice["refusal"] {
  const rates = own.filter((tier) => tiers.includes(tier)).slice(0, MOST_NAMED);
  if (rates.length === 0) return null;
  const reason = elsewhereSentence({ region, tiers: rates });
  return { what: pluralOf(noun), cause: "not_for_quantity", priceStatus: "published", reason };
}

/** Maximum number of other prices of a unit that a note names. */
const MOST_NAMED = 4;

/** Returns choices for a use that needs no other purchase. */
function choicesAlone(
  use: Use,
  { costs, currency, stored }: { costs: readonly HiddenCost[]; currency: string | null; stored: number | null },
): Choice[] {
  const rates = costAlone(use, costs, currency);
  const [rate] = rates;
  const tier = rate && {
    ...bareTier({ id: optionOf(rate), name: rate.label, observedAt: rate.observedAt }),
    priceStatus: "published" as const,
    currency: rate.currency,
    evidence: rate.evidence,
  };
  const extra = tier && extraFor(tier, use, { costs: rates, tiers: [], stored });
  if (!rate || !tier || !extra || "reason" in extra || rate.currency === null) {
    const reason = extra && "reason" in extra ? extra.reason : `No price of ${pluralOf(use.name)} is known.`;
    const refusal = { what: pluralOf(use.name), cause: "other_terms", priceStatus: "published", reason } as const;
    return [{ quote: null, uncounted: null, rule: "", refusal }];
  }
  const zero = decimal(0);
  const count = { unit: costUnit(rate)?.noun ?? use.name, quantity: use.quantity };
  const shared = { tier, currency: rate.currency, billing: "usage" as const, count, fees: null, baseFee: zero };
  const quote: Quote = { ...shared, quantity: 0, amount: zero, unitPrice: zero, extras: [extra], notes: [] };
  return [{ quote, uncounted: null, rule: `The price of ${rate.label} is used.`, refusal: null }];
}

function pricedBy(unit: BoughtUnit, tiers: readonly Tier[]): Tier[] {
  return tiers.filter(({ id }) => unit.tiers.includes(id));
}

function named({ tier: { id, name } }: { tier: Tier }): { id: string; name: string } {
  return { id, name };
}

function toUnknown({ tier, count, billing }: Uncounted): TcoUnknown {
  const common = { cause: "quantity_missing", priceStatus: null } as const;
  const [fee] = tier.percentageFees;
  if (billing === "per_transaction" && fee)
    return { ...common, what: PAYMENTS, reason: `${tier.name} costs ${feePhrase(fee)}. ${PAYMENT_INPUTS}` };
  const what = `number of ${pluralOf(count.unit)}`;
  const limit = count.unit === "person" ? " It covers a limited number of people." : "";
  return { ...common, what, reason: `${tier.name} costs ${priceOfTier(tier)}.${limit} Enter the ${what}.` };
}

/** Returns the free tier on sale that a source says covers the people. `people`: according to any source. */
function freePlanFor(
  tiers: readonly Tier[],
  seats: number | null,
  people: NonNullable<PricedGroups["freeTier"]>["people"],
): TcoItemAnswer["freePlan"] {
  if (seats === null) return null;
  const free = tiers.filter(({ isFree }) => isFree);
  const limitsOf = (tier: Tier) => {
    const own = seatLimits(tier);
    return own.said || !people || free.length > 1 ? own : { said: true, maximum: people.maximum };
  };
  const plan = free.find((tier) => {
    const isOffered = tier.retiredOn === null && tier.percentageFees.length === 0;
    const isOpen =
      tier.audience === "any" || tier.audience === "business" || (tier.audience === "individual" && seats === 1);
    const { said, maximum } = limitsOf(tier);
    return isOffered && isOpen && said && (maximum === null || seats <= maximum);
  });
  return plan ? { ...named({ tier: plan }), people: limitsOf(plan).maximum } : null;
}

/** Returns whether a price for the account covers the team. A price for fewer people is refused earlier. */
function coverageOf(tier: Tier, seats: number | null): TcoItemAnswer["coversSeats"] {
  if (seats === null || seats === 1 || tier.isFree || !isLikeAccount(tier)) return null;
  return seatLimits(tier).said ? "all" : "unknown";
}

/** Returns the units that the product is also priced by and that have no quantity in the request. */
function notCountedUnits(
  units: readonly BoughtUnit[],
  tiers: readonly Tier[],
  taken: readonly { count: Count }[],
): NotCounted[] {
  return units
    .filter(({ noun, isPeople }) => !isPeople && !taken.some(({ count }) => isUnit(count.unit, noun)))
    .map((unit) => {
      const own = pricedBy(unit, tiers);
      const units = pluralOf(unit.noun);
      return {
        option: unit.noun,
        label: units,
        kind: "licence",
        reason: `${own.map(({ name }) => name).join(", ")} ${own.length === 1 ? "is" : "are"} priced per ${unit.noun}. Enter the number of ${units}.`,
        evidence: [...new Set(own.flatMap(({ evidence }) => evidence))],
      };
    });
}

const NOTHING: TcoResult = {
  tier: null,
  tierRule: "",
  billing: null,
  currency: null,
  counts: [],
  lines: [],
  optionalLines: [],
  notCounted: [],
  freePlan: null,
  coversSeats: null,
  disputes: [],
  yearOne: null,
  total: null,
  volume: null,
  transactions: null,
  perSeatMonthly: null,
  range: { low: null, base: null, high: null },
  sourcedShare: null,
  unknowns: [],
  assumptions: [],
};

/** Returns the share of the lines' absolute amounts that is list or sourced; null if all amounts are 0. */
export function sourcedShareOf(lines: readonly Pick<TcoLine, "amount" | "basis">[]): number | null {
  const weighty = lines.filter(({ amount }) => amount !== 0);
  const sourced = weighty.filter(({ basis }) => basis === "list" || basis === "sourced");
  if (weighty.length === 0) return null;
  if (sourced.length === weighty.length) return 1;
  const weigh = (some: typeof lines) => some.reduce((total, { amount }) => total.plus(Math.abs(amount)), decimal(0));
  return weigh(sourced).div(weigh(weighty)).toDecimalPlaces(4).toNumber();
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
  if (quote.billing === "per_transaction" || quote.quantity === 0) return [];
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
  const fee = quote.baseFee.times(growth[index] ?? 1);
  const perUnit = amount.minus(fee);
  const licence: Part = {
    amount: perUnit,
    line: {
      label: `${quote.label ?? quote.tier.name}${suffix}`,
      kind: "licence",
      ...common,
      unitPrice: (isByUse(quote.tier) ? roundCost : roundMoney)(quote.unitPrice.times(growth[index] ?? 1)),
      amount: roundMoney(perUnit),
      basis: raisedAsAsked ? "assumed" : "list",
    },
  };
  const baseFee: Part = {
    amount: fee,
    line: {
      ...licence.line,
      label: `${quote.tier.name}, base fee${suffix}`,
      quantity: 1,
      unit: "account/month",
      unitPrice: roundMoney(fee.div(12)),
      amount: roundMoney(fee),
    },
  };
  const parts = fee.isZero() ? [licence] : [licence, baseFee];
  if (discount.isZero()) return parts;
  const off = amount.times(discount).negated();
  return [
    ...parts,
    {
      amount: off,
      line: {
        label: `Discount of ${discount.times(100).toString()}%${suffix}`,
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

/** Returns the share of each year's payments and its fixed part. A licence discount does not apply to it. */
function feeParts({ tier, fees }: Quote, { termYears, transactions = 0 }: TcoRequest): Part[] {
  if (!fees) return [];
  const { fee, amount, charged, limit } = fees;
  const common = { kind: "percentage_fee" as const, period: "year" as const, basis: "list" as const };
  const perPayment = (part: number, of: Decimal) => ({
    amount: of,
    label: `${tier.name}, ${limit === null ? "fixed fee" : limit === fee.minimumFee ? "minimum fee" : "maximum fee"} per payment`,
    figures: { quantity: transactions, unitPrice: part, unit: "transaction/month" },
  });
  const fixed = decimal(transactions)
    .times(fee.fixedFee ?? 0)
    .times(12);
  const parts =
    limit !== null
      ? [perPayment(limit, amount)]
      : [
          {
            amount: amount.minus(fixed),
            label: `${tier.name}, ${fee.percent}% of ${displayMoney(charged.toNumber(), tier.currency ?? fee.currency ?? "USD")} per month`,
            figures: { quantity: 1, unitPrice: null, unit: null },
          },
          ...(fee.fixedFee === null ? [] : [perPayment(fee.fixedFee, fixed)]),
        ];
  return Array.from({ length: termYears }, (_, index) => index + 1).flatMap((year) =>
    parts.map(({ amount, label, figures }) => ({
      amount,
      line: {
        label: termYears > 1 ? `${label}, year ${year}` : label,
        ...common,
        ...figures,
        amount: roundMoney(amount),
        year,
        evidence: fee.evidence,
      },
    })),
  );
}

/** Returns the cost of use beyond a tier's allowance, each month of every year. */
function extraParts({ tier, extras }: Quote, termYears: number): Part[] {
  return Array.from({ length: termYears }, (_, index) => index + 1).flatMap((year) =>
    extras.flatMap(({ charge, included }) => {
      if (!charge) return [];
      const { cost, quantity, amount } = charge;
      const beyond = included ? `, beyond ${formatNumber(included)}` : "";
      const label = cost.label === tier.name ? cost.label : `${cost.label}${beyond}`;
      return {
        amount,
        line: {
          label: termYears > 1 ? `${label}, year ${year}` : label,
          kind: lineKind(cost.kind),
          quantity: quantity.toNumber(),
          unitPrice: cost.amount,
          unit: cost.unit,
          amount: roundMoney(amount),
          period: "year" as const,
          year,
          basis: "sourced" as const,
          evidence: cost.evidence,
        },
      };
    }),
  );
}

/** Returns a fee in addition to a licence if the request does not give the payments. */
function feeNotCounted({ tier, fees }: Quote): NotCounted[] {
  const [fee] = tier.percentageFees;
  if (!fee || fees) return [];
  const reason = `${tier.name} also costs ${feePhrase(fee)}. ${PAYMENT_INPUTS}`;
  return [{ option: "volume", label: fee.label, kind: "percentage_fee", reason, evidence: fee.evidence }];
}

function feesText({ tier, fees }: Quote, { volume, transactions }: TcoRequest): string[] {
  if (!fees) return [];
  const { fee } = fees;
  const others = tier.percentageFees.length > 1 ? " Other payments have other fees." : "";
  const sized = fee.minimumFee !== null || fee.maximumFee !== null;
  const size = volume !== undefined && transactions !== undefined ? decimal(volume).div(transactions) : null;
  return [
    `Every payment is counted at ${feePhrase(fee)}.${others} Each month has the same volume.`,
    ...(sized && size
      ? [
          `All payments are assumed to have the same size: ${displayMoney(roundMoney(size), fee.currency ?? tier.currency ?? "USD")}.`,
        ]
      : []),
  ];
}

function disputeText({ price, unit, yearOne, observedAt }: TcoDispute, { tier, currency }: Quote): string {
  const per = (unit ?? "month").replace("/", " per ");
  return `Sources disagree on the price of ${tier.name}. Another source says ${displayMoney(price, currency)} per ${per} (${observedAt}): ${displayMoney(yearOne, currency)} in the first year.`;
}

/** An allowance this many times the use is a sign that smaller tiers are not known. */
const MUCH_MORE = 2;

/** Says that tiers between the use and a much larger allowance are not known. */
function gapNote({ use, included, charge }: Extra, { tiers = [], tiersComplete = true }: PricedGroups): string | null {
  if (tiersComplete || charge || included === null || included < use.quantity * MUCH_MORE) return null;
  const below = tiers.flatMap((tier) =>
    allowancesOf(tier).flatMap(({ name, value }) =>
      isUnit(name, use.name) && value !== null && value < use.quantity ? value : [],
    ),
  );
  if (below.length === 0) return null;
  const [from, upTo] = [Math.max(...below), included].map(formatNumber);
  return `Tiers between ${from} and ${upTo} ${pluralOf(use.name)} are not known. One of them may cost less.`;
}

function describe(quote: Quote, request: TcoRequest, uplift: Uplift, record: PricedGroups): string[] {
  const { tier } = quote;
  const said: string[] = [
    ...quote.notes,
    ...quote.extras.flatMap((extra) => [extra.note ?? [], gapNote(extra, record) ?? []].flat()),
  ];
  if (tier.isFree && (request.seats ?? 1) > 1 && seatLimits(tier).maximum === null && !record.freeTier?.people) {
    said.push(`No source says how many people the free tier ${tier.name} covers. Check its limit with the vendor.`);
  }
  if (quote.billing === "unstated" && !tier.isFree) {
    said.push("The source does not say how the price is billed. It is counted as billed monthly.");
  }
  if (quote.billing === "annual" && tier.annualReview) said.push(tier.annualReview.note);
  if (request.billing === "annual" && quote.billing === "monthly") {
    const saving = annualSavingIn(tier, record.evidence ?? []);
    said.push(
      saving === null
        ? "No price billed yearly is known. Twelve monthly payments are counted."
        : `Billed yearly: about ${saving}% less, according to the source. No exact annual price is known, so twelve monthly payments are counted.`,
    );
  }
  if (isPerSeat(tier) && quote.count.quantity !== null && quote.quantity > quote.count.quantity) {
    const billed = countText(quote.quantity, quote.count.unit);
    const isBlock = tier.seatIncrement !== null || tier.seatBlocks.length > 0;
    said.push(
      isBlock ? `Seats are sold in blocks. ${billed} are billed.` : `The tier's minimum of ${billed} is billed.`,
    );
  }
  said.push(...feesText(quote, request));
  if (quote.billing === "per_transaction") return said;
  if (coverageOf(tier, request.seats ?? null) === "unknown") {
    const unit = countedBy(tier.priceUnit)?.noun ?? "account";
    said.push(`The price is for the whole ${unit}. The source does not say how many people it covers.`);
  }
  if (quote.billing === "one_time") said.push("The licence is bought once. Later years add no licence cost.");
  else if (request.termYears > 1) {
    if (uplift.from === "none")
      said.push("The price is assumed to stay the same over the term. No source states a renewal increase.");
    else if (uplift.percent === 0) said.push("The price stays the same over the term, as requested.");
    else {
      const origin = uplift.from === "asked" ? "as requested" : "according to the contract terms";
      said.push(`The licence price rises ${uplift.percent}% per year from the second year, ${origin}.`);
    }
  }
  const minimum = record.contractTerms?.minimumTermMonths ?? null;
  if (minimum !== null && minimum > request.termYears * 12) {
    said.push(`The contract terms require at least ${minimum} months, which is longer than this calculation.`);
  }
  return said;
}
