import type { PriceReading } from "@/lib/catalog/history";
import { extended } from "@/lib/extended";
import { dayNumber } from "@/lib/format/dates";
import type { PricePoint } from "@/lib/schemas/record";
import { type DayTick, dayTicks, fitText, niceTicks, place, round, textWidth } from "./scale";

/** Days without any observation after which a step is drawn dotted: 13 months. */
export const SILENT_DAYS = 396;

/** A line that ends before this share of the plot has its label at its end. */
const EARLY_SHARE = 0.97;

export type StepOptions = {
  width: number;
  plotHeight: number;
  fontSize: number;
  /** The day of the record; later steps are scheduled, not observed. */
  asOf: string;
  maxSeries?: number;
  tickCount?: number;
  /** Width of the tier names at the right. */
  labelWidth: number;
  seriesName: (key: string | null) => string;
  /** Every reading of these prices; if absent, only the points. */
  readings?: readonly PriceReading[] | undefined;
};

/** A day on which a reading showed the drawn price. */
export type StepCheck = { day: string; x: number };

export type StepPiece = { kind: "seen" | "silent" | "scheduled"; path: string };
export type StepMarker = { kind: "observed" | "effective" | "break"; x: number; y: number; day: string; price: number };
export type StepSeries = {
  id: string;
  name: string;
  pieces: StepPiece[];
  markers: StepMarker[];
  labelX: number;
  labelY: number;
};
export type StepPanel = {
  meter: string;
  currency: string | null;
  unit: string | null;
  width: number;
  height: number;
  plot: { left: number; right: number; top: number; bottom: number };
  xTicks: (DayTick & { x: number })[];
  yTicks: { y: number; value: number }[];
  series: StepSeries[];
  /** Oldest first, each day once. */
  checks: StepCheck[];
  /** Number of series that have points here but appear only in the table. */
  omitted: number;
};

/** `again`: a reading without a point of its own that shows the same price. */
type Dated = { day: number; label: string; price: number | null; effective: boolean; again?: true };
type Line = { id: string; name: string; points: Dated[]; checks: string[]; breakAfter: boolean; changes: number };

/**
 * Returns one panel for each meter, currency and unit with at least two dated prices in one series: prices in
 * different currencies or units never share an axis. A series that continues in another currency ends with a break
 * mark.
 */
