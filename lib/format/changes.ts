import { isTakenBack } from "@/lib/catalog/change";
import { addDays } from "@/lib/catalog/day";
import type { PriceChange } from "@/lib/schemas/record";
import { formatDay } from "./dates";
import { formatMoney, formatPercent } from "./money";

const LISTED_POINTS = 80;
/** Maximum number of price moves on a product's page. */
export const LISTED_MOVES = 40;

/** Returns the dated prices that a page lists, newest first. */
export function listedPoints<Point>(points: readonly Point[]): Point[] {
  return points.toReversed().slice(0, LISTED_POINTS);
}

export type ChangeText = {
  id: string;
  /** "From 1 Jan 2023" if the vendor gave the day, otherwise the days of the readings that show it: see changeDay(). */
  day: string;
  tier: string | null;
  field: string;
  before: string;
  after: string;
  /** Size of the step; `direction` gives its sign. Null if a price was withdrawn or rose from 0. */
  percent: string | null;
  /** `corrected`: the price did not change; the source retracted it for this `reason`. */
  direction: "up" | "down" | "withdrawn" | "corrected";
  reason: string | null;
  /** "scheduled for 1 Jan 2027"; null for a change that is in force. */
  announced: string | null;
  evidence: readonly string[];
};

/**
 * Describes moves, announced changes and retracted prices, newest first. Leaves out slips that a source corrected and
 * first sightings.
 */
export function changeTexts(changes: readonly PriceChange[]): ChangeText[] {
  return changes.flatMap((change) => textOf(change) ?? []).reverse();
}

function textOf(change: PriceChange): ChangeText | null {
  const { before, after, percent, currency, reason } = change;
  if (!isNews(change) || before === null) return null;
  const takenBack = isTakenBack(change);
  return {
    id: change.id,
    day: changeDay(change),
    tier: change.tier,
    field: change.field,
    before: formatMoney(before, currency),
    after: afterText(change),
    percent: percent === null || takenBack ? null : formatPercent(Math.abs(percent)),
    direction: takenBack ? "corrected" : after === null ? "withdrawn" : after > before ? "up" : "down",
    reason,
    announced: announcedWords(change),
    evidence: change.evidence,
  };
}

type Dated = Pick<PriceChange, "effectiveFrom" | "observedAt" | "dateRange">;

/**
 * Returns "between 8 Mar 2025 and 21 May 2026 (two sources)"; null if the vendor states the day or only one reading is
 * known.
 */
export function rangeWords({ dateRange }: Pick<Dated, "dateRange">): string | null {
  if (!dateRange) return null;
  const { from, to, sources } = dateRange;
  return `between ${formatDay(from)} and ${formatDay(to)}${sources === 2 ? " (two sources)" : ""}`;
}

/** Returns "From 1 Jan 2023", "Between 1 Nov 2022 and 1 Jan 2023" or "Checked 1 Jan 2023". */
function changeDay(change: Dated): string {
  const { effectiveFrom, observedAt } = change;
  if (effectiveFrom) return `From ${formatDay(effectiveFrom)}`;
  const range = rangeWords(change);
  return range ? range.charAt(0).toUpperCase() + range.slice(1) : `Checked ${formatDay(observedAt)}`;
}

/** Returns true for moves, announced changes, and retracted prices. */
export function isNews(change: Pick<PriceChange, "class" | "reason">): boolean {
  return change.class === "move" || isAnnounced(change) || isTakenBack(change);
}

export function isAnnounced({ class: kind }: Pick<PriceChange, "class">): boolean {
  return kind === "scheduled" || kind === "unconfirmed" || kind === "cancelled";
}

/** Describes the status of a change that is not in force; null for any other change. */
export function announcedWords({
  class: kind,
  effectiveFrom,
  observedAt,
}: Pick<PriceChange, "class" | "effectiveFrom" | "observedAt">): string | null {
  const day = formatDay(effectiveFrom ?? observedAt);
  switch (kind) {
    case "scheduled":
      return `scheduled for ${day}`;
    case "unconfirmed":
      // Only one source shows it; the current price comes from another source.
      if (effectiveFrom === null || effectiveFrom <= observedAt) return "shown by one source, not confirmed";
      return `announced for ${day}, not confirmed by any reading since`;
    case "cancelled":
      return "announced, then cancelled";
    default:
      return null;
  }
}

/** Returns the price after a change, or the reason why there is no price. */
export function afterText(change: Pick<PriceChange, "after" | "currency" | "class" | "reason">): string {
  if (change.after !== null) return formatMoney(change.after, change.currency);
  return isTakenBack(change) ? "retracted" : "no longer published";
}

/** Describes a product whose observations are all retracted. */
export function withdrawnSentence(product: { slug: string; withdrawnOn: string; reason: string }): string {
  const { slug, withdrawnOn, reason } = product;
  const before = addDays(withdrawnOn, -1);
  return `The data on "${slug}" was withdrawn on ${withdrawnOn}: ${reason}. To see the data shown before, use asOf=${before}.`;
}
