import * as z from "zod";
import { invalidField } from "@/lib/errors";
import { Day, SCHEMA_VERSION } from "@/lib/schemas/primitives";
import { Group } from "@/lib/schemas/record";

/** Typed so that the literal is not widened in a response. */
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

/** For sample URLs: a day with much data. */
export const SAMPLE_DAY: Day = "2026-10-31";

export function today(now: Date): Day {
  return now.toISOString().slice(0, 10);
}

/** Returns the requested day, or today. */
export function requestedDay(asOf: Day | undefined, now: Date): Day {
  const day = today(now);
  if (asOf !== undefined && asOf > day) throw invalidField("asOf", `must not be in the future; today is ${day} (UTC)`);
  return asOf ?? day;
}
