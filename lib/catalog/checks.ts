import { extended } from "@/lib/extended";
import { canonicalJson } from "@/lib/ids";
import { type Check, CONFIRMING } from "@/lib/schemas/check";
import type { Observation, PlansFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { settle } from "./announcements";
import { addDays } from "./day";
import { compareText, type Entry, EvidenceBook, idOf, type MaybeStored, ofKind, seenBy } from "./ledger";
import { plansAgree } from "./like-plans";
import { reducePlans } from "./plans";

/** A check as stored. `settledAt`: when a person decided on the held reading. */
export type RecordedCheck = Check & { settledAt?: string };

type Plans = Entry<PlansFact>;

const confirming: readonly Check["outcome"][] = CONFIRMING;

/** Returns true if the vendor's page was read and matches the shown price. */
export function isConfirming({ kind, outcome }: Pick<Check, "kind" | "outcome">): boolean {
  return kind === "page" && confirming.includes(outcome);
}

export function dayOf({ startedAt }: Pick<Check, "startedAt">): Day {
  return startedAt.slice(0, 10);
}

/** A check of the page that confirmed a reading. */
export interface Confirmation {
  check: RecordedCheck;
  reading: Plans;
}

/** The results of the checks of a product's page on a day. */
export interface Looks {
  /** The last check with any outcome. */
  last: RecordedCheck;
  /**
   * The last check that confirmed a reading that is still valid; null if there is no such check, or if the reading is
   * unknown.
   */
  confirmed: Confirmation | null;
  /** The day of the last check that confirmed each reading, by the id of the reading. */
  confirmedOn: ReadonlyMap<string, Day>;
  /** The first check of the current run of undecided held checks; null if there is no held check. */
  pending: RecordedCheck | null;
  /** The most recent checks that failed to fetch the page, oldest first. */
  failures: readonly RecordedCheck[];
}

/**
 * Evaluates the checks of the vendor's page that started by the end of `asOf`; null without any check. The result
 * depends only on the set of checks, not on their order or repetition.
 *
 * A check confirms the reading that was shown at the time of the check, based on the data known then. `moved` and
 * `first_read` confirm the reading that they made, identified by its digest or, without one, by its page. A check
 * includes a reading of its own day if the reading's capture time is not later or is not stated; a retraction of that
 * day without a capture time counts as later. A check no longer counts if the reading that it confirmed was retracted
 * since. Checks of lists confirm nothing, because a list is not a vendor's page.
 */
export function looksBy(
  observations: readonly MaybeStored[],
  checks: readonly RecordedCheck[],
  asOf: Day,
): Looks | null {
  const distinct = new Map(
    checks.filter((check) => check.kind === "page" && dayOf(check) <= asOf).map((check) => [check.id, check]),
  );
  const looks = [...distinct.values()].sort(chronological);
  const last = looks.at(-1);
  if (!last) return null;

  const told = observations.filter(
    ({ fact, observedAt }) => (fact.kind === "plans" || fact.kind === "retraction") && observedAt <= asOf,
  );
  const standing = new Set(seenBy(told, asOf).standing.map(idOf));
  const confirmedOn = new Map<string, Day>();
  let confirmed: Confirmation | null = null;
  for (const [check, reading] of readingsConfirmed(told, looks.filter(isConfirming), confirmedOn)) {
    if (reading && !standing.has(idOf(reading))) continue;
    confirmed = reading && { check, reading };
  }
  const read = looks.filter((check) => isConfirming(check) || check.outcome === "held");
  const sinceHeld = read.slice(read.findLastIndex((check) => check.outcome !== "held" || isSettled(check, asOf)) + 1);
  const fetched = looks.findLastIndex(({ outcome }) => outcome !== "failed");
  return { last, confirmed, confirmedOn, pending: sinceHeld[0] ?? null, failures: looks.slice(fetched + 1) };
}

/** Sorts by time. If two checks have the same time, the one added by a person's decision comes last. */
function chronological(a: RecordedCheck, b: RecordedCheck): number {
  return (
    compareText(instantOf(a), instantOf(b)) ||
    Number(isConfirming(a)) - Number(isConfirming(b)) ||
    compareText(a.id, b.id)
  );
}

function instantOf({ startedAt }: RecordedCheck): string {
  return new Date(startedAt).toISOString();
}

function isSettled({ settledAt }: RecordedCheck, asOf: Day): boolean {
  return settledAt !== undefined && settledAt.slice(0, 10) <= asOf;
}

/** Yields each check with the reading that it confirmed, and records the day of each in `confirmedOn`. */
function* readingsConfirmed(
  told: readonly MaybeStored[],
  looks: readonly RecordedCheck[],
  confirmedOn: Map<string, Day>,
): Generator<readonly [RecordedCheck, Plans | null]> {
  const turns = [
    ...new Set(told.flatMap(({ observedAt, effectiveFrom }) => [observedAt, effectiveFrom ?? observedAt])),
  ];
  let before: { day: Day; reading: Plans | null } | null = null;
  for (const check of looks) {
    const day = dayOf(check);
    const since: Day | undefined = before?.day;
    const same: boolean = since !== undefined && !turns.some((turn) => turn >= since && turn <= day);
    const made = check.outcome === "moved" || check.outcome === "first_read";
    const shown = (): Plans | null => (same && before ? before.reading : shownTo(told, check, confirmedOn));
    const reading: Plans | null = made ? madeBy(told, check) : shown();
    if (reading) confirmedOn.set(idOf(reading), day);
    before = { day, reading };
    yield [check, reading];
  }
}

/** Finds the reading that a check made. After midnight, the reading may have the date of the following day. */
function madeBy(told: readonly MaybeStored[], check: RecordedCheck): Plans | null {
  const days = [dayOf(check), addDays(dayOf(check), 1)];
  const own = ({ observedAt, evidence: { sha256, url } }: Plans) =>
    days.includes(observedAt) && (sha256 === undefined ? url === check.url : sha256 === check.sha256);
  return ofKind(told, "plans").find(own) ?? null;
}

/** Returns the reading that was shown when a check was made. */
function shownTo(
  told: readonly MaybeStored[],
  check: RecordedCheck,
  confirmedOn: ReadonlyMap<string, Day>,
): Plans | null {
  const day = dayOf(check);
  const by = new Date(Date.parse(check.startedAt) + check.durationMs).toISOString();
  const known = told.filter(({ observedAt, evidence, fact }) => {
    if (observedAt !== day) return observedAt < day;
    const readAt = evidence.readAt && new Date(evidence.readAt).toISOString();
    return readAt === undefined ? fact.kind !== "retraction" : readAt <= by;
  });
  const { inForce } = settle(seenBy(known, day).standing, day);
  const plans = reducePlans(withChecks(ofKind(inForce, "plans"), confirmedOn), day, new EvidenceBook(new Map()));
  return plans && ((told.find((entry) => idOf(entry) === idOf(plans.shown)) as Plans | undefined) ?? null);
}

/** Adds to each reading the day on which a check of the vendor's page last confirmed it. */
export function withChecks<T extends Observation>(readings: readonly T[], confirmedOn: ReadonlyMap<string, Day>): T[] {
  if (confirmedOn.size === 0) return [...readings];
  return readings.map((reading) => {
    const id = idOf(reading);
    const checkedOn = confirmedOn.get(id);
    return checkedOn === undefined ? reading : extended(reading, { id, checkedOn });
  });
}

/** Returns true if a check of one reading also confirms the other: they are identical, or state the same prices. */
export function confirms({ reading }: Confirmation, shown: Observation): boolean {
  if (idOf(reading) === idOf(shown)) return true;
  return (
    shown.fact.kind === "plans" &&
    (pricesIn(reading.fact) === pricesIn(shown.fact) || plansAgree(reading.fact, shown.fact))
  );
}

function pricesIn({ currency, tiers }: PlansFact): string {
  const stated = tiers.map(({ id, status, prices, unit, currency: own }) => ({ id, status, prices, unit, own }));
  return canonicalJson({ currency, tiers: stated.sort((a, b) => compareText(a.id, b.id)) });
}
