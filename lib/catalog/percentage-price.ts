import type { Decimal } from "decimal.js";
import type { PercentageFee, Tier } from "@/lib/schemas/record";
import { SPECIAL, SURCHARGE, scopeOf } from "./fee-scope";
import { decimal } from "./money";

type Charged = Pick<Tier, "isFree" | "priceStatus" | "listPrice" | "percentageFees">;

/** Returns true if fees are the whole price of a tier. */
export function isPercentagePriced({ isFree, priceStatus, listPrice, percentageFees }: Charged): boolean {
  return !isFree && priceStatus === "published" && listPrice === null && percentageFees.length > 0;
}

/**
 * Returns the headline fee of a product: of the tiers that are priced only by percentage, the first one for ordinary
 * payments in the order of the source. Null if there is no such tier.
 */
export function leadFee(tiers: readonly Tier[]): { tier: Tier; fee: PercentageFee } | null {
  const [lead] = tiers
    .filter((tier) => isPercentagePriced(tier) && tier.retiredOn === null)
    .flatMap((tier) => tier.percentageFees.slice(0, 1).map((fee) => ({ tier, fee })))
    .sort((a, b) => tierRank(a) - tierRank(b));
  return lead ?? null;
}

function tierRank({ tier, fee }: { tier: Tier; fee: PercentageFee }): number {
  const scope = scopeOf({ label: `${tier.name} ${fee.appliesTo ?? ""}`, unit: null, note: "", tier: null });
  return (scope.channel?.rank ?? 0) + (SURCHARGE.test(tier.name) ? 2 * SPECIAL : 0);
}

/**
 * Computes the fee on `count` payments of the same size with the sum `volume`. `limit`: the minimum or maximum per
 * payment, if it replaces the share.
 */
export function feeOn(
  { percent, fixedFee, minimumFee, maximumFee }: Omit<PercentageFee, "label" | "per" | "evidence">,
  volume: Decimal,
  count: number,
): { amount: Decimal; limit: number | null } {
  const payments = decimal(count);
  const whole = volume
    .times(percent)
    .div(100)
    .plus(payments.times(fixedFee ?? 0));
  const isBelow = whole.lt(payments.times(minimumFee ?? 0));
  const isAbove = maximumFee !== null && whole.gt(payments.times(maximumFee));
  const limit = isBelow ? minimumFee : isAbove ? maximumFee : null;
  return { amount: limit === null ? whole : payments.times(limit), limit };
}
