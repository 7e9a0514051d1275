import * as z from "zod";
import { invalidField } from "@/lib/errors";
import { csvLine } from "@/lib/format/csv";
import { PRICE_COLUMNS, PRICE_HEADER, priceRows } from "@/lib/format/price-rows";
import { canonicalJson } from "@/lib/ids";
import { Name } from "@/lib/schemas/name";
import { Day, SCHEMA_VERSION, Slug } from "@/lib/schemas/primitives";
import { Group, LicenseState, PricingAnswer, type PricingRecord } from "@/lib/schemas/record";
import { TCO_ENGINE_VERSION } from "@/lib/tco/engine";
import type { CategoryEntry, CategoryReading } from "./catalog";
import { requireCategory } from "./categories";
import { defineOperation, type OperationContext, type Streamed } from "./define";
import { AsOf, requestedDay, SAMPLE_DAY, schemaVersion } from "./views";

/** Raise this if the same records are written differently. */
const FORMAT_VERSION = 3;

const BulkCategories = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    asOf: Day,
    count: z.number().int().describe("Number of categories."),
    categories: z.array(
      z.object({
        slug: Slug,
        name: z.string(),
        recordCount: z.number().int(),
        links: z.object({ page: z.string(), bulk: z.string().describe("URL of the whole category as JSON.") }),
      }),
    ),
  })
  .meta({ id: "BulkCategories" });

export const Licenses = z.partialRecord(Group, LicenseState);
export type Licenses = z.infer<typeof Licenses>;

const BulkCategory = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    category: z.object({ slug: Slug, name: z.string() }),
    asOf: Day,
    count: z.number().int().describe("Number of records."),
    attribution: z.string().describe("Citation of the category, in Markdown."),
    records: z.array(PricingAnswer).describe("Every full record, ordered by slug."),
    license: Licenses.describe(
      "Licence state of each group in the records. `restricted` if it is restricted in any record.",
    ),
  })
  .meta({ id: "BulkCategory" });

const NDJSON = "application/x-ndjson";
const CSV = "text/csv";
const columns = Object.entries(PRICE_COLUMNS).map(([name, text]) => `\`${name}\` (${text})`);

export const getBulk = defineOperation({
  name: "get_bulk",
  summary: "Get every record of a category",
  description:
    "Returns every published record of a category in full, including its price history, as one JSON object, NDJSON (one record per line) or CSV (one price per row). Requires a subscription. Without `category`, lists every category with its number of records. The response is streamed. If it cannot be completed, it ends without the end-of-body marker, which HTTP clients report as an error. With `If-None-Match`, an unchanged category returns 304.",
  tag: "Bulk",
  http: { method: "GET", path: "/api/v2/bulk", cache: "private" },
  access: "key",
  errors: ["category_not_found"],
  input: z.strictObject({
    category: Name.optional().describe(
      "Category slug or name, for example team-chat. If not set, all categories are listed.",
    ),
    format: z
      .enum(["json", "ndjson", "csv"])
      .default("json")
      .describe(
        "`json`: one object. `ndjson`: one record per line. `csv`: one price per row. The list of categories is always JSON.",
      ),
    asOf: AsOf,
  }),
  output: z.union([BulkCategories, BulkCategory]),
  async handler({ catalog, site, now }, { format, asOf }) {
    if (format !== "json")
      throw invalidField("format", `${format} requires a category; the list of categories is JSON only`);
    const day = requestedDay(asOf, now);
    const counts = await catalog.recordCounts(day);
    const categories = (await catalog.categories()).map(({ slug, name }) => ({
      slug,
      name,
      recordCount: counts.get(slug) ?? 0,
      links: { page: `${site.url}/software/${slug}`, bulk: `${site.url}/api/v2/bulk?category=${slug}` },
    }));
    return { schemaVersion, asOf: day, count: categories.length, categories };
  },
  streaming: {
    media: {
      [NDJSON]: "One record per line, each as returned by GET /api/v2/pricing/{slug} with depth=full.",
      [CSV]: `RFC 4180 with one header line. An unknown price is an empty cell, with the reason in \`priceStatus\`. Text that a spreadsheet would read as a formula starts with an apostrophe. Columns: ${columns.join("; ")}.`,
    },
    async open(context, { category, format, asOf }) {
      if (category === undefined) return null;
      const { catalog, now } = context;
      const entry = await requireCategory(catalog, category);
      const day = requestedDay(asOf, now);
      const reading = await catalog.readCategory(entry.slug, { asOf: day, now });
      return streamed(entry, day, format, reading, context);
    },
  },
  sample: { category: "team-chat", format: "ndjson", asOf: SAMPLE_DAY },
  examples: [
    { name: "categories", summary: "Every category", input: {} },
    { name: "ndjson", summary: "A category, one record per line", input: { category: "team-chat", format: "ndjson" } },
    { name: "csv", summary: "A category, one price per row", input: { category: "team-chat", format: "csv" } },
    { name: "unknownCategory", summary: "A misspelt category", input: { category: "team-chatt" } },
  ],
});

type Format = "json" | "ndjson" | "csv";
type Parts = AsyncGenerator<string>;

function streamed(
  { slug, name }: CategoryEntry,
  asOf: Day,
  format: Format,
  { state, edition, count, batches }: CategoryReading,
  { site }: OperationContext,
): Streamed {
  const records = () => each(batches(), count);
  const formats: Record<Format, Pick<Streamed, "mediaType" | "parts">> = {
    json: {
      mediaType: "application/json",
      parts: () => {
        const attribution = `[${site.name}](${site.url}) — [${name} pricing](${site.url}/software/${slug})`;
        return jsonParts({ schemaVersion, category: { slug, name }, asOf, count, attribution }, records());
      },
    },
    ndjson: { mediaType: NDJSON, parts: () => ndjsonParts(records()) },
    csv: { mediaType: CSV, parts: () => csvParts(records()) },
  };
  return {
    ...formats[format],
    fileName: `${slug}-${asOf}.${format}`,
    version: canonicalJson([FORMAT_VERSION, SCHEMA_VERSION, TCO_ENGINE_VERSION, edition, slug, asOf, format, site]),
    modifiedAt: state.changedAt,
  };
}

/** Fails if there are more or fewer records than were announced. */
async function* each(batches: AsyncIterable<readonly PricingRecord[]>, count: number): AsyncGenerator<PricingRecord> {
  let seen = 0;
  for await (const batch of batches) {
    seen += batch.length;
    yield* batch;
  }
  if (seen !== count) throw new Error(`${count} records were announced and ${seen} were read`);
}

async function* jsonParts(head: Record<string, unknown>, records: AsyncIterable<PricingRecord>): Parts {
  const license: Licenses = {};
  yield `${JSON.stringify(head).slice(0, -1)},"records":[`;
  let separator = "\n";
  for await (const record of records) {
    mergeLicenses(license, record.license);
    yield `${separator}${JSON.stringify(record)}`;
    separator = ",\n";
  }
  yield `\n],"license":${JSON.stringify(license)}}\n`;
}

/** Merges the licences of records. A group that is restricted in one record is restricted for all. */
export function mergeLicenses(all: Licenses, one: Licenses): void {
  for (const group of Group.options) {
    const state = one[group];
    if (state !== undefined && all[group] !== "restricted") all[group] = state;
  }
}

async function* ndjsonParts(records: AsyncIterable<PricingRecord>): Parts {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

async function* csvParts(records: AsyncIterable<PricingRecord>): Parts {
  yield csvLine(PRICE_HEADER);
  for await (const record of records) yield [...priceRows(record)].map(csvLine).join("");
}
