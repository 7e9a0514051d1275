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
  /** "From 1 Jan 2023" where the vendor gave the day, "Seen 1 Jan 2023" where only the reading is dated. */
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
  announced: boolean;
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
  const { before, after, percent, currency, effectiveFrom, observedAt, reason } = change;
  const isTold = change.class === "move" || change.class === "scheduled" || reason !== null;
  if (!isTold || before === null) return null;
  return {
    id: change.id,
    day: effectiveFrom ? `From ${formatDay(effectiveFrom)}` : `Seen ${formatDay(observedAt)}`,
    tier: change.tier,
    field: change.field,
    before: formatMoney(before, currency),
    after: afterText(change),
    percent: percent === null || reason !== null ? null : formatPercent(Math.abs(percent)),
    direction: reason !== null ? "corrected" : after === null ? "withdrawn" : after > before ? "up" : "down",
    reason,
    announced: change.class === "scheduled",
    evidence: change.evidence,
  };
}

/** What a change leaves: the price, or why there is none. */
export function afterText({ after, currency, reason }: Pick<PriceChange, "after" | "currency" | "reason">): string {
  if (after !== null) return formatMoney(after, currency);
  return reason === null ? "no longer published" : "taken back";
}

/** Of a product of which nothing stands any more. */
export function withdrawnSentence(product: { slug: string; withdrawnOn: string; reason: string }): string {
  const { slug, withdrawnOn, reason } = product;
  const before = addDays(withdrawnOn, -1);
  return `What was known of "${slug}" until ${before} was withdrawn on ${withdrawnOn}: ${reason}. Ask with asOf=${before} for what was shown.`;
}
