import { fitText, niceTicks, place, round, textWidth } from "./scale";
import type { StripItem } from "./strip";

/** `href`: the link of the name. */
export type AlignedRow = { name: string; href?: string; items: readonly StripItem[] };
export type AlignedOptions = {
  width: number;
  fontSize: number;
  /** Width of the names at the left; 0 puts each name above its strip. */
  nameWidth: number;
  tickCount?: number;
  /** A value that must also be on the axis. */
  reach?: number | undefined;
};
export type AlignedMark = {
  x: number;
  value: number;
  text: string;
  lane: number;
  labelX: number;
  labelY: number;
};
export type AlignedStrip = {
  name: string;
  href?: string;
  nameX: number;
  nameY: number;
  axisY: number;
  marks: AlignedMark[];
  span: { from: number; to: number } | null;
};
export type Aligned = {
  width: number;
  height: number;
  left: number;
  right: number;
  bottom: number;
  ticks: { x: number; value: number }[];
  rows: AlignedStrip[];
  at: (value: number) => number;
};

const EDGE = 8;
const GAP = 6;
/** Maximum share of the width for the label at the right end. */
const MOST_ROOM = 0.4;

type Placed = { x: number; lane: number; text: string; value: number };

/**
 * Lays out several price strips below each other on one axis from 0. No label covers another label or a leader of its
 * row.
 */
export function layoutAligned(rows: readonly AlignedRow[], options: AlignedOptions): Aligned {
  const { width, fontSize, nameWidth, tickCount = 5 } = options;
  const laneHeight = fontSize + 5;
  const values = niceTicks(
    Math.max(options.reach ?? 0, ...rows.flatMap(({ items }) => items.map(({ value }) => value))),
    tickCount,
  );
  const domain = [0, values.at(-1) ?? 1] as const;
  const left = nameWidth + EDGE;
  const room = Math.max(0, ...rows.map(({ items }) => lastWidth(items, fontSize)));
  const right = width - Math.max(EDGE * 2, Math.min(room, (width - left) * MOST_ROOM));
  const at = (value: number) => place(value, domain, left, right);
  const strips: AlignedStrip[] = [];
  let y = 0;
  for (const { name, href, items } of rows) {
    const placed = placeLabels(items, at, { width, fontSize });
    const lanes = placed.reduce((most, { lane }) => Math.max(most, lane + 1), 0);
    const nameAbove = nameWidth === 0 ? fontSize + 8 : 0;
    const axisY = round(y + nameAbove + Math.max(lanes * laneHeight, laneHeight) + 10);
    strips.push({
      name,
      ...(href !== undefined && { href }),
      nameX: 0,
      nameY: nameWidth === 0 ? round(y + fontSize + 4) : round(axisY + fontSize * 0.35),
      axisY,
      marks: placed.map(({ x, lane, text, value }) => ({
        x,
        value,
        text,
        lane,
        labelX: round(x + GAP),
        labelY: round(axisY - 11 - lane * laneHeight),
      })),
      span: spanOf(placed),
    });
    y = axisY + 14;
  }
  const bottom = round(y - 4);
  return {
    width,
    height: round(bottom + fontSize + 10),
    left,
    right: at(domain[1]),
    bottom,
    ticks: values.map((value) => ({ x: at(value), value })),
    rows: strips,
    at,
  };
}

function lastWidth(items: readonly StripItem[], fontSize: number): number {
  const last = mergeEqual(items).at(-1);
  return last ? textWidth(textOf(last), fontSize) + 2 * GAP : 0;
}

/**
 * Places each label to the right of its leader, from right to left: no leader meets a label that was placed before
 * it.
 */
function placeLabels(
  items: readonly StripItem[],
  at: (value: number) => number,
  { width, fontSize }: { width: number; fontSize: number },
): Placed[] {
  const placed: Placed[] = [];
  for (const item of [...mergeEqual(items)].reverse()) {
    const x = at(item.value);
    const text = fitText(textOf(item), width - x - GAP, fontSize);
    const end = x + GAP + textWidth(text, fontSize) + GAP;
    let lane = 0;
    while (placed.some((other) => other.lane >= lane && other.x < end)) lane += 1;
    placed.push({ x, lane, text, value: item.value });
  }
  return placed.reverse();
}

function textOf({ label, figure }: StripItem): string {
  return `${label} ${figure}`.trim();
}

function spanOf(placed: readonly Placed[]): { from: number; to: number } | null {
  const [first] = placed;
  const last = placed.at(-1);
  return first && last && last.x > first.x ? { from: first.x, to: last.x } : null;
}

function mergeEqual(items: readonly StripItem[]): StripItem[] {
  const byValue = new Map<number, StripItem>();
  for (const item of items) {
    if (!Number.isFinite(item.value) || item.value < 0) continue;
    const same = byValue.get(item.value);
    byValue.set(item.value, same ? { ...same, label: `${same.label}, ${item.label}` } : item);
  }
  return [...byValue.values()].sort((a, b) => a.value - b.value);
}
