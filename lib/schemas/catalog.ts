import * as z from "zod";
import { Day, HttpUrl, Slug } from "./primitives";

/** One line of db/catalog/products.ndjson. */
export const Product = z.strictObject({
  slug: Slug,
  name: z.string().min(1),
  vendor: z.strictObject({ name: z.string().min(1), website: HttpUrl.nullable() }),
  category: Slug,
  /** Registrable domain that identifies the product's site; null if no source gives one. */
  domain: z.string().min(1).nullable(),
  /** The vendor's pricing page. */
  pricingPage: HttpUrl.nullable(),
  /** `family`: a vendor's name that covers several products; its members are the products of that vendor. */
  kind: z.enum(["product", "family"]),
  /** Other names, and former slugs that must still resolve. */
  aliases: z.array(z.string().min(1)),
  formerSlugs: z.array(Slug),
});
export type Product = z.infer<typeof Product>;

/** One entry of db/catalog/categories.json. */
export const Category = z.strictObject({
  slug: Slug,
  name: z.string().min(1),
  /** Heading of the category in lists. */
  group: z.string().min(1),
  description: z.string().min(1),
  /** Synonyms: searched, never shown. */
  aliases: z.array(z.string().min(1)).optional(),
});
export type Category = z.infer<typeof Category>;

/** db/catalog/brand-words.json: other words for a product. */
export const BrandWords = z.record(z.string().min(1), Slug);
export type BrandWords = z.infer<typeof BrandWords>;

/**
 * An entry of db/catalog/unlisted-products.json: a well-known product that the catalogue does not have, and the product or
 * family that owns or includes it, if there is one. Its name must not lead to another product's prices.
 */
export const UnlistedProduct = z.strictObject({
  name: z.string().min(1),
  /** In lower case. */
  words: z.array(z.string().min(1)).min(1),
  owner: Slug.optional(),
  includedIn: Slug.optional(),
  /** A description of the product, if the catalogue does not cover products of its kind. */
  notCovered: z.string().min(1).optional(),
});
export type UnlistedProduct = z.infer<typeof UnlistedProduct>;

/**
 * An entry of db/catalog/well-known.json: a name that people think of first, and the product that it means; null if no
 * product is known.
 */
export const WellKnownName = z.strictObject({
  name: z.string().min(1),
  product: Slug.nullable(),
  /** One of the names that people search for most. */
  head: z.literal(true).optional(),
});
export type WellKnownName = z.infer<typeof WellKnownName>;

/**
 * One entry of db/catalog/often-compared.json: a product and the products that people compare it with, the likeliest
 * first. Maintained by hand; each row has its source and the date of the decision.
 */
export const OftenCompared = z.strictObject({
  product: Slug,
  comparedWith: z.array(Slug).min(1).max(8),
  source: z.string().min(1),
  licence: z.string().min(1),
  decidedAt: Day,
});
export type OftenCompared = z.infer<typeof OftenCompared>;

/** One entry of db/catalog/sources.json: a dataset from which observations were derived. */
export const Source = z.strictObject({
  slug: Slug,
  name: z.string().min(1),
  publisher: z.string().min(1),
  /**
   * For a source that gathers documents of several publishers: the publisher of each host, or of the first segment of
   * the path on a shared host. A host without an entry is its own publisher.
   */
  publishers: z.record(z.string(), z.string().min(1)).optional(),
  /** Null if the dataset is a collection of pages, each named in its evidence. */
  url: HttpUrl.nullable(),
  /** SPDX identifier, or "none" if the origin states no licence and only facts were taken. */
  licence: z.string().min(1),
  licenceUrl: HttpUrl.nullable(),
  restricted: z.boolean(),
  attribution: z.string().min(1),
  /** Commit or version that was read. */
  version: z.string().min(1).nullable(),
  obtainedAt: Day,
  /** The licence's permissions and the data that was taken, in plain words. */
  taken: z.string().min(1),
});
export type Source = z.infer<typeof Source>;
