import { isPercentagePriced, leadFee } from "@/lib/catalog/percentage-price";
import { monthlyTiers, paidTiers } from "@/lib/catalog/plans";
import { onceFor } from "@/lib/once-for";
import type { Tier } from "@/lib/schemas/record";
import { admitsPayments } from "./payments";
import {
  countText,
  isForAccount,
  isPerSeat,
  type Quote,
  type QuoteRequest,
  quoteTier,
  type Refusal,
  seatLimits,
  type Uncounted,
  yearlyCost,
} from "./quote";
import { pluralOf } from "./units";

export const TIER_RULE =
  "If no tier is requested, the cheapest published paid tier in the main currency that allows the seats is used, by yearly cost. Tiers for individuals, prices that may be per person or per account, and account prices next to prices per seat are used only for one seat, unless a source says how many people they cover. Tiers for students or nonprofits and retired tiers are not used. A one-time licence is used only if nothing is billed by period, a free tier only if every tier is known and free. Of percentage prices, the first one for ordinary payments is used; it needs volume and transactions.";

export interface Choice {
  quote: Quote | null;
  /** The tier that would be taken, but for a quantity that nobody has given. */
  uncounted: Uncounted | null;
  rule: string;
  refusal: (Refusal & { what: string }) | null;
}

const RESTRICTED: ReadonlySet<Tier["audience"]> = new Set(["student", "nonprofit"]);

/** The tiers on sale that any buyer can have. */
const offered = onceFor((tiers: readonly Tier[]): readonly Tier[] => {
  const paid = new Set(paidTiers(tiers));
  return tiers.filter((tier) => (tier.isFree || paid.has(tier)) && !RESTRICTED.has(tier.audience));
});

/** Stands behind the rule, for what extended() says of objects that begin with others. */
const NONE = { quote: null, uncounted: null, refusal: null };

export interface Terms {
  /** Main currency of the record. */
  currency: string | null;
  /** Whether these are all the tiers. */
  complete: boolean;
  /** Whether the record has a starting price. */
  startOnly?: boolean;
}

/** The tier asked for, or the one that TIER_RULE gives. */
export function chooseTier(
  tiers: readonly Tier[],
  request: QuoteRequest & { tier?: string | undefined },
  { currency, complete, startOnly = false }: Terms,
): Choice {
  if (request.tier !== undefined) {
    const rule = `The tier "${request.tier}" was requested.`;
    const named = tiers.find(({ id }) => id === request.tier);
    if (!named) {
      const reason = `No tier matches "${request.tier}".`;
      return { rule, ...NONE, refusal: { what: request.tier, reason, priceStatus: "unverified" } };
    }
    const quote = quoteTier(named, request);
    if ("reason" in quote) return { rule, ...NONE, refusal: { what: named.name, ...quote } };
    return "amount" in quote ? { rule, ...NONE, quote } : { rule, ...NONE, uncounted: quote };
  }
  const quotes: Quote[] = [];
  const uncounted: Uncounted[] = [];
  const refusals: { tier: Tier; refusal: Refusal }[] = [];
  const lead = leadFee(offered(tiers).filter((tier) => admitsPayments(tier, request) !== false))?.tier;
  for (const tier of offered(tiers)) {
    if (isPercentagePriced(tier) && tier !== lead) continue;
    const quote = quoteTier(tier, request);
    if ("reason" in quote) refusals.push({ tier, refusal: quote });
    else if (currency !== null && quote.currency !== currency) continue;
    else if ("amount" in quote) quotes.push(quote);
    else uncounted.push(quote);
  }
  // What is paid beside a free tier may be unknown; it is not 0.
  const allFree = complete && tiers.every(({ isFree }) => isFree);
  const bySeat = quotes.some(({ tier, billing }) => isPerSeat(tier) && !tier.isFree && billing !== "one_time");
  // The price that the product is known by waits for its quantity; a price of the account does not stand in for it.
  const [headline] = monthlyTiers(tiers, currency);
  const waits = uncounted.some(({ tier, billing }) => tier === headline || billing === "per_transaction");
  const ranked = quotes
    .filter(({ tier }) => (tier.isFree ? allFree : !(waits && isForAccount(tier))))
    .map((quote) => ({ quote, rank: rankOf(quote, bySeat && (request.seats ?? 1) > 1) }));
  const best = Math.min(...ranked.map(({ rank }) => rank));
  const quote = ranked
    .filter(({ rank }) => rank === best)
    .reduce<Quote | null>(
      (lowest, entry) => (lowest && !yearlyCost(entry.quote).lt(yearlyCost(lowest)) ? lowest : entry.quote),
      null,
    );
  if (quote) return { rule: describe(quote, request.seats), ...NONE, quote };
  const [lowest] = [...uncounted].sort((a, b) => a.unitPrice.cmp(b.unitPrice));
  if (lowest) {
    const unit = pluralOf(lowest.count.unit);
    const what = lowest.billing === "per_transaction" ? "volume and transactions" : `the number of ${unit}`;
    return {
      rule: `No tier was requested, and no price can be calculated without ${what}.`,
      ...NONE,
      uncounted: lowest,
    };
  }
  const free = quotes.find(({ tier }) => tier.isFree)?.tier;
  const hint = free ? ` Only ${free.name} has a price, and it is free. To use it, set tier to "${free.id}".` : "";
  const reasons = refusals.map(({ tier, refusal }) => `${tier.name}: ${refusal.reason}`).join(" ");
  const [first] = refusals;
  return {
    rule: TIER_RULE,
    ...NONE,
    refusal: {
      what: "licence",
      reason: reasons
        ? `No tier has a price for ${whoText(request.seats)}. ${reasons}${hint}`
        : free
          ? `No paid tier is known.${hint}`
          : startOnly
            ? "Only a starting price is known, without a tier."
            : "No tier is known.",
      priceStatus: first?.refusal.priceStatus ?? "unverified",
    },
  };
}

function rankOf({ tier, billing }: Quote, isTeamBySeat: boolean): number {
  if (tier.isFree) return 3;
  if (billing === "per_transaction") return 0;
  if (billing === "one_time") return 2;
  return isTeamBySeat && isForAccount(tier) && !seatLimits(tier).said ? 1 : 0;
}

function describe({ tier, billing, currency, count }: Quote, seats: number | null): string {
  if (tier.isFree) return `No tier was requested and no tier is paid. This is the free tier ${tier.name}.`;
  if (billing === "per_transaction")
    return "No tier was requested. Of the tiers priced by percentage, this is the first one for ordinary payments.";
  const kind = billing === "one_time" ? "one-time licence" : "paid tier";
  const who = isForAccount(tier) || count.quantity === null ? whoText(seats) : countText(count.quantity, count.unit);
  return `No tier was requested. This is the cheapest published ${kind} in ${currency} that allows ${who}, by yearly cost.`;
}

function whoText(seats: number | null): string {
  return seats === null ? "the quantities given" : countText(seats, "person");
}
