import { canonicalJson } from "@/lib/ids";
import type { Trust } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { daysBetween } from "./day";
import { compareText, groupBy } from "./ledger";
import { POLICY } from "./policy";
import { unitBasis } from "./units";

/** One price of a tier in one reading. */
export interface TierReading {
  /** Null for a starting price without a tier. */
  tier: string | null;
  meter: string;
  price: number | null;
  currency: string | null;
  unit: string | null;
  observedAt: Day;
  effectiveFrom: Day | null;
  voice: string;
  trust: Trust;
  /** The reading states only the yearly price; the monthly figure is a twelfth of it. */
  isTwelfth?: true;
}

type Priced = TierReading & { price: number };

/** `before`: the last reading of the former price. `after`: the first of the new one. */
export interface SourceStep<R> {
  before: R;
  after: R;
}

const OTHER_BILLING: Readonly<Record<string, string>> = { priceMonthly: "priceAnnual", priceAnnual: "priceMonthly" };

/**
 * Returns the steps of a price that no single source shows, because one source shows the price before and another the
 * price after. Both are dated readings of the vendor's page (kind A or B) that agree in tier, stated billing,
 * currency and unit. A step counts only if all of these are true:
 * - Every reading of the former price is older than every reading of the new one, and no later reading, of any kind
 *   and with or without a tier, shows the former price again.
 * - The two readings are more than POLICY.peerWindowDays apart: closer ones are a dispute.
 * - Neither price is more than POLICY.sourceStepRatio times the other.
 * - The two billing periods were not mixed up: the new price differs from the tier's earlier price with the other
 *   billing, and from the price with the other billing that a later reading shows together with a different price; and
 *   a price does not fall from the tier's current price with the other billing.
 * - The reading of the new price is not refuted for another tier.
 */
export function stepsBetweenSources<R extends TierReading>(readings: readonly R[]): SourceStep<R & Priced>[] {
  const priced = readings.filter((reading): reading is R & Priced => reading.price !== null && reading.price > 0);
  const series = groupBy(priced.filter(isComparable), seriesKey);
  const candidates = [...series.values()].flatMap((own) => neighbours(own).map((step) => ({ step, own })));
  const refuted = new Set(
    candidates
      .filter(({ step }) => isRefuted(step, priced) || isMixedUp(step, priced))
      .map(({ step }) => readingKey(step.after)),
  );
  return candidates
    .filter(({ step, own }) => isStep(step, own) && !refuted.has(readingKey(step.after)))
    .map(({ step }) => step);
}

function isComparable({ tier, meter, trust }: TierReading): boolean {
  return tier !== null && meter in OTHER_BILLING && trust !== "C";
}

function seriesKey({ tier, meter, currency, unit, isTwelfth }: TierReading): string {
  return [tier, meter, currency, unitBasis(unit), isTwelfth === true].join("|");
}

function readingKey({ voice, observedAt }: TierReading): string {
  return `${voice}|${observedAt}`;
}

/** Returns the last reading of each price, with the next reading of all. */
function neighbours<R extends Priced>(own: readonly R[]): SourceStep<R>[] {
  return [...groupBy(own, ({ price }) => String(price)).values()].flatMap((former) => {
    const before = inTime(former).at(-1) as R;
    const [after] = inTime(own.filter(({ observedAt }) => observedAt > before.observedAt));
    return after ? [{ before, after }] : [];
  });
}

function isStep<R extends Priced>({ before, after }: SourceStep<R>, own: readonly R[]): boolean {
  const ratio = after.price / before.price;
  const isLarge = ratio > POLICY.sourceStepRatio || ratio < 1 / POLICY.sourceStepRatio;
  if (isLarge || daysBetween(before.observedAt, after.observedAt) <= POLICY.peerWindowDays) return false;
  if (after.effectiveFrom !== null && after.effectiveFrom <= before.observedAt) return false;
  const former = own.filter(({ price }) => price === before.price);
  const since = own.filter(({ price }) => price === after.price);
  if (former.some((a) => since.some((b) => a.voice === b.voice || a.observedAt >= b.observedAt))) return false;
  const between = own.filter(({ observedAt }) => observedAt >= before.observedAt && observedAt <= after.observedAt);
  return between.every(({ price }) => price === before.price || price === after.price);
}

function isRefuted<R extends Priced>({ before, after }: SourceStep<R>, all: readonly R[]): boolean {
  return all.some(
    (reading) =>
      reading.observedAt >= after.observedAt &&
      reading.price === before.price &&
      isAlike(reading, before) &&
      (reading.tier === null || (reading.tier === before.tier && reading.meter !== OTHER_BILLING[before.meter])),
  );
}

function isMixedUp<R extends Priced>({ before, after }: SourceStep<R>, all: readonly R[]): boolean {
  const other = all.filter(
    (reading) =>
      reading.tier === before.tier && reading.meter === OTHER_BILLING[before.meter] && isAlike(reading, before),
  );
  const wasOther = other.some(({ price, observedAt }) => price === after.price && observedAt <= before.observedAt);
  const isOther = other.some(({ price, observedAt }) => price === before.price && observedAt >= after.observedAt);
  const costsOther = other.some(
    (reading) =>
      reading.price === after.price &&
      reading.observedAt >= after.observedAt &&
      all.some((own) => isBeside(own, reading) && own.meter === before.meter && own.price !== after.price),
  );
  return wasOther || costsOther || (after.price < before.price && isOther);
}

/** Returns true for two prices of one tier in one reading. */
function isBeside(a: TierReading, b: TierReading): boolean {
  return readingKey(a) === readingKey(b) && a.tier === b.tier && isAlike(a, b);
}

/** Returns true if two readings have comparable units. A source that names no unit may mean any. */
function isAlike(a: TierReading, b: TierReading): boolean {
  return a.currency === b.currency && (a.unit === "month" || unitBasis(a.unit) === unitBasis(b.unit));
}

function inTime<R extends TierReading>(readings: readonly R[]): R[] {
  return [...readings].sort(
    (a, b) =>
      compareText(a.observedAt, b.observedAt) ||
      compareText(a.trust, b.trust) ||
      compareText(a.voice, b.voice) ||
      (a.price ?? 0) - (b.price ?? 0) ||
      compareText(canonicalJson(a), canonicalJson(b)),
  );
}
