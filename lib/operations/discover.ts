import * as z from "zod";
import { type DiscoverFilters, SORT_KEY } from "@/db/queries/discover";
import { isStale } from "@/lib/catalog/coverage";
import { indexEntry } from "@/lib/catalog/starting-price";
import { DiscoverAnswer, type DiscoverResult } from "@/lib/schemas/discover";
import { Amount, Currency, PricingModel, Slug } from "@/lib/schemas/primitives";
import type { PricingRecord } from "@/lib/schemas/record";
import { requireCategory } from "./categories";
import { Cursor, nextLink, readCursor, writeCursor } from "./cursor";
import { defineOperation } from "./define";
import { schemaVersion, today } from "./views";

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;
const MAX_TEXT = 200;

const NumberKey = z.string().regex(/^-?\d{1,31}(?:\.\d{1,31})?$/);
const TextKey = z
  .string()
  .max(500)
  .regex(/^\P{Cc}*$/u);

export const discoverSoftware = defineOperation({
  name: "discover_software",
  summary: "Find software",
  description:
    "Search the catalogue by name, alias, vendor, domain or a misspelling, and filter it by category, price, free tier, pricing model and known hidden costs. Without a text it lists every product. Pages through the whole catalogue by cursor, each product exactly once. A product of which it is not known whether it matches is left out and counted in excluded. The order by confidence is that of the day on which the catalogue was loaded; the values are today's. Cite links.page.",
  tag: "Catalogue",
  http: {
    method: "GET",
    path: "/api/v2/discover",
    cache: "public",
    headers: ({ input, body, site }) => nextLink(`${site.url}/api/v2/discover`, input, body.next),
    newestDay: ({ results }) =>
      results
        .map(({ observedAt }) => observedAt)
        .sort()
        .at(-1) ?? null,
  },
  access: "open",
  errors: ["category_not_found"],
  input: z.strictObject({
    q: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(MAX_TEXT)
      .regex(/^\P{Cc}*$/u, "must not hold control characters")
      .optional()
      .describe(
        'Name, alias, vendor, domain, a model on its rate card ("gpt-4o"), or words of the name and category ("password manager"); misspellings are understood, and so is "how much is slack" or "notion vs slack".',
      ),
    category: Slug.optional().describe("Slug of a category: see list_categories."),
    maxPrice: Amount.max(1e12)
      .optional()
      .describe("Highest starting price per month, in `currency`. Unknown prices and other currencies are left out."),
    currency: Currency.default("USD").describe("Currency of maxPrice and of the order by price."),
    hasFreeTier: z.boolean().optional().describe("Whether it can be had for nothing."),
    pricingModel: PricingModel.optional().describe("How it is priced."),
    hasHiddenCosts: z.boolean().optional().describe("Whether a hidden cost is known; false: none is known."),
    sort: z
      .enum(["relevance", "price", "name", "freshness", "confidence"])
      .optional()
      .describe(
        "relevance with a text and name without one, unless given. price: lowest first, those without a price in `currency` last. freshness: last observed first. confidence: highest first.",
      ),
    limit: z.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe("Results on a page."),
    cursor: Cursor,
  }),
  output: DiscoverAnswer,
  async handler({ catalog, now }, { cursor, limit, ...asked }) {
    const { q, category, maxPrice, currency, hasFreeTier, pricingModel, hasHiddenCosts } = asked;
    if (category !== undefined) await requireCategory(catalog, category);
    const state = await catalog.state();
    const sort = asked.sort ?? (q === undefined ? "name" : "relevance");
    const question = { asked: { ...asked, sort }, catalogue: state?.contentHash ?? "", today: today(now) };
    const position = z.strictObject({ key: SORT_KEY[sort] === "text" ? TextKey : NumberKey, slug: Slug });
    const { day, after } = readCursor(cursor, question, position);
    const filters: DiscoverFilters = {
      text: q ?? null,
      category: category ?? null,
      maxPrice: maxPrice ?? null,
      currency,
      hasFreeTier: hasFreeTier ?? null,
      pricingModel: pricingModel ?? null,
      hasHiddenCosts: hasHiddenCosts ?? null,
      day,
    };
    const { products, more, total, excluded, facets } = await catalog.discover({ filters, sort, after, limit });
    const records = await catalog.records(
      products.map(({ slug }) => slug),
      { asOf: day, now },
    );
    const results = products.flatMap(({ slug }) => {
      const lookup = records.get(slug);
      return lookup?.status === "found" ? [resultOf(lookup.record)] : [];
    });
    const last = products.at(-1);
    const next = more && last ? writeCursor(question, day, last) : null;
    return { count: results.length, total, results, facets, excluded, next, schemaVersion };
  },
  examples: [
    { name: "search", summary: "A misspelt name", input: { q: "slakc", limit: 3 } },
    {
      name: "cheap",
      summary: "Team chat for at most ten dollars, cheapest first",
      input: { category: "team-chat", maxPrice: 10, sort: "price", limit: 3 },
    },
    { name: "unknownCategory", summary: "A category that does not exist", input: { category: "team-chats" } },
  ],
});

/** A record as it stands in lists. */
export function resultOf(record: PricingRecord): DiscoverResult {
  const { slug, name, category, answer, links } = record;
  const stale = isStale(record);
  return { slug, name, category, ...indexEntry(record), stale, answer, links: { page: links.page, self: links.self } };
}
