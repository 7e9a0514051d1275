import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { daysBetween } from "./day";
import { knownOn, publisherOf, voiceOf } from "./ledger";
import { POLICY } from "./policy";
import { type indexEntry, isPriced } from "./starting-price";

/** Facts that show how well known a product is. */
export interface Standing {
  /** Number of independent sources that list it: readings of one voice or one publisher count once. */
  sources: number;
  /** True if a starting price or a rate card is known. */
  priced: boolean;
  /** True if a market median is known. */
  median: boolean;
  /** True if prices of two days are known. */
  history: boolean;
  /** Days since the last source listed it. */
  ageDays: number;
}

export interface Prominence extends Pick<Standing, "sources" | "priced"> {
  /** From 0 to below 100, to one decimal. */
  prominence: number;
}

/** Returns how well known a product is: the sum of POLICY.prominence. No fact and no further source lowers it. */
export function prominence({ sources, priced, median, history, ageDays }: Standing): number {
  const points = POLICY.prominence;
  const sum =
    (points.sources * sources) / (sources + points.halfAtSources) +
    (sources >= points.widelyKnownFrom ? points.widelyKnown : 0) +
    (priced ? points.price : 0) +
    (median ? points.median : 0) +
    (history ? points.history : 0) +
    (ageDays <= points.currentForDays ? points.current : 0);
  return Math.round(sum * 10) / 10;
}

/**
 * Returns the prominence of a product on the day `asOf`, from its record of that day. A family counts at least as
 * many sources as its best-known member.
 */
export function prominenceOf(
  observations: readonly Observation[],
  record: Parameters<typeof indexEntry>[0],
  asOf: Day,
  ofMembers = 0,
): Prominence {
  const known = knownOn(observations, asOf).filter(
    ({ fact }) => fact.kind !== "cancellation" && fact.kind !== "identity",
  );
  const days = known.filter(({ fact }) => fact.kind === "plans" || fact.kind === "rates");
  const speakers = new Map(known.map((entry) => [voiceOf(entry), publisherOf(entry)]));
  const sources = Math.max(ofMembers, new Set(speakers.values()).size);
  const priced = isPriced(record);
  const standing: Standing = {
    sources,
    priced,
    median: (record.marketData?.medianAnnualCost ?? null) !== null,
    history: new Set(days.map(({ observedAt }) => observedAt)).size > 1,
    ageDays: Math.min(...known.map(({ observedAt }) => daysBetween(observedAt, asOf))),
  };
  return { sources, priced, prominence: prominence(standing) };
}
