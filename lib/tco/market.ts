import { groupBy } from "@/lib/catalog/ledger";
import { decimal } from "@/lib/catalog/money";
import type { MarketData, Tier } from "@/lib/schemas/record";
import { type Quote, quoteTier, seatLimits } from "./quote";
import { countedBy, isUnit } from "./units";

/** The quantity of a tier that a yearly spend would buy at its list price: spend divided by price, rounded down. */
export interface ListEquivalent {
  tier: string;
  name: string;
  /** The singular unit of the price: seat, host. */
  noun: string;
  /** Yearly list price of one unit. */
  yearly: number;
  billing: Exclude<Quote["billing"], "one_time" | "per_transaction" | "usage">;
  low: number | null;
  median: number | null;
  high: number | null;
}

const MOST_TIERS = 3;

/** Minimum number of tiers that share a unit other than people before it counts as the product's unit. */
const SHARED_BY = 2;

/**
 * Returns the tiers that can express the yearly spend of buyers: priced for one seat, else for one of the unit that
 * most of them share, in the currency of the figures, at one price for any number. Tiers that are not sold in the
 * quantity that the median buys are left out, and of those at one price all but the first. Lowest price first.
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
  // A tier with the name of the unit is an add-on.
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
