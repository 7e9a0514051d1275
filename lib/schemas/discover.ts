import * as z from "zod";
import { STATED } from "@/lib/catalog/stated";
import { ResolvedNames } from "./name";
import { Amount, Currency, Day, PriceStatus, PricingModel, SCHEMA_VERSION, Slug } from "./primitives";
import { PricingRecord } from "./record";

/** Topics of a question about a product besides its price. */
export const TOPICS = [
  "free",
  "selfHosted",
  "openSource",
  "education",
  "nonprofit",
  "startup",
  "history",
  "sso",
  "scim",
  "auditLog",
  "minimum",
  "limits",
  "trial",
] as const;
export type Topic = (typeof TOPICS)[number];

/** The interpretation of the question in `q`. Null: the question does not mention it, or a parameter overrides it. */
export const ReadAs = z
  .object({
    sentence: z.string().describe("How the query was understood, in words. Show it to the user."),
    category: Slug.nullable(),
    maxPrice: Amount.nullable().describe("Maximum price per month; with `seats`, for all of them together."),
    currency: Currency.nullable().describe("Currency named in the query, or of `maxPrice`."),
    hasFreeTier: z.boolean().nullable(),
    selfHosted: z.boolean().nullable().describe("Free to self-host."),
    pricingModel: PricingModel.nullable(),
    having: z
      .enum(["sso", ...STATED])
      .nullable()
      .describe("Same as the `having` parameter."),
    sort: z.literal("price").nullable(),
    text: z.string().nullable().describe("Words that were searched for."),
    compare: z
      .object({
        names: z.array(z.string()),
        slugs: z.array(Slug).describe("Products to compare, or the products that offer the models."),
        models: z.array(z.string()).describe("Models as `slug/id`, if models are compared; otherwise empty."),
        page: z.string().describe("URL of the comparison."),
      })
      .nullable(),
    alternativesTo: z
      .object({ slug: Slug, name: z.string(), page: z.string() })
      .nullable()
      .describe(
        "Product for which alternatives are requested. The results are its alternatives, each with a `reason`.",
      ),
    seats: z.number().int().nullable().describe("Number of people in the query."),
    quantities: z
      .record(z.string(), z.number())
      .describe('Units other than people that the cost is for, as in `calculate_tco`: {"host": 20}.'),
    cost: z
      .object({
        slug: Slug,
        name: z.string(),
        tier: z
          .object({ id: z.string(), name: z.string() })
          .nullable()
          .describe("Tier named in the query. `null` for any tier that fits."),
        model: z
          .object({ id: z.string(), name: z.string() })
          .nullable()
          .describe("Model named in the query, from the product's rate card."),
        missing: z
          .array(z.string())
          .describe("What the query names and the record does not have: a plan, a unit or a currency of the price."),
        page: z.string().describe("URL of the page that shows the cost."),
      })
      .nullable()
      .describe("Product whose cost is requested."),
    llm: z
      .object({
        names: z.array(z.string()),
        models: z.array(z.string()).describe("Models as `slug/id`. Empty for any model."),
        inputTokens: z.number().describe("Input tokens per month."),
        outputTokens: z.number().describe("Output tokens per month."),
        page: z.string().describe("URL of the page that prices the tokens."),
      })
      .nullable()
      .describe("Token workload to price on models."),
    changes: z
      .object({
        category: Slug.nullable().describe("`null` for all categories."),
        since: Day,
        page: z.string().describe("URL of the page that lists the changes."),
      })
      .nullable()
      .describe("Price changes that are requested, for a category or the whole catalogue."),
    spelledAlike: z
      .boolean()
      .describe("`true` if nothing is named `text`. The results have similar names and may be different products."),
    topics: z
      .array(z.enum(TOPICS))
      .describe("What is asked about the product in `cost` besides its price. `answer` covers each of them."),
    unread: z.array(z.string()).describe("Words of the query that were not used. `answer` begins with them."),
    answer: z
      .string()
      .nullable()
      .describe("The answer in one or two sentences, from the same calculation as the page that it links to."),
  })
  .meta({ id: "ReadAs" });
export type ReadAs = z.infer<typeof ReadAs>;

export const HAVING = ["price", "sso", "dispute", ...STATED] as const;
/** `price`: a price or rate card; `sso`: a charge for single sign-on; `dispute`: sources that disagree on a figure. */
export type Having = (typeof HAVING)[number];

