import type { PlansFact, TierFact } from "@/lib/schemas/observation";

/** Returns true if two lists share a paid price and do not differ in any price that both have. */
export function plansAgree(a: PlansFact, b: PlansFact): boolean {
  const theirs = pricesOf(b);
  const shared = [...pricesOf(a)].filter(([key]) => theirs.has(key));
  return shared.some(([, amount]) => amount > 0) && shared.every(([key, amount]) => theirs.get(key) === amount);
}

/** Returns true if two lists show different paid prices of one tier. */
export function plansDiffer(a: PlansFact, b: PlansFact): boolean {
  const theirs = pricesOf(b);
  return [...pricesOf(a)].some(([key, amount]) => amount > 0 && (theirs.get(key) ?? amount) !== amount);
}

function pricesOf({ tiers, currency }: PlansFact): Map<string, number> {
  const keyOf = (tier: TierFact, { period, billing }: TierFact["prices"][number]) =>
    [tier.id, tier.unit, tier.currency ?? currency, period, billing].join("|");
  return new Map(tiers.flatMap((tier) => tier.prices.map((price) => [keyOf(tier, price), price.amount] as const)));
}
