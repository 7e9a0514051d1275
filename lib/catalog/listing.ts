import { quantileSorted } from "d3-array";
import type { Product } from "@/lib/schemas/catalog";
import type { Day, PriceStatus, PricingModel, Slug } from "@/lib/schemas/primitives";
import type { Usage } from "@/lib/schemas/record";
import { addDays } from "./day";
import { compareText, groupBy } from "./ledger";
import { decimal, median, roundMoney } from "./money";
import { POLICY } from "./policy";
import { unitBasis } from "./units";

/** A product as it stands in lists on a day. */
export interface ListedProduct {
  slug: Slug;
  name: string;
  category: Slug;
  kind: Product["kind"];
  /** Of a family: how many products it has. */
  members: number;
  /** As in the index entry; 0 where all of it is free. */
  startingPrice: number | null;
  currency: string | null;
  priceUnit: string | null;
  /** The dearest tier in the currency and unit of the starting price. */
  highestPrice: number | null;
  priceStatus: PriceStatus;
  pricingModel: PricingModel | null;
  freeTier: boolean | null;
  ssoCharged: boolean;
  ssoPercent: number | null;
  disputed: boolean;
  /** See isPriced(). */
  priced: boolean;
  /** What its rate card is of; null where it has none. */
  rateKind: Usage["kind"] | null;
  /** Independent sources that know it. */
  sources: number;
  /** See prominence(). */
  prominence: number;
  /** Day of the reading that is shown. */
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
  /** Every unit that counts the same. */
  units: string[];
  /** Paid starting prices, lowest first. */
  prices: number[];
  lowerQuartile: number;
  median: number;
  upperQuartile: number;
  /** The dearest tier of each of these products, lowest first. */
  highest: number[];
}

/** Why products do not stand among the prices of a spread. */
export interface LeftOut {
  /** Nothing is to be paid. */
  free: number;
  otherCurrency: number;
  otherUnit: number;
  /** Last seen before the day from which prices count. */
  older: number;
  /** Rates alone are known. */
  byUse: number;
  /** A share of each payment alone is known. */
  byPercentage: number;
  /** Priced once, or in another way that gives no price per month. */
  notMonthly: number;
  /** The vendor quotes. */
  onRequest: number;
  notPublished: number;
  /** No source has been read. */
  unread: number;
}

export interface ListFigures {
  /** Prices seen before this day are left out of the spread; null where all count. */
  since: Day | null;
  products: number;
  /** Vendors' names among them under which several products are sold; they are in no figure. */
  families: number;
  /** See isPriced(). */
  priced: number;
  /** The commonest currency and unit; null where no paid price is known. */
  spread: PriceSpread | null;
  leftOut: LeftOut;
}

/** What is known of the price of each product; families are left out. Together they are all products. */
export interface PriceStates {
  /** A list price to be paid. */
  list: number;
  /** Rates of use, and no list price. */
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
 * The paid starting prices in the currency and unit that most of the products share, of equally many the first by name;
 * null where none is known.
 */
export function priceSpread(products: readonly Spread[]): PriceSpread | null {
  return commonestSpread([...groupBy(products.filter(isPaid), keyOf)].sort(([a], [b]) => compareText(a, b)));
}

/** The same, of equally many the unit of the product that stands first. */
export function leadingSpread(products: readonly Spread[]): PriceSpread | null {
  return commonestSpread([...groupBy(products.filter(isPaid), keyOf)]);
}

function commonestSpread(groups: readonly (readonly [string, readonly Spread[]])[]): PriceSpread | null {
  const [commonest] = [...groups].sort(([, some], [, others]) => others.length - some.length);
  return commonest ? spreadOf(commonest[1]) : null;
}

/** The figures of the prices seen within POLICY.recentWithinDays, where these are enough for a median, else of all. */
export function recentFigures(products: readonly ListedProduct[], today: Day): ListFigures {
  const recent = listFigures(products, addDays(today, -POLICY.recentWithinDays));
  return recent.spread && isEnough(recent.spread) ? recent : listFigures(products);
}

/** How the paid starting prices of a list spread. Families are left out: their prices are those of their members. */
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

/** The products whose starting prices are those of the spread, lowest first. */
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

/** Whether so many prices may stand behind a median: see POLICY. */
export function isEnough(spread: PriceSpread): boolean {
  return spread.prices.length >= POLICY.medianMinimumProducts;
}

/** The letter under which a name stands in an index: a–z, else 0-9 for what begins otherwise. */
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

/** Of each category this many of its best known products are paired. */
const PAIRED_PRODUCTS = 8;

/** Pairs that a reader may want to compare: the best known products of a category priced in one currency and unit. */
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
