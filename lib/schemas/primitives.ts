import * as z from "zod";

export const SCHEMA_VERSION = "2.0.0";

/** Kebab-case identifier of a product, category, tier or source. */
export const Slug = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens, for example slack");
export type Slug = z.infer<typeof Slug>;

/** Calendar day, UTC. */
export const Day = z.iso.date();
export type Day = z.infer<typeof Day>;

/** ISO 4217 code. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code, for example USD");
export type Currency = z.infer<typeof Currency>;

export const HttpUrl = z.url({ protocol: /^https?$/ });

/** Major units of a currency. Never negative; 0 means free, and only if a source says so. */
export const Amount = z.number().min(0);

/** The reason why a price is or is not a number. Only `published` has one. */
export const PriceStatus = z.enum(["published", "contact_sales", "not_published", "not_applicable", "unverified"]);
export type PriceStatus = z.infer<typeof PriceStatus>;

export const PricingModel = z.enum([
  "per_seat",
  "flat",
  "usage",
  "percentage",
  "hybrid",
  "quote_only",
  "free",
  "open_source",
]);
export type PricingModel = z.infer<typeof PricingModel>;

export const BandMode = z.enum(["graduated", "volume"]);
export type BandMode = z.infer<typeof BandMode>;

export const Audience = z.enum(["any", "business", "individual", "student", "nonprofit"]);
export type Audience = z.infer<typeof Audience>;

/** A fee per account in addition to the price per unit. */
export const BaseFee = z.object({ amount: Amount, currency: Currency, period: z.enum(["month", "year"]) });
export type BaseFee = z.infer<typeof BaseFee>;

/** Price of one unit for quantities after `from`, up to and including `upTo` (null: no end). */
export const SeatBand = z.object({ from: z.number().min(0), upTo: z.number().min(0).nullable(), unitPrice: Amount });
export type SeatBand = z.infer<typeof SeatBand>;

/** A stated allowance. `value` null means unlimited. */
export const Limit = z.object({ name: z.string().min(1), value: z.number().nullable(), unit: z.string().nullable() });
export type Limit = z.infer<typeof Limit>;

export const HiddenCostKind = z.enum([
  "sso",
  "implementation",
  "onboarding",
  "training",
  "support",
  "overage",
  "add_on",
  "minimum_seats",
  "renewal_uplift",
  "data_egress",
  "platform_fee",
  "other",
]);
export type HiddenCostKind = z.infer<typeof HiddenCostKind>;
