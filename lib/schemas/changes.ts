import * as z from "zod";
import { ResolvedNames } from "./name";
import { Day, SCHEMA_VERSION, Slug } from "./primitives";
import { Evidence, PriceChange } from "./record";

export const LedgerChange = z
  .object({
    id: z.string(),
    product: z.object({ slug: Slug, name: z.string(), category: Slug }),
    day: Day.describe(
      "Date on which the change takes effect, if the vendor states it; otherwise the date on which a source showed it.",
    ),
    ...PriceChange.omit({ id: true, evidence: true }).shape,
    confidence: z
      .number()
      .describe(
        "Confidence from 0 to 1 that the source showed this price on the date of the reading. It depends on the kinds of source that show the price, and is lower if another source disagrees.",
      ),
    evidence: z.array(Evidence.pick({ id: true, url: true, publisher: true, capturedAt: true })),
    links: z.object({
      page: z.string().describe("URL to link to when you cite a figure."),
      history: z.string().describe("URL of the product's full price history."),
    }),
  })
  .meta({ id: "LedgerChange" });
export type LedgerChange = z.infer<typeof LedgerChange>;

export const ChangesAnswer = z
  .object({
    count: z.number().int().describe("Number of changes on this page."),
    total: z.number().int().describe("Number of matching changes on all pages."),
    changes: z.array(LedgerChange).describe("Newest first."),
    next: z.string().nullable().describe("Cursor of the next page. `null` on the last page."),
    latestDay: Day.optional().describe(
      "Only if nothing matches `since` and `until`: date of the newest change that matches without them.",
    ),
    readUntil: Day.optional().describe(
      "Only if nothing matches: last date on which a price of the category, product or catalogue was read.",
    ),
    links: z
      .object({
        page: z.string().describe("URL of the page that lists price changes."),
        atom: z.string(),
        jsonFeed: z.string(),
      })
      .describe("The same changes as a page and as feeds."),
    resolved: ResolvedNames,
    schemaVersion: z.literal(SCHEMA_VERSION),
  })
  .meta({ id: "ChangesAnswer" });
export type ChangesAnswer = z.infer<typeof ChangesAnswer>;
