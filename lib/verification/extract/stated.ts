import type { ReadPrice } from "@/lib/schemas/check";

/** A price as structured data states it, before it is held against what a reader of the page sees. */
export interface StatedPrice {
  /** What the figure may mean, at least one; several where its notation leaves it open, such as 1.299. */
  amounts: readonly number[];
  /** ISO 4217; null where it is not told. */
  currency: string | null;
  /** `yearly`: it is the price of paying by the year, and whether of one month or of the whole is not told. */
  period: Exclude<ReadPrice["period"], "usage"> | "yearly" | null;
  billing: ReadPrice["billing"];
  unit: string | null;
  from: boolean;
  /** Verbatim, at most 160 characters; looked for only where the price is taken. */
  text: () => string;
}

export interface StatedTier {
  name: string;
  /** `open`: no price is stated, and not why. */
  status: "priced" | "contact" | "open";
  prices: StatedPrice[];
  /** Its prices are taken only where the page shows them. */
  mustShow?: boolean;
}

const LONGEST_TEXT = 160;

/** The shortest stretch of `source` that shows `figure`, with `name` in it where that stands close by. */
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

/** True where a word or a figure goes on beyond the edge. */
function wordAt(source: string, at: number, edge: string | undefined): boolean {
  return /[\p{L}\p{N}]/u.test(edge ?? "") && /[\p{L}\p{N}]/u.test(source.charAt(at));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, LONGEST_TEXT);
}

const PERIOD_IN_NAME = /[\s,–—-]*\(?((?:per|a) (?:month|year)|monthly|yearly|annually|annual)\)?$/i;

/** "Pro (monthly)" is Pro, paid monthly, unless the page shows it by that name. */
export function withoutPeriod(name: string, visibleText: string): string {
  if (visibleText.toLowerCase().includes(name.toLowerCase())) return name;
  return name.replace(PERIOD_IN_NAME, "") || name;
}

/** The words of a name that say how the thing is paid; none for most. */
export const periodOfName = (name: string): string => PERIOD_IN_NAME.exec(name)?.[1] ?? "";
