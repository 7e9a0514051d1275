import { compareText } from "@/lib/catalog/ledger";
import { formatDay } from "@/lib/format/dates";
import { formatMoney } from "@/lib/format/money";
import { confidencePhrase, confidenceText } from "@/lib/format/price";
import type { Evidence, PricingAnswer } from "@/lib/schemas/record";

/** Returns the lines of a text, without the empty ones. */
export function text(...lines: readonly (string | null | undefined | false)[]): string {
  return lines.filter((line) => typeof line === "string" && line !== "").join("\n");
}

export function money(amount: number | null | undefined, currency: string | null | undefined): string {
  return amount === null || amount === undefined ? "unknown" : formatMoney(amount, currency ?? null);
}

const UNRATED = "no price, so no confidence score";

type Seen = Pick<PricingAnswer["verification"], "observedAt" | "verifiedAt" | "status" | "confidence">;

/** "Checked 21 Aug 2026, not yet verified by us; confidence 0.78, high." */
export function seenLine(seen: Seen): string {
  return `Checked ${formatDay(seen.observedAt)}, ${stateOf(seen)}; ${seen.confidence === null ? UNRATED : `confidence ${confidenceText(seen)}`}.`;
}

/** "As of 22 Aug 2026: not yet verified by us; confidence 0.78." */
export function standingLine({ asOf, verification }: Pick<PricingAnswer, "asOf" | "verification">): string {
  return `As of ${formatDay(asOf)}: ${stateOf(verification)}; ${verification.confidence === null ? UNRATED : confidencePhrase(verification)}.`;
}

function stateOf({ verifiedAt, status }: Pick<Seen, "verifiedAt" | "status">): string {
  return {
    verified: verifiedAt ? `verified ${formatDay(verifiedAt)}` : "verified",
    imported: "not yet verified by us",
    stale: "old, not verified again in time",
    disputed: "sources disagree",
  }[status];
}

export function citeLine(...pages: readonly string[]): string {
  return `Cite: ${[...new Set(pages)].join(" ")}`;
}

/** Returns how to get the next page; null on the last page. */
export function nextLine(next: string | null, what: string): string | null {
  return next === null ? null : `More ${what}: repeat this call with cursor: ${next}`;
}

/** Column headings of pointCells(). */
export const POINT_COLUMNS = ["date", "tier", "price type", "price"];

/** Returns a table with one line for each row. A bar in a cell is replaced, so that it does not end the cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  return [head, ...rows].map((cells) => cells.map((cell) => cell.replace(/\s*[|\n]\s*/g, " / ")).join(" | "));
}

/** Maximum sources that a text names for one figure: the newest. The data has all. */
const SOURCES_OF_A_FIGURE = 3;

/**
 * Numbers the evidence of a response: each figure has the numbers of its sources, and a list at the end explains them.
 */
export class Sources {
  readonly #known: ReadonlyMap<string, { entry: Evidence; number: number }>;
  readonly #cited = new Set<number>();

  constructor(evidence: readonly Evidence[] = []) {
    this.#known = new Map(evidence.map((entry, index) => [entry.id, { entry, number: index + 1 }]));
  }

  /** Returns " [1, 4]", or "" if the response does not contain the evidence. */
  mark(ids: readonly string[] | undefined): string {
    const numbers = (ids ?? [])
      .flatMap((id) => this.#known.get(id) ?? [])
      .sort((a, b) => compareText(b.entry.capturedAt, a.entry.capturedAt))
      .slice(0, SOURCES_OF_A_FIGURE)
      .map(({ number }) => number);
    for (const number of numbers) this.#cited.add(number);
    return numbers.length === 0 ? "" : ` [${numbers.join(", ")}]`;
  }

  lines(): string[] {
    const listed = [...this.#known.values()].filter(({ number }) => this.#cited.has(number));
    const left = this.#known.size - listed.length;
    const lines = listed.map(
      ({ entry: { publisher, capturedAt, url }, number }) => `[${number}] ${publisher}, ${capturedAt}: ${url}`,
    );
    if (left > 0) lines.push(`${left} older ${left === 1 ? "source is" : "sources are"} not listed here.`);
    return lines.length === 0 ? [] : ["Sources:", ...lines];
  }
}
