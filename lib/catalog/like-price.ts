import type { CostBilling } from "./billing-words";
import { monthlyTiers } from "./plans";
import { type Priced, startingPrice } from "./starting-price";
import { unitBasis } from "./units";

/** A price with all terms that decide which other prices are comparable with it. */
export interface Offer {
  amount: number;
  currency: string | null;
  /** Per unit and month, or the unit of the amount. */
  priceUnit: string | null;
  billing: CostBilling;
  isIntroductory: boolean;
}

/**
 * Returns a price's basis: currency, unit and billing. Only prices with equal bases are compared. Null if no price is
 * comparable: the billing is not stated, or the price looks introductory.
 */
export function likeBasis({ currency, priceUnit, billing, isIntroductory }: Omit<Offer, "amount">): string | null {
  if (currency === null || billing === "unstated" || isIntroductory) return null;
  return `${currency} per ${unitBasis(priceUnit ?? "month")}, ${billing}`;
}

const BILLINGS = ["monthly", "annual"] as const;

/** Returns the lowest price of a product with one billing, if the tier of its starting price has that billing. */
function offerBilled(record: Priced, billing: (typeof BILLINGS)[number]): Offer | null {
  const { startingPrice: amount, currency, priceUnit } = startingPrice(record);
  if (!amount || (record.members && record.priceRange?.products)) return null;
  const common = { currency, priceUnit, billing };
  const tiers = monthlyTiers(record.tiers ?? [], currency).filter(
    (tier) => unitBasis(tier.priceUnit) === unitBasis(priceUnit),
  );
  const [first] = tiers;
  if (!first) return record.startingPrice?.billing === billing ? { ...common, amount, isIntroductory: false } : null;
  const field = billing === "monthly" ? "priceMonthly" : "priceAnnual";
  if (first[field] === null) return null;
  const prices = tiers.flatMap((tier) => (tier[field] ? { amount: tier[field], tier } : []));
  const [lowest] = prices.sort((a, b) => a.amount - b.amount);
  if (!lowest) return null;
  return {
    ...common,
    amount: lowest.amount,
    isIntroductory: billing === "annual" && lowest.tier.annualReview !== undefined,
  };
}

/**
 * Returns the starting prices of two products with the same currency, unit and billing: billed monthly if both state
 * that.
 */
export function likePrices(ours: Priced, theirs: Priced): { ours: Offer; theirs: Offer } | null {
  for (const billing of BILLINGS) {
    const [own, other] = [offerBilled(ours, billing), offerBilled(theirs, billing)];
    const basis = own && likeBasis(own);
    if (own && other && basis !== null && basis === likeBasis(other)) return { ours: own, theirs: other };
  }
  return null;
}
