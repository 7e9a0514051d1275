import type { Observation, TierFact } from "@/lib/schemas/observation";
import type { Limit } from "@/lib/schemas/primitives";
import type { FreeTier } from "@/lib/schemas/record";
import { compareText, type Entry, ofKind } from "./ledger";
import { audienceOf, retiredOn } from "./plan-terms";
import { statedSeats } from "./seat-limits";
import { isSeatUnit } from "./units";

type FreePeople = NonNullable<FreeTier["people"]>;

/** The number of people that one reading states for a free plan. */
interface Reading extends FreePeople {
  entry: Observation;
}

/**
 * Returns the newest statement on how many people a free plan covers, from any source; null if no source says. Dated
 * readings prevail. Of several free plans in one reading, the largest counts; plans for students, nonprofits and
 * charged by payment do not.
 */
export function freePeople(observations: readonly Observation[]): Reading | null {
  const plans = ofKind(observations, "plans");
  const nouns = seatNouns(plans);
  const readings: Reading[] = [
    ...plans.flatMap((entry) => {
      const free = entry.fact.tiers.filter((tier) => isFree(tier) && isForAnyone(tier, entry));
      const known = free.flatMap((tier) => tierPeople(tier, nouns) ?? []);
      return known.length === 0 ? [] : [{ entry, maximum: largest(known) }];
    }),
    ...ofKind(observations, "free_tier").flatMap((entry) => {
      if (entry.fact.available === false) return [];
      const people = limitPeople(entry.fact.limits, nouns) ?? textPeople(entry.evidence.note ?? "");
      return people ? [{ entry, ...people }] : [];
    }),
  ];
  const [newest] = readings.sort(
    (a, b) =>
      Number(a.entry.evidence.undated ?? false) - Number(b.entry.evidence.undated ?? false) ||
      compareText(b.entry.observedAt, a.entry.observedAt) ||
      compareText(a.entry.trust, b.entry.trust) ||
      compareText(a.entry.source, b.entry.source) ||
      (a.maximum ?? Number.MAX_VALUE) - (b.maximum ?? Number.MAX_VALUE),
  );
  return newest ?? null;
}

/** In the index, a free plan for any number of people. */
const ANY_NUMBER = 2_147_483_647;

/** Returns the people that a free plan covers as one number; null if no source says. */
export function freePeopleColumn(people: FreePeople | null | undefined): number | null {
  return people ? Math.min(people.maximum ?? ANY_NUMBER, ANY_NUMBER) : null;
}

/** Returns the maximum of a column; null for any number. */
export function mostPeople(column: number | null): number | null {
  return column === ANY_NUMBER ? null : column;
}

/** Returns true if a free plan is known to cover the people, false if it covers fewer; null if no source says. */
export function coversPeople(people: FreePeople | null | undefined, seats: number): boolean | null {
  if (!people) return null;
  return people.maximum === null || seats <= people.maximum;
}

/** Returns the names under which the product's tiers are sold per person, such as agent. */
function seatNouns(plans: readonly Entry<TierList>[]): ReadonlySet<string> {
  const units = plans.flatMap(({ fact }) => fact.tiers.map(({ unit }) => unit));
  return new Set(units.filter((unit) => unit !== null && isSeatUnit(unit)) as string[]);
}

type TierList = Extract<Observation["fact"], { kind: "plans" }>;

function isFree({ status, prices }: TierFact): boolean {
  return status === "published" && prices.length > 0 && prices.every(({ amount }) => amount === 0);
}

function isForAnyone(tier: TierFact, { product, observedAt }: Observation): boolean {
  const audience = audienceOf(product, tier);
  return audience !== "student" && audience !== "nonprofit" && retiredOn(product, tier, observedAt) === null;
}

function tierPeople(tier: TierFact, nouns: ReadonlySet<string>): FreePeople | null {
  if (tier.maximumSeats !== undefined) return { maximum: tier.maximumSeats };
  return limitPeople(tier.limits ?? [], nouns) ?? textPeople((tier.features ?? []).join(". "));
}

function limitPeople(limits: readonly Limit[], nouns: ReadonlySet<string>): FreePeople | null {
  const { maximum, included } = statedSeats(limits, nouns);
  if (!maximum.said && !included.said) return null;
  return { maximum: maximum.value ?? included.value };
}

const NUMBERS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5, ten: 10 };
const IN_TEXT =
  /(?<!per )\b(unlimited|\d{1,6}|one|two|three|four|five|ten) (?:team )?(?:users?|seats?|members?|teammates|collaborators|people)\b/i;
const FOR_FEW = /\b(?:academic|non-?profits?|students?|schools?|educat\w+)\b/i;

/** Reads "up to 10 users" and "unlimited users". */
function textPeople(text: string): FreePeople | null {
  const [, count] = FOR_FEW.test(text) ? [] : (IN_TEXT.exec(text) ?? []);
  if (count === undefined) return null;
  if (count.toLowerCase() === "unlimited") return { maximum: null };
  const maximum = NUMBERS[count.toLowerCase()] ?? Number(count);
  return maximum >= 1 ? { maximum } : null;
}

function largest(known: readonly FreePeople[]): number | null {
  return known.some(({ maximum }) => maximum === null) ? null : Math.max(...known.map(({ maximum }) => maximum ?? 0));
}
