import { paidTiers } from "@/lib/catalog/plans";
import type { Tier } from "@/lib/schemas/record";
import { isForAccount, isPerSeat, type Quote, type QuoteRequest, quoteTier, type Refusal, seatLimits } from "./quote";

export const TIER_RULE =
  "Without a tier, the cheapest published paid tier in the product's main currency that admits the seats is taken, by the cost of a year; beside tiers priced by seat, a price of the whole account only for one seat or where the source says how many it covers; a tier priced by a unit whose quantity is not given only where none is priced by seat or account, a one-time licence only where nothing is paid by period, and a free tier only where every tier is known and free.";

export interface Choice {
  quote: Quote | null;
  rule: string;
  refusal: (Refusal & { what: string }) | null;
}

/** The tier asked for, or the one that TIER_RULE gives. */
export function chooseTier(
  tiers: readonly Tier[],
  request: QuoteRequest & { tier?: string | undefined },
  { currency, complete }: { currency: string | null; complete: boolean },
): Choice {
  if (request.tier !== undefined) {
    const rule = `The tier asked for: ${request.tier}.`;
    const named = tiers.find(({ id }) => id === request.tier);
    if (!named) {
      const reason = `No tier "${request.tier}" is known.`;
      return { quote: null, rule, refusal: { what: request.tier, reason, priceStatus: "unverified" } };
    }
    const quote = quoteTier(named, request);
    if ("reason" in quote) return { quote: null, rule, refusal: { what: named.name, ...quote } };
    return { quote, rule, refusal: null };
  }
  const quotes: Quote[] = [];
  const refusals: { tier: Tier; refusal: Refusal }[] = [];
  const offered = new Set(paidTiers(tiers));
  for (const tier of tiers.filter((entry) => entry.isFree || offered.has(entry))) {
    const quote = quoteTier(tier, request);
    if ("reason" in quote) refusals.push({ tier, refusal: quote });
    else if (currency === null || quote.currency === currency) quotes.push(quote);
  }
  // What is paid beside a free tier may be unknown; it is not 0.
  const allFree = complete && tiers.every(({ isFree }) => isFree);
  const bySeat = quotes.some(({ tier, billing }) => isPerSeat(tier) && !tier.isFree && billing !== "one_time");
  const ranked = quotes
    .filter(({ tier }) => !tier.isFree || allFree)
    .map((quote) => ({ quote, rank: rankOf(quote, bySeat && request.seats > 1) }));
  const best = Math.min(...ranked.map(({ rank }) => rank));
  const quote = ranked
    .filter(({ rank }) => rank === best)
    .reduce<Quote | null>(
      (lowest, entry) => (lowest && !entry.quote.amount.lt(lowest.amount) ? lowest : entry.quote),
      null,
    );
  if (quote) return { quote, rule: describe(quote, request.seats), refusal: null };
  const free = quotes.find(({ tier }) => tier.isFree)?.tier;
  const hint = free ? ` Only ${free.name} has a price, and it is free: name the tier "${free.id}" to count it.` : "";
  const reasons = refusals.map(({ tier, refusal }) => `${tier.name}: ${refusal.reason}`).join(" ");
  const [first] = refusals;
  return {
    quote: null,
    rule: TIER_RULE,
    refusal: {
      what: "licence",
      reason: reasons
        ? `No tier has a price for ${seatsText(request.seats)}. ${reasons}${hint}`
        : free
          ? `No paid tier is known.${hint}`
          : "No tier is known.",
      priceStatus: first?.refusal.priceStatus ?? "unverified",
    },
  };
}

function rankOf({ tier, billing, quantityAssumed }: Quote, isTeamBySeat: boolean): number {
  if (tier.isFree) return 4;
  if (billing === "one_time") return 3;
  if (quantityAssumed) return 2;
  return isTeamBySeat && isForAccount(tier) && !seatLimits(tier).said ? 1 : 0;
}

function describe({ tier, billing, currency, quantityAssumed }: Quote, seats: number): string {
  if (tier.isFree) return `No tier was named and none is paid: the free tier ${tier.name}.`;
  const kind = billing === "one_time" ? "one-time licence" : "paid tier";
  const unit = quantityAssumed ? `, for one ${tier.priceUnit}` : "";
  return `No tier was named: the cheapest published ${kind} in ${currency} that admits ${seatsText(seats)}${unit}, by the cost of a year.`;
}

function seatsText(seats: number): string {
  return seats === 1 ? "1 seat" : `${seats} seats`;
}
