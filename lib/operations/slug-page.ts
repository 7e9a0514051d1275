import * as z from "zod";
import { Room } from "@/lib/catalog/fit";
import type { Day } from "@/lib/schemas/primitives";
import type { PricingRecord } from "@/lib/schemas/record";
import type { View } from "./catalog";
import { Cursor, readCursor, writeCursor } from "./cursor";
import type { OperationContext } from "./define";
import { requestedDay, today } from "./views";

export const MAX_BATCH = 20;

/** Input of a question about several products, which is answered whole unless a page of it is asked for. */
export const SlugPage = {
  limit: z.number().int().min(1).max(MAX_BATCH).optional().describe("Products per page. Default: all."),
  cursor: Cursor,
};

/** How many records earlier pages showed. */
const Position = z.number().int().min(0).max(MAX_BATCH);

interface Asked {
  asOf?: Day | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

interface Found<Missing> {
  records: PricingRecord[];
  notFound: Missing[];
}

/**
 * Of the records asked for those after the cursor, as many as `limit` says and as have room, each as `make` shows it in
 * so many bytes. Slugs without a record stand on the first page.
 */
export async function slugPage<Shown, Missing>(
  { catalog, now, room }: OperationContext,
  { cursor, limit, ...asked }: Asked,
  lookUp: (view: View) => Promise<Found<Missing>>,
  make: (record: PricingRecord, bytes: number | undefined) => Shown,
): Promise<{ asOf: Day; shown: Shown[]; notFound: Missing[]; next: string | null }> {
  const state = await catalog.state();
  const question = { asked, catalogue: state?.contentHash ?? "", today: today(now) };
  const { day, after } = readCursor(cursor, question, Position);
  const asOf = asked.asOf === undefined ? day : requestedDay(asked.asOf, now);
  const { records, notFound } = await lookUp({ asOf, now });
  const start = after ?? 0;
  const rest = records.slice(start, limit === undefined ? undefined : start + limit);
  const shown = fitting(rest, room, make);
  const end = start + shown.length;
  return {
    asOf,
    shown,
    notFound: start === 0 ? notFound : [],
    next: end < records.length ? writeCursor(question, day, end) : null,
  };
}

function fitting<Shown>(
  records: readonly PricingRecord[],
  room: number | undefined,
  make: (record: PricingRecord, bytes: number | undefined) => Shown,
): Shown[] {
  if (room === undefined) return records.map((record) => make(record, undefined));
  const left = new Room(room, []);
  const shown: Shown[] = [];
  for (const record of records) {
    const [fits] = left.fill([make(record, room)], { least: shown.length === 0 ? 1 : 0 });
    if (fits === undefined) break;
    shown.push(fits);
  }
  return shown;
}
