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

const ANNUAL = /\b(?:annual(?:ly)?|yearly|per year|paid yearly|1 year)\b/i;
const MONTHLY = /\bmonth(?:ly|-to-month)\b/i;

/** Returns the billing that a phrase states. Null if it states neither or both. */
export function billingOf(text: string | null | undefined): Billing {
  if (!text) return null;
  const annual = ANNUAL.test(text);
  const monthly = MONTHLY.test(text);
  if (annual === monthly) return null;
  return annual ? "annual" : "monthly";
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

const SEATS =
  /^(?:user|seat|member|agent|editor|developer|license|person|employee|contributor|responder|driver|builder|host|clinician|practitioner|recorder seat|active user|identity)$/i;

/** Returns whether a buyer needs one unit per person. */
export function isSeat(unit: string | null): boolean {
  return unit !== null && SEATS.test(unit);
}

const BILLING_WORD =
  "(?:annual(?:ly)?|yearly|year|1 year|monthly|annual prepaid|annual total|annual, per month|billed (?:annually|yearly|monthly)|(?:annual|monthly|yearly) billing)";
const IN_BRACKETS = new RegExp(`\\s*\\(${BILLING_WORD}\\)\\s*$`, "i");
const AFTER_DASH = new RegExp(`\\s*[-–—,]\\s*${BILLING_WORD}\\s*$`, "i");
const TRAILING = /\s+(?:annual(?:ly)?|yearly|monthly)\s*$/i;
const ONLY_BILLING = /^(?:annual(?:ly)?|yearly|monthly)(?: plan)?(?:\s*\([^)]*\))?$/i;

/** Splits off a plan name's billing suffix, and returns the billing. `base` is empty for "Monthly". */
export function splitPlanName(name: string): { base: string; billing: Billing } {
  const text = name.trim();
  if (ONLY_BILLING.test(text)) return { base: "", billing: billingOf(text) };
  for (const pattern of [IN_BRACKETS, AFTER_DASH, TRAILING]) {
    const found = pattern.exec(text);
    if (found && found.index > 0) {
      const yearly = /annual|year/i.test(found[0]);
      return { base: text.slice(0, found.index).trim(), billing: yearly ? "annual" : "monthly" };
    }
  }
  return { base: text, billing: null };
}

/** Returns every number in a text. Handles K and M, decimal commas, spaced points and cents. */
export function numbersIn(text: string): number[] {
  const found: number[] = [];
  const tight = text.replace(/(\d)\s+\.\s+(\d)/g, "$1.$2");
  for (const match of tight.matchAll(/(\d[\d.,]*\d|\d|\.\d+)\s*([KkMm](?![a-z]))?\s*(¢|cents?\b)?/g)) {
    const raw = match[1] ?? "";
    const factor = match[2] ? (/k/i.test(match[2]) ? 1_000 : 1_000_000) : 1;
    const cents = match[3] ? 0.01 : 1;
    const dotted = tight[match.index - 1] === "." && !raw.startsWith(".") ? `.${raw}` : raw;
    const readings = new Set([dotted.replace(/,/g, ""), dotted.replace(/\./g, "").replace(",", ".")]);
    for (const reading of readings) {
      const value = Number(reading);
      if (Number.isFinite(value)) found.push(round(value * factor * cents));
    }
  }
  return found;
}

/** Removes floating-point noise of a multiplication: 6.00 cents are 0.06. */
export function round(value: number): number {
  return Number(value.toPrecision(12));
}

