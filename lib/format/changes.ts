import type { PricePoint } from "@/lib/schemas/record";
import { dayNumber, formatDay } from "./dates";
import { formatMoney, formatPercent } from "./money";

/** A price that returns within this many days was a slip of the source, not a change. */
const REVERT_DAYS = 45;

export type PriceMove = {
  day: string;
  effective: boolean;
  tier: string | null;
  meter: string;
  before: string;
  after: string;
  /** Size of the step; `direction` tells its sign. */
  percent: string | null;
  direction: "up" | "down" | "withdrawn";
  evidence: readonly string[];
};

/** Steps between consecutive prices of one tier and meter in one currency and unit, newest first. */
export function priceMoves(points: readonly PricePoint[]): PriceMove[] {
  const series = new Map<string, PricePoint[]>();
  for (const point of points) {
    const key = JSON.stringify([point.tier, point.meter]);
    series.set(key, [...(series.get(key) ?? []), point]);
  }
  const moves: PriceMove[] = [];
  for (const unordered of series.values()) {
    const ordered = withoutSlips([...unordered].sort((a, b) => dayOf(a).localeCompare(dayOf(b))));
    for (let index = 1; index < ordered.length; index += 1) {
      const move = moveBetween(ordered[index - 1] as PricePoint, ordered[index] as PricePoint);
      if (move) moves.push(move);
    }
  }
  return moves.sort((a, b) => b.day.localeCompare(a.day));
}

function moveBetween(before: PricePoint, after: PricePoint): PriceMove | null {
  if (before.price === null || before.price === after.price) return null;
  const common = {
    day: dayOf(after),
    effective: after.effectiveFrom !== null,
    tier: after.tier,
    meter: after.meter,
    before: formatMoney(before.price, before.currency),
    evidence: after.evidence,
  };
  if (after.price === null) return { ...common, after: "no longer published", percent: null, direction: "withdrawn" };
  if (after.currency !== before.currency || after.unit !== before.unit) return null;
  return {
    ...common,
    after: formatMoney(after.price, after.currency),
    percent: before.price > 0 ? formatPercent((Math.abs(after.price - before.price) / before.price) * 100) : null,
    direction: after.price > before.price ? "up" : "down",
  };
}

function withoutSlips(points: readonly PricePoint[]): PricePoint[] {
  const kept: PricePoint[] = [];
  for (const point of points) {
    const slip = kept.at(-1);
    const earlier = kept.at(-2);
    const returns =
      slip !== undefined &&
      earlier !== undefined &&
      earlier.price === point.price &&
      slip.price !== point.price &&
      dayNumber(dayOf(point)) - dayNumber(dayOf(slip)) <= REVERT_DAYS;
    if (returns) kept.pop();
    kept.push(point);
  }
  return kept;
}

function dayOf(point: PricePoint): string {
  return point.effectiveFrom ?? point.observedAt;
}

/** "From 1 Jan 2023" where the vendor gave the day, "Seen 1 Jan 2023" where only the reading is dated. */
export function moveDayText({ day, effective }: Pick<PriceMove, "day" | "effective">): string {
  return `${effective ? "From" : "Seen"} ${formatDay(day)}`;
}
