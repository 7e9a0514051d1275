import { type Alternative, type CategoryMedian, categoryMedian } from "@/lib/catalog/peers";
import { type AlignedPrices, alignedPrices } from "@/lib/format/alternatives";
import { alternativesOf, type ReasonedAlternative, toldAlternatives } from "@/lib/operations/alternatives";
import { PRICED_INSTEAD } from "@/lib/operations/pricing";
import { serverRuntime } from "@/lib/operations/runtime";
import type { PricingRecord, Alternative as Told } from "@/lib/schemas/record";

const MAX_ALIGNED = 8;

function today(record: PricingRecord) {
  const { catalog, now } = serverRuntime();
  return { catalog, view: { asOf: record.asOf, now: now() } };
}

/** Returns the median starting price of the category, in the record's own currency and unit. */
export async function medianBeside(record: PricingRecord): Promise<CategoryMedian | null> {
  const { catalog, view } = today(record);
  const { currency, unit } = record.priceRange;
  const listed = (await catalog.listing(view)).filter(({ category }) => category === record.category.slug);
  return categoryMedian(listed, { currency, priceUnit: unit }, record.asOf);
}

export type Standing = {
  median: CategoryMedian | null;
  /** The alternatives, the likeliest first. */
  alternatives: readonly Alternative[];
  /** The product and its first alternatives on one axis. */
  aligned: AlignedPrices;
};

/** Compares a product with its alternatives. */
export async function standingOf(record: PricingRecord): Promise<Standing> {
  const { catalog, view } = today(record);
  const median = await medianBeside(record);
  const alternatives = await catalog.alternatives(record.slug, view);
  const first = await alternativesOf(catalog, record, view, { limit: MAX_ALIGNED });
  return { median, alternatives, aligned: alignedPrices(record, first, median?.value ?? null) };
}

/** Returns the first alternatives in the form for agents. */
export async function alternativesBeside(record: PricingRecord): Promise<Told[]> {
  const { catalog, view } = today(record);
  return toldAlternatives(await alternativesOf(catalog, record, view, { limit: MAX_ALIGNED }));
}

/** Returns the likeliest priced alternatives to a product without a price. */
export async function pricedInstead(record: PricingRecord): Promise<ReasonedAlternative[]> {
  const { catalog, view } = today(record);
  return alternativesOf(catalog, record, view, { limit: PRICED_INSTEAD, priced: true });
}
