import type { Observation } from "@/lib/schemas/observation";
import { compareText } from "./ledger";

/** Sorts the lines of db/catalog/observations: by product, day and kind of fact, then by the line itself. */
export function sortObservations<T extends Observation>(rows: readonly T[]): T[] {
  return rows
    .map((row) => ({ row, line: JSON.stringify(row) }))
    .sort(
      (a, b) =>
        compareText(a.row.product, b.row.product) ||
        compareText(a.row.observedAt, b.row.observedAt) ||
        compareText(a.row.fact.kind, b.row.fact.kind) ||
        compareText(a.line, b.line),
    )
    .map(({ row }) => row);
}

/** Writes one JSON value per line. */
export function toNdjson(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

export function fromNdjson(text: string): unknown[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
}
