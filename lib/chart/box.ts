import { niceTicks, place, round, textWidth } from "./scale";

export type BoxFigures = { low: number; median: number | null; high: number };
export type BoxLabel = { key: keyof BoxFigures; text: string; x: number };
export type BoxPlot = {
  width: number;
  height: number;
  left: number;
  right: number;
  axisY: number;
  box: { x: number; y: number; width: number; height: number };
  median: number | null;
  /** Texts begin at x, from left to right in the order of their figures, without overlaps. */
  labels: BoxLabel[];
  ticks: { x: number; value: number }[];
};

const EDGE = 8;
const GAP = 10;
const BOX = 20;

/** Lays out a box from the lowest to the highest figure, with the median as a tick, on an axis from 0. */
export function layoutBox(
  { low, median, high }: BoxFigures,
  options: {
    width: number;
    fontSize: number;
    tickCount: number;
    words: (key: keyof BoxFigures, brief: boolean) => string;
  },
): BoxPlot {
  const { width, fontSize, tickCount, words } = options;
  const values = niceTicks(high, tickCount);
  const domain = [0, values.at(-1) ?? 1] as const;
  const [left, right] = [EDGE, width - EDGE];
  const at = (value: number) => place(value, domain, left, right);
  const figures = [
    { key: "low" as const, x: at(low), align: 0 },
    ...(median === null ? [] : [{ key: "median" as const, x: at(median), align: 0.5 }]),
    { key: "high" as const, x: at(high), align: 1 },
  ];
  const roomy = figures.reduce((sum, { key }) => sum + textWidth(words(key, false), fontSize) + GAP, 0) <= width;
  const labels = figures.map(({ key, x, align }) => {
    const text = words(key, !roomy);
    const wide = textWidth(text, fontSize);
    return { key, text, wide, x: x - align * wide };
  });
  let from = 0;
  for (const label of labels) {
    label.x = Math.max(label.x, from);
    from = label.x + label.wide + GAP;
  }
  let to = width;
  for (const label of labels.toReversed()) {
    label.x = Math.min(label.x, to - label.wide);
    to = label.x - GAP;
  }
  const top = fontSize + 12;
  const axisY = top + BOX + 8;
  const span = { x: at(low), width: round(Math.max(1, at(high) - at(low))) };
  return {
    width,
    height: axisY + fontSize + 16,
    left,
    right,
    axisY,
    box: { ...span, y: top, height: BOX },
    median: median === null ? null : at(median),
    labels: labels.map(({ key, text, x }) => ({ key, text, x: round(x) })),
    ticks: values.map((value) => ({ x: at(value), value })),
  };
}
