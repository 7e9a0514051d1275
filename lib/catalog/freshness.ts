import type { Day } from "@/lib/schemas/primitives";
import { daysBetween } from "./day";
import { POLICY } from "./policy";

export function freshnessOf(observedAt: Day, asOf: Day): "fresh" | "due" | "stale" {
  const age = daysBetween(observedAt, asOf);
  if (age <= POLICY.freshForDays) return "fresh";
  return age <= POLICY.dueAfterDays ? "due" : "stale";
}
