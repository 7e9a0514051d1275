import type { Tier } from "@/lib/schemas/record";
import { INTRODUCTORY, type PriceBilling } from "./billing-words";
import { decimal } from "./money";
import { POLICY } from "./policy";

/** Returns the billing of a tier's headline price. */
export function headlineBilling({ priceMonthly, listPrice }: Pick<Tier, "priceMonthly" | "listPrice">): PriceBilling {
  if (priceMonthly !== null) return "monthly";
  return listPrice?.billing === "unstated" ? "unstated" : "annual";
}

/**
 * Returns the billing of a price that several tiers have: monthly if one of them is billed monthly, otherwise yearly
 * if one of them is. Null for an empty list.
 */
export function leadBilling(billings: readonly PriceBilling[]): PriceBilling | null {
  return (["monthly", "annual", "unstated"] as const).find((billing) => billings.includes(billing)) ?? null;
}

/**
 * Returns the percentage by which a tier costs less if it is billed yearly, to one decimal place. Null if one of the
 * prices is unknown.
 */
export function annualSaving({ priceMonthly, priceAnnual }: Pick<Tier, "priceMonthly" | "priceAnnual">): number | null {
  if (!priceMonthly || priceAnnual === null) return null;
  return decimal(priceMonthly).minus(priceAnnual).div(priceMonthly).times(100).toDecimalPlaces(1).toNumber();
}

/** Returns the reason for a review if a yearly price is far below the monthly one. */
export function annualReviewOf(tier: Pick<Tier, "priceMonthly" | "priceAnnual">): Tier["annualReview"] {
  const savingPercent = annualSaving(tier);
  if (savingPercent === null || savingPercent <= POLICY.introductoryAbovePercent) return undefined;
  return {
    savingPercent,
    note: `The yearly price is ${savingPercent}% below the monthly price and ${INTRODUCTORY}. Check how long it holds.`,
  };
}

/** Returns true if a reading is the tier's price with the other billing: it does not contradict the price. */
export function isOtherBilling(
  { priceMonthly, priceAnnual }: Pick<Tier, "priceMonthly" | "priceAnnual">,
  { field, other }: { field: string; other: number | null },
): boolean {
  if (other === null) return false;
  return (field === "priceAnnual" && other === priceMonthly) || (field === "priceMonthly" && other === priceAnnual);
}
