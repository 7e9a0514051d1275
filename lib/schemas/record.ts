import * as z from "zod";
import { ResolvedNames } from "./name";
import { RateMode, Trust } from "./observation";
import {
  Amount,
  BandMode,
  Currency,
  Day,
  HiddenCostKind,
  Limit,
  PriceStatus,
  PricingModel,
  SCHEMA_VERSION,
  SeatBand,
  Slug,
} from "./primitives";

/** Groups of a record that can be asked for by name and are absent when there is no data. */
export const GROUPS = [
  "tiers",
  "hiddenCosts",
  "contractTerms",
  "marketData",
  "sentiment",
  "negotiationTips",
  "scenarios",
  "priceHistory",
  "freeTier",
  "usage",
] as const;
export const Group = z.enum(GROUPS);
export type Group = z.infer<typeof Group>;

export const LicenseState = z.enum(["owned", "restricted"]).meta({ id: "LicenseState" });
export type LicenseState = z.infer<typeof LicenseState>;

const EvidenceId = z.string().regex(/^ev_[a-z0-9]+$/);
const EvidenceIds = z.array(EvidenceId).describe("Ids of the entries in `evidence` that show this.");

export const Evidence = z
  .object({
    id: EvidenceId,
    url: z.string().describe("Where the fact can be read."),
    publisher: z.string(),
    capturedAt: Day.describe("Day on which the source was seen to say it."),
    via: z.string().nullable().describe("The dataset through which the page was read; null for a direct reading."),
    source: Slug.describe("Dataset id; listed under DATA-LICENSES."),
    trust: Trust.describe("A: vendor page or official document. B: reviewed list. C: old, second-hand or partial."),
    licence: z.string(),
    note: z.string().nullable(),
    sha256: z.string().nullable().describe("Of what was read, as hex, where this service read it itself."),
    readAt: z.iso.datetime().optional().describe("Instant at which this service read it."),
    shown: z.string().optional().describe("The short text that shows the price, as it was read."),
  })
  .meta({ id: "Evidence" });
export type Evidence = z.infer<typeof Evidence>;

export const ListPrice = z
  .object({
    amount: Amount,
    currency: Currency.nullable().describe("As that of the tier; null where the source names none."),
    period: z.enum(["month", "year", "once", "usage"]).describe("What one payment covers."),
    billing: z.enum(["monthly", "annual", "unstated"]).describe("`unstated`: the source does not say; never guessed."),
  })
  .meta({ id: "ListPrice" });
export type ListPrice = z.infer<typeof ListPrice>;

export const Tier = z
  .object({
    id: Slug,
    name: z.string(),
    startingPrice: z
      .literal(true)
      .optional()
      .describe("True for the price of the cheapest paid plan, of which the source gives neither name nor terms."),
    isFree: z.boolean(),
    priceStatus: PriceStatus,
    priceMonthly: Amount.nullable().describe("Per priceUnit, billed monthly."),
    priceAnnual: Amount.nullable().describe("Per priceUnit and month, billed annually."),
    listPrice: ListPrice.nullable().describe(
      "The headline as the source shows it, in every tier with a published price: the price billed monthly where one is stated, else that of a month, a year, one purchase or one unit of use. Null exactly where priceStatus is not `published`.",
    ),
    annualTotal: Amount.optional().describe(
      "The exact price of a year, where the source states one beside a monthly price; priceAnnual is a twelfth of it, rounded.",
    ),
    currency: Currency.nullable(),
    priceUnit: z.string().nullable(),
    minimumSeats: z.number().int().nullable(),
    maximumSeats: z.number().int().nullable(),
    bandMode: BandMode.nullable(),
    seatBands: z.array(SeatBand),
    features: z.array(z.string()),
    featureCount: z.number().int(),
    limits: z.array(Limit),
    observedAt: Day,
    evidence: EvidenceIds,
  })
  .meta({ id: "Tier" });
export type Tier = z.infer<typeof Tier>;

export const HiddenCost = z
  .object({
    kind: HiddenCostKind,
    label: z.string(),
    amount: Amount.nullable(),
    percent: z.number().nullable(),
    currency: Currency.nullable(),
    unit: z.string().nullable(),
    observedAt: Day,
    evidence: EvidenceIds,
  })
  .meta({ id: "HiddenCost" });
