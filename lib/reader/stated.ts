import type { ReadPrice } from "./types";

/** A price from structured data, before it is compared with the visible text. */
export interface StatedPrice {
  /** Possible values of the figure, at least one. Several if its notation is ambiguous, such as 1.299. */
  amounts: readonly number[];
  /** ISO 4217. Null if unknown. */
  currency: string | null;
  /** `yearly`: the price when paid by the year. It is unknown whether it covers one month or the whole year. */
  period: Exclude<ReadPrice["period"], "usage"> | "yearly" | null;
  billing: ReadPrice["billing"];
  unit: string | null;
  from: boolean;
  /** Verbatim, at most 160 characters. Computed only if the price is accepted. */
  text: () => string;
}

export interface StatedTier {
  name: string;
  /** `open`: the data state neither a price nor a reason. */
  status: "priced" | "contact" | "open";
  prices: StatedPrice[];
  /** Its prices are accepted only if the page shows them. */
  mustShow?: boolean;
}

const LONGEST_TEXT = 160;

/** Returns the shortest excerpt of `source` that shows `figure`, including `name` if it is close. */
export function excerptOf(source: string, name: string, figure: string): string {
  let best: { from: number; to: number } | null = null;
  const figures = placesOf(source, figure);
  const names = placesOf(source, name);
  for (const at of figures) {
    const before = names.findLast((place) => place <= at) ?? Number.NEGATIVE_INFINITY;
    const after = names.find((place) => place > at) ?? Number.POSITIVE_INFINITY;
    const near = at - before <= after - at ? before : after;
    const from = Math.min(near, at);
    const to = Math.max(near + name.length, at + figure.length);
    if (best === null || to - from < best.to - best.from) best = { from, to };
  }
  if (best === null) return figure.slice(0, LONGEST_TEXT);
  if (best.to - best.from <= LONGEST_TEXT) return oneLine(source.slice(best.from, best.to));
  const at = source.startsWith(figure, best.from) ? best.from : best.to - figure.length;
  return oneLine(source.slice(Math.max(0, at - 80), at + figure.length + 40));
}

function placesOf(source: string, text: string): number[] {
  const places: number[] = [];
  if (text === "") return places;
  for (let at = source.indexOf(text); at >= 0 && places.length < 500; at = source.indexOf(text, at + 1)) {
    if (!wordAt(source, at - 1, text[0]) && !wordAt(source, at + text.length, text.at(-1))) places.push(at);
  }
  return places;
}

/** Returns true if a word or a figure continues beyond the edge. */
function wordAt(source: string, at: number, edge: string | undefined): boolean {
  return /[\p{L}\p{N}]/u.test(edge ?? "") && /[\p{L}\p{N}]/u.test(source.charAt(at));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, LONGEST_TEXT);
}

const PERIOD_IN_NAME = /[\s,–—-]*\(?((?:per|a) (?:month|year)|monthly|yearly|annually|annual)\)?$/i;

/** Returns "Pro" for "Pro (monthly)", unless the page shows the longer name. */
export function withoutPeriod(name: string, visibleText: string): string {
  if (visibleText.toLowerCase().includes(name.toLowerCase())) return name;
  return name.replace(PERIOD_IN_NAME, "") || name;
}

/** Returns the words of a name that state how the product is paid. Empty for most names. */
export const periodOfName = (name: string): string => PERIOD_IN_NAME.exec(name)?.[1] ?? "";
