import type { Decimal } from "decimal.js";
import { decimal } from "@/lib/catalog/money";
import { isPercentagePriced } from "@/lib/catalog/percentage-price";
import { statedSeats } from "@/lib/catalog/seat-limits";
import { formatNumber } from "@/lib/format/money";
import { priceOfTier } from "@/lib/format/tier-price";
import { onceFor } from "@/lib/once-for";
import type { PriceStatus } from "@/lib/schemas/primitives";
import type { Tier } from "@/lib/schemas/record";
import type { Billing, UnknownCause } from "@/lib/schemas/tco";
import { bandedTotal } from "./bands";
import type { Extra } from "./extras";
import { admitsPayments, type FeeCost, feeCost, PAYMENT_INPUTS, type Payments } from "./payments";
import { countedBy, isAccountUnit, isByUse, pluralOf, type Quantities, quantityOf } from "./units";

/** The cost of a tier for a team at list price. */
export interface Quote {
  tier: Tier;
  currency: string;
  /** `per_transaction`: only a share of each payment is charged. `usage`: the use of a month is charged. */
  billing: Billing | "unstated" | "one_time" | "per_transaction" | "usage";
  /** Label of its line, if it is not the tier's name. */
  label?: string;
  /** The buyer's quantity: 20 hosts, or 1 account. */
  count: Count;
  /** The billed quantity: whole packs, or at least the minimum. */
  quantity: number;
  /** A year's licence with its base fee, or the whole price of a one-time licence. */
  amount: Decimal;
  /** The yearly base fee, a part of `amount`. */
  baseFee: Decimal;
  /**
   * Shares of payments in a year, in addition to `amount`. Null if the tier has no such fee or the payments are
   * unknown.
   */
  fees: FeeCost | null;
  /** Price of one unit for a month, or one time. */
  unitPrice: Decimal;
  /** Additional use on top of `amount`. */
  extras: readonly Extra[];
  /** The assumptions of the calculation, in words. */
  notes: readonly string[];
}

export interface Count {
  unit: string;
  /** Null if the buyer has not given a quantity. */
  quantity: number | null;
}

/** A tier with a price but without a given quantity. */
export interface Uncounted {
  tier: Tier;
  currency: string;
  billing: Quote["billing"];
  count: Count & { quantity: null };
  /** Price of one unit for a month, or one time. */
  unitPrice: Decimal;
}

export interface Refusal {
  /** Includes the tier's name if its price is published. */
  reason: string;
  cause: UnknownCause;
  priceStatus: PriceStatus;
}

export interface QuoteRequest extends Payments {
  /** Null if only other units are counted. */
  seats: number | null;
  billing?: Billing | undefined;
  /** Quantity of the tier's own unit, if that does not count people. */
  quantity?: number | undefined;
  quantities?: Quantities | undefined;
  /** Returns the cost of additional use on top of a tier, or the reason why it is unknown. */
  extrasFor?: ((tier: Tier) => Extra[] | { reason: string }) | undefined;
  /** True if one store or another unit like an account may be assumed. */
  assumesOne?: boolean | undefined;
  /** Returns the cost of people beyond the maximum that a price for the account covers. */
  extraSeatsFor?: ((tier: Tier, people: number, maximum: number) => Extra | null) | undefined;
}

const NO_PRICE: Record<Exclude<PriceStatus, "published">, string> = {
  contact_sales: "The vendor quotes on request.",
  not_published: "The vendor does not publish a price.",
  not_applicable: "No price applies.",
  unverified: "The price is not yet checked.",
};

