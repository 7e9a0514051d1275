import * as z from "zod";
import { invalidField } from "@/lib/errors";
import { Day, SCHEMA_VERSION } from "@/lib/schemas/primitives";
import { Group } from "@/lib/schemas/record";

/** Typed so that a literal is not widened where an answer is put together. */
export const schemaVersion = SCHEMA_VERSION as typeof SCHEMA_VERSION;

export const Depth = z
  .enum(["full", "summary"])
  .default("full")
  .describe("full: every group. summary: prices, offers and counts of the rest.");

export const Fields = z
  .array(Group)
  .min(1, "must name at least one group")
  .optional()
  .describe("Only these groups, comma-separated.");

export const AsOf = Day.optional().describe("Data as of this date, YYYY-MM-DD (UTC). Default: today.");

/** For samples of addresses: a day of which much is known. */
export const SAMPLE_DAY: Day = "2026-10-31";

export function today(now: Date): Day {
  return now.toISOString().slice(0, 10);
}

/** The day asked for, or today. */
export function requestedDay(asOf: Day | undefined, now: Date): Day {
  const day = today(now);
  if (asOf !== undefined && asOf > day) throw invalidField("asOf", `must not be in the future; today is ${day} (UTC)`);
  return asOf ?? day;
}
