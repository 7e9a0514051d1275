import * as z from "zod";
import { HiddenCostFact, RateMode, RatesFact, TierFact, Trust } from "@/lib/schemas/observation";
import { Amount, Currency, Day, HttpUrl, Limit, PricingModel, Slug } from "@/lib/schemas/primitives";

const ReadingTier = TierFact.omit({ id: true, status: true, prices: true, unit: true }).extend({
  /** Defaults to `published` with prices and to `unverified` without. */
  status: TierFact.shape.status.optional(),
  prices: TierFact.shape.prices.default([]),
  unit: TierFact.shape.unit.default(null),
  /** Charged once per account in addition to the price per unit. */
  baseFee: z.strictObject({ amount: Amount, period: z.enum(["month", "year"]) }).optional(),
});

/** A share of the money that passes through the product. */
const Percentage = z.strictObject({
  label: z.string().min(1),
  percent: z.number().min(0),
  fixedFee: Amount.optional(),
  unit: z.string().min(1).default("transaction"),
});

const Cost = HiddenCostFact.omit({ kind: true, currency: true, amount: true, percent: true }).extend({
  amount: Amount.nullable().default(null),
  percent: z.number().min(0).nullable().default(null),
});

const Meter = RatesFact.shape.meters.element.extend({
  mode: RateMode.default("standard"),
  tierMode: RatesFact.shape.meters.element.shape.tierMode.default(null),
});

const Model = RatesFact.omit({ kind: true, currency: true, meters: true }).extend({ meters: z.array(Meter).min(1) });

const Event = z.discriminatedUnion("kind", [
  /** The day from which prices hold: of the model, or of the tiers if no model is named. */
  z.strictObject({ kind: z.literal("launch"), on: Day, model: z.string().min(1).optional() }),
  z.strictObject({ kind: z.literal("price_change"), on: Day, model: z.string().min(1).optional() }),
  /** The day on which the vendor stops selling a tier or model. */
  z
    .strictObject({
      kind: z.literal("retirement"),
      on: Day,
      model: z.string().min(1).optional(),
      tier: z.string().min(1).optional(),
    })
    .refine(({ model, tier }) => (model === undefined) !== (tier === undefined), "names a model or a tier"),
  /** A former name of the product. */
  z.strictObject({ kind: z.literal("rename"), on: Day.optional(), from: z.string().min(1) }),
]);

/** One line of a reading file: one voice's statement about one product on one day. See README.md. */
export const ReadingLine = z
  .strictObject({
    /** Slug of an entry of db/catalog/sources.json. */
    source: Slug,
    product: z.strictObject({
      /** Slug in the catalogue, or the proposed slug of a new product. */
      slug: Slug.optional(),
      name: z.string().min(1),
      vendor: z.string().min(1).optional(),
      /** Host of the product's website. */
      domain: z.string().min(1).optional(),
      category: Slug.optional(),
      pricingPage: HttpUrl.optional(),
      aliases: z.array(z.string().min(1)).default([]),
    }),
    /** The publisher of the statement. Lines of one voice do not confirm each other. */
    voice: z.strictObject({ id: z.string().min(1), url: HttpUrl.optional(), publisher: z.string().min(1).optional() }),
    /** The vendor's page that shows the figures. */
    page: HttpUrl.optional(),
    readOn: Day,
    /** Where the day comes from: the voice states it, it is the day of its file, or the page has no date. */
    dateBasis: z.enum(["stated", "file", "undated"]),
    trust: Trust,
    licence: z.string().min(1).optional(),
    currency: Currency.nullable().default(null),
    /** True if the tiers are all that the vendor sells. */
    complete: z.boolean().default(false),
    pricingModel: PricingModel.optional(),
    tiers: z.array(ReadingTier).default([]),
    percentages: z.array(Percentage).default([]),
    costs: z.array(Cost).default([]),
    freePlan: z.boolean().nullable().default(null),
    freeLimits: z.array(Limit).default([]),
    trialDays: z.number().int().positive().nullable().default(null),
    models: z.array(Model).default([]),
    events: z.array(Event).default([]),
    note: z.string().min(1).optional(),
  })
  .refine(({ page, voice }) => page !== undefined || voice.url !== undefined, "names a page or the URL of its voice");
export type ReadingLine = z.infer<typeof ReadingLine>;
