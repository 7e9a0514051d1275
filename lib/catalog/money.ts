import { Decimal } from "decimal.js";

const Money = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_UP });
const CENT = new Money("0.01");

/** Rounds half-up to cents; an amount below one cent keeps its full precision. */
export function roundMoney(amount: Decimal): number {
  const whole = amount.decimalPlaces() <= 2 || amount.abs().lt(CENT);
  return (whole ? amount : amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)).toNumber();
}

/** Rounds to six significant digits, and never to fewer than `places` decimal places. */
export function roundSignificant(amount: Decimal, places: number): number {
  return amount.toDecimalPlaces(Math.max(places, 5 - amount.e), Decimal.ROUND_HALF_UP).toNumber();
}

/** Rounds the cost of a workload to at least six decimal places, because a single request costs fractions of a cent. */
export function roundCost(amount: Decimal): number {
  return roundSignificant(amount, 6);
}

export function decimal(value: number | string): Decimal {
  return new Money(value);
}

export function perMonth(yearly: number): number {
  return roundMoney(decimal(yearly).div(12));
}

/** Returns the change from `before` to `after` in percent, with one decimal; null if `before` is 0. */
export function percentChange(before: number, after: number): number | null {
  if (before === 0) return null;
  return decimal(after).minus(before).div(before).times(100).toDecimalPlaces(1, Decimal.ROUND_HALF_UP).toNumber();
}

/** Returns the middle value; the mean of the two middle values for an even count; null for an empty list. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  if (sorted.length % 2 === 1) return upper;
  return roundMoney(
    decimal(sorted[middle - 1] as number)
      .plus(upper)
      .div(2),
  );
}
