import type { HiddenCost } from "@/lib/schemas/record";

export const ADD_ON_RULE =
  "An add-on is an optional module or allowance that the vendor sells in addition to its tiers, at its own price. It is listed with the extra costs but does not count as a hidden cost.";

/** Separates the costs that come with the product from its optional add-ons. See ADD_ON_RULE. */
export function addOnsApart<T extends Pick<HiddenCost, "kind">>(costs: readonly T[]): { hidden: T[]; addOns: T[] } {
  return {
    hidden: costs.filter(({ kind }) => kind !== "add_on"),
    addOns: costs.filter(({ kind }) => kind === "add_on"),
  };
}
