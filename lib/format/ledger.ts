import { directionOf, isExtraCost, isListPrice, isTakenBack } from "@/lib/catalog/change";
import { addDays } from "@/lib/catalog/day";
import { compareText, groupBy } from "@/lib/catalog/ledger";
import type { LedgerChange } from "@/lib/schemas/changes";
import type { ChangeClass } from "@/lib/schemas/record";
import { afterText, announcedWords, rangeWords } from "./changes";
import { formatDay, formatMonth } from "./dates";
import { formatMoney, formatNumber, formatPercent } from "./money";
import { type ConfidenceWord, confidenceWord, historyUnitWords, humanise, meterWords } from "./words";

export type LedgerProduct = { slug: string; name: string; category: string; changes: LedgerChange[] };
export type LedgerDay = { day: string; products: LedgerProduct[] };
export type LedgerWeek = { monday: string; days: LedgerDay[] };

/** Returns the Monday of the day's week. */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Groups the changes by week, day and product, in the order given; those of one product by tier and meter. */
export function byWeek(changes: readonly LedgerChange[]): LedgerWeek[] {
  return [...groupBy(changes, ({ day }) => weekOf(day))].map(([monday, ofWeek]) => ({
    monday,
    days: [...groupBy(ofWeek, ({ day }) => day)].map(([day, ofDay]) => ({
      day,
      products: [...groupBy(ofDay, ({ product }) => product.slug).values()].flatMap((own) => {
        const [first] = own;
        return first ? [{ ...first.product, changes: [...own].sort(byTier) }] : [];
      }),
    })),
  }));
}

function byTier(a: LedgerChange, b: LedgerChange): number {
  return compareText(a.tier ?? "", b.tier ?? "") || compareText(a.field, b.field);
}

/** Returns "Week of 17 Aug 2026". */
export function weekTitle(monday: string): string {
  return `Week of ${formatDay(monday)}`;
}

const CLASSES: Record<ChangeClass, { name: string; meaning: string }> = {
  move: { name: "Changed", meaning: "The price rose, fell or was withdrawn." },
  scheduled: { name: "Announced", meaning: "The vendor has announced the change. It is not yet in force." },
  unconfirmed: {
    name: "Not confirmed",
    meaning:
      "Announced, but no reading since that date shows it. Or shown by one source, while the current reading differs.",
  },
  cancelled: { name: "Cancelled", meaning: "Announced, then cancelled by the vendor. No price changed." },
  coverage: { name: "First seen", meaning: "A price recorded for the first time. No price changed." },
  correction: {
    name: "Corrected",
    meaning: "A corrected error or unit, or a price that its source retracted. No price changed.",
  },
};

export const CHANGE_CLASSES = Object.keys(CLASSES) as ChangeClass[];

export function changeClassWords(kind: ChangeClass): { name: string; meaning: string } {
  return CLASSES[kind];
}

const DIRECTIONS = { up: "rose", down: "fell", withdrawn: "withdrawn" } as const;

export type ChangeText = {
  /** The tier or model, and the priced meter. */
  what: string;
  before: string;
  after: string;
  unit: string | null;
  direction: "up" | "down" | "withdrawn" | null;
  /** "+15%", "rose", "withdrawn"; null if no earlier price is known, or if the price was retracted. */
  step: string | null;
  /** "scheduled for 1 Jan 2027"; null for a change that is in force. */
  announced: string | null;
  /** "between 8 Mar 2025 and 21 May 2026 (two sources)" */
  range: string | null;
  /** The price did not change: the source retracted it. */
  takenBack: boolean;
  /** Confidence that the price was shown as described. */
  confidence: ConfidenceWord;
  /** The reason why the source retracted the price, or why the step does not count. */
  reason: string | null;
};

export function changeText(change: Omit<LedgerChange, "product" | "links" | "day">): ChangeText {
  const { confidence, tier, field, before, percent, currency, unit, class: kind, reason } = change;
  const direction = isTakenBack(change) ? null : directionOf(change);
  const named =
    tier === null ? (isExtraCost(change) ? "Extra cost" : null) : isListPrice(change) ? humanise(tier) : tier;
  const meter = meterWords(field);
  return {
    what: named === null ? meter : `${named}, ${meter.charAt(0).toLowerCase()}${meter.slice(1)}`,
    before: before === null ? (kind === "coverage" ? "unknown before" : "unknown") : formatMoney(before, currency),
    after: afterText(change),
    unit: unit === null ? null : historyUnitWords(unit),
    direction,
    step: direction && stepText(direction, percent),
    announced: announcedWords(change),
    range: rangeWords(change),
    takenBack: isTakenBack(change),
    confidence: confidenceWord(confidence),
    reason,
  };
}

function stepText(direction: keyof typeof DIRECTIONS, percent: number | null): string {
  if (direction === "withdrawn" || percent === null) return DIRECTIONS[direction];
  const size = Math.abs(percent);
  return `${direction === "up" ? "+" : "−"}${size === 0 ? "<0.1%" : formatPercent(size)}`;
}

/**
 * Returns "Acme Chat, Pro, billed monthly: $8 → $10 per user per month, +25%"; for a retracted price, with the reason.
 */
export function changeSentence(change: LedgerChange): string {
  const { what, before, after, unit, step, announced, range, reason } = changeText(change);
  const from = change.before === null ? "" : `${before} → `;
  const per = unit && change.after !== null ? ` ${unit}` : "";
  return `${change.product.name}, ${what}: ${from}${after}${per}${step && change.after !== null ? `, ${step}` : ""}${range === null ? "" : `, ${range}`}${[announced, reason].flatMap((words) => (words === null ? [] : `; ${words}`)).join("")}`;
}

