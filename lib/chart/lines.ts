import { fitText, niceTicks, place, round, textWidth } from "./scale";

export type PlottedLine = { id: string; name: string; parts: readonly (readonly { x: number; y: number }[])[] };
export type LinesOptions = {
  width: number;
  plotHeight: number;
  fontSize: number;
  /** Width of the names at the right; with 0, only the legend has names. */
  labelWidth: number;
  yLabelWidth: number;
  tickCount?: number;
  xTickCount?: number;
};
export type DrawnLine = { id: string; name: string; paths: string[]; labelY: number; end: { x: number; y: number } };
export type Lines = {
  width: number;
  height: number;
  plot: { left: number; right: number; top: number; bottom: number };
  xTicks: { x: number; value: number }[];
  yTicks: { y: number; value: number }[];
  lines: DrawnLine[];
  labelX: number;
  /** Returns the position of a mark on the axis, limited to the plot. */
  at: (x: number, y: number) => { x: number; y: number };
};

/** Lays out lines over one numeric axis from `domain`, with separated names at their right ends. */
export function layoutLines(
  lines: readonly PlottedLine[],
  domain: readonly [number, number],
  options: LinesOptions,
): Lines {
  const { width, plotHeight, fontSize, labelWidth, yLabelWidth, tickCount = 4, xTickCount = 5 } = options;
  const highest = Math.max(0, ...lines.flatMap(({ parts }) => parts.flatMap((part) => part.map(({ y }) => y))));
  const yValues = niceTicks(highest, tickCount);
  const yDomain = [0, yValues.at(-1) ?? 1] as const;
  const plot = {
    left: yLabelWidth,
    right: width - labelWidth - (labelWidth > 0 ? 12 : 8),
    top: 10,
    bottom: plotHeight + 10,
  };
  const x = (value: number) => place(value, domain, plot.left, plot.right);
  const y = (value: number) => place(value, yDomain, plot.bottom, plot.top);
  const xValues = niceTicks(domain[1], xTickCount).filter((value) => value >= domain[0] && value <= domain[1]);
  const drawn = lines.map(({ id, name, parts }) => {
    const last = parts.at(-1)?.at(-1);
    const end = last ? { x: x(last.x), y: y(last.y) } : { x: plot.left, y: plot.bottom };
    return {
      id,
      name: labelWidth > 0 ? fitText(name, labelWidth, fontSize) : name,
      paths: parts.map((part) =>
        part.map((point, index) => `${index === 0 ? "M" : "L"}${x(point.x)} ${y(point.y)}`).join(""),
      ),
      labelY: end.y,
      end,
    };
  });
  return {
    width,
    height: round(plot.bottom + fontSize + 14),
    plot,
    xTicks: xValues.map((value) => ({ x: x(value), value })),
    yTicks: yValues.map((value) => ({ y: y(value), value })),
    lines: spread(drawn, fontSize + 4, plot),
    labelX: plot.right + 10,
    at: (left, top) => ({ x: x(left), y: y(top) }),
  };
}

/** Separates the names until they do not overlap. */
function spread(lines: readonly DrawnLine[], gap: number, { top, bottom }: Lines["plot"]): DrawnLine[] {
  const order = lines.map((_, index) => index).sort((a, b) => (lines[a]?.labelY ?? 0) - (lines[b]?.labelY ?? 0));
  const ys = order.map((index) => lines[index]?.labelY ?? bottom);
  for (let i = 1; i < ys.length; i += 1) ys[i] = Math.max(ys[i] ?? 0, (ys[i - 1] ?? 0) + gap);
  for (let i = ys.length - 1; i >= 0; i -= 1) {
    ys[i] = Math.min(ys[i] ?? 0, i === ys.length - 1 ? bottom : (ys[i + 1] ?? bottom) - gap);
  }
  const moved = new Map(order.map((index, place) => [index, round(Math.max(top - gap, ys[place] ?? bottom))]));
  return lines.map((line, index) => ({ ...line, labelY: moved.get(index) ?? line.labelY }));
}

/** Returns the width of the longest figure of the axis. */
export function labelRoom(texts: readonly string[], fontSize: number): number {
  return Math.ceil(Math.max(0, ...texts.map((text) => textWidth(text, fontSize))) + fontSize);
}
