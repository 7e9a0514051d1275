import { decimal, roundSignificant } from "@/lib/catalog/money";
import { lazily, onceForText } from "@/lib/once-for";

const LOCALE = "en-US";

// Creating a formatter costs far more than using it, and a page formats thousands of figures.
const formatter = (options: Intl.NumberFormatOptions) => lazily(() => new Intl.NumberFormat(LOCALE, options));
const numbers = formatter({ maximumFractionDigits: 20 });
const counts = formatter({ notation: "compact", maximumFractionDigits: 2 });
const percents = formatter({ maximumFractionDigits: 1 });

/** Returns the number of decimals of a currency: 2 for USD, 0 for JPY. */
const minorDigits = onceForText((currency) => {
  return new Intl.NumberFormat(LOCALE, { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
});

/** Formatters for amounts in a currency, or without one if the currency is empty. */
const monies = onceForText((currency) => {
  const money = (minimumFractionDigits: number) =>
    formatter({ ...(currency && { style: "currency", currency }), minimumFractionDigits, maximumFractionDigits: 20 });
  return { whole: money(0), split: money(currency ? minorDigits(currency) : 2) };
});

export type MoneyStyle = {
  /** `always` writes 7.00, so that the decimals of a column are aligned. */
  cents?: "auto" | "always";
};

/** Significant digits of an amount. Binary arithmetic makes the digits after them wrong. */
const DIGITS = 14;

/** Formats a known amount with its currency. Amounts finer than the minor unit keep every digit. */
export function formatMoney(amount: number, currency: string | null, { cents = "auto" }: MoneyStyle = {}): string {
  const { whole, split } = monies(currency ?? "");
  const plain = Number(amount.toPrecision(DIGITS));
  return (Number.isInteger(plain) && cents === "auto" ? whole : split)().format(plain);
}

/** Formats the cost of a workload: six significant digits, and never fewer than cents. */
export function formatCost(amount: number, currency: string | null, style?: MoneyStyle): string {
  return formatMoney(roundSignificant(decimal(amount), 2), currency, style);
}

/** Returns `always` if any amount of a column has a fraction, so that the whole column has the same format. */
export function columnCents(amounts: readonly (number | null)[]): "auto" | "always" {
  return amounts.some((amount) => amount !== null && !Number.isInteger(amount)) ? "always" : "auto";
}

/** Returns the number of decimals that each text's figure lacks compared with the longest of the column. */
export function decimalPads(texts: readonly (string | null)[]): number[] {
  const digits = texts.map((text) =>
    text !== null && /\d/.test(text) ? (/\.(\d+)/.exec(text)?.[1]?.length ?? 0) : null,
  );
  const most = Math.max(0, ...digits.map((count) => count ?? 0));
  return digits.map((count) => (count === null ? 0 : most - count));
}

export function formatNumber(value: number): string {
  return numbers().format(value);
}

/** Formats 1000000 as 1M, 128000 as 128K: for counts of tokens in narrow columns. */
export function formatCount(value: number): string {
  return counts().format(value);
}

export function formatPercent(value: number): string {
  return `${percents().format(value)}%`;
}

/** Formats 1900 USD as $19, 1950 JPY as ¥1,950: amounts in Stripe's minor units. */
export function formatMinor(amountMinor: number, currency: string): string {
  const code = currency.toUpperCase();
  return formatMoney(amountMinor / 10 ** minorDigits(code), code);
}
