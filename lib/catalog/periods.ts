import type { Check } from "@/lib/schemas/check";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { capabilityEnd, mentionsCapability } from "./capabilities";
import { isConfirming } from "./checks";
import { addDays } from "./day";

/** Consecutive days on which a record is the same except for confidence and age. */
export interface Period {
  /** Null: no beginning. */
  from: Day | null;
  /** First day on which the record may differ; null: no end. */
  until: Day | null;
  /** A day within the period, on which to read the record. */
  day: Day;
}

/**
 * Returns the periods of a record. From `today` on, a record changes with time only if an announced price takes
 * effect, a reading, retraction or check with a later date comes due, or a hidden cost becomes too old to show.
 */
export function periods(observations: readonly Observation[], today: Day, checks: readonly Check[] = []): Period[] {
  return periodsBetween(turningDays(observations, checks), today);
}

/** Returns the days on which a record may change, including past ones. */
export function turningDays(observations: readonly Observation[], checks: readonly Check[] = []): Set<Day> {
  const days = new Set(checks.filter(isConfirming).map(({ startedAt }) => startedAt.slice(0, 10)));
  for (const { observedAt, effectiveFrom, fact } of observations) {
    days.add(observedAt);
    // A past effective day is not a turning day: the price was not known then.
    if (effectiveFrom !== undefined && effectiveFrom > observedAt) days.add(effectiveFrom);
    const isCost = fact.kind === "hidden_cost" || (fact.kind === "plans" && fact.tiers.some(mentionsCapability));
    if (isCost) days.add(addDays(capabilityEnd(observedAt), 1));
  }
  return days;
}

/** Returns the periods that can change after an observation on `since`, and the one before. */
export function periodsSince(all: readonly Period[], since: Day | null): readonly Period[] {
  if (since === null) return all;
  const before = all.findLastIndex(({ from }) => from === null || from < since);
  return all.slice(Math.max(0, before));
}

export function periodsBetween(days: ReadonlySet<Day>, today: Day): Period[] {
  const ahead = [...days].filter((day) => day > today).sort();
  return [null, ...ahead].map((from, index) => ({ from, until: ahead[index] ?? null, day: from ?? today }));
}
