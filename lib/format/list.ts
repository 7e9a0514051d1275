import { BILLING_WORDS } from "@/lib/catalog/billing-words";
import type { LeftOut, ListFigures, PriceSpread } from "@/lib/catalog/listing";
import { niceTicks } from "@/lib/chart/scale";
import type { DiscoverResult } from "@/lib/schemas/discover";
import { formatDay } from "./dates";
import { formatMoney, formatNumber } from "./money";
import { list, statusShort, unitWords } from "./words";

export type StartText = { known: boolean; text: string; amount: number | null };

type Priced = Pick<DiscoverResult, "startingPrice" | "currency" | "priceStatus" | "pricingModel"> &
  Partial<Pick<DiscoverResult, "priceSummary">>;

/** Returns the starting price of a product for a list, or the reason in words why there is no price. */
export function startText(product: Priced, cents: "auto" | "always" = "auto"): StartText {
  const { startingPrice: amount, currency, priceStatus, pricingModel, priceSummary } = product;
  if (amount !== null && amount > 0) return { known: true, text: formatMoney(amount, currency, { cents }), amount };
  if (amount === 0) return { known: true, text: "Free", amount };
  if (priceSummary) return { known: true, text: priceSummary, amount };
  const unknown = (text: string) => ({ known: false, text, amount: null });
  if (pricingModel === "open_source") return unknown("open source");
  if (pricingModel === "free") return unknown("free");
  if (priceStatus === "published") return unknown("priced by percentage");
  if (priceStatus === "not_applicable")
    return unknown(pricingModel === "usage" ? "priced by usage" : "no monthly price");
  return unknown(statusShort(priceStatus));
}

type Free = Pick<DiscoverResult, "freePlan" | "selfHosted"> & { trialDays: number | null };

/** Returns "yes", "yes, or self-hosted", "self-hosted", "14-day trial", "no", or null if unknown. */
export function freeWord({ freePlan, selfHosted, trialDays }: Free): string | null {
  if (freePlan) return selfHosted ? "yes, or self-hosted" : "yes";
  if (selfHosted) return "self-hosted";
  if (trialDays !== null) return `${trialDays}-day trial`;
  return freePlan === false ? "no" : null;
}

/** Returns "per user per month, billed yearly"; without the billing if it does not apply to a single price. */
export function startUnit({ priceUnit, billing }: Pick<DiscoverResult, "priceUnit" | "billing">): string | null {
  if (priceUnit === null) return null;
  return billing === null ? unitWords(priceUnit) : `${unitWords(priceUnit)}, ${BILLING_WORDS[billing]}`;
}

/** The values that an order by price compares. */
export const PRICE_ORDER =
  "Sorted by starting price per month. A price billed yearly counts as one twelfth of the yearly price.";

export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}

/** Returns ", among them Acme Desk and Acme Vault", or nothing if all are named elsewhere. */
export function among(count: number, products: readonly { name: string }[]): string {
  return products.length === 0 || count === 0 ? "" : `, among them ${list(products.map(({ name }) => name))}`;
}

/** Returns "Not known for 41 products, among them Acme Desk and Acme Vault". */
export function unknownProducts(count: number, products: readonly { name: string }[]): string {
  return count === products.length
    ? `Not known for ${list(products.map(({ name }) => name))}`
    : `Not known for ${countOf(count, "product")}${among(count, products)}`;
}

/**
 * Returns "28 products have a starting price per user per month in USD: median $12, middle half $6 to $25, lowest $2,
 * highest $90."
 */
