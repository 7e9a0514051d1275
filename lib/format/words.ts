import type { Audience } from "@/lib/schemas/primitives";
import {
  type ContractTerms,
  type Meter,
  type PricingRecord,
  type Verification,
  WELL_KNOWN_TERMS,
} from "@/lib/schemas/record";
import { formatNumber, formatPercent } from "./money";

type Status = NonNullable<PricingRecord["priceStatus"]>;

const STATUS_WORDS: Record<Status, string> = {
  published: "Published, but this figure is not stated.",
  contact_sales: "Not published. The vendor quotes on request.",
  not_published: "Not published.",
  not_applicable: "Does not apply.",
  unverified: "No price is known yet.",
};

/** Returns the reason why a price is not a number, in a sentence. */
export function statusSentence(status: Status): string {
  return STATUS_WORDS[status];
}

const STATUS_SHORT: Record<Status, string> = {
  published: "not stated",
  contact_sales: "on request",
  not_published: "not published",
  not_applicable: "does not apply",
  unverified: "not yet checked",
};

/** Returns the same reason in two words that fit a table cell. */
export function statusShort(status: Status): string {
  return STATUS_SHORT[status];
}

/** Returns the short reason in a phrase: "price not yet checked". */
export function absentWords(status: Status, what = "price"): string {
  return status === "not_applicable" ? `no monthly ${what}` : `${what} ${STATUS_SHORT[status]}`;
}

export type ConfidenceWord = "high" | "fair" | "low";

/** Minimum confidence of each word. */
export const CONFIDENCE_LIMITS = { high: 0.75, fair: 0.5 } as const;

export function confidenceWord(confidence: number): ConfidenceWord {
  return confidence >= CONFIDENCE_LIMITS.high ? "high" : confidence >= CONFIDENCE_LIMITS.fair ? "fair" : "low";
}

const ABBREVIATIONS = /\b(?:ai|api|cpu|dns|gb|gib|gpu|io|ip|kb|llm|mau|mb|ocr|pdf|sms|ssd|sso|tb|url|vpn)\b/g;

