import { closest } from "fastest-levenshtein";
import type * as z from "zod";
import { AppError, type FieldError } from "@/lib/errors";
import { knownKeys } from "./input-schema";

const SHOWN = 60;

/** Throws `invalid_request` with every fault at once. */
export function parseInput<Input>(schema: z.ZodObject & z.ZodType<Input>, raw: unknown): Input {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.flatMap((issue) => fieldErrors(schema, issue, raw)));
}

export function invalidRequest(errors: readonly FieldError[]): AppError {
  const [first] = errors;
  const message = first
    ? first.path
      ? `${first.path}: ${first.message}`
      : first.message
    : "The request is not valid.";
  const rest = errors.length - 1;
  const more = rest > 0 ? ` (and ${rest} more, see errors)` : "";
  return new AppError("invalid_request", message + more, { errors });
}

function fieldErrors(input: z.ZodObject, issue: z.core.$ZodIssue, raw: unknown): FieldError[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    const names = knownKeys(input, issue.path);
    return issue.keys.map((key) => ({
      path: path ? `${path}.${shown(key)}` : shown(key),
      message: unknownName(key, names),
    }));
  }
  if (issue.code === "invalid_type" && isMissing(raw, issue.path)) return [{ path, message: "is required" }];
  return [{ path, message: issue.message }];
}

function unknownName(key: string, names: readonly string[]): string {
  if (names.length === 0) return "is not a known parameter; there are none here";
  return `is not a known parameter; the nearest is "${closest(key.slice(0, SHOWN), [...names])}"`;
}

function shown(key: string): string {
  return key.length > SHOWN ? `${key.slice(0, SHOWN)}…` : key;
}

function isMissing(raw: unknown, path: readonly PropertyKey[]): boolean {
  let here: unknown = raw;
  for (const step of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return true;
    here = (here as Record<PropertyKey, unknown>)[step];
  }
  return here === undefined;
}
