import * as z from "zod";
import { Day, SCHEMA_VERSION, Slug } from "./primitives";
import { Group, LicenseState, Links } from "./record";

export const CoverageEntry = z
  .object({
    available: z.boolean(),
    count: z
      .number()
      .int()
      .describe(
        "Entries in the group: tiers, costs, models, dated prices, stated terms; 1 for a group that is one thing.",
      ),
    source: z.string().nullable().describe("Publisher of the newest reading."),
    observedAt: Day.nullable().describe("Day of the newest reading."),
    verifiedAt: z.iso
      .datetime()
      .nullable()
      .describe("Day of the newest recorded check by this service; null for none."),
    freshness: z.enum(["fresh", "due", "stale", "missing"]),
    license: LicenseState.nullable(),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        "Prices: the record's confidence, null where no price is stated. Other groups: belief in their best reading. Null where missing.",
      ),
  })
  .meta({ id: "CoverageEntry" });
export type CoverageEntry = z.infer<typeof CoverageEntry>;

export const CoverageAnswer = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    asOf: Day,
    count: z.number().int().describe("Number of products."),
    products: z.array(
      z.object({
        slug: Slug,
        name: z.string(),
        available: z.number().int().describe("Groups asked for that have data."),
        missing: z.array(Group).describe("Groups asked for that have none."),
        members: z
          .array(Slug)
          .optional()
          .describe("Of a family: its products, priced ones first. Their prices are covered under their own slugs."),
        groups: z.partialRecord(Group, CoverageEntry).describe("One entry for each group asked for."),
        links: Links,
        source: z.string(),
        attribution: z.string(),
      }),
    ),
    freshnessRule: z.string(),
  })
  .meta({ id: "Coverage" });
export type CoverageAnswer = z.infer<typeof CoverageAnswer>;
