import { quantileSorted } from "d3-array";
import type { Product } from "@/lib/schemas/catalog";
import type { Day, PriceStatus, PricingModel, Slug } from "@/lib/schemas/primitives";
import type { Usage } from "@/lib/schemas/record";
import { addDays } from "./day";
import { compareText, groupBy } from "./ledger";
import { decimal, median, roundMoney } from "./money";
import { POLICY } from "./policy";
import { unitBasis } from "./units";

/** A product's fields for lists on a day. */
export interface ListedProduct {
  slug: Slug;
  name: string;
  category: Slug;
  kind: Product["kind"];
  /** For a family: the number of its products. */
  members: number;
  /** As in the index entry; 0 if all of it is free. */
  startingPrice: number | null;
  currency: string | null;
  priceUnit: string | null;
  /** The most expensive tier in the currency and unit of the starting price. */
  highestPrice: number | null;
  priceStatus: PriceStatus;
  pricingModel: PricingModel | null;
  freeTier: boolean | null;
  ssoCharged: boolean;
  ssoPercent: number | null;
  disputed: boolean;
  /** See isPriced(). */
  priced: boolean;
  /** The kind of its rate card; null if it has no card. */
  rateKind: Usage["kind"] | null;
  /** Number of independent sources that list it. */
  sources: number;
  /** See prominence(). */
  prominence: number;
  /** Day of the shown reading. */
  seenAt: Day;
  /** Day of its newest observation. */
  observedAt: Day;
}

export interface PriceSpread {
  currency: string;
  /** See unitBasis(). */
  basis: string;
  /** The unit that most of these products name. */
  unit: string;
  /** All equivalent units. */
  units: string[];
  /** Paid starting prices, lowest first. */
  prices: number[];
  lowerQuartile: number;
  median: number;
  upperQuartile: number;
  /** The most expensive tier of each of these products, lowest first. */
  highest: number[];
}

/** Numbers of products whose price is not in the spread, by reason. */
export interface LeftOut {
  free: number;
  otherCurrency: number;
  otherUnit: number;
  /** Last seen before the day from which prices count. */
  older: number;
  /** Only rates are known. */
  byUse: number;
  /** Only a share of each payment is known. */
  byPercentage: number;
  /** One-time prices, or other prices that give no price per month. */
  notMonthly: number;
  /** The vendor quotes on request. */
  onRequest: number;
  notPublished: number;
  /** No source has been read. */
  unread: number;
}

export interface ListFigures {
  /** Prices seen before this day are left out of the spread; null if all count. */
  since: Day | null;
  products: number;
  /** Vendors' names with several products; they are not in any figure. */
  families: number;
  /** See isPriced(). */
  priced: number;
  /** The commonest currency and unit; null if no paid price is known. */
  spread: PriceSpread | null;
  leftOut: LeftOut;
}

/** Counts of products by the kind of price that is known; families are left out. The counts add up to all products. */
export interface PriceStates {
  /** A paid list price. */
  list: number;
  /** Usage rates, and no list price. */
  use: number;
  /** A free plan or licence, and no other price. */
  free: number;
  none: number;
}

export function priceStates(products: readonly ListedProduct[]): PriceStates {
  const states: PriceStates = { list: 0, use: 0, free: 0, none: 0 };
  for (const product of products) if (product.kind === "product") states[priceState(product)] += 1;
  return states;
}

function priceState({ startingPrice, priced, freeTier, pricingModel }: ListedProduct): keyof PriceStates {
  if (startingPrice !== null) return startingPrice > 0 ? "list" : "free";
  if (priced) return "use";
  return freeTier || pricingModel === "free" || pricingModel === "open_source" ? "free" : "none";
}

type Spread = Pick<ListedProduct, "startingPrice" | "currency" | "priceUnit" | "highestPrice">;

function isPaid({ startingPrice, currency, priceUnit }: Spread): boolean {
  return startingPrice !== null && startingPrice > 0 && currency !== null && priceUnit !== null;
}

function keyOf({ currency, priceUnit }: Spread): string {
  return `${currency} ${unitBasis(priceUnit)}`;
}

/**
 * Returns the paid starting prices in the currency and unit that most of the products share. Ties go to the first by
 * name. Returns null if no paid price is known.
 */
export function priceSpread(products: readonly Spread[]): PriceSpread | null {
  return commonestSpread([...groupBy(products.filter(isPaid), keyOf)].sort(([a], [b]) => compareText(a, b)));
}

/** Like priceSpread(), but ties go to the unit of the first product. */
export function leadingSpread(products: readonly Spread[]): PriceSpread | null {
  return commonestSpread([...groupBy(products.filter(isPaid), keyOf)]);
}

function commonestSpread(groups: readonly (readonly [string, readonly Spread[]])[]): PriceSpread | null {
  const [commonest] = [...groups].sort(([, some], [, others]) => others.length - some.length);
  return commonest ? spreadOf(commonest[1]) : null;
}

/**
 * Returns the figures of the prices seen within POLICY.recentWithinDays if these suffice for a median, otherwise of all
 * prices.
 */
export function recentFigures(products: readonly ListedProduct[], today: Day): ListFigures {
  const recent = listFigures(products, addDays(today, -POLICY.recentWithinDays));
  return recent.spread && isEnough(recent.spread) ? recent : listFigures(products);
}

/**
 * Returns the spread of the paid starting prices of a list. Families are left out: their prices are those of their
 * members.
 */
