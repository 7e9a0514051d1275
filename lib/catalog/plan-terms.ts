import type { PlansFact, TierFact } from "@/lib/schemas/observation";
import type { Audience, Day } from "@/lib/schemas/primitives";
import { type Entry, idOf } from "./ledger";
import { REVIEWED_TIERS } from "./reviewed-tiers";
import { isAccountUnit, isSeatUnit } from "./units";

type PlansEntry = Entry<PlansFact>;

const USER_LIMIT = /^(?:included |full |max(?:imum)?(?: number of)? )?(?:users|seats|members|team members)$/i;

/** Adds the unit of each price if another part of the evidence states it. */
export function withKnownUnits(entries: readonly PlansEntry[]): readonly PlansEntry[] {
  const isComplete = !entries.some(({ fact }) => fact.tiers.some(isUnclear));
  // The second pass uses the first pass's results for sibling tiers.
  return isComplete ? entries : withUnitsFrom(withUnitsFrom(entries));
}

function withUnitsFrom(entries: readonly PlansEntry[]): readonly PlansEntry[] {
  return entries.map((entry) => {
    const tiers = entry.fact.tiers.map((tier) => {
      const unit = isUnclear(tier) ? unitOf(tier, entry, entries) : null;
      return unit === null ? tier : { ...tier, unit, ...limitOf(tier, unit) };
    });
    const isSame = tiers.every((tier, index) => tier === entry.fact.tiers[index]);
    return isSame ? entry : { ...entry, id: idOf(entry), fact: { ...entry.fact, tiers } };
  });
}

function isUnclear({ unit, status, prices }: TierFact): boolean {
  return (
    unit === null && status === "published" && prices.some(({ amount, period }) => amount > 0 && period !== "usage")
  );
}

/**
 * Returns the unit of a price without a unit, according to the evidence: one person or the account. Null if the
 * evidence does not state it.
 */
function unitOf(tier: TierFact, own: PlansEntry, entries: readonly PlansEntry[]): string | null {
  const currency = tier.currency ?? own.fact.currency;
  const alike = entries.flatMap(({ fact }) =>
    fact.tiers.filter((other) => isSamePrice(tier, other) && (other.currency ?? fact.currency) === currency),
  );
  const person = alike.find(({ unit }) => isSeatUnit(unit))?.unit;
  if (person) return person;
  const siblings = own.fact.tiers.filter((other) => other.prices.some(({ amount }) => amount > 0));
  const seat = siblings.find(({ unit }) => isSeatUnit(unit))?.unit;
  if ((tier.minimumSeats ?? 1) > 1) return seat ?? "seat";
  if (alike.some(({ unit }) => isAccountUnit(unit)) || own.fact.pricingModel === "flat") return "account";
  return !seat && siblings.some(({ unit }) => isAccountUnit(unit)) ? "account" : null;
}

/** Returns true if two readings state one price of one tier. A starting price may be that of any tier. */
function isSamePrice(tier: TierFact, other: TierFact): boolean {
  if (other === tier || other.unit === null || (other.id !== tier.id && !other.startingPrice)) return false;
  const amounts = tier.prices.map(({ amount }) => amount);
  return other.prices.some(({ amount, period }) => amount > 0 && period !== "usage" && amounts.includes(amount));
}

/** Returns the included number of users as the maximum of a plan, once the price is known to be per user. */
function limitOf({ maximumSeats, limits = [] }: TierFact, unit: string): Pick<TierFact, "maximumSeats"> {
  if (!isSeatUnit(unit) || maximumSeats !== undefined) return {};
  const most = limits.find(({ name, value }) => USER_LIMIT.test(name) && value !== null && value >= 1)?.value;
  return most ? { maximumSeats: Math.floor(most) } : {};
}

const FOR_ONE = /\b(?:individuals?|personal|solo|freelanc\w*|indie|hobbyist|single[ -](?:user|developer|person))\b/i;
const FOR_FAMILIES = /\bfamil(?:y|ies)\b/i;
const FOR_SEVERAL = /\b(?:teams?|business(?:es)?|startups?|companies|professional)\b/i;
const FOR_STUDENTS = /\b(?:students?|education(?:al)?|schools?|teachers?)\b/i;
const FOR_NONPROFITS = /\b(?:non-?profits?|charit\w+|academic)\b/i;

/** Returns the buyers of a tier, by the vendor's name for it or by review. */
export function audienceOf(product: string, tier: TierFact): Audience {
  const { id, name, unit } = tier;
  const known = tier.audience ?? REVIEWED_TIERS[product]?.[id]?.audience;
  if (known) return known;
  if (unit !== null && !isSeatUnit(unit) && unit !== "account") return "any";
  if (FOR_STUDENTS.test(name)) return "student";
  if (FOR_NONPROFITS.test(name)) return "nonprofit";
  if (FOR_FAMILIES.test(name)) return "individual";
  return FOR_ONE.test(name) && !FOR_SEVERAL.test(name) && !admitsSeveral(tier) ? "individual" : "any";
}

function admitsSeveral({ minimumSeats = 1, maximumSeats = 1, limits = [] }: TierFact): boolean {
  const users = limits.find(({ name }) => USER_LIMIT.test(name));
  return minimumSeats > 1 || maximumSeats > 1 || (users !== undefined && (users.value ?? 2) > 1);
}

/** Returns the day on which the vendor stopped selling a tier. Null if that is later than the reading, or unknown. */
export function retiredOn(product: string, { id, retiredOn: stated }: TierFact, observedAt: Day): Day | null {
  const day = stated ?? REVIEWED_TIERS[product]?.[id]?.retiredOn ?? null;
  return day !== null && day <= observedAt ? day : null;
}