const PRICE_KINDS = {
  list: "List prices",
  rates: "Usage rates and extra costs",
  both: "Both",
} as const;

const RISES = { up: "will rise", down: "will fall" };
const ROSE = { up: "rose", down: "fell" } as const;

/**
 * Describes a move of a list price: "Acme Chat Pro rose from $8 to $10 per user per month (+25%), in force since 1 Aug
 * 2026."
 */
export function moveSentence(change: LedgerChange): string {
  const { product, tier, field, effectiveFrom, observedAt } = change;
  const { before, after, unit, direction, step, range } = changeText(change);
  const isAnnounced = change.class === "scheduled";
  const named = tier === null ? product.name : `${product.name} ${humanise(tier)}`;
  const billing = field === "listPrice" ? "" : `, ${meterWords(field).toLowerCase()}`;
  const when =
    effectiveFrom === null
      ? (range ?? `checked ${formatDay(observedAt)}`)
      : isAnnounced
        ? `on ${formatDay(effectiveFrom)}, as announced`
        : `in force since ${formatDay(effectiveFrom)}`;
  const per = unit === null ? "" : ` ${unit}`;
  if (direction === "up" || direction === "down") {
    return `${named} ${(isAnnounced ? RISES : ROSE)[direction]} from ${before} to ${after}${per}${billing} (${step}), ${when}.`;
  }
  return `${named}, ${before}${per}${billing}, is ${after}, ${when}.`;
}

export function priceKindWords(kind: keyof typeof PRICE_KINDS): string {
  return PRICE_KINDS[kind];
}

type MonthChecks = { month: string; again: number; known: number };
type Counts = { month: string; moved: number; productsUp: number; productsDown: number; up: number; down: number };

export type CalendarMonth = Counts & {
  /** Products checked again in this month, and products not checked again although their price was known. */
  checked: number;
  unchecked: number;
  /** True if products were checked again. Otherwise price changes are unknown. */
  isRead: boolean;
  /** True for a future month. */
  isAhead: boolean;
};
export type CalendarYear = { year: string; months: CalendarMonth[] };

/** Returns the years from the first with data to the day's year, newest first, each with its twelve months. */
export function calendarOf(months: readonly Counts[], day: string, read: readonly MonthChecks[]): CalendarYear[] {
  const known = new Map(months.map((entry) => [entry.month, entry]));
  const checks = new Map(read.map((entry) => [entry.month, entry]));
  const last = Number(day.slice(0, 4));
  const first = Math.min(last, ...[...known.keys(), ...checks.keys()].map((month) => Number(month.slice(0, 4))));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = String(last - index).padStart(4, "0");
    return {
      year,
      months: MONTHS.map((number) => {
        const month = `${year}-${number}`;
        const counts = known.get(month) ?? { month, moved: 0, productsUp: 0, productsDown: 0, up: 0, down: 0 };
        const { again: checked, known: priced } = checks.get(month) ?? { again: 0, known: 0 };
        const isAhead = month > day.slice(0, 7);
        return { ...counts, checked, unchecked: priced - checked, isRead: checked > 0, isAhead };
      }),
    };
  });
}

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, "0"));

/** Returns the first and the last day of a month. */
export function spanOf(month: string): { since: string; until: string } {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, "0")}-01`;
  return { since: `${month}-01`, until: addDays(next, -1) };
}

/**
 * Returns "Jul 2026: 31 price changes, rises for 8 products, cuts for 11 products. 120 products checked again; 1,380
 * not". A month without a price change says nothing about the products that were not checked.
 */
export function monthSentence(entry: CalendarMonth): string {
  const { month, moved, productsUp, productsDown, checked, unchecked, isRead, isAhead } = entry;
  const name = formatMonth(month);
  if (isAhead) return `${name}: in the future`;
  const ways = [
    productsUp > 0 ? `rises for ${formatNumber(productsUp)} ${productsUp === 1 ? "product" : "products"}` : null,
    productsDown > 0 ? `cuts for ${formatNumber(productsDown)} ${productsDown === 1 ? "product" : "products"}` : null,
  ].filter((way) => way !== null);
  const told = [`${formatNumber(moved)} price ${moved === 1 ? "change" : "changes"}`, ...ways].join(", ");
  if (!isRead)
    return moved === 0
      ? `${name}: no product checked again`
      : `${name}: no product checked again. Dated later by vendors: ${told}`;
  const others = unchecked > 0 ? `; ${formatNumber(unchecked)} not checked` : "";
  const again = `${formatNumber(checked)} ${checked === 1 ? "product" : "products"} checked again${others}`;
  return moved === 0 ? `${name}: no price change found. ${again}` : `${name}: ${told}. ${again}`;
}

/** Returns 0 for no changes to 4 for the maximum of any month, on a logarithmic scale. */
export function shadeOf(count: number, most: number): number {
  if (count <= 0) return 0;
  return most <= 1 ? 1 : Math.min(4, 1 + Math.floor((3.999 * Math.log(count)) / Math.log(most)));
}

/** Says until when prices were read, and what the empty months mean. */
export function readSentence(years: readonly CalendarYear[], readUntil: string | null): string {
  if (readUntil === null) return "No prices have been checked, so price changes are unknown.";
  const gaps = years.some(({ months }) => months.some(({ isRead, isAhead }) => !isRead && !isAhead));
  const why = gaps ? " In hatched months, no price was checked again, so price changes are unknown." : "";
  return `Prices were last checked on ${formatDay(readUntil)}.${why}`;
}
