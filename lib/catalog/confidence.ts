import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { PriceChange } from "@/lib/schemas/record";
import { daysBetween } from "./day";
import type { MaybeChecked } from "./ledger";
import { POLICY } from "./policy";

export type ConfidenceTerm = { term: string; value: number };
export type Confidence = { confidence: number; terms: ConfidenceTerm[] };

type Read = Pick<Observation, "trust"> & MaybeChecked & { evidence?: Pick<Observation["evidence"], "undated"> };

function ageOf({ observedAt, evidence }: Read, asOf: Day): number {
  return Math.max(0, daysBetween(observedAt, asOf)) + (evidence?.undated ? POLICY.undatedAgeDays : 0);
}

function halved(days: number): number {
  return 0.5 ** (days / POLICY.confidenceHalfLifeDays);
}

/**
 * Returns the belief in one reading on `asOf`: the weight of its kind of source, halved with age. If a check of the
 * vendor's page confirmed it, the belief in the check counts if it is higher. Between 0 and 1.
 */
export function belief(reading: Read, asOf: Day): number {
  return Math.max(beliefInReading(reading, asOf), beliefInCheck(reading, asOf));
}

function beliefInReading(reading: Read, asOf: Day): number {
  return POLICY.trustWeight[reading.trust] * halved(ageOf(reading, asOf));
}

function beliefInCheck({ checkedOn }: Read, asOf: Day): number {
  return checkedOn === undefined ? 0 : POLICY.checkedWeight * halved(Math.max(0, daysBetween(checkedOn, asOf)));
}

/** Returns true if the belief comes from a check. */
function isChecked(reading: Read, asOf: Day): reading is Read & { checkedOn: Day } {
  return beliefInCheck(reading, asOf) > beliefInReading(reading, asOf);
}

/**
 * Computes the confidence in the shown value: the belief in the shown reading, or in the check that confirmed it,
 * raised by each independent reading that agrees (one minus the product of the doubts), lowered if the reading was
 * partial or another recent source differs. The terms multiply to the result.
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
  const own = belief(shown, asOf);
  const age = isChecked(shown, asOf) ? own / kind : halved(ageOf(shown, asOf));
  let doubt = 1 - own;
  for (const other of context.agreeing) doubt *= 1 - belief(other, asOf);
  const together = 1 - doubt;

  const terms: ConfidenceTerm[] = [
    { term: `Source kind ${shown.trust}`, value: kind },
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

/**
 * Computes the belief that a step was shown as described, on the days of its readings: one minus the product of the
 * doubts in the kinds of source, each publisher once. It is lower for a step that the current reading does not show. It
 * does not age. A step between two sources is right only if both sources are.
 */
export function confidenceInChange({ class: kind, evidence, dateRange }: SourcedChange): number {
  const weights = new Map<string, number>();
  for (const { publisher, trust } of evidence) {
    weights.set(publisher, Math.max(weights.get(publisher) ?? 0, POLICY.trustWeight[trust]));
  }
  if (dateRange?.sources === 2)
    return round(
      [...weights.values()].reduce((all, weight) => all * weight, 1),
      2,
    );
  let doubt = 1;
  for (const weight of weights.values()) doubt *= 1 - weight;
  return round((1 - doubt) * (kind === "unconfirmed" ? POLICY.disputeFactor : 1), 2);
}

type SourcedChange = {
  class: PriceChange["class"];
  dateRange?: PriceChange["dateRange"];
  evidence: readonly { publisher: string; trust: Observation["trust"] }[];
};

function seen(shown: Read, asOf: Day): string {
  if (isChecked(shown, asOf)) {
    const days = Math.max(0, daysBetween(shown.checkedOn, asOf));
    return `Verified on the vendor’s page ${days === 0 ? "on the same day" : `${days} ${days === 1 ? "day" : "days"} earlier`}`;
  }
  const days = ageOf(shown, asOf);
  if (shown.evidence?.undated) return `Page without a date, treated as ${days} days old`;
  return days <= 0 ? "Checked on the same day" : `Checked ${days} ${days === 1 ? "day" : "days"} earlier`;
}

function round(value: number, places: number): number {
  const scale = 10 ** places;
  return Math.round(value * scale) / scale;
}
