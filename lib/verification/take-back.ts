import type { Observation, PlansFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";

/** Returns the ledger line that retracts a reading from a day on. */
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
 * Returns a person's own reading of a page that was read incorrectly. Without `seen` it has the same time. The text
 * shown to the automatic reader does not prove it and is left out.
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
