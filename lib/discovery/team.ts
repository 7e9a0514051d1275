import { priceForTeam } from "@/lib/catalog/units";
import type { PeriodEntry } from "./entries";

type Free = Pick<PeriodEntry, "freePlan" | "freePeople">;

/**
 * Returns whether a free plan covers a team. Returns false if there is no free plan or if it covers fewer people, and
 * null if that is unknown.
 */
export function isFreeFor({ freePlan, freePeople = null }: Free, seats: number): boolean | null {
  if (freePlan !== true) return freePlan;
  return freePeople === null ? null : seats <= freePeople;
}

/** Returns true if a free plan is known to cover fewer people than a team has. */
export function isTooSmall(entry: Free, seats: number | null): boolean {
  return seats !== null && entry.freePlan === true && isFreeFor(entry, seats) === false;
}

/** Returns the cost per month for a team: 0 if a free plan is known to cover it. Without a team, the price itself. */
export function teamCost(entry: PeriodEntry, price: number, seats: number | null): number {
  if (seats === null) return price;
  return isFreeFor(entry, seats) === true ? 0 : priceForTeam(price, entry.priceUnit, seats);
}
