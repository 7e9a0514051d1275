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

/** Of the starting prices of its category in the record's own currency and unit. */
export async function medianBeside(record: PricingRecord): Promise<CategoryMedian | null> {
  const { catalog, view } = today(record);
  const { currency, unit } = record.priceRange;
  const listed = (await catalog.listing(view)).filter(({ category }) => category === record.category.slug);
  return categoryMedian(listed, { currency, priceUnit: unit }, record.asOf);
}

export type Standing = {
  median: CategoryMedian | null;
  /** What may be taken in its place, the likeliest first. */
  alternatives: readonly Alternative[];
  /** The product and the first of them on one axis. */
  aligned: AlignedPrices;
};

/** Where a product stands among what people may take in its place. */
export async function standingOf(record: PricingRecord): Promise<Standing> {
  const { catalog, view } = today(record);
  const median = await medianBeside(record);
  const alternatives = await catalog.alternatives(record.slug, view);
  const first = await alternativesOf(catalog, record, view, { limit: MAX_ALIGNED });
  return { median, alternatives, aligned: alignedPrices(record, first, median?.value ?? null) };
}

/** The first alternatives as an agent reads them. */
export async function alternativesBeside(record: PricingRecord): Promise<Told[]> {
  const { catalog, view } = today(record);
  return toldAlternatives(await alternativesOf(catalog, record, view, { limit: MAX_ALIGNED }));
}

/** Of a product without a price: the likeliest alternatives that have one. */
export async function pricedInstead(record: PricingRecord): Promise<ReasonedAlternative[]> {
  const { catalog, view } = today(record);
  return alternativesOf(catalog, record, view, { limit: PRICED_INSTEAD, priced: true });
}
