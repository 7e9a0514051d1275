import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { daysBetween } from "./day";
import { POLICY } from "./policy";

export type ConfidenceTerm = { term: string; value: number };
export type Confidence = { confidence: number; terms: ConfidenceTerm[] };

function ageFactor(observedAt: Day, asOf: Day): number {
  return 0.5 ** (Math.max(0, daysBetween(observedAt, asOf)) / POLICY.confidenceHalfLifeDays);
}

/** Belief in one reading on `asOf`: weight of its kind of source, halved with age. Between 0 and 1. */
export function belief(observation: Pick<Observation, "trust" | "observedAt">, asOf: Day): number {
  return POLICY.trustWeight[observation.trust] * ageFactor(observation.observedAt, asOf);
}

/**
 * Confidence in what is shown: the belief in the reading shown, raised by each independent reading that agrees
 * (one minus the product of the doubts), lowered where the reading was partial or another recent source differs.
 * The terms multiply to the result.
 */
export function confidenceOf(
  shown: Pick<Observation, "trust" | "observedAt">,
  context: {
    asOf: Day;
    agreeing: readonly Pick<Observation, "trust" | "observedAt">[];
    partial: boolean;
    disputed: boolean;
  },
): Confidence {
  const { asOf } = context;
  const kind = POLICY.trustWeight[shown.trust];
  const age = ageFactor(shown.observedAt, asOf);
  const own = kind * age;
  let doubt = 1 - own;
  for (const other of context.agreeing) doubt *= 1 - belief(other, asOf);
  const together = 1 - doubt;

  const terms: ConfidenceTerm[] = [
    { term: `Source of kind ${shown.trust}`, value: kind },
    { term: seenWords(Math.max(0, daysBetween(shown.observedAt, asOf))), value: round(age, 3) },
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

function round(value: number, places: number): number {
  const scale = 10 ** places;
  return Math.round(value * scale) / scale;
}

function seenWords(days: number): string {
  if (days === 0) return "Seen on the day";
  return `Seen ${days} ${days === 1 ? "day" : "days"} before`;
}
