import * as z from "zod";
import { daysBetween } from "@/lib/catalog/day";
import { invalidField } from "@/lib/errors";
import { digest } from "@/lib/ids";
import { Day } from "@/lib/schemas/primitives";

const MAX_AGE_DAYS = 2;

export const Cursor = z
  .string()
  .max(1_000)
  .regex(/^[A-Za-z0-9_-]*$/, "must be the `next` value of a previous response")
  .transform((text) => text || undefined)
  .optional()
  .describe("`next` value of the previous page.");

/** The parts that must be the same on every page of one response. */
export interface Question {
  /** Filters and order. */
  asked: unknown;
  /** The data that the response depends on: the files of the catalogue, or the edition of one product. */
  catalogue: string;
  today: Day;
}

/** Returns an opaque text that continues one response. It encodes the day and the position. */
export function writeCursor<T>({ asked, catalogue }: Question, day: Day, position: T): string {
  const parts = [digest(asked), digest(catalogue), day, position];
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/**
 * Returns the day on which the first page was read and the position where this page begins; for a first page, today and
 * null. A cursor of another request, of another catalogue or from days ago is refused, because it could skip or repeat
 * items. A list of the whole catalogue continues if a run changes a product meanwhile: that product may occur twice, or
 * be missed if its position changes.
 */
export function readCursor<T>(
  cursor: string | undefined,
  { asked, catalogue, today }: Question,
  position: z.ZodType<T>,
): { day: Day; after: T | null } {
  if (cursor === undefined) return { day: today, after: null };
  const parsed = z.tuple([z.string(), z.string(), Day, position]).safeParse(decode(cursor));
  if (!parsed.success) throw invalidField("cursor", "must be the `next` value of a previous response");
  const [question, hash, day, after] = parsed.data;
  if (question !== digest(asked)) {
    throw invalidField(
      "cursor",
      "belongs to a request with different filters or a different order; omit it to start again",
    );
  }
  const age = daysBetween(day, today);
  if (hash !== digest(catalogue) || age < 0 || age > MAX_AGE_DAYS) {
    throw invalidField("cursor", "belongs to an earlier state of the catalogue; omit it to start again");
  }
  return { day, after };
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}

/** Returns a `Link` to the next page: the same request with the cursor of the response. */
export function nextLink(url: string, input: Record<string, unknown>, next: string | null): Record<string, string> {
  if (next === null) return {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...input, cursor: next })) {
    if (value !== undefined) query.set(name, String(value));
  }
  return { Link: `<${url}?${query}>; rel="next"` };
}
