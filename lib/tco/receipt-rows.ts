import type { Decimal } from "decimal.js";
import { decimal, roundMoney } from "@/lib/catalog/money";
import type { TcoAnswer, TcoItemAnswer, TcoLine } from "@/lib/schemas/tco";

export interface ReceiptRow {
  item: number;
  label: string;
  kind: TcoLine["kind"];
  quantity: number;
  unitPrice: number | null;
  unit: string | null;
  /** Sum over all its years. */
  amount: number;
  /** First and last year; null for a one-time payment. */
  years: { from: number; to: number } | null;
  basis: TcoLine["basis"];
  evidence: readonly string[];
}

type Line = TcoAnswer["lines"][number];

const YEAR = /, year \d+$/;

/** Groups lines as on an invoice: years with the same cost are one row. */
export function receiptRows(lines: readonly Line[]): ReceiptRow[] {
  const rows: (ReceiptRow & { exact: Decimal; each: number })[] = [];
  for (const { label, year, period: _period, slug: _slug, ...line } of lines) {
    const name = label.replace(YEAR, "");
    const before = rows.find(
      (row) =>
        row.item === line.item &&
        row.label === name &&
        row.kind === line.kind &&
        row.years !== null &&
        row.years.to + 1 === year &&
        row.each === line.amount &&
        row.unitPrice === line.unitPrice &&
        row.quantity === line.quantity &&
        row.basis === line.basis,
    );
    if (before?.years && year !== null) {
      before.years.to = year;
      before.exact = before.exact.plus(line.amount);
      before.amount = roundMoney(before.exact);
    } else {
      const years = year === null ? null : { from: year, to: year };
      rows.push({ ...line, label: name, years, exact: decimal(line.amount), each: line.amount });
    }
  }
  return rows.map(({ exact: _exact, each: _each, ...row }) => row);
}

export interface CurrencyYears {
  currency: string;
  /** Number of items priced in this currency. */
  items: number;
  /** By year; a one-time payment counts in the first. Null if an item has an unknown. */
  years: (number | null)[];
  total: number | null;
  range: { low: number | null; high: number | null };
  /** The sum of the lines with a price, for the case that the total is unknown. */
  known: number;
}

interface Priced {
  items: readonly Pick<TcoItemAnswer, "currency" | "total" | "range" | "termYears">[];
  lines: readonly Line[];
}

/** Returns the amounts due in each year, separately for each currency: currencies are never added. */
export function yearByYear({ items, lines }: Priced): CurrencyYears[] {
  const currencies = [...new Set(items.flatMap(({ currency }) => currency ?? []))].sort();
  return currencies.map((currency) => {
    const own = items.flatMap((item, index) => (item.currency === currency ? [{ item, index }] : []));
    const complete = own.every(({ item }) => item.total !== null);
    const ownLines = lines.filter((line) => own.some(({ index }) => index === line.item));
    const term = Math.max(...own.map(({ item }) => item.termYears));
    const due = (year: number) => sum(ownLines.filter((line) => (line.year ?? 1) === year).map(({ amount }) => amount));
    const figures = (pick: (item: Priced["items"][number]) => number | null) => {
      const values = own.map(({ item }) => pick(item));
      return values.some((value) => value === null) ? null : sum(values.filter((value) => value !== null));
    };
    return {
      currency,
      items: own.length,
      years: Array.from({ length: term }, (_, index) => (complete ? due(index + 1) : null)),
      total: figures(({ total }) => total),
      range: { low: figures(({ range }) => range.low), high: figures(({ range }) => range.high) },
      known: sum(ownLines.map(({ amount }) => amount)),
    };
  });
}

function sum(amounts: readonly number[]): number {
  return roundMoney(amounts.reduce((total, amount) => total.plus(amount), decimal(0)));
}
