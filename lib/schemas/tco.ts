import * as z from "zod";
import { MAX_QUANTITY, MAX_SEATS } from "@/lib/tco/limits";
import { Name, ResolvedNames } from "./name";
import { Currency, Day, PriceStatus, SCHEMA_VERSION, Slug } from "./primitives";
import { Evidence, LicenseState, Links } from "./record";

export const MAX_STACK = 10;

export const Billing = z.enum(["monthly", "annual"]);
export type Billing = z.infer<typeof Billing>;

const AddOn = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(200)
    .describe("`option` of an entry in optionalLines or notCounted, or a kind such as sso where only one is listed."),
  quantity: z
    .number()
    .positive()
    .max(MAX_QUANTITY)
    .optional()
    .describe("Units bought; for a cost by use, units a year. When left out: the seats, or one purchase."),
});

export const TcoAssumptions = z.strictObject({
  renewalUpliftPercent: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe("Yearly rise of the licence from the second year, percent. Replaces a sourced one."),
  discountPercent: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe("Negotiated discount on the licence, in percent: a line of its own."),
  quantity: z
    .number()
    .positive()
    .max(MAX_QUANTITY)
    .optional()
    .describe("Units where the tier is not priced by people; `quantities` names them."),
  addOns: z.array(AddOn).max(20).optional().describe("Optional costs to count in the total."),
});
export type TcoAssumptions = z.infer<typeof TcoAssumptions>;

const question = {
  slug: Name.describe("Product slug or name, for example slack."),
  seats: z.number().int().min(1).max(MAX_SEATS).describe("People who use the product: 1 to 1000000."),
  quantities: z
    .record(z.string(), z.number().positive().max(MAX_QUANTITY))
    .optional()
    .describe('Units other than people, as in priceUnit: {"host": 20}. Each adds its line.'),
  tier: Name.optional().describe("Id or name of a tier. Without one, the cheapest paid tier that fits; see tierRule."),
  billing: Billing.optional().describe(
    "monthly or annual. Without it, annual where an annual price is published, else monthly.",
  ),
  termYears: z.number().int().min(1).max(5).optional().describe("Years of the term: 1 to 5. 1 when left out."),
  includeHiddenCosts: z
    .boolean()
    .optional()
    .describe(
      "false: the licence alone. Else fees that every buyer pays are in the total, and optional costs widen the range.",
    ),
  asOf: Day.optional().describe("As known on this day, YYYY-MM-DD (UTC); else today."),
  assumptions: TcoAssumptions.optional().describe("What the sources cannot know and the buyer can."),
};

const StackItem = z.strictObject({
  ...question,
  seats: question.seats.optional().describe("The body's `seats` when left out."),
});

type Counts = {
  seats?: number | undefined;
  quantities?: Record<string, number> | undefined;
  assumptions?: TcoAssumptions | undefined;
};

const TWICE = "says the quantity twice: give `quantities` or assumptions.quantity";

function needsSeats({ seats, quantities }: Counts): boolean {
  return seats === undefined && Object.keys(quantities ?? {}).length === 0;
}

function saysTwice({ quantities, assumptions }: Counts): boolean {
  return quantities !== undefined && assumptions?.quantity !== undefined;
}

/** One question, or a stack of them; what stands beside `items` holds for every item that does not say otherwise. */
export const TcoBody = z
  .strictObject({
    ...question,
    slug: question.slug
      .optional()
      .describe("Product slug or name, for example slack. Required unless `items` is given."),
    seats: question.seats
      .optional()
      .describe(
        "People who use the product: 1 to 1000000. Required without `quantities`, or where an item names none.",
      ),
    items: z
      .array(StackItem)
      .min(1, "must name at least one product")
      .max(MAX_STACK, `must name at most ${MAX_STACK} products`)
      .optional()
      .describe(
        "A stack of 1 to 10 products instead of `slug`. What stands beside it holds for every item that does not say otherwise; all are priced as of one day.",
      ),
  })
  .superRefine((body, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message, input: body });
    if (body.items === undefined) {
      if (body.slug === undefined) refuse(["slug"], "is required, or `items` for a stack");
      if (needsSeats(body)) refuse(["seats"], "is required");
      if (saysTwice(body)) refuse(["assumptions", "quantity"], TWICE);
      return;
    }
    for (const name of ["slug", "tier", "quantities"] as const) {
      if (body[name] !== undefined) refuse([name], "belongs in the entries of `items` when there are any");
    }
    body.items.forEach((item, index) => {
      const asked = { ...item, seats: item.seats ?? body.seats, assumptions: item.assumptions ?? body.assumptions };
      if (needsSeats(asked)) refuse(["items", index, "seats"], "is required");
      if (saysTwice(asked)) refuse(["items", index, "quantities"], TWICE);
    });
    const days = new Set(body.items.map((item) => item.asOf ?? body.asOf));
    if (days.size > 1) refuse(["items"], "must all have the same asOf: a stack is priced as of one day");
  });
export type TcoBody = z.infer<typeof TcoBody>;

export const Basis = z
  .enum(["list", "sourced", "benchmark", "assumed"])
  .describe(
    "list: the vendor's list price. sourced: another dated source. benchmark: from a published benchmark table (none is in use). assumed: rests on something the source does not say, or on what was asked.",
  );
export type Basis = z.infer<typeof Basis>;

