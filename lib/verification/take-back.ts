import type { Observation, PlansFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";

/** The line of the ledger that takes a reading back from a day on. */
export function retractionOf(
  wrong: Observation & { id: string },
  { on, reason }: { on: Day; reason: string },
): Observation {
  return {
    product: wrong.product,
    source: wrong.source,
    ...(wrong.voice && { voice: wrong.voice }),
    trust: wrong.trust,
    observedAt: on,
    evidence: { url: wrong.evidence.url },
    fact: { kind: "retraction", retracts: [wrong.id], reason },
  };
}

/**
 * What a person read on the page that was read wrongly. Without `seen` it is of the same instant; what the page showed
 * to the reader proves nothing of it and is left out.
 */
export function correctedReading(
  wrong: Observation,
  fact: PlansFact,
  seen: { on: Day; readAt: Date } | null,
): Observation {
  const { shown: _, sha256, readAt, ...evidence } = wrong.evidence;
  return {
    ...wrong,
    observedAt: seen?.on ?? wrong.observedAt,
    evidence: {
      ...evidence,
      ...(seen ? { readAt: seen.readAt.toISOString() } : { ...(readAt && { readAt }), ...(sha256 && { sha256 }) }),
    },
    fact,
  };
}
