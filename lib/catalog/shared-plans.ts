import type { Observation, PlansFact, TierFact } from "@/lib/schemas/observation";
import { daysBetween } from "./day";
import { type Entry, groupBy, idOf, ofKind } from "./ledger";
import { POLICY } from "./policy";

/** A tier in one reading. */
interface Reading {
  tier: TierFact;
  entry: Entry<PlansFact>;
}

/**
 * Gives the observations one id for each plan. Sources shorten names and change the order of words: "Standard" and
 * "Business Standard" are one plan if no reading lists both and two readings of about the same day have the same
 * price for them. The name that more readings use remains; in a tie, the newer one.
 */
export function withSharedPlanIds(observations: readonly Observation[]): Observation[] {
  return withShared(withShared(observations, hasSameWords), isPartOf);
}

type Words = ReadonlySet<string>;

function hasSameWords(one: Words, other: Words): boolean {
  return one.size === other.size && isWithin(one, other);
}

function isPartOf(one: Words, other: Words): boolean {
  return one.size < other.size && isWithin(one, other);
}

function isWithin(one: Words, other: Words): boolean {
  return [...one].every((word) => other.has(word));
}

function withShared(observations: readonly Observation[], isAlike: typeof isPartOf): Observation[] {
  const shared = sharedIds(ofKind(observations, "plans"), isAlike);
  if (shared.size === 0) return [...observations];
  return observations.map((observation) => {
    const { fact } = observation;
    if (fact.kind !== "plans" || !fact.tiers.some(({ id }) => shared.has(id))) return observation;
    const tiers = fact.tiers.map((tier) => ({ ...tier, ...shared.get(tier.id) }));
    return { ...observation, id: idOf(observation), fact: { ...fact, tiers } };
  });
}

function sharedIds(
  lists: readonly Entry<PlansFact>[],
  isAlike: typeof isPartOf,
): Map<string, Pick<TierFact, "id" | "name">> {
  if (lists.length < 2) return new Map();
  const tiers = lists.flatMap((entry) => entry.fact.tiers.map((tier) => ({ tier, entry })));
  const byId = groupBy(
    tiers.filter(({ tier }) => !tier.startingPrice),
    ({ tier }) => tier.id,
  );
  const names = [...byId].map(([id, readings]) => ({ id, words: new Set(id.split("-")), readings }));
  const pairs = names.flatMap((short) =>
    names
      .filter((long) => long !== short && isAlike(short.words, long.words))
      .filter((long) => short.words.size < long.words.size || short.id < long.id)
      .filter((long) => isSamePlan(short.readings, long.readings))
      .map((long) => [short, long] as const),
  );
  const uses = groupBy(pairs.flat(), ({ id }) => id);
  return new Map(
    pairs
      .filter((pair) => pair.every(({ id }) => uses.get(id)?.length === 1))
      .flatMap(([short, long]) => {
        const { id, name } = prevailing(short.readings, long.readings).tier;
        return [short.id, long.id].map((from) => [from, { id, name }] as const);
      }),
  );
}

function prevailing(some: readonly Reading[], others: readonly Reading[]): Reading {
  if (some.length === others.length) return newestOf([...some, ...others]);
  return newestOf(some.length > others.length ? some : others);
}

function newestOf(readings: readonly Reading[]): Reading {
  return readings.reduce((best, reading) => (reading.entry.observedAt > best.entry.observedAt ? reading : best));
}

function isSamePlan(some: readonly Reading[], others: readonly Reading[]): boolean {
  const lists = new Set(some.map(({ entry }) => entry));
  if (others.some(({ entry }) => lists.has(entry))) return false;
  return some.some((one) => others.some((other) => areNear(one.entry, other.entry) && sharePrice(one, other)));
}

function areNear(a: Observation, b: Observation): boolean {
  return Math.abs(daysBetween(a.observedAt, b.observedAt)) <= POLICY.peerWindowDays;
}

function sharePrice(a: Reading, b: Reading): boolean {
  if (currencyOf(a) !== currencyOf(b)) return false;
  return a.tier.prices.some((ours) =>
    b.tier.prices.some(
      (theirs) =>
        ours.amount > 0 &&
        ours.amount === theirs.amount &&
        ours.period === theirs.period &&
        (ours.billing === theirs.billing || ours.billing === null || theirs.billing === null),
    ),
  );
}

function currencyOf({ tier, entry }: Reading) {
  return tier.currency ?? entry.fact.currency;
}
