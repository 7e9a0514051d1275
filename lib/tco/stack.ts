import { decimal, roundMoney } from "@/lib/catalog/money";
import type { TcoRange } from "@/lib/schemas/tco";
import { sourcedShareOf, type TcoResult } from "./engine";

export interface StackEntry {
  seats: number | null;
  result: TcoResult;
}

export interface StackTotals {
  currency: string | null;
  yearOne: number | null;
  total: number | null;
  perSeatMonthly: number | null;
  range: TcoRange;
  sourcedShare: number | null;
  subtotals: { currency: string; items: number; yearOne: number | null; total: number | null }[];
  /** The sum of the products with a known cost, if the cost of another is unknown. */
  partial: { items: number; yearOne: number; total: number } | null;
  /** Names the currencies if there are several. */
  mixed: string | null;
}

/**
 * Sums the items' own figures, so that a stack costs exactly the sum of its items. A sum is null if a figure is unknown
 * or currencies differ; `subtotals` has the sum for each currency.
 */
export function stackTotals(entries: readonly StackEntry[]): StackTotals {
  const results = entries.map(({ result }) => result);
  const currencies = [...new Set(results.flatMap(({ currency }) => currency ?? []))].sort();
  const one = currencies.length === 1;
  const add = (figure: (result: TcoResult) => number | null) => (one ? sum(results.map(figure)) : null);
  const sameSeats = new Set(entries.map(({ seats }) => seats)).size === 1;
  const total = add((result) => result.total);
  return {
    currency: one ? (currencies[0] ?? null) : null,
    yearOne: add((result) => result.yearOne),
    total,
    perSeatMonthly: sameSeats ? add((result) => result.perSeatMonthly) : null,
    range: {
      low: add((result) => result.range.low),
      base: total,
      high: add((result) => result.range.high),
    },
    sourcedShare: total === null ? null : sourcedShareOf(results.flatMap(({ lines }) => lines)),
    subtotals: currencies.map((currency) => {
      const own = results.filter((result) => result.currency === currency);
      return {
        currency,
        items: own.length,
        yearOne: sum(own.map(({ yearOne }) => yearOne)),
        total: sum(own.map((result) => result.total)),
      };
    }),
    partial: one && total === null ? partialOf(results) : null,
    mixed: currencies.length > 1 ? currencies.join(", ") : null,
  };
}

function partialOf(results: readonly TcoResult[]): StackTotals["partial"] {
  const known = results.filter((result) => result.total !== null && result.yearOne !== null);
  const [yearOne, total] = [sum(known.map((result) => result.yearOne)), sum(known.map((result) => result.total))];
  if (known.length === 0 || yearOne === null || total === null) return null;
  return { items: known.length, yearOne, total };
}

function sum(figures: readonly (number | null)[]): number | null {
  if (figures.length === 1) return figures[0] ?? null;
  let total = decimal(0);
  for (const figure of figures) {
    if (figure === null) return null;
    total = total.plus(figure);
  }
  return roundMoney(total);
}
