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

/** What must be alike on every page of one answer. */
export interface Question {
  /** Filters and order. */
  asked: unknown;
  /** What it is made of: the files of the catalogue, or the edition of one product. */
  catalogue: string;
  today: Day;
}

/** Opaque text that continues one answer: it tells the day and the position. */
export function writeCursor<T>({ asked, catalogue }: Question, day: Day, position: T): string {
  const parts = [digest(asked), digest(catalogue), day, position];
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/**
 * The day on which the first page was read and where this one begins; today and null for a first page. A cursor of
 * another question, another catalogue or days ago is refused: it could skip or repeat. A list of the whole catalogue goes on
 * where a run changes a product meanwhile: that one product may be met twice, or missed where it moves in the order.
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

/** `Link` to the next page: the same question with the cursor of the answer. */
export function nextLink(url: string, input: Record<string, unknown>, next: string | null): Record<string, string> {
  if (next === null) return {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...input, cursor: next })) {
    if (value !== undefined) query.set(name, String(value));
  }
  return { Link: `<${url}?${query}>; rel="next"` };
}
