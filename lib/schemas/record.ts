import * as z from "zod";
import { ResolvedNames } from "./name";
import { RateMode, Trust } from "./observation";
import {
  Amount,
  Audience,
  BandMode,
  BaseFee,
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

/** Groups of a record that a request can select by name. They are absent if there is no data. */
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
  "offers",
  "capabilities",
] as const;
export const Group = z.enum(GROUPS);
export type Group = z.infer<typeof Group>;

export const LicenseState = z.enum(["owned", "restricted"]).meta({ id: "LicenseState" });
export type LicenseState = z.infer<typeof LicenseState>;

const EvidenceId = z.string().regex(/^ev_[a-z0-9]+$/);
const EvidenceIds = z.array(EvidenceId).describe("IDs of the `evidence` entries that show this.");

export const Evidence = z
  .object({
    id: EvidenceId,
    url: z.string().describe("URL where the fact can be found."),
    publisher: z.string(),
    capturedAt: Day.describe("Date on which the source showed the fact."),
    via: z
      .string()
      .nullable()
      .describe("Dataset through which the page was read. `null` if the page was read directly."),
    source: Slug.describe("Dataset ID, as listed in DATA-LICENSES."),
    trust: Trust.describe(
      "`A`: vendor page or official document. `B`: reviewed list. `C`: old, second-hand or partial.",
    ),
    licence: z.string(),
    note: z.string().nullable(),
    sha256: z
      .string()
      .nullable()
      .describe("SHA-256 hash of the content in hex, if this service read the source itself."),
    readAt: z.iso.datetime().optional().describe("Time at which this service read the source."),
    shown: z.string().optional().describe("Short excerpt that shows the price, as read."),
  })
  .meta({ id: "Evidence" });
export type Evidence = z.infer<typeof Evidence>;

export const ListPrice = z
  .object({
    amount: Amount,
    currency: Currency.nullable().describe("Same as the tier's currency. `null` if the source does not state one."),
    period: z
      .enum(["month", "year", "once", "usage"])
      .describe("What one payment covers: a month, a year, a one-time purchase or one unit of usage."),
    billing: z
      .enum(["monthly", "annual", "unstated"])
      .describe("How the price is billed. `unstated` if the source does not say; it is never guessed."),
  })
  .meta({ id: "ListPrice" });
export type ListPrice = z.infer<typeof ListPrice>;

export const PercentageFee = z
  .object({
    label: z.string(),
    percent: z.number().describe("Share of each payment, in percent."),
    fixedFee: Amount.nullable().describe("Amount per payment in addition to the share. `null` if there is none."),
    minimumFee: Amount.nullable().describe("Smallest fee per payment. `null` if the source states none."),
    maximumFee: Amount.nullable().describe("Largest fee per payment. `null` if the source states none."),
    currency: Currency.nullable().describe("Currency of the amounts. `null` if the fee is a share only."),
    per: z.literal("transaction"),
    appliesTo: z
      .string()
      .nullable()
      .describe("What the fee is charged on, for example `successful domestic card payment` or `ticket`."),
    region: z.string().nullable().describe("Country or region of the seller. `null` if the source names none."),
    evidence: EvidenceIds,
  })
  .meta({ id: "PercentageFee" });
export type PercentageFee = z.infer<typeof PercentageFee>;

