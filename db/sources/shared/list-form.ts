import { parse } from "yaml";
import type * as z from "zod";
import { ListChangedError, type ListFile } from "../collector";
import type { AdapterResult } from "./reading";

/** The text of the file at an address. Throws ListChangedError where it was not read. */
export function textAt(files: readonly ListFile[], url: string): string {
  const file = files.find((one) => one.url === url);
  if (!file) throw new ListChangedError(`${url} was not read.`);
  return file.text;
}

/** Throws ListChangedError where the text is no JSON, or not in the form. */
export function readJson<T>(schema: z.ZodType<T>, text: string, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ListChangedError(`${what} is no JSON.`);
  }
  return inForm(schema, value, what);
}

/** What a file of YAML says; null where it is none. */
export function yamlOf(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** Throws ListChangedError, naming the first place that is in another form. */
export function inForm<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ListChangedError(`${what} has another form at ${issue?.path.join(".") || "its root"}: ${issue?.message}`);
}

/** Throws ListChangedError where fewer than half of the rows are what is said: single rows may be odd, a list may not. */
export function mostAre<T>(rows: readonly T[], fits: (row: T) => boolean, what: string): void {
  const count = rows.filter(fits).length;
  if (rows.length === 0 || count * 2 < rows.length) {
    throw new ListChangedError(`${count} of ${rows.length} rows ${what}.`);
  }
}

/** Throws ListChangedError where nothing could be read at all. */
export function notEmpty(result: AdapterResult, what: string): AdapterResult {
  if (result.readings.length > 0) return result;
  const [first] = result.rejects;
  throw new ListChangedError(`Nothing can be read of ${what}${first ? `: ${first.row}, ${first.reason}` : ""}.`);
}
