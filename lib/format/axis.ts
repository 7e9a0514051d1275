import { niceTicks } from "@/lib/chart/scale";
import type { PricingRecord } from "@/lib/schemas/record";
import { axisTiers, type Starting, startingPrice } from "./price";

export type CommonAxis = { currency: string; unit: string; max: number; count: number };

/** A list shorter than this is drawn up to its highest tier. */
const FEW = 10;

function keyOf({ currency, unit }: Starting): string | null {
  return currency === null || unit === null ? null : `${currency} ${unit}`;
}

/**
 * The axis on which most products of a list can stand: the commonest currency and unit. It ends at the ninth decile of
 * the highest tiers, so that one expensive tier of a long list does not press the rest together.
 */
export function commonAxis(records: readonly PricingRecord[]): CommonAxis | null {
  const groups = new Map<string, { start: Starting; records: PricingRecord[] }>();
  for (const record of records) {
    const start = startingPrice(record);
    const key = keyOf(start);
    if (key === null || !start.amount) continue;
    const group = groups.get(key) ?? { start, records: [] };
    group.records.push(record);
    groups.set(key, group);
  }
  const [commonest] = [...groups.values()].sort((a, b) => b.records.length - a.records.length);
  if (!commonest?.start.currency || !commonest.start.unit || commonest.records.length < 2) return null;
  const highest = commonest.records
    .map((record) => Math.max(0, ...axisTiers(record).map(({ value }) => value)))
    .sort((a, b) => a - b);
  const decile = highest[highest.length < FEW ? highest.length - 1 : Math.floor((highest.length - 1) * 0.9)] ?? 0;
  const { currency, unit } = commonest.start;
  return { currency, unit, max: niceTicks(decile, 4).at(-1) ?? 1, count: commonest.records.length };
}

/** Products on the axis by price, then the other priced ones, then those without a price; each by name. */
export function inPriceOrder(records: readonly PricingRecord[], axis: CommonAxis | null): PricingRecord[] {
  const rank = (start: Starting) => {
    if (!start.known) return 2;
    return axis && start.currency === axis.currency && start.unit === axis.unit ? 0 : 1;
  };
  return records
    .map((record) => ({ record, start: startingPrice(record) }))
    .sort((a, b) => {
      const byRank = rank(a.start) - rank(b.start);
      if (byRank !== 0) return byRank;
      const byPrice = rank(a.start) === 0 ? (a.start.amount ?? 0) - (b.start.amount ?? 0) : 0;
      return byPrice || a.record.name.localeCompare(b.record.name, "en");
    })
    .map(({ record }) => record);
}
