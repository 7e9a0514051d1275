import { unitBasis } from "@/lib/catalog/units";
import { niceTicks, share } from "@/lib/chart/scale";
import type { PricingRecord } from "@/lib/schemas/record";
import { columnCents, formatMoney } from "./money";
import { axisTiers } from "./price";

/** The axis ends at this share of the rows' highest tiers: one dear tier does not press the rest together. */
const AXIS_SHARE = 0.8;
const TICKS = 4;

export type AlignedRow = {
  slug: string;
  name: string;
  category: string;
  self: boolean;
  from: string;
  to: string | null;
  /** Places on the axis in percent of its length. */
  dots: number[];
  span: { from: number; to: number } | null;
  /** A tier lies beyond the end of the axis. */
  beyond: boolean;
};

export type AlignedPrices = {
  currency: string;
  unit: string;
  ticks: { at: number; text: string }[];
  median: number | null;
  rows: AlignedRow[];
};

/** Products on one axis from 0, in the order given; those that are priced in another currency or unit are left out. */
export function alignedPrices(
  records: readonly PricingRecord[],
  { self, median }: { self: string; median: number | null },
): AlignedPrices | null {
  const [lead] = records;
  const { currency = null, unit = null } = lead?.priceRange ?? {};
  if (currency === null || unit === null) return null;
  const rows = records
    .filter(({ priceRange }) => priceRange.currency === currency && unitBasis(priceRange.unit) === unitBasis(unit))
    .map((record) => ({ record, values: axisTiers(record).map(({ value }) => value) }))
    .filter(({ values }) => values.some((value) => value > 0));
  if (rows.length === 0) return null;
  const highest = rows.map(({ values }) => Math.max(...values)).sort((a, b) => a - b);
  const end = highest[Math.ceil((highest.length - 1) * AXIS_SHARE)] ?? 0;
  const ticks = niceTicks(Math.max(end, median ?? 0), TICKS);
  const max = ticks.at(-1) ?? 1;
  const cents = columnCents(rows.flatMap(({ values }) => [Math.min(...values.filter(Boolean)), Math.max(...values)]));
  return {
    currency,
    unit,
    ticks: ticks.map((value) => ({ at: share(value, max), text: formatMoney(value, currency) })),
    median: median === null ? null : share(median, max),
    rows: rows.map(({ record, values }) => {
      const within = [...new Set(values.filter((value) => value <= max))].sort((a, b) => a - b);
      const beyond = values.some((value) => value > max);
      const [first] = within;
      const last = beyond ? max : within.at(-1);
      const paid = values.filter((value) => value > 0);
      const [low, high] = [Math.min(...paid), Math.max(...paid)];
      return {
        slug: record.slug,
        name: record.name,
        category: record.category.slug,
        self: record.slug === self,
        from: formatMoney(low, currency, { cents }),
        to: high > low ? formatMoney(high, currency, { cents }) : null,
        dots: within.map((value) => share(value, max)),
        span:
          first !== undefined && last !== undefined && last > first
            ? { from: share(first, max), to: share(last, max) }
            : null,
        beyond,
      };
    }),
  };
}