/** Returns the tier's list price for the buyer's quantities, or the reason why there is no price. */
export function quoteTier(tier: Tier, request: QuoteRequest): Quote | Uncounted | Refusal {
  const { currency, refusal, perSeat, limits, prices } = termsOf(tier);
  if (currency === null) return refusal;
  if (isPercentagePriced(tier)) return quoteFees(tier, currency, request);
  const count = countFor(tier, request);
  const people = perSeat ? count.quantity : request.seats;
  const { maximum } = limits;
  if (people !== null && people > 1) {
    if (ONE_PERSON.has(tier.audience) || SOLO.test(tier.name))
      return refuse(tier, "not_for_quantity", "It is not sold to teams.");
    if (isUnclear(tier) && !limits.said)
      return refuse(
        tier,
        "not_for_quantity",
        `The cost for ${people} people is not known: no source says whether the price is per person or for the account.`,
      );
  }
  const isBeyond = maximum !== null && people !== null && people > maximum;
  const more = isBeyond && !perSeat && !tier.isFree ? request.extraSeatsFor?.(tier, people, maximum) : null;
  if (isBeyond && !more)
    return refuse(
      tier,
      "not_for_quantity",
      `The price covers at most ${countText(maximum, perSeat ? count.unit : "person")}.`,
    );
  if (isByUse(tier) && count.quantity === null)
    return refuse(tier, "other_terms", `Enter the number of ${pluralOf(count.unit)} per month in quantities.`);
  const beyond = isByUse(tier) && BEYOND.test(tier.name);
  if (beyond)
    return refuse(tier, "other_terms", "The price is for use beyond a plan's allowance, which no source states.");
  const fee = feesOf(tier, currency, request);
  if (fee !== null && "missing" in fee) return refuse(tier, "quantity_missing", PAYMENT_INPUTS);
  const price = prices[request.billing ?? "any"];
  if ("reason" in price) return refuse(tier, "other_terms", price.reason);
  const { billing } = price;
  const used = request.extrasFor?.(tier) ?? [];
  if ("reason" in used) return refuse(tier, "not_for_quantity", used.reason);
  const extras = more ? [more, ...used] : used;
  const isCounted = count.quantity !== null && countedBy(tier.priceUnit) !== null;
  if (count.quantity === null || (maximum !== null && people === null && !isCounted)) {
    const unit = count.quantity === null ? count.unit : "person";
    return { tier, currency, billing, count: { unit, quantity: null }, unitPrice: price.unitPrice };
  }
  const quantity = billedFor(tier, count.quantity);
  const baseFee = yearlyFee(tier);
  const notes = [
    ...(isByUse(tier) ? [EVERY_MONTH] : []),
    ...(maximum !== null && people === null ? [`${tier.name} covers at most ${countText(maximum, "person")}.`] : []),
  ];
  const isBanded = perSeat || countedBy(tier.priceUnit)?.pack === 1;
  if (!isBanded || tier.seatBands.length === 0 || tier.bandMode === null)
    return {
      tier,
      currency,
      billing,
      count,
      quantity,
      baseFee,
      fees: fee,
      amount: price.amount.times(quantity).plus(baseFee),
      unitPrice: price.unitPrice,
      extras,
      notes,
    };
  const months = monthsOf(billing);
  const amount = bandedTotal(tier.seatBands, tier.bandMode, quantity).times(months);
  const unitPrice = amount.div(quantity).div(months);
  return {
    tier,
    currency,
    billing,
    count,
    quantity,
    baseFee,
    fees: fee,
    amount: amount.plus(baseFee),
    unitPrice,
    extras,
    notes,
  };
}

/** A usage quantity is per month. */
const EVERY_MONTH = "Usage is counted per month, and each month is the same.";

/** Matches names of prices that are paid on top of a plan. */
const BEYOND = /\boverages?\b|\bbeyond\b|\bextra\b/i;

/** Quotes a tier that is priced only by percentage: it costs the amount of its first fee. */
function quoteFees(tier: Tier, currency: string, request: QuoteRequest): Quote | Uncounted | Refusal {
  const admits = admitsPayments(tier, request);
  const [fee] = tier.percentageFees;
  if (!admits || !fee) return refuse(tier, "not_for_quantity", "It is not sold for payments of this size or volume.");
  const cost = admits === "missing" ? ({ missing: true } as const) : feeCost(fee, request);
  if ("reason" in cost) return refuse(tier, "other_terms", cost.reason);
  const zero = decimal(0);
  const shared = { tier, currency, billing: "per_transaction" as const, unitPrice: zero };
  if ("missing" in cost) return { ...shared, count: { unit: "transaction", quantity: null } };
  const counted = { count: { unit: "account", quantity: 1 }, quantity: 1, amount: zero, baseFee: zero, fees: cost };
  return { ...shared, ...counted, extras: [], notes: [] };
}

/**
 * Returns the amount of the first fee of a tier, in addition to its price. Null if the request gives no payments.
 * `missing`: it gives only the volume, or only the number of transactions.
 */
function feesOf(
  { percentageFees: [fee] }: Tier,
  currency: string,
  request: QuoteRequest,
): FeeCost | { missing: true } | null {
  if (!fee || (fee.currency !== null && fee.currency !== currency)) return null;
  if (request.volume === undefined && request.transactions === undefined) return null;
  const cost = feeCost(fee, request);
  return "reason" in cost ? null : cost;
}

