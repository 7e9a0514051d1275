import * as z from "zod";
import { project } from "@/lib/catalog/project";
import { AppError } from "@/lib/errors";
import { withdrawnSentence } from "@/lib/format/changes";
import { Day, SCHEMA_VERSION, Slug } from "@/lib/schemas/primitives";
import { PricingAnswer, type PricingRecord } from "@/lib/schemas/record";
import type { Catalog, Lookup, View } from "./catalog";
import { defineOperation } from "./define";
import { AsOf, Depth, Fields, requestedDay, schemaVersion } from "./views";

export const MAX_BATCH = 20;

/** Day of the newest fact or check shown. */
export function newestDayOf({ verification }: { verification: { observedAt: Day; verifiedAt: string | null } }): Day {
  const { observedAt, verifiedAt } = verification;
  return verifiedAt && verifiedAt > observedAt ? verifiedAt.slice(0, 10) : observedAt;
}

type Missing = Exclude<Lookup, { status: "found" }>;

/** Why there is no record, in a sentence; of an unknown slug with the nearest ones. */
async function missing(catalog: Catalog, slug: string, lookup: Missing, asOf: Day): Promise<AppError> {
  if (lookup.status === "not_yet") {
    const since = lookup.knownSince ? ` The first day on which something was known is ${lookup.knownSince}.` : "";
    return new AppError("product_not_found", `Nothing was known of "${lookup.slug}" on ${asOf}.${since}`);
  }
  if (lookup.status === "withdrawn") return new AppError("product_not_found", withdrawnSentence(lookup));
  const suggestions = await catalog.nearest(slug);
  const [nearest] = suggestions;
  const hint = nearest ? ` The nearest is "${nearest}".` : "";
  return new AppError("product_not_found", `No product "${slug}" is in the catalogue.${hint}`, { suggestions });
}

/** The record of one slug, or `product_not_found` with the nearest slugs. */
export async function requireRecord(catalog: Catalog, slug: string, asOf: Day, now: Date): Promise<PricingRecord> {
  const found = await catalog.record(slug, { asOf, now });
  if (found.status === "found") return found.record;
  throw await missing(catalog, slug, found, asOf);
}

/** The slug by which the catalogue knows a product, whether or not something stands of it today. */
export async function requireSlug(catalog: Catalog, slug: string, asOf: Day, now: Date): Promise<Slug> {
  const found = await catalog.record(slug, { asOf, now });
  if (found.status === "found") return found.record.slug;
  if (found.status === "withdrawn") return found.slug;
  throw await missing(catalog, slug, found, asOf);
}

export const getPricing = defineOperation({
  name: "get_pricing",
  summary: "Get one product's pricing",
  description:
    "Sourced tiers, hidden costs, contract terms, market data and price history of one product, with the evidence for each figure. An unknown price is null with a priceStatus, never 0. Cite links.page. A former slug or alias answers with the canonical record and a Content-Location header.",
  tag: "Pricing",
  http: {
    method: "GET",
    path: "/api/v2/pricing/{slug}",
    cache: "public",
    headers({ input, body, site }): Record<string, string> {
      if (input.slug === body.slug) return {};
      return { "Content-Location": `${site.url}/api/v2/pricing/${body.slug}` };
    },
    newestDay: newestDayOf,
  },
  access: "open",
  errors: ["product_not_found"],
  input: z.strictObject({
    slug: Slug.describe("Product slug, for example slack. Former slugs and names are understood."),
    depth: Depth,
    fields: Fields,
    asOf: AsOf,
  }),
  output: PricingAnswer,
  async handler({ catalog, now }, { slug, asOf, depth, fields }) {
    const record = await requireRecord(catalog, slug, requestedDay(asOf, now), now);
    return project(record, { depth, fields });
  },
  examples: [
    { name: "full", summary: "Everything known of one product", input: { slug: "slack" } },
    { name: "summary", summary: "The short form", input: { slug: "slack", depth: "summary" } },
    { name: "unknownSlug", summary: "A misspelt slug", input: { slug: "slakc" } },
  ],
});

export const NotFound = z
  .object({
    slug: z.string().describe("As asked."),
    suggestions: z.array(z.string()).describe("The nearest slugs, best first."),
    knownSince: Day.optional().describe("With asOf: the first day on which something was known of this product."),
    withdrawnOn: Day.optional().describe("Day on which its sources had taken back all that was known of it."),
    reason: z.string().optional().describe("Why it was taken back."),
  })
  .meta({ id: "NotFoundSlug" });

export const getPricingBatch = defineOperation({
  name: "get_pricing_batch",
  summary: "Get the pricing of several products",
  description:
    "The records of 1 to 20 distinct products in the order asked. Slugs that are not in the catalogue are listed in notFound with the nearest known ones; they do not fail the request.",
  tag: "Pricing",
  http: {
    method: "GET",
    path: "/api/v2/pricing",
    cache: "public",
    newestDay: ({ records }) => records.map(newestDayOf).sort().at(-1) ?? null,
  },
  access: "open",
  errors: ["batch_too_large"],
  input: z.strictObject({
    slugs: z
      .array(Slug)
      .min(1, "must name at least one product")
      .describe("1 to 20 distinct product slugs, comma-separated. Duplicates are answered once."),
    depth: Depth,
    fields: Fields,
    asOf: AsOf,
  }),
  output: z.object({
    count: z.number().int().describe("Number of records."),
    records: z.array(PricingAnswer),
    notFound: z.array(NotFound),
    schemaVersion: z.literal(SCHEMA_VERSION),
  }),
  async handler({ catalog, now }, { slugs, asOf, depth, fields }) {
    const asked = distinctSlugs(slugs, MAX_BATCH);
    const { records, notFound } = await lookUpAll(catalog, asked, { asOf: requestedDay(asOf, now), now });
    return {
      count: records.length,
      records: records.map((record) => project(record, { depth, fields })),
      notFound,
      schemaVersion,
    };
  },
  examples: [
    {
      name: "two",
      summary: "Two products and a misspelt one",
      input: { slugs: ["slack", "notion", "slakc"], depth: "summary" },
    },
  ],
});

/** The records in the order asked, each once, and the slugs that have none. */
export async function lookUpAll(
  catalog: Catalog,
  slugs: readonly string[],
  view: View,
): Promise<{ records: PricingRecord[]; notFound: z.infer<typeof NotFound>[] }> {
  const found = await catalog.records(slugs, view);
  const records = new Map<string, PricingRecord>();
  const notFound: z.infer<typeof NotFound>[] = [];
  for (const slug of slugs) {
    const lookup: Lookup = found.get(slug) ?? { status: "unknown" };
    if (lookup.status === "found") records.set(lookup.record.slug, lookup.record);
    else if (lookup.status === "not_yet") {
      notFound.push({ slug, suggestions: [], knownSince: lookup.knownSince ?? undefined });
    } else if (lookup.status === "withdrawn") {
      const { withdrawnOn, reason } = lookup;
      notFound.push({ slug, suggestions: [], withdrawnOn, reason });
    } else notFound.push({ slug, suggestions: await catalog.nearest(slug) });
  }
  return { records: [...records.values()], notFound };
}

/** Throws `batch_too_large` where more than `limit` different slugs are asked for. */
export function distinctSlugs(slugs: readonly string[], limit: number): string[] {
  const asked = [...new Set(slugs)];
  if (asked.length <= limit) return asked;
  const message = `at most ${limit} distinct slugs in one request; ${asked.length} were asked for`;
  throw new AppError("batch_too_large", `slugs: ${message}`, { errors: [{ path: "slugs", message }] });
}
