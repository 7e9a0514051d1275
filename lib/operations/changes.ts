import * as z from "zod";
import type { ChangeFilters, LedgerRow } from "@/db/queries/changes";
import { confidenceInChange } from "@/lib/catalog/confidence";
import { pageBytes, Room } from "@/lib/catalog/fit";
import { pagePath } from "@/lib/catalog/record";
import { invalidField } from "@/lib/errors";
import { ChangesAnswer, type LedgerChange } from "@/lib/schemas/changes";
import { Name } from "@/lib/schemas/name";
import { Day, Slug } from "@/lib/schemas/primitives";
import { ChangeClass } from "@/lib/schemas/record";
import type { Catalog } from "./catalog";
import { requireCategory } from "./categories";
import { Cursor, nextLink, readCursor, writeCursor } from "./cursor";
import { defineOperation, type Site } from "./define";
import { requireSlug } from "./pricing";
import { SAMPLE_DAY, schemaVersion, today } from "./views";

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

const Direction = z.enum(["up", "down", "withdrawn"]);
const PriceKinds = z.enum(["list", "rates", "both"]);
const Position = z.strictObject({ day: Day, product: Slug, id: z.string().max(60).regex(/^\w+$/) });

export const listChanges = defineOperation({
  name: "list_changes",
  summary: "List price changes across the catalogue",
  description:
    "Returns price changes across the catalogue, newest first, each with its evidence. `move`: a price rose, fell or was withdrawn. `scheduled`: announced, not yet in effect. `unconfirmed`: announced, but no reading on or after that date shows it; or shown by one source while the current reading disagrees. `cancelled`: announced, then cancelled by the vendor, on every rate card that sells the same model. These three do not count as moves. `coverage`: a price read for the first time, or from a different source than before. `correction`: a mistake by a source was fixed or, if `reason` is set, the source withdrew the price. A change counts from the date on which the vendor says it takes effect, otherwise from the date on which a source first showed it; `dateRange` then has the two readings it lies between. Also available as feeds at /changes.atom and /changes.json. Cite links.page.",
  tag: "Changes",
  http: {
    method: "GET",
    path: "/api/v2/changes",
    cache: "public",
    headers: ({ input, body, site }) => nextLink(`${site.url}/api/v2/changes`, input, body.next),
    newestDay: ({ changes }) =>
      changes
        .map(({ observedAt }) => observedAt)
        .sort()
        .at(-1) ?? null,
  },
  access: "open",
  errors: ["category_not_found", "product_not_found"],
  input: z.strictObject({
    since: Day.optional().describe("Only changes on or after this date, YYYY-MM-DD."),
    until: Day.optional().describe("Only changes on or before this date, YYYY-MM-DD."),
    class: z
      .array(ChangeClass)
      .min(1, "must name at least one class")
      .default(["move"])
      .describe("Change classes, comma-separated."),
    category: Name.optional().describe("Category slug or name."),
    product: Name.optional().describe("Product slug or name."),
    prices: PriceKinds.default("both").describe(
      "`list`: tier prices. `rates`: usage prices and extra costs. `both`: all prices.",
    ),
    direction: Direction.optional().describe(
      "`up`: the price rose. `down`: it fell. `withdrawn`: it is no longer published. Default: every direction.",
    ),
    limit: z.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe("Changes per page."),
    cursor: Cursor,
  }),
  output: ChangesAnswer,
  async handler({ catalog, now, site, room: bytes }, { cursor, limit, ...asked }) {
    const { since, until } = asked;
    if (since !== undefined && until !== undefined && since > until) {
      throw invalidField("since", "must not be after `until`");
    }
    if (asked.category !== undefined) await requireCategory(catalog, asked.category);
    const product = asked.product === undefined ? null : await requireSlug(catalog, asked.product, today(now), now);
    const classes = [...new Set(asked.class)].sort();
    const state = await catalog.state();
    const question = {
      asked: { ...asked, class: classes },
      catalogue: state?.contentHash ?? "",
      today: today(now),
    };
    const { day, after } = readCursor(cursor, question, Position);
    const filters = {
      classes,
      prices: asked.prices === "both" ? undefined : asked.prices,
      category: asked.category ?? null,
      product,
      direction: asked.direction ?? null,
      since: since ?? null,
      until: until ?? null,
      day,
    };
    const { rows, total, more } = await catalog.ledger({ filters, after, limit });
    const latestDay = total === 0 ? await latestDayOf(catalog, filters) : undefined;
    const readUntil = total === 0 ? (await catalog.monthsRead(filters)).at(-1)?.last : undefined;
    const frame = {
      total,
      ...(latestDay && { latestDay }),
      ...(readUntil && { readUntil }),
      links: {
        page: `${site.url}/changes`,
        atom: `${site.url}/changes.atom`,
        jsonFeed: `${site.url}/changes.json`,
      },
      schemaVersion,
    };
    const room = new Room(pageBytes(bytes, limit), []);
    room.take(frame);
    const changes = room.fill(
      rows.map((row) => changeOf(row, site)),
      { least: 1 },
    );
    const last = rows[changes.length - 1];
    const position = last && { day: last.day, product: last.product, id: last.change.id };
    const hasMore = more || changes.length < rows.length;
    return {
      count: changes.length,
      changes,
      next: hasMore && position ? writeCursor(question, day, position) : null,
      ...frame,
    };
  },
  sample: {
    since: "2020-01-01",
    until: SAMPLE_DAY,
    class: ["move"],
    category: "video-meetings",
    product: "zoom",
    prices: "list",
    direction: "up",
    limit: 10,
    cursor: "",
  },
  examples: [
    { name: "newest", summary: "The newest price changes", input: { limit: 3 } },
    { name: "lists", summary: "The newest changes to list prices", input: { prices: "list", limit: 3 } },
    { name: "scheduled", summary: "Announced changes", input: { class: ["scheduled"], limit: 3 } },
  ],
});

/** Returns the day of the newest change that matches the other filters, regardless of the day filters. */
async function latestDayOf(catalog: Catalog, filters: ChangeFilters): Promise<Day | undefined> {
  if (filters.since === null && filters.until === null) return undefined;
  const { rows } = await catalog.ledger({ filters: { ...filters, since: null, until: null }, after: null, limit: 1 });
  return rows[0]?.day;
}

export function changeOf({ product: slug, name, category, day, change }: LedgerRow, site: Site): LedgerChange {
  const { id, evidence, ...what } = change;
  return {
    id,
    product: { slug, name, category },
    day,
    ...what,
    confidence: confidenceInChange({ ...what, evidence }),
    evidence: evidence.map(({ id: evidenceId, url, publisher, capturedAt }) => ({
      id: evidenceId,
      url,
      publisher,
      capturedAt,
    })),
    links: { page: `${site.url}${pagePath({ slug, category })}`, history: `${site.url}/api/v2/history/${slug}` },
  };
}
