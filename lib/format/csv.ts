import Decimal from "decimal.js";

export type Cell = string | number | boolean | null;

/** Matches characters that may need quoting; most cells have no such character. */
const SPECIAL = /[",\r\n\t =+\-@]/;
/** Matches text that a spreadsheet would interpret as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]|^ | $/;

/**
 * Returns one line of RFC 4180 with its line end. Null is an empty cell; text that looks like a formula gets an
 * apostrophe before it.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return plainNumber(cell);
  if (typeof cell === "boolean") return String(cell);
  if (!SPECIAL.test(cell)) return cell;
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes a number without an exponent: 0.0000001, not 1e-7. */
function plainNumber(value: number): string {
  const text = String(value);
  return text.includes("e") ? new Decimal(value).toFixed() : text;
}
