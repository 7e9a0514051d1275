import type { Day } from "@/lib/schemas/primitives";
import type { HiddenCost, Tier } from "@/lib/schemas/record";
import { statementOf } from "./capabilities";
import { daysBetween } from "./day";
import { decimal, percentChange } from "./money";
import { POLICY } from "./policy";

const hasSso = (tier: Tier) => statementOf(tier, "sso") === "included";

type Priced = Pick<Tier, "priceMonthly" | "priceAnnual" | "listPrice">;

/** Returns the monthly prices of two tiers on one basis; null if they have no common basis. */
function monthsOf(base: Priced, full: Priced): [number, number] | null {
  if (base.priceMonthly !== null && full.priceMonthly !== null) return [base.priceMonthly, full.priceMonthly];
  if (base.priceAnnual !== null && full.priceAnnual !== null) return [base.priceAnnual, full.priceAnnual];
  const [one, other] = [base.listPrice, full.listPrice];
  const alike = one && other && one.period === "month" && other.period === "month" && one.billing === other.billing;
  return alike ? [one.amount, other.amount] : null;
}

type Step = { tiers: [Tier, Tier]; before: number; after: number };

/**
 * Returns the cheapest plan with single sign-on and the cheapest paid plan without it, among plans with comparable
 * prices.
 */
function stepTo(withSso: readonly Tier[], without: readonly Tier[]): Step | null {
  const steps = withSso.flatMap((full) =>
    without.flatMap((base): Step[] => {
      const alike = base.currency === full.currency && base.priceUnit === full.priceUnit;
      const months = alike ? monthsOf(base, full) : null;
      return months ? [{ tiers: [base, full], before: months[0], after: months[1] }] : [];
    }),
  );
  return steps.toSorted((a, b) => a.after - b.after || a.before - b.before)[0] ?? null;
}

/**
 * Returns the cost of single sign-on if a complete list of plans has it only above the cheapest paid plan: the
 * difference, or no amount if the plan is sold on request. Returns null if a free plan or the cheapest one has it, if
 * prices are not comparable, and if the list is too old.
 */
export function ssoCostOf(tiers: readonly Tier[], complete: boolean, asOf: Day): HiddenCost | null {
  const withSso = tiers.filter(hasSso);
  const without = tiers.filter((tier) => !hasSso(tier) && !tier.isFree && tier.priceStatus === "published");
  const [cheapest] = without;
  if (!complete || !cheapest || withSso.length === 0 || withSso.some(({ isFree }) => isFree)) return null;
  const onRequest = withSso.every(({ priceStatus }) => priceStatus === "contact_sales");
  const step = onRequest ? null : stepTo(withSso, without);
  if (!onRequest && (!step || step.after <= step.before)) return null;
  const cited = step?.tiers ?? [cheapest, ...withSso.slice(0, 1)];
  const [observedAt = asOf] = cited.map((tier) => tier.observedAt).sort();
  if (daysBetween(observedAt, asOf) > POLICY.hiddenCostWindowDays) return null;
  const price = step && {
    amount: decimal(step.after).minus(step.before).toNumber(),
    percent: percentChange(step.before, step.after),
    currency: step.tiers[1].currency,
    unit: step.tiers[1].priceUnit,
  };
  return {
    kind: "sso",
    label: price ? "Single sign-on needs a dearer plan" : "Single sign-on needs a plan on request",
    ...(price ?? { amount: null, percent: null, currency: null, unit: null }),
    observedAt,
    evidence: [...new Set(cited.flatMap(({ evidence }) => evidence))].sort(),
  };
}
