import { fitText, niceTicks, place, round, textWidth } from "./scale";

export type StripItem = { label: string; figure: string; value: number };
export type StripOptions = {
  width: number;
  fontSize: number;
  /** Highest value of the axis, if several strips share one. */
  max?: number;
  median?: number | null;
  tickCount?: number;
  /**
   * Maximum number of rows of labels above the axis. If more are needed, tiers between the lowest and the highest
   * have no label.
   */
  maxLanes?: number;
};
/** `text` is empty if the tier has no label. */
export type StripMark = { x: number; value: number; text: string; lane: number; labelX: number; labelY: number };
export type Strip = {
  width: number;
  height: number;
  axisY: number;
  left: number;
  right: number;
  ticks: { x: number; value: number }[];
  marks: StripMark[];
  median: { x: number; value: number } | null;
  /** The range between the lowest and the highest price. */
  span: { from: number; to: number } | null;
};

const EDGE = 8;
const GAP = 10;

/**
 * Lays out tiers on one axis from 0. Each label is to the right of its own leader, in the lowest lane in which it
 * meets neither another label nor another leader.
 */
export function layoutStrip(items: readonly StripItem[], options: StripOptions): Strip {
  const { width, fontSize, tickCount = 4, maxLanes = Number.POSITIVE_INFINITY } = options;
  const laneHeight = fontSize + 8;
  const merged = mergeEqual(items);
  const highest = Math.max(0, options.max ?? 0, options.median ?? 0, ...merged.map((item) => item.value));
  const values = niceTicks(highest, tickCount);
  const domain = [0, values.at(-1) ?? 1] as const;

  const last = merged.at(-1);
  const room = last ? Math.min(textWidth(textOf(last), fontSize) + GAP, width * 0.45) : EDGE;
  const left = EDGE;
  const right = round(Math.max(left + 1, width - Math.max(EDGE, room)));
  const at = (value: number) => place(value, domain, left, right);

  const unnamed = new Set<number>();
  let placed = placeLabels(merged, at, { width, fontSize, unnamed });
  const between = new Set(merged.slice(1, -1).map(({ value }) => value));
  while (placed.some(({ lane }) => lane >= maxLanes)) {
    const [top] = placed
      .filter(({ value }) => between.has(value) && !unnamed.has(value))
      .sort((one, other) => other.lane - one.lane);
    if (!top) break;
    unnamed.add(top.value);
    placed = placeLabels(merged, at, { width, fontSize, unnamed });
  }
  const lanes = placed.reduce((most, { lane, text }) => (text === "" ? most : Math.max(most, lane + 1)), 0);
  const axisY = round(lanes * laneHeight + 8);
  const height = round(axisY + fontSize + 16);
  const marks = placed
    .map(({ x, lane, text, value }) => ({
      x,
      value,
      text,
      lane,
      labelX: round(x + GAP / 2),
      labelY: round(axisY - 8 - lane * laneHeight - 4),
    }))
    .reverse();
  const first = marks[0];
  const final = marks.at(-1);
  return {
    width,
    height,
    axisY,
    left,
    right,
    ticks: values.map((value) => ({ x: at(value), value })),
    marks,
    median:
      options.median === null || options.median === undefined ? null : { x: at(options.median), value: options.median },
    span: first && final && final.x > first.x ? { from: first.x, to: final.x } : null,
  };
}

type Placed = { x: number; lane: number; text: string; value: number };

function placeLabels(
  items: readonly StripItem[],
  at: (value: number) => number,
  { width, fontSize, unnamed }: { width: number; fontSize: number; unnamed: ReadonlySet<number> },
): Placed[] {
  const placed: Placed[] = [];
  for (const item of [...items].reverse()) {
    const x = at(item.value);
    const text = unnamed.has(item.value) ? "" : fitItem(item, width - x - GAP / 2, fontSize);
    const end = x + GAP / 2 + textWidth(text, fontSize) + GAP;
    let lane = 0;
    if (text !== "") while (placed.some((other) => other.text !== "" && other.lane >= lane && other.x < end)) lane += 1;
    placed.push({ x, lane, text, value: item.value });
  }
  return placed;
}

function textOf(item: StripItem): string {
  return `${item.label} ${item.figure}`.trim();
}

/** Cuts a name that is too long, and never its price. */
function fitItem(item: StripItem, room: number, fontSize: number): string {
  const text = textOf(item);
  if (item.figure === "" || textWidth(text, fontSize) <= room) return fitText(text, room, fontSize);
  const name = fitText(item.label, room - textWidth(` ${item.figure}`, fontSize), fontSize);
  return `${name} ${item.figure}`.trim();
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

/** Returns the middle value; null for an empty list. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[middle - 1] ?? upper) + upper) / 2;
}