export const Tier = z
  .object({
    id: Slug,
    name: z.string(),
    isFree: z.boolean(),
    priceStatus: PriceStatus,
    priceMonthly: Amount.nullable().describe("Price per `priceUnit` if billed monthly."),
    priceAnnual: Amount.nullable().describe("Price per `priceUnit` and month if billed yearly."),
    listPrice: ListPrice.nullable().describe(
      "The headline price as the source shows it. If a price billed monthly is stated, it is used; otherwise the price of a month, a year, a one-time purchase or one unit of usage. `null` if `priceStatus` is not `published`, or if the tier is priced only by `percentageFees`.",
    ),
    annualTotal: Amount.optional().describe(
      "Exact price for a year, if the source states one in addition to a monthly price. `priceAnnual` is one twelfth of it, rounded.",
    ),
    annualReview: z
      .object({
        savingPercent: z.number().describe("How much lower the yearly price is than the monthly one."),
        note: z.string(),
      })
      .optional()
      .describe(
        "Only if the yearly price is so far below the monthly one that it looks like an introductory price. It never wins a comparison as a lower price or a larger saving.",
      ),
    currency: Currency.nullable(),
    priceUnit: z.string().nullable(),
    minimumSeats: z.number().int().nullable(),
    maximumSeats: z.number().int().nullable(),
    seatIncrement: z.number().int().nullable().describe("Seats are sold in multiples of this number."),
    seatBlocks: z
      .array(z.number().int())
      .describe("Sizes in which seats are sold. A team buys the next larger one. Empty if any number can be bought."),
    baseFee: BaseFee.nullable().describe("Fee per account in addition to the price per unit."),
    percentageFees: z
      .array(PercentageFee)
      .describe("Fees as a share of each payment. They are the whole price if `listPrice` is `null`."),
    audience: Audience.describe(
      "Who can buy the tier. `individual` covers one person, a family or a freelancer. Not used for more than one seat.",
    ),
    retiredOn: Day.nullable().describe("Date on which the vendor stopped selling the tier. It is never recommended."),
    lead: z
      .literal(true)
      .optional()
      .describe(
        "The tier by which people usually compare a product that is priced by usage, named by review. `answer` and `startingPrice` use its unit.",
      ),
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

export const StartingPrice = z
  .object({
    amount: Amount,
    currency: Currency.nullable(),
    priceUnit: z.string().nullable(),
    billing: ListPrice.shape.billing,
    observedAt: Day,
    evidence: EvidenceIds,
  })
  .meta({ id: "StartingPrice" });
export type StartingPrice = z.infer<typeof StartingPrice>;

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

/** Contract terms that buyers ask about first. */
export const WELL_KNOWN_TERMS = ["autoRenewal", "nonRenewalNoticeDays", "priceChangeNoticeDays"] as const;

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
    covers: z.string().nullable().describe("What the contract covers. `null` if it covers the product itself."),
    amount: Amount.describe("Amount for the whole term. Never a price per seat or unit."),
    currency: Currency,
    termMonths: z.number().int().nullable(),
    annualAmount: Amount.nullable().describe(
      "Amount per year if spread evenly over the term. Only for terms of a year or more.",
    ),
    taxIncluded: z.boolean().nullable(),
    seats: z.number().int().nullable().describe("Number of seats bought. `null` if the contract does not say."),
    signedAt: Day,
    endsAt: Day.nullable(),
    evidence: EvidenceIds,
  })
  .meta({ id: "Purchase" });
export type Purchase = z.infer<typeof Purchase>;

