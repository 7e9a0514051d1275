import * as z from "zod";
import { MAX_QUANTITY, MAX_SEATS, MAX_USE, MAX_VOLUME } from "@/lib/tco/limits";
import { Name, ResolvedNames } from "./name";
import { Currency, Day, PriceStatus, SCHEMA_VERSION, Slug } from "./primitives";
import { Evidence, LicenseState, Links, PricingRecord } from "./record";

export const MAX_STACK = 10;

export const Billing = z.enum(["monthly", "annual"]);
export type Billing = z.infer<typeof Billing>;

const AddOn = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(200)
    .describe("`option` of an optionalLines or notCounted entry, or a kind such as sso if only one is listed."),
  quantity: z
    .number()
    .positive()
    .max(MAX_QUANTITY)
    .optional()
    .describe("Units bought; for usage costs, per year. Default: the seats, or one purchase."),
});

export const TcoAssumptions = z.strictObject({
  renewalUpliftPercent: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe("Yearly licence increase from year two, in percent. Overrides a sourced one."),
  discountPercent: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe("Negotiated licence discount in percent, as a separate line."),
  quantity: z.number().positive().max(MAX_QUANTITY).optional().describe("Units, if the tier is not priced per person."),
  addOns: z.array(AddOn).max(20).optional().describe("Costs to include in the total."),
});
export type TcoAssumptions = z.infer<typeof TcoAssumptions>;

const question = {
  slug: Name.describe("Product slug or name, for example slack."),
  seats: z.number().int().min(1).max(MAX_SEATS).describe("Number of people, 1 to 1000000."),
  quantities: z
    .record(z.string(), z.number().positive().max(MAX_USE))
    .optional()
    .describe('Other units, use per month: {"host": 20, "email": 5000}.'),
  region: z.string().max(100).optional().describe("Country or region."),
  volume: z.number().positive().max(MAX_VOLUME).optional().describe("Money per month, for percentage prices."),
  transactions: z.number().positive().max(MAX_QUANTITY).optional().describe("Payments per month."),
  tier: Name.optional().describe("Tier ID or name. Default: see tierRule."),
  billing: Billing.optional().describe("Default: annual if a yearly price is published, otherwise monthly."),
  termYears: z.number().int().min(1).max(5).optional().describe("Term in years, 1 to 5. Default: 1."),
  includeHiddenCosts: z.boolean().optional().describe("Default: true. false: licence only."),
  asOf: Day.optional().describe("Data as of this date, YYYY-MM-DD (UTC). Default: today."),
  assumptions: TcoAssumptions.optional().describe("Details only the buyer knows."),
};

const StackItem = z.strictObject({
  ...question,
  seats: question.seats.optional().describe("Default: `seats` of the body."),
});

type Counts = {
  seats?: number | undefined;
  quantities?: Record<string, number> | undefined;
  volume?: number | undefined;
  assumptions?: TcoAssumptions | undefined;
};

const TWICE = "conflicts with another field: set `quantities` or assumptions.quantity, not both";

function needsSeats({ seats, quantities, volume }: Counts): boolean {
  return seats === undefined && volume === undefined && Object.keys(quantities ?? {}).length === 0;
}

function saysTwice({ quantities, assumptions }: Counts): boolean {
  return quantities !== undefined && assumptions?.quantity !== undefined;
}

/** One question or a stack of them. Fields next to `items` are the defaults of every item. */
export const TcoBody = z
  .strictObject({
    ...question,
    slug: question.slug.optional().describe("Product slug or name, for example slack. Required unless `items` is set."),
    seats: question.seats
      .optional()
      .describe(
        "Number of people, 1 to 1000000. Required unless `quantities` or `volume` is set or each item has its own.",
      ),
    items: z
      .array(StackItem)
      .min(1, "must name at least one product")
      .max(MAX_STACK, `must name at most ${MAX_STACK} products`)
      .optional()
      .describe(
        "1 to 10 products to price together, instead of `slug`. Other fields apply to items that do not set their own.",
      ),
  })
  .superRefine((body, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message, input: body });
    if (body.items === undefined) {
      if (body.slug === undefined) refuse(["slug"], "is required unless `items` is set");
      if (needsSeats(body)) refuse(["seats"], "is required unless `quantities` or `volume` is set");
      if (saysTwice(body)) refuse(["assumptions", "quantity"], TWICE);
      return;
    }
    for (const name of ["slug", "tier"] as const) {
      if (body[name] !== undefined) refuse([name], "cannot be combined with `items`; set it in each entry of `items`");
    }
    body.items.forEach((item, index) => {
      const asked = {
        seats: item.seats ?? body.seats,
        quantities: item.quantities ?? body.quantities,
        volume: item.volume ?? body.volume,
        assumptions: item.assumptions ?? body.assumptions,
      };
      if (needsSeats(asked)) refuse(["items", index, "seats"], "is required unless `quantities` or `volume` is set");
      if (saysTwice(asked)) refuse(["items", index, "quantities"], TWICE);
    });
    const days = new Set(body.items.map((item) => item.asOf ?? body.asOf));
    if (days.size > 1) refuse(["items"], "must all have the same asOf; a stack is priced for one date");
  });
