import { acrossWords } from "@/lib/catalog/family";
import { headlinePrice } from "@/lib/catalog/plans";
import type { ListPrice, PriceRange, PricingAnswer, PricingRecord, Tier, Verification } from "@/lib/schemas/record";
import { formatDay } from "./dates";
import { formatMoney, type MoneyStyle } from "./money";
import { rateAnswer } from "./rate-card";
import { confidenceWord, list, statusSentence, statusShort, unitWords } from "./words";

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

/** The single figure by which a tier is placed on an axis: per unit and month, as in the record's priceRange. */
export function monthlyFigure(tier: Tier): number | null {
  return tier.isFree ? 0 : headlinePrice(tier);
}

/** "$7.25–$15 per user a month", "Free", or why there is none. */
export function rangeText(range: PriceRange | undefined, status: Status | undefined): string {
  const text = spanText(range, status);
  return range?.products ? `${text} ${acrossWords({ ...range, products: range.products })}` : text;
}

function spanText(range: PriceRange | undefined, status: Status | undefined): string {
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
  if (low === 0) return "Free tier; paid prices not known";
  return low === null ? `Up to ${formatMoney(high ?? 0, currency)}${per}` : `From ${formatMoney(low, currency)}${per}`;
}

/** A price that says by itself that it can be had for nothing. */
export const FREE_ITSELF = /^(?:Free|Open source)\b/;

export function freePlanText(
  freeTier: Pick<NonNullable<PricingAnswer["freeTier"]>, "available" | "trialDays"> | undefined,
): string | null {
  if (!freeTier) return null;
  if (freeTier.available === true) return "free plan";
  if (freeTier.trialDays) return `free trial of ${freeTier.trialDays} days`;
  return freeTier.available === false ? "no free plan" : null;
}

export function confidenceText(verification: Pick<Verification, "confidence">): string {
  return `${verification.confidence.toFixed(2)}, ${confidenceWord(verification.confidence)}`;
}

/** The tiers whose prices make up the record's priceRange. */
function rangeTiers({ tiers = [], priceRange: { currency, unit } }: PricingRecord): Tier[] {
  return tiers.filter((tier) => !tier.isFree && tier.currency === currency && tier.priceUnit === unit);
}

function lowest(amounts: readonly (number | null)[]): number | null {
  const paid = amounts.filter((amount): amount is number => amount !== null && amount > 0);
  return paid.length === 0 ? null : Math.min(...paid);
}

/** The record's priceRange without the free tiers. */
function paidRange(record: PricingRecord): PriceRange {
  const range = record.priceRange;
  if (range.low !== 0 || range.high === 0) return range;
  const low = lowest(rangeTiers(record).map((tier) => headlinePrice(tier) ?? tier.listPrice?.amount ?? null));
  return low === null ? range : { ...range, low };
}

/** The lowest monthly price with yearly billing, where that is below the range; null elsewhere. */
function lowestYearly(record: PricingRecord): number | null {
  if (record.priceRange.products !== undefined) return null;
  const yearly = lowest(rangeTiers(record).map(({ priceAnnual }) => priceAnnual));
  const { low } = paidRange(record);
  return yearly !== null && low !== null && yearly < low ? yearly : null;
}

export type Starting = PriceText & { amount: number | null; currency: string | null; unit: string | null };

/** The lowest paid price, or what stands in its place. */
export function startingPrice(record: PricingRecord): Starting {
  const range = paidRange(record);
  const { currency, unit } = range;
  const nothing = { known: false, amount: null, currency: null, unit: null };
  if (range.low === 0 && range.high !== 0) {
    const unpriced = record.tiers?.find((tier) => !tier.isFree && tier.priceStatus !== "published");
    return { ...nothing, text: `paid price ${statusShort(unpriced?.priceStatus ?? "unverified")}` };
  }
  if (range.low !== null) {
    const text = range.low === 0 ? "Free" : formatMoney(range.low, currency);
    return { known: true, text, amount: range.low, currency, unit: range.low === 0 ? null : unit };
  }
  if (record.usage) return { ...nothing, text: "priced by use" };
  if (record.pricingModel === "open_source") return { ...nothing, text: "open source" };
  if (range.products === 0) return { ...nothing, text: range.display };
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

export type Answer = {
  /** The figure, or in words why there is none. */
  price: string;
  known: boolean;
  /** "from $7.25 billed yearly" */
  yearly: string | null;
  free: string | null;
  seen: string;
};

/** The facts that answer "what does it cost", in the order in which they are said. */
export function answerOf(record: PricingRecord): Answer {
  const range = paidRange(record);
  const { medianAnnualCost = null, currency = null } = record.marketData ?? {};
  const listed = (range.low ?? range.high) !== null;
  const onlyFree = range.low === 0 && range.high === null;
  const rates = record.usage && (!listed || onlyFree) ? rateAnswer(record.usage) : null;
  const yearly = lowestYearly(record);
  const inFull = { known: listed || rates !== null, free: freePlanText(record.freeTier) };
  const common = {
    yearly: yearly === null ? null : `from ${formatMoney(yearly, range.currency)} billed yearly`,
    seen: formatDay(record.verification.observedAt),
  };
  if (rates !== null) return { price: rates, ...inFull, ...common };
  if (listed || range.products !== undefined)
    return { price: rangeText(range, record.priceStatus).replace(/\.$/, ""), ...inFull, ...common };
  if (medianAnnualCost !== null) {
    const median = formatMoney(medianAnnualCost, currency);
    return { price: `No list price read; buyers pay a median of ${median} a year`, ...inFull, ...common };
  }
  if (record.freeTier?.available === true) {
    const { licences } = record.freeTier;
    const price =
      licences.length > 0
        ? `Free to run yourself under ${list(licences)}`
        : "Has a free plan; what is paid beside it is not yet read";
    return { price, known: false, free: null, ...common };
  }
  return { price: rangeText(range, record.priceStatus).replace(/\.$/, ""), ...inFull, ...common };
}

/** One paragraph for search results and citations: the answer first. */
export function answerSentence(record: PricingRecord): string {
  const { price, known, yearly, free, seen } = answerOf(record);
  const said = `${price.charAt(0).toLowerCase()}${price.slice(1)}`;
  const head = known ? `${record.name} costs ${said}` : `${record.name}: ${price}`;
  const rest = [yearly, free].filter(Boolean).map((text) => `; ${text}`);
  return `${head}${rest.join("")}. Seen ${seen}, confidence ${confidenceWord(record.verification.confidence)}.`;
}
