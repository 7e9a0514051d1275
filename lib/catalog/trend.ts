import type { Decimal } from "decimal.js";
import type { Trend } from "@/lib/schemas/history";
import type { Day } from "@/lib/schemas/primitives";
import type { Evidence, PriceChange, PricePoint, Tier } from "@/lib/schemas/record";
import { addDays, daysBetween } from "./day";
import { compareText, groupBy } from "./ledger";
import { decimal } from "./money";
import { headlinePrice } from "./plans";
import { POLICY } from "./policy";

export const TREND_RULE =
  "Growth of one tier's list price over the longest record of one source, in its latest currency and unit; a change between two sources joins theirs. Corrections and other differences are not price changes. Default: the cheapest paid tier with at least two readings; for a usage product, name a model. Yearly growth needs at least a year of readings.";

export const STABILITY_RULE =
  "1 / (1 + price changes per year): the days on which at least one list price changed, divided by the years from the first to the last dated price. 1 if no price changed; null with less than a year of dated prices.";

const DAYS_PER_YEAR = 365.25;

export interface TrendFacts {
  points: readonly PricePoint[];
  changes: readonly PriceChange[];
  evidence: readonly Pick<Evidence, "id" | "source">[];
  tiers: readonly Tier[];
}

/** Returns the day that a price counts from: the vendor's date if stated, otherwise the day of the reading. */
export function dayOf({ effectiveFrom, observedAt }: Pick<PricePoint, "effectiveFrom" | "observedAt">): Day {
  return effectiveFrom ?? observedAt;
}

/** See TREND_RULE. */
export function trendOf(facts: TrendFacts, tier?: string): Trend {
  const candidates = tier === undefined ? paidTiersByPrice(facts.tiers) : [tier];
  for (const candidate of candidates) {
    const trend = trendOfTier(facts, candidate);
    if (trend) return trend;
  }
  const tierShown = tier ?? candidates[0] ?? null;
  return {
    direction: "insufficient",
    changePercent: null,
    cagr: null,
    since: null,
    until: null,
    tier: tierShown,
    meter: null,
    currency: null,
    rule: TREND_RULE,
  };
}

function paidTiersByPrice(tiers: readonly Tier[]): string[] {
  return tiers
    .flatMap((tier) => {
      const price = headlinePrice(tier);
      return price !== null && price > 0 ? [{ id: tier.id, price }] : [];
    })
    .sort((a, b) => a.price - b.price || compareText(a.id, b.id))
    .map(({ id }) => id);
}

const METERS = ["priceMonthly", "listPrice", "priceAnnual", "inputTokens", "outputTokens"];

function trendOfTier({ points, changes, evidence }: TrendFacts, tier: string): Trend | null {
  const sourceOf = new Map(evidence.map(({ id, source }) => [id, source]));
  const own = points.filter((point) => point.tier === tier && point.price !== null && point.price > 0);
  const watched = [...groupBy(own, ({ meter }) => meter).values()].flatMap((series) => {
    const joins = changes.filter(
      (change) => change.dateRange?.sources === 2 && change.tier === tier && change.field === series[0]?.meter,
    );
    const sources = new Set(series.flatMap((point) => point.evidence.map((id) => sourceOf.get(id) ?? id)));
    return [...sources].sort().flatMap((source) => {
      const seen = series
        .filter((point) => point.evidence.some((id) => (sourceOf.get(id) ?? id) === source))
        .sort((a, b) => compareText(dayOf(a), dayOf(b)) || compareText(a.observedAt, b.observedAt));
      const newest = seen.at(-1);
      const inUnit = seen.filter(({ currency, unit }) => currency === newest?.currency && unit === newest?.unit);
      const alike = joined(inUnit, series, joins);
      const [first, last] = [alike[0], alike.at(-1)];
      if (!first || !last || dayOf(first) === dayOf(last)) return [];
      return [{ series: alike, first, last, days: daysBetween(dayOf(first), dayOf(last)) }];
    });
  });
  const [longest] = watched.sort((a, b) => b.days - a.days || rankOf(a.first.meter) - rankOf(b.first.meter));
  if (!longest) return null;
  const { series, first, last, days } = longest;
  const growth = growthOf(series, changes);
  const percent = (factor: Decimal) => factor.minus(1).times(100).toDecimalPlaces(1).toNumber();
  return {
    direction: growth.gt(1) ? "up" : growth.lt(1) ? "down" : "flat",
    changePercent: percent(growth),
    cagr: days >= 365 ? percent(growth.pow(DAYS_PER_YEAR / days)) : null,
    since: dayOf(first),
    until: dayOf(last),
    tier,
    meter: first.meter,
    currency: first.currency,
    rule: TREND_RULE,
  };
}

/** Joins one source's readings with those of other sources before and after the changes between sources. */
function joined(own: readonly PricePoint[], all: readonly PricePoint[], joins: readonly PriceChange[]): PricePoint[] {
  const chain = [...own];
  for (const { before, after, currency, dateRange } of joins) {
    const [first, last] = [chain[0], chain.at(-1)];
    if (!first || !last || !dateRange || first.currency !== currency) continue;
    const { from, to } = dateRange;
    if (last.price === before && last.observedAt <= from) {
      chain.push(...all.filter((point) => point.price === after && point.observedAt >= to));
    } else if (first.price === after && first.observedAt >= to) {
      chain.unshift(...all.filter((point) => point.price === before && point.observedAt <= from));
    }
  }
  return chain;
}

function rankOf(meter: string): number {
  const index = METERS.indexOf(meter);
  return index === -1 ? METERS.length : index;
}

/** Returns the product of the steps that count as moves. */
function growthOf(series: readonly PricePoint[], changes: readonly PriceChange[]): Decimal {
  return series.slice(1).reduce((growth, point, index) => {
    const before = series[index]?.price ?? null;
    if (before === null || point.price === null || before === point.price) return growth;
    const moved = changes.some(
      (change) =>
        change.class === "move" &&
        change.tier === point.tier &&
        change.field === point.meter &&
        change.before === before &&
        change.after === point.price,
    );
    return moved ? growth.times(point.price).div(before) : growth;
  }, decimal(1));
}

/** Returns the days on which at least one list price moved, from the day after `from` to `to`. */
export function repricingDays(changes: readonly PriceChange[], from: Day, to: Day): Day[] {
  // A change without a tier is a change of a premium between tiers, not of a list price.
  const days = changes.filter((change) => change.class === "move" && change.tier !== null).map(dayOf);
  return [...new Set(days)].filter((day) => day > from && day <= to).sort();
}

/** See STABILITY_RULE. */
export function stabilityOf(points: readonly PricePoint[], changes: readonly PriceChange[]): number | null {
  const days = points.map(dayOf).sort();
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined || daysBetween(first, last) < 365) return null;
  const years = decimal(daysBetween(first, last)).div(DAYS_PER_YEAR);
  const moves = repricingDays(changes, first, last).length;
  return decimal(1).div(decimal(moves).div(years).plus(1)).toDecimalPlaces(2).toNumber();
}

/** Returns the moves in the POLICY.stabilityWindowDays before `asOf`; null if no price has a date before its start. */
export function recentRepricings(
  points: readonly PricePoint[],
  changes: readonly PriceChange[],
  asOf: Day,
): number | null {
  const start = addDays(asOf, -POLICY.stabilityWindowDays);
  const days = points.filter(({ price }) => price !== null).map(dayOf);
  if (!days.some((day) => day <= start) || !days.some((day) => day > start)) return null;
  return repricingDays(changes, start, asOf).length;
}
