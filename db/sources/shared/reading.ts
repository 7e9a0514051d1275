import type { Fact, Observation } from "@/lib/schemas/observation";

/** A source's name for the priced thing. Identity resolution turns it into a product slug. */
export type Subject = {
  name: string;
  /** Vendor or supplier name, if the source distinguishes it from the product. */
  vendor?: string;
  /** Host of the product's site as given by the source, without scheme or www. */
  domain?: string;
  pricingPage?: string;
  /** The source's own category label, if any. */
  categoryLabel?: string;
  /** `supplier`: the figures cover all products of the vendor. */
  kind?: "product" | "supplier";
  /** Set if the adapter has its own explicit table of products (usage providers). */
  slug?: string;
  /** Used only if another source knows the product. */
  onlyIfKnown?: boolean;
};

/** An observation before its product is known. */
export type Reading<F extends Fact = Fact> = Omit<Observation, "product" | "source" | "fact"> & {
  subject: Subject;
  fact: F;
};

/** A row that was read but not turned into an observation, and why. */
export type Reject = { row: string; reason: string };

export type AdapterResult = {
  readings: Reading[];
  rejects: Reject[];
};
