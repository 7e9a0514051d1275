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
  direction: "up" | "down" | "withdrawn";
  announced: boolean;
  evidence: readonly string[];
};

/** Moves and announced changes of the ledger in words, newest first. Corrections and first sightings are no news. */
export function changeTexts(changes: readonly PriceChange[]): ChangeText[] {
  return changes.flatMap((change) => textOf(change) ?? []).reverse();
}

function textOf(change: PriceChange): ChangeText | null {
  const { before, after, percent, currency, effectiveFrom, observedAt } = change;
  if ((change.class !== "move" && change.class !== "scheduled") || before === null) return null;
  return {
    id: change.id,
    day: effectiveFrom ? `From ${formatDay(effectiveFrom)}` : `Seen ${formatDay(observedAt)}`,
    tier: change.tier,
    field: change.field,
    before: formatMoney(before, currency),
    after: after === null ? "no longer published" : formatMoney(after, currency),
    percent: percent === null ? null : formatPercent(Math.abs(percent)),
    direction: after === null ? "withdrawn" : after > before ? "up" : "down",
    announced: change.class === "scheduled",
    evidence: change.evidence,
  };
}
