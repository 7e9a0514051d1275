import type { Check } from "@/lib/schemas/check";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { capabilityEnd, mentionsCapability } from "./capabilities";
import { isConfirming } from "./checks";
import { addDays } from "./day";

/** Days in a row on which a record says the same, but for confidence and age. */
export interface Period {
  /** Null: since ever. */
  from: Day | null;
  /** First day on which it may say something else; null: for good. */
  until: Day | null;
  /** A day within, to read the record on. */
  day: Day;
}

/**
 * From `today` on, a record changes by itself only where an announced price takes effect, a reading, retraction or
 * check dated ahead comes due, or a hidden cost is too old to be shown.
 */
export function periods(observations: readonly Observation[], today: Day, checks: readonly Check[] = []): Period[] {
  return periodsBetween(turningDays(observations, checks), today);
}

/** Days on which a record may begin to say something else, past ones among them. */
export function turningDays(observations: readonly Observation[], checks: readonly Check[] = []): Set<Day> {
  const days = new Set(checks.filter(isConfirming).map(({ startedAt }) => startedAt.slice(0, 10)));
  for (const { observedAt, effectiveFrom, fact } of observations) {
    days.add(observedAt);
    // A day that was over when it was read of turned nothing: nothing was known of it then.
    if (effectiveFrom !== undefined && effectiveFrom > observedAt) days.add(effectiveFrom);
    const isCost = fact.kind === "hidden_cost" || (fact.kind === "plans" && fact.tiers.some(mentionsCapability));
    if (isCost) days.add(addDays(capabilityEnd(observedAt), 1));
  }
  return days;
}

/** Those of them that can say something else once something is observed on `since`, and the one before. */
export function periodsSince(all: readonly Period[], since: Day | null): readonly Period[] {
  if (since === null) return all;
  const before = all.findLastIndex(({ from }) => from === null || from < since);
  return all.slice(Math.max(0, before));
}

export function periodsBetween(days: ReadonlySet<Day>, today: Day): Period[] {
  const ahead = [...days].filter((day) => day > today).sort();
  return [null, ...ahead].map((from, index) => ({ from, until: ahead[index] ?? null, day: from ?? today }));
}
