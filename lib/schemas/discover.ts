import * as z from "zod";
import { Amount, Currency, Day, PriceStatus, PricingModel, SCHEMA_VERSION, Slug } from "./primitives";

/** What is enough to choose: everything else is in the record. */
export const DiscoverResult = z
  .object({
    slug: Slug,
    name: z.string(),
    category: z.object({ slug: Slug, name: z.string() }),
    startingPrice: Amount.nullable().describe(
      "The cheapest paid tier per priceUnit and month, as in the record; 0 only where every tier is known and free. Null with a priceStatus where it is not known.",
    ),
    currency: Currency.nullable(),
    priceUnit: z.string().nullable(),
    priceStatus: PriceStatus.describe(
      "`published` exactly where startingPrice is a number; `not_applicable` where nothing is priced per month, such as prices by use.",
    ),
    pricingModel: PricingModel.nullable(),
    freeTier: z.boolean().nullable().describe("Null: not known."),
    hasHiddenCosts: z.boolean().describe("Whether one is known. False does not say that there are none."),
    confidence: z.number().min(0).max(1),
    observedAt: Day.describe("Day of the reading that is shown."),
    stale: z.boolean().describe("Whether that is longer ago than a price may go without a check."),
    answer: z.string().max(200).describe("The record's answer in one sentence."),
    verifiedAt: z.iso.datetime().nullable(),
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
    results: z.array(DiscoverResult),
    facets: z
      .object({ category: Counts, pricingModel: Counts, freeTier: Counts, priceStatus: Counts })
      .describe("How the matching products divide, most frequent first."),
    excluded: z
      .number()
      .int()
      .describe(
        "Products left out because it is not known whether they match: with maxPrice those whose price is unknown or in another currency, with hasFreeTier those of which it is not known.",
      ),
    next: z.string().nullable().describe("The cursor of the next page; null on the last."),
    schemaVersion: z.literal(SCHEMA_VERSION),
  })
  .meta({ id: "DiscoverAnswer" });
export type DiscoverAnswer = z.infer<typeof DiscoverAnswer>;
