import { closest, distance } from "fastest-levenshtein";
import type * as z from "zod";
import { AppError, type FieldError } from "@/lib/errors";
import { knownKeys } from "./input-schema";

const SHOWN = 60;

/** Parses an input. Throws `invalid_request` with every fault at once. */
export function parseInput<Input>(schema: z.ZodObject & z.ZodType<Input>, raw: unknown): Input {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const faults = issues
    .filter((issue) => issues.length === 1 || !isUnsafe(issue))
    .flatMap((issue) => fieldErrors(schema, issue, raw));
  // The first fault of a field says what to send; the others follow from it.
  throw invalidRequest(faults.filter(({ path }, at) => path === "" || at === faults.findIndex((f) => f.path === path)));
}

export function invalidRequest(errors: readonly FieldError[]): AppError {
  const [first] = errors;
  const message = first
    ? first.path
      ? `${first.path}: ${first.message}`
      : first.message
    : "The request is not valid.";
  const rest = errors.length - 1;
  const more = rest > 0 ? ` (and ${rest} more ${rest === 1 ? "error" : "errors"})` : "";
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
  return [{ path, message: inWords(issue, valueAt(raw, issue.path)) }];
}

/** A number beyond the safe range. The limit of the field makes a better message. */
function isUnsafe(issue: z.core.$ZodIssue): boolean {
  return issue.code === "too_big" && issue.maximum === Number.MAX_SAFE_INTEGER;
}

const KINDS: Record<string, string> = {
  number: "must be a number in plain digits, for example 1000000",
  int: "must be a whole number",
  boolean: "must be true or false",
  string: "must be a string",
  array: "must be an array",
  object: "must be an object",
};

/** Says what to send instead, in the schema's own words if it has any. */
function inWords(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.expected === "number" && typeof value === "string" && value !== "" && !Number.isNaN(Number(value))) {
        return "must be a number in plain digits, not a string or an exponent";
      }
      return KINDS[issue.expected] ?? issue.message;
    case "invalid_value": {
      const known = issue.values.map(String);
      return `must be one of ${known.join(", ")}${typeof value === "string" ? nearestTo(value, known) : ""}`;
    }
    case "invalid_format":
      return issue.format === "date" ? "must be a date in the form YYYY-MM-DD" : issue.message;
    case "too_small":
    case "too_big":
      return isOwn(issue) ? issue.message : bound(issue);
    default:
      return issue.message;
  }
}

function nearestTo(value: string, known: readonly string[]): string {
  const given = shown(value).toLowerCase();
  const near = known.find((name) => distance(given, name.toLowerCase()) * 2 < name.length);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

function isOwn({ message }: z.core.$ZodIssue): boolean {
  return !/^Too (?:small|big):/.test(message);
}

function bound(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const [least, limit] = issue.code === "too_small" ? [true, issue.minimum] : [false, issue.maximum];
  const noun = { string: "character", array: "item" }[issue.origin as string];
  if (noun && least && Number(limit) === 1) return "must not be empty";
  if (noun) return `must have at ${least ? "least" : "most"} ${limit} ${noun}${Number(limit) === 1 ? "" : "s"}`;
  if (issue.inclusive === false) return `must be ${least ? "more" : "less"} than ${limit}`;
  return `must be ${least ? `${limit} or more` : `at most ${limit}`}`;
}

function unknownName(key: string, names: readonly string[]): string {
  if (names.length === 0) return "is not a known parameter; none are accepted here";
  return `is not a known parameter; did you mean "${closest(key.slice(0, SHOWN), [...names])}"?`;
}

function shown(key: string): string {
  return key.length > SHOWN ? `${key.slice(0, SHOWN)}…` : key;
}

function isMissing(raw: unknown, path: readonly PropertyKey[]): boolean {
  return valueAt(raw, path) === undefined;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let here: unknown = raw;
  for (const step of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<PropertyKey, unknown>)[step];
  }
  return here;
}
