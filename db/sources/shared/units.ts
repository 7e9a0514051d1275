import type { PriceFact } from "@/lib/schemas/observation";
import type { Limit } from "@/lib/schemas/primitives";

export type Billing = PriceFact["billing"];

/** Current ISO 4217 codes that software is priced in. Anything else (tokens, coins) does not count as a currency. */
const CURRENCIES = new Set(
  "AED AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KES KRW MXN MYR NGN NOK NZD PEN PHP PKR PLN RON SAR SEK SGD THB TRY TWD UAH USD VND ZAR".split(
    " ",
  ),
);

export function isCurrency(code: string | null | undefined): code is string {
  return typeof code === "string" && CURRENCIES.has(code);
}

const ACCOUNT =
  /^(?:account|plan|subscription|package|service plan|credit plan|contract|platform(?: fee)?|base(?: fee)?|base fee incl.*|subscription \+.*|account lowest.*|annual partnership.*|flat|month|year|license fee|shared across.*|includes .*|unlimited .*|up to .*|account[,(\s].*)$/i;

const NUMBER_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Rewrites "up to three jobs" as "up to 3 jobs", "one million events" as "million events", "one job" as "job". */
function inDigits(text: string): string {
  const digits = text.replace(/\b[a-z]+\b/gi, (word) => {
    const index = NUMBER_WORDS.indexOf(word.toLowerCase());
    return index < 0 ? word : String(index + 2);
  });
  return digits.includes(",") ? digits : digits.replace(/^one /i, "");
}

const NO_UNIT = /^(?:self-hosted|public repos|trial|\d+-day trial|add-on|sms \+ monthly fee|onboarding|none|n\/a)$/i;

const SYNONYMS: Record<string, string> = {
  licence: "license",
  org: "organization",
  credits: "credit",
  units: "unit",
  seats: "seat",
  users: "user",
  members: "member",
  individual: "user",
  "individual user": "user",
  "gpu per hour": "GPU hour",
  "gpu-hour": "GPU hour",
  "gpu hour": "GPU hour",
  "domain plan": "domain",
  "first project manager": "project manager",
  "server license": "server license",
};

/**
 * Returns a source's unit as a singular noun, together with the billing and the allowance in its text: "seat billed
 * annually" gives seat and annual, "account (3 seats)" gives account and three seats.
 */
export function unitOf(raw: string | null | undefined): { unit: string | null; billing: Billing; limits: Limit[] } {
  if (!raw?.trim()) return { unit: null, billing: null, limits: [] };
  const stated = /\b(?:billed|paid)\s+(annually|yearly|monthly)\b.*$/i.exec(raw);
  const billing: Billing = stated ? (/monthly/i.test(stated[1] ?? "") ? "monthly" : "annual") : null;
  const text = inDigits(
    raw
      .replace(/\b(?:billed|paid)\s+(?:annually|yearly|monthly)\b.*$/i, "")
      .replace(/^per\s+/i, "")
      .trim(),
  );
  const several = /^one [^,]+(?:, one [^,]+)+$/i.test(text) ? text.split(/, /).map((part) => part.slice(4)) : [];
  if (several.length > 0) {
    return { unit: "account", billing, limits: several.map((name) => ({ name: plural(name), value: 1, unit: null })) };
  }
  const [, most = "", noun = ""] = /^up to (\d[\d,]*) ([a-z][a-z -]+)$/i.exec(text) ?? [];
  if (noun) {
    const limit = { name: plural(noun), value: Number(most.replace(/,/g, "")), unit: null };
    return { unit: "account", billing, limits: [limit] };
  }
  const included =
    /\b(?:up to |incl\. |includes |unlimited |shared across unlimited )?(\d[\d,]*|unlimited)\s+(devices|users?|seats?|employees|websites?|apps|services?)\b/i.exec(
      text,
    );
  const included1 = /^(\d+) (websites?|services?)$/i.exec(text);
  if (included && (ACCOUNT.test(text) || included1)) {
    const value = included[1]?.toLowerCase() === "unlimited" ? null : Number(included[1]?.replace(/,/g, ""));
    return { unit: "account", billing, limits: [{ name: plural(included[2] ?? ""), value, unit: null }] };
  }
  if (NO_UNIT.test(text)) return { unit: null, billing, limits: [] };
  if (ACCOUNT.test(text)) return { unit: "account", billing, limits: [] };
  const short = text
    .replace(/,.*$/, text.match(/^\d{1,3}(?:,\d{3})/) ? "$&" : "")
    .replace(/\s*\(.*\)$/, "")
    .replace(/^\d+-year /, "")
    .trim();
  const scaled = /^(\d[\d,.]*\s?[KkMm]?|million|thousand)\s+(.+)$/.exec(short);
  if (scaled) return { unit: `${scale(scaled[1] ?? "")} ${plural(scaled[2] ?? "")}`, billing, limits: [] };
  return { unit: SYNONYMS[short.toLowerCase()] ?? short, billing, limits: [] };
}

function scale(word: string): string {
  const lower = word.toLowerCase();
  if (lower === "million" || word === "1,000,000") return "1M";
  if (lower === "thousand" || lower === "1k") return "1,000";
  return word.replace(/k$/, "K").replace(/m$/, "M").trim();
}

export function plural(noun: string): string {
  if (
    /(?:s|ed|people|staff|traffic|data|history|CPU|RAM|SSD)$/i.test(noun) ||
    /^(?:GB|TB|MB|GiB|SMS|storage|bandwidth|API)$/.test(noun)
  )
    return noun;
  if (/(?:x|ch|sh)$/i.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/i.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Removes floating-point noise of a multiplication: 6.00 cents are 0.06. */
export function round(value: number): number {
  return Number(value.toPrecision(12));
}

const PERIOD: Record<string, string> = {
  month: "per month",
  mo: "per month",
  monthly: "per month",
  day: "per day",
  daily: "per day",
  year: "per year",
  yr: "per year",
  annual: "per year",
  annually: "per year",
  yearly: "per year",
  week: "per week",
  quarter: "per quarter",
  hour: "per hour",
  hr: "per hour",
  minute: "per minute",
  min: "per minute",
  second: "per second",
  sec: "per second",
  s: "per second",
};

/** Returns "month", "mo" or "monthly" as "per month". Null if the word is not a period. */
export function perPeriod(word: string | null | undefined): string | null {
  return (word && PERIOD[word.toLowerCase()]) || null;
}

/** Converts ordinary words to lower case. Names in capitals (API, SMS, MAU) stay. */
export function lowerNoun(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word))
    .join(" ");
}

/** Returns the counted unit without the currency: "USD per user per month". */
export function costUnit(raw: string | null | undefined): string | null {
  if (!raw) return null;
  const words = raw
    .replace(/^(?:[A-Z]{3}|%)\b\s*/, "")
    .replace(/^\//, "")
    .replace(/^(?:per|a|each)\s+/i, "")
    .replace(/\b(?:additional|extra)\s+/gi, "")
    .replace(/\s*\(.*?\)/g, "")
    .replace(/\s+(?:for|above|beyond|over)\s.*$/i, "")
    .split(/\s+per\s+|\//i)
    .map((word) => word.trim())
    .filter(Boolean);
  return words.length === 0 ? null : words.join("/");
}

/** Returns a kebab-case key for a label. */
export function keyOf(label: string): string {
  const key = label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80)
    .replace(/-+$/, "");
  return key || "cost";
}
