import { AGE_LIMITS, CONFIDENCE_CLASSES } from "@/lib/catalog/report";
import type { CheckOutcome } from "@/lib/schemas/check";
import { GROUPS, type Group } from "@/lib/schemas/record";
import { formatNumber } from "./money";
import { confidenceWord, list } from "./words";

const GROUP_NAMES: Record<Group, string> = {
  tiers: "Tiers",
  hiddenCosts: "Hidden costs and add-ons",
  contractTerms: "Contract terms",
  marketData: "What buyers pay",
  sentiment: "Ratings",
  negotiationTips: "Negotiation",
  scenarios: "Team scenarios",
  priceHistory: "Price history",
  freeTier: "Free plan or trial",
  usage: "Rate card",
  offers: "Offers",
  capabilities: "Single sign-on, SCIM and audit log",
};

export function groupName(group: string): string {
  return GROUP_NAMES[group as Group] ?? group;
}

/** In the order in which the report counts groups. */
export const GROUP_LABELS: readonly string[] = GROUPS.map(groupName);

/** "up to 90 days", "91–180 days", … and one class without an end. */
export const AGE_LABELS: readonly string[] = [
  ...AGE_LIMITS.map((limit, index) => {
    const before = AGE_LIMITS[index - 1];
    return before === undefined ? `up to ${limit} days` : `${before + 1}–${limit} days`;
  }),
  `over ${AGE_LIMITS.at(-1)} days`,
];

/** "0.7–0.8, fair" and so on: the word is that of the class's lower end. */
export const CONFIDENCE_LABELS: readonly string[] = Array.from({ length: CONFIDENCE_CLASSES }, (_, index) => {
  const [from, to] = [index, index + 1].map((step) => (step / CONFIDENCE_CLASSES).toFixed(1));
  return `${from}–${to}`;
});

export function confidenceClassWord(index: number): string {
  const from = confidenceWord(index / CONFIDENCE_CLASSES);
  const to = confidenceWord((index + 0.999) / CONFIDENCE_CLASSES);
  return from === to ? from : `${from} to ${to}`;
}

/** Describes a chart of counts in words; classes without a product are left out. */
export function countsInWords(labels: readonly string[], counts: readonly number[]): string {
  const parts = labels.flatMap((label, index) => {
    const count = counts[index] ?? 0;
    return count > 0 ? [`${label}: ${formatNumber(count)}`] : [];
  });
  return parts.length > 0 ? parts.join("; ") : "none";
}

export function daysText(days: number | null): string {
  if (days === null) return "none";
  return `${formatNumber(days)} ${days === 1 ? "day" : "days"}`;
}

/** Returns 12 of 100 as "12%", a share that rounds to 0 as "<1%". */
export function shareText(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0%";
  const share = Math.round((part / whole) * 100);
  return share === 0 ? "<1%" : `${share}%`;
}

/** Returns a reject's reason without "left out:". */
export function rejectWords(reason: string): string {
  return reason.replace(/^left out: /, "");
}

const RULE_WORDS: Record<string, string> = {
  impossible_value: "impossible value",
  reverted_move: "large change that was reversed",
  currency_twin: "same figures in another currency",
  cents_as_dollars: "cents read as dollars",
  annual_as_monthly: "annual total read as monthly",
  introductory_annual: "yearly price that looks introductory",
  unit_misread: "price of another unit",
  allowance_as_unit: "flat fee read as a price per included unit",
  free_with_price: "free plan with a price",
  zero_unknown: "zero that may mean unknown",
  market_range: "market figure out of range",
  sample_size: "implausible sample size",
  rating_scale: "rating outside its scale",
  future_date: "date in the future",
};

export function ruleWords(rule: string): string {
  return RULE_WORDS[rule] ?? rule;
}

/** Descriptions of runs by kind. */
export const RUN_WORDS = {
  collect: "Public list collected again",
  verify: "Vendor pages checked again",
  review: "Reviewed by a person",
} as const;

const OUTCOMES: Record<CheckOutcome, string> = {
  unchanged: "unchanged",
  not_modified: "not modified since the last check",
  moved: "with a new price",
  first_read: "read for the first time",
  held: "held for review",
  unreadable: "unreadable",
  denied: "access denied",
  failed: "unreachable",
};

/** Returns "Pages checked: 412 (380 unchanged, 12 held for review and 20 unreadable)." */
export function checkCountWords(checks: Partial<Record<CheckOutcome, number>>): string {
  const counted = (Object.keys(OUTCOMES) as CheckOutcome[]).flatMap((outcome) => {
    const count = checks[outcome] ?? 0;
    return count > 0 ? [{ outcome, count }] : [];
  });
  const all = counted.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return "No vendor pages were checked.";
  const parts = counted.map(({ outcome, count }) => `${formatNumber(count)} ${OUTCOMES[outcome]}`);
  return `Pages checked: ${formatNumber(all)} (${list(parts)}).`;
}