/** Returns the cost of a year's licence, payments and use. */
export function yearlyCost({ amount, fees, extras }: Quote): Decimal {
  const used = extras.reduce((sum, { charge }) => (charge ? sum.plus(charge.amount) : sum), amount);
  return fees ? used.plus(fees.amount) : used;
}

/** Returns a refusal with the published price and the reason why the price does not apply. */
function refuse(tier: Tier, cause: UnknownCause, reason: string): Refusal {
  return { cause, reason: `${costsText(tier)} ${reason}`, priceStatus: tier.priceStatus };
}

const costsText = onceFor((tier: Tier) => `${tier.name} ${tier.isFree ? "is free" : `costs ${priceOfTier(tier)}`}.`);

const SOLO = /\bsolopreneur\b/i;
const ONE_PERSON: ReadonlySet<Tier["audience"]> = new Set(["individual", "student"]);

/** Returns true if the source names no unit, so that the price may be for a person or for the account. */
export function isUnclear({ isFree, priceUnit }: Pick<Tier, "isFree" | "priceUnit">): boolean {
  return !isFree && (priceUnit === "month" || priceUnit === "one-time");
}

function yearlyFee({ baseFee }: Tier): Decimal {
  return decimal(baseFee?.amount ?? 0).times(baseFee?.period === "month" ? 12 : 1);
}

type Terms = {
  perSeat: boolean;
  limits: SeatLimits;
  prices: Record<Billing | "any", Price | { reason: string }>;
} & ({ currency: string; refusal: null } | { currency: null; refusal: Refusal });

/** The parts of a quote that depend only on the tier. */
const termsOf = onceFor((tier: Tier): Terms => {
  const { priceStatus, currency } = tier;
  const refusal: Refusal =
    priceStatus === "published"
      ? { cause: "other_terms", reason: withoutCurrency(tier), priceStatus }
      : { cause: "no_price", reason: NO_PRICE[priceStatus], priceStatus };
  const sold = priceStatus === "published" && currency !== null;
  return {
    perSeat: isPerSeat(tier),
    // Not the first key: see extended().
    ...(sold ? { currency, refusal: null } : { currency: null, refusal }),
    limits: seatLimits(tier),
    prices: {
      any: priceOf(tier, undefined),
      monthly: priceOf(tier, "monthly"),
      annual: priceOf(tier, "annual"),
    },
  };
});

function withoutCurrency(tier: Tier): string {
  const reason = "The source does not name the currency of its price.";
  return isPercentagePriced(tier) ? `${costsText(tier)} ${reason} Take this share of your volume.` : reason;
}

/** Returns a text such as "1 seat" or "20 hosts". */
export function countText(quantity: number, unit: string): string {
  return `${formatNumber(quantity)} ${quantity === 1 ? unit : pluralOf(unit)}`;
}

/** Returns the cost of the same team in the cheapest billing that is published for the quote's tier. */
export function cheapestBilling(quote: Quote, request: QuoteRequest): Decimal {
  let lowest = quote.amount;
  for (const billing of ["monthly", "annual"] as const) {
    if (billing === quote.billing) continue;
    const other = quoteTier(quote.tier, { ...request, billing });
    if ("amount" in other && other.amount.lt(lowest)) lowest = other.amount;
  }
  return lowest;
}

/** Returns true if the price depends on the number of people. */
export function isPerSeat(tier: Pick<Tier, "priceUnit">): boolean {
  const counted = countedBy(tier.priceUnit);
  return counted?.isPeople === true && counted.pack === 1;
}

/** Returns true if the price is for the whole account, for any number of users. */
export function isForAccount(tier: Pick<Tier, "priceUnit">): boolean {
  return countedBy(tier.priceUnit) === null;
}

/** Returns true if the price is for an account, a store or the like. */
export function isLikeAccount({ priceUnit }: Pick<Tier, "priceUnit">): boolean {
  const counted = countedBy(priceUnit);
  return counted === null || isAccountUnit(counted.noun);
}

/** Returns true if the cost or the availability of a paid tier depends on the number of people. */
export function hangsOnSeats(tier: Tier): boolean {
  if (tier.priceStatus !== "published" || tier.isFree) return false;
  return countedBy(tier.priceUnit)?.isPeople === true || seatLimits(tier).maximum !== null;
}

type Price = {
  amount: Decimal;
  /** Price for a month, or for one purchase. */
  unitPrice: Decimal;
  billing: Quote["billing"];
};