export type HiddenCost = z.infer<typeof HiddenCost>;

export const ContractTerms = z
  .object({
    autoRenewal: z.boolean().nullable(),
    nonRenewalNoticeDays: z.number().nullable(),
    priceChangeNoticeDays: z.number().nullable(),
    paymentTermsDays: z.number().nullable(),
    minimumTermMonths: z.number().nullable(),
    renewalTermMonths: z.number().nullable(),
    terminationNoticeDays: z.number().nullable(),
    renewalUpliftPercent: z.number().nullable(),
    lateFeePercentPerMonth: z.number().nullable(),
    refundWindowDays: z.number().nullable(),
    refundPolicy: z.string().nullable(),
    evidence: EvidenceIds,
  })
  .meta({ id: "ContractTerms" });
export type ContractTerms = z.infer<typeof ContractTerms>;

export const Purchase = z
  .object({
    buyer: z.string(),
    covers: z.string().nullable().describe("What the contract covers; null where it is the product as such."),
    amount: Amount.describe("For the whole term. Never a price per seat or unit."),
    currency: Currency,
    termMonths: z.number().int().nullable(),
    annualAmount: Amount.nullable().describe("Of a term of a year or more, spread evenly over its months."),
    taxIncluded: z.boolean().nullable(),
    seats: z.number().int().nullable().describe("Null where the contract does not tell how much was bought."),
    signedAt: Day,
    endsAt: Day.nullable(),
    evidence: EvidenceIds,
  })
  .meta({ id: "Purchase" });
export type Purchase = z.infer<typeof Purchase>;

export const MarketData = z
  .object({
    medianAnnualCost: Amount.nullable(),
    sampleSize: z.number().int().nullable().describe("Null where the origin states none."),
    source: z.string(),
    low: Amount.nullable(),
    high: Amount.nullable(),
    currency: Currency,
    scope: z.enum(["product", "supplier"]).describe("`supplier`: all products of the vendor together."),
    purchases: z
      .array(Purchase)
      .describe("What single buyers paid, newest first. Where nothing else is known, median, low and high are null."),
    asOf: Day,
    evidence: EvidenceIds,
  })
  .meta({ id: "MarketData" });
export type MarketData = z.infer<typeof MarketData>;

export const Sentiment = z
  .object({
    rating: z.number(),
    scale: z.number(),
    reviewCount: z.number().int().nullable(),
    source: z.string(),
    asOf: Day,
    evidence: EvidenceIds,
  })
  .meta({ id: "Sentiment" });
export type Sentiment = z.infer<typeof Sentiment>;

export const NegotiationTip = z
  .object({ kind: z.string(), tip: z.string(), evidence: EvidenceIds })
  .meta({ id: "NegotiationTip" });
export type NegotiationTip = z.infer<typeof NegotiationTip>;

export const Scenario = z
  .object({
    name: z.string(),
    seats: z.number().int(),
    tier: z.string(),
    billing: z.enum(["monthly", "annual", "unstated"]),
    annualCost: Amount.nullable(),
    currency: Currency,
    lines: z.array(z.object({ label: z.string(), quantity: z.number(), unitPrice: Amount, amount: Amount })),
  })
  .meta({ id: "Scenario" });
export type Scenario = z.infer<typeof Scenario>;

export const PricePoint = z
  .object({
    observedAt: Day.describe("When the source was seen to say it."),
    effectiveFrom: Day.nullable().describe("When the vendor says it holds."),
    tier: z.string().nullable().describe("Tier id, or the model of a usage product."),
    meter: z
      .string()
      .describe(
        "priceMonthly, priceAnnual, listPrice, hiddenCosts.sso, or a usage meter: inputTokens, inputTokens:batch, instanceHours@us-central1. Of prices that differ by region, those of the card's reference region alone.",
      ),
    price: Amount.nullable().describe("Null with a status where the source shows no number."),
    priceStatus: PriceStatus,
    currency: Currency.nullable(),
    unit: z.string().nullable(),
    evidence: EvidenceIds,
  })
  .meta({ id: "PricePoint" });
export type PricePoint = z.infer<typeof PricePoint>;

