import { type CategoryMedian, categoryMedian, nearestPeers, type Peer } from "@/lib/catalog/peers";
import { indexEntry } from "@/lib/catalog/starting-price";
import { type AlignedPrices, alignedPrices } from "@/lib/format/alternatives";
import { serverRuntime } from "@/lib/operations/runtime";
import type { PricingRecord } from "@/lib/schemas/record";

const MAX_ALIGNED = 8;

export type Standing = {
  /** Of the starting prices in the record's own currency and unit. */
  median: CategoryMedian | null;
  /** The other products of the category, nearest first. */
  peers: Peer[];
  /** The product and its nearest on one axis; null where too little is priced alike. */
  aligned: AlignedPrices | null;
};

/** Where a product stands in its category. */
export async function standingOf(record: PricingRecord): Promise<Standing> {
  const { catalog, now } = serverRuntime();
  const view = { asOf: record.asOf, now: now() };
  const all = await catalog.peersIn(record.category.slug, view);
  const peers = nearestPeers(all, { slug: record.slug, ...indexEntry(record) });
  const { currency, unit } = record.priceRange;
  const listed = (await catalog.listing(view)).filter(({ category }) => category === record.category.slug);
  const median = categoryMedian(listed, { currency, priceUnit: unit }, record.asOf);
  const paid = peers.filter(({ startingPrice }) => startingPrice !== null && startingPrice > 0);
  const lookups = await catalog.records(
    paid.slice(0, 2 * MAX_ALIGNED).map(({ slug }) => slug),
    view,
  );
  const priced = paid.flatMap(({ slug }) => {
    const lookup = lookups.get(slug);
    return lookup?.status === "found" ? [lookup.record] : [];
  });
  const own = indexEntry(record).startingPrice ? [record] : [];
  const aligned = alignedPrices([...own, ...priced], { self: record.slug, median: median?.value ?? null });
  const rows = aligned?.rows.slice(0, MAX_ALIGNED + own.length) ?? [];
  return { median, peers, aligned: aligned && rows.length > 1 ? { ...aligned, rows } : null };
}
