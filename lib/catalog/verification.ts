import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { Verification } from "@/lib/schemas/record";
import { dayOf, type Looks } from "./checks";
import { addDays } from "./day";
import { POLICY } from "./policy";

/**
 * Returns how reliable the shown value is on a day:
 * - `verified`: a check of the vendor's page confirmed it at most POLICY.verifiedForDays days ago, no source showed
 *   another figure since, and no reading is held.
 * - `disputed`: another recent source differs.
 * - `stale`: its next check is overdue, it was not seen for POLICY.dueAfterDays days, or its page could not be
 *   fetched POLICY.failedChecksUntilStale times in a row.
 * - `imported`: all other cases.
 */
export function standingOf(
  shown: Observation,
  {
    asOf,
    looks,
    checkedOn,
    isDisputed,
  }: { asOf: Day; looks: Looks | null; checkedOn: Day | null; isDisputed: boolean },
): Pick<Verification, "status" | "nextVerificationAt" | "reason" | "pending"> {
  const seen = checkedOn !== null && checkedOn > shown.observedAt ? checkedOn : shown.observedAt;
  const undated = shown.evidence.undated === true && checkedOn === null;
  const goodUntil = addDays(seen, undated ? 0 : POLICY.dueAfterDays);
  const nextVerificationAt = looks ? addDays(dayOf(looks.last), POLICY.verifiedForDays) : goodUntil;
  const failing = (looks?.failures.length ?? 0) >= POLICY.failedChecksUntilStale;
  const isVerified = checkedOn !== null && asOf <= addDays(checkedOn, POLICY.verifiedForDays) && !looks?.pending;
  const isStale = failing || asOf > nextVerificationAt || asOf > goodUntil;
  const status = isDisputed ? "disputed" : isVerified ? "verified" : isStale ? "stale" : "imported";
  const reason = status === "stale" && looks ? staleness(looks, failing) : null;
  return {
    status,
    nextVerificationAt,
    ...(reason !== null && { reason }),
    ...(looks?.pending && {
      pending: { since: looks.pending.startedAt, why: looks.pending.reason ?? "The page shows something else." },
    }),
  };
}

function staleness({ last, failures }: Looks, failing: boolean): string | null {
  const told = last.reason === null ? "" : `: ${last.reason}`;
  const day = dayOf(last);
  if (failing)
    return `The vendor’s page could not be fetched ${failures.length} times in a row, most recently on ${day}${told}`;
  switch (last.outcome) {
    case "failed":
      return `The vendor’s page could not be fetched on ${day}${told}`;
    case "unreadable":
      return `No price could be read reliably from the vendor’s page on ${day}${told}`;
    case "denied":
      return `This service may not fetch the vendor’s page, last tried on ${day}${told}`;
    default:
      return null;
  }
}
