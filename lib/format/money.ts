const LOCALE = "en-US";

// Making a formatter costs far more than using it, and a page writes thousands of figures.
const made = new Map<string, Intl.NumberFormat>();

function formatter(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const known = made.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(LOCALE, options);
  made.set(key, format);
  return format;
}

const digits = new Map<string, number>();

/** Digits after the point that a currency is written with: 2 for USD, 0 for JPY. */
function minorDigits(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const found = formatter({ style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  digits.set(currency, found);
  return found;
}

const monies = new Map<string, Intl.NumberFormat>();

function moneyFormatter(currency: string | null, minimumFractionDigits: number): Intl.NumberFormat {
  const key = `${currency} ${minimumFractionDigits}`;
  const known = monies.get(key);
  if (known) return known;
  const inCurrency = currency ? { style: "currency" as const, currency } : {};
  const format = new Intl.NumberFormat(LOCALE, { ...inCurrency, minimumFractionDigits, maximumFractionDigits: 20 });
  monies.set(key, format);
  return format;
}

export type MoneyStyle = {
  /** `always` writes 7.00, so that the decimals of a column stand under each other. */
  cents?: "auto" | "always";
};

/** A known amount with its currency. Amounts finer than the minor unit keep every digit. */
export function formatMoney(amount: number, currency: string | null, { cents = "auto" }: MoneyStyle = {}): string {
  const minor = currency ? minorDigits(currency) : 2;
  const whole = Number.isInteger(amount);
  const minimumFractionDigits = whole && cents === "auto" ? 0 : minor;
  return moneyFormatter(currency, minimumFractionDigits).format(amount);
}

/** `always` when any amount of a column has a fraction, so that the whole column is written alike. */
export function columnCents(amounts: readonly (number | null)[]): "auto" | "always" {
  return amounts.some((amount) => amount !== null && !Number.isInteger(amount)) ? "always" : "auto";
}

/** Digits after the point of each text's figure, as the number that are missing to the longest of the column. */
export function decimalPads(texts: readonly (string | null)[]): number[] {
  const digits = texts.map((text) =>
    text !== null && /\d/.test(text) ? (/\.(\d+)/.exec(text)?.[1]?.length ?? 0) : null,
  );
  const most = Math.max(0, ...digits.map((count) => count ?? 0));
  return digits.map((count) => (count === null ? 0 : most - count));
}

export function formatNumber(value: number): string {
  return formatter({ maximumFractionDigits: 20 }).format(value);
}

/** 1000000 as 1M, 128000 as 128K: for counts of tokens in narrow columns. */
export function formatCount(value: number): string {
  return formatter({ notation: "compact", maximumFractionDigits: 2 }).format(value);
}

export function formatPercent(value: number): string {
  return `${formatter({ maximumFractionDigits: 1 }).format(value)}%`;
}

/** 1900 USD as $19, 1950 JPY as ¥1,950: amounts as Stripe counts them. */
export function formatMinor(amountMinor: number, currency: string): string {
  const code = currency.toUpperCase();
  return formatMoney(amountMinor / 10 ** minorDigits(code), code);
}