export const TcoLineKind = z.enum([
  "licence",
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
    quantity: z.number().describe("Units billed: at least the tier's minimum of seats."),
    unitPrice: z
      .number()
      .nullable()
      .describe("Price of one `unit`, on average over seat bands; null for a share or a difference."),
    unit: z.string().nullable().describe("What unitPrice buys, for example user/month."),
    amount: z.number().describe("Over the whole of `period`. Negative for a discount."),
    period: z.enum(["once", "year"]),
    year: z.number().int().nullable().describe("Year of the term, from 1; null for a one-time line."),
    basis: Basis,
    evidence: z.array(z.string()).describe("Ids of the entries in `evidence` that show this."),
  })
  .meta({ id: "TcoLine" });
export type TcoLine = z.infer<typeof TcoLine>;

export const OptionalLine = TcoLine.extend({
  option: z.string().describe("Name it in assumptions.addOns to count it."),
  inHigh: z.boolean().describe("Whether range.high holds it: the dearest of each kind, add-ons left out."),
}).meta({ id: "TcoOptionalLine" });
export type OptionalLine = z.infer<typeof OptionalLine>;

export const NotCounted = z
  .object({
    option: z.string().describe("Name it in assumptions.addOns, with a quantity, to count it where it has a price."),
    label: z.string(),
    kind: z.string(),
    reason: z.string(),
    evidence: z.array(z.string()),
  })
  .meta({ id: "TcoNotCounted" });
export type NotCounted = z.infer<typeof NotCounted>;

export const TcoUnknown = z
  .object({
    what: z.string(),
    reason: z.string(),
    priceStatus: PriceStatus.nullable().describe("Of the tier, where it is the tier's price that is unknown."),
  })
  .meta({ id: "TcoUnknown" });
export type TcoUnknown = z.infer<typeof TcoUnknown>;

const Figure = z.number().nullable();
export const TcoRange = z
  .object({
    low: Figure.describe("With the cheapest billing published for the tier."),
    base: Figure.describe("The same as total."),
    high: Figure.describe(
      "With the dearest optional cost of each kind; null where one of them has no published amount.",
    ),
  })
  .meta({ id: "TcoRange" });
export type TcoRange = z.infer<typeof TcoRange>;

const totals = {
  currency: Currency.nullable().describe("Of every amount; null where nothing is priced or currencies differ."),
  yearOne: Figure.describe("First year with its one-time lines; null where it touches an unknown."),
  total: Figure.describe("Whole term; null where it touches an unknown."),
  perSeatMonthly: Figure.describe(
    "total per seat and month of the term. Null for a stack of different seat counts, and where a licence is priced by something else than people.",
  ),
  range: TcoRange,
  sourcedShare: Figure.describe(
    "Share of the lines' amounts, signs left out, that are list or sourced: 0 to 1. Null where the total is unknown or 0.",
  ),
};

export const TcoItemAnswer = z
  .object({
    slug: Slug,
    name: z.string(),
    seats: z.number().int().nullable().describe("As asked; null where only other units were counted."),
    counts: z
      .array(z.object({ unit: z.string(), quantity: z.number().nullable() }))
      .describe(
        "What the tiers taken are priced by, and how many: seat, agent, host, or account for a price of the whole account. A quantity of null was not given, and the total is then null: nothing is assumed.",
      ),
    termYears: z.number().int(),
    tier: z.object({ id: z.string(), name: z.string() }).nullable(),
    tierRule: z.string().describe("How the tier was found, in words."),
    billing: z
      .enum(["monthly", "annual", "unstated", "one_time"])
      .nullable()
      .describe("unstated: the source does not say how the price is billed, and it is counted by the month."),
    ...totals,
    optionalLines: z.array(OptionalLine).describe("Priced costs that not every buyer has; not in the total."),
    notCounted: z
      .array(NotCounted)
      .describe(
        "What the total leaves out and cannot be counted as asked: known costs, and (kind licence) units that other tiers are priced by. Give `quantities` to count those.",
      ),
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
      TcoLine.extend({ item: z.number().int().describe("Index of its entry in `items`."), slug: Slug }).meta({
        id: "TcoItemLine",
      }),
    ),
    unknowns: z
      .array(
        TcoUnknown.extend({ item: z.number().int().nullable(), slug: Slug.nullable() }).meta({ id: "TcoItemUnknown" }),
      )
      .describe("Why a figure is null. Never counted as 0."),
    assumptions: z.array(z.string()).describe("What was assumed, in words."),
    subtotals: z
      .array(z.object({ currency: Currency, items: z.number().int(), yearOne: Figure, total: Figure }))
      .describe("Sums for each currency; null where an item in it is unknown. Currencies are never mixed."),
    items: z.array(TcoItemAnswer).describe("One for each product asked for, in the order asked."),
    evidence: z.array(Evidence).describe("What the lines and costs refer to."),
    resolved: ResolvedNames,
    counts: z
      .record(z.string(), z.number().int())
      .optional()
      .describe("Optional lines and evidence left out, where a largest size was asked for. No figure hangs on them."),
    receipt: z.object({
      id: z.string().describe("Digest of the request, the record hashes, the day and the engine's version."),
      engineVersion: z.string(),
      recordHashes: z.array(z.string()).describe("`slug:digest` of the priced groups of each item's record."),
      asOf: Day,
      request: z
        .object({
          ...z.object({ ...question, asOf: Day }).partial().shape,
          items: z.array(z.object({ ...question, seats: question.seats.optional(), asOf: Day })).optional(),
        })
        .describe("The question with every default filled in: send it again to get the same answer."),
    }),
    links: Links.optional().describe("Of the product, where one was asked for. Each entry of `items` has its own."),
    source: z.string(),
    attribution: z.string(),
  })
  .meta({ id: "TcoAnswer" });
export type TcoAnswer = z.infer<typeof TcoAnswer>;
