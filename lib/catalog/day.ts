import type { Day } from "@/lib/schemas/primitives";

/** Later than any day with data. */
export const END_OF_TIME: Day = "9999-12-31";

const MS_PER_DAY = 86_400_000;

/** Returns the whole days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_PER_DAY);
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * MS_PER_DAY).toISOString().slice(0, 10);
}
