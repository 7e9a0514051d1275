import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { daysBetween } from "./day";
import { knownOn, publisherOf, voiceOf } from "./ledger";
import { POLICY } from "./policy";
import { type indexEntry, isPriced } from "./starting-price";

/** What is known of a product, as far as it tells how well known the product is. */
export interface Standing {
  /** Independent sources that know it: readings of one voice or one publisher count once. */
  sources: number;
  /** A starting price or a rate card is known. */
  priced: boolean;
  /** A market median is known. */
  median: boolean;
  /** Prices of two days are known. */
  history: boolean;
  /** Days since a source was last seen to know it. */
  ageDays: number;
}

export interface Prominence extends Pick<Standing, "sources" | "priced"> {
  /** From 0 to below 100, to one decimal. */
  prominence: number;
}

/** How well a product is known: the sum of POLICY.prominence. No fact lowers it, and no further source. */
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
 * The prominence of a product on the day `asOf`, on which its observations gave the record. A family is known to at
 * least as many sources as the best known of its members.
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
