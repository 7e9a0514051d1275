import { groupBy } from "@/lib/catalog/ledger";
import { decimal } from "@/lib/catalog/money";
import type { MarketData, Tier } from "@/lib/schemas/record";
import { type Quote, quoteTier, seatLimits } from "./quote";
import { countedBy, isUnit } from "./units";

/** How much of a tier a yearly spend would buy at its list price: spend by price, rounded down. */
export interface ListEquivalent {
  tier: string;
  name: string;
  /** What the price is for one of, in the singular: seat, host. */
  noun: string;
  /** List price of one for a year. */
  yearly: number;
  billing: Exclude<Quote["billing"], "one_time" | "per_transaction" | "usage">;
  low: number | null;
  median: number | null;
  high: number | null;
}

const MOST_TIERS = 3;

/** So many tiers share a unit that does not count people before it is told as that of the product. */
const SHARED_BY = 2;

/**
 * The tiers of which the yearly spend of buyers can be counted: priced for one seat, else for one of the unit that most
 * of them share, in the currency of the figures, at one price for any number. Those that are not sold for the number
 * that the median comes to are left out, and of those at one price all but the first. Lowest price first.
 */
export function listEquivalents(tiers: readonly Tier[], market: MarketData): ListEquivalent[] {
  const counted = tiers.flatMap((tier) => equivalentOf(tier, market) ?? []);
  const people = counted.filter(({ isPeople }) => isPeople);
  const [commonest = []] = [...groupBy(counted, ({ noun }) => noun).values()]
    .filter((tiers) => tiers.length >= SHARED_BY)
    .sort((a, b) => b.length - a.length);
  const shown = people.length > 0 ? people : commonest;
  return [...groupBy(shown, ({ yearly }) => String(yearly)).values()]
    .flatMap(([first]) => first ?? [])
    .sort((a, b) => a.yearly - b.yearly)
    .slice(0, MOST_TIERS)
    .map(({ isPeople: _, ...equivalent }) => equivalent);
}

function equivalentOf(tier: Tier, market: MarketData): (ListEquivalent & { isPeople: boolean }) | null {
  const unit = countedBy(tier.priceUnit);
  if (!unit || unit.pack > 1 || tier.seatBands.length > 0) return null;
  // A unit that is sold as such is an add-on.
  if (isUnit(tier.name, unit.noun)) return null;
  if (tier.isFree || tier.currency !== market.currency) return null;
  const quote = quoteTier(tier, { seats: 1, quantity: 1 });
  if (
    !("amount" in quote) ||
    quote.billing === "one_time" ||
    quote.billing === "usage" ||
    quote.billing === "per_transaction"
  )
    return null;
  if (quote.amount.isZero()) return null;
  const yearly = quote.amount.div(quote.quantity);
  const buys = (spend: number | null) => (spend === null ? null : decimal(spend).div(yearly).floor().toNumber());
  const { minimum, maximum } = seatLimits(tier);
  const median = buys(market.medianAnnualCost);
  if (median !== null && (median < (minimum ?? 1) || median > (maximum ?? Number.POSITIVE_INFINITY))) return null;
  return {
    tier: tier.id,
    name: tier.name,
    noun: unit.noun,
    isPeople: unit.isPeople,
    yearly: yearly.toNumber(),
    billing: quote.billing,
    low: buys(market.low),
    median,
    high: buys(market.high),
  };
}
