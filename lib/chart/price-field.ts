import { type Distribution, type DistributionOptions, layoutDistribution } from "./distribution";
import { fitText, round, textWidth } from "./scale";

export type FieldItem = {
  id: string;
  name: string;
  value: number;
  /** The most famous items get a name first. */
  fame: number;
};
export type FieldOptions = DistributionOptions & { fontSize: number; maxLanes: number; maxNames: number };
export type FieldMark = { id: string; x: number; y: number; label: FieldLabel | null };
export type FieldLabel = {
  text: string;
  x: number;
  y: number;
  anchor: "start" | "end";
  leader: { from: number; to: number };
};
export type PriceField = Omit<Distribution, "dots"> & { marks: FieldMark[] };

const GAP = 5;
/** Maximum lengths of names in letters. The shorter one is tried if the longer one does not fit. */
const LONGEST_NAMES = [28, 12];
/** Maximum number of names that share one leader. */
const NAMED_PER_COLUMN = 2;

type Span = { from: number; to: number };
type Placed = { lane: number; span: Span };

/**
 * Lays out each item as a dot as in layoutDistribution(), the most famous in a column on top. The most famous of all
 * have names above the dots, each next to a leader that meets no other name. A name that does not fit is left out.
 */
export function layoutField(items: readonly FieldItem[], options: FieldOptions): PriceField {
  const { width, fontSize, maxLanes, maxNames } = options;
  const sorted = [...items].sort((a, b) => a.value - b.value || a.fame - b.fame);
  const { dots, ...plot } = layoutDistribution(
    sorted.map(({ value }) => value),
    options,
  );

  const columns = new Map<number, { item: FieldItem; y: number }[]>();
  for (const [index, item] of sorted.entries()) {
    const dot = dots[index];
    if (dot) columns.set(dot.x, [...(columns.get(dot.x) ?? []), { item, y: dot.y }]);
  }
  const marks = [...columns].flatMap(([x, column]) => {
    const heights = column.map(({ y }) => y).sort((a, b) => b - a);
    return column
      .map(({ item }) => item)
      .sort((a, b) => a.fame - b.fame)
      .map((item, index) => ({ item, x, y: heights[index] ?? plot.axisY }));
  });

  const leaders: { x: number; lane: number }[] = [{ x: plot.median, lane: maxLanes }];
  const labels = new Map<FieldItem, Placed & { text: string; anchor: "start" | "end" }>();
  const named = new Map<number, number>();
  for (const { item, x } of [...marks].sort((a, b) => b.item.fame - a.item.fame || a.x - b.x)) {
    if (labels.size >= maxNames) break;
    if ((named.get(x) ?? 0) >= NAMED_PER_COLUMN) continue;
    const around = { width, maxLanes, leaders, placed: [...labels.values()] };
    for (const letters of LONGEST_NAMES) {
      const text = fitText(item.name, textWidth("x".repeat(letters), fontSize), fontSize);
      const place = placeFor(textWidth(text, fontSize), x, around);
      if (!place) continue;
      labels.set(item, { ...place, text });
      leaders.push({ x, lane: place.lane });
      named.set(x, (named.get(x) ?? 0) + 1);
      break;
    }
  }

  const laneHeight = fontSize + 5;
  const lanes = Math.max(0, ...[...labels.values()].map(({ lane }) => lane + 1));
  const shift = lanes * laneHeight;
  return {
    ...plot,
    height: round(plot.height + shift),
    axisY: round(plot.axisY + shift),
    marks: marks.map(({ item, x, y }) => {
      const label = labels.get(item);
      const baseline = label && round(LABEL_BASE + (lanes - label.lane) * laneHeight);
      return {
        id: item.id,
        x,
        y: round(y + shift),
        label:
          label && baseline
            ? {
                text: label.text,
                x: label.anchor === "start" ? round(label.span.from) : round(label.span.to),
                y: baseline,
                anchor: label.anchor,
                leader: { from: round(baseline - fontSize + 3), to: round(y + shift - plot.radius) },
              }
            : null,
      };
    }),
  };
}

/** Baseline of the row above all names, which has the median's label. */
const LABEL_BASE = 12;

function placeFor(
  wide: number,
  x: number,
  around: {
    width: number;
    maxLanes: number;
    leaders: readonly { x: number; lane: number }[];
    placed: readonly Placed[];
  },
): (Placed & { anchor: "start" | "end" }) | null {
  const { width, maxLanes, leaders, placed } = around;
  for (let lane = 0; lane < maxLanes; lane += 1) {
    const ownLeaderMeets = placed.some(
      (other) => other.lane <= lane && x > other.span.from - GAP && x < other.span.to + GAP,
    );
    if (ownLeaderMeets) return null;
    for (const anchor of ["start", "end"] as const) {
      const span = anchor === "start" ? { from: x + GAP, to: x + GAP + wide } : { from: x - GAP - wide, to: x - GAP };
      if (span.from < 0 || span.to > width) continue;
      const meets = (other: Span) => span.from - GAP < other.to && span.to + GAP > other.from;
      const free =
        placed.every((other) => other.lane !== lane || !meets(other.span)) &&
        leaders.every((leader) => leader.lane < lane || !meets({ from: leader.x, to: leader.x }));
      if (free) return { lane, span, anchor };
    }
  }
  return null;
}
