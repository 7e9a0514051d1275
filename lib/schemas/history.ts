import * as z from "zod";
import { ResolvedNames } from "./name";
import { Currency, Day, SCHEMA_VERSION, Slug } from "./primitives";
import { Evidence, Links, PriceChange, PricePoint } from "./record";

export const Trend = z
  .object({
    direction: z
      .enum(["up", "down", "flat", "insufficient"])
      .describe("insufficient: no source saw the price on two different days."),
    changePercent: z.number().nullable().describe("From `since` to `until`, one decimal."),
    cagr: z.number().nullable().describe("Yearly growth in percent, one decimal; null for less than a year."),
    since: Day.nullable().describe("First day of the readings compared."),
    until: Day.nullable().describe("Last day of the readings compared."),
    tier: z.string().nullable().describe("Tier, or model of a usage product, whose price is followed."),
    meter: z.string().nullable().describe("priceMonthly, priceAnnual, listPrice or a usage meter."),
    currency: Currency.nullable(),
    rule: z.string().describe("How the trend is found, in words."),
  })
  .meta({ id: "PriceTrend" });
export type Trend = z.infer<typeof Trend>;

export const HistoryAnswer = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    slug: Slug,
    name: z.string(),
    asOf: Day.describe("The day on which the history is read."),
    from: Day.nullable(),
    to: Day,
    tier: z.string().nullable(),
    tiers: z.array(z.string()).describe("What `tier` can name: tier ids, or the models of a usage product."),
    count: z.number().int().describe("Number of snapshots in this answer."),
    total: z
      .object({ snapshots: z.number().int(), changes: z.number().int() })
      .describe("Of the whole history asked for. trend and stability are told from all of it."),
    next: z.string().nullable().describe("Cursor of the page before it in time; null where this is the last."),
    snapshots: z
      .array(PricePoint)
      .describe(
        "Dated prices, oldest first, by effectiveFrom where stated and else observedAt. A usage meter is listed only once its price has moved; of prices that differ by region those of the card's reference region are followed.",
      ),
    trend: Trend,
    changes: z
      .array(PriceChange)
      .describe(
        "Steps between dated prices, oldest first. move: the list price changed. coverage: first sighting, or another currency or unit. correction: a slip of the source that was mended, or with a reason a price that it took back. scheduled: announced, not yet in force. unconfirmed: announced, and no reading on or after its day shows it; or shown by one source against the reading that stands. cancelled: announced, then called off by the vendor.",
      ),
    stability: z.number().nullable().describe("0 to 1, higher is steadier; see stabilityRule."),
    stabilityRule: z.string(),
    evidence: z.array(Evidence).describe("What the snapshots and changes refer to."),
    resolved: ResolvedNames,
    license: z.object({ priceHistory: z.enum(["owned", "restricted"]) }),
    links: Links,
    source: z.string(),
    attribution: z.string(),
  })
  .meta({ id: "PriceHistory" });
export type HistoryAnswer = z.infer<typeof HistoryAnswer>;
