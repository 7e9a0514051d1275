import type { CheerioAPI } from "cheerio/slim";
import { moneyOf } from "./page-money";
import { isCustomText, isFreeText, type MoneyContext, readPrices } from "./price-text";
import { nounOf } from "./qualifiers";
import type { RungContext } from "./rung";
import type { StatedPrice } from "./stated";

export type Figure = Pick<StatedPrice, "amounts" | "currency" | "billing" | "unit" | "from"> & {
  period: StatedPrice["period"] | "other" | "usage";
};

const known = new WeakMap<CheerioAPI, MoneyContext>();

/** Returns the facts about money and language of the page. */
export function moneyContextOf(
  { document, visibleText }: Pick<RungContext, "document" | "visibleText">,
  url = "",
): MoneyContext {
  if (document === null) return {};
  const money = known.get(document) ?? moneyOf(document, url, visibleText);
  known.set(document, money);
  return money;
}

type Words = Pick<RungContext, "document" | "visibleText">;

/**
 * Reads a price from a field of structured data: a number in any notation, or a text with a currency mark. Null if it
 * does not state exactly one amount.
 */
export function readFigure(text: string, context: Words, currency: string | null = null): Figure | null {
  const bare = text.replace(/\s+/g, " ").trim();
  const money = moneyContextOf(context);
  const none = { currency: null, period: null, billing: null, unit: null, from: false };
  if (isFreeText(bare) && !/\d/.test(bare)) return { ...none, amounts: [0] };
  if (/^\d[\d.,'’ \u00a0]*$/.test(bare)) {
    const amounts = amountsOf(bare);
    return amounts.length > 0 ? { ...none, amounts } : null;
  }
  const marked = currency === null || /[^\d\s.,/\p{Ll}]/u.test(bare) ? bare : `${currency} ${bare}`;
  for (const candidate of [bare, marked]) {
    const mentions = readPrices(candidate, money);
    const [mention, ...more] = mentions;
    if (!mention || more.length > 0 || mention.kind !== "price") continue;
    if (mention.role !== "price" || mention.amount === null || mention.billing === "other") return null;
    const { amount, period, billing, unit, from } = mention;
    return { amounts: [amount], currency: mention.currency, period, billing, unit, from };
  }
  return null;
}

/**
 * Returns the numbers that a notation may mean: 1.299 is a little over one in some places, and over a thousand in
 * others.
 */
function amountsOf(text: string): number[] {
  const plain = text.replace(/['’ \u00a0]/g, "");
  if (/^\d{1,9}(?:\.\d+)?$/.test(plain) && !/^\d{1,3}\.\d{3}$/.test(plain)) return [Number(plain)];
  if (/^\d{1,9},\d{1,2}$/.test(plain)) return [Number(plain.replace(",", "."))];
  if (/^\d{1,3}(?:,\d{3})+\.\d{1,2}$/.test(plain) || /^\d{1,3}(?:,\d{3}){2,}$/.test(plain))
    return [Number(plain.replaceAll(",", ""))];
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(plain) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(plain)) {
    return [Number(plain.replaceAll(".", "").replace(",", "."))];
  }
  if (/^\d{1,3}[.,]\d{3}$/.test(plain)) return [Number(plain.replace(",", ".")), Number(plain.replace(/[.,]/, ""))];
  return [];
}

/** Returns whether a text is just a noun that prices are counted by: seat, month. */
const isTerm = (text: string) =>
  /^(?:months?|years?|mo|yr|weeks?|days?|quarters?|hours?)$/i.test(text) || nounOf(text) !== null;

export interface Said {
  period: "month" | "year" | "once" | null;
  billing: "monthly" | "annual" | null;
  unit: string | null;
  /** A week, a quarter, use: terms that the price of a plan cannot express. */
  other: boolean;
  /** Two of the texts contradict each other. */
  conflict: boolean;
  onRequest: boolean;
}

/** Returns the terms in texts without a figure next to a price: "per user / month", "billed annually", "seat". */
export function readPhrases(phrases: readonly string[], context: Words): Said {
  const said: Said = { period: null, billing: null, unit: null, other: false, conflict: false, onRequest: false };
  const money = moneyContextOf(context);
  for (const phrase of phrases) {
    const text = phrase.replace(/\s+/g, " ").trim();
    if (text === "" || text.length > 80) continue;
    if (isCustomText(text)) {
      said.onRequest = true;
      continue;
    }
    for (const composed of isTerm(text) ? [`$1 per ${text}`, `$1 ${text}`] : [`$1 ${text}`]) {
      const [mention, ...more] = readPrices(composed, money);
      if (!mention || more.length > 0 || mention.role !== "price" || mention.end < composed.length - 1) continue;
      if (mention.period === "other" || mention.billing === "other" || mention.period === "usage") {
        said.other = true;
        break;
      }
      if (mention.period !== null) {
        said.conflict ||= said.period !== null && said.period !== mention.period;
        said.period ??= mention.period;
      }
      // A yearly price is always billed by the year, so its period is no statement about billing.
      const billing = mention.period === "year" && !/bill|paid|pay|charg/i.test(text) ? null : mention.billing;
      if (billing !== null) {
        said.conflict ||= said.billing !== null && said.billing !== billing;
        said.billing ??= billing;
      }
      if (mention.unit !== null) said.unit ??= mention.unit;
      break;
    }
  }
  return said;
}
