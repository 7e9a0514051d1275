import { describe, expect, test } from "vitest";
import * as z from "zod";
import { AppError, type FieldError } from "@/lib/errors";
import { parseInput } from "./parse-input";

const Input = z.strictObject({
  name: z.string().min(1).max(5).optional(),
  slug: z
    .string()
    .min(1)
    .regex(/^[a-z]+$/, "must be lower-case words")
    .optional(),
  seats: z.number().int().min(1).max(100).optional(),
  price: z.number().positive().optional(),
  day: z.iso.date().optional(),
  depth: z.enum(["full", "summary"]).optional(),
  free: z.boolean().optional(),
  fields: z
    .array(z.enum(["tiers", "usage"]))
    .min(1, "must name at least one group")
    .optional(),
});

function faults(raw: unknown): FieldError[] {
  try {
    parseInput(Input, raw);
  } catch (error) {
    if (error instanceof AppError) return [...(error.errors ?? [])];
  }
  return [];
}

describe("a refused input says what to send", () => {
  test.each([
    [{ name: "" }, "name", "must not be empty"],
    [{ name: "longer" }, "name", "must have at most 5 characters"],
    [{ seats: 0 }, "seats", "must be 1 or more"],
    [{ seats: 101 }, "seats", "must be at most 100"],
    [{ seats: 1e20 }, "seats", "must be at most 100"],
    [{ seats: 1.5 }, "seats", "must be a whole number"],
    [{ seats: "many" }, "seats", "must be a number in plain digits, for example 1000000"],
    [{ seats: "25" }, "seats", "must be a number in plain digits, not a string or an exponent"],
    [{ price: 0 }, "price", "must be more than 0"],
    [{ day: "2024-1-1" }, "day", "must be a date in the form YYYY-MM-DD"],
    [{ day: "2024-02-30" }, "day", "must be a date in the form YYYY-MM-DD"],
    [{ depth: "Full" }, "depth", "must be one of full, summary; did you mean full?"],
    [{ depth: "all" }, "depth", "must be one of full, summary"],
    [{ fields: ["tier"] }, "fields.0", "must be one of tiers, usage; did you mean tiers?"],
    [{ fields: [] }, "fields", "must name at least one group"],
    [{ free: "yes" }, "free", "must be true or false"],
  ])("%o", (raw, path, message) => {
    expect(faults(raw)).toEqual([{ path, message }]);
  });

  test("once for each field, and for every field", () => {
    expect(faults({ slug: "", seats: -1 })).toEqual([
      { path: "slug", message: "must not be empty" },
      { path: "seats", message: "must be 1 or more" },
    ]);
  });
});