const monthsOf = (billing: Quote["billing"]) => (billing === "one_time" ? 1 : 12);
const price = (amount: Decimal, billing: Quote["billing"]): Price => ({
  amount,
  unitPrice: amount.div(monthsOf(billing)),
  billing,
});

/** Returns the price of one unit for a year, or for one purchase. */
function priceOf(tier: Tier, billing: Billing | undefined): Price | { reason: string } {
  const { listPrice } = tier;
  // A yearly price divided by twelve is rounded; the yearly amount itself is exact.
  const yearly = listPrice?.period === "year" ? listPrice.amount : tier.annualTotal;
  const annualAmount =
    yearly !== undefined ? decimal(yearly) : tier.priceAnnual === null ? null : yearOf(tier.priceAnnual);
  const annual: Price | null =
    tier.priceAnnual === null || annualAmount === null ? null : price(annualAmount, "annual");
  const monthly = tier.priceMonthly === null ? null : price(yearOf(tier.priceMonthly), "monthly");
  const unstated =
    listPrice?.period === "month" && listPrice.billing === "unstated"
      ? price(yearOf(listPrice.amount), "unstated")
      : null;
  const chosen =
    billing === "monthly"
      ? (monthly ?? unstated)
      : billing === "annual"
        ? (annual ?? unstated ?? monthly)
        : (annual ?? monthly ?? unstated);
  if (chosen) return chosen;
  if (annual) return { reason: "No price billed monthly is published. Choose annual billing." };
  if (listPrice?.period === "once") return price(decimal(listPrice.amount), "one_time");
  if (tier.isFree) return price(decimal(0), "unstated");
  if (listPrice?.period === "usage") return price(yearOf(listPrice.amount), "usage");
  return { reason: "No price for a period is published." };
}

function yearOf(perMonth: number): Decimal {
  return decimal(perMonth).times(12);
}

function countFor(tier: Tier, { seats, quantity, quantities }: QuoteRequest): Count {
  const counted = countedBy(tier.priceUnit);
  if (!counted && isByUse(tier)) return { unit: "unit", quantity: quantity ?? null };
  if (!counted) return { unit: "account", quantity: quantityOf(quantities, "account") ?? 1 };
  if (tier.isFree && !counted.isPeople) return { unit: "account", quantity: 1 };
  const { noun, isPeople } = counted;
  return { unit: noun, quantity: isPeople ? seats : (quantityOf(quantities, noun) ?? quantity ?? null) };
}

function billedFor(tier: Tier, count: number): number {
  const counted = countedBy(tier.priceUnit);
  if (!counted) return count;
  if (isByUse(tier))
    return decimal(Math.max(count, tier.minimumSeats ?? 0))
      .div(counted.pack)
      .toNumber();
  if (counted.pack > 1) return Math.ceil(count / counted.pack);
  return counted.isPeople
    ? blockFor(tier, Math.max(count, seatLimits(tier).minimum ?? 1))
    : Math.max(count, tier.minimumSeats ?? 0);
}

/** Returns the number of seats sold for a team: beyond the largest block, multiples of the last step. */
function blockFor({ seatIncrement, seatBlocks }: Tier, count: number): number {
  const block = seatBlocks.find((size) => size >= count);
  if (block !== undefined) return block;
  const step = seatIncrement ?? (seatBlocks.at(-1) ?? 1) - (seatBlocks.at(-2) ?? 0);
  return Math.ceil(count / step) * step;
}

const IN_NAME = /\bup to ([\d,]+) (?:users|seats|members|people|employees|agents|licen[cs]es)\b/i;

interface SeatLimits {
  minimum: number | null;
  maximum: number | null;
  /** True if the source says how many people a price that is not per person covers. */
  said: boolean;
}

/**
 * Returns the minimum of billed seats and the maximum that the price covers. The seats included in a flat price are its
 * maximum.
 */
export const seatLimits = onceFor((tier: Tier): SeatLimits => {
  const { minimum, maximum, included } = statedSeats(tier.limits);
  // Seats can be added to those included in a paid price per seat. Seats included in a free one are the maximum.
  const isOpen = isPerSeat(tier) && !tier.isFree;
  const [, named] = IN_NAME.exec(tier.name) ?? [];
  const inName = named === undefined ? null : Number(named.replaceAll(",", ""));
  const most = tier.maximumSeats ?? inName ?? maximum.value ?? (isOpen ? null : included.value);
  const said = most !== null || maximum.said || included.said;
  return { minimum: tier.minimumSeats ?? minimum.value, maximum: most, said };
});