export function layoutSteps(points: readonly PricePoint[], options: StepOptions): StepPanel[] {
  const groups = new Map<string, PricePoint[]>();
  for (const point of points) {
    const key = JSON.stringify([point.meter, point.currency, point.unit]);
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  const unpriced = points.filter((point) => point.price === null);
  return [...groups.values()]
    .filter((group) => group.some((point) => point.price))
    .sort((a, b) => rank(a) - rank(b) || b.length - a.length)
    .map((group) => panelOf(group, points, unpriced, options))
    .filter((panel) => panel !== null);
}

const FIRST_METERS = ["priceMonthly", "priceAnnual", "listPrice", "inputTokens", "outputTokens"];

function rank(group: readonly PricePoint[]): number {
  const meter = group[0]?.meter ?? "";
  if (meter.startsWith("hiddenCosts.")) return FIRST_METERS.length + 1;
  const index = FIRST_METERS.indexOf(meter);
  return index < 0 ? FIRST_METERS.length : index;
}

function panelOf(
  group: readonly PricePoint[],
  all: readonly PricePoint[],
  unpriced: readonly PricePoint[],
  options: StepOptions,
): StepPanel | null {
  const { meter, currency, unit } = group[0] as PricePoint;
  const readings = options.readings ?? all;
  const lines: Line[] = [];
  for (const tier of new Set(group.map((point) => point.tier))) {
    const priced = group.filter((point) => point.tier === tier && point.price !== null);
    if (priced.length === 0) continue;
    const gaps = unpriced.filter((point) => point.tier === tier && point.meter === meter);
    const dated = inOrder([...priced, ...gaps]);
    const own = readings.filter(
      (reading) =>
        reading.tier === tier && reading.meter === meter && reading.currency === currency && reading.unit === unit,
    );
    const checks = own.filter(({ price, observedAt }) => price !== null && price === priceOn(dated, observedAt));
    const lastPriced = Math.max(...priced.map(dayOf));
    const breakAfter = all.some(
      (point) =>
        point.tier === tier &&
        point.meter === meter &&
        point.price !== null &&
        point.currency !== currency &&
        dayOf(point) > lastPriced,
    );
    const prices = dated.flatMap(({ price }) => (price === null ? [] : [price]));
    const changes = prices.filter((price, index) => index > 0 && price !== prices[index - 1]).length;
    lines.push({
      id: tier ?? "",
      name: options.seriesName(tier),
      points: withChecks(dated, checks),
      checks: checks.map(({ observedAt }) => observedAt),
      breakAfter,
      changes,
    });
  }
  if (!lines.some((line) => new Set(line.points.filter((p) => p.price !== null).map((p) => p.day)).size > 1))
    return null;

  const maxSeries = options.maxSeries ?? 6;
  const drawn = [...lines]
    .sort(
      (a, b) =>
        b.changes - a.changes ||
        (b.points.at(-1)?.day ?? 0) - (a.points.at(-1)?.day ?? 0) ||
        b.points.length - a.points.length ||
        a.name.localeCompare(b.name),
    )
    .slice(0, maxSeries);
  const days = drawn.flatMap((line) => line.points.map((point) => point.day));
  const domainX = [Math.min(...days), Math.max(...days)] as const;
  const prices = drawn.flatMap((line) => line.points.flatMap(({ price }) => (price === null ? [] : [price])));
  const values = niceTicks(Math.max(...prices), options.tickCount ?? 4);
  const domainY = [0, values.at(-1) ?? 1] as const;

  const { width, fontSize, plotHeight, labelWidth } = options;
  const yLabel = Math.max(...values.map((value) => textWidth(String(value), fontSize))) + fontSize;
  const plot = {
    left: round(Math.min(yLabel + 12, width * 0.25)),
    right: round(width - labelWidth - 12),
    top: 10,
    bottom: plotHeight + 10,
  };
  const x = (day: number) => place(day, domainX, plot.left, plot.right);
  const y = (price: number) => place(price, domainY, plot.bottom, plot.top);
  const today = dayNumber(options.asOf);

  const lineEnds = drawn.map((line) => {
    const markers = markersOf(line, x, y);
    const last = line.points.findLast(({ price }) => price !== null);
    const end = last && { x: x(last.day), y: y(last.price ?? 0) };
    const early = end !== undefined && end.x < plot.left + (plot.right - plot.left) * EARLY_SHARE;
    return {
      id: line.id,
      name: line.name,
      pieces: piecesOf(line.points, x, y, today),
      markers,
      labelX: early ? round(end.x + 10) : plot.right + 10,
      labelY: end?.y ?? plot.bottom,
    };
  });
  const series = keepApart(
    spread(mergeLabels(lineEnds), fontSize + 3, plot).map((entry) => ({
      ...entry,
      name: fitText(entry.name, plot.right + 10 + labelWidth - entry.labelX, fontSize),
    })),
    fontSize,
    plot,
  );

  return {
    meter,
    currency,
    unit,
    width,
    height: plot.bottom + fontSize + 18,
    plot,
    xTicks: dayTicks(domainX[0], domainX[1], Math.max(2, Math.floor((plot.right - plot.left) / 96))).map((tick) =>
      extended(tick, { x: x(dayNumber(tick.day)) }),
    ),
    yTicks: values.map((value) => ({ y: y(value), value })),
    series,
    checks: [...new Set(drawn.flatMap(({ checks }) => checks))].sort().map((day) => ({ day, x: x(dayNumber(day)) })),
    omitted: lines.length - drawn.length,
  };
}

function dayOf(point: PricePoint): number {
  return dayNumber(point.effectiveFrom ?? point.observedAt);
}

function inOrder(points: readonly PricePoint[]): Dated[] {
  const byDay = new Map<number, Dated>();
  const ordered = [...points].sort((a, b) => a.observedAt.localeCompare(b.observedAt));
  for (const point of ordered) {
    const day = dayOf(point);
    const effective = point.effectiveFrom !== null;
    byDay.set(day, { day, label: point.effectiveFrom ?? point.observedAt, price: point.price, effective });
  }
  return [...byDay.values()].sort((a, b) => a.day - b.day);
}

/** Returns the price of a day according to the points. */
function priceOn(points: readonly Dated[], observedAt: string): number | null | undefined {
  const day = dayNumber(observedAt);
  return points.findLast((point) => point.day <= day)?.price;
}

function withChecks(points: readonly Dated[], checks: readonly PriceReading[]): Dated[] {
  const taken = new Set(points.map(({ day }) => day));
  const again = new Map<number, Dated>();
  for (const { observedAt, price } of checks) {
    const day = dayNumber(observedAt);
    if (!taken.has(day)) again.set(day, { day, label: observedAt, price, effective: false, again: true });
  }
  return [...points, ...again.values()].sort((a, b) => a.day - b.day);
}

function piecesOf(
  points: readonly Dated[],
  x: (day: number) => number,
  y: (price: number) => number,
  today: number,
): StepPiece[] {
  const pieces: (Omit<StepPiece, "path"> & { from: number; price: number; to: number; rise: string })[] = [];
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (point.price === null || !next) continue;
    const kind = next.day > today ? "scheduled" : next.day - point.day > SILENT_DAYS ? "silent" : "seen";
    const rise = next.price === null || next.price === point.price ? "" : `V${y(next.price)}`;
    const before = pieces.at(-1);
    if (before && before.kind === kind && before.to === point.day && before.rise === "") {
      before.to = next.day;
      before.rise = rise;
    } else pieces.push({ kind, from: point.day, price: point.price, to: next.day, rise });
  }
  return pieces.map(({ kind, from, price, to, rise }) => ({
    kind,
    path: `M${x(from)} ${y(price)}H${x(to)}${rise}`,
  }));
}

