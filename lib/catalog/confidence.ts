import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { daysBetween } from "./day";
import { POLICY } from "./policy";

export type ConfidenceTerm = { term: string; value: number };
export type Confidence = { confidence: number; terms: ConfidenceTerm[] };

type Read = Pick<Observation, "trust" | "observedAt"> & { evidence?: Pick<Observation["evidence"], "undated"> };

function ageOf({ observedAt, evidence }: Read, asOf: Day): number {
  return Math.max(0, daysBetween(observedAt, asOf)) + (evidence?.undated ? POLICY.undatedAgeDays : 0);
}

function ageFactor(reading: Read, asOf: Day): number {
  return 0.5 ** (ageOf(reading, asOf) / POLICY.confidenceHalfLifeDays);
}

/** Belief in one reading on `asOf`: weight of its kind of source, halved with age. Between 0 and 1. */
export function belief(reading: Read, asOf: Day): number {
  return POLICY.trustWeight[reading.trust] * ageFactor(reading, asOf);
}

/**
 * Confidence in what is shown: the belief in the reading shown, raised by each independent reading that agrees
 * (one minus the product of the doubts), lowered where the reading was partial or another recent source differs.
 * The terms multiply to the result.
 */
export function confidenceOf(
  shown: Read,
  context: {
    asOf: Day;
    agreeing: readonly Read[];
    partial: boolean;
    disputed: boolean;
  },
): Confidence {
  const { asOf } = context;
  const kind = POLICY.trustWeight[shown.trust];
  const age = ageFactor(shown, asOf);
  const own = kind * age;
  let doubt = 1 - own;
  for (const other of context.agreeing) doubt *= 1 - belief(other, asOf);
  const together = 1 - doubt;

  const terms: ConfidenceTerm[] = [
    { term: `Source of kind ${shown.trust}`, value: kind },
    { term: seen(shown, asOf), value: round(age, 3) },
  ];
  let confidence = together;
  if (context.agreeing.length > 0) {
    terms.push({
      term: `Independent readings that agree: ${context.agreeing.length}`,
      value: round(together / own, 3),
    });
  }
  if (context.partial) {
    confidence *= POLICY.partialFactor;
    terms.push({ term: "Source read only in part", value: POLICY.partialFactor });
  }
  if (context.disputed) {
    confidence *= POLICY.disputeFactor;
    terms.push({ term: "Another recent source differs", value: POLICY.disputeFactor });
  }
  return { confidence: round(confidence, 2), terms };
}

function seen(shown: Read, asOf: Day): string {
  const days = ageOf(shown, asOf);
  if (shown.evidence?.undated) return `Page without a date, taken for ${days} days old`;
  return days <= 0 ? "Seen on the day" : `Seen ${days} ${days === 1 ? "day" : "days"} before`;
}

function round(value: number, places: number): number {
  const scale = 10 ** places;
  return Math.round(value * scale) / scale;
}
