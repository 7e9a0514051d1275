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
    values: z.record(Slug, FieldValue).describe("By slug; null where unknown, and then never the winner."),
    units: z.record(Slug, z.string()).describe("What a value is counted in, by slug, where it has a unit."),
    winner: Slug.nullable().describe("Null where nothing wins: a tie, fewer than two known values, or not comparable."),
    tie: z.boolean().describe("Whether two or more share the best value."),
    leaders: z.array(Slug).describe("Those with the best value: the winner, or all that tie."),
    rule: z.string().describe("What wins, and why nothing does where nothing does, in words."),
    license: z.record(Slug, LicenseState).describe("Of the group that the value comes from, by slug."),
    evidence: z
      .record(Slug, z.array(z.string()))
      .describe("Ids of the entries in `evidence` that show the value, by slug; empty for what is computed."),
  })
  .meta({ id: "FieldComparison" });
export type FieldComparison = z.infer<typeof FieldComparison>;

export const SeatCost = z
  .object({
    tier: z.object({ id: z.string(), name: z.string() }).nullable(),
    billing: z.enum(["monthly", "annual", "unstated", "one_time"]).nullable(),
    currency: Currency.nullable(),
    yearOne: z.number().nullable(),
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
          vendor: z.object({ name: z.string(), website: z.string().nullable() }),
          category: z.object({ slug: Slug, name: z.string() }),
          pricingModel: PricingModel.nullable(),
          priceRange: PriceRange,
          cost: SeatCost.nullable().describe(
            "The licence for the seats asked for, in the first year. Null without seats.",
          ),
          verification: Verification.pick({ status: true, verifiedAt: true, observedAt: true, confidence: true }),
          links: Links,
          source: z.string(),
          attribution: z.string(),
        })
        .meta({ id: "ComparedProduct" }),
    ),
    resolved: z.array(Resolved).describe("Families and names asked for, each with the product compared in its place."),
    fields: z.array(FieldComparison),
    evidence: z.array(Evidence).describe("What the fields refer to."),
  })
  .meta({ id: "Comparison" });
export type CompareAnswer = z.infer<typeof CompareAnswer>;