export const MarketData = z
  .object({
    medianAnnualCost: Amount.nullable(),
    sampleSize: z
      .number()
      .int()
      .nullable()
      .describe("Sample size of the figures. `null` if the source does not state it."),
    source: z.string(),
    low: Amount.nullable(),
    high: Amount.nullable(),
    currency: Currency,
    scope: z
      .enum(["product", "supplier"])
      .describe("What the figures cover. `supplier`: all products of the vendor together."),
    purchases: z
      .array(Purchase)
      .describe(
        "What individual buyers paid, newest first. If no other market data is known, the median, `low` and `high` are `null`.",
      ),
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

export const OFFER_AUDIENCES = ["students", "educators", "nonprofits", "open_source", "startups"] as const;
export const OfferAudience = z.enum(OFFER_AUDIENCES);
export type OfferAudience = z.infer<typeof OfferAudience>;

export const Offer = z
  .object({
    audience: OfferAudience.describe("Who gets the offer. `open_source`: open-source projects."),
    free: z.boolean().describe("Whether the product or `plan` is free for them."),
    percentLow: Amount.nullable().describe("Smallest discount in percent. `null` if free or not stated."),
    percentHigh: Amount.nullable().describe("Largest discount in percent. `null` if free or not stated."),
    plan: z.string().nullable().describe("Plan of the offer. `null` if the source names none."),
    tier: Slug.nullable().describe("Tier in `tiers` that only this audience can buy, with its price."),
    condition: z.string().nullable().describe("When it applies, in words."),
    observedAt: Day,
    evidence: EvidenceIds,
  })
  .meta({ id: "Offer" });
export type Offer = z.infer<typeof Offer>;

export const CAPABILITIES = ["sso", "scim", "audit_log"] as const;
export const CapabilityName = z.enum(CAPABILITIES);
export type CapabilityName = z.infer<typeof CapabilityName>;

export const CapabilityFact = z
  .object({
    capability: CapabilityName.describe("`sso`: single sign-on. `scim`: user provisioning. `audit_log`: audit log."),
    tiers: z
      .array(Slug)
      .describe("Tiers that a source states to include it, in price order. For other tiers it is not known."),
    firstTier: Slug.nullable().describe("First of `tiers`. `null` if no source names a tier."),
    addOn: z
      .object({
        label: z.string(),
        amount: Amount.nullable(),
        percent: z.number().nullable(),
        currency: Currency.nullable(),
        unit: z.string().nullable(),
      })
      .nullable()
      .describe("Price if it is sold apart from the tiers; the cheapest one. `null` if none is known."),
    observedAt: Day,
    evidence: EvidenceIds,
  })
  .meta({ id: "Capability" });
export type CapabilityFact = z.infer<typeof CapabilityFact>;

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
    observedAt: Day.describe("Date on which the source showed the price."),
    effectiveFrom: Day.nullable().describe("Date from which the price applies, if the vendor states it."),
    tier: z.string().nullable().describe("Tier ID, or the model of a usage product."),
    meter: z
      .string()
      .describe(
        "`priceMonthly`, `priceAnnual`, `listPrice`, `startingPrice`, `hiddenCosts.sso`, or a usage meter such as `inputTokens`, `inputTokens:batch` or `instanceHours@us-central1`. If prices differ by region, only those of the rate card's reference region are listed.",
      ),
    price: Amount.nullable().describe("`null` if the source shows no number; `priceStatus` says why."),
    priceStatus: PriceStatus,
    currency: Currency.nullable(),
    unit: z
      .string()
      .nullable()
      .describe("Comparable units of a tier have one name: the newest that a source uses, such as `user/month`."),
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
    unit: z.string().nullable().describe("Unit of the price: `user/month`, or a number of usage units."),
    effectiveFrom: Day.nullable(),
    observedAt: Day,
    dateRange: z
      .object({
        from: Day.describe("Last date on which a source showed `before`."),
        to: Day.describe("First date on which a source showed `after`."),
        sources: z
          .number()
          .int()
          .describe("`1`: one source showed both prices. `2`: one source showed `before`, another `after`."),
      })
      .nullable()
      .describe(
        "Dates between which a list price changed. `null` if the vendor states the date (`effectiveFrom`), for usage rates, and for other classes than `move`.",
      ),
    reason: z
      .string()
      .nullable()
      .describe(
        "Reason for the change, by class. `correction`: why the source withdrew the price; `before` is the price shown until then and `after` its replacement. `cancelled`: how the announcement was cancelled; `observedAt` is the date on which the source showed this. `unconfirmed`: what the current reading shows. `coverage`: that a different source is used from this date.",
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
      .describe("Whether the vendor offers a free plan. A self-hosted edition does not count. `null` if unknown."),
    people: z
      .object({ maximum: z.number().int().nullable().describe("`null`: any number.") })
      .nullable()
      .optional()
      .describe("Of a free plan: the people that it covers. `null` if no source says."),
    licences: z.array(z.string()).describe("Open-source licences of the self-hosted edition."),
    evidence: EvidenceIds,
  })
  .meta({ id: "FreeTier" });
export type FreeTier = z.infer<typeof FreeTier>;

export const Meter = z
  .object({
    name: z.string(),
    unit: z.string(),
    per: z.number().int().describe("Number of units that `unitPrice` pays for."),
    mode: RateMode,
    tierMode: z
      .enum(["cliff", "graduated"])
      .nullable()
      .describe(
        "`cliff`: the prompt length selects one price for the whole request. `graduated`: each band is charged at its own price.",
      ),
    prices: z.array(
      z.object({
        unitPrice: Amount,
        from: z.number(),
        upTo: z.number().nullable(),
        when: z.string().nullable(),
        regions: z
          .array(z.string())
          .optional()
          .describe("Regions in which the price applies. If absent, it applies wherever no other price is given."),
      }),
    ),
    evidence: EvidenceIds,
    doubtful: z
      .literal(true)
      .optional()
      .describe(
        "`true` if the same reading disagrees with other prices of this model, so this price may belong to a different price list.",
      ),
  })
  .meta({ id: "Meter" });
export type Meter = z.infer<typeof Meter>;

export const UsageModel = z
  .object({
    model: z.string(),
    name: z.string(),
    group: z.string().optional().describe("Heading on the rate card, such as a machine series or a service."),
    leadMeters: z
      .array(z.string())
      .optional()
      .describe("Meters by which people usually compare the product, named by review. `answer` states them."),
    vcpus: z.number().optional(),
    memoryGb: z.number().optional(),
    contextWindow: z.number().int().nullable(),
    maxOutput: z.number().int().nullable(),
    status: z.enum(["active", "deprecated", "retired"]),
    retiredOn: Day.optional().describe("Date on which the maker shut the model down, if it is known."),
    currency: Currency,
    observedAt: Day.describe("Date on which the source showed the price of this model."),
    knownSince: Day.describe("First date on which a source listed the model."),
    meters: z.array(Meter),
    elsewhere: z
      .array(z.string())
      .optional()
      .describe("If the model has no price in the region shown: the regions in which it has one."),
    scheduled: z
      .array(
        z.object({
          effectiveFrom: Day,
          status: z
            .enum(["scheduled", "unconfirmed"])
            .describe(
              "`scheduled`: not yet in effect. `unconfirmed`: the date has passed, but no reading since then shows the price. Estimates do not use it.",
            ),
          meters: z.array(Meter),
        }),
      )
      .describe(
        "Announced prices that are not in effect. Cancelled announcements are in the price history, with class `cancelled`.",
      ),
    conflicts: z.array(
      z.object({
        meter: z.string(),
        mode: z.string(),
        shown: Amount,
        other: Amount,
        regions: z
          .array(z.string())
          .optional()
          .describe("Regions in which the prices differ. Absent if the prices are not tied to a region."),
        observedAt: Day,
        evidence: EvidenceIds,
        shownOn: Day.describe("Date of the reading that is shown."),
        shownEvidence: EvidenceIds,
      }),
    ),
    license: LicenseState,
    confidence: z.number().min(0).max(1).describe("Confidence in the price of this model, from 0 to 1."),
  })
  .meta({ id: "UsageModel" });
export type UsageModel = z.infer<typeof UsageModel>;

export const Usage = z
  .object({
    kind: z.enum(["llm", "api"]),
    asOf: Day,
    currency: Currency,
    modelCount: z.number().int().describe("Number of models or billed items on the whole rate card."),
    regions: z.array(z.string()).optional().describe("Regions with their own prices. Absent if there are none."),
    referenceRegion: z.string().optional().describe("Region whose prices are shown by default."),
    models: z.array(UsageModel),
    moreAt: z
      .string()
      .optional()
      .describe(
        "URL of the whole rate card, in pages and with every region. Present if only part of the card is included here.",
      ),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;

export const Verification = z
  .object({
    status: z
      .enum(["verified", "imported", "stale", "disputed"])
      .describe(
        "`verified`: this service confirmed it on the vendor's page within the last 30 days, and no source has shown a different figure since. `imported`: from a dated public reading. `stale`: past the date of its next check, or its page could not be fetched several times in a row. `disputed`: sources disagree.",
      ),
    verifiedAt: z.iso
      .datetime()
      .nullable()
      .describe("When this service last confirmed the figures on the vendor's page. Set only by a recorded check."),
    observedAt: Day.describe("Date of the reading that is shown."),
    nextVerificationAt: Day.describe("Date by which the page is due to be checked again."),
    reason: z.string().optional().describe("If a checked record is `stale`: why it could not be confirmed."),
    pending: z
      .object({ since: z.iso.datetime(), why: z.string() })
      .optional()
      .describe(
        "Set if the vendor's page showed something different and a person has to review it. Until then, the old value is shown.",
      ),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("Confidence in the price that is shown, from 0 to 1. `null` if no price is known."),
    confidenceTerms: z
      .array(z.object({ term: z.string(), value: z.number() }))
      .describe(
        "Terms of the published rule that produce `confidence`. Empty if `confidence` is `null`, and for a single model of a rate card.",
      ),
    method: z
      .enum(["check", "dataset"])
      .describe(
        "`check`: this service read the vendor's page; see `verifiedAt`. `dataset`: the figures come from a dataset.",
      ),
    source: z.string(),
    sources: z
      .number()
      .int()
      .describe(
        "Number of independent sources that agree with the figures shown. 0 if no source says anything about the product.",
      ),
    disputed: z.array(
      z.object({
        field: z.string(),
        tier: z.string().nullable(),
        name: z.string().optional().describe("Name of a tier that only a later reading has; `shown` is `null`."),
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
      "Most expensive tier with a price in this unit. `null` if more tiers may exist, or if only the free tier has a price.",
    ),
    currency: Currency.nullable(),
    unit: z.string().nullable().describe("Unit in which most paid tiers are priced."),
    display: z.string(),
    products: z
      .number()
      .int()
      .optional()
      .describe("Family only: number of products with a starting price in this range, in the same currency and unit."),
    otherProducts: z.number().int().optional().describe("Family only: number of products priced in another way."),
  })
  .meta({ id: "PriceRange" });
export type PriceRange = z.infer<typeof PriceRange>;

/** The facts about one product on one day, before URLs are added. */
export const ReducedRecord = z.object({
  pricingModel: PricingModel.nullable(),
  currency: Currency.nullable(),
  priceUnit: z.string().nullable(),
  priceStatus: PriceStatus.describe("`published` if at least one price is known, as an amount or as a percentage."),
  priceRange: PriceRange,
  tiers: z.array(Tier).optional(),
  tiersComplete: z.boolean().optional(),
  startingPrice: StartingPrice.optional().describe(
    "Starting price that a source names without a tier. Present if it cannot be compared with any of `tiers`.",
  ),
  hiddenCosts: z
    .array(HiddenCost)
    .optional()
    .describe("Extra costs. Entries of kind `add_on` are optional modules with their own price, not hidden costs."),
  contractTerms: ContractTerms.optional(),
  marketData: MarketData.optional(),
  sentiment: Sentiment.optional(),
  negotiationTips: z.array(NegotiationTip).optional(),
  scenarios: z.array(Scenario).optional(),
  priceHistory: z.array(PricePoint).optional(),
  freeTier: FreeTier.optional(),
  usage: Usage.optional(),
  offers: z
    .array(Offer)
    .optional()
    .describe("Known offers for students, educators, nonprofits, open-source projects and start-ups."),
  capabilities: z
    .array(CapabilityFact)
    .optional()
    .describe(
      "Which tiers include single sign-on, SCIM and an audit log. A capability that is missing here is unknown. With `sso` and no tier or add-on, only a charge for it is known.",
    ),
  verification: Verification,
  license: z.partialRecord(Group, LicenseState).describe("Licence state of each group in the record."),
  licenseNote: z.string().optional(),
  evidence: z.array(Evidence),
});
export type ReducedRecord = z.infer<typeof ReducedRecord>;

export const Links = z
  .object({
    page: z.string().describe("URL to link to when you cite a figure."),
    self: z.string(),
    home: z.string(),
    vendor: z.string().nullable(),
    history: z.string(),
    alternatives: z.string(),
  })
  .meta({ id: "Links" });
export type Links = z.infer<typeof Links>;

/** One product of a family, as in lists. */
export const FamilyMember = z
  .object({
    slug: Slug,
    name: z.string(),
    startingPrice: Amount.nullable().describe("Starting price, as in `GET /api/v2/discover`."),
    highestPrice: Amount.nullable().describe(
      "Most expensive published tier in the currency and unit of `startingPrice`.",
    ),
    currency: Currency.nullable(),
    priceUnit: z.string().nullable(),
    priceStatus: PriceStatus,
    pricingModel: PricingModel.nullable(),
    priceSummary: z
      .string()
      .optional()
      .describe("Flagship without a monthly price only: its price, as in `GET /api/v2/discover`."),
    links: z.object({ page: z.string() }),
  })
  .meta({ id: "FamilyMember" });
export type FamilyMember = z.infer<typeof FamilyMember>;

export const Alternative = z
  .object({
    slug: Slug,
    name: z.string(),
    answer: z.string().max(200).describe("`answer` of its record."),
    reason: z.string().describe("Why it is an alternative, and how its price compares."),
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
    .describe("`family`: a vendor's name that covers several products, listed in `members`."),
  asOf: Day.describe("The record as known on this date."),
  answer: z
    .string()
    .max(200)
    .describe("The price in one sentence, with the date on which it was checked. All figures come from the record."),
  caveat: z
    .string()
    .optional()
    .describe("Only if another reading disagrees with the prices shown: the newest such reading, in words."),
});

const Closing = z.object({
  links: Links,
  source: z.string(),
  attribution: z.string().describe("Citation of the page, in Markdown."),
});

export const PricingRecord = z.object({
  ...Envelope.shape,
  ...ReducedRecord.shape,
  flagship: Slug.optional().describe("Family only: the member whose price `answer` states."),
  members: z.array(FamilyMember).optional().describe("Family only: its products, priced ones first."),
  ...Closing.shape,
});
export type PricingRecord = z.infer<typeof PricingRecord>;
/** A record without its answer text. */
export type Unanswered = Omit<PricingRecord, "answer" | "caveat">;

const SummaryTier = Tier.extend({
  percentageFees: z.array(PercentageFee.partial({ evidence: true })),
}).partial({
  minimumSeats: true,
  maximumSeats: true,
  seatIncrement: true,
  seatBlocks: true,
  baseFee: true,
  percentageFees: true,
  audience: true,
  retiredOn: true,
  bandMode: true,
  seatBands: true,
  features: true,
  featureCount: true,
  limits: true,
  observedAt: true,
  evidence: true,
});

/** A record as in a response: with `fields` only the selected groups, with depth=summary without prose. */
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
    offers: z.array(Offer.partial({ evidence: true })).optional(),
    capabilities: z.array(CapabilityFact.partial({ evidence: true })).optional(),
    verification: Verification.partial({
      confidenceTerms: true,
      disputed: true,
      method: true,
      nextVerificationAt: true,
    }),
    members: z
      .array(FamilyMember)
      .optional()
      .describe("Family only: its products, priced ones first. With `depth=summary`, the first 20."),
    links: Links.partial({ self: true, history: true, alternatives: true }),
    counts: z
      .record(z.string(), z.number().int())
      .optional()
      .describe(
        "Number of entries left out, by group: with `depth=summary`, or if a rate card, price history, disputes or evidence would make the response larger than 150 KB. Bulk responses and category files contain every entry.",
      ),
    alternatives: z
      .array(Alternative)
      .optional()
      .describe(
        "Only in `get_pricing`, if no price of the product is known: up to three alternatives with a known price, best match first.",
      ),
    missing: z.array(Group).optional().describe("Groups in `fields` of which nothing is known."),
    unknownTerms: z
      .array(z.string())
      .optional()
      .describe("With `contractTerms`, of a priced product: terms on renewal and notice that no source states."),
    resolved: ResolvedNames,
  })
  .meta({ id: "PricingRecord" });
export type PricingAnswer = z.infer<typeof PricingAnswer>;
