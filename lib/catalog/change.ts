import type { PriceChange } from "@/lib/schemas/record";

export type Direction = "up" | "down" | "withdrawn";

/** Returns the direction of a change; null if no earlier price is known. */
export function directionOf({ before, after }: Pick<PriceChange, "before" | "after">): Direction | null {
  if (before === null) return null;
  if (after === null) return "withdrawn";
  if (after === before) return null;
  return after > before ? "up" : "down";
}

/** Returns true for a price that its source retracted. */
export function isTakenBack({ class: kind, reason }: Pick<PriceChange, "class" | "reason">): boolean {
  return kind === "correction" && reason !== null;
}

/** Meters of a tier's list price; all others are rates of use or extra costs. */
export const LIST_METERS = ["priceMonthly", "priceAnnual", "listPrice", "startingPrice"] as const;

/** Returns true for an extra cost, such as single sign-on. Its changes are listed separately from those of prices. */
export function isExtraCost({ field }: Pick<PriceChange, "field">): boolean {
  return field.startsWith("hiddenCosts.");
}

export function isListPrice({ field }: Pick<PriceChange, "field">): boolean {
  return LIST_METERS.some((meter) => meter === field);
}
