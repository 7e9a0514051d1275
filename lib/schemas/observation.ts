import * as z from "zod";
import {
  Amount,
  Audience,
  BandMode,
  Currency,
  Day,
  HiddenCostKind,
  HttpUrl,
  Limit,
  PriceStatus,
  PricingModel,
  SeatBand,
  Slug,
} from "./primitives";

/**
 * Credibility of a reading:
 * - A: read from the vendor's page or an official document, dated.
 * - B: a maintained list that is read from vendors' pages, dated.
 * - C: second-hand, old or partial.
 */
export const Trust = z.enum(["A", "B", "C"]);
export type Trust = z.infer<typeof Trust>;

/** The place to check one reading. Licence and publisher default to those of the source. */
export const EvidenceFact = z.strictObject({
  /** The page that shows the fact: the vendor's own page if known, otherwise the file that was read. */
  url: HttpUrl,
  publisher: z.string().min(1).optional(),
  /** Day on which the page itself was captured, if it differs from `observedAt`. */
  capturedAt: Day.optional(),
  /** The dataset file through which the page was read. */
  via: HttpUrl.optional(),
  licence: z.string().min(1).optional(),
  /** True for third-party aggregates (medians, review ratings). Defaults to the source's flag. */
  restricted: z.boolean().optional(),
  /** Doubt or scope that a reader must know, in our own words. */
  note: z.string().min(1).optional(),
  /** True if the page shows no date of its own: `observedAt` is then the day on which it was read. */
  undated: z.literal(true).optional(),
  /** For a reading by this service: the time of capture. */
  readAt: z.iso.datetime().optional(),
  /** For a reading by this service: the SHA-256 of the content that was read, as hex. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** For a reading by this service: the short text that shows the price, verbatim except for white space. */
  shown: z.string().min(1).max(500).optional(),
});
export type EvidenceFact = z.infer<typeof EvidenceFact>;

/** A price exactly as shown. `billing` null: the source does not say how it is billed. */
export const PriceFact = z.strictObject({
  amount: Amount,
  /** The coverage of one payment of `amount`: a month, a year, one purchase, or one unit of use. */
  period: z.enum(["month", "year", "once", "usage"]),
  billing: z.enum(["monthly", "annual"]).nullable(),
});
export type PriceFact = z.infer<typeof PriceFact>;

export const TierFact = z.strictObject({
  /** Stable within the product and equal across sources: see tierId() in lib/catalog/tier-id. */
  id: Slug,
  name: z.string().min(1),
  status: PriceStatus,
  /** True for "from $9": the price of the cheapest paid plan, whose name and terms the source does not give. */
  startingPrice: z.literal(true).optional(),
  /** Empty unless status is `published`. A free tier is a price of 0. */
  prices: z.array(PriceFact),
  /** Defaults to the currency of the plans fact. */
  currency: Currency.optional(),
  /** Singular noun of the counted unit: user, site, account, GB. Null if the source does not name a unit. */
  unit: z.string().min(1).nullable(),
  minimumSeats: z.number().int().min(1).optional(),
  maximumSeats: z.number().int().min(1).optional(),
  /** Seats are sold in multiples of this number. */
  seatIncrement: z.number().int().min(1).optional(),
  /** Sizes in which seats are sold. Larger teams buy multiples of the last step. */
  seatBlocks: z.array(z.number().int().min(1)).optional(),
  audience: Audience.optional(),
  /** Day on which the vendor stopped selling it. */
  retiredOn: Day.optional(),
  bandMode: BandMode.optional(),
  seatBands: z.array(SeatBand).optional(),
  features: z.array(z.string().min(1)).optional(),
  limits: z.array(Limit).optional(),
});
export type TierFact = z.infer<typeof TierFact>;

/** The tiers that one source showed on one day. */
export const PlansFact = z.strictObject({
  kind: z.literal("plans"),
  currency: Currency.nullable(),
  /** False if the source was read only in part: more tiers may exist. */
  complete: z.boolean(),
  pricingModel: PricingModel.optional(),
  tiers: z
    .array(TierFact)
    .min(1)
    .refine((tiers) => new Set(tiers.map((tier) => tier.id)).size === tiers.length, "tier ids repeat"),
});