/** Converts camelCase, snake_case or kebab-case to plain words in sentence case, with abbreviations in capitals. */
export function humanise(identifier: string): string {
  const words = identifier
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase()
    .replace(ABBREVIATIONS, (word) => (word === "gib" ? "GiB" : word.toUpperCase()));
  return capitalised(words);
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const PERIODS = new Map([
  ["month", "per month"],
  ["mo", "per month"],
  ["year", "per year"],
  ["yr", "per year"],
  ["once", "one-time"],
  ["one-time", "one-time"],
]);

/** Converts user/month to "per user per month", month to "per month". */
export function unitWords(unit: string): string {
  const [head = "", ...rest] = unit.split(/(?<!\d)\/|\/(?!\d)/).map((part) => part.trim());
  const tail = rest.map((part) => PERIODS.get(part) ?? `per ${part}`);
  const first = PERIODS.get(head) ?? `per ${head.replace(/^per /, "")}`;
  return [first, ...tail].join(" ");
}

const PRICING_MODELS: Record<NonNullable<PricingRecord["pricingModel"]>, string> = {
  per_seat: "Per seat",
  flat: "Flat price",
  usage: "Usage",
  percentage: "Percentage",
  hybrid: "Tiers and usage",
  quote_only: "Quote only",
  free: "Free",
  open_source: "Open source",
};

export function pricingModelWords(model: keyof typeof PRICING_MODELS): string {
  return PRICING_MODELS[model];
}

const HIDDEN_COSTS: Record<NonNullable<PricingRecord["hiddenCosts"]>[number]["kind"], string> = {
  sso: "Single sign-on",
  implementation: "Implementation",
  onboarding: "Onboarding",
  training: "Training",
  support: "Support",
  overage: "Overage",
  add_on: "Add-on",
  minimum_seats: "Minimum seats",
  renewal_uplift: "Renewal uplift",
  data_egress: "Data egress",
  platform_fee: "Platform fee",
  other: "Other",
};

export function hiddenCostWords(kind: keyof typeof HIDDEN_COSTS): string {
  return HIDDEN_COSTS[kind];
}

/** Returns a cost's name without its kind, which some sources repeat in it. */
export function costName(label: string): string {
  return label.replace(/^Add-on: /, "");
}

const VERIFICATION: Record<Verification["status"], string> = {
  verified: "Verified on the vendor’s page.",
  imported: "From a dated public capture. Not yet verified by us.",
  stale: "Old: not verified again in time.",
  disputed: "Sources disagree; both figures are shown.",
};

export function verificationSentence(status: Verification["status"]): string {
  return VERIFICATION[status];
}

/** Describes the licence of a piece of evidence. */
export function licenceWords(licence: string): string {
  return licence === "none" ? "none stated: facts only" : licence;
}

/** For a family, which shows the price of one of its products. That product's page has the figures. */
export const DISPUTED_PRODUCT =
  "Sources disagree on the price of one of its products. That product’s page shows both figures.";

const TERM_LABELS: Record<Exclude<keyof ContractTerms, "evidence">, string> = {
  autoRenewal: "Automatic renewal",
  nonRenewalNoticeDays: "Non-renewal notice",
  priceChangeNoticeDays: "Price change notice",
  paymentTermsDays: "Payment due within",
  minimumTermMonths: "Minimum term",
  renewalTermMonths: "Renewal term",
  terminationNoticeDays: "Termination notice",
  renewalUpliftPercent: "Renewal uplift",
  lateFeePercentPerMonth: "Late fee per month",
  refundWindowDays: "Refund window",
  refundPolicy: "Refunds",
};

function termValue(field: keyof typeof TERM_LABELS, value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string") return value;
  if (field.endsWith("Months")) return value === 1 ? "1 month" : `${formatNumber(value)} months`;
  if (field.endsWith("Days")) return value === 1 ? "1 day" : `${formatNumber(value)} days`;
  return formatPercent(value);
}

/** Returns the contract terms that a source states, in reading order. */
export function contractTermRows(terms: Partial<ContractTerms>): { label: string; value: string }[] {
  const rows: { label: string; value: string }[] = [];
  for (const field of Object.keys(TERM_LABELS) as (keyof typeof TERM_LABELS)[]) {
    const value = terms[field];
    if (value !== null && value !== undefined) rows.push({ label: TERM_LABELS[field], value: termValue(field, value) });
  }
  return rows;
}

/** Returns "Not known: automatic renewal, non-renewal notice." Null if all are known. */
export function unknownTermsSentence(unknown: readonly string[]): string | null {
  const labels = WELL_KNOWN_TERMS.filter((term) => unknown.includes(term)).map((term) => lower(TERM_LABELS[term]));
  return labels.length === 0 ? null : `Not known: ${labels.join(", ")}.`;
}

export const AUDIENCE_WORDS: Record<Audience, string> = {
  any: "for any buyer",
  business: "for businesses",
  individual: "for individuals",
  student: "for students and schools",
  nonprofit: "for nonprofits",
};

const METERS: Record<string, string> = {
  priceMonthly: "billed monthly",
  priceAnnual: "billed yearly",
  listPrice: "as listed",
  startingPrice: "starting price",
  inputTokens: "Input",
  outputTokens: "Output",
  cachedInputTokens: "Cached input",
  cacheWrite5mTokens: "Cache write, 5 min",
  cacheWrite1hTokens: "Cache write, 1 h",
  reasoningTokens: "Reasoning",
  audioInputTokens: "Audio input",
  audioOutputTokens: "Audio output",
  imageInputTokens: "Image input",
  storageGbMonths: "Storage, GB-month",
  egressGb: "Egress, GB",
  instanceHours: "Machine hours",
};

/** Converts commitment_1y to "1-year commitment". */
export function modeWords(mode: string): string {
  const years = /^commitment_(\d)y$/.exec(mode)?.[1];
  return years ? `${years}-year commitment` : mode.replaceAll("_", " ");
}

/** Converts inputTokens:batch to "Input, batch", instanceHours@us-central1 to "Machine hours, us-central1". */
export function meterWords(meter: string): string {
  if (meter === "hiddenCosts.sso") return "single sign-on";
  const [what = meter, region] = meter.split("@");
  const [name = what, mode] = what.split(":");
  return [METERS[name] ?? humanise(name), mode && modeWords(mode), region].filter(Boolean).join(", ");
}

/** Converts the unit of a point of price history: "1000000 tokens" to "per 1M tokens", others as in unitWords. */
export function historyUnitWords(unit: string): string {
  const [, count, noun] = /^(\d+) (.+)$/.exec(unit) ?? [];
  return count && noun ? `per ${perWords({ per: Number(count), unit: noun })}` : unitWords(unit);
}

/** Describes the units that the price of a meter buys: "1M tokens", "image". */
export function perWords({ per, unit }: Pick<Meter, "per" | "unit">): string {
  if (per === 1) return unit.endsWith("s") && !unit.endsWith("ss") ? unit.slice(0, -1) : unit;
  const count = per % 1_000_000 === 0 ? `${per / 1_000_000}M` : per % 1000 === 0 ? `${per / 1000}K` : formatNumber(per);
  return `${count} ${pluralOf(unit)}`;
}

function unitNoun(value: number, unit: string): string {
  if (value === 1) return /^[a-z]+[^s]s$/.test(unit) ? unit.slice(0, -1) : unit;
  return /^[a-z]+[^s]$/.test(unit) && unit !== "people" ? `${unit}s` : unit;
}

/** Returns "message history: 90 days", "seats: unlimited". */
export function limitWords(limit: { name: string; value: number | null; unit: string | null }): string {
  const amount =
    limit.value === null
      ? "unlimited"
      : `${formatNumber(limit.value)}${limit.unit ? ` ${unitNoun(limit.value, limit.unit)}` : ""}`;
  // A name of several words has the same case as in the source.
  const name = limit.name.includes(" ") || limit.name === limit.name.toUpperCase() ? limit.name : humanise(limit.name);
  return `${capitalised(name)}: ${amount}`;
}

/** Returns "Enterprise: The vendor quotes on request."; a reason that begins with the name is unchanged. */
export function namedReason(name: string, reason: string): string {
  return reason.startsWith(`${name} `) ? reason : `${name}: ${reason}`;
}

const LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Joins two items with "and", more with commas. */
export function list(items: readonly string[]): string {
  return LIST.format(items);
}

/** Converts "search" to "searches", "query" to "queries"; "credits" is unchanged. */
function pluralOf(unit: string): string {
  if (unit.endsWith("s")) return unit;
  if (/(?:ch|sh|x)$/.test(unit)) return `${unit}es`;
  return /[^aeiou]y$/.test(unit) ? `${unit.slice(0, -1)}ies` : `${unit}s`;
}

/** Lower-cases the first letter for use within a sentence. Abbreviations and currency codes keep their capitals. */
export function lower(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}
