import { isPercentagePriced, leadFee } from "@/lib/catalog/percentage-price";
import { comparedTiers, monthlyTiers } from "@/lib/catalog/plans";
import { startingPriceSentence } from "@/lib/format/price";
import { namedReason } from "@/lib/format/words";
import { onceFor } from "@/lib/once-for";
import type { StartingPrice, Tier } from "@/lib/schemas/record";
import { admitsPayments, PAYMENTS } from "./payments";
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
import { isAccountUnit, pluralOf } from "./units";

export const TIER_RULE =
  "The default tier is the cheapest published paid one in the main currency that allows the seats, by yearly cost; at equal cost, one that is not Enterprise and is also sold by month. Tiers for individuals, prices that may be per person or per account, and account prices next to prices per seat are used only for one seat, unless a source says how many people they cover. Tiers for students or nonprofits and retired tiers are not used. A one-time licence is used only if nothing is billed by period, a free tier only if every tier is known and free. Of percentage prices, the first for ordinary payments is used; it needs volume and transactions. If a meter leads, only tiers in its unit count.";

export interface Choice {
  quote: Quote | null;
  /** The tier to choose once its quantity is given. */
  uncounted: Uncounted | null;
  rule: string;
  refusal: (Refusal & { what: string }) | null;
}

const RESTRICTED: ReadonlySet<Tier["audience"]> = new Set(["student", "nonprofit"]);

/** Returns the tiers on sale to any buyer; of the paid tiers, those that the product is compared by. */
const offered = onceFor((tiers: readonly Tier[]): readonly Tier[] => {
  const paid = new Set(comparedTiers(tiers));
  return tiers.filter((tier) => (tier.isFree || paid.has(tier)) && !RESTRICTED.has(tier.audience));
});

/** Comes after `rule` in object literals, for the reason given at extended(). */
const NONE = { quote: null, uncounted: null, refusal: null };

export interface Terms {
  /** Main currency of the record. */
  currency: string | null;
  /** True if these are all the tiers. */
  complete: boolean;
  /** Starting price of the record, if no tier has it. */
  start?: StartingPrice | undefined;
  /** True if the record has a rate card. */
  byUsage?: boolean;
}

/** Returns the requested tier, or the one that TIER_RULE chooses. */
export function chooseTier(
  tiers: readonly Tier[],
  request: QuoteRequest & { tier?: string | undefined },
  terms: Terms,
): Choice {
  const { currency, complete } = terms;
  if (request.tier !== undefined) {
    const rule = `The tier "${request.tier}" was requested.`;
    const named = tiers.find(({ id }) => id === request.tier);
    if (!named) {
      const reason = `No tier matches "${request.tier}".`;
      return { rule, ...NONE, refusal: { what: request.tier, cause: "no_price", reason, priceStatus: "unverified" } };
    }
    const quote = quoteTier(named, request);
    if ("reason" in quote) return { rule, ...NONE, refusal: { what: named.name, ...quote } };
    return { rule, ...NONE, ...("amount" in quote ? { quote } : oneOrMissing(quote, request)) };
  }
  const quotes: Quote[] = [];
  const uncounted: Uncounted[] = [];
  const refusals: Refused[] = [];
  // The paid costs in addition to a free tier may be unknown; they are not 0.
  const allFree = complete && tiers.every(({ isFree }) => isFree);
  const lead = leadFee(offered(tiers).filter((tier) => admitsPayments(tier, request) !== false))?.tier;
  for (const tier of offered(tiers)) {
    if (isPercentagePriced(tier) && tier !== lead) continue;
    const quote = quoteTier(tier, request);
    if ("reason" in quote) refusals.push({ tier, refusal: quote });
    else if (currency !== null && quote.currency !== currency) continue;
    else if ("amount" in quote) quotes.push(quote);
    else if (!tier.isFree || allFree) uncounted.push(quote);
  }
  const bySeat = quotes.some(({ tier, billing }) => isPerSeat(tier) && !tier.isFree && billing !== "one_time");
  // If the headline price lacks its quantity, it waits for the quantity; a price for the account does not replace it.
  const [headline] = monthlyTiers(tiers, currency);
  const waits = uncounted.some(({ tier, billing }) => tier === headline || billing === "per_transaction");
  const ranked = quotes
    .filter(({ tier }) => (tier.isFree ? allFree : !(waits && isForAccount(tier))))
    .map((quote) => ({ quote, rank: rankOf(quote, bySeat && (request.seats ?? 1) > 1) }));
  const best = Math.min(...ranked.map(({ rank }) => rank));
  const quote = ranked
    .filter(({ rank }) => rank === best)
    .reduce<Quote | null>(
      (lowest, entry) => (lowest && !isPreferred(entry.quote, lowest) ? lowest : entry.quote),
      null,
    );
  if (quote) return { rule: describe(quote, request.seats), ...NONE, quote };
  const [lowest] = [...uncounted].sort((a, b) => a.unitPrice.cmp(b.unitPrice));
  if (lowest) {
    const unit = pluralOf(lowest.count.unit);
    const what = lowest.billing === "per_transaction" ? PAYMENTS : `the number of ${unit}`;
    const choice = oneOrMissing(lowest, request);
    const rule = choice.quote
      ? describe(choice.quote, request.seats)
      : `No tier was requested, and no price can be calculated without ${what}.`;
    return { rule, ...NONE, ...choice };
  }
  const free = quotes.find(({ tier }) => tier.isFree)?.tier;
  const refusal = refusalOf(refusals, request.seats, { ...terms, isFree: free !== undefined });
  const hint = free ? ` The tier ${free.name} is free. To use it, set tier to "${free.id}".` : "";
  return { rule: TIER_RULE, ...NONE, refusal: { what: "licence", ...refusal, reason: `${refusal.reason}${hint}` } };
}

