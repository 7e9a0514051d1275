import type { SeatCost } from "@/lib/schemas/compare";
import { type PricedGroups, totalCost } from "./engine";

/**
 * Returns the first-year licence cost of products for a team, with the same billing if all publish one: yearly,
 * otherwise monthly. A yearly price that looks introductory does not count as yearly. Without a common billing, each
 * product has its own.
 */
export function likeCosts(records: readonly PricedGroups[], seats: number): SeatCost[] {
  return alikeCosts(records, seats).map((cost, index) => {
    const record = records[index];
    return record ? { ...cost, otherBilling: otherBillingOf(record, seats, cost) } : cost;
  });
}

function alikeCosts(records: readonly PricedGroups[], seats: number): SeatCost[] {
  const own = records.map((record) => costOf(record, seats));
  const isPriced = ({ yearOne }: SeatCost) => yearOne !== null;
  const billings = new Set(own.filter(isPriced).map(({ billing }) => billing));
  const isDoubtful = own.some(
    ({ tier, billing }, index) =>
      billing === "annual" && records[index]?.tiers?.some(({ id, annualReview }) => id === tier?.id && annualReview),
  );
  if (billings.size <= 1 && !isDoubtful) return own;
  const monthly = records.map((record) => costOf(record, seats, "monthly"));
  const isMonthly = own.every((cost, index) => !isPriced(cost) || isBilledMonthly(monthly[index]));
  return isMonthly ? own.map((cost, index) => (isPriced(cost) ? (monthly[index] ?? cost) : cost)) : own;
}

function isBilledMonthly(cost: SeatCost | undefined): boolean {
  return cost?.billing === "monthly" && cost.yearOne !== null;
}

function otherBillingOf(
  record: PricedGroups,
  seats: number,
  { billing: used, currency }: SeatCost,
): SeatCost["otherBilling"] {
  if (used !== "annual" && used !== "monthly") return null;
  const billing = used === "annual" ? "monthly" : "annual";
  const other = costOf(record, seats, billing);
  const isLike = other.billing === billing && other.currency === currency;
  return isLike && other.yearOne !== null ? { billing, yearOne: other.yearOne } : null;
}

function costOf(record: PricedGroups, seats: number, asked?: "monthly" | "annual"): SeatCost {
  const { tier, billing, currency, yearOne, unknowns, assumptions } = totalCost(record, {
    seats,
    billing: asked,
    termYears: 1,
    includeHiddenCosts: false,
  });
  return { tier, billing, currency, yearOne, otherBilling: null, unknowns, assumptions };
}