export const ChangeClass = z.enum(["move", "coverage", "correction", "scheduled", "unconfirmed", "cancelled"]);
export type ChangeClass = z.infer<typeof ChangeClass>;
export const PriceChange = z
  .object({
    id: z.string(),
    class: ChangeClass,
    field: z.string(),
    tier: z.string().nullable(),
    before: z.number().nullable(),
    after: z.number().nullable(),
    percent: z.number().nullable(),
    currency: Currency.nullable(),
    unit: z.string().nullable().describe("What the price is for: user/month, or a number of units of use."),
    effectiveFrom: Day.nullable(),
    observedAt: Day,
    reason: z
      .string()
      .nullable()
      .describe(
        "Of a correction: why the source took the price back; `before` is then what was shown, `after` what stands in its place. Of a cancelled announcement: how it was called off, and `observedAt` is the day on which that was read. Of an unconfirmed step: what the reading that stands shows. Of coverage: that another source is read from here.",
      ),
    evidence: EvidenceIds,
  })
  .meta({ id: "PriceChange" });
export type PriceChange = z.infer<typeof PriceChange>;

export const FreeTier = z
  .object({
    available: z.boolean().nullable(),
    trialDays: z.number().int().nullable(),
    limits: z.array(Limit),
    plan: z
      .boolean()
      .nullable()
      .optional()
      .describe(
        "Whether the vendor itself offers a free plan, apart from an edition to host oneself. Null: not known.",
      ),
    licences: z.array(z.string()).describe("Open-source licences of a self-hosted edition."),
    evidence: EvidenceIds,
  })
  .meta({ id: "FreeTier" });
export type FreeTier = z.infer<typeof FreeTier>;

export const Meter = z
  .object({
    name: z.string(),
    unit: z.string(),
    per: z.number().int().describe("Units that unitPrice buys."),
    mode: RateMode,
    tierMode: z
      .enum(["cliff", "graduated"])
      .nullable()
      .describe("cliff: one price, by the length of the prompt, for the whole request. graduated: band by band."),
    prices: z.array(
      z.object({
        unitPrice: Amount,
        from: z.number(),
        upTo: z.number().nullable(),
        when: z.string().nullable(),
        regions: z
          .array(z.string())
          .optional()
          .describe("Regions in which it holds; absent: wherever no other price is given."),
      }),
    ),
    evidence: EvidenceIds,
    doubtful: z
      .literal(true)
      .optional()
      .describe(
        "From a reading that shows other prices of this model differently: it may belong to another price list.",
      ),
  })
  .meta({ id: "Meter" });
export type Meter = z.infer<typeof Meter>;

export const UsageModel = z
  .object({
    model: z.string(),
    name: z.string(),
    group: z.string().optional().describe("Heading under which the card lists it: a machine series, a service."),
    vcpus: z.number().optional(),
    memoryGb: z.number().optional(),
    contextWindow: z.number().int().nullable(),
    maxOutput: z.number().int().nullable(),
    status: z.enum(["active", "deprecated", "retired"]),
    currency: Currency,
    observedAt: Day,
    knownSince: Day.describe("First day on which a source was seen to list it."),
    meters: z.array(Meter),
    elsewhere: z
      .array(z.string())
      .optional()
      .describe("Where it has no price in the region shown: the regions in which it has one."),
    scheduled: z
      .array(
        z.object({
          effectiveFrom: Day,
          status: z
            .enum(["scheduled", "unconfirmed"])
            .describe("unconfirmed: its day has come, and no reading since shows it. It is not charged for here."),
          meters: z.array(Meter),
        }),
      )
      .describe("Announced prices that do not hold; those that were called off stand in the history as cancelled."),
    conflicts: z.array(
      z.object({
        meter: z.string(),
        mode: z.string(),
        shown: Amount,
        other: Amount,
        regions: z.array(z.string()).optional().describe("Where they differ; absent: in prices given for no region."),
        observedAt: Day,
        evidence: EvidenceIds,
        shownOn: Day.describe("Day for which the reading that is shown speaks."),
        shownEvidence: EvidenceIds,
      }),
    ),
    license: LicenseState,
    confidence: z.number().min(0).max(1),
  })
  .meta({ id: "UsageModel" });
