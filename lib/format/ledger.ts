import { directionOf, isListPrice, isTakenBack } from "@/lib/catalog/change";
import { addDays } from "@/lib/catalog/day";
import { compareText, groupBy } from "@/lib/catalog/ledger";
import type { LedgerChange } from "@/lib/schemas/changes";
import type { ChangeClass } from "@/lib/schemas/record";
import { afterText, announcedWords } from "./changes";
import { formatDay } from "./dates";
import { formatMoney, formatNumber, formatPercent } from "./money";
import { historyUnitWords, humanise, meterWords } from "./words";

export type LedgerProduct = { slug: string; name: string; category: string; changes: LedgerChange[] };
export type LedgerDay = { day: string; products: LedgerProduct[] };
export type LedgerWeek = { monday: string; days: LedgerDay[] };

/** Monday of the day's week. */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The changes in the order given, under their weeks, days and products; those of one product by tier and meter. */
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

/** "Week of 17 Aug 2026". */
export function weekTitle(monday: string): string {
  return `Week of ${formatDay(monday)}`;
}

const CLASSES: Record<ChangeClass, { name: string; meaning: string }> = {
  move: { name: "Moved", meaning: "The price rose, fell or was withdrawn." },
  scheduled: { name: "Announced", meaning: "The vendor has announced it; it is not yet in force." },
  unconfirmed: {
    name: "Not confirmed",
    meaning:
      "Announced, and no reading since its day shows it; or shown by one source against the reading that stands.",
  },
  cancelled: { name: "Cancelled", meaning: "Announced, then called off by the vendor. Nothing was repriced." },
  coverage: { name: "First seen", meaning: "A price read for the first time. Nothing was repriced." },
  correction: {
    name: "Corrected",
    meaning: "A slip or unit that was corrected, or a price that its source took back. Nothing was repriced.",
  },
};

export const CHANGE_CLASSES = Object.keys(CLASSES) as ChangeClass[];

export function changeClassWords(kind: ChangeClass): { name: string; meaning: string } {
  return CLASSES[kind];
}

const DIRECTIONS = { up: "rose", down: "fell", withdrawn: "withdrawn" } as const;

export type ChangeText = {
  /** The tier or model, and what is priced. */
  what: string;
  before: string;
  after: string;
  unit: string | null;
  direction: "up" | "down" | "withdrawn" | null;
  /** "+15%", "rose", "withdrawn"; null where nothing was known before, or the price was taken back. */
  step: string | null;
  /** "scheduled for 1 Jan 2027"; null of what is in force. */
  announced: string | null;
  /** Nothing was repriced: the source took the price back. */
  takenBack: boolean;
  /** Why the source took the price back, or the step does not count. */
  reason: string | null;
};

export function changeText(change: Omit<LedgerChange, "product" | "links" | "day">): ChangeText {
  const { tier, field, before, percent, currency, unit, class: kind, reason } = change;
  const direction = isTakenBack(change) ? null : directionOf(change);
  const named = tier === null ? null : isListPrice(change) ? humanise(tier) : tier;
  const meter = meterWords(field);
  return {
    what: named === null ? meter : `${named}, ${meter.charAt(0).toLowerCase()}${meter.slice(1)}`,
    before: before === null ? (kind === "coverage" ? "not known before" : "not known") : formatMoney(before, currency),
    after: afterText(change),
    unit: unit === null ? null : historyUnitWords(unit),
    direction,
    step: direction && stepText(direction, percent),
    announced: announcedWords(change),
    takenBack: isTakenBack(change),
    reason,
  };
}

function stepText(direction: keyof typeof DIRECTIONS, percent: number | null): string {
  if (direction === "withdrawn" || percent === null) return DIRECTIONS[direction];
  const size = Math.abs(percent);
  return `${direction === "up" ? "+" : "−"}${size === 0 ? "<0.1%" : formatPercent(size)}`;
}

/** "Acme Chat, Pro, billed monthly: $8 → $10 per user a month, +25%"; of a price taken back with the reason. */
export function changeSentence(change: LedgerChange): string {
  const { what, before, after, unit, step, announced, reason } = changeText(change);
  const from = change.before === null ? "" : `${before} → `;
  const per = unit && change.after !== null ? ` ${unit}` : "";
  return `${change.product.name}, ${what}: ${from}${after}${per}${step && change.after !== null ? `, ${step}` : ""}${[announced, reason].flatMap((words) => (words === null ? [] : `; ${words}`)).join("")}`;
}

type Counts = { month: string; productsUp: number; productsDown: number; up: number; down: number };

/** `isRead`: prices were read in it, or a change is dated in it; of another it is not known that nothing moved. */
export type Month = Counts & { isRead: boolean };

/** `count` months that end with the day's own; a month without a change has zeros. */
export function lastMonths(
  months: readonly Counts[],
  day: string,
  count: number,
  read: readonly { month: string }[],
): Month[] {
  const isRead = new Set([...months, ...read].map(({ month }) => month));
  const known = new Map(months.map((entry) => [entry.month, entry]));
  const last = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  return Array.from({ length: count }, (_, index) => {
    const at = last - count + 1 + index;
    const month = `${String(Math.floor(at / 12)).padStart(4, "0")}-${String((at % 12) + 1).padStart(2, "0")}`;
    const counts = known.get(month) ?? { month, productsUp: 0, productsDown: 0, up: 0, down: 0 };
    return { ...counts, isRead: isRead.has(month) };
  });
}

/** What the plot of months shows, in a sentence. */
export function monthsInWords(months: readonly Month[], monthText: (month: string) => string): string {
  const told = months.filter(({ productsUp, productsDown, isRead }) => productsUp + productsDown > 0 || !isRead);
  if (told.length === 0) return "No price moved in this period.";
  return told
    .map(({ month, productsUp, productsDown, isRead }) =>
      isRead
        ? `${monthText(month)}: ${formatNumber(productsUp)} rose, ${formatNumber(productsDown)} fell`
        : `${monthText(month)}: not read`,
    )
    .join("; ");
}

/** Until when prices were read, and what the months are that were not. */
export function readSentence(months: readonly Month[], readUntil: string | null): string {
  if (readUntil === null) return "No price has been read: it is not known whether one moved.";
  const gaps = months.some(({ isRead }) => !isRead);
  const why = gaps ? " In a hatched month, no price was read: it is not known whether one moved." : "";
  return `Prices were read until ${formatDay(readUntil)}.${why}`;
}
