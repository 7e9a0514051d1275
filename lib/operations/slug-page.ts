import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import * as z from "zod";
import { Room } from "@/lib/catalog/fit";
import { hasTimeFor } from "@/lib/http/request-work";
import type { Day } from "@/lib/schemas/primitives";
import type { PricingRecord } from "@/lib/schemas/record";
import type { Lookup } from "./catalog";
import { Cursor, readCursor, writeCursor } from "./cursor";
import type { OperationContext } from "./define";
import { requestedDay, today } from "./views";

export const MAX_BATCH = 20;

/** Main-thread time reserved for one more product. The largest rate cards take longest on a past day. */
const ITEM_MS = 60;
const LARGE_CARD_MS = 240;

/** Input of a request for several products. Without it, the response has all of them. */
export const SlugPage = {
  limit: z.number().int().min(1).max(MAX_BATCH).optional().describe("Products per page. Default: all."),
  cursor: Cursor,
};

const Index = z.number().int().min(0).max(MAX_BATCH);

/** The products that earlier pages left, as positions in the list of slugs. */
const Position = z.strictObject({
  /** Products with a record that is not shown yet. */
  waiting: z.array(Index).max(MAX_BATCH),
  /** From this position on, no slug was read yet: the first page took too long. */
  unread: Index,
});

interface Asked {
  asOf?: Day | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

type Absent = Exclude<Lookup, { status: "found" }>;

interface Making<Shown, Missing> {
  /** Returns a record as it is shown, within this number of bytes. */
  make(record: PricingRecord, bytes: number | undefined): Shown;
  missing(slug: string, lookup: Absent): Promise<Missing>;
}

/**
 * Returns the records of the slugs after the cursor: as many as `limit`, the room and the time allow. Slugs without a
 * record are on the first page, if there is time to read all slugs.
 */
export async function slugPage<Shown, Missing>(
  { catalog, now, room }: OperationContext,
  slugs: readonly string[],
  { cursor, limit, ...asked }: Asked,
  { make, missing }: Making<Shown, Missing>,
): Promise<{ asOf: Day; shown: Shown[]; notFound: Missing[]; next: string | null }> {
  const state = await catalog.state();
  const question = { asked, catalogue: state?.contentHash ?? "", today: today(now) };
  const { day, after } = readCursor(cursor, question, Position);
  const asOf = asked.asOf === undefined ? day : requestedDay(asked.asOf, now);
  const firstUnread = after?.unread ?? 0;
  const queue = [...(after?.waiting ?? []), ...Array.from(slugs.keys()).slice(firstUnread)];
  const shown: Shown[] = [];
  const notFound: Missing[] = [];
  const waiting: number[] = [];
  const seen = new Set<string>();
  const left = new Room(room ?? Number.POSITIVE_INFINITY, []);
  let unread = slugs.length;
  for (const [step, index] of queue.entries()) {
    const slug = slugs[index];
    if (slug === undefined) continue;
    const isKnown = index < firstUnread;
    if (waiting.length > 0 && isKnown) {
      waiting.push(index);
      continue;
    }
    if (step > 0) await turnOfTheLoop();
    if (step > 0 && !hasTimeFor((await catalog.hasLargeCard(slug)) ? LARGE_CARD_MS : ITEM_MS)) {
      if (isKnown) {
        waiting.push(index);
        continue;
      }
      unread = index;
      break;
    }
    const read = catalog.record(slug, { asOf, now });
    const lookup = read instanceof Promise ? await read : read;
    if (lookup.status !== "found") {
      notFound.push(await missing(slug, lookup));
      continue;
    }
    if (seen.has(lookup.record.slug)) continue;
    seen.add(lookup.record.slug);
    if (waiting.length > 0 || shown.length === limit) {
      waiting.push(index);
      continue;
    }
    const fits = left.fill([make(lookup.record, room)], { least: shown.length === 0 ? 1 : 0 });
    if (fits.length === 0) waiting.push(index);
    shown.push(...fits);
  }
  const isLast = waiting.length === 0 && unread === slugs.length;
  return { asOf, shown, notFound, next: isLast ? null : writeCursor(question, day, { waiting, unread }) };
}
