import * as z from "zod";
import { ResolvedNames } from "./name";
import { Amount, Currency, Day, SCHEMA_VERSION, Slug } from "./primitives";
import { Evidence, LicenseState, Links, Meter, UsageModel, Verification } from "./record";

/** The rule of lib/catalog/regions.ts, in words. */
export const REFERENCE_RULE =
  "The reference region is the one in which most items on the rate card have a price; ties go to a usual default region (us-east-1, us-central1, eastus), then to the first by name.";

/** The rule of lib/usage/card-order.ts, in words. */
export const ORDER_RULE =
  "Current models come before deprecated ones, and those with `leadMeters` before others. Among language models, text models come first if their price is shown by at least two sources and by at least a third as many as the best-confirmed model; the newest are at the top. Machines and other items are listed by group, smallest first; groups sold in the most regions come first.";

/** The rule of roundCost() in lib/catalog/money.ts, in words. */
const COST_ROUNDING = "At least six decimal places and six significant digits, never rounded to cents.";

export const EstimateLine = z
  .object({
    meter: z.string().describe("Name of the requested quantity."),
    quantity: z.number().describe("Number of units billed at this price."),
    unitPrice: Amount,
    per: z.number().int().describe("Number of units that `unitPrice` pays for."),
    amount: Amount.describe(`Cost of this line. ${COST_ROUNDING}`),
    rateOf: z
      .string()
      .optional()
      .describe(
        "Meter whose price applies. For example, reasoning tokens may be billed as `outputTokens`. With `depth=summary`, present only if it differs from `meter`.",
      ),
    band: z
      .object({ from: z.number(), upTo: z.number().nullable() })
      .nullable()
      .optional()
      .describe(
        "Price band or prompt-length range that applied. If there is only one price, `null`, or absent with `depth=summary`.",
      ),
    when: z
      .string()
      .nullable()
      .optional()
      .describe("Condition of the price. If there is none, `null`, or absent with `depth=summary`."),
    evidence: Meter.shape.evidence.optional().describe("IDs of the `evidence` entries. Absent with `depth=summary`."),
  })
  .meta({ id: "EstimateLine" });
export type EstimateLine = z.infer<typeof EstimateLine>;

export const Estimate = z
  .object({
    model: z.string(),
    name: z.string(),
    mode: Meter.shape.mode,
    region: z
      .string()
      .optional()
      .describe("Region whose prices apply. Absent if the rate card has no regional prices."),
    currency: Currency,
    observedAt: UsageModel.shape.observedAt,
    confidence: UsageModel.shape.confidence,
    lines: z.array(EstimateLine),
    total: Amount.nullable().describe(
      `Exact sum of the lines. ${COST_ROUNDING} \`null\` if a quantity has no price. An unknown price is never counted as 0.`,
    ),
    unpriced: z.array(z.string()).describe("Requested quantities that have no price."),
    warnings: z.array(z.string()).describe("Assumptions and caveats, in words."),
  })
  .meta({ id: "UsageEstimate" });
export type Estimate = z.infer<typeof Estimate>;

const left = (why: string) => z.number().int().describe(why);

export const NotRanked = z
  .object({
    deprecated: left("Deprecated models."),
    retired: left("Retired models."),
    unconfirmed: left("Models that no source has shown for 180 days."),
    variant: left("Other IDs of a ranked model: a dated snapshot, a mode, an audio or fine-tuned version."),
    notText: left("Models that do not write text, if the workload has output tokens."),
  })
  .describe(
    "Number of language models on the rate card that are not ranked, by reason. To see their prices, leave out the quantities or set `model`.",
  )
  .meta({ id: "NotRanked" });

const MODELS = `The requested model. With estimates: the estimated models in the same order, as many as fit. Otherwise: one page of the rate card, with each model on exactly one page. Without \`limit\`, a page ends before the response exceeds 150 KB. ${ORDER_RULE}`;

/** The rate card of a product and, with a workload, its cost. */
export const UsageAnswer = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  slug: Slug,
  name: z.string(),
  kind: z.enum(["llm", "api"]),
  asOf: Day,
  currency: Currency,
  modelCount: z.number().int().describe("Number of models on the whole rate card."),
  regions: z.array(z.string()).optional().describe("Regions with their own prices. Absent if there are none."),
  referenceRegion: z.string().optional().describe(`Region whose prices are shown by default. ${REFERENCE_RULE}`),
  region: z.string().optional().describe("Region whose prices are shown, or `all`."),
  total: z
    .number()
    .int()
    .describe("Number of models that match the request: those that pass the filters, or the one named."),
  models: z.array(UsageModel).describe(MODELS),
  next: z
    .string()
    .nullable()
    .describe("Cursor of the next page of the rate card or of the estimates. `null` on the last page."),
  estimate: Estimate.optional().describe(
    "Cost of the workload on the model. Present if a model and a quantity are set.",
  ),
  estimates: z
    .array(Estimate)
    .optional()
    .describe(
      "Cost of the workload on every current model that prices all of it, cheapest first. Present if a quantity but no model is set.",
    ),
  estimateCount: z
    .number()
    .int()
    .optional()
    .describe("Number of models that price the whole workload, including those beyond `limit`."),
  unpricedModels: z.number().int().optional().describe("Number of models left out because a quantity has no price."),
  notRanked: NotRanked.optional(),
  resolved: ResolvedNames,
  evidence: z.array(Evidence),
  verification: Verification.describe(
    "Verification of the requested model. If no model is requested, of the whole rate card; each model and estimate has its own `observedAt` and `confidence`.",
  ),
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

/** A model's prices without null and default values. */
export const BriefModel = UsageModel.pick({ model: true, currency: true, observedAt: true, confidence: true })
  .extend({
    ...UsageModel.pick({
      name: true,
      group: true,
      vcpus: true,
      memoryGb: true,
      status: true,
      retiredOn: true,
      contextWindow: true,
      maxOutput: true,
      elsewhere: true,
    }).partial().shape,
    meters: z.array(BriefMeter),
  })
  .meta({ id: "BriefUsageModel" });
export type BriefModel = z.infer<typeof BriefModel>;

/** The answer in a response: with depth=summary without evidence, nulls and the cards behind an estimate. */
export const UsageReply = UsageAnswer.partial({ evidence: true })
  .extend({
    models: z
      .array(z.union([UsageModel, BriefModel]))
      .describe(`${MODELS} With \`depth=summary\` and estimates, the list is empty.`),
    verification: Verification.partial({ confidenceTerms: true, disputed: true, method: true }),
    links: Links.partial({ self: true, history: true, alternatives: true }),
    counts: z
      .record(z.string(), z.number().int())
      .optional()
      .describe(
        "Number of entries left out, by group: with `depth=summary`, or if models do not fit next to the estimates.",
      ),
  })
  .meta({ id: "UsageAnswer" });
export type UsageReply = z.infer<typeof UsageReply>;
