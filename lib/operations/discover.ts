import * as z from "zod";
import { pageBytes, Room } from "@/lib/catalog/fit";
import { type Found, type Position, SORT_KEY } from "@/lib/discovery/page";
import { DiscoverAnswer, HAVING } from "@/lib/schemas/discover";
import { isPlain, Name } from "@/lib/schemas/name";
import { Amount, Currency, PricingModel, Slug } from "@/lib/schemas/primitives";
import { MAX_SEATS } from "@/lib/tco/limits";
import { reasons } from "./alternatives";
import { NAMED, readingOf } from "./answer-question";
import { requireCategory } from "./categories";
import { Cursor, nextLink, readCursor, writeCursor } from "./cursor";
import { defineOperation } from "./define";
import { listedRecords, resultAt, teamReason } from "./listed-records";
import { readAsked } from "./read-asked";
import { schemaVersion, today } from "./views";

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

const NumberKey = z.string().regex(/^-?\d{1,31}(?:\.\d{1,31})?(?:e-\d{1,2})?$/);
const TextKey = z.string().max(500).refine(isPlain);
const POSITION = {
  numeric: z.strictObject({
    band: z.number().int().min(1).max(99).optional(),
    key: NumberKey,
    tie: NumberKey,
    slug: Slug,
  }),
  text: z.strictObject({ key: TextKey, tie: NumberKey, slug: Slug }),
};

export const discoverSoftware = defineOperation({
  name: "discover_software",
  summary: "Find software",
  description:
    "Searches the catalogue by name, alias, vendor, domain or misspelling, and filters it. Without q, lists every product once. If it is unknown whether a product matches, it is left out and counted in excluded. Cite links.page.",
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
      // Not a regular expression: engines read patterns of control characters differently.
      .refine(isPlain, "must not contain control characters")
      .optional()
      .describe(
        'Name, alias, vendor, domain, model ("gpt-4o"), category, or question in one of 12 languages: "cheapest crm under 20", "notion for 30". readAs shows how q was read, what was not used, and the answer. Other parameters take precedence.',
      ),
    literal: z.boolean().default(false).describe("Search for `q` as written."),
    category: Name.optional().describe("Category slug or name."),
    maxPrice: Amount.max(1e12)
      .optional()
      .describe("Maximum starting price per month, in `currency`. Free products match; unknown prices do not."),
    seats: z
      .number()
      .int()
      .min(1)
      .max(MAX_SEATS)
      .optional()
      .describe("People the list is for: maxPrice is for all of them, and a free plan must cover them."),
    currency: Currency.default("USD").describe("Currency of maxPrice and of the price order."),
    hasFreeTier: z.boolean().optional().describe("Has a free plan or is free to self-host."),
    hasFreePlan: z.boolean().optional().describe("Has a free plan."),
    selfHosted: z.boolean().optional().describe("Is free to self-host."),
    pricingModel: PricingModel.optional().describe("Pricing model."),
    hasHiddenCosts: z.boolean().optional().describe("Has a known extra cost, other than add-ons."),
    having: z
      .enum(HAVING)
      .optional()
      .describe("Only products known to have it. sso: SSO charge. has_sso: tier or add-on with SSO."),
    sort: z
      .enum(["relevance", "price", "name", "freshness", "confidence"])
      .optional()
      .describe(
        "Default: relevance with q or category, otherwise name. relevance: best match, then best known. price: lowest startingPrice first, any unit and billing.",
      ),
    limit: z.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe("Results per page."),
    cursor: Cursor,
  }),
  output: DiscoverAnswer,
  async handler({ catalog, now, site, room: bytes }, { cursor, limit, ...asked }) {
    if (asked.category !== undefined) await requireCategory(catalog, asked.category);
    const known = catalog.state();
    const state = known instanceof Promise ? await known : known;
    const read = await readAsked({ catalog, now, site }, asked);
    const sort = asked.sort ?? read.sort;
    const question = { asked: { ...asked, sort }, catalogue: state?.contentHash ?? "", today: today(now) };
    const { day, after } = readCursor<Position>(cursor, question, POSITION[SORT_KEY[sort]]);
    const filters = { ...read.filters, day };
    const axis = asked.sort === undefined ? read.axis : null;
    const discovered = catalog.discover({ filters, sort, axis, after, limit });
    const found = discovered instanceof Promise ? await discovered : discovered;
    const { products, more, total, excluded, excludedProducts, facets } = found;
    const view = { asOf: day, now };
    const slugs = products.map(({ slug }) => slug);
    const listed = await listedRecords(catalog, slugs, view);
    const { alternativesTo = null } = read.filters;
    const reasonOf = alternativesTo === null ? null : await reasons(catalog, alternativesTo, slugs, view);
    const told = products.flatMap((product) => {
      const one = listed.get(product.slug);
      if (!one) return [];
      const result = resultAt(one, product);
      const reason = reasonOf?.(product.slug) ?? teamReason(one, filters);
      return [reason === undefined ? result : { ...result, reason }];
    });
    const isFirst = after === null && sort === read.sort && (limit >= NAMED || !more);
    const shown = { isSpelled: found.isSpelled, total, ...(isFirst && { first: { total, products } }) };
    const readAs = await readingOf({ catalog, now, site }, { ...read, filters }, shown);
    const frame = { total, readAs, facets, excluded, excludedProducts, schemaVersion };
    const room = new Room(pageBytes(bytes, limit), []);
    room.take(frame);
    const results = room.fill(told, { least: 1 });
    const isCut = results.length < told.length;
    const last = isCut ? products.find(({ slug }) => slug === results.at(-1)?.slug) : products.at(-1);
    const next = (more || isCut) && last ? writeCursor(question, day, positionOf(last)) : null;
    return { count: results.length, ...frame, results, next };
  },
  sample: {
    q: "slack",
    literal: true,
    category: "team-chat",
    maxPrice: 20,
    seats: 3,
    currency: "USD",
    hasFreeTier: true,
    hasFreePlan: true,
    selfHosted: false,
    pricingModel: "per_seat",
    hasHiddenCosts: false,
    having: "price",
    sort: "price",
    limit: 10,
    cursor: "",
  },
  examples: [
    { name: "search", summary: "A misspelt name", input: { q: "slakc", limit: 3 } },
    { name: "question", summary: "A question in words", input: { q: "cheapest crm under 20", limit: 3 } },
    { name: "unknownCategory", summary: "A category that does not exist", input: { category: "team-chatt" } },
  ],
});

function positionOf({ band, key, tie, slug }: Found): Position {
  return { ...(band && { band }), key, tie, slug };
}