export function spreadSentence(
  { currency, unit, prices, lowerQuartile, median, upperQuartile }: PriceSpread,
  since: string | null = null,
): string {
  const money = (amount: number) => formatMoney(amount, currency);
  const [lowest = 0] = prices;
  const highest = prices[prices.length - 1] ?? lowest;
  const count = prices.length === 1 ? "1 product has" : `${formatNumber(prices.length)} products have`;
  const when = since === null ? "" : `, checked since ${formatDay(since)}`;
  const head = `${count} a starting price ${unitWords(unit)} in ${currency}${when}`;
  if (prices.length === 1) return `${head}: ${money(lowest)}.`;
  if (prices.length < 4) return `${head}: ${prices.map(money).join(", ")}.`;
  const half = `middle half ${money(lowerQuartile)} to ${money(upperQuartile)}`;
  return `${head}: median ${money(median)}, ${half}, lowest ${money(lowest)}, highest ${money(highest)}.`;
}

/** Returns "43 products and 2 product families": together the rows of the list. */
export function productsText({ products, families }: Pick<ListFigures, "products" | "families">): string {
  const sold = countOf(products, "product");
  return families === 0 ? sold : `${sold} and ${countOf(families, "product family", "product families")}`;
}

const REASONS: readonly [keyof LeftOut, string][] = [
  ["free", "free or open source"],
  ["older", "with an older price"],
  ["otherUnit", "priced in another unit"],
  ["otherCurrency", "priced in another currency"],
  ["byUse", "priced by usage"],
  ["byPercentage", "priced by percentage"],
  ["notMonthly", "without a monthly price"],
  ["onRequest", "priced on request"],
  ["notPublished", "without a published price"],
  ["unread", "not yet checked"],
];

/** `drawn`: on the axis. `apart`: its price is known, but cannot be on the axis. `unknown`: no price is known. */
export type StandingGroup = "drawn" | "apart" | "unknown";
export type Standing = { reason: keyof LeftOut | "drawn"; group: StandingGroup; count: number; words: string };

const UNKNOWN: ReadonlySet<keyof LeftOut> = new Set(["onRequest", "notPublished", "unread"]);

/**
 * Counts every product of a list exactly once: those on the axis, then the others by the reason why they are not on it.
 * Leaves out counts of 0.
 */
export function standings({ spread, leftOut }: Pick<ListFigures, "spread" | "leftOut">): Standing[] {
  const drawn = spread?.prices.length ?? 0;
  const lists = `${drawn === 1 ? "lists" : "list"} a price ${spread ? `${unitWords(spread.unit)} in ${spread.currency}` : ""}`;
  return [
    { reason: "drawn" as const, group: "drawn" as const, count: drawn, words: lists.trim() },
    ...REASONS.map(([reason, words]) => ({
      reason,
      group: UNKNOWN.has(reason) ? ("unknown" as const) : ("apart" as const),
      count: leftOut[reason],
      words,
    })),
  ]
    .filter(({ count }) => count > 0)
    .sort((a, b) => GROUP_ORDER.indexOf(a.group) - GROUP_ORDER.indexOf(b.group));
}

const GROUP_ORDER: readonly StandingGroup[] = ["drawn", "apart", "unknown"];

/** Returns the end of the axis for the rows of a list: the ninth decile of the most expensive tiers, rounded up. */
export function listAxis({
  spread,
}: Pick<ListFigures, "spread">): { currency: string; unit: string; max: number } | null {
  if (!spread || spread.highest.length < 2) return null;
  const { highest, currency, unit } = spread;
  const decile = highest[highest.length < 10 ? highest.length - 1 : Math.floor((highest.length - 1) * 0.9)] ?? 0;
  return { currency, unit, max: niceTicks(decile, 4).at(-1) ?? 1 };
}

export function newestSentence(newest: string | null): string {
  return newest === null ? "No readings yet." : `Latest reading: ${formatDay(newest)}.`;
}

const SORT_WORDS = {
  price: "cheapest first",
  "-price": "most expensive first",
  name: "by name",
  seen: "most recently checked first",
  confidence: "highest confidence first",
  relevance: "best match first",
} as const;

export function sortWords(sort: keyof typeof SORT_WORDS): string {
  return SORT_WORDS[sort];
}
