import * as z from "zod";
import { Resolved } from "./name";
import { Currency, Day, PricingModel, SCHEMA_VERSION, Slug } from "./primitives";
import { Evidence, LicenseState, Links, PriceRange, PricingRecord, Verification } from "./record";
import { TcoUnknown } from "./tco";

export const MAX_COMPARED = 4;

export const COMPARED_FIELDS = [
  "startingPrice",
  "startingPriceAnnual",
  "highestPrice",
  "annualSavingPercent",
  "costForSeats",
  "paymentFee",
  "freeTier",
  "trialDays",
  "ssoPremium",
  "hiddenCostCount",
  "marketMedian",
  "autoRenewal",
  "minimumTermMonths",
  "nonRenewalNoticeDays",
  "priceChangeNoticeDays",
  "priceMoves3Years",
  "rating",
  "confidence",
  "observedAt",
] as const;
export const ComparedField = z.enum(COMPARED_FIELDS);
export type ComparedField = z.infer<typeof ComparedField>;

const FieldValue = z.union([z.number(), z.boolean(), z.string()]).nullable();
export type FieldValue = z.infer<typeof FieldValue>;

export const FieldComparison = z
  .object({
    field: ComparedField,
    values: z.record(Slug, FieldValue).describe("Value by slug. `null` if unknown; an unknown value never wins."),
    units: z.record(Slug, z.string()).describe("Unit of the value by slug, if it has one."),
    winner: Slug.nullable().describe(
      "Slug of the winner. `null` for a tie, fewer than two known values, or values that cannot be compared.",
    ),
    tie: z.boolean().describe("Whether two or more products share the best value."),
    leaders: z.array(Slug).describe("Products with the best value: the winner, or all that tie."),
    rule: z.string().describe("Which value wins, in words. If there is no winner, why not."),
    license: z.record(Slug, LicenseState).describe("Licence state of the group that the value comes from, by slug."),
    evidence: z
      .record(Slug, z.array(z.string()))
      .describe("IDs of the `evidence` entries that show the value, by slug. Empty for computed values."),
  })
  .meta({ id: "FieldComparison" });
export type FieldComparison = z.infer<typeof FieldComparison>;

export const SeatCost = z
  .object({
    tier: z.object({ id: z.string(), name: z.string() }).nullable(),
    billing: z.enum(["monthly", "annual", "unstated", "one_time", "per_transaction", "usage"]).nullable(),
    currency: Currency.nullable(),
    yearOne: z.number().nullable(),
    otherBilling: z
      .object({ billing: z.enum(["monthly", "annual"]), yearOne: z.number() })
      .nullable()
      .describe("First-year cost of the cheapest tier with the other billing. `null` if it is not known."),
    unknowns: z.array(TcoUnknown),
    assumptions: z.array(z.string()),
  })
  .meta({ id: "SeatCost" });
export type SeatCost = z.infer<typeof SeatCost>;

export const CompareAnswer = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    asOf: Day,
    answer: z.string(),
    seats: z.number().int().nullable(),
    products: z.array(
      z
        .object({
          slug: Slug,
          name: z.string(),
          answer: PricingRecord.shape.answer,
          caveat: PricingRecord.shape.caveat,
          vendor: z.object({ name: z.string(), website: z.string().nullable() }),
          category: z.object({ slug: Slug, name: z.string() }),
          pricingModel: PricingModel.nullable(),
          priceRange: PriceRange,
          cost: SeatCost.nullable().describe("First-year licence cost for `seats`. `null` if `seats` is not set."),
          verification: Verification.pick({ status: true, verifiedAt: true, observedAt: true, confidence: true }),
          links: Links,
          source: z.string(),
          attribution: z.string(),
        })
        .meta({ id: "ComparedProduct" }),
    ),
    resolved: z.array(Resolved).describe("Requested families and names, each with the product that was compared."),
    fields: z.array(FieldComparison),
    evidence: z.array(Evidence).describe("Evidence cited by the fields."),
  })
  .meta({ id: "Comparison" });
export type CompareAnswer = z.infer<typeof CompareAnswer>;
