import { niceTicks, round } from "./scale";

export type MonthCount = { month: string; up: number; down: number };

export type MonthsLayout = {
  height: number;
  left: number;
  right: number;
  /** The line from which counts go up and down. */
  base: number;
  bars: {
    month: string;
    /** Of the month's whole share of the width. */
    slot: { x: number; width: number };
    x: number;
    width: number;
    up: { y: number; height: number };
    down: { y: number; height: number };
  }[];
  ticks: { y: number; label: string }[];
  years: { x: number; label: string }[];
};

const HEAD = 8;
const FOOT = 22;

/** Counts above and below one line, both on one scale. */
export function layoutMonths(
  months: readonly MonthCount[],
  { width, height, left = 34 }: { width: number; height: number; left?: number },
): MonthsLayout {
  const most = (key: "up" | "down") => Math.max(0, ...months.map((month) => month[key]));
  const [mostUp, mostDown] = [most("up"), most("down")];
  const ticks = niceTicks(Math.max(mostUp, mostDown, 1), 2).filter(Number.isInteger);
  const step = ticks[1] ?? 1;
  const topEnd = Math.max(step, Math.ceil(mostUp / step) * step);
  const downEnd = Math.max(step, Math.ceil(mostDown / step) * step);
  const scale = (height - HEAD - FOOT) / (topEnd + downEnd);
  const base = round(HEAD + topEnd * scale);
  const slot = (width - left) / Math.max(1, months.length);
  const bar = round(Math.max(1, slot - Math.max(1, slot * 0.2)));
  const marks = [];
  for (let value = topEnd; value >= -downEnd; value -= step) {
    marks.push({ y: round(base - value * scale), label: String(Math.abs(value)) });
  }
  return {
    height,
    left,
    right: width,
    base,
    bars: months.map(({ month, up, down }, index) => {
      const upHeight = round(up * scale);
      return {
        month,
        slot: { x: round(left + index * slot), width: round(slot) },
        x: round(left + index * slot + (slot - bar) / 2),
        width: bar,
        up: { y: round(base - upHeight), height: upHeight },
        down: { y: base, height: round(down * scale) },
      };
    }),
    ticks: marks,
    years: months.flatMap(({ month }, index) =>
      month.endsWith("-01") ? [{ x: round(left + index * slot), label: month.slice(0, 4) }] : [],
    ),
  };
}
