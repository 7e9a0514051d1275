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
      .describe("`restricted`: gathered by a third party; ask that party before republishing it in bulk."),
    sourceName: z.string().describe("Of the dataset `evidence.source`."),
    count: z.number().int().describe("Observations in this answer."),
    total: z.number().int().describe("Observations that rest on it."),
    observations: z
      .array(
        z.object({
          id: z.string(),
          product: Slug,
          name: z.string(),
          kind: z.string().describe("plans, rates, hidden_cost and so on."),
          observedAt: Day,
          effectiveFrom: Day.nullable().describe("Day from which the vendor says it holds, where stated."),
          shows: z.string().describe("What it says, in a line."),
          withdrawn: z
            .object({ on: Day, reason: z.string() })
            .nullable()
            .describe("Set where it was taken back by `asOf`: it is in no answer from that day on."),
          links: z.object({ page: z.string(), self: z.string() }),
        }),
      )
      .describe("What was read there, by product."),
    next: z.string().nullable().describe("Cursor of the next page; null where this is the last."),
    links: z.object({ self: z.string(), page: z.string() }).describe("Cite links.page."),
    source: z.string(),
    attribution: z.string(),
  })
  .meta({ id: "EvidenceAnswer" });
export type EvidenceAnswer = z.infer<typeof EvidenceAnswer>;