export type UsageModel = z.infer<typeof UsageModel>;

export const Usage = z
  .object({
    kind: z.enum(["llm", "api"]),
    asOf: Day,
    currency: Currency,
    modelCount: z.number().int().describe("Models or billed items of the whole card."),
    regions: z.array(z.string()).optional().describe("Regions that the card prices apart; absent: none."),
    referenceRegion: z.string().optional().describe("Whose prices are shown where no region is asked for."),
    models: z.array(UsageModel),
    moreAt: z
      .string()
      .optional()
      .describe("Where the whole card is, page by page and with every region: present where this is a part of it."),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;

export const Verification = z
  .object({
    status: z
      .enum(["verified", "imported", "stale", "disputed"])
      .describe(
        "verified: read again on the vendor's page within 30 days, and no source showed another figure since. imported: from a dated public reading. stale: past the day of its next check, or its page could not be fetched several times in a row. disputed: sources differ.",
      ),
    verifiedAt: z.iso
      .datetime()
      .nullable()
      .describe("When the vendor's page was last read and said what is shown. Only a recorded check gives it."),
    observedAt: Day.describe("Day of the reading that is shown."),
    nextVerificationAt: Day.describe("By when its page is due to be read again."),
    reason: z.string().optional().describe("Of a stale record that was checked: why it could not be confirmed."),
    pending: z
      .object({ since: z.iso.datetime(), why: z.string() })
      .optional()
      .describe("The vendor's page was read to say something else, which waits for a person; the old value stands."),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("In the price that is shown; null where none has been read."),
    confidenceTerms: z
      .array(z.object({ term: z.string(), value: z.number() }))
      .describe("The terms of the published rule that give `confidence`; none where it is null."),
    method: z.enum(["check", "dataset"]).describe("check: the vendor's page was read by this service, see verifiedAt."),
    source: z.string(),
    sources: z.number().int().describe("Independent sources that agree with what is shown."),
    disputed: z.array(
      z.object({
        field: z.string(),
        tier: z.string().nullable(),
        shown: z.number().nullable(),
        other: z.number().nullable(),
        observedAt: Day,
        evidence: EvidenceIds,
      }),
    ),
  })
  .meta({ id: "Verification" });
export type Verification = z.infer<typeof Verification>;

export const PriceRange = z
  .object({
    low: Amount.nullable(),
    median: Amount.nullable(),
    high: Amount.nullable().describe(
      "Dearest tier with a figure in this unit. Null where more tiers may exist, or where only the free one has a figure.",
    ),
    currency: Currency.nullable(),
    unit: z.string().nullable().describe("The unit most paid tiers are priced by."),
    display: z.string(),
    products: z
      .number()
      .int()
      .optional()
      .describe("Of a family: members from the cheapest to the dearest starting price, in one currency and unit."),
    otherProducts: z.number().int().optional().describe("Of a family: members priced in another way."),
  })
  .meta({ id: "PriceRange" });
export type PriceRange = z.infer<typeof PriceRange>;

/** What the ledger says of one product on one day, before it is dressed with addresses. */
export const ReducedRecord = z.object({
  pricingModel: PricingModel.nullable(),
  currency: Currency.nullable(),
  priceUnit: z.string().nullable(),
  priceStatus: PriceStatus.describe("`published` when at least one price is known."),
  priceRange: PriceRange,
  tiers: z.array(Tier).optional(),
  tiersComplete: z.boolean().optional(),
  hiddenCosts: z
    .array(HiddenCost)
    .optional()
    .describe("Extra costs. Those of kind add_on are optional modules with a price of their own, not hidden ones."),
  contractTerms: ContractTerms.optional(),
  marketData: MarketData.optional(),
  sentiment: Sentiment.optional(),
  negotiationTips: z.array(NegotiationTip).optional(),
  scenarios: z.array(Scenario).optional(),
  priceHistory: z.array(PricePoint).optional(),
  freeTier: FreeTier.optional(),
  usage: Usage.optional(),
  verification: Verification,
  license: z.partialRecord(Group, LicenseState).describe("One entry for each group present."),
  licenseNote: z.string().optional(),
  evidence: z.array(Evidence),
});
export type ReducedRecord = z.infer<typeof ReducedRecord>;

export const Links = z
  .object({
    page: z.string().describe("The address to link to when citing."),
    self: z.string(),
    home: z.string(),
    vendor: z.string().nullable(),
    history: z.string(),
    alternatives: z.string(),
  })
  .meta({ id: "Links" });
export type Links = z.infer<typeof Links>;

/** One product of a family, as it stands in lists. */
export const FamilyMember = z
  .object({
    slug: Slug,
    name: z.string(),
    startingPrice: Amount.nullable().describe("As in discover."),
    currency: Currency.nullable(),
    priceUnit: z.string().nullable(),
    priceStatus: PriceStatus,
    pricingModel: PricingModel.nullable(),
    links: z.object({ page: z.string() }),
  })
  .meta({ id: "FamilyMember" });
export type FamilyMember = z.infer<typeof FamilyMember>;

/** A product that may be taken in another's place. */
export const Alternative = z
  .object({
    slug: Slug,
    name: z.string(),
    answer: z.string().max(200).describe("Its record's answer."),
    reason: z.string().describe("Why it is one, and how its price stands to the product's."),
    links: z.object({ page: z.string() }),
  })
  .meta({ id: "Alternative" });
export type Alternative = z.infer<typeof Alternative>;

const Envelope = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  slug: Slug,
  name: z.string(),
  vendor: z.object({ name: z.string(), website: z.string().nullable() }),
  category: z.object({ slug: Slug, name: z.string() }),
  kind: z
    .enum(["product", "family"])
    .describe("`family`: a vendor's name under which several products are sold; they are its `members`."),
  asOf: Day.describe("The day on which the record is read."),
  answer: z
    .string()
    .max(200)
    .describe("What it costs in one sentence, with the day on which that was seen; figures are those of the record."),
});