export function listFigures(listed: readonly ListedProduct[], since: Day | null = null): ListFigures {
  const products = listed.filter(({ kind }) => kind === "product");
  const spread = priceSpread(products.filter((product) => !isOlder(product, since)));
  const leftOut: LeftOut = {
    free: 0,
    older: 0,
    otherCurrency: 0,
    otherUnit: 0,
    byUse: 0,
    byPercentage: 0,
    notMonthly: 0,
    onRequest: 0,
    notPublished: 0,
    unread: 0,
  };
  for (const product of products) {
    const reason = reasonToLeaveOut(product, spread, since);
    if (reason) leftOut[reason] += 1;
  }
  return {
    since,
    products: products.length,
    families: listed.length - products.length,
    priced: products.filter(({ priced }) => priced).length,
    spread,
    leftOut,
  };
}

/** Returns the products whose starting prices are in the spread, lowest first. */
export function productsOfSpread(
  listed: readonly ListedProduct[],
  { spread, since }: Pick<ListFigures, "spread" | "since">,
): (ListedProduct & { startingPrice: number })[] {
  return listed
    .filter(
      (product): product is ListedProduct & { startingPrice: number } =>
        product.kind === "product" && reasonToLeaveOut(product, spread, since) === null,
    )
    .sort((a, b) => a.startingPrice - b.startingPrice || compareText(a.slug, b.slug));
}

function spreadOf(products: readonly Spread[]): PriceSpread | null {
  const [first] = products;
  if (first?.currency == null || first.priceUnit === null) return null;
  const prices = products.flatMap(({ startingPrice }) => startingPrice ?? []).sort((a, b) => a - b);
  const highest = products.flatMap(({ highestPrice }) => highestPrice ?? []).sort((a, b) => a - b);
  const units = [...groupBy(products, ({ priceUnit }) => priceUnit ?? "")]
    .sort(([a, some], [b, others]) => others.length - some.length || compareText(a, b))
    .map(([unit]) => unit);
  return {
    currency: first.currency,
    basis: unitBasis(first.priceUnit) ?? first.priceUnit,
    unit: units[0] ?? first.priceUnit,
    units,
    prices,
    lowerQuartile: quantile(prices, 0.25),
    median: median(prices) ?? 0,
    upperQuartile: quantile(prices, 0.75),
    highest,
  };
}

function quantile(sorted: readonly number[], share: number): number {
  return roundMoney(decimal(quantileSorted([...sorted], share) ?? 0));
}

function isOlder({ seenAt }: ListedProduct, since: Day | null): boolean {
  return since !== null && seenAt < since;
}

function reasonToLeaveOut(product: ListedProduct, spread: PriceSpread | null, since: Day | null): keyof LeftOut | null {
  const { startingPrice, priceStatus, pricingModel, freeTier } = product;
  if (startingPrice === null) {
    if (priceStatus === "contact_sales") return "onRequest";
    if (priceStatus === "not_published") return "notPublished";
    if (pricingModel === "open_source" || (pricingModel === "free" && freeTier)) return "free";
    if (priceStatus === "published") return "byPercentage";
    if (priceStatus !== "not_applicable") return "unread";
    return pricingModel === "usage" ? "byUse" : "notMonthly";
  }
  if (startingPrice === 0) return "free";
  if (isOlder(product, since)) return "older";
  if (product.currency !== spread?.currency) return "otherCurrency";
  return unitBasis(product.priceUnit) === spread?.basis ? null : "otherUnit";
}

/** Returns true if there are enough prices for a median: see POLICY. */
export function isEnough(spread: PriceSpread): boolean {
  return spread.prices.length >= POLICY.medianMinimumProducts;
}

/** Returns the index letter of a name: a–z, or 0-9 for any other first character. */
export function indexLetter(name: string): string {
  const [first = ""] = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return first >= "a" && first <= "z" ? first : "0-9";
}

export const INDEX_LETTERS: readonly string[] = ["0-9", ..."abcdefghijklmnopqrstuvwxyz"];

export interface SsoSurcharge {
  /** Products known to charge extra for single sign-on. */
  charging: number;
  /** Of these, those whose surcharge is known in percent. */
  stated: number;
  medianPercent: number | null;
}

export function ssoSurcharge(products: readonly ListedProduct[]): SsoSurcharge {
  const charging = products.filter(({ ssoCharged }) => ssoCharged);
  const percents = charging.flatMap(({ ssoPercent }) => ssoPercent ?? []);
  return { charging: charging.length, stated: percents.length, medianPercent: median(percents) };
}

/** Number of best-known products per category that are paired. */
const PAIRED_PRODUCTS = 8;

/**
 * Returns pairs that a reader may want to compare: the best-known products of a category priced in one currency and
 * unit.
 */
export function comparablePairs(products: readonly ListedProduct[]): [ListedProduct, ListedProduct][] {
  const paid = products.filter((product) => product.kind === "product" && isPaid(product));
  return [...groupBy(paid, ({ category }) => category).values()].flatMap((priced) => {
    const { spread } = listFigures(priced);
    const best = priced
      .filter(({ currency, priceUnit }) => currency === spread?.currency && unitBasis(priceUnit) === spread?.basis)
      .sort((a, b) => b.prominence - a.prominence || compareText(a.slug, b.slug))
      .slice(0, PAIRED_PRODUCTS);
    return best.flatMap((one, index) =>
      best.slice(index + 1).map((other): [ListedProduct, ListedProduct] => [one, other]),
    );
  });
}
