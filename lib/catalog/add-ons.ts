import type { HiddenCost } from "@/lib/schemas/record";

export const ADD_ON_RULE =
  "An add-on is a module or an allowance that the vendor sells beside its plans: it has a price of its own and nobody has to buy it. It is listed with the extra costs and is not counted as a hidden one.";

/** The costs that come with the product, and what is sold beside it. See ADD_ON_RULE. */
export function addOnsApart<T extends Pick<HiddenCost, "kind">>(costs: readonly T[]): { hidden: T[]; addOns: T[] } {
  return {
    hidden: costs.filter(({ kind }) => kind !== "add_on"),
    addOns: costs.filter(({ kind }) => kind === "add_on"),
  };
}
