import * as z from "zod";
import { costOfNames } from "@/lib/access/rate-limit";
import { type Awaitable, after } from "@/lib/awaitable";
import { project } from "@/lib/catalog/project";
import { lacksPrice } from "@/lib/catalog/starting-price";
import { AppError } from "@/lib/errors";
import { withdrawnSentence } from "@/lib/format/changes";
import { Name, ResolvedNames } from "@/lib/schemas/name";
import { Day, SCHEMA_VERSION, type Slug } from "@/lib/schemas/primitives";
import { PricingAnswer, type PricingRecord } from "@/lib/schemas/record";
import { alternativesOf, toldAlternatives } from "./alternatives";
import type { Catalog, Lookup } from "./catalog";
import { nextLink } from "./cursor";
import { defineOperation } from "./define";
import { MAX_BATCH, SlugPage, slugPage } from "./slug-page";
import { relatedSentence, relatedTo, unlistedProduct } from "./unlisted";
import { AsOf, Depth, Fields, requestedDay, SAMPLE_DAY, schemaVersion } from "./views";

/** Maximum number of products with a price that are named if the product itself has no price. */
export const PRICED_INSTEAD = 3;
/** Maximum number of products that are named if a name is ambiguous. */
const MAX_CANDIDATES = 8;

/** Returns the day of the newest fact or check shown. */
export function newestDayOf({ verification }: { verification: { observedAt: Day; verifiedAt: string | null } }): Day {
  const { observedAt, verifiedAt } = verification;
  return verifiedAt && verifiedAt > observedAt ? verifiedAt.slice(0, 10) : observedAt;
}

type Missing = Exclude<Lookup, { status: "found" }>;

/** Returns an error that explains why there is no record. For an unknown slug it has the nearest slugs. */
async function missing(catalog: Catalog, slug: string, lookup: Missing, asOf: Day): Promise<AppError> {
  if (lookup.status === "not_yet") {
    const since = lookup.knownSince ? ` The first data is from ${lookup.knownSince}.` : "";
    return new AppError("product_not_found", `There was no data for "${lookup.slug}" on ${asOf}.${since}`);
  }
  if (lookup.status === "withdrawn") return new AppError("product_not_found", withdrawnSentence(lookup));
  const { candidates } = await catalog.meant(slug);
  const suggestions = await suggestionsFor(catalog, slug);
  if (candidates.length > 0) {
    const named = candidates.slice(0, MAX_CANDIDATES).map((product) => `${product.name} (${product.slug})`);
    const message = `"${slug}" could mean more than one product: ${named.join(", ")}.`;
    return new AppError("product_not_found", message, { suggestions });
  }
  const related = relatedSentence(await catalog.names(), slug);
  const [nearest] = suggestions;
  const hint = related ?? (nearest ? `Did you mean "${nearest}"?` : "");
  return new AppError("product_not_found", `No product matches "${slug}". ${hint}`.trim(), { suggestions });
}

/** Returns slugs for a name without a product: those that it may mean, otherwise the nearest. */
async function suggestionsFor(catalog: Catalog, name: string): Promise<string[]> {
  const { candidates } = await catalog.meant(name);
  if (candidates.length === 0) {
    const related = relatedTo(await catalog.names(), name);
    const nearest = unlistedProduct(name) ? [] : await catalog.nearest(name);
    return [...new Set([...(related ? [related.slug] : []), ...nearest])].slice(0, MAX_CANDIDATES);
  }
  return candidates.slice(0, MAX_CANDIDATES).map(({ slug }) => slug);
}

/** Returns the record of one slug, or throws `product_not_found` with the nearest slugs. */
export function requireRecord(catalog: Catalog, slug: string, asOf: Day, now: Date): Awaitable<PricingRecord> {
  return after(catalog.record(slug, { asOf, now }), (found) =>
    found.status === "found" ? found.record : refused(catalog, slug, found, asOf),
  );
}

async function refused(...asked: Parameters<typeof missing>): Promise<never> {
  throw await missing(...asked);
}

