import { tierId } from "@/lib/catalog/tier-id";
import type { Fact, PriceFact, TierFact } from "@/lib/schemas/observation";
import type { Limit, PriceStatus } from "@/lib/schemas/primitives";
import type { Reject } from "./reading";
import { keyOf, splitPlanName } from "./units";

/** One displayed plan, before plans that differ only in billing become one tier. */
export type PlanDraft = {
  row: string;
  name: string;
  status: PriceStatus;
  price: PriceFact | null;
  /** The source's "monthly" may mean the period of the price: no words state the billing. */
  billingUnclear?: boolean | undefined;
  unit: string | null;
  currency?: string;
  minimumSeats?: number;
  maximumSeats?: number;
  bandMode?: TierFact["bandMode"];
  seatBands?: TierFact["seatBands"];
  limits: Limit[];
  features: string[];
  /** The allowance or unit that distinguishes this plan from another of the same name. */
  hint?: string;
  /** The source gives the minimum or maximum price of the plan, or an approximate price. */
  inexact?: "floor" | "ceiling" | "approximate" | undefined;
  /** The price of a plan without a name in the source. */
  startingPrice?: true;
};

/**
 * Merges plans into tiers: "Pro" and "Pro (annual)" are one tier with two prices. Remaining duplicates get separate
 * ids.
 */
export function mergePlans(product: string, drafts: readonly PlanDraft[]): { tiers: TierFact[]; rejects: Reject[] } {
  const tiers: { base: string; tier: TierFact; hint?: string }[] = [];
  const rejects: Reject[] = [];
  const unclear = new Set(drafts.flatMap(({ price, billingUnclear }) => (price && billingUnclear ? [price] : [])));
  for (const draft of drafts) {
    const split = splitPlanName(draft.name);
    const name = split.base || product;
    const base = tierId(name);
    const alike = tiers.filter((entry) => entry.base === base);
    const host = alike.find((entry) => canJoin(entry.tier, draft));
    if (host) {
      if (draft.price) {
        host.tier.status = "published";
        if (!hasPrice(host.tier, draft.price)) host.tier.prices.push(draft.price);
      } else if (host.tier.status === "published") {
        rejects.push({ row: draft.row, reason: "second row of a tier, without a price" });
      }
      host.tier.unit ??= draft.unit;
      host.tier.limits = joinLimits(host.tier.limits, draft.limits);
      host.tier.features = joinFeatures(host.tier.features, draft.features);
      host.tier.minimumSeats ??= draft.minimumSeats;
      host.tier.maximumSeats ??= draft.maximumSeats;
      continue;
    }
    tiers.push({
      base,
      hint: draft.hint,
      tier: {
        id: base,
        name,
        status: draft.status,
        startingPrice: draft.price ? draft.startingPrice : undefined,
        prices: draft.price ? [draft.price] : [],
        currency: draft.currency,
        unit: draft.unit,
        minimumSeats: draft.minimumSeats,
        maximumSeats: draft.maximumSeats,
        bandMode: draft.bandMode,
        seatBands: draft.seatBands,
        limits: draft.limits.length > 0 ? draft.limits : undefined,
        features: draft.features.length > 0 ? draft.features : undefined,
      },
    });
  }
  const taken = new Set<string>();
  for (const { base, tier, hint } of tiers) {
    tier.id = freeId(taken, base, hint);
    taken.add(tier.id);
    tier.prices = settleAnnual(withStatedBilling(tier.prices, unclear));
    if (tier.maximumSeats !== undefined && tier.maximumSeats < (tier.minimumSeats ?? 1)) tier.maximumSeats = undefined;
  }
  return { tiers: tiers.map(({ tier }) => withoutUndefined(tier)), rejects };
}

function canJoin(tier: TierFact, draft: PlanDraft): boolean {
  if (tier.currency !== draft.currency || draft.seatBands || tier.seatBands) return false;
  const { price } = draft;
  if (!price || tier.prices.length === 0) return true;
  if (hasPrice(tier, price)) return true;
  const recurring = (period: PriceFact["period"]) => period === "month" || period === "year";
  return tier.prices.every(
    (known) =>
      recurring(known.period) &&
      recurring(price.period) &&
      !(known.period === price.period && known.billing === price.billing),
  );
}

