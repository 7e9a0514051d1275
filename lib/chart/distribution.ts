import { niceTicks, place, round } from "./scale";

export type DistributionOptions = {
  width: number;
  /** Height of the area for the dots above the axis. */
  height: number;
  tickCount?: number;
  lowerQuartile: number;
  median: number;
  upperQuartile: number;
};

export type Distribution = {
  width: number;
  height: number;
  left: number;
  right: number;
  axisY: number;
  radius: number;
  dots: { x: number; y: number }[];
  ticks: { x: number; value: number }[];
  box: { from: number; to: number };
  median: number;
  /** Values beyond the end of the axis. */
  beyond: { count: number; from: number; highest: number } | null;
};

const EDGE = 8;
const TICKS_ROOM = 32;
/** Height above the dots for the median's label. */
const LABEL_ROOM = 18;
const RADII = [5, 4.5, 4, 3.5, 3, 2.5, 2, 1.5, 1];
/** The axis ends at the highest value if there are fewer than FEW values, or if it is at most FAR times the decile. */
const FEW = 12;
const FAR = 1.5;

/**
 * Lays out each value as a dot on an axis from 0, with dots stacked if they coincide. If a few values of a long list
 * are far off, the axis ends at the ninth decile, so that they do not compress the rest; they form one column at its
 * end.
 */
export function layoutDistribution(values: readonly number[], options: DistributionOptions): Distribution {
  const { width, height, tickCount = 6 } = options;
  const sorted = [...values].sort((a, b) => a - b);
  const last = sorted[sorted.length - 1] ?? 0;
  const decile = sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0;
  const near = Math.max(decile, options.upperQuartile);
  const ticks = niceTicks(sorted.length < FEW || last <= near * FAR ? last : near, tickCount);
  const end = ticks[ticks.length - 1] ?? 1;
  const above = sorted.filter((value) => value > end);
  const left = EDGE;
  const right = width - (above.length > 0 ? EDGE * 9 : EDGE);
  const at = (value: number) => place(value, [0, end], left, right);

  const radius = RADII.find((r) => tallest(sorted, end, at, r) * 2 * r <= height) ?? 1;
  const axisY = round(LABEL_ROOM + Math.min(height, tallest(sorted, end, at, radius) * 2 * radius) + 4);
  const heights = new Map<number, number>();
  const dots = sorted.map((value) => {
    const x = value > end ? width - EDGE * 4 : columnOf(at(value), radius);
    const stacked = heights.get(x) ?? 0;
    heights.set(x, stacked + 1);
    return { x, y: round(axisY - 3 - radius - stacked * 2 * radius) };
  });
  return {
    width,
    height: round(axisY + TICKS_ROOM),
    left,
    right,
    axisY,
    radius,
    dots,
    ticks: ticks.map((value) => ({ x: at(value), value })),
    box: { from: at(options.lowerQuartile), to: at(options.upperQuartile) },
    median: at(options.median),
    beyond: above.length > 0 ? { count: above.length, from: end, highest: last } : null,
  };
}

function columnOf(x: number, radius: number): number {
  return round(Math.round(x / (2 * radius)) * 2 * radius);
}

function tallest(sorted: readonly number[], end: number, at: (value: number) => number, radius: number): number {
  const heights = new Map<number, number>();
  for (const value of sorted) {
    const x = value > end ? -1 : columnOf(at(value), radius);
    heights.set(x, (heights.get(x) ?? 0) + 1);
  }
  return Math.max(0, ...heights.values());
}
