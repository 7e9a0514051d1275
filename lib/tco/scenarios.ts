import { isSeatUnit } from "@/lib/catalog/units";
import type { PricingRecord, Scenario } from "@/lib/schemas/record";
import { totalCost } from "./engine";

export const SCENARIO_SEATS = [5, 25, 100, 500] as const;

/** One year of list price for teams of SCENARIO_SEATS, where a tier priced by seat admits them. */
export function scenariosOf(record: Pick<PricingRecord, "tiers" | "asOf">): Scenario[] {
  const scenarios: Scenario[] = [];
  for (const seats of SCENARIO_SEATS) {
    const cost = totalCost(
      { tiers: record.tiers, asOf: record.asOf },
      { seats, termYears: 1, includeHiddenCosts: false },
    );
    const tier = record.tiers?.find((item) => item.id === cost.tier?.id);
    if (!tier || tier.isFree || !isSeatUnit(tier.priceUnit) || !cost.billing || cost.currency === null) continue;
    scenarios.push({
      name: `Team of ${seats}`,
      seats,
      tier: tier.id,
      billing: cost.billing,
      annualCost: cost.yearOne,
      currency: cost.currency,
      lines: cost.lines.map(({ label, quantity, unitPrice, amount }) => ({ label, quantity, unitPrice, amount })),
    });
  }
  return scenarios;
}