export type TcoBody = z.infer<typeof TcoBody>;

export const Basis = z
  .enum(["list", "sourced", "benchmark", "assumed"])
  .describe(
    "`list`: the vendor's list price. `sourced`: another figure with a dated source. `benchmark`: a published benchmark table (none is in use). `assumed`: depends on something the source does not state, or on a value in the request.",
  );
export type Basis = z.infer<typeof Basis>;

export const TcoLineKind = z.enum([
  "licence",
  "percentage_fee",
  "discount",
  "minimum_spend",
  "platform_fee",
  "implementation",
  "onboarding",
  "training",
  "support",
  "sso",
  "add_on",
  "overage",
  "other",
]);
export type TcoLineKind = z.infer<typeof TcoLineKind>;

export const TcoLine = z
  .object({
    label: z.string(),
    kind: TcoLineKind,
    quantity: z.number().describe("Number of units billed. At least the tier's minimum number of seats."),
    unitPrice: z
      .number()
      .nullable()
      .describe("Price of one `unit`, averaged over seat bands. `null` for a percentage or a difference."),
    unit: z.string().nullable().describe("Unit that `unitPrice` pays for, for example `user/month`."),
    amount: z.number().describe("Amount for the whole `period`. Negative for a discount."),
    period: z.enum(["once", "year"]),
    year: z.number().int().nullable().describe("Year of the term, starting at 1. `null` for a one-time line."),
    basis: Basis,
    evidence: z.array(z.string()).describe("IDs of the `evidence` entries that show this."),
  })
  .meta({ id: "TcoLine" });
export type TcoLine = z.infer<typeof TcoLine>;

export const OptionalLine = TcoLine.extend({
  option: z.string().describe("ID of the cost. To include it in the total, pass it in `assumptions.addOns`."),
  inHigh: z
    .boolean()
    .describe("Whether `range.high` includes it. It includes the most expensive cost of each kind, except add-ons."),
}).meta({ id: "TcoOptionalLine" });
export type OptionalLine = z.infer<typeof OptionalLine>;

export const NotCounted = z
  .object({
    option: z
      .string()
      .describe(
        "ID of the cost. To include it in the total, pass it in `assumptions.addOns` with a quantity. This works only if it has a price.",
      ),
    label: z.string(),
    kind: z.string(),
    reason: z.string(),
    evidence: z.array(z.string()),
  })
  .meta({ id: "TcoNotCounted" });
export type NotCounted = z.infer<typeof NotCounted>;

export const UnknownCause = z
  .enum(["no_price", "quantity_missing", "not_for_quantity", "other_terms"])
  .describe(
    "`no_price`: no price is known; see `priceStatus`. `quantity_missing`: the price is known, but the request has no quantity for it. `not_for_quantity`: a published price does not cover this many, or no source says that it does. `other_terms`: a price is published, but by usage, or for another billing, unit or currency.",
  );
export type UnknownCause = z.infer<typeof UnknownCause>;

export const TcoUnknown = z
  .object({
    what: z.string(),
    cause: UnknownCause,
    reason: z.string().describe("The cause in words, with the published price if there is one and what to do."),
    priceStatus: PriceStatus.nullable().describe("Price status of the tier, if the tier's price is unknown."),
  })
  .meta({ id: "TcoUnknown" });
export type TcoUnknown = z.infer<typeof TcoUnknown>;

export const TcoDispute = z
  .object({
    tier: z.string(),
    price: z.number().describe("Price per `unit` that another source states."),
    unit: z.string().nullable(),
    yearOne: z.number().describe("Licence cost of the first year at that price, without discounts."),
    observedAt: Day,
    evidence: z.array(z.string()),
  })
  .meta({ id: "TcoDispute" });
export type TcoDispute = z.infer<typeof TcoDispute>;

const Figure = z.number().nullable();
export const TcoRange = z
  .object({
    low: Figure.describe(
      "Total with the requested billing, or with the cheapest one published for the tier if none is requested.",
    ),
    base: Figure.describe("Same as `total`."),
    high: Figure.describe(
      "Total with the most expensive optional cost of each kind. `null` if one of them has no published amount.",
    ),
  })
  .meta({ id: "TcoRange" });
export type TcoRange = z.infer<typeof TcoRange>;

const totals = {
  currency: Currency.nullable().describe("Currency of every amount. `null` if nothing is priced or currencies differ."),
  yearOne: Figure.describe(
    "Cost of the first year, including one-time lines. `null` if it depends on an unknown price.",
  ),
  total: Figure.describe("Cost of the whole term. `null` if it depends on an unknown price."),
  perSeatMonthly: Figure.describe(
    "`total` per seat and month of the term. `null` for a stack with different numbers of seats, or if a licence is not priced per person.",
  ),
  range: TcoRange,
  sourcedShare: Figure.describe(
    "Share of the absolute line amounts with basis `list` or `sourced`, from 0 to 1. `null` if the total is unknown or 0.",
  ),
};

