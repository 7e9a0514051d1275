import { Decimal } from "decimal.js";
import { decimal } from "@/lib/catalog/money";

/**
 * Cost along one quantity. Between two neighbouring `breaks` it is a straight line; at a break it may jump, and the
 * value at the break itself belongs to the piece before it. Null: on that piece the cost is unknown or the model is not
 * available.
 */
export interface Curve {
  id: string;
  breaks: readonly number[];
  cost(x: number): Decimal | null;
}

/** From `from`, exclusive, to `to`, inclusive. */
export interface Stretch {
  from: number;
  to: number;
  /** All curves with the lowest cost; empty if no cost is known. */
  cheapest: string[];
}

export interface Crossing {
  at: number;
  before: string[];
  after: string[];
  /** A cost jumps here: a price tier by length of the prompt, or the end of a context window. */
  jump: boolean;
  /** The cost of the cheapest curve before the crossing or, if there is no such curve, of the cheapest after it. */
  cost: number | null;
}

interface Line {
  id: string;
  slope: Decimal;
  start: Decimal;
}

/** Returns the cheapest curves on each stretch of the domain. */
export function cheapestAlong(curves: readonly Curve[], domain: readonly [number, number]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [from, to] of piecesOf(curves, domain)) {
    const lines = curves.flatMap((curve) => lineOf(curve, from, to) ?? []);
    const cuts = [from, ...meetings(lines, from, to), to];
    for (let index = 1; index < cuts.length; index += 1) {
      const [left, right] = [cuts[index - 1] as number, cuts[index] as number];
      const cheapest = lowest(lines, decimal(left).plus(right).div(2));
      const last = stretches.at(-1);
      if (last && last.cheapest.join("\n") === cheapest.join("\n")) last.to = right;
      else stretches.push({ from: left, to: right, cheapest });
    }
  }
  return stretches;
}

/** Returns the points at which the cheapest curve changes. */
export function crossings(curves: readonly Curve[], domain: readonly [number, number]): Crossing[] {
  const stretches = cheapestAlong(curves, domain);
  return stretches.slice(1).map(({ from, cheapest }, index) => {
    const before = stretches[index]?.cheapest ?? [];
    const shown = curves.find(({ id }) => id === (before[0] ?? cheapest[0]));
    return {
      at: from,
      before,
      after: cheapest,
      jump: curves.some((curve) => curve.breaks.includes(from)),
      cost: shown ? costNear(shown, from, domain, before.length > 0) : null,
    };
  });
}

/** Returns the value at a point, from the piece that ends there or from the one that begins there. */
function costNear(curve: Curve, at: number, domain: readonly [number, number], fromLeft: boolean): number | null {
  const piece = piecesOf([curve], domain).find(([from, to]) =>
    fromLeft ? from < at && at <= to : from <= at && at < to,
  );
  const line = piece && lineOf(curve, ...piece);
  return line ? valueAt(line, decimal(at)).toNumber() : null;
}

/**
 * Returns points between which the curve is a straight line, for drawing. A new list begins after a jump or an unknown
 * value.
 */
export function polylines(curve: Curve, domain: readonly [number, number]): { x: number; y: number }[][] {
  const parts: { x: number; y: number }[][] = [];
  for (const [from, to] of piecesOf([curve], domain)) {
    const line = lineOf(curve, from, to);
    if (!line) continue;
    const [start, end] = [from, to].map((x) => ({ x, y: valueAt(line, decimal(x)).toNumber() }));
    if (!start || !end) continue;
    const last = parts.at(-1);
    const joint = last?.at(-1);
    if (last && joint && joint.x === from && Math.abs(joint.y - start.y) <= 1e-9 * Math.max(1, Math.abs(joint.y))) {
      last.push(end);
    } else parts.push([start, end]);
  }
  return parts;
}

function piecesOf(curves: readonly Curve[], [from, to]: readonly [number, number]): [number, number][] {
  const inner = curves.flatMap(({ breaks }) => breaks.filter((at) => at > from && at < to));
  const cuts = [from, ...[...new Set(inner)].sort((a, b) => a - b), to];
  return cuts.slice(1).map((end, index) => [cuts[index] as number, end]);
}

/** Returns the line of a piece, from two points inside it: its ends may belong to its neighbours. */
function lineOf(curve: Curve, from: number, to: number): Line | null {
  const [a, b] = [from + (to - from) / 4, from + (3 * (to - from)) / 4];
  const [low, high] = [curve.cost(a), curve.cost(b)];
  if (low === null || high === null) return null;
  const slope = high.minus(low).div(decimal(b).minus(a));
  return { id: curve.id, slope, start: low.minus(slope.times(a)) };
}

function valueAt({ slope, start }: Line, x: Decimal): Decimal {
  return start.plus(slope.times(x));
}

function meetings(lines: readonly Line[], from: number, to: number): number[] {
  const found = new Set<number>();
  for (const [index, a] of lines.entries()) {
    for (const b of lines.slice(index + 1)) {
      if (a.slope.eq(b.slope)) continue;
      const at = b.start.minus(a.start).div(a.slope.minus(b.slope)).toNumber();
      if (at > from && at < to) found.add(at);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Relative difference below which two costs count as equal: a line has limited precision. */
const ALIKE = new Decimal("1e-20");

function lowest(lines: readonly Line[], x: Decimal): string[] {
  const costs = lines.map((line) => ({ id: line.id, cost: valueAt(line, x) }));
  const least = costs.reduce<Decimal | null>((held, { cost }) => (held?.lte(cost) ? held : cost), null);
  if (least === null) return [];
  const limit = least.plus(least.abs().times(ALIKE));
  return costs.filter(({ cost }) => cost.lte(limit)).map(({ id }) => id);
}
