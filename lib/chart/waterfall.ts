import { niceTicks, place, round } from "./scale";

export type WaterfallStep = { label: string; amount: number };
export type WaterfallBar = {
  label: string;
  amount: number;
  x: number;
  width: number;
  y: number;
  /** Position of the figure: at the end that the step leads to. */
  textX: number;
  anchor: "start" | "end";
  kind: "up" | "down" | "total";
};
export type WaterfallOptions = {
  width: number;
  fontSize: number;
  /** Width of the labels at the left; 0 puts each label above its bar. */
  labelWidth: number;
  /** Width of a figure next to a bar. */
  figureWidth: number;
  tickCount?: number;
};
export type Waterfall = {
  width: number;
  height: number;
  left: number;
  right: number;
  bottom: number;
  barHeight: number;
  rowHeight: number;
  labelX: number;
  bars: WaterfallBar[];
  /** Lines from the end of each bar down to the next. */
  joints: { x: number; from: number; to: number }[];
  ticks: { x: number; value: number }[];
  range: { from: number; to: number | null; base: number; y: number } | null;
};

const BAR = 16;

/**
 * Lays out amounts that lead step by step to their total, one below the other. `range` is drawn below the total: if
 * `high` is null, that end is unknown.
 */
export function layoutWaterfall(
  steps: readonly WaterfallStep[],
  total: number,
  range: { low: number | null; high: number | null } | null,
  options: WaterfallOptions,
): Waterfall {
  const { width, fontSize, labelWidth, figureWidth, tickCount = 5 } = options;
  const stacked = labelWidth === 0;
  const rowHeight = stacked ? BAR + fontSize + 16 : BAR + 12;
  const labelRoom = stacked ? fontSize + 6 : 0;
  let running = 0;
  const spans = steps.map(({ label, amount }) => {
    const from = running;
    running += amount;
    return { label, amount, from, to: running, kind: amount < 0 ? ("down" as const) : ("up" as const) };
  });
  const highest = Math.max(total, range?.high ?? 0, ...spans.map(({ to }) => to), ...spans.map(({ from }) => from));
  const values = niceTicks(highest, tickCount);
  const domain = [0, values.at(-1) ?? 1] as const;
  const left = labelWidth;
  const right = width - figureWidth;
  const at = (value: number) => place(value, domain, left, right);
  const barY = (index: number) => round(index * rowHeight + labelRoom + 6);

  const bars: WaterfallBar[] = [
    ...spans.map(({ label, amount, from, to, kind }, index) => {
      const [start, end] = [at(Math.min(from, to)), at(Math.max(from, to))];
      return {
        label,
        amount,
        kind,
        x: start,
        width: Math.max(1, round(end - start)),
        y: barY(index),
        textX: round(end + 6),
        anchor: "start" as const,
      };
    }),
    {
      label: "Total",
      amount: total,
      kind: "total" as const,
      x: left,
      width: Math.max(1, round(at(total) - left)),
      y: barY(spans.length),
      textX: round(at(total) + 6),
      anchor: "start" as const,
    },
  ];
  const joints = spans.map(({ to }, index) => ({
    x: at(to),
    from: round((bars[index]?.y ?? 0) + BAR),
    to: bars[index + 1]?.y ?? 0,
  }));
  const rows = bars.length + (range ? 1 : 0);
  const bottom = round(rows * rowHeight + 4);
  return {
    width,
    height: round(bottom + fontSize + 12),
    left,
    right,
    bottom,
    barHeight: BAR,
    rowHeight,
    labelX: 0,
    bars,
    joints,
    ticks: values.map((value) => ({ x: at(value), value })),
    range: range
      ? {
          from: at(range.low ?? total),
          to: range.high === null ? null : at(range.high),
          base: at(total),
          y: round(barY(bars.length) + BAR / 2),
        }
      : null,
  };
}
