import type { Decimal } from "decimal.js";
import { decimal } from "@/lib/catalog/money";
import { feeOn } from "@/lib/catalog/percentage-price";
import type { PercentageFee, Tier } from "@/lib/schemas/record";

/** What passes through a product in a month. */
export interface Payments {
  /** Money, in the currency of the fee. */
  volume?: number | undefined;
  /** Payments, each of the same size. */
  transactions?: number | undefined;
}

export const PAYMENTS = "volume and transactions";
export const PAYMENT_INPUTS = "Enter the volume (money per month) and the number of transactions per month.";

/** What a fee comes to in a year. */
export interface FeeCost {
  fee: PercentageFee;
  amount: Decimal;
  /** Volume of a month that the share is taken of. */
  charged: Decimal;
  /** The minimum or maximum per payment, if it replaces the share. */
  limit: number | null;
}

export type FeeResult = FeeCost | { missing: true } | { reason: string };

const SCALE: Readonly<Record<string, number>> = { "": 1, K: 1e3, M: 1e6, B: 1e9 };
const ABOVE = /\babove [$€£]([\d,.]+)([KMB]?)(?: per (month|year))?$/;

/** What a fee comes to in a year of such months. Payments of one size meet the minimum and the maximum alike. */
export function feeCost(fee: PercentageFee, { volume, transactions }: Payments): FeeResult {
  if (volume === undefined) return { missing: true };
  if (needsCount(fee) && transactions === undefined) return { missing: true };
  const free = freeVolume(fee);
  if (free === null)
    return { reason: `The fee is charged on ${fee.appliesTo}. The source does not say in which period.` };
  const charged = decimal(volume).minus(free);
  const share = charged.isNegative() ? decimal(0) : charged;
  const { amount, limit } = feeOn(fee, share, transactions ?? 0);
  return { fee, amount: amount.times(12), charged: share, limit };
}

/** Whether a fee depends on the number of payments. */
export function needsCount({ fixedFee, minimumFee, maximumFee }: PercentageFee): boolean {
  return fixedFee !== null || minimumFee !== null || maximumFee !== null;
}

/** Volume of a month on which no fee is charged. Null if the source does not say of which period it speaks. */
function freeVolume({ appliesTo }: PercentageFee): Decimal | null {
  const found = ABOVE.exec(appliesTo ?? "");
  if (!found) return decimal(0);
  const [, figure = "", scale = "", period] = found;
  if (period === undefined) return null;
  const amount = decimal(figure.replaceAll(",", "")).times(SCALE[scale] ?? 1);
  return period === "year" ? amount.div(12) : amount;
}

const MONEY = String.raw`(?:US)?[$€£]\s?([\d,]+(?:\.\d+)?)`;
const BETWEEN = new RegExp(String.raw`${MONEY}\s*[–-]\s*${MONEY}`);
const FROM = new RegExp(String.raw`${MONEY}\s*(?:\+|and above|or more)`);
const BELOW = new RegExp(String.raw`\b(?:under|below|up to)\s*${MONEY}`);

/** Whether a tier whose name states a range is sold for such payments; `missing` if that cannot be told. */
export function admitsPayments({ name }: Pick<Tier, "name">, { volume, transactions }: Payments): boolean | "missing" {
  const range = rangeIn(name);
  if (!range) return true;
  const isVolume = /\bvolume\b/i.test(name);
  if (volume === undefined || (!isVolume && transactions === undefined)) return "missing";
  const size = isVolume ? decimal(volume) : decimal(volume).div(transactions ?? 1);
  return size.gte(range.from) && (range.upTo === null || size.lt(range.upTo));
}

/** "US$20 – US$99.99" ends where the next range begins, one cent later. */
function rangeIn(name: string): { from: number; upTo: number | null } | null {
  const amount = (text = "") => Number(text.replaceAll(",", ""));
  const [, low, high] = BETWEEN.exec(name) ?? [];
  if (low !== undefined) return { from: amount(low), upTo: amount(high) + (/\.99$/.test(high ?? "") ? 0.01 : 0) };
  const from = FROM.exec(name)?.[1];
  if (from !== undefined) return { from: amount(from), upTo: null };
  const below = BELOW.exec(name)?.[1];
  return below === undefined ? null : { from: 0, upTo: amount(below) };
}
