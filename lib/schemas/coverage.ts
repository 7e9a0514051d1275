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
        "Number of entries in the group: tiers, costs, models, dated prices or stated terms. 1 for a group that is a single object.",
      ),
    source: z.string().nullable().describe("Publisher of the newest reading."),
    observedAt: Day.nullable().describe("Date of the newest reading."),
    verifiedAt: z.iso
      .datetime()
      .nullable()
      .describe("Time of the last recorded check by this service. `null` if there is none."),
    freshness: z.enum(["fresh", "due", "stale", "missing"]),
    license: LicenseState.nullable(),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        "For prices, the record's confidence, or `null` if no price is stated. For other groups, confidence in their best reading. `null` if the group is missing.",
      ),
  })
  .meta({ id: "CoverageEntry" });
export type CoverageEntry = z.infer<typeof CoverageEntry>;

export const CoverageAnswer = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    asOf: Day,
    count: z.number().int().describe("Number of products in this response."),
    products: z.array(
      z.object({
        slug: Slug,
        name: z.string(),
        available: z.number().int().describe("Number of requested groups that have data."),
        missing: z.array(Group).describe("Requested groups without data."),
        members: z
          .array(Slug)
          .optional()
          .describe(
            "Family only: its products, priced ones first. Request coverage of their prices by their own slugs.",
          ),
        groups: z.partialRecord(Group, CoverageEntry).describe("One entry per requested group."),
        links: Links,
        source: z.string(),
        attribution: z.string(),
      }),
    ),
    freshnessRule: z.string(),
  })
  .meta({ id: "Coverage" });
export type CoverageAnswer = z.infer<typeof CoverageAnswer>;
