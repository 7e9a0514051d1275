import * as z from "zod";
import { Currency, HttpUrl, PriceStatus, Slug } from "./primitives";

/**
 * How one look at a product's page or at its line of a public list ended.
 * `unchanged`: it was read and says what the record says. `not_modified`: the server says that nothing changed since it
 * was read last. `moved`: it says something else, which was taken. `first_read`: it was read, and nothing was known.
 * `held`: it says something that a person must look at first; the old value stays. `unreadable`: it was fetched, and no
 * price could be read with certainty. `denied`: robots.txt or the owner asks us not to read it, or the address is not
 * public. `failed`: it could not be fetched.
 */
export const CheckOutcome = z.enum([
  "unchanged",
  "not_modified",
  "moved",
  "first_read",
  "held",
  "unreadable",
  "denied",
  "failed",
]);
export type CheckOutcome = z.infer<typeof CheckOutcome>;

/** Outcomes after which what is shown is what the page said on that day. */
export const CONFIRMING = ["unchanged", "not_modified", "moved", "first_read"] as const satisfies CheckOutcome[];

/** The source under which readings of vendors' own pages by this service stand. */
export const CHECKS_SOURCE = "vendor-page-checks";

export const Extractor = z.enum(["json-ld", "page-state", "machine-file", "html", "model"]);
export type Extractor = z.infer<typeof Extractor>;

/** One recorded look. It is never changed afterwards. */
export const Check = z.strictObject({
  id: z.string().min(1),
  run: z.string().min(1),
  product: Slug,
  /** The vendor's page, or a public list that was read for all its products at once. */
  kind: z.enum(["page", "list"]),
  url: HttpUrl,
  startedAt: z.iso.datetime(),
  durationMs: z.number().int().min(0),
  /** Null where no answer came. */
  httpStatus: z.number().int().nullable(),
  outcome: CheckOutcome,
  extractor: Extractor.nullable(),
  /** SHA-256 of what was read, as hex; null where nothing was. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** The short text that shows the price. */
  shown: z.string().max(500).nullable(),
  /** Why it ended so, in our own words; null where the outcome says it all. */
  reason: z.string().nullable(),
});
export type Check = z.infer<typeof Check>;

/** A price as a page states it. Money as stated, not converted. */
export const ReadPrice = z.strictObject({
  amount: z.number().min(0),
  currency: Currency,
  /** What one payment of `amount` covers: a month, a year, one purchase, or one unit of use. */
  period: z.enum(["month", "year", "once", "usage"]),
  /** How it is billed; null where the page does not say. */
  billing: z.enum(["monthly", "annual"]).nullable(),
  /** Singular noun that is counted: user, site, GB; null where the page names none. */
  unit: z.string().min(1).nullable(),
  /** Where it stands in what was read, at most 160 characters, verbatim but for white space. */
  text: z.string().max(160),
});
export type ReadPrice = z.infer<typeof ReadPrice>;

export const ReadTier = z.strictObject({
  name: z.string().min(1),
  status: PriceStatus,
  /** True for "from $9" and "starting at $9". */
  startingPrice: z.literal(true).optional(),
  /** Empty unless status is `published`. Free is a price of 0. */
  prices: z.array(ReadPrice),
});
export type ReadTier = z.infer<typeof ReadTier>;

/** What one page says, read by one extractor. */
export const PageReading = z.strictObject({
  extractor: Extractor,
  tiers: z.array(ReadTier).min(1),
  /** False where more tiers may exist than were read. */
  complete: z.boolean(),
});
export type PageReading = z.infer<typeof PageReading>;

/** Something on the page that was seen and left alone, and why. */
export const Refusal = z.strictObject({ extractor: Extractor, what: z.string(), why: z.string() });
export type Refusal = z.infer<typeof Refusal>;

export const Extraction = z.strictObject({ reading: PageReading.nullable(), refusals: z.array(Refusal) });
export type Extraction = z.infer<typeof Extraction>;
