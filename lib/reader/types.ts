export type Extractor = "json-ld" | "page-state" | "machine-file" | "html" | "model";

/** A price as a page states it. Money as stated, not converted. */
export type ReadPrice = {
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** The coverage of one payment of `amount`: a month, a year, one purchase, or one unit of use. */
  period: "month" | "year" | "once" | "usage";
  /** How it is billed; null if the page does not say. */
  billing: "monthly" | "annual" | null;
  /** Singular noun of the counted unit: user, site, GB; null if the page does not name a unit. */
  unit: string | null;
  /** The text that shows it, at most 160 characters, verbatim except for white space. */
  text: string;
};

export type ReadTier = {
  name: string;
  status: "published" | "contact_sales" | "not_published" | "not_applicable" | "unverified";
  /** True for "from $9" and "starting at $9". */
  startingPrice?: true | undefined;
  /** Empty unless status is `published`. Free is a price of 0. */
  prices: ReadPrice[];
};

/** The prices of one page, read by one extractor. */
export type PageReading = {
  extractor: Extractor;
  /** At least one. */
  tiers: ReadTier[];
  /** False if the page may have more tiers than were read. */
  complete: boolean;
};

/** Something on the page that was not used, with the reason. */
export type Refusal = { extractor: Extractor; what: string; why: string };

export type Extraction = { reading: PageReading | null; refusals: Refusal[] };