function hasPrice(tier: TierFact, price: PriceFact): boolean {
  return tier.prices.some(
    (known) => known.amount === price.amount && known.period === price.period && known.billing === price.billing,
  );
}

/** Treats a "monthly" that may mean the price's period as billing only if there is also a yearly price. */
function withStatedBilling(prices: PriceFact[], unclear: ReadonlySet<PriceFact>): PriceFact[] {
  if (prices.some(({ period, billing }) => period === "year" || billing === "annual")) return prices;
  return prices.map((price) => (unclear.has(price) ? { ...price, billing: null } : price));
}

const BILLED_MONTHLY =
  /\b(?:billed|paid|billing) monthly\b|\bmonthly[- ]bill(?:ed|ing)\b|\bmonth-to-month\b|\bno annual (?:plans?|pricing|billing|commitment)\b/i;
const NAMED_MONTHLY = /\bmonthly\b(?! minimum)/i;

/** Returns whether a plan's name, or the text next to its price, says that it is billed monthly. */
export function saysBilledMonthly(name: string, ...texts: readonly (string | null)[]): boolean {
  return NAMED_MONTHLY.test(name) || texts.some((text) => BILLED_MONTHLY.test(text ?? ""));
}

/** Returns whether a file is from API Evangelist, where "billing period: monthly" is the period of the price. */
export function isPeriodAsBilling(url: string): boolean {
  return url.startsWith("https://raw.githubusercontent.com/api-evangelist/");
}

/**
 * Merges an annual total and its monthly share into one price. If they disagree, the monthly figure is not the annual
 * one.
 */
function settleAnnual(prices: PriceFact[]): PriceFact[] {
  const year = prices.find((price) => price.period === "year");
  if (!year) return prices;
  return prices.flatMap((price) => {
    if (price.period !== "month" || price.billing !== "annual") return [price];
    const same = Math.abs(year.amount / 12 - price.amount) <= 0.02 * price.amount;
    return same ? [] : [{ ...price, billing: null }];
  });
}

function freeId(taken: ReadonlySet<string>, base: string, hint: string | undefined): string {
  if (!taken.has(base)) return base;
  const hinted = hint ? `${base}-${keyOf(hint).slice(0, 40).replace(/-+$/, "")}` : base;
  if (!taken.has(hinted)) return hinted;
  let n = 2;
  while (taken.has(`${hinted}-${n}`)) n += 1;
  return `${hinted}-${n}`;
}

export function joinLimits(known: Limit[] | undefined, more: readonly Limit[]): Limit[] | undefined {
  const all = [...(known ?? [])];
  for (const limit of more) {
    if (!all.some((entry) => entry.name === limit.name && entry.unit === limit.unit)) all.push(limit);
  }
  return all.length > 0 ? all : undefined;
}

function joinFeatures(known: string[] | undefined, more: readonly string[]): string[] | undefined {
  const all = [...new Set([...(known ?? []), ...more])];
  return all.length > 0 ? all : undefined;
}

export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}

/** Returns the costs of one reading without duplicates, each with a unique key. */
export function uniqueCosts(facts: readonly Fact[]): Fact[] {
  const seen = new Set<string>();
  const keys = new Set<string>();
  const unique: Fact[] = [];
  for (const fact of facts) {
    const exact = JSON.stringify(fact);
    if (seen.has(exact)) continue;
    seen.add(exact);
    if (fact.kind !== "hidden_cost") {
      unique.push(fact);
      continue;
    }
    const base = fact.key ?? keyOf(fact.label);
    let key = base;
    for (let n = 2; keys.has(`${fact.cost} ${key}`); n += 1) key = `${base}-${n}`;
    keys.add(`${fact.cost} ${key}`);
    unique.push({ ...fact, key });
  }
  return unique;
}

/** Upstream URLs of the files that the api-evangelist folder contains completely. */
