import type { PricingRecord, Scenario } from "@/lib/schemas/record";
import { totalCost } from "./engine";
import { isPerSeat } from "./quote";

export const SCENARIO_SEATS = [5, 25, 100, 500] as const;

/** Returns one year of list price for teams of SCENARIO_SEATS, if a tier priced by seat admits them. */
export function scenariosOf(
  record: Pick<PricingRecord, "tiers"> & { currency?: string | null | undefined },
): Scenario[] {
  const scenarios: Scenario[] = [];
  for (const seats of SCENARIO_SEATS) {
    const cost = totalCost(
      { tiers: record.tiers, currency: record.currency },
      { seats, termYears: 1, includeHiddenCosts: false },
    );
    const tier = record.tiers?.find((item) => item.id === cost.tier?.id);
    if (!tier || tier.isFree || !isPerSeat(tier) || cost.currency === null) continue;
    if (
      cost.billing === null ||
      cost.billing === "one_time" ||
      cost.billing === "usage" ||
      cost.billing === "per_transaction"
    )
      continue;
    scenarios.push({
      name: `Team of ${seats}`,
      seats,
      tier: tier.id,
      billing: cost.billing,
      annualCost: cost.yearOne,
      currency: cost.currency,
      lines: cost.lines.flatMap(({ label, quantity, unitPrice, amount }) =>
        unitPrice === null ? [] : [{ label, quantity, unitPrice, amount }],
      ),
    });
  }
  return scenarios;
}