const CONTACT =
  /\b(?:custom|contact|talk to|let[’']?s talk|quote|quoted|quotation|on request|get in touch|get pricing|book a demo|request a|call|kontakta|individuell\w*|private offer|ask us|know more|negotiable|speak to|(?:via|through|with|our) sales)\b|^\s*sales\s*$/i;

/** Returns whether the text means "contact sales" in any wording. */
export function isContactSales(text: string | null | undefined): boolean {
  return !!text && CONTACT.test(text) && !/\bper call\b|API calls?\b|success\w* card/i.test(text);
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

const SCOPE = String.raw`(?:\s?(?:\/|\bper )(user|seat|editor|agent|member|person|host|employee)(?![a-z]))?`;
const PART = new RegExp(
  String.raw`^(?:(?:up to|max(?:imum)?|includes?|only) )*(unlimited|\d[\d,]*(?:\.\d+)?)\s?([KkM](?![A-Za-z]))?\+?\s?(GB|TB|MB|KB|GiB|MiB|TiB)?\s?((?:[A-Za-z][A-Za-z0-9.&-]*\s?){0,5}?)(?: included)?${SCOPE}(?:\s*(?:\/|\bper\s|\ba\s)\s*(?:calendar )?(month|mo|day|year|yr|week|quarter|hour|minute|min|second|sec|s)|\s(monthly|yearly|annually|daily))?${SCOPE}$`,
  "i",
);

const NOT_A_NOUN =
  /^(?:included|concurrent|international|mobile|static|daily|resolution|max|p max|rpm|LOC|x .*|x\d.*|[A-Z] .*|hours? max|hour\b.*|(?:months?|days?|years?)(?: .*)?|millions?|within .*)$|\b(?:introductory|sign-?up|min(?:imum)?|max(?:imum)?|in total|total|size|GMV|entry point|in parallel|or more|free|then|with|and|to|of|at|from|for|off|above|beyond|up|first|is|are|only|about|each|per|charts|one|no|rps)\b/i;

/** Reads "10,000 emails/month; 3 seats" as allowances. Ignores money, percentages, ranges and prose. */
export function limitsIn(text: string | null | undefined): Limit[] {
  if (!text) return [];
  const limits: Limit[] = [];
  for (const part of text.split(/;|(?<!\d),\s|,\s(?!\d{3}\b)/)) {
    const limit = limitOf(part.trim());
    if (limit && !limits.some((known) => known.name === limit.name && known.unit === limit.unit)) limits.push(limit);
  }
  return limits;
}

function limitOf(part: string): Limit | null {
  // 4K is a resolution if it is about pictures.
  if (
    /[$€£¥%]|\d\s?[-–]\s?\d|\d[KkM]?\+\s|about|\brps\b|(?<!\/ ?|\b(?:per|an?|each|every) )\bdays?$|\b(?:once|one-time|lifetime|on sign-?up)\b|^[48]K (?:exports?|videos?|renders?|downloads?|quality)\b/i.test(
      part,
    )
  ) {
    return null;
  }
  const kept = /^(\d+)(?:[- ]?(d|days?)|[- ](months?|years?)) ((?:[a-z]+ )?(?:retention|history|logs))$/i.exec(part);
  if (kept)
    return {
      name: lowerNoun(kept[4] ?? ""),
      value: Number(kept[1]),
      unit: kept[2] ? "days" : `${kept[3]?.[0]?.toLowerCase() === "m" ? "month" : "year"}s`,
    };
  const found = PART.exec(part.replace(/(\d) million (?=[a-z])/i, "$1M "));
  if (!found) return null;
  const [, count = "", factor, size, words = "", whose, period, adverb, whoseElse] = found;
  const noun = words.trim();
  const leading = /^(monthly|annual|yearly|daily)\s+/i.exec(noun);
  const trailing = /\s+(monthly|yearly|daily|included)$/i.exec(noun);
  const name = noun.slice(leading?.[0].length ?? 0, trailing?.index ?? noun.length);
  if (!name || name.length < 2 || NOT_A_NOUN.test(name)) return null;
  const unlimited = count.toLowerCase() === "unlimited";
  const value = unlimited
    ? null
    : round(Number(count.replace(/,/g, "")) * (factor ? (/k/i.test(factor) ? 1e3 : 1e6) : 1));
  if (value !== null && !Number.isFinite(value)) return null;
  const every = perPeriod(period ?? adverb ?? leading?.[1] ?? trailing?.[1]);
  const unit = [size, every].filter(Boolean).join(" ") || null;
  const noun1 = lowerNoun(name).replace(/^req$/, "requests");
  const head = value === 1 && !size ? plural(noun1) : noun1;
  const each = (whose ?? whoseElse)?.toLowerCase();
  return { name: each ? `${head} per ${each}` : head, value, unit };
}

/** Converts ordinary words to lower case. Names in capitals (API, SMS, MAU) stay. */
export function lowerNoun(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word))
    .join(" ");
}

const FEATURES: readonly [RegExp, string][] = [
  [/\bSAML\b/, "SAML single sign-on"],
  [/\bOIDC\b/, "OIDC single sign-on"],
  [/\bSSO\b|single sign-on/i, "Single sign-on"],
  [/\bSCIM\b/, "SCIM provisioning"],
  [/\baudit logs?\b/i, "Audit log"],
  [/\b(?:REST )?API access\b/i, "API access"],
  [/\bMCP server\b/i, "MCP server"],
  [/\bdedicated IPs?\b/i, "Dedicated IP address"],
  [/\bHIPAA\b/, "HIPAA"],
  [/\bSOC ?2\b/, "SOC 2"],
  [/\bself-?host(?:ed|ing)?\b/i, "Self-hosting"],
  [/\bwebhooks\b/i, "Webhooks"],
  [/\bpriority support\b/i, "Priority support"],
  [/\bdedicated account manager\b/i, "Dedicated account manager"],
  [/\bRBAC\b|role-based access/i, "Role-based access control"],
];

/**
 * Returns features from a closed list, with our own names, that the texts mention without denying, limiting or charging
 * for them.
 */
export function featuresIn(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    if (
      /\b(?:no|not|without|excluded?|add-ons?|eligible|extra|except|on request|beta|preview|limited|only|selected|conditional)\b/i.test(
        text,
      )
    )
      continue;
    for (const [pattern, name] of FEATURES) if (pattern.test(text)) found.add(name);
  }
  if (found.has("SAML single sign-on") || found.has("OIDC single sign-on")) found.delete("Single sign-on");
  return [...found];
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
