import { compareText, groupBy } from "./ledger";
import { unitBasis } from "./units";

export interface UnitReading {
  /** Null for a starting price and an extra cost. */
  tier: string | null;
  meter: string;
  price: number | null;
  currency: string | null;
  unit: string | null;
  observedAt: string;
}

type NameUnit = (reading: Pick<UnitReading, "tier" | "meter" | "currency" | "unit">) => string | null;

const PERIOD = /^(?:.+(\/month|, one-time)|(month)|(one-time))$/;

/**
 * Returns a function that gives each price of a tier the name of its unit, the same name for comparable prices. Two
 * units of a tier in one currency are comparable if one of these is true:
 * - They have one basis, see unitBasis().
 * - Two readings state the same price in them, each per month or each once. A unit that no reading names is comparable
 *   with one other unit at most.
 * - One of them occurs only with a price of 0, which is 0 in any unit, and the tier has no third unit.
 *
 * The name is the newest one that a reading states.
 */
export function unitNamer(readings: readonly UnitReading[]): NameUnit {
  const names = new Map<string, string>();
  const priced = readings.filter(({ unit, price }) => unit !== null && price !== null);
  for (const [key, own] of groupBy(priced, tierKey)) {
    if (new Set(own.map(unitOf)).size < 2) continue;
    for (const units of withUnitsOfZero(comparableUnits(own.filter(({ price }) => price !== 0)), own)) {
      if (units.size < 2) continue;
      const name = newestName(own.filter(({ unit }) => units.has(unit as string)));
      for (const unit of units) names.set(`${key}|${unit}`, name);
    }
  }
  return (reading) =>
    reading.unit === null ? null : (names.get(`${tierKey(reading)}|${reading.unit}`) ?? reading.unit);
}

function tierKey({ tier, meter, currency }: Pick<UnitReading, "tier" | "meter" | "currency">): string {
  return `${tier ?? `|${meter}`}|${currency}`;
}

function comparableUnits(readings: readonly UnitReading[]): Set<string>[] {
  const byBasis = groupBy(readings, basisOf);
  const groups = [...byBasis.keys()].map((basis) => new Set([basis]));
  const merge = (a: string, b: string) => {
    const [one, other] = [a, b].map((basis) => groups.find((group) => group.has(basis)));
    if (!one || !other || one === other) return;
    for (const basis of other) one.add(basis);
    groups.splice(groups.indexOf(other), 1);
  };
  const bases = [...byBasis.keys()].sort();
  const pairs = bases.flatMap((a, index) => bases.slice(index + 1).map((b) => [a, b] as const));
  const same = pairs.filter(([a, b]) => statesSamePrice(byBasis.get(a) ?? [], byBasis.get(b) ?? []));
  for (const [a, b] of same) if (!UNSTATED.has(a) && !UNSTATED.has(b)) merge(a, b);
  for (const unstated of UNSTATED) {
    const others = same.flatMap(([a, b]) => (a === unstated ? [b] : b === unstated ? [a] : []));
    const candidates = new Set(others.map((basis) => groups.find((group) => group.has(basis))));
    if (candidates.size === 1) merge(others[0] as string, unstated);
    else if (candidates.size === 0 && unstated === "month") merge("account/month", unstated);
  }
  return groups.map((bases) => new Set([...bases].flatMap((basis) => (byBasis.get(basis) ?? []).map(unitOf))));
}

function withUnitsOfZero(groups: Set<string>[], readings: readonly UnitReading[]): Set<string>[] {
  const periods = new Set(readings.map(periodOf));
  if (groups.length > 1 || periods.size > 1 || periods.has(null)) return groups;
  return [new Set(readings.map(unitOf))];
}

const UNSTATED = new Set(["month", "one-time"]);

/** Unlike unitBasis(), keeps an unstated unit apart from the account. */
function basisOf({ unit }: UnitReading): string {
  return unit === null || UNSTATED.has(unit) ? (unit ?? "") : (unitBasis(unit) ?? unit);
}

function unitOf({ unit }: UnitReading): string {
  return unit ?? "";
}

function statesSamePrice(these: readonly UnitReading[], those: readonly UnitReading[]): boolean {
  const period = periodOf(these[0]);
  if (period === null || period !== periodOf(those[0])) return false;
  return these.some(({ price }) => those.some((other) => other.price === price));
}

/** Returns whether a price is per month or paid once; null for a price of use. */
function periodOf(reading: UnitReading | undefined): "month" | "once" | null {
  const [match, ending, month] = PERIOD.exec(reading?.unit ?? "") ?? [];
  if (match === undefined) return null;
  return month !== undefined || ending === "/month" ? "month" : "once";
}

function newestName(readings: readonly UnitReading[]): string {
  const stated = readings.filter((reading) => !UNSTATED.has(unitOf(reading)));
  const [newest] = (stated.length > 0 ? stated : [...readings]).sort(
    (a, b) => compareText(b.observedAt, a.observedAt) || compareText(unitOf(a), unitOf(b)),
  );
  return newest ? unitOf(newest) : "";
}