/** The way to buy a metered service. A commitment applies to the whole term, regardless of use. */
export const RateMode = z.enum(["standard", "batch", "flex", "priority", "off_peak", "commitment_1y", "commitment_3y"]);
export type RateMode = z.infer<typeof RateMode>;

/** The cost of one model or service per unit of use, from one source on one day. */
export const RatesFact = z.strictObject({
  kind: z.literal("rates"),
  /** The provider's own identifier of the model or service. */
  model: z.string().min(1),
  name: z.string().min(1).optional(),
  contextWindow: z.number().int().positive().optional(),
  maxOutput: z.number().int().positive().optional(),
  status: z.enum(["active", "deprecated", "retired"]).optional(),
  /** Heading under which the card lists it: a machine series, a service. */
  group: z.string().min(1).optional(),
  vcpus: z.number().positive().optional(),
  memoryGb: z.number().positive().optional(),
  currency: Currency,
  /** Empty when the source no longer lists the model (`status` is then `retired`). */
  meters: z.array(
    z.strictObject({
      name: z.string().min(1),
      unit: z.string().min(1),
      /** Number of units that `unitPrice` buys: 1000000 for a price per million tokens. */
      per: z.number().int().positive(),
      mode: RateMode,
      tierMode: z.enum(["cliff", "graduated"]).nullable(),
      prices: z
        .array(
          z.strictObject({
            unitPrice: Amount,
            from: z.number().min(0),
            upTo: z.number().min(0).nullable(),
            /** A condition in words, for example a time of day; null if there is no condition. */
            when: z.string().min(1).nullable(),
            /**
             * The provider's identifiers of the regions in which it applies. If absent, it applies in every region
             * without another price.
             */
            regions: z.array(z.string().min(1)).min(1).optional(),
          }),
        )
        .min(1),
    }),
  ),
});

export const HiddenCostFact = z.strictObject({
  kind: z.literal("hidden_cost"),
  cost: HiddenCostKind,
  label: z.string().min(1),
  /** Distinguishes two costs of one kind, for example two support levels. */
  key: Slug.optional(),
  amount: Amount.nullable(),
  percent: z.number().min(0).nullable(),
  currency: Currency.nullable(),
  /** The unit of the amount: user/month, year, once. */
  unit: z.string().min(1).nullable(),
  /** For a premium: the price without it and with it. */
  basePrice: Amount.optional(),
  fullPrice: Amount.optional(),
});

export const ContractTermFact = z.strictObject({
  kind: z.literal("contract_term"),
  field: z.enum([
    "autoRenewal",
    "nonRenewalNoticeDays",
    "priceChangeNoticeDays",
    "paymentTermsDays",
    "minimumTermMonths",
    "renewalTermMonths",
    "refundWindowDays",
    "refundPolicy",
    "lateFeePercentPerMonth",
    "terminationNoticeDays",
    "renewalUpliftPercent",
  ]),
  value: z.union([z.number().min(0), z.boolean(), z.string().min(1)]),
});

export const MarketFact = z.strictObject({
  kind: z.literal("market"),
  /** The publisher that gathered the purchases, for example Vendr. */
  publisher: z.string().min(1),
  medianAnnualCost: Amount.nullable(),
  low: Amount.nullable(),
  high: Amount.nullable(),
  sampleSize: z.number().int().positive().nullable(),
  currency: Currency,
  /** `supplier`: all products of the vendor together. */
  scope: z.enum(["product", "supplier"]),
});

/** One named buyer's payment for one contract. Never a unit price: the quantity is rarely published. */
export const PurchaseFact = z.strictObject({
  kind: z.literal("purchase"),
  buyer: z.string().min(1),
  /** The scope of the contract, in our own words; null if it covers the product as such. */
  covers: z.string().min(1).nullable(),
  /** For the whole term. */
  amountTotal: Amount,
  currency: Currency,
  termMonths: z.number().int().positive().nullable(),
  signedAt: Day,
  endsAt: Day.nullable(),
  taxIncluded: z.boolean().nullable(),
  seats: z.number().int().positive().nullable(),
});

