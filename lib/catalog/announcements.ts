import { canonicalJson } from "@/lib/ids";
import type { CancellationFact, Fact, Observation, RatesFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { modelKey } from "@/lib/usage/model-key";
import { type Entry, groupBy, ofKind, voiceOf } from "./ledger";
import { plansAgree } from "./like-plans";
import { ratesAgree } from "./rates";
import { withSharedPlanIds } from "./shared-plans";

type Cancellation = Entry<CancellationFact>;

/** A price that was announced and is not in force. */
export interface Announced {
  entry: Observation;
  status: "scheduled" | "unconfirmed" | "cancelled";
  cancelledBy: Cancellation | null;
}

export interface Settled {
  /** Observations that are in force, in the order given. */
  inForce: Observation[];
  announced: Announced[];
  /** For each announcement that came true: the first reading that showed it. */
  confirmedBy: ReadonlyMap<Observation, Observation>;
}

/** Returns true for a price that was read before its effective day. The end of a model is not a price. */
function isAnnouncement({ observedAt, effectiveFrom, fact }: Observation): boolean {
  if (fact.kind === "rates" && fact.meters.length === 0) return false;
  return effectiveFrom !== undefined && effectiveFrom > observedAt;
}

/**
 * Separates prices in force on `asOf` from those that were only announced:
 * - An announced price is in force once a reading of any source made on or after its day shows it. Until its day it
 *   is `scheduled`, after it `unconfirmed`. If no source ever read another price, it is the first price and in force
 *   from its day, because there is no step to doubt.
 * - A cancellation removes every price of the model with the cancelled effective day, under any seller's name for it,
 *   from any source and any date.
 */
export function settle(known: readonly Observation[], asOf: Day): Settled {
  const cancellations = ofKind(known, "cancellation");
  const facts = withSharedPlanIds(known.filter(({ fact }) => fact.kind !== "cancellation"));
  if (cancellations.length === 0 && !facts.some(isAnnouncement)) {
    return { inForce: facts, announced: [], confirmedBy: new Map() };
  }
  const cancelledBy = new Map(
    facts.flatMap((entry) => {
      const found = cancellations.find((cancellation) => takesAlong(cancellation, entry));
      return found ? [[entry, found] as const] : [];
    }),
  );
  const readings = groupBy(
    facts.filter((entry) => !isAnnouncement(entry) && !cancelledBy.has(entry)),
    itemOf,
  );
  const settled = { inForce: [] as Observation[], announced: [] as Announced[] };
  const confirmedBy = new Map<Observation, Observation>();
  for (const entry of facts) {
    const cancellation = cancelledBy.get(entry) ?? null;
    if (!cancellation && !isAnnouncement(entry)) {
      settled.inForce.push(entry);
      continue;
    }
    const own = readings.get(itemOf(entry)) ?? [];
    const begun = (entry.effectiveFrom as Day) <= asOf;
    const confirming = cancellation || !begun ? undefined : firstToConfirm(entry, own);
    if (confirming) confirmedBy.set(entry, confirming);
    if (confirming || (!cancellation && begun && own.length === 0)) settled.inForce.push(entry);
    else if (!isSuperseded(entry, facts)) {
      const status = cancellation ? "cancelled" : begun ? "unconfirmed" : "scheduled";
      settled.announced.push({ entry, status, cancelledBy: cancellation });
    }
  }
  return { ...settled, confirmedBy };
}

/** Returns true for all prices of the model with the cancelled effective day, under any seller's name for it. */
export function takesAlong({ fact }: Pick<Cancellation, "fact">, entry: Observation): boolean {
  return (
    entry.fact.kind === "rates" &&
    entry.effectiveFrom === fact.effectiveFrom &&
    modelKey(entry.fact.model) === modelKey(fact.model)
  );
}

/** Returns a key for readings that can confirm each other. */
function itemOf({ fact }: Observation): string {
  return fact.kind === "rates" ? `rates ${fact.model}` : fact.kind;
}

/** Returns the first reading on or after the day that shows the announced price, and not the source's earlier price. */
function firstToConfirm(announced: Observation, readings: readonly Observation[]): Observation | undefined {
  const day = announced.effectiveFrom as Day;
  const before = readings
    .filter((entry) => entry.observedAt < day && voiceOf(entry) === voiceOf(announced))
    .reduce<Observation | null>((last, entry) => (last && last.observedAt > entry.observedAt ? last : entry), null);
  return readings.find(
    (entry) =>
      entry.observedAt >= day && agree(entry.fact, announced.fact) && !(before && agree(entry.fact, before.fact)),
  );
}

/** Returns true if the same source later announced another price for the same day. */
function isSuperseded(entry: Observation, facts: readonly Observation[]): boolean {
  return facts.some(
    (later) =>
      later.observedAt > entry.observedAt &&
      later.effectiveFrom === entry.effectiveFrom &&
      voiceOf(later) === voiceOf(entry) &&
      itemOf(later) === itemOf(entry) &&
      !agree(later.fact, entry.fact),
  );
}

/** Returns true if two facts share a price and have no differences. */
function agree(a: Fact, b: Fact): boolean {
  if (a.kind === "rates" && b.kind === "rates") return ratesAgree(a as RatesFact, b as RatesFact);
  if (a.kind === "plans" && b.kind === "plans") return plansAgree(a, b);
  return canonicalJson(a) === canonicalJson(b);
}
