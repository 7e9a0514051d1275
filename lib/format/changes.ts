import { isTakenBack } from "@/lib/catalog/change";
import { addDays } from "@/lib/catalog/day";
import type { PriceChange } from "@/lib/schemas/record";
import { formatDay } from "./dates";
import { formatMoney, formatPercent } from "./money";

const LISTED_POINTS = 80;
/** So many of a product's moves stand on its page. */
export const LISTED_MOVES = 40;

/** The dated prices that a page lists, newest first. */
export function listedPoints<Point>(points: readonly Point[]): Point[] {
  return points.toReversed().slice(0, LISTED_POINTS);
}

export type ChangeText = {
  id: string;
  /** "From 1 Jan 2023" if the vendor gave the day, otherwise the readings that show it: see changeDay(). */
  day: string;
  tier: string | null;
  field: string;
  before: string;
  after: string;
  /** Size of the step; `direction` tells its sign. Null where a price was withdrawn or rose from nothing. */
  percent: string | null;
  /** `corrected`: nothing was repriced, the source took the price back for this `reason`. */
  direction: "up" | "down" | "withdrawn" | "corrected";
  reason: string | null;
  /** "scheduled for 1 Jan 2027"; null of what is in force. */
  announced: string | null;
  evidence: readonly string[];
};

/**
 * Moves, announced changes and prices taken back in words, newest first. Slips that a source mended and first sightings
 * are no news.
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

/** "between 8 Mar 2025 and 21 May 2026 (two sources)"; null if the vendor states the day or only one reading is known. */
export function rangeWords({ dateRange }: Pick<Dated, "dateRange">): string | null {
  if (!dateRange) return null;
  const { from, to, sources } = dateRange;
  return `between ${formatDay(from)} and ${formatDay(to)}${sources === 2 ? " (two sources)" : ""}`;
}

/** "From 1 Jan 2023", "Between 1 Nov 2022 and 1 Jan 2023" or "Checked 1 Jan 2023". */
function changeDay(change: Dated): string {
  const { effectiveFrom, observedAt } = change;
  if (effectiveFrom) return `From ${formatDay(effectiveFrom)}`;
  const range = rangeWords(change);
  return range ? range.charAt(0).toUpperCase() + range.slice(1) : `Checked ${formatDay(observedAt)}`;
}

/** Moves, what was announced, and prices taken back. */
export function isNews(change: Pick<PriceChange, "class" | "reason">): boolean {
  return change.class === "move" || isAnnounced(change) || isTakenBack(change);
}

export function isAnnounced({ class: kind }: Pick<PriceChange, "class">): boolean {
  return kind === "scheduled" || kind === "unconfirmed" || kind === "cancelled";
}

/** How far a step has come that is not in force; null of any other. */
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
      // One source shows it; what stands was read of another.
      if (effectiveFrom === null || effectiveFrom <= observedAt) return "shown by one source, not confirmed";
      return `announced for ${day}, not confirmed by any reading since`;
    case "cancelled":
      return "announced, then cancelled";
    default:
      return null;
  }
}

/** What a change leaves: the price, or why there is none. */
export function afterText(change: Pick<PriceChange, "after" | "currency" | "class" | "reason">): string {
  if (change.after !== null) return formatMoney(change.after, change.currency);
  return isTakenBack(change) ? "retracted" : "no longer published";
}

/** Of a product of which nothing stands any more. */
export function withdrawnSentence(product: { slug: string; withdrawnOn: string; reason: string }): string {
  const { slug, withdrawnOn, reason } = product;
  const before = addDays(withdrawnOn, -1);
  return `The data on "${slug}" was withdrawn on ${withdrawnOn}: ${reason}. To see the data shown before, use asOf=${before}.`;
}
