import * as z from "zod";
import { pageBytes, Room } from "@/lib/catalog/fit";
import { compareText } from "@/lib/catalog/ledger";
import { dayOf, STABILITY_RULE, stabilityOf, TREND_RULE, trendOf } from "@/lib/catalog/trend";
import { tierNamed } from "@/lib/discovery/names";
import { AppError, invalidField } from "@/lib/errors";
import { HistoryAnswer } from "@/lib/schemas/history";
import { Name } from "@/lib/schemas/name";
import { Day } from "@/lib/schemas/primitives";
import type { PriceChange, PricePoint, PricingRecord } from "@/lib/schemas/record";
import { modelNamed, nearestModels } from "@/lib/usage/find-model";
import type { ProductChanges } from "./catalog";
import { closest, knownOnes } from "./closest";
import { Cursor, nextLink, readCursor, writeCursor } from "./cursor";
import { defineOperation, type OperationContext } from "./define";
import { takenFor } from "./names";
import { requireRecord } from "./pricing";
import { AsOf, requestedDay, SAMPLE_DAY, schemaVersion, today } from "./views";

const MAX_LIMIT = 5_000;
const SUGGESTIONS = 5;

/** Number of the newest entries on earlier pages. */
const Position = z.number().int().min(0).max(1_000_000);

export const getPriceHistory = defineOperation({
  name: "get_price_history",
  summary: "Get one product's price history",
  description: `Returns every dated price of a product, the changes between them by class, the trend and the price stability. A long history is paged, newest first. Trend: ${TREND_RULE} Stability: ${STABILITY_RULE} Cite links.page.`,
  tag: "Pricing",
  http: {
    method: "GET",
    path: "/api/v2/history/{slug}",
    cache: "public",
    ofProducts: true,
    headers: ({ input: { slug, ...query }, body, site }) =>
      nextLink(`${site.url}/api/v2/history/${slug}`, query, body.next),
    newestDay: ({ snapshots, changes }) =>
      [...snapshots, ...changes]
        .map(({ observedAt }) => observedAt)
        .sort()
        .at(-1) ?? null,
  },
  access: "open",
  errors: ["product_not_found"],
  input: z.strictObject({
    slug: Name.describe("Product slug or name, for example slack."),
    from: Day.optional().describe("First date, YYYY-MM-DD. A price counts from effectiveFrom if stated."),
    to: Day.optional().describe("Last date, YYYY-MM-DD. Later scheduled changes are left out too."),
    tier: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Only this tier, or this model of a usage product: ID or name."),
    asOf: AsOf,
    limit: z
      .number()
      .int()
      .min(1)
      .max(MAX_LIMIT)
      .optional()
      .describe("Snapshots and changes per page. If set, the response may exceed 150 KB."),
    cursor: Cursor,
  }),
  output: HistoryAnswer,
  async handler({ catalog, now, room: bytes }, { cursor, limit, ...asked }) {
    const { slug, from, to, asOf } = asked;
    if (from !== undefined && to !== undefined && from > to) throw invalidField("from", "must not be after `to`");
    const named = asked.tier === undefined ? null : await requireTier({ catalog, now }, asked.tier, asked);
    const tier = named?.id;
    const catalogue = await catalog.editionOf((await catalog.meant(slug)).one?.slug ?? slug);
    const question = { asked: { ...asked, tier }, catalogue, today: today(now) };
    const read = readCursor(cursor, question, Position);
    const day = asOf === undefined ? read.day : requestedDay(asOf, now);
    const { record, changes: all, evidence: changeEvidence, tiers } = await pricesOf({ catalog, now }, slug, day);
    const shown = (entry: { tier: string | null } & Parameters<typeof dayOf>[0]) =>
      (tier === undefined || entry.tier === tier) &&
      (from === undefined || dayOf(entry) >= from) &&
      (to === undefined || dayOf(entry) <= to);
    const snapshots = (record.priceHistory ?? []).filter(shown);
    const changes = all.filter(shown);
    const known = new Map([...record.evidence, ...changeEvidence].map((entry) => [entry.id, entry]));
    const cited = new Set([...snapshots, ...changes].flatMap(({ evidence }) => evidence));
    const evidence = [...known.values()].filter(({ id }) => cited.has(id));
    const frame = {
      schemaVersion,
      slug: record.slug,
      name: record.name,
      asOf: day,
      from: from ?? null,
      to: to ?? day,
      tier: tier ?? null,
      tiers,
      total: { snapshots: snapshots.length, changes: changes.length },
      trend: trendOf({ points: snapshots, changes, evidence, tiers: record.tiers ?? [] }, tier),
      stability: stabilityOf(snapshots, changes),
      stabilityRule: STABILITY_RULE,
      ...(named &&
        named.id !== asked.tier && { resolved: [takenFor(named.of, asked.tier ?? "", named.id, named.name)] }),
      license: { priceHistory: record.license.priceHistory ?? "owned" },
      links: record.links,
      source: record.source,
      attribution: record.attribution,
    };
    const start = read.after ?? 0;
    const rest = newestFirst(snapshots, changes).slice(start);
    const room = new Room(pageBytes(bytes, limit), evidence);
    room.take(frame);
    const page = room.fill(rest.slice(0, limit), { least: 1 });
    const onPage = new Set<Entry>(page);
    const shownSnapshots = snapshots.filter((entry) => onPage.has(entry));
    const shownChanges = changes.filter((entry) => onPage.has(entry));
    const citedHere = new Set(page.flatMap((entry) => entry.evidence));
    return {
      ...frame,
      count: shownSnapshots.length,
      next: page.length < rest.length ? writeCursor(question, day, start + page.length) : null,
      snapshots: shownSnapshots,
      changes: shownChanges,
      evidence: evidence.filter(({ id }) => citedHere.has(id)),
    };
  },
  sample: {
    slug: "slack",
    from: "2020-01-01",
    to: SAMPLE_DAY,
    tier: "pro",
    asOf: SAMPLE_DAY,
    limit: 20,
    cursor: "",
  },
  examples: [
    { name: "window", summary: "One tier since 2022", input: { slug: "slack", tier: "pro", from: "2022-01-01" } },
    { name: "whole", summary: "The full history of one product", input: { slug: "slack" } },
  ],
});

