import { daysBetween } from "@/lib/catalog/day";
import { freshnessOf } from "@/lib/catalog/freshness";
import type { Day } from "@/lib/schemas/primitives";
import type { Verification } from "@/lib/schemas/record";
import { AGE_LABELS, type AgeWord, FRESHNESS_WORDS } from "./age-words";
import { formatDay } from "./dates";

export interface Age {
  day: Day;
  /** "8 Mar 2025" */
  on: string;
  /** "20 months ago" */
  ago: string;
  /** Classified by the catalogue's own rule: see FRESHNESS_RULE. */
  word: AgeWord;
  /** For a price that was checked on that day: the day of the first reading, such as "8 Mar 2025". */
  unchangedSince?: string;
}

/**
 * A price is checked if a source showed it, and verified if this service confirmed it on the vendor's page. A product
 * whose price is not yet checked is only seen. A product that no source describes is only listed.
 */
export type SeenVerb = "checked" | "verified" | "seen" | "listed";

/** Ages above this number of days are in months, and above this number of months in years. */
const MOST_DAYS = 60;
const MOST_MONTHS = 24;

/** Returns the age of a reading of a day. `stale`: the next check of the record is overdue. */
export function ageOf(day: Day, asOf: Day, stale = false): Age {
  const word = FRESHNESS_WORDS[freshnessOf(day, asOf)];
  return { day, on: formatDay(day), ago: agoWords(day, asOf), word: stale && word !== "old" ? "undated" : word };
}

/** Returns the age of a price that this service read again on the vendor's page; null if it did not. */
export function checkedAge({ verifiedAt, observedAt }: Pick<Verification, "verifiedAt" | "observedAt">, asOf: Day) {
  const day = verifiedAt?.slice(0, 10);
  if (day === undefined) return null;
  return { ...ageOf(day, asOf), ...(observedAt < day && { unchangedSince: formatDay(observedAt) }) };
}

function agoWords(day: Day, asOf: Day): string {
  const days = daysBetween(day, asOf);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days <= MOST_DAYS) return `${days} days ago`;
  const months = monthsBetween(day, asOf);
  return months < MOST_MONTHS ? `${months} months ago` : `${Math.floor(months / 12)} years ago`;
}

function monthsBetween(day: Day, asOf: Day): number {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const [toYear = 0, toMonth = 0, toDate = 0] = asOf.split("-").map(Number);
  return (toYear - year) * 12 + toMonth - month - (toDate < date ? 1 : 0);
}

/** Returns "checked 8 Mar 2025 (20 months ago)". */
export function readWords(age: Age, verb: SeenVerb = "checked"): string {
  return dayWords(age, verb, [age.ago]);
}

function dayWords({ on, unchangedSince }: Age, verb: SeenVerb, notes: readonly string[]): string {
  return `${verb} ${on} (${notes.join(", ")})${unchangedSince ? `, unchanged since ${unchangedSince}` : ""}`;
}

/** Returns the label that marks an old day; null for a recent day. */
export function ageLabel({ word }: Age): string | null {
  return word === "fresh" ? null : AGE_LABELS[word];
}

/** Returns "checked 8 Mar 2025 (20 months ago, old)". */
export function agedWords(age: Age, verb: SeenVerb = "checked"): string {
  const label = ageLabel(age);
  return dayWords(age, verb, label === null ? [age.ago] : [age.ago, label]);
}

/**
 * Returns "checked 8 Mar 2025 (old)": for images that others may store, in which "20 months ago" becomes wrong with
 * time.
 */
export function datedWords(age: Age, verb: SeenVerb = "checked"): string {
  const label = ageLabel(age);
  return `${verb} ${age.on}${label === null ? "" : ` (${label})`}`;
}

/** Returns advice about a price of that age. */
export function adviceFor({ word }: Age): string | null {
  return word === "old" || word === "undated" ? "confirm with the vendor" : null;
}
