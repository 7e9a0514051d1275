import * as z from "zod";
import { ResolvedNames } from "./name";
import { Day, SCHEMA_VERSION, Slug } from "./primitives";
import { Evidence, PriceChange } from "./record";

export const LedgerChange = z
  .object({
    id: z.string(),
    product: z.object({ slug: Slug, name: z.string(), category: Slug }),
    day: Day.describe("When it takes effect where the vendor says so, else when it was seen."),
    ...PriceChange.omit({ id: true, evidence: true }).shape,
    confidence: z
      .number()
      .describe(
        "That the price was shown as told, on the day of the reading, from 0 to 1: the kinds of source that show it, lowered where another one differs.",
      ),
    evidence: z.array(Evidence.pick({ id: true, url: true, publisher: true, capturedAt: true })),
    links: z.object({
      page: z.string().describe("The address to link to when citing."),
      history: z.string().describe("The product's whole price history."),
    }),
  })
  .meta({ id: "LedgerChange" });
export type LedgerChange = z.infer<typeof LedgerChange>;

export const ChangesAnswer = z
  .object({
    count: z.number().int().describe("Changes on this page."),
    total: z.number().int().describe("Changes that match, on all pages."),
    changes: z.array(LedgerChange).describe("Newest first."),
    next: z.string().nullable().describe("The cursor of the next page; null on the last."),
    links: z.object({ atom: z.string(), jsonFeed: z.string() }).describe("The same ledger as feeds."),
    resolved: ResolvedNames,
    schemaVersion: z.literal(SCHEMA_VERSION),
  })
  .meta({ id: "ChangesAnswer" });
export type ChangesAnswer = z.infer<typeof ChangesAnswer>;