type Asked = Pick<OperationContext, "catalog" | "now">;

async function pricesOf({ catalog, now }: Asked, slug: string, asOf: Day) {
  const read = requireRecord(catalog, slug, asOf, now);
  const record = read instanceof Promise ? await read : read;
  const found = await catalog.changesOf(record.slug, { asOf, now });
  return { record, ...found, tiers: tiersOf(record, found.changes) };
}

/** Returns the named tier or model, among those with prices. */
async function requireTier(
  context: Asked,
  asked: string,
  { slug, asOf }: { slug: string; asOf?: Day | undefined },
): Promise<{ of: "tier" | "model"; id: string; name: string }> {
  const { record, tiers } = await pricesOf(context, slug, requestedDay(asOf, context.now));
  const names = new Map((record.tiers ?? []).map(({ id, name }) => [id, name]));
  const { models = [] } = record.usage ?? {};
  const entries = tiers.map((id) => ({ id, name: names.get(id) ?? id }));
  const exact = entries.find(({ id }) => id === asked);
  const tier = exact ?? tierNamed(entries, asked, record.name).one;
  if (tier) return { of: "tier", ...tier };
  const model = modelNamed(models, asked).one;
  if (model) return { of: "model", id: model.model, name: model.name };
  const message = `is not a tier or model of ${record.name}${knownOnes(tiers)}`;
  throw new AppError("invalid_request", `tier: ${message}`, {
    errors: [{ path: "tier", message }],
    suggestions: models.length > 0 ? nearestModels(models, asked, SUGGESTIONS) : closest(asked, tiers),
  });
}

type Entry = PricePoint | PriceChange;

/** Merges both lists, newest first. Entries of one day stay together. */
function newestFirst(snapshots: readonly PricePoint[], changes: readonly PriceChange[]): Entry[] {
  const entries: Entry[] = [...snapshots, ...changes];
  return entries.sort((a, b) => compareText(dayOf(b), dayOf(a)));
}

function tiersOf(record: PricingRecord, changes: ProductChanges["changes"]): string[] {
  const named = [
    ...(record.tiers ?? []).map(({ id }) => id),
    ...(record.usage?.models ?? []).map(({ model }) => model),
    ...(record.priceHistory ?? []).map(({ tier }) => tier),
    ...changes.map(({ tier }) => tier),
  ];
  return [...new Set(named.filter((id) => id !== null))].sort();
}
