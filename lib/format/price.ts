import { headlineBilling, leadBilling } from "@/lib/catalog/billing";
import { BILLING_WORDS, INTRODUCTORY } from "@/lib/catalog/billing-words";
import { acrossWords } from "@/lib/catalog/family";
import { headlinePrice, monthlyTiers, paidTiers } from "@/lib/catalog/plans";
import { isSeatUnit } from "@/lib/catalog/units";
import type {
  ListPrice,
  PriceRange,
  PricingAnswer,
  PricingRecord,
  StartingPrice,
  Tier,
  Verification,
} from "@/lib/schemas/record";
import { formatMoney, type MoneyStyle } from "./money";
import { AUDIENCE_WORDS, confidenceWord, statusSentence, statusShort, unitWords } from "./words";

type Status = Tier["priceStatus"];

export type PriceText = { known: boolean; text: string };

/** Returns a figure, or the reason in words why there is no figure. Never 0 for an unknown price. */
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

const PERIOD: Record<ListPrice["period"], string> = {
  month: "per month",
  year: "per year",
  once: "one-time payment",
  usage: "usage price",
};

/** Describes the period that one payment of a list price covers, and how it is billed. */
export function listPriceBasis({ period, billing }: Pick<ListPrice, "period" | "billing">): string {
  if (period === "once" || period === "usage") return PERIOD[period];
  return `${PERIOD[period]}, ${BILLING_WORDS[billing]}`;
}

/** Returns "A source names a starting price of $9 per user per month (billing not stated), without a tier." */
export function startingPriceSentence({ amount, currency, priceUnit, billing }: StartingPrice): string {
  const price = `${formatMoney(amount, currency)} ${unitWords(priceUnit ?? "month")}`;
  return `A source names a starting price of ${price} (${BILLING_WORDS[billing]}), without a tier.`;
}

/** Returns the single figure that places a tier on an axis: per unit and month, as in the record's priceRange. */
export function monthlyFigure(tier: Tier): number | null {
  return tier.isFree ? 0 : headlinePrice(tier);
}

/** Returns "$7.25–$15 per user per month", "Free", or the reason why there is no range. */
export function rangeText(range: PriceRange | undefined, status: Status | undefined): string {
  const text = spanText(range, status);
  return range?.products ? `${text} ${acrossWords({ ...range, products: range.products })}` : text;
}

function spanText(range: PriceRange | undefined, status: Status | undefined): string {
  const { low = null, high = null, currency = null, unit = null } = range ?? {};
  const per = unit ? ` ${unitWords(unit)}` : "";
  if (low === null && high === null) {
    if (status && status !== "published") return statusSentence(status);
    return range?.display.replace(/(\S)\/month\b/g, "$1 per month") || statusSentence("unverified");
  }
  if (low !== null && high !== null) {
    if (low === high) return low === 0 ? "Free" : `${formatMoney(low, currency)}${per}`;
    return `${formatMoney(low, currency)}–${formatMoney(high, currency)}${per}`;
  }
  return low === null ? `Up to ${formatMoney(high ?? 0, currency)}${per}` : `From ${formatMoney(low, currency)}${per}`;
}

export function freePlanText(
  freeTier: Pick<NonNullable<PricingAnswer["freeTier"]>, "available" | "plan" | "licences" | "trialDays"> | undefined,
): string | null {
  if (!freeTier) return null;
  const isSelfHosted = (freeTier.licences?.length ?? 0) > 0;
  if (freeTier.plan === true || (freeTier.available === true && !isSelfHosted)) return FREE_PLAN;
  if (isSelfHosted) return FREE_TO_SELF_HOST;
  if (freeTier.trialDays) return `${freeTier.trialDays}-day free trial`;
  return freeTier.available === false ? NO_FREE_PLAN : null;
}

export const FREE_PLAN = "free plan";
/** Not a plan of the vendor: the buyer runs the software. */
export const FREE_TO_SELF_HOST = "free to self-host";
export const NO_FREE_PLAN = "no free plan";

/** Returns "0.78, high", or a dash if there is no price. */
export function confidenceText({ confidence }: Pick<Verification, "confidence">): string {
  return confidence === null ? NO_CONFIDENCE : `${confidence.toFixed(2)}, ${confidenceWord(confidence)}`;
}