/** Returns the catalogue's slug of a product, whether or not the product has data today. */
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
    "Returns one product's tiers, extra costs, offers, contract terms, market data and price history, with evidence for every figure. An unknown price is null with a priceStatus, never 0. Cite links.page. resolved lists how names were matched.",
  tag: "Pricing",
  http: {
    method: "GET",
    path: "/api/v2/pricing/{slug}",
    cache: "public",
    ofProducts: true,
    newestDay: newestDayOf,
  },
  access: "open",
  errors: ["product_not_found"],
  input: z.strictObject({
    slug: Name.describe("Product slug or name, for example slack."),
    depth: Depth,
    fields: Fields,
    asOf: AsOf,
  }),
  output: PricingAnswer,
  async handler({ catalog, now, room }, { slug, asOf, depth, fields }) {
    const day = requestedDay(asOf, now);
    const read = requireRecord(catalog, slug, day, now);
    const record = read instanceof Promise ? await read : read;
    const answer = project(record, { depth, fields, bytes: room });
    if (fields !== undefined || !lacksPrice(record)) return answer;
    const found = await alternativesOf(catalog, record, { asOf: day, now }, { limit: PRICED_INSTEAD, priced: true });
    return found.length === 0 ? answer : { ...answer, alternatives: toldAlternatives(found) };
  },
  sample: { slug: "slack", depth: "summary", fields: ["tiers", "priceHistory"], asOf: SAMPLE_DAY },
  examples: [
    { name: "full", summary: "The full record of one product", input: { slug: "slack" } },
    { name: "summary", summary: "A summary", input: { slug: "slack", depth: "summary" } },
    { name: "unknownSlug", summary: "A misspelt slug", input: { slug: "slakc" } },
  ],
});

export const NotFound = z
  .object({
    slug: z.string().describe("Slug or name, as requested."),
    suggestions: z.array(z.string()).describe("Closest slugs, best match first."),
    knownSince: Day.optional().describe("First date with data for this product. Set if `asOf` is earlier."),
    withdrawnOn: Day.optional().describe("Date by which the sources had withdrawn all data for this product."),
    reason: z.string().optional().describe("Why it was withdrawn."),
  })
  .meta({ id: "NotFoundSlug" });

export const getPricingBatch = defineOperation({
  name: "get_pricing_batch",
  summary: "Get the pricing of several products",
  description:
    "Returns the records of 1 to 20 products, in the order requested. Slugs that are not in the catalogue are listed in notFound on the first page, with the closest matches.",
  tag: "Pricing",
  http: {
    method: "GET",
    path: "/api/v2/pricing",
    cache: "public",
    headers: ({ input, body, site }) => nextLink(`${site.url}/api/v2/pricing`, input, body.next),
    newestDay: ({ records }) => records.map(newestDayOf).sort().at(-1) ?? null,
  },
  access: "open",
  cost: ({ slugs }) => costOfBatch(slugs),
  errors: ["batch_too_large"],
  input: z.strictObject({
    slugs: z
      .array(Name)
      .min(1, "must name at least one product")
      .describe("1 to 20 product slugs or names, comma-separated. Duplicates are returned once."),
    depth: Depth,
    fields: Fields,
    asOf: AsOf,
    ...SlugPage,
  }),
  output: z.object({
    count: z.number().int().describe("Number of records in this response."),
    records: z.array(PricingAnswer),
    notFound: z.array(NotFound),
    resolved: ResolvedNames,
    next: z.string().nullable().describe("Cursor of the next page. `null` on the last page."),
    schemaVersion: z.literal(SCHEMA_VERSION),
  }),
  async handler(context, asked) {
    const { depth, fields } = asked;
    const slugs = distinctSlugs(asked.slugs, MAX_BATCH);
    const { shown, notFound, next } = await slugPage(context, slugs, asked, {
      make: (record, bytes) => project(record, { depth, fields, bytes }),
      missing: (slug, lookup) => notFoundOf(context.catalog, slug, lookup),
    });
    return { count: shown.length, records: shown, notFound, next, schemaVersion };
  },
  sample: {
    slugs: ["slack", "notion"],
    depth: "summary",
    fields: ["tiers", "freeTier"],
    asOf: SAMPLE_DAY,
    limit: 20,
    cursor: "",
  },
  examples: [
    {
      name: "two",
      summary: "Two products and a misspelt one",
      input: { slugs: ["slack", "notion", "slakc"], depth: "summary" },
    },
  ],
});

/** Returns the `notFound` entry of a slug without a record. */
export async function notFoundOf(catalog: Catalog, slug: string, lookup: Missing): Promise<z.infer<typeof NotFound>> {
  if (lookup.status === "not_yet") return { slug, suggestions: [], knownSince: lookup.knownSince ?? undefined };
  if (lookup.status === "withdrawn") {
    const { withdrawnOn, reason } = lookup;
    return { slug, suggestions: [], withdrawnOn, reason };
  }
  return { slug, suggestions: await suggestionsFor(catalog, slug) };
}

/**
 * Returns the unit cost of a batch. A batch that is too large costs no more than the largest, because it is refused.
 */
export function costOfBatch(slugs: readonly string[]): number {
  return costOfNames(Math.min(new Set(slugs).size, MAX_BATCH));
}

/** Throws `batch_too_large` if there are more than `limit` different slugs. */
export function distinctSlugs(slugs: readonly string[], limit: number): string[] {
  const asked = [...new Set(slugs)];
  if (asked.length <= limit) return asked;
  const message = `at most ${limit} distinct slugs per request; you sent ${asked.length}`;
  throw new AppError("batch_too_large", `slugs: ${message}`, { errors: [{ path: "slugs", message }] });
}
