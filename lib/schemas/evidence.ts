import * as z from "zod";
import { Day, SCHEMA_VERSION, Slug } from "./primitives";
import { Evidence } from "./record";

export const EvidenceAnswer = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    asOf: Day,
    evidence: Evidence,
    license: z
      .enum(["owned", "restricted"])
      .describe("`restricted`: collected by a third party. Ask that party before you republish it in bulk."),
    sourceName: z.string().describe("Name of the dataset in `evidence.source`."),
    count: z.number().int().describe("Number of observations in this response."),
    total: z.number().int().describe("Total number of observations based on this evidence."),
    observations: z
      .array(
        z.object({
          id: z.string(),
          product: Slug,
          name: z.string(),
          kind: z.string().describe("Kind of fact, such as `plans`, `rates` or `hidden_cost`."),
          observedAt: Day,
          effectiveFrom: Day.nullable().describe("Date from which it applies, if the vendor states one."),
          shows: z.string().describe("The observation in one line."),
          withdrawn: z
            .object({ on: Day, reason: z.string() })
            .nullable()
            .describe(
              "Set if the observation was withdrawn on or before `asOf`. No response uses it from that date on.",
            ),
          links: z.object({ page: z.string(), self: z.string() }),
        }),
      )
      .describe("Facts read from the source, by product."),
    next: z.string().nullable().describe("Cursor of the next page. `null` on the last page."),
    links: z
      .object({ self: z.string(), page: z.string() })
      .describe("Link to `links.page` when you cite this evidence."),
    source: z.string(),
    attribution: z.string(),
  })
  .meta({ id: "EvidenceAnswer" });
export type EvidenceAnswer = z.infer<typeof EvidenceAnswer>;