export const TcoItemAnswer = z
  .object({
    slug: Slug,
    name: z.string(),
    seats: z.number().int().nullable().describe("As requested. `null` if only other units were counted."),
    counts: z
      .array(z.object({ unit: z.string(), quantity: z.number().nullable() }))
      .describe(
        "Units that the selected tiers are priced by, with quantities: seat, agent, host, or account for a price that covers the whole account. If a quantity was not given, it is `null` and so is the total; nothing is assumed.",
      ),
    termYears: z.number().int(),
    tier: z.object({ id: z.string(), name: z.string() }).nullable(),
    tierRule: z.string().describe("How the tier was selected, in words."),
    billing: z
      .enum(["monthly", "annual", "unstated", "one_time", "per_transaction", "usage"])
      .nullable()
      .describe(
        "How the price is billed. `unstated`: the source does not say, and the price is counted as monthly. `per_transaction`: a share of each payment is the whole price. `usage`: the use of each month is charged.",
      ),
    volume: z.number().nullable().describe("Money per month on which fees are counted. `null` if none are."),
    transactions: z.number().nullable().describe("Payments per month on which fees are counted."),
    ...totals,
    optionalLines: z.array(OptionalLine).describe("Priced costs that not every buyer has. Not included in the total."),
    notCounted: z
      .array(NotCounted)
      .describe(
        "Costs that the total leaves out because they cannot be counted as requested: known costs and, with kind `licence`, units that other tiers are priced by. To count those units, set `quantities`.",
      ),
    freePlan: z
      .object({ id: z.string(), name: z.string(), people: z.number().int().nullable() })
      .nullable()
      .describe(
        "Free tier that covers the seats, if a paid one is priced. `people`: the most that it covers, `null` for any number.",
      ),
    coversSeats: z
      .enum(["all", "unknown"])
      .nullable()
      .describe(
        "Of a price for the whole account: whether it covers the seats. `unknown`: no source says how many people it covers.",
      ),
    otherBilling: z
      .object({ billing: Billing, yearOne: z.number(), total: z.number() })
      .nullable()
      .describe("Cost of the same tier with the other billing. `null` if it is not known."),
    observedAt: Day.nullable().describe("Date of the reading of the tier that is used. `null` if no tier is."),
    confidence: PricingRecord.shape.verification.shape.confidence,
    caveat: PricingRecord.shape.caveat,
    disputes: z.array(TcoDispute).describe("Other prices that recent sources state for the tier that is used."),
    license: z.record(z.string(), LicenseState),
    links: Links,
    attribution: z.string(),
  })
  .meta({ id: "TcoItem" });
export type TcoItemAnswer = z.infer<typeof TcoItemAnswer>;

export const TcoAnswer = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    asOf: Day,
    answer: z.string(),
    ...totals,
    lines: z.array(
      TcoLine.extend({ item: z.number().int().describe("Index of the product in `items`."), slug: Slug }).meta({
        id: "TcoItemLine",
      }),
    ),
    unknowns: z
      .array(
        TcoUnknown.extend({ item: z.number().int().nullable(), slug: Slug.nullable() }).meta({ id: "TcoItemUnknown" }),
      )
      .describe("Reasons why a figure is `null`. An unknown price is never counted as 0."),
    assumptions: z.array(z.string()).describe("Assumptions made, in words."),
    subtotals: z
      .array(z.object({ currency: Currency, items: z.number().int(), yearOne: Figure, total: Figure }))
      .describe("Totals per currency. `null` if an item in that currency is unknown. Currencies are never mixed."),
    partial: z
      .object({ items: z.number().int(), yearOne: z.number(), total: z.number() })
      .optional()
      .describe("Only for a stack in one currency whose total is unknown: cost of the `items` that are known."),
    items: z.array(TcoItemAnswer).describe("One entry per product, in the order requested."),
    evidence: z.array(Evidence).describe("Evidence cited by the lines and costs."),
    resolved: ResolvedNames,
    counts: z
      .record(z.string(), z.number().int())
      .optional()
      .describe(
        "Number of optional lines and evidence entries left out to meet a requested maximum size. No figure depends on them.",
      ),
    receipt: z.object({
      id: z.string().describe("Hash of the request, the record hashes, the date and the engine version."),
      engineVersion: z.string(),
      recordHashes: z.array(z.string()).describe("Hash of the priced groups of each product's record, as `slug:hash`."),
      asOf: Day,
      request: z
        .object({
          ...z.object({ ...question, asOf: Day }).partial().shape,
          items: z.array(z.object({ ...question, seats: question.seats.optional(), asOf: Day })).optional(),
        })
        .describe("The request with every default filled in. Send it again to get the same response."),
    }),
    links: Links.optional().describe(
      "Links of the product, if a single product was requested. Each entry of `items` has its own.",
    ),
    source: z.string(),
    attribution: z.string(),
  })
  .meta({ id: "TcoAnswer" });
export type TcoAnswer = z.infer<typeof TcoAnswer>;