function markersOf(line: Line, x: (day: number) => number, y: (price: number) => number): StepMarker[] {
  const markers: StepMarker[] = line.points.flatMap((point, index) =>
    point.price === null || point.again || (!point.effective && line.points[index - 1]?.price === point.price)
      ? []
      : [
          {
            kind: point.effective ? "effective" : "observed",
            x: x(point.day),
            y: y(point.price),
            day: point.label,
            price: point.price,
          } as const,
        ],
  );
  const last = line.points.findLast(({ price }) => price !== null);
  if (!line.breakAfter || !last) return markers;
  const price = last.price ?? 0;
  return [...markers, { kind: "break", x: x(last.day), y: y(price), day: last.label, price }];
}

/** Merges the labels of series that end at one height. */
function mergeLabels(series: readonly StepSeries[]): StepSeries[] {
  const owners = new Map<string, StepSeries>();
  const out: StepSeries[] = [];
  for (const entry of series) {
    const place = `${entry.labelX} ${entry.labelY}`;
    const owner = owners.get(place);
    const copy = { ...entry };
    if (owner) {
      owner.name = `${owner.name}, ${entry.name}`;
      copy.name = "";
    } else {
      owners.set(place, copy);
    }
    out.push(copy);
  }
  return out;
}

/** Separates the labels at the right until they do not overlap. A line that ended earlier has its label at its end. */
function spread(series: readonly StepSeries[], gap: number, plot: StepPanel["plot"]): StepSeries[] {
  const { top, bottom } = plot;
  const named = series
    .filter((entry) => entry.name !== "" && entry.labelX > plot.right)
    .sort((a, b) => a.labelY - b.labelY);
  const step = named.length > 1 ? Math.min(gap, (bottom - top) / (named.length - 1)) : gap;
  const ys = named.map((entry) => entry.labelY);
  for (let i = 1; i < ys.length; i += 1) ys[i] = Math.max(ys[i] ?? 0, (ys[i - 1] ?? 0) + step);
  for (let i = ys.length - 1; i >= 0; i -= 1) {
    const limit = i === ys.length - 1 ? bottom : (ys[i + 1] ?? bottom) - step;
    ys[i] = Math.min(ys[i] ?? 0, limit);
  }
  const moved = new Map(named.map((entry, index) => [entry, round(Math.max(top, ys[index] ?? entry.labelY))]));
  return series.map((entry) => ({ ...entry, labelY: moved.get(entry) ?? entry.labelY }));
}

/**
 * Moves the label of a line that ended early up or down until it covers neither another label nor a marker. If there
 * is no free position, the line has no label: the table names it.
 */
function keepApart(series: readonly StepSeries[], fontSize: number, plot: StepPanel["plot"]): StepSeries[] {
  const height = fontSize + 1;
  const boxOf = (entry: StepSeries, labelY: number) => ({
    from: entry.labelX - 4,
    to: entry.labelX + textWidth(entry.name, fontSize),
    y: labelY,
  });
  const dots = series.flatMap(({ markers }) => markers.map(({ x, y }) => ({ from: x, to: x, y })));
  const taken = series.filter(({ name, labelX }) => name !== "" && labelX > plot.right).map((e) => boxOf(e, e.labelY));
  return series.map((entry) => {
    if (entry.name === "" || entry.labelX > plot.right) return entry;
    const free = [0, -1, 1, -2, 2, -3, 3]
      .map((step) => round(entry.labelY + step * height))
      .filter((labelY) => labelY >= plot.top && labelY <= plot.bottom)
      .find((labelY) => {
        const box = boxOf(entry, labelY);
        return [...taken, ...dots].every(
          (other) => other.to < box.from || other.from > box.to || Math.abs(other.y - labelY) >= height - 3,
        );
      });
    if (free === undefined) return { ...entry, name: "" };
    taken.push(boxOf(entry, free));
    return { ...entry, labelY: free };
  });
}