export const NO_CONFIDENCE = "–";

/** Returns "confidence 0.78", for use within a sentence. */
export function confidencePhrase({ confidence }: Pick<Verification, "confidence">): string {
  return confidence === null ? "no confidence score, because no price is known" : `confidence ${confidence.toFixed(2)}`;
}

type Ranged = Pick<PricingRecord, "tiers" | "startingPrice" | "priceRange">;

/** Returns the paid tiers whose prices make up the record's priceRange. */
function rangeTiers({ tiers = [], priceRange: { currency, unit } }: Ranged): Tier[] {
  return paidTiers(tiers).filter((tier) => tier.currency === currency && tier.priceUnit === unit);
}

function lowest(amounts: readonly (number | null)[]): number | null {
  const paid = amounts.filter((amount): amount is number => amount !== null && amount > 0);
  return paid.length === 0 ? null : Math.min(...paid);
}

/** Returns the record's priceRange without the free tiers. */
export function paidRange(record: Ranged): PriceRange {
  const range = record.priceRange;
  if (range.low !== 0 || range.high === 0) return range;
  const tiers = rangeTiers(record).map((tier) => headlinePrice(tier) ?? tier.listPrice?.amount ?? null);
  const low = lowest(tiers) ?? record.startingPrice?.amount ?? null;
  return low === null ? range : { ...range, low };
}

/** Returns "from $7.25 billed yearly" if the lowest price with yearly billing is below the range, otherwise null. */
export function fromYearly(record: Ranged): string | null {
  if (record.priceRange.products !== undefined) return null;
  const tiers = rangeTiers(record);
  const yearly = lowest(tiers.map(({ priceAnnual }) => priceAnnual));
  const { low, currency } = paidRange(record);
  if (yearly === null || low === null || yearly >= low) return null;
  const isDoubtful = tiers.some(
    ({ priceAnnual, annualReview }) => priceAnnual === yearly && annualReview !== undefined,
  );
  return `from ${formatMoney(yearly, currency)} billed yearly${isDoubtful ? ` (${INTRODUCTORY})` : ""}`;
}

/**
 * Describes the billing of the shown price, unless it is monthly. If the ends of a range differ, says which price is
 * meant.
 */
export function billingText(record: Ranged): string | null {
  const { low, high, products } = paidRange(record);
  if (low === null || products !== undefined) return null;
  const priced = rangeTiers(record).filter((tier) => (headlinePrice(tier) ?? 0) > 0);
  const ofLowest = priced.filter((tier) => headlinePrice(tier) === low).map(headlineBilling);
  if (ofLowest.length === 0 && record.startingPrice?.amount === low) ofLowest.push(record.startingPrice.billing);
  const billing = leadBilling(ofLowest);
  if (billing === null || billing === "monthly") return null;
  if (high === null || priced.every((tier) => headlineBilling(tier) === billing)) return BILLING_WORDS[billing];
  return billing === "annual" ? "lowest price billed yearly" : "billing of the lowest price not stated";
}

/**
 * Returns "lowest for individuals, teams from $19 per user per month" if the lowest price is not open to every buyer.
 */
export function teamText({ tiers = [], priceRange: { currency, products } }: Ranged): string | null {
  const monthly = products === undefined ? monthlyTiers(tiers, currency) : [];
  const open = monthly.find(({ audience }) => audience === "any" || audience === "business");
  const [cheapest] = monthly;
  const price = open && headlinePrice(open);
  if (!price || !cheapest || cheapest === open) return null;
  const unit = open.priceUnit ?? "month";
  const who = open.audience === "business" || isSeatUnit(unit) ? "teams" : "other plans";
  return `lowest ${AUDIENCE_WORDS[cheapest.audience]}, ${who} from ${formatMoney(price, currency)} ${unitWords(unit)}`;
}

/** Returns the prices of the tiers that share the record's main currency and unit, for one axis. */
export function axisTiers(record: PricingRecord): { tier: Tier; value: number }[] {
  const { currency = null, unit = null } = record.priceRange ?? {};
  return (record.tiers ?? []).flatMap((tier) => {
    const value = monthlyFigure(tier);
    if (value === null) return [];
    const alike = tier.isFree || (tier.currency === currency && tier.priceUnit === unit);
    return alike ? [{ tier, value }] : [];
  });
}
