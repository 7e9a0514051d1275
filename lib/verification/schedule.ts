import { createHash } from "node:crypto";
import { getDomain } from "tldts";
import { compareText, groupBy } from "@/lib/catalog/ledger";
import type { Day } from "@/lib/schemas/primitives";
import { VERIFICATION_POLICY } from "./policy";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** One URL, regardless of how many products are sold on it. */
export interface PageToPlace {
  url: string;
  host: string;
  /** Day on which the displayed prices were seen. Null if no prices are displayed. */
  seenAt: Day | null;
  /** 0 to 100. */
  prominence: number;
}

/**
 * Normalises a URL for fetching, so that two products on one page share it. Null if it is not a web address. `host`:
 * the registrable domain, because usually the same servers serve all of it.
 */
export function pageAddress(pricingPage: string): { url: string; host: string } | null {
  if (!URL.canParse(pricingPage)) return null;
  const url = new URL(pricingPage);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  url.hash = "";
  return { url: url.href, host: getDomain(url.hostname) ?? url.hostname };
}

/** Returns a number from 0 (inclusive) to 1 (exclusive): the same for the same text, evenly distributed over texts. */
function fractionOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
}

export function dayNumber(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS);
}

/** Returns the page's own time of day, so that a day's work is spread over its hours. */
function onDay(day: number, url: string): Date {
  return new Date((day + fractionOf(`time ${url}`)) * DAY_MS);
}

/**
 * Schedules the first check of pages over the `dueWithinDays` days after `from`. Pages seen longest ago come first,
 * then better-known products. The work per day is even, including the already planned `load` (pages by day number). The
 * pages of one host are spread over all days.
 */
export function firstTurns(
  pages: readonly PageToPlace[],
  from: Date,
  load: ReadonlyMap<number, number> = new Map(),
): Map<string, Date> {
  const days = VERIFICATION_POLICY.dueWithinDays;
  const first = dayNumber(from);
  const oldestFirst = [...pages].sort(
    (a, b) => compareText(a.seenAt ?? "", b.seenAt ?? "") || b.prominence - a.prominence || compareText(a.url, b.url),
  );
  const planned = Array.from({ length: days }, (_, index) => load.get(first + index) ?? 0);
  const turns = new Map<string, Date>();
  const place = (url: string, index: number) => {
    planned[index] = (planned[index] ?? 0) + 1;
    const turn = onDay(first + index, url);
    turns.set(url, turn > from ? turn : from);
  };

  const byHost = [...groupBy(oldestFirst, ({ host }) => host)].sort(
    ([hostA, a], [hostB, b]) => b.length - a.length || compareText(hostA, hostB),
  );
  const alone = new Set<string>();
  for (const [host, own] of byHost) {
    const [only] = own;
    if (own.length === 1 && only) {
      alone.add(only.url);
      continue;
    }
    const shift = fractionOf(host);
    own.forEach(({ url }, index) => {
      place(url, Math.min(days - 1, Math.floor(((index + shift) * days) / own.length)));
    });
  }

  const single = oldestFirst.filter(({ url }) => alone.has(url));
  const rooms = levelled(planned, single.length);
  let index = 0;
  for (const { url } of single) {
    while (rooms[index] === 0) index += 1;
    rooms[index] = (rooms[index] ?? 0) - 1;
    place(url, index);
  }
  return turns;
}

/** Returns how many of `more` pages go to each day, so that the fullest day has as few pages as possible. */
function levelled(planned: readonly number[], more: number): number[] {
  const sums = [...planned];
  for (let placed = 0; placed < more; placed++) {
    const least = sums.reduce((best, sum, day) => (sum < (sums[best] ?? 0) ? day : best), 0);
    sums[least] = (sums[least] ?? 0) + 1;
  }
  return sums.map((sum, day) => sum - (planned[day] ?? 0));
}

/** The reason why a page was not read. */
export type Fault = "failed" | "denied";

/** Returns when a page is read next. `load`: due pages by day number. `failures`: in a row, including this check. */
export function nextTurn(
  { url, checkedAt, fault, failures }: { url: string; checkedAt: Date; fault: Fault | null; failures: number },
  load: ReadonlyMap<number, number>,
): Date {
  const { retryAfterHours, retryDeniedAfterHours } = VERIFICATION_POLICY;
  const gaps = fault === null ? [] : fault === "failed" ? retryAfterHours : retryDeniedAfterHours;
  const gap = gaps[failures - 1];
  if (gap !== undefined) return new Date(checkedAt.getTime() + gap * HOUR_MS);
  const { from, to } = levelledDays(checkedAt);
  const end = checkedAt.getTime() + VERIFICATION_POLICY.dueWithinDays * DAY_MS;
  const days = Array.from({ length: to - from + 1 }, (_, back) => to - back).filter(
    (day) => onDay(day, url).getTime() <= end,
  );
  const least = days.reduce((best, day) => ((load.get(day) ?? 0) < (load.get(best) ?? 0) ? day : best));
  return onDay(least, url);
}

/** Returns the days between which nextTurn() chooses. */
export function levelledDays(checkedAt: Date): { from: number; to: number } {
  const to = dayNumber(checkedAt) + VERIFICATION_POLICY.dueWithinDays;
  return { from: to - VERIFICATION_POLICY.levelOverDays + 1, to };
}

/** Returns when a host may be requested again after one of its pages was read. */
export function pauseUntil(finishedAt: Date, retryAfterMs: number | null): Date {
  const { hostPauseSeconds, longestPauseHours } = VERIFICATION_POLICY;
  const asked = Math.min(retryAfterMs ?? 0, longestPauseHours * HOUR_MS);
  return new Date(finishedAt.getTime() + Math.max(asked, hostPauseSeconds * 1000));
}