export const RatingFact = z.strictObject({
  kind: z.literal("rating"),
  publisher: z.string().min(1),
  rating: z.number().min(0),
  scale: z.number().positive(),
  reviewCount: z.number().int().positive().nullable(),
});

/** Last day of the vendor's fiscal year, MM-DD. */
export const FiscalYearFact = z.strictObject({
  kind: z.literal("fiscal_year_end"),
  monthDay: z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/),
});

export const DiscountFact = z.strictObject({
  kind: z.literal("discount"),
  discount: z.enum([
    "negotiated",
    "renewal",
    "volume",
    "multi_year",
    "bundle",
    "seasonal",
    "education",
    "nonprofit",
    "open_source",
    "startup",
  ]),
  /** 100: free. Null: the source states an offer without a percentage. */
  percentLow: z.number().min(0).max(100).nullable(),
  percentHigh: z.number().min(0).max(100).nullable(),
  /** The plan that an offer is for, as the source names it. */
  plan: z.string().min(1).optional(),
  /** The condition of the discount, in our own words. */
  condition: z.string().min(1).nullable(),
});

export const FreeTierFact = z.strictObject({
  kind: z.literal("free_tier"),
  /** Null if the source mentions only a trial. */
  available: z.boolean().nullable(),
  trialDays: z.number().int().positive().nullable(),
  limits: z.array(Limit),
});

/** The self-hosted edition is free under these licences (SPDX identifiers if they exist). */
export const OpenSourceFact = z.strictObject({
  kind: z.literal("open_source"),
  licences: z.array(z.string().min(1)).min(1),
  repository: HttpUrl.nullable(),
});

/** A well-known product without any facts from a source yet: only its name, vendor, site and category were recorded. */
export const IdentityFact = z.strictObject({ kind: z.literal("identity") });

/** Retracts earlier readings of the same product and source: from `observedAt` on, they are not served. */
export const RetractionFact = z.strictObject({
  kind: z.literal("retraction"),
  /** Ids of the observations, see observationId(). */
  retracts: z.array(z.string().min(1)).min(1),
  /** The reason, in our own words. */
  reason: z.string().min(1),
});

/**
 * The vendor cancelled a price that it had announced. The cancellation applies to every price with that effective date
 * for the same model, under any product's name for it, because a reseller's announcement relies on the maker's.
 */
export const CancellationFact = z.strictObject({
  kind: z.literal("cancellation"),
  /** The maker's identifier of the model. */
  model: z.string().min(1),
  /** Announced effective day of the price. */
  effectiveFrom: Day,
  /** In our own words. */
  reason: z.string().min(1),
});

export const Fact = z.discriminatedUnion("kind", [
  PlansFact,
  RatesFact,
  HiddenCostFact,
  ContractTermFact,
  MarketFact,
  PurchaseFact,
  RatingFact,
  FiscalYearFact,
  DiscountFact,
  FreeTierFact,
  OpenSourceFact,
  IdentityFact,
  RetractionFact,
  CancellationFact,
]);
export type Fact = z.infer<typeof Fact>;
export type FactKind = Fact["kind"];
export type PlansFact = z.infer<typeof PlansFact>;
export type RatesFact = z.infer<typeof RatesFact>;
export type HiddenCostFact = z.infer<typeof HiddenCostFact>;
export type ContractTermFact = z.infer<typeof ContractTermFact>;
export type CancellationFact = z.infer<typeof CancellationFact>;
export type MarketFact = z.infer<typeof MarketFact>;
export type PurchaseFact = z.infer<typeof PurchaseFact>;

/** One line of db/catalog/observations/<source>.ndjson: one source's fact about one product on one day. */
export const Observation = z.strictObject({
  product: Slug,
  source: Slug,
  /** The speaker, if one source quotes several independent pages. Readings of one voice form one series. */
  voice: z.string().min(1).optional(),
  trust: Trust,
  /** Day on which the source was seen to state this. Never the day on which a price took effect. */
  observedAt: Day,
  /** Day from which the vendor says it applies. */
  effectiveFrom: Day.optional(),
  evidence: EvidenceFact,
  fact: Fact,
});
export type Observation = z.infer<typeof Observation>;
