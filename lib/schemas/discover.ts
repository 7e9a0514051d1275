import * as z from "zod";
import { ResolvedNames } from "./name";
import { Amount, Currency, Day, PriceStatus, PricingModel, SCHEMA_VERSION, Slug } from "./primitives";
import { PricingRecord } from "./record";

/** How the question in `q` was understood. Null: it says nothing of it, or a parameter says otherwise. */
export const ReadAs = z
  .object({
    sentence: z.string().describe("The whole in words, to be told to whoever asked."),
    category: Slug.nullable(),
    maxPrice: Amount.nullable().describe("Per month."),
    currency: Currency.nullable().describe("Of maxPrice."),
    hasFreeTier: z.boolean().nullable(),
    selfHosted: z.boolean().nullable().describe("Free to host oneself."),
    pricingModel: PricingModel.nullable(),
    having: z.literal("sso").nullable().describe("As the parameter."),
    sort: z.literal("price").nullable(),
    text: z.string().nullable().describe("The words that were searched for."),
    compare: z
      .object({
        names: z.array(z.string()),
        slugs: z.array(Slug).describe("The products that are meant, or that offer the models."),
        models: z.array(z.string()).describe("Model ids where models are compared, else none."),
        page: z.string().describe("Where they are compared."),
      })
      .nullable(),
    alternativesTo: z
      .object({ slug: Slug, name: z.string(), page: z.string() })
      .nullable()
      .describe("The results are what may be taken in its place, each with its reason."),
    seats: z.number().int().nullable().describe("People it is asked for."),
    cost: z
      .object({
        slug: Slug,
        name: z.string(),
        tier: z
          .object({ id: z.string(), name: z.string() })
          .nullable()
          .describe("The tier that is named; null: any that fits."),
        model: z
          .object({ id: z.string(), name: z.string() })
          .nullable()
          .describe("The model that is named, on the product's rate card."),
        page: z.string().describe("Where its cost stands."),
      })
      .nullable()
      .describe("The product whose cost is asked for."),
    llm: z
      .object({
        names: z.array(z.string()),
        models: z.array(z.string()).describe("Slug and model id, as in compare.models. None: any may answer."),
        inputTokens: z.number().describe("A month."),
        outputTokens: z.number().describe("A month."),
        page: z.string().describe("Where they are priced."),
      })
      .nullable()
      .describe("Tokens to be priced on models."),
    spelledAlike: z
      .boolean()
      .describe(
        "Nothing is called as `text`: the results have names that are spelled alike, and may be something else.",
      ),
    unread: z.array(z.string()).describe("Words of the question that are left out; then there is no answer."),
    answer: z.string().nullable().describe("The answer in one sentence, by the engine of the page that it leads to."),
  })
  .meta({ id: "ReadAs" });
export type ReadAs = z.infer<typeof ReadAs>;

export const HAVING = ["price", "sso", "dispute"] as const;
/** `price`: a price or rate card; `sso`: a charge for single sign-on; `dispute`: sources that disagree on a figure. */
export type Having = (typeof HAVING)[number];

/** What is enough to choose: everything else is in the record. */
export const DiscoverResult = z
  .object({
    slug: Slug,
    name: z.string(),
    category: z.object({ slug: Slug, name: z.string() }),
    kind: PricingRecord.shape.kind,
    memberCount: z.number().int().optional().describe("Of a family: how many products it has."),
    startingPrice: Amount.nullable().describe(
      "The cheapest paid tier per priceUnit and month, as in the record; 0 only where every tier is known and free. Null with a priceStatus where it is not known.",
    ),
    currency: Currency.nullable(),
    priceUnit: z.string().nullable(),
    billing: z
      .enum(["monthly", "annual", "unstated"])
      .nullable()
      .describe(
        "How startingPrice is billed; annual: it is a twelfth of the year's. Null without one, where it is 0, and of a family, whose products may differ.",
      ),
    priceStatus: PriceStatus.describe(
      "`published` exactly where startingPrice is a number; `not_applicable` where nothing is priced per month, such as prices by use.",
    ),
    pricingModel: PricingModel.nullable(),
    freeTier: z
      .boolean()
      .nullable()
      .describe("Whether it can be had for nothing, by a free plan or self-hosted. Null: not known."),
    freePlan: z.boolean().nullable().describe("Whether the vendor offers a free plan. Null: not known."),
    selfHosted: z.boolean().describe("Whether an edition to host oneself is known to cost nothing."),
    hasHiddenCosts: z
      .boolean()
      .describe("Whether one is known, add-ons aside. False does not say that there are none."),
    confidence: PricingRecord.shape.verification.shape.confidence,
    observedAt: Day.describe("Day of the reading that is shown."),
    stale: z.boolean().describe("Whether that is longer ago than a price may go without a check."),
    answer: z.string().max(200).describe("The record's answer in one sentence."),
    reason: z
      .string()
      .optional()
      .describe("Where `q` asks for alternatives: why this is one, and how its price stands to the product's."),
    verifiedAt: z.iso.datetime().nullable(),
    sources: z.number().int().describe("Independent sources that know the product."),
    prominence: z.number().min(0).max(100).describe("How well it is known, by the rule on the methodology page."),
    links: z.object({
      page: z.string().describe("The address to link to when citing."),
      self: z.string().describe("The whole record."),
    }),
  })
  .meta({ id: "DiscoverResult" });
export type DiscoverResult = z.infer<typeof DiscoverResult>;

const Counts = z.array(
  z.object({ value: z.string().nullable().describe("Null: not known."), count: z.number().int() }),
);

export const DiscoverAnswer = z
  .object({
    count: z.number().int().describe("Results on this page."),
    total: z.number().int().describe("Products that match, on all pages."),
    readAs: ReadAs.nullable().describe(
      "How `q` was read, where it was not searched for as written or nothing is called so.",
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
      .describe("How the matching products divide, most frequent first."),
    excluded: z
      .number()
      .int()
      .describe(
        "Products left out because it is not known whether they match: with maxPrice those whose price is unknown or in another currency and that are not known to be had for nothing, with hasFreeTier and hasFreePlan those of which it is not known.",
      ),
    next: z.string().nullable().describe("The cursor of the next page; null on the last."),
    resolved: ResolvedNames,
    schemaVersion: z.literal(SCHEMA_VERSION),
  })
  .meta({ id: "DiscoverAnswer" });
export type DiscoverAnswer = z.infer<typeof DiscoverAnswer>;
