import * as z from "zod";
import { ResolvedNames } from "./name";
import { Currency, Day, SCHEMA_VERSION, Slug } from "./primitives";
import { Evidence, Links, PriceChange, PricePoint } from "./record";

export const Trend = z
  .object({
    direction: z
      .enum(["up", "down", "flat", "insufficient"])
      .describe("`insufficient`: no source showed the price on two different dates."),
    changePercent: z.number().nullable().describe("Change from `since` to `until` in percent, to one decimal."),
    cagr: z
      .number()
      .nullable()
      .describe("Compound annual growth in percent, to one decimal. `null` if the period is shorter than a year."),
    since: Day.nullable().describe("Date of the first reading compared."),
    until: Day.nullable().describe("Date of the last reading compared."),
    tier: z.string().nullable().describe("Tier, or model of a usage product, whose price is tracked."),
    meter: z.string().nullable().describe("`priceMonthly`, `priceAnnual`, `listPrice` or a usage meter."),
    currency: Currency.nullable(),
    rule: z.string().describe("How the trend is calculated, in words."),
  })
  .meta({ id: "PriceTrend" });
export type Trend = z.infer<typeof Trend>;

export const HistoryAnswer = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    slug: Slug,
    name: z.string(),
    asOf: Day.describe("The history as known on this date."),
    from: Day.nullable(),
    to: Day,
    tier: z.string().nullable(),
    tiers: z
      .array(z.string())
      .describe("Valid values of the `tier` parameter: tier IDs, or the models of a usage product."),
    count: z.number().int().describe("Number of snapshots in this response."),
    total: z
      .object({ snapshots: z.number().int(), changes: z.number().int() })
      .describe("Totals for the whole history requested. `trend` and `stability` are calculated from all of it."),
    next: z
      .string()
      .nullable()
      .describe("Cursor of the next page, which contains older entries. `null` on the last page."),
    snapshots: z
      .array(PricePoint)
      .describe(
        "Dated prices, oldest first. They are ordered by `effectiveFrom` if stated, otherwise by `observedAt`. A usage meter is listed only after its price has changed. If prices differ by region, only those of the rate card's reference region are listed.",
      ),
    trend: Trend,
    changes: z
      .array(PriceChange)
      .describe(
        "Changes between dated prices, oldest first. `move`: the price changed; `dateRange` has the readings between which it did. `coverage`: first reading, or a different currency or unit. `correction`: a mistake by the source was fixed or, if `reason` is set, the source withdrew the price. `scheduled`: announced, not yet in effect. `unconfirmed`: announced, but no reading on or after that date shows it; or shown by one source while the current reading disagrees. `cancelled`: announced, then cancelled by the vendor.",
      ),
    stability: z
      .number()
      .nullable()
      .describe("Price stability from 0 to 1; higher is more stable. See `stabilityRule`."),
    stabilityRule: z.string(),
    evidence: z.array(Evidence).describe("Evidence cited by the snapshots and changes."),
    resolved: ResolvedNames,
    license: z.object({ priceHistory: z.enum(["owned", "restricted"]) }),
    links: Links,
    source: z.string(),
    attribution: z.string(),
  })
  .meta({ id: "PriceHistory" });
export type HistoryAnswer = z.infer<typeof HistoryAnswer>;