/** Returns the cost of one unit if the unit is like an account; otherwise the tier waits for its quantity. */
function oneOrMissing(uncounted: Uncounted, request: QuoteRequest): Partial<Pick<Choice, "quote" | "uncounted">> {
  const { tier, count } = uncounted;
  if (!request.assumesOne || !isAccountUnit(count.unit)) return { uncounted };
  const quote = quoteTier(tier, { ...request, quantities: { ...request.quantities, [count.unit]: 1 } });
  if (!("amount" in quote)) return { uncounted };
  const note = `One ${count.unit} is assumed. For another number, enter quantities with ${count.unit}.`;
  return { quote: { ...quote, notes: [...quote.notes, note] } };
}

/**
 * Returns true if a quote costs less, or the same with fewer commitments: not sold to enterprises, sold by month, for
 * fewer people.
 */
function isPreferred(quote: Quote, other: Quote): boolean {
  const order = yearlyCost(quote).cmp(yearlyCost(other));
  if (order !== 0) return order < 0;
  const commitments = ({ tier }: Quote) => [
    Number(/\benterprise\b/i.test(tier.name)),
    Number(tier.priceMonthly === null),
    tier.minimumSeats ?? 1,
  ];
  const [own, others] = [commitments(quote), commitments(other)];
  const at = own.findIndex((value, index) => value !== others[index]);
  return at >= 0 && (own[at] ?? 0) < (others[at] ?? 0);
}

interface Refused {
  tier: Tier;
  refusal: Refusal;
}

/** Maximum number of tiers whose reasons are stated. */
const MOST_REASONS = 4;

/** Returns the reason why no tier is priced. Reasons with a published price come before those without one. */
function refusalOf(
  refusals: readonly Refused[],
  seats: number | null,
  { start, byUsage = false, isFree }: Pick<Terms, "start" | "byUsage"> & { isFree: boolean },
): Refusal {
  const reasons = refusals.slice(0, MOST_REASONS).map(({ tier, refusal }) => namedReason(tier.name, refusal.reason));
  const more = refusals.length - reasons.length;
  const stated = [
    ...reasons,
    ...(more > 0 ? [`${more} more ${more === 1 ? "tier has" : "tiers have"} no price for it.`] : []),
  ];
  const other = (reason: string): Refusal => ({ cause: "other_terms", priceStatus: "published", reason });
  if (start) return other(`${startingPriceSentence(start)} The price for ${whoText(seats)} is not known.`);
  const published = refusals.find(({ refusal }) => refusal.cause !== "no_price");
  if (byUsage && !published) return other([BY_USAGE, ...stated].join(" "));
  const [first] = refusals;
  const shown = (published ?? first)?.refusal;
  if (shown) return { ...shown, reason: [`No tier has a price for ${whoText(seats)}.`, ...stated].join(" ") };
  return {
    cause: "no_price",
    priceStatus: "unverified",
    reason: isFree ? "No paid tier is known." : "No tier is known.",
  };
}

const BY_USAGE = "It is priced by usage: its rate card has the prices.";

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