/** The fields needed to choose a product: the record has everything else. */
export const DiscoverResult = z
  .object({
    slug: Slug,
    name: z.string(),
    category: z.object({ slug: Slug, name: z.string() }),
    kind: PricingRecord.shape.kind,
    memberCount: z.number().int().optional().describe("Family only: number of products."),
    startingPrice: Amount.nullable().describe(
      "Lowest paid list price per `priceUnit` and month, as in the record. 0 only if every tier is known and free. `null` if unknown; `priceStatus` says why.",
    ),
    currency: Currency.nullable(),
    priceUnit: z.string().nullable(),
    billing: z
      .enum(["monthly", "annual", "unstated"])
      .nullable()
      .describe(
        "How `startingPrice` is billed. `annual`: it is one twelfth of the yearly price. `null` if there is no starting price, if it is 0, or for a family, whose products may differ.",
      ),
    priceSummary: z
      .string()
      .nullable()
      .describe(
        "Price of a product without a monthly price: a share of each payment, for example `2.9% + $0.30`, or a usage price, for example `standard $0.023 per GB-month in us-east-1`. `null` for other products.",
      ),
    priceStatus: PriceStatus.describe(
      "`published` if `startingPrice` is a number, or if the product is priced by percentage (`startingPrice` is `null`). `not_applicable` if nothing is priced per month, for example with usage prices.",
    ),
    pricingModel: PricingModel.nullable(),
    freeTier: z
      .boolean()
      .nullable()
      .describe("Whether it is free to use, with a free plan or self-hosted. `null` if unknown."),
    freePlan: z.boolean().nullable().describe("Whether the vendor offers a free plan. `null` if unknown."),
    selfHosted: z.boolean().describe("Whether it is known to be free to self-host."),
    hasHiddenCosts: z
      .boolean()
      .describe("Whether an extra cost other than an add-on is known. `false` does not mean that there are none."),
    confidence: PricingRecord.shape.verification.shape.confidence,
    observedAt: Day.describe("Date of the reading that is shown."),
    stale: z.boolean().describe("Whether the price is past the date of its next check, or its reading is too old."),
    answer: z.string().max(200).describe("`answer` of the record, in one sentence."),
    caveat: PricingRecord.shape.caveat,
    reason: z
      .string()
      .optional()
      .describe(
        "If `q` asks for alternatives: why this product is one, and how its price compares. With a maximum price: that only the free plan is within it. With a number of people: whether its free plan covers them.",
      ),
    verifiedAt: z.iso.datetime().nullable(),
    sources: z.number().int().describe("Number of independent sources that list the product."),
    prominence: z
      .number()
      .min(0)
      .max(100)
      .describe("How well known the product is, from 0 to 100. The methodology page explains the rule."),
    links: z.object({
      page: z.string().describe("URL to link to when you cite a figure."),
      self: z.string().describe("URL of the full record."),
    }),
  })
  .meta({ id: "DiscoverResult" });
export type DiscoverResult = z.infer<typeof DiscoverResult>;

const Counts = z.array(
  z.object({ value: z.string().nullable().describe("`null` if unknown."), count: z.number().int() }),
);

export const DiscoverAnswer = z
  .object({
    count: z.number().int().describe("Number of results on this page."),
    total: z.number().int().describe("Number of matching products on all pages."),
    readAs: ReadAs.nullable().describe(
      "How `q` was understood. `null` if it was searched for as written and a name matched.",
    ),
    results: z.array(DiscoverResult),
    facets: z
      .object({
        category: Counts,
        pricingModel: Counts,
        freeTier: Counts,
        priceStatus: Counts,
        freePlan: Counts,
        selfHosted: Counts,
      })
      .describe("Number of matching products per value, most frequent first."),
    excluded: z
      .number()
      .int()
      .describe(
        "Number of products left out because it is unknown whether they match. With `maxPrice`: products whose price is unknown or in another currency, unless they are known to be free. With `hasFreeTier`, `hasFreePlan`, or an offer or feature in `having`: products for which this is unknown.",
      ),
    excludedProducts: z
      .array(z.object({ slug: Slug, name: z.string() }))
      .describe("The best known of the products in `excluded`, up to three."),
    next: z.string().nullable().describe("Cursor of the next page. `null` on the last page."),
    resolved: ResolvedNames,
    schemaVersion: z.literal(SCHEMA_VERSION),
  })
  .meta({ id: "DiscoverAnswer" });
export type DiscoverAnswer = z.infer<typeof DiscoverAnswer>;
