import * as z from "zod";
import { ResolvedNames } from "./name";
import { Amount, Currency, Day, SCHEMA_VERSION, Slug } from "./primitives";
import { Evidence, LicenseState, Links, Meter, UsageModel, Verification } from "./record";

/** How lib/catalog/regions.ts finds it. */
export const REFERENCE_RULE =
  "The reference region is the one in which most items of the card have a price; of equals one of the usual first regions (us-east-1, us-central1, eastus), then the first by name.";

/** How lib/usage/card-order.ts sorts. */
export const ORDER_RULE =
  "Current models before deprecated ones. Of language models those come first that write text and whose price at least two sources show, and half as many as that of the best confirmed one; the newest of them stand at the top. Machines and other items stand under their group, the smallest first; the groups sold in most regions come first.";

export const EstimateLine = z
  .object({
    meter: z.string().describe("The quantity that was asked for."),
    quantity: z.number().describe("Units billed at this price."),
    unitPrice: Amount,
    per: z.number().int().describe("Units that unitPrice buys."),
    amount: Amount,
    rateOf: z
      .string()
      .optional()
      .describe(
        "The meter whose price applies: reasoning tokens may be billed as outputTokens. With depth=summary only where it is another meter.",
      ),
    band: z
      .object({ from: z.number(), upTo: z.number().nullable() })
      .nullable()
      .optional()
      .describe(
        "The band of a graduated price, or the prompt length that chose it; null, or left out with depth=summary, where there is one price.",
      ),
    when: z
      .string()
      .nullable()
      .optional()
      .describe("The condition of the price; null, or left out with depth=summary, where there is none."),
    evidence: Meter.shape.evidence
      .optional()
      .describe("Ids of the entries in `evidence`; left out with depth=summary."),
  })
  .meta({ id: "EstimateLine" });
export type EstimateLine = z.infer<typeof EstimateLine>;

export const Estimate = z
  .object({
    model: z.string(),
    name: z.string(),
    mode: Meter.shape.mode,
    region: z.string().optional().describe("Whose prices apply; absent where the card prices no region apart."),
    currency: Currency,
    lines: z.array(EstimateLine),
    total: Amount.nullable().describe("Null while a quantity is unpriced: an unknown price is never counted as 0."),
    unpriced: z.array(z.string()).describe("Quantities asked for that have no price."),
    warnings: z.array(z.string()).describe("Assumptions and doubts, in words."),
  })
  .meta({ id: "UsageEstimate" });
export type Estimate = z.infer<typeof Estimate>;

const left = (why: string) => z.number().int().describe(why);

export const NotRanked = z
  .object({
    deprecated: left("Deprecated."),
    retired: left("Retired."),
    unconfirmed: left("Not seen by any source for 180 days."),
    variant: left("Another id of a model that is ranked: a dated snapshot, a mode, a spoken or fine-tuned form."),
  })
  .describe(
    "Models of a card of language models that are not ranked, by reason. They stand on the card: leave the quantities out, or name one as `model`.",
  )
  .meta({ id: "NotRanked" });

const MODELS = `The model asked for; beside estimates those estimated, in their order, as far as they fit; else a page of the card, each model on exactly one. Without a limit a page ends before the answer is larger than 150 KB. ${ORDER_RULE}`;

/** The rate card of a product and, with a workload, what it costs. */
export const UsageAnswer = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  slug: Slug,
  name: z.string(),
  kind: z.enum(["llm", "api"]),
  asOf: Day,
  currency: Currency,
  modelCount: z.number().int().describe("Models on the whole card."),
  regions: z.array(z.string()).optional().describe("Regions that the card prices apart; absent: none."),
  referenceRegion: z
    .string()
    .optional()
    .describe(`Whose prices are shown where no region is asked for. ${REFERENCE_RULE}`),
  region: z.string().optional().describe("Whose prices are shown here, or all."),
  total: z
    .number()
    .int()
    .describe("Models that the question asks about: those that pass the filters, or the one named."),
  models: z.array(UsageModel).describe(MODELS),
  next: z
    .string()
    .nullable()
    .describe("Cursor of the next page of the card, or of its estimates; null where this is the last."),
  estimate: Estimate.optional().describe("With a model and a quantity."),
  estimates: z
    .array(Estimate)
    .optional()
    .describe("With a quantity and no model: one for every current model that prices all of it, cheapest first."),
  estimateCount: z.number().int().optional().describe("Models that price all of it, those beyond `limit` included."),
  unpricedModels: z.number().int().optional().describe("Models left out because a quantity has no price on them."),
  notRanked: NotRanked.optional(),
  resolved: ResolvedNames,
  evidence: z.array(Evidence),
  verification: Verification,
  license: z.object({ usage: LicenseState }),
  licenseNote: z.string().optional(),
  links: Links,
  source: z.string(),
  attribution: z.string(),
});
export type UsageAnswer = z.infer<typeof UsageAnswer>;

const BriefMeter = Meter.omit({ prices: true })
  .partial({ mode: true, tierMode: true, evidence: true })
  .extend({ prices: z.array(Meter.shape.prices.element.partial({ from: true, upTo: true, when: true })) });

/** A model's prices without what is null or usual. */
export const BriefModel = UsageModel.pick({ model: true, currency: true, confidence: true })
  .extend({
    ...UsageModel.pick({
      name: true,
      group: true,
      vcpus: true,
      memoryGb: true,
      status: true,
      contextWindow: true,
      maxOutput: true,
      elsewhere: true,
    }).partial().shape,
    meters: z.array(BriefMeter),
  })
  .meta({ id: "BriefUsageModel" });
export type BriefModel = z.infer<typeof BriefModel>;

/** The answer as it is given: with depth=summary without evidence, nulls and the cards behind an estimate. */
export const UsageReply = UsageAnswer.partial({ evidence: true })
  .extend({
    models: z.array(z.union([UsageModel, BriefModel])).describe(`${MODELS} With depth=summary empty beside estimates.`),
    verification: Verification.partial({ confidenceTerms: true, disputed: true, method: true }),
    links: Links.partial({ self: true, history: true, alternatives: true }),
    counts: z
      .record(z.string(), z.number().int())
      .optional()
      .describe("Entries left out, by group: with depth=summary, and cards that do not fit beside estimates."),
  })
  .meta({ id: "UsageAnswer" });
export type UsageReply = z.infer<typeof UsageReply>;
