import type { CancellationFact, Fact, Observation } from "@/lib/schemas/observation";

/** How a source names the thing it prices. Identity resolution turns it into a product slug. */
export type Subject = {
  name: string;
  /** Vendor or supplier name, where the source tells it apart from the product. */
  vendor?: string;
  /** Host of the product's site as the source gives it, without scheme or www. */
  domain?: string;
  /** The vendor's pricing page. */
  pricingPage?: string;
  /** The source's own category label, if any. */
  categoryLabel?: string;
  /** `supplier`: the figures cover all products of the vendor. */
  kind?: "product" | "supplier";
  /** Set where the adapter maps to a product by an explicit table of its own (usage providers). */
  slug?: string;
  /** Kept only where another source knows the product. */
  onlyIfKnown?: boolean;
};

/** An observation before its product is known. */
export type Reading<F extends Fact = Fact> = Omit<Observation, "product" | "source" | "fact"> & {
  subject: Subject;
  fact: F;
};

/** A row that was read but not turned into an observation, and why. */
export type Reject = { row: string; reason: string };

/** A page reading that the source has taken back since it was imported. */
export type Withdrawal = {
  /** Address of the page and day on which it was said to be read: they find the observations. */
  url: string;
  readOn: string;
  withdrawnOn: string;
  /** In our own words, as a clause. */
  reason: string;
};

/** A source says that a maker called off an announced price: told of every product that announces it. */
export type Cancellation = Omit<Observation, "product" | "source" | "fact"> & { fact: CancellationFact };

export type AdapterResult = {
  readings: Reading[];
  rejects: Reject[];
  withdrawals?: Withdrawal[];
  cancellations?: Cancellation[];
};

/** One outside dataset. `read` gets the folder that holds the raw datasets and does no network. */
export type Adapter = {
  source: string;
  read(rawDir: string): Promise<AdapterResult>;
};
