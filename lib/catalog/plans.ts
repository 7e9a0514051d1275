import { extended } from "@/lib/extended";
import type { Observation, PlansFact, PriceFact, TierFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { ListPrice, Tier, Verification } from "@/lib/schemas/record";
import { annualReviewOf } from "./billing";
import { belief } from "./confidence";
import { daysBetween } from "./day";
import { leadTier } from "./lead-meters";
import {
  compareText,
  type Entry,
  type EvidenceBook,
  groupBy,
  idOf,
  inForce,
  type MaybeChecked,
  publisherOf,
  seenOn,
  voiceOf,
} from "./ledger";
import { plansAgree, plansDiffer } from "./like-plans";
import { perMonth } from "./money";
import { audienceOf, retiredOn, withKnownUnits } from "./plan-terms";
import { POLICY } from "./policy";
import { unitBasis } from "./units";

type PlansEntry = Entry<PlansFact>;

export type ReducedPlans = {
  shown: Observation;
  /** The leading list of tiers; null if only a starting price is known. */
  list: PlansEntry | null;
  tiers: Tier[];
  /** A starting price that neither agrees with a tier nor disagrees with one. */
  start: StatedTier | null;
  complete: boolean;
  currency: string | null;
  agreeing: Observation[];
  disputed: Verification["disputed"];
};

/** Returns the latest reading of each voice that is in force on `asOf`. */
export function latestByVoice<T extends Observation>(entries: readonly T[], asOf: Day): T[] {
  return byVoice(entries, asOf).map(latestOf);
}

function byVoice<T extends Observation>(entries: readonly T[], asOf: Day): T[][] {
  const standing = entries.filter((entry) => inForce(entry, asOf));
  return [...groupBy(standing, voiceOf).values()];
}

function latestOf<T extends Observation>(readings: readonly T[]): T {
  return readings.reduce((best, entry) => (compareText(startOf(entry), startOf(best)) >= 0 ? entry : best));
}

function startOf(entry: Observation): Day {
  return entry.effectiveFrom && entry.effectiveFrom > entry.observedAt ? entry.effectiveFrom : entry.observedAt;
}

/**
 * Returns the most believed dated reading, or the most believed undated one if no reading is dated. Ties go to the
 * newest, then by name.
 */
export function mostBelieved<T extends Observation>(entries: readonly T[], asOf: Day): T | null {
  const dated = preferDated(entries);
  return dated.length === 0 ? null : dated.reduce((best, entry) => (byBelief(entry, best, asOf) < 0 ? entry : best));
}

function byBelief(a: Observation, b: Observation, asOf: Day): number {
  return (
    belief(b, asOf) - belief(a, asOf) ||
    compareText(seenOn(b), seenOn(a)) ||
    compareText(voiceOf(a), voiceOf(b)) ||
    compareText(idOf(a), idOf(b))
  );
}

/** Returns true if `other` is close enough in time to `shown` to agree with it or dispute it. */
export function isPeer(other: Observation, shown: Observation): boolean {
  return daysBetween(other.observedAt, shown.observedAt) <= POLICY.peerWindowDays;
}

/** Like isPeer(), but counts the day on which a check confirmed a reading. */
function isSeenWith(other: Observation, shown: Observation): boolean {
  return daysBetween(seenOn(other), seenOn(shown)) <= POLICY.peerWindowDays;
}

/** A voice's current reading, and its standing: the belief in the voice's best reading so far. */
type Candidate = { entry: PlansEntry; standing: number };

/**
 * Returns the reading to show. Second-hand readings count only if no better reading is at most
 * POLICY.secondHandYieldsDays older than the newest of all. Of those that count, the readings at most
 * POLICY.peerWindowDays older than the newest compete by standing; older ones are history. A later day never shows an
 * older reading.
 */
function leading(candidates: readonly Candidate[], asOf: Day): PlansEntry | null {
  const considered = counting(candidates);
  const latest = newestOf(considered);
  const recent = considered.filter(({ entry }) => latest && isSeenWith(entry, latest));
  return best(sinceSuperseded(recent), asOf);
}

/** Returns the readings that are later than every reading that two later voices contradict. */
function sinceSuperseded(candidates: readonly Candidate[]): readonly Candidate[] {
  const past = newestOf(candidates.filter(({ entry }) => isSuperseded(entry, candidates)));
  return past ? candidates.filter(({ entry }) => seenOn(entry) > seenOn(past)) : candidates;
}

/**
 * Returns true if two later first-hand voices show the same different price: together they outrank an earlier reading.
 */
function isSuperseded(entry: PlansEntry, all: readonly Candidate[]): boolean {
  const against = all
    .map((other) => other.entry)
    .filter((other) => other.trust !== "C" && seenOn(other) > seenOn(entry) && plansDiffer(entry.fact, other.fact));
  return against.some((one) =>
    against.some((other) => publisherOf(one) !== publisherOf(other) && plansAgree(one.fact, other.fact)),
  );
}

function counting(candidates: readonly Candidate[]): readonly Candidate[] {
  const newest = newestOf(candidates);
  const better = candidates.filter(({ entry }) => entry.trust !== "C" && newest && !yieldsTo(entry, newest));
  return better.length > 0 ? better : candidates;
}

function best(candidates: readonly Candidate[], asOf: Day): PlansEntry | null {
  const [first] = [...candidates].sort((a, b) => b.standing - a.standing || byBelief(a.entry, b.entry, asOf));
  return first?.entry ?? null;
}

/**
 * Returns the leading list. If it names paid tiers but gives no price for any of them, it is not an answer. The best
 * first-hand answer then replaces it if that answer has a figure and is not history, or if it is newer. Otherwise the
 * best second-hand answer replaces it.
 */
function leadingList(known: readonly PlansEntry[], lists: readonly Candidate[], asOf: Day): PlansEntry | null {
  const first = leading(lists, asOf);
  if (!first || isAnswer(first)) return first;
  const latest = newestOf(counting(lists)) ?? first;
  const leads = (entry: PlansEntry) => (hasFigure(entry) && isSeenWith(entry, latest)) || seenOn(entry) > seenOn(first);
  const [own, told] = byHand(known).map((hand) => best(answersByVoice(hand, asOf), asOf));
  if (own && leads(own)) return own;
  return told && leads(told) && (!own || yieldsTo(own, told)) ? told : first;
}

const UNREAD: ReadonlySet<TierFact["status"]> = new Set(["not_published", "unverified"]);

function isAnswer(entry: PlansEntry): boolean {
  return hasFigure(entry) || !entry.fact.tiers.some(({ status }) => UNREAD.has(status));
}

function hasFigure({ fact }: PlansEntry): boolean {
  return fact.tiers.some(({ prices }) => prices.some(({ amount }) => amount > 0));
}

/** Returns true if a reading is so old that a second-hand one of this day leads. */
function yieldsTo(entry: Observation, newer: Observation): boolean {
  return daysBetween(seenOn(entry), seenOn(newer)) > POLICY.secondHandYieldsDays;
}

/**
 * Returns each voice's current reading: its last answer if that is second-hand or not much older than its latest
 * reading, otherwise its latest reading.
 */
function currentByVoice(entries: readonly PlansEntry[], asOf: Day): Candidate[] {
  const voices = byHand(entries).flatMap((hand) => byVoice(hand, asOf));
  return voices.map((said) => {
    const [latest, answer] = [latestOf(said), lastAnswer(said)];
    const keeps = answer && (latest.trust === "C" || isPeer(answer, latest));
    return candidate(said, keeps ? answer : latest, asOf);
  });
}

function answersByVoice(entries: readonly PlansEntry[], asOf: Day): Candidate[] {
  return byVoice(entries, asOf).flatMap((said) => {
    const answer = lastAnswer(said);
    return answer ? [candidate(said, answer, asOf)] : [];
  });
}

/** Splits readings into first-hand and second-hand ones. A voice that has both counts as two voices. */
function byHand(entries: readonly PlansEntry[]): [PlansEntry[], PlansEntry[]] {
  return [entries.filter(({ trust }) => trust !== "C"), entries.filter(({ trust }) => trust === "C")];
}

function lastAnswer(said: readonly PlansEntry[]): PlansEntry | null {
  const answers = said.filter(isAnswer);
  return answers.length > 0 ? latestOf(answers) : null;
}

function candidate(said: readonly PlansEntry[], entry: PlansEntry, asOf: Day): Candidate {
  const until = said.filter((other) => startOf(other) <= startOf(entry));
  return { entry, standing: Math.max(...until.map((other) => belief(other, asOf))) };
}

/** Drops undated readings if there is a dated one. A reading that a check confirmed counts as dated. */
function preferDated<T extends Observation & MaybeChecked>(readings: readonly T[]): readonly T[] {
  if (readings.every(({ evidence }) => evidence.undated)) return readings;
  return readings.filter(({ evidence, checkedOn }) => !evidence.undated || checkedOn !== undefined);
}

function newestOf(candidates: readonly Candidate[]): PlansEntry | null {
  return candidates.reduce<PlansEntry | null>(
    (best, { entry }) => (best && seenOn(best) >= seenOn(entry) ? best : entry),
    null,
  );
}

type ShownTier = { tier: Tier; from: PlansEntry };
type Shown = {
  tiers: Map<string, ShownTier>;
  agreeing: Set<Observation>;
  disputed: Verification["disputed"];
  start: StatedTier | null;
};

/**
 * Reduces the readings of a product to its current tiers: the leading reading, completed and disputed by the others.
 */
export function reducePlans(entries: readonly PlansEntry[], asOf: Day, book: EvidenceBook): ReducedPlans | null {
  const known = withKnownUnits(preferDated(entries.filter((entry) => inForce(entry, asOf))));
  const ofTiers = known.filter(({ fact }) => fact.tiers.some((tier) => !tier.startingPrice));
  const lists = currentByVoice(ofTiers, asOf);
  const starts = currentByVoice(
    known.filter(({ fact }) => fact.tiers.some((tier) => tier.startingPrice)),
    asOf,
  );
  const list = leadingList(ofTiers, lists, asOf);
  const lowest = leading(starts, asOf);
  const start = lowest && !(list && isRefusedBy(list, lowest)) ? lowest : null;
  const shown: Shown = { tiers: new Map(), agreeing: new Set(), disputed: [], start: null };
  const context = { known: [...ofTiers].sort((a, b) => byBelief(a, b, asOf)), book };
  const past = new Set(lists.map(({ entry }) => entry).filter((entry) => isSuperseded(entry, lists)));
  if (list) showList(shown, list, others(lists, list, asOf), { ...context, past });
  if (!start) return list && { ...reduced(shown), shown: list, list, ...termsOf(list) };

  const kept = list && keepsBeside(shown, list, start) ? list : null;
  if (!kept) shown.agreeing.clear();
  for (const other of [start, ...others(starts, start, asOf)]) {
    weighStart(shown, other, { leads: other === start, book });
  }
  const isPriced = [...shown.tiers.values()].some(({ tier }) => !tier.isFree && tier.listPrice !== null);
  const from = kept && (isPriced || !shown.start) ? kept : start;
  shown.agreeing.delete(from);
  return { ...reduced(shown), shown: from, list: kept, ...termsOf(from) };
}

/** Drops tiers that are too old to show next to a newer starting price. Returns whether the list still has any. */
function keepsBeside(shown: Shown, list: PlansEntry, start: PlansEntry): boolean {
  if (start.observedAt > list.observedAt && !outranks(list, start)) {
    for (const [id, { tier }] of shown.tiers) {
      if (!isWithinFill(tier.observedAt, start.observedAt)) shown.tiers.delete(id);
    }
    shown.disputed = shown.disputed.filter(({ tier }) => tier !== null && shown.tiers.has(tier));
  }
  return [...shown.tiers.values()].some(({ from }) => from === list);
}

function reduced({ tiers, agreeing, disputed, start }: Shown): Pick<ReducedPlans, keyof Shown> {
  return { tiers: [...tiers.values()].map(({ tier }) => withReview(tier)), agreeing: [...agreeing], disputed, start };
}

function withReview(tier: Tier): Tier {
  const annualReview = annualReviewOf(tier);
  return annualReview === undefined ? tier : { ...tier, annualReview };
}

function termsOf({ fact }: PlansEntry): Pick<ReducedPlans, "complete" | "currency"> {
  return { complete: fact.complete && !fact.tiers.some((tier) => tier.startingPrice), currency: fact.currency };
}

function others(candidates: readonly Candidate[], shown: PlansEntry | null, asOf: Day): PlansEntry[] {
  const rest = candidates.map(({ entry }) => entry).filter((entry) => entry !== shown);
  return rest.sort((a, b) => byBelief(a, b, asOf));
}

/** `known`: the readings of tiers, the most believed first. `past`: those that two later voices contradict. */
type Context = { known: readonly PlansEntry[]; past: ReadonlySet<PlansEntry>; book: EvidenceBook };

function showList(shown: Shown, list: PlansEntry, rest: readonly PlansEntry[], context: Context): void {
  const { past, book } = context;
  const show = (fact: TierFact, from: PlansEntry) => {
    const tier = toTier(fact, from, book);
    stateBilling(tier, from, context);
    shown.tiers.set(fact.id, { tier, from });
  };
  for (const fact of list.fact.tiers) {
    if (!fact.startingPrice) show(fact, list);
  }
  for (const other of rest) {
    const mayFill =
      !list.fact.complete &&
      other.fact.currency === list.fact.currency &&
      isWithinFill(other.observedAt, list.observedAt);
    for (const fact of other.fact.tiers.filter((tier) => !tier.startingPrice)) {
      const theirs = toTier(fact, other, book);
      const ours = shown.tiers.get(fact.id);
      if (ours) {
        weigh(shown, ours, theirs, other, past.has(other));
        if (list.evidence.readAt !== undefined) lend(ours.tier, theirs);
      } else if (mayFill && !past.has(other)) show(fact, other);
      else if (!past.has(other) && isNewOffer(theirs, shown, { other, list })) {
        shown.disputed.push(newTierDispute(theirs));
      }
    }
  }
}

/** Returns true if a later reading of a complete list names a paid tier at a price that no shown tier has. */
function isNewOffer(theirs: Tier, { tiers }: Shown, { other, list }: { other: PlansEntry; list: PlansEntry }): boolean {
  const price = headlinePrice(theirs);
  if (price === null || theirs.isFree || theirs.audience !== "any" || seenOn(other) <= seenOn(list)) return false;
  const alike = [...tiers.values()].map(({ tier }) => tier).filter((tier) => isBeside(theirs, tier));
  return alike.length > 0 && !alike.some((tier) => pricesOf(tier).some((known) => pricesOf(theirs).includes(known)));
}

function newTierDispute(tier: Tier): Shown["disputed"][number] {
  const { id, name, observedAt, evidence } = tier;
  return { field: "listPrice", tier: id, name, shown: null, other: headlinePrice(tier), observedAt, evidence };
}

function isWithinFill(seen: Day, day: Day): boolean {
  return daysBetween(seen, day) <= POLICY.fillWindowDays;
}

/** Lets another recent reading agree with a shown tier or dispute it. A superseded reading that differs is history. */
function weigh(shown: Shown, ours: ShownTier, theirs: Tier, other: PlansEntry, isPast: boolean): void {
  if (!isPeer(other, ours.from)) return;
  const verdict = comparePrices(ours.tier, theirs);
  if (verdict === "same") agree(shown, ours, theirs, other);
  else if (verdict && !isPast && isSeenWith(other, ours.from)) {
    shown.disputed.push({
      ...verdict,
      tier: ours.tier.id,
      observedAt: other.observedAt,
      evidence: theirs.evidence,
    });
  }
}

function agree(shown: Shown, ours: ShownTier, theirs: Tier, other: PlansEntry): void {
  if (!ours.tier.isFree) shown.agreeing.add(other);
  // A starting price may be that of another tier at the same price.
  if (theirs.id === ours.tier.id) {
    complete(ours.tier, theirs);
    lend(ours.tier, theirs);
  }
  ours.tier.evidence = [...new Set([...ours.tier.evidence, ...theirs.evidence])].sort();
  if (other.observedAt > ours.tier.observedAt) ours.tier.observedAt = other.observedAt;
}

/**
 * Copies features, limits and terms from a reading that agrees with the tier's price, or from one that predates a check
 * of the page.
 */
function lend(ours: Tier, theirs: Tier): void {
  if (ours.features.length === 0 && theirs.features.length > 0) {
    ours.features = theirs.features;
    ours.featureCount = theirs.featureCount;
  }
  if (ours.limits.length === 0) ours.limits = theirs.limits;
  ours.minimumSeats ??= theirs.minimumSeats;
  ours.maximumSeats ??= theirs.maximumSeats;
  ours.seatIncrement ??= theirs.seatIncrement;
  if (ours.seatBlocks.length === 0) ours.seatBlocks = theirs.seatBlocks;
  ours.evidence = [...new Set([...ours.evidence, ...theirs.evidence])].sort();
}

/** Adds the price with the other billing from a reading that agrees with the tier. */
function complete(ours: Tier, theirs: Tier): void {
  if (ours.isFree || theirs.isFree || ours.priceUnit !== theirs.priceUnit) return;
  // If readings disagree on the billing of a price, its billing stays unstated.
  const unclear = isUnstated(ours.listPrice) ? ours.listPrice.amount : null;
  if (ours.priceMonthly === null && theirs.priceMonthly !== null && theirs.priceMonthly !== unclear) {
    ours.priceMonthly = theirs.priceMonthly;
    ours.listPrice = theirs.listPrice;
  }
  if (ours.priceAnnual === null && theirs.priceAnnual !== null && theirs.priceAnnual !== unclear) {
    ours.priceAnnual = theirs.priceAnnual;
    if (theirs.annualTotal !== undefined) ours.annualTotal = theirs.annualTotal;
  }
}

function isUnstated(price: ListPrice | null): price is ListPrice {
  return price?.period === "month" && price.billing === "unstated" && price.amount > 0;
}

/** Sets the billing that other readings state for the same price of a tier, unless they disagree. */
function stateBilling(tier: Tier, from: PlansEntry, { known, book }: Pick<Context, "known" | "book">): void {
  const { listPrice } = tier;
  if (tier.priceMonthly !== null || tier.priceAnnual !== null || !isUnstated(listPrice)) return;
  const { amount } = listPrice;
  const stated = known.flatMap((other) => {
    const fact = other.fact.tiers.find(({ id, startingPrice }) => id === tier.id && !startingPrice);
    if (!fact || Math.abs(daysBetween(other.observedAt, from.observedAt)) > POLICY.fillWindowDays) return [];
    const theirs = toTier(fact, other, book);
    const isAlike = theirs.currency === tier.currency && unitBasis(theirs.priceUnit) === unitBasis(tier.priceUnit);
    const [monthly, annual] = [theirs.priceMonthly === amount, theirs.priceAnnual === amount];
    return isAlike && (monthly || annual) ? [{ monthly, annual, evidence: theirs.evidence }] : [];
  });
  const [first] = stated;
  if (!first || (stated.some(({ monthly }) => !monthly) && stated.some(({ annual }) => !annual))) return;
  if (first.monthly) tier.priceMonthly = amount;
  if (first.annual) tier.priceAnnual = amount;
  tier.listPrice = { ...listPrice, billing: first.monthly ? "monthly" : "annual" };
  tier.evidence = [...new Set([...tier.evidence, ...first.evidence])].sort();
}

/** Returns the starting price that a reading states. */
function statedTier(entry: PlansEntry, book: EvidenceBook): StatedTier | null {
  const fact = entry.fact.tiers.find((tier) => tier.startingPrice);
  return fact ? toTier(fact, entry, book) : null;
}

/**
 * Returns true for a first-hand reading compared with a second-hand one that is not much newer. A check that confirms
 * the second-hand reading does not make the first-hand one older.
 */
function outranks(entry: Observation, other: Observation): boolean {
  const isOutdated = daysBetween(seenOn(entry), other.observedAt) > POLICY.secondHandYieldsDays;
  return entry.trust !== "C" && other.trust === "C" && !isOutdated;
}

/**
 * Returns true if a first-hand reading says that the vendor publishes no price, and an earlier second-hand one has a
 * price.
 */
function isRefusedBy(list: PlansEntry, start: PlansEntry): boolean {
  return outranks(list, start) && list.observedAt > start.observedAt && isAnswer(list) && !hasFigure(list);
}

/** Returns the shown paid tiers that have the same price. */
function alikeIn({ tiers }: Shown, start: Tier): ShownTier[] {
  const asked = pricesOf(start);
  return [...tiers.values()].filter(
    ({ tier }) =>
      !tier.isFree && tier.currency === start.currency && pricesOf(tier).some((price) => asked.includes(price)),
  );
}

/** Lets a starting price agree or disagree with the shown prices. A leading one that does neither is shown itself. */
function weighStart(shown: Shown, other: PlansEntry, { leads, book }: { leads: boolean; book: EvidenceBook }): void {
  const theirs = statedTier(other, book);
  if (!theirs) return;
  const own = shown.start;
  if (own) {
    if (comparePrices(own, theirs) === "same") {
      shown.agreeing.add(other);
      own.evidence = [...new Set([...own.evidence, ...theirs.evidence])].sort();
    } else if (isBeside(theirs, own)) dispute(shown, null, own, theirs);
    return;
  }
  const alike = alikeIn(shown, theirs).filter(({ from }) => isPeer(other, from));
  for (const ours of alike) agree(shown, ours, theirs, other);
  if (alike.length > 0) return;
  const cheapest = cheapestBeside(theirs, [...shown.tiers.values()]);
  if (cheapest) {
    if (isPeer(other, cheapest.from)) dispute(shown, cheapest.tier.id, cheapest.tier, theirs);
  } else if (leads) shown.start = theirs;
}

function dispute(shown: Shown, tier: string | null, ours: Tier, theirs: Tier): void {
  shown.disputed.push({
    field: "startingPrice",
    tier,
    shown: headlinePrice(ours),
    other: headlinePrice(theirs),
    observedAt: theirs.observedAt,
    evidence: theirs.evidence,
  });
}

function cheapestBeside(start: Tier, tiers: readonly ShownTier[]): ShownTier | null {
  const beside = tiers.filter(({ tier }) => isBeside(start, tier));
  return beside.reduce<ShownTier | null>(
    (best, entry) => (best && priceOf(best.tier) <= priceOf(entry.tier) ? best : entry),
    null,
  );
}

function priceOf(tier: Tier): number {
  return headlinePrice(tier) ?? Number.POSITIVE_INFINITY;
}

/** Returns true if a starting price and a paid tier are comparable. A source that names no unit may mean any unit. */
function isBeside(start: Tier, tier: Tier): boolean {
  const [ours, theirs] = [headlinePrice(tier), headlinePrice(start)];
  if (tier.isFree || ours === null || theirs === null || tier.currency !== start.currency) return false;
  return start.priceUnit === "month" || unitBasis(start.priceUnit) === unitBasis(tier.priceUnit);
}

type Priced = Pick<
  Tier,
  "isFree" | "priceMonthly" | "priceAnnual" | "listPrice" | "currency" | "priceUnit" | "retiredOn" | "lead"
>;

/** Returns the paid tiers that are on sale. */
export function paidTiers<T extends Priced>(tiers: readonly T[]): T[] {
  return tiers.filter((tier) => !tier.isFree && tier.retiredOn === null);
}

/** Returns the paid tiers that a product is compared by: if a tier leads, those in its unit. */
export function comparedTiers<T extends Priced>(tiers: readonly T[]): T[] {
  const paid = paidTiers(tiers);
  const lead = paid.find((tier) => tier.lead);
  return lead === undefined ? paid : paid.filter((tier) => tier.priceUnit === lead.priceUnit);
}

/** Returns the compared tiers with a monthly price in one currency, lowest first. */
export function monthlyTiers<T extends Priced>(tiers: readonly T[], currency: string | null): T[] {
  return comparedTiers(tiers)
    .filter((tier) => tier.currency === currency && (headlinePrice(tier) ?? 0) > 0)
    .sort((a, b) => (headlinePrice(a) ?? 0) - (headlinePrice(b) ?? 0));
}

/** A tier as one reading states it: `startingPrice` if the reading gives no name or terms. */
export type StatedTier = Tier & { startingPrice?: true };

/** Returns a tier with only a name, no price. */
export function bareTier({ id, name, observedAt }: Pick<Tier, "id" | "name" | "observedAt">): Tier {
  return {
    id,
    name,
    isFree: false,
    priceStatus: "unverified",
    priceMonthly: null,
    priceAnnual: null,
    listPrice: null,
    currency: null,
    priceUnit: null,
    minimumSeats: null,
    maximumSeats: null,
    seatIncrement: null,
    seatBlocks: [],
    baseFee: null,
    percentageFees: [],
    audience: "any",
    retiredOn: null,
    bandMode: null,
    seatBands: [],
    features: [],
    featureCount: 0,
    limits: [],
    observedAt,
    evidence: [],
  };
}

/** Converts one tier of a reading to the form that records use. */
export function toTier(tier: TierFact, observation: PlansEntry, book: EvidenceBook): StatedTier {
  const prices = tier.status === "published" ? tier.prices : [];
  const headline = headlineOf(prices);
  const yearly = prices.find((price) => price.period === "year")?.amount ?? null;
  const currency = tier.status === "published" ? (tier.currency ?? observation.fact.currency) : null;
  const isFree = prices.length > 0 && prices.every((price) => price.amount === 0);
  const free = isFree && headline?.period === "month" ? 0 : null;
  const { id, name, features = [] } = tier;
  return extended(bareTier({ id, name, observedAt: observation.observedAt }), {
    ...(tier.startingPrice && { startingPrice: true as const }),
    isFree,
    priceStatus: tier.status,
    priceMonthly: amountOf(prices, "month", "monthly") ?? free,
    priceAnnual: amountOf(prices, "month", "annual") ?? (yearly === null ? free : perMonth(yearly)),
    listPrice: headline && toListPrice(headline, currency),
    // A yearly price divided by twelve is rounded; the yearly price is exact.
    ...(yearly !== null && headline?.period !== "year" && { annualTotal: yearly }),
    currency,
    priceUnit: headline && priceUnit(tier.unit, headline),
    minimumSeats: tier.minimumSeats ?? null,
    maximumSeats: tier.maximumSeats ?? null,
    seatIncrement: tier.seatIncrement ?? null,
    seatBlocks: tier.seatBlocks ?? [],
    audience: audienceOf(observation.product, tier),
    retiredOn: retiredOn(observation.product, tier, observation.observedAt),
    ...(id === leadTier(observation.product) && { lead: true as const }),
    bandMode: tier.bandMode ?? null,
    seatBands: tier.seatBands ?? [],
    features,
    featureCount: features.length,
    limits: tier.limits ?? [],
    evidence: [book.cite(observation)],
  });
}

const HEADLINE_RANK: readonly ((price: PriceFact) => boolean)[] = [
  ({ period, billing }) => period === "month" && billing === "monthly",
  ({ period, billing }) => period === "month" && billing === null,
  ({ period }) => period === "month",
  ({ period }) => period === "year",
  ({ period }) => period === "once",
];

/** Returns a tier's headline price: monthly before yearly, one-time and usage prices. */
function headlineOf(prices: readonly PriceFact[]): PriceFact | null {
  const rankOf = (price: PriceFact) => {
    const rank = HEADLINE_RANK.findIndex((test) => test(price));
    return rank === -1 ? HEADLINE_RANK.length : rank;
  };
  return prices.reduce<PriceFact | null>((best, price) => (best && rankOf(best) <= rankOf(price) ? best : price), null);
}

function amountOf(
  prices: readonly PriceFact[],
  period: PriceFact["period"],
  billing: PriceFact["billing"],
): number | null {
  return prices.find((price) => price.period === period && price.billing === billing)?.amount ?? null;
}

function toListPrice(price: PriceFact, currency: string | null): ListPrice {
  return {
    amount: price.amount,
    currency,
    period: price.period,
    billing: price.billing ?? (price.period === "year" ? "annual" : "unstated"),
  };
}

/** Returns `user/month`, `month`, `license, one-time` or, for usage, the unit itself. */
function priceUnit(unit: string | null, price: PriceFact): string {
  switch (price.period) {
    case "month":
    case "year":
      return unit ? `${unit}/month` : "month";
    case "once":
      return unit ? `${unit}, one-time` : "one-time";
    case "usage":
      return unit ?? "use";
  }
}

/**
 * Returns the price that is comparable between tiers: per unit and month, billed monthly if known. Returns null for
 * one-time and usage prices and if no price is published.
 */
export function headlinePrice(tier: Pick<Tier, "priceMonthly" | "priceAnnual" | "listPrice">): number | null {
  if (tier.priceMonthly !== null) return tier.priceMonthly;
  if (tier.listPrice?.period === "month" && tier.listPrice.billing === "unstated") return tier.listPrice.amount;
  return tier.priceAnnual;
}

type PriceDifference = { field: string; shown: number | null; other: number | null };

/** Returns `same`, a difference in a field that both state, or null if the two are not comparable. */
function comparePrices(ours: Tier, theirs: Tier): "same" | PriceDifference | null {
  if (ours.currency !== theirs.currency || unitBasis(ours.priceUnit) !== unitBasis(theirs.priceUnit)) return null;
  const fields = ["priceMonthly", "priceAnnual"] as const;
  const both = fields.filter((field) => ours[field] !== null && theirs[field] !== null);
  for (const field of both) {
    if (!isSamePrice(field, ours[field], theirs[field])) {
      return { field, shown: ours[field], other: theirs[field] };
    }
  }
  if (both.length > 0) return "same";
  if (!ours.listPrice || !theirs.listPrice || ours.listPrice.period !== theirs.listPrice.period) return null;
  const stated = [ours, theirs].every((tier) => tier.listPrice?.billing !== "unstated");
  if (ours.listPrice.amount === theirs.listPrice.amount) return stated ? null : "same";
  const known = pricesOf(ours);
  if (pricesOf(theirs).some((price) => known.includes(price))) return "same";
  return stated ? null : { field: "listPrice", shown: ours.listPrice.amount, other: theirs.listPrice.amount };
}

/** Compares two prices. A yearly price per month is often shown rounded: $200 a year is $16.67 or $17 a month. */
function isSamePrice(field: "priceMonthly" | "priceAnnual", ours: number | null, theirs: number | null): boolean {
  if (ours === theirs || ours === null || theirs === null) return ours === theirs;
  return field === "priceAnnual" && (Math.round(ours) === theirs || Math.round(theirs) === ours);
}

function pricesOf(tier: Tier): number[] {
  return [tier.priceMonthly, tier.priceAnnual, tier.listPrice?.amount ?? null].filter((price) => price !== null);
}
