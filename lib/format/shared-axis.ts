import { isSeatUnit, unitBasis } from "@/lib/catalog/units";
import type { PricingRecord } from "@/lib/schemas/record";
import { axisTiers } from "./price";
import { unitWords } from "./words";

type OnAxis = { record: PricingRecord; tiers: ReturnType<typeof axisTiers> };
export type SharedAxis = { currency: string; unit: string; on: OnAxis[]; off: PricingRecord[] };

/**
 * Returns the axis for most of the products: one currency, and one unit, with all names for people as one unit.
 * Returns null if no two products share an axis.
 */
export function sharedAxis(records: readonly PricingRecord[]): SharedAxis | null {
  const placed = records.map((record) => {
    const { currency = null, unit = null } = record.priceRange ?? {};
    const tiers = axisTiers(record);
    const isPriced = tiers.some(({ value }) => value > 0);
    return {
      record,
      tiers,
      currency,
      unit,
      key: isPriced && currency && unit ? `${currency} ${unitBasis(unit)}` : null,
    };
  });
  const count = (key: string) => placed.filter((entry) => entry.key === key).length;
  const best = placed.reduce<string | null>((held, { key }) => {
    if (key === null) return held;
    return held === null || count(key) > count(held) ? key : held;
  }, null);
  const first = placed.find(({ key }) => key !== null && key === best);
  if (best === null || count(best) < 2 || !first?.currency || !first.unit) return null;
  return {
    currency: first.currency,
    unit: first.unit,
    on: placed.filter(({ key }) => key === best).map(({ record, tiers }) => ({ record, tiers })),
    off: placed.filter(({ key }) => key !== best).map(({ record }) => record),
  };
}

/** Returns the unit of the axis in words. Several names for people become "person". */
export function axisUnitWords({ on, unit }: Pick<SharedAxis, "on" | "unit">): string {
  const units = new Set(on.map(({ record }) => record.priceRange.unit));
  const words = units.size > 1 && isSeatUnit(unit) ? unitWords(unit.replace(/^[^/]+/, "person")) : unitWords(unit);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
