import { parse } from "yaml";
import type * as z from "zod";
import { ListChangedError, type ListFile } from "../collector";
import type { AdapterResult } from "./reading";

/** Returns the text of the file at a URL. Throws ListChangedError if it was not read. */
export function textAt(files: readonly ListFile[], url: string): string {
  const file = files.find((one) => one.url === url);
  if (!file) throw new ListChangedError(`${url} was not read.`);
  return file.text;
}

/** Parses JSON. Throws ListChangedError if the text is not JSON or does not match the schema. */
export function readJson<T>(schema: z.ZodType<T>, text: string, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ListChangedError(`${what} is no JSON.`);
  }
  return inForm(schema, value, what);
}

/** Parses YAML. Returns null if it is invalid. */
export function yamlOf(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** Validates a value. Throws ListChangedError with the first place that does not match the schema. */
export function inForm<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ListChangedError(`${what} has another form at ${issue?.path.join(".") || "its root"}: ${issue?.message}`);
}

/** Throws ListChangedError if fewer than half of the rows fit: single rows may be odd, but not the list. */
export function mostAre<T>(rows: readonly T[], fits: (row: T) => boolean, what: string): void {
  const count = rows.filter(fits).length;
  if (rows.length === 0 || count * 2 < rows.length) {
    throw new ListChangedError(`${count} of ${rows.length} rows ${what}.`);
  }
}

/** Throws ListChangedError if there are no readings. */
export function notEmpty(result: AdapterResult, what: string): AdapterResult {
  if (result.readings.length > 0) return result;
  const [first] = result.rejects;
  throw new ListChangedError(`Nothing can be read of ${what}${first ? `: ${first.row}, ${first.reason}` : ""}.`);
}
