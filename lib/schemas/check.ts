import * as z from "zod";
import { HttpUrl, Slug } from "./primitives";

/**
 * The result of one check of a product's page or of its line in a public list:
 * - `unchanged`: it was read and matches the record.
 * - `not_modified`: the server reports no change since the last read.
 * - `moved`: it differs, and the new value was accepted.
 * - `first_read`: it was read, and no earlier value was known.
 * - `held`: it differs and a person must review it first; the old value stays.
 * - `unreadable`: it was fetched, and no price could be read with certainty.
 * - `denied`: robots.txt or the owner asks us not to read it, or the address is not public.
 * - `failed`: it could not be fetched.
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

/** Outcomes after which the shown value is the page's value of that day. */
export const CONFIRMING = ["unchanged", "not_modified", "moved", "first_read"] as const satisfies CheckOutcome[];

/** The source of this service's own readings of vendors' pages. */
export const CHECKS_SOURCE = "vendor-page-checks";

export const Extractor = z.enum(["json-ld", "page-state", "machine-file", "html", "model"]);
export type Extractor = z.infer<typeof Extractor>;

/** One recorded check. It is immutable. */
export const Check = z.strictObject({
  id: z.string().min(1),
  run: z.string().min(1),
  product: Slug,
  /** The vendor's page, or a public list that was read for all its products in one request. */
  kind: z.enum(["page", "list"]),
  url: HttpUrl,
  startedAt: z.iso.datetime(),
  durationMs: z.number().int().min(0),
  /** Null if there was no response. */
  httpStatus: z.number().int().nullable(),
  outcome: CheckOutcome,
  extractor: Extractor.nullable(),
  /** SHA-256 of the content that was read, as hex; null if nothing was read. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** The short text that shows the price. */
  shown: z.string().max(500).nullable(),
  /** The reason for the outcome, in our own words; null if the outcome needs no reason. */
  reason: z.string().nullable(),
});
export type Check = z.infer<typeof Check>;
