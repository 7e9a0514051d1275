import type { ListPrice, PriceRange, PricingRecord, Tier, Verification } from "@/lib/schemas/record";
import { formatDay } from "./dates";
import { formatMoney, type MoneyStyle } from "./money";
import { confidenceWord, statusSentence, statusShort, unitWords } from "./words";

type Status = Tier["priceStatus"];

export type PriceText = { known: boolean; text: string };

/** A figure, or the reason in words why there is none. Never 0 for an unknown price. */
export function priceText(
  amount: number | null | undefined,
  currency: string | null | undefined,
  status: Status,
  style?: MoneyStyle,
): PriceText {
  if (amount === null || amount === undefined || status !== "published")
    return { known: false, text: statusShort(status) };
  return { known: true, text: formatMoney(amount, currency ?? null, style) };
}

const BILLING: Record<ListPrice["billing"], string> = {
  monthly: "billed monthly",
  annual: "billed yearly",
  unstated: "billing period not stated",
};

const PERIOD: Record<ListPrice["period"], string> = {
  month: "a month",
  year: "a year",
  once: "one payment",
  usage: "per use",
};

/** What one payment of a list price covers and how it is billed. */
export function listPriceBasis({ period, billing }: ListPrice): string {
  if (period === "once" || period === "usage") return PERIOD[period];
  return `${PERIOD[period]}, ${BILLING[billing]}`;
}

/** The single figure by which a tier is placed on an axis: per unit and month. */
export function monthlyFigure(tier: Tier): number | null {
  if (tier.priceStatus !== "published") return null;
  if (tier.priceMonthly !== null) return tier.priceMonthly;
  if (tier.priceAnnual !== null) return tier.priceAnnual;
  return tier.listPrice?.period === "month" ? tier.listPrice.amount : null;
}

/** "$7.25–$15 per user a month", "Free", or why there is none. */
export function rangeText(range: PriceRange | undefined, status: Status | undefined): string {
  const { low = null, high = null, currency = null, unit = null } = range ?? {};
  const per = unit ? ` ${unitWords(unit)}` : "";
  if (low === null && high === null) {
    if (status && status !== "published") return statusSentence(status);
    return range?.display || statusSentence("unverified");
  }
  if (low !== null && high !== null) {
    if (low === high) return low === 0 ? "Free" : `${formatMoney(low, currency)}${per}`;
    return `${formatMoney(low, currency)}–${formatMoney(high, currency)}${per}`;
  }
  if (low === 0) return "Free tier; paid prices not read";
  return low === null ? `Up to ${formatMoney(high ?? 0, currency)}${per}` : `From ${formatMoney(low, currency)}${per}`;
}

export function freePlanText(freeTier: PricingRecord["freeTier"]): string | null {
  if (!freeTier) return null;
  if (freeTier.available === true) return "free plan";
  if (freeTier.trialDays !== null) return `free trial of ${freeTier.trialDays} days`;
  return freeTier.available === false ? "no free plan" : null;
}

export function confidenceText(verification: Pick<Verification, "confidence">): string {
  return `${verification.confidence.toFixed(2)}, ${confidenceWord(verification.confidence)}`;
}

/** The paid prices of a record, lowest first, without the free tiers. */
function paidRange(record: PricingRecord): PriceRange | undefined {
  const range = record.priceRange;
  if (range?.low !== 0 || range.high === 0) return range;
  const paid = (record.tiers ?? [])
    .filter((tier) => !tier.isFree && tier.currency === range.currency && tier.priceUnit === range.unit)
    .flatMap((tier) => [tier.priceAnnual, monthlyFigure(tier)])
    .filter((amount): amount is number => amount !== null && amount > 0);
  return paid.length === 0 ? range : { ...range, low: Math.min(...paid) };
}

export type Starting = PriceText & { amount: number | null; currency: string | null; unit: string | null };

/** The lowest paid price, or what stands in its place. */
export function startingPrice(record: PricingRecord): Starting {
  const range = paidRange(record);
  const currency = range?.currency ?? null;
  const unit = range?.unit ?? null;
  if (range?.low === 0 && range.high !== 0)
    return { known: false, text: "paid price not read", amount: null, currency: null, unit: null };
  if (range && range.low !== null) {
    const text = range.low === 0 ? "Free" : formatMoney(range.low, currency);
    return { known: true, text, amount: range.low, currency, unit: range.low === 0 ? null : unit };
  }
  const nothing = { known: false, amount: null, currency: null, unit: null };
  if (record.usage) return { ...nothing, text: "priced by use" };
  const status = record.priceStatus ?? "unverified";
  return { ...nothing, text: status === "published" ? "in another unit" : statusShort(status) };
}

/** Prices of the tiers that share the record's main currency and unit, for one axis. */
export function axisTiers(record: PricingRecord): { tier: Tier; value: number }[] {
  const { currency = null, unit = null } = record.priceRange ?? {};
  return (record.tiers ?? []).flatMap((tier) => {
    const value = monthlyFigure(tier);
    if (value === null) return [];
    const alike = tier.isFree || (tier.currency === currency && tier.priceUnit === unit);
    return alike ? [{ tier, value }] : [];
  });
}

export type Answer = { price: string; known: boolean; free: string | null; seen: string };

/** The facts that answer "what does it cost", in the order in which they are said. */
export function answerOf(record: PricingRecord): Answer {
  const range = paidRange(record);
  const { medianAnnualCost = null, currency = null } = record.marketData ?? {};
  const unlisted = (range?.low ?? range?.high ?? null) === null && !record.usage;
  return {
    price:
      unlisted && medianAnnualCost !== null
        ? `No list price read; buyers pay a median of ${formatMoney(medianAnnualCost, currency)} a year`
        : rangeText(range, record.priceStatus).replace(/\.$/, ""),
    known: (range?.low ?? range?.high ?? null) !== null,
    free: freePlanText(record.freeTier),
    seen: formatDay(record.verification.observedAt),
  };
}

/** One paragraph for search results and citations: the answer first. */
export function answerSentence(record: PricingRecord): string {
  const { price, known, free, seen } = answerOf(record);
  const head = known
    ? `${record.name} costs ${price.charAt(0).toLowerCase()}${price.slice(1)}`
    : `${record.name}: ${price}`;
  return `${head}${free ? `; ${free}` : ""}. Seen ${seen}, confidence ${confidenceWord(record.verification.confidence)}.`;
}
