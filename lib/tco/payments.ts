import type { Decimal } from "decimal.js";
import { decimal } from "@/lib/catalog/money";
import { feeOn } from "@/lib/catalog/percentage-price";
import type { PercentageFee, Tier } from "@/lib/schemas/record";

/** Monthly payments through a product. */
export interface Payments {
  /** Money, in the currency of the fee. */
  volume?: number | undefined;
  /** Number of payments, all of the same size. */
  transactions?: number | undefined;
}

export const PAYMENTS = "volume and transactions";
export const PAYMENT_INPUTS = "Enter the volume (money per month) and the number of transactions per month.";

/** The yearly amount of a fee. */
export interface FeeCost {
  fee: PercentageFee;
  amount: Decimal;
  /** Monthly volume that the share is charged on. */
  charged: Decimal;
  /** The minimum or maximum per payment, if it replaces the share. */
  limit: number | null;
}

export type FeeResult = FeeCost | { missing: true } | { reason: string };

const SCALE: Readonly<Record<string, number>> = { "": 1, K: 1e3, M: 1e6, B: 1e9 };
const ABOVE = /\babove [$€£]([\d,.]+)([KMB]?)(?: per (month|year))?$/;

/**
 * Computes the amount of a fee for a year of such months. The minimum and the maximum apply equally to each payment,
 * because all have one size.
 */
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

/** Returns true if a fee depends on the number of payments. */
export function needsCount({ fixedFee, minimumFee, maximumFee }: PercentageFee): boolean {
  return fixedFee !== null || minimumFee !== null || maximumFee !== null;
}

/** Returns the monthly volume without a fee. Returns null if the source does not say which period it means. */
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

/** Returns whether a tier whose name states a range is sold for such payments; `missing` if that is unknown. */
export function admitsPayments({ name }: Pick<Tier, "name">, { volume, transactions }: Payments): boolean | "missing" {
  const range = rangeIn(name);
  if (!range) return true;
  const isVolume = /\bvolume\b/i.test(name);
  if (volume === undefined || (!isVolume && transactions === undefined)) return "missing";
  const size = isVolume ? decimal(volume) : decimal(volume).div(transactions ?? 1);
  return size.gte(range.from) && (range.upTo === null || size.lt(range.upTo));
}

/** Returns the range in a name. "US$20 – US$99.99" ends at the start of the next range, one cent later. */
function rangeIn(name: string): { from: number; upTo: number | null } | null {
  const amount = (text = "") => Number(text.replaceAll(",", ""));
  const [, low, high] = BETWEEN.exec(name) ?? [];
  if (low !== undefined) return { from: amount(low), upTo: amount(high) + (/\.99$/.test(high ?? "") ? 0.01 : 0) };
  const from = FROM.exec(name)?.[1];
  if (from !== undefined) return { from: amount(from), upTo: null };
  const below = BELOW.exec(name)?.[1];
  return below === undefined ? null : { from: 0, upTo: amount(below) };
}
