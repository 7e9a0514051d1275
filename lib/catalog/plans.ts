import type { Observation, PlansFact, PriceFact, TierFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { ListPrice, Tier, Verification } from "@/lib/schemas/record";
import { belief } from "./confidence";
import { daysBetween } from "./day";
import { compareText, type Entry, type EvidenceBook, groupBy, idOf, inForce, voiceOf } from "./ledger";
import { perMonth } from "./money";
import { POLICY } from "./policy";

type PlansEntry = Entry<PlansFact>;

export type ReducedPlans = {
  shown: PlansEntry;
  tiers: Tier[];
  complete: boolean;
  currency: string | null;
  agreeing: Observation[];
  disputed: Verification["disputed"];
};

/** The latest reading of each voice that is in force on `asOf`. */
export function latestByVoice<T extends Observation>(entries: readonly T[], asOf: Day): T[] {
  const latest: T[] = [];
  for (const series of groupBy(
    entries.filter((entry) => inForce(entry, asOf)),
    voiceOf,
  ).values()) {
    const last = series.reduce((best, entry) => (compareText(startOf(entry), startOf(best)) >= 0 ? entry : best));
    latest.push(last);
  }
  return latest;
}

function startOf(entry: Observation): Day {
  return entry.effectiveFrom && entry.effectiveFrom > entry.observedAt ? entry.effectiveFrom : entry.observedAt;
}

/** The reading believed most; of equals, the newest, then the first by name. */
export function mostBelieved<T extends Observation>(entries: readonly T[], asOf: Day): T | null {
  const [first] = [...entries].sort((a, b) => byBelief(a, b, asOf));
  return first ?? null;
}

function byBelief(a: Observation, b: Observation, asOf: Day): number {
  return (
    belief(b, asOf) - belief(a, asOf) ||
    compareText(b.observedAt, a.observedAt) ||
    compareText(voiceOf(a), voiceOf(b)) ||
    compareText(idOf(a), idOf(b))
  );
}

/** True when `other` is recent enough beside `shown` to count as agreement or dispute. */
export function isPeer(other: Observation, shown: Observation): boolean {
  return daysBetween(other.observedAt, shown.observedAt) <= POLICY.peerWindowDays;
}

/** The current tiers of a product: the most believed reading, completed and questioned by the others. */
export function reducePlans(entries: readonly PlansEntry[], asOf: Day, book: EvidenceBook): ReducedPlans | null {
  const current = latestByVoice(entries, asOf);
  const shown = mostBelieved(current, asOf);
  if (!shown) return null;

  const { currency, complete } = shown.fact;
  const shownTiers = new Map(
    shown.fact.tiers.map((tier) => [tier.id, { tier: toTier(tier, shown, book), from: shown }]),
  );
  const agreeing: Observation[] = [];
  const disputed: Verification["disputed"] = [];
  for (const other of current.filter((entry) => entry !== shown).sort((a, b) => byBelief(a, b, asOf))) {
    let agrees = false;
    const mayFill =
      !complete &&
      other.fact.currency === currency &&
      daysBetween(other.observedAt, shown.observedAt) <= POLICY.fillWindowDays;
    for (const fact of other.fact.tiers) {
      const theirs = toTier(fact, other, book);
      const ours = shownTiers.get(fact.id);
      if (!ours) {
        if (mayFill) shownTiers.set(fact.id, { tier: theirs, from: other });
        continue;
      }
      if (!isPeer(other, ours.from)) continue;
      const verdict = comparePrices(ours.tier, theirs);
      if (verdict === "same") {
        agrees ||= !ours.tier.isFree;
        ours.tier.evidence = [...new Set([...ours.tier.evidence, ...theirs.evidence])].sort();
      } else if (verdict) {
        disputed.push({ ...verdict, tier: fact.id, observedAt: other.observedAt, evidence: theirs.evidence });
      }
    }
    if (agrees) agreeing.push(other);
  }
  return { shown, tiers: [...shownTiers.values()].map(({ tier }) => tier), complete, currency, agreeing, disputed };
}

/** The record's form of one tier as one reading shows it. */
export function toTier(tier: TierFact, observation: PlansEntry, book: EvidenceBook): Tier {
  const published = tier.status === "published";
  const priceMonthly = published ? amountOf(tier.prices, "month", "monthly") : null;
  const annualPerMonth = published ? amountOf(tier.prices, "month", "annual") : null;
  const yearly = published ? tier.prices.find((price) => price.period === "year") : undefined;
  const perYear = yearly?.amount ?? null;
  const first = published ? tier.prices[0] : undefined;
  // A monthly price has its own field; a year's exact amount has none.
  const listed = priceMonthly === null ? first : (yearly ?? first);
  const isFree = published && tier.prices.length > 0 && tier.prices.every((price) => price.amount === 0);
  return {
    id: tier.id,
    name: tier.name,
    isFree,
    priceStatus: tier.status,
    priceMonthly: priceMonthly ?? (isFree && first?.period === "month" ? 0 : null),
    priceAnnual:
      annualPerMonth ??
      (perYear === null ? null : perMonth(perYear)) ??
      (isFree && first?.period === "month" ? 0 : null),
    listPrice: listed ? toListPrice(listed) : null,
    currency: published ? (tier.currency ?? observation.fact.currency) : null,
    priceUnit: first ? priceUnit(tier.unit, first) : null,
    minimumSeats: tier.minimumSeats ?? null,
    maximumSeats: tier.maximumSeats ?? null,
    bandMode: tier.bandMode ?? null,
    seatBands: tier.seatBands ?? [],
    features: tier.features ?? [],
    featureCount: tier.features?.length ?? 0,
    limits: tier.limits ?? [],
    observedAt: observation.observedAt,
    evidence: [book.cite(observation)],
  };
}

function amountOf(
  prices: readonly PriceFact[],
  period: PriceFact["period"],
  billing: PriceFact["billing"],
): number | null {
  return prices.find((price) => price.period === period && price.billing === billing)?.amount ?? null;
}

function toListPrice(price: PriceFact): ListPrice {
  return {
    amount: price.amount,
    period: price.period,
    billing: price.billing ?? (price.period === "year" ? "annual" : "unstated"),
  };
}

/** `user/month`, `month`, `license, one-time` or, for usage, the unit itself. */
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
 * The price of a tier that can stand beside those of other tiers: per unit and month, billed monthly where known.
 * Null for one-time and usage prices and where no price is published.
 */
export function headlinePrice(tier: Pick<Tier, "priceMonthly" | "priceAnnual" | "listPrice">): number | null {
  if (tier.priceMonthly !== null) return tier.priceMonthly;
  if (tier.listPrice?.period === "month" && tier.listPrice.billing === "unstated") return tier.listPrice.amount;
  return tier.priceAnnual;
}

type PriceDifference = { field: string; shown: number | null; other: number | null };

/** `same`, a difference in a field both state, or null where the two cannot be compared. */
function comparePrices(ours: Tier, theirs: Tier): "same" | PriceDifference | null {
  if (ours.currency !== theirs.currency || ours.priceUnit !== theirs.priceUnit) return null;
  const fields = ["priceMonthly", "priceAnnual"] as const;
  const both = fields.filter((field) => ours[field] !== null && theirs[field] !== null);
  for (const field of both) {
    if (ours[field] !== theirs[field]) return { field, shown: ours[field], other: theirs[field] };
  }
  if (both.length > 0) return "same";
  if (!ours.listPrice || !theirs.listPrice || ours.listPrice.period !== theirs.listPrice.period) return null;
  const stated = [ours, theirs].every((tier) => tier.listPrice?.billing !== "unstated");
  if (ours.listPrice.amount === theirs.listPrice.amount) return stated ? null : "same";
  const known = pricesOf(ours);
  if (pricesOf(theirs).some((price) => known.includes(price))) return "same";
  return stated ? null : { field: "listPrice", shown: ours.listPrice.amount, other: theirs.listPrice.amount };
}

function pricesOf(tier: Tier): number[] {
  return [tier.priceMonthly, tier.priceAnnual, tier.listPrice?.amount ?? null].filter((price) => price !== null);
}