const Closing = z.object({
  links: Links,
  source: z.string(),
  attribution: z.string().describe("Markdown that cites the page."),
});

/** The whole record of a product. */
export const PricingRecord = z.object({
  ...Envelope.shape,
  ...ReducedRecord.shape,
  members: z.array(FamilyMember).optional().describe("Of a family: its products, priced ones first."),
  ...Closing.shape,
});
export type PricingRecord = z.infer<typeof PricingRecord>;
/** A record whose answer is not told yet. */
export type Unanswered = Omit<PricingRecord, "answer">;

const SummaryTier = Tier.partial({
  minimumSeats: true,
  maximumSeats: true,
  bandMode: true,
  seatBands: true,
  features: true,
  featureCount: true,
  limits: true,
  observedAt: true,
  evidence: true,
});

/** A record as it is answered: with `fields` only the groups asked for, with depth=summary without prose. */
export const PricingAnswer = PricingRecord.partial({
  pricingModel: true,
  currency: true,
  priceUnit: true,
  priceStatus: true,
  priceRange: true,
  kind: true,
  evidence: true,
})
  .extend({
    priceRange: PriceRange.partial({ display: true }).optional(),
    tiers: z.array(z.union([Tier, SummaryTier])).optional(),
    freeTier: FreeTier.partial({
      trialDays: true,
      limits: true,
      plan: true,
      licences: true,
      evidence: true,
    }).optional(),
    verification: Verification.partial({
      confidenceTerms: true,
      disputed: true,
      method: true,
      nextVerificationAt: true,
    }),
    members: z
      .array(FamilyMember)
      .optional()
      .describe("Of a family: its products, priced ones first; with depth=summary the first 20."),
    links: Links.partial({ self: true, history: true, alternatives: true }),
    counts: z
      .record(z.string(), z.number().int())
      .optional()
      .describe(
        "Entries left out, by group: with depth=summary, and of a rate card, price history, disputes or evidence that would make the answer larger than 150 KB. Bulk and category files hold every entry.",
      ),
    alternatives: z
      .array(Alternative)
      .optional()
      .describe(
        "In get_pricing, where no price of the product is known: up to three that have one, the likeliest first.",
      ),
    resolved: ResolvedNames,
  })
  .meta({ id: "PricingRecord" });
export type PricingAnswer = z.infer<typeof PricingAnswer>;
