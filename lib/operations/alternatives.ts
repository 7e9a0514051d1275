import { alternativeReason } from "@/lib/format/alternatives";
import type { Slug } from "@/lib/schemas/primitives";
import type { Alternative, PricingRecord } from "@/lib/schemas/record";
import type { Catalog, View } from "./catalog";

/** A record that can replace another, and the reason. */
export interface ReasonedAlternative {
  record: PricingRecord;
  reason: string;
}

/** Returns the likeliest alternatives; with `priced`, only those with a price. */
export async function alternativesOf(
  catalog: Catalog,
  self: PricingRecord,
  view: View,
  { limit, priced = false }: { limit: number; priced?: boolean },
): Promise<ReasonedAlternative[]> {
  const likeliest = (await catalog.alternatives(self.slug, view)).filter((one) => one.priced || !priced);
  const shown = likeliest.slice(0, limit);
  const lookups = await catalog.records(
    shown.map(({ slug }) => slug),
    view,
    "list",
  );
  return shown.flatMap(({ slug, named }) => {
    const lookup = lookups.get(slug);
    if (lookup?.status !== "found") return [];
    return [{ record: lookup.record, reason: alternativeReason(self, lookup.record, named) }];
  });
}

/** Returns alternatives in the form of a response. */
export function toldAlternatives(found: readonly ReasonedAlternative[]): Alternative[] {
  return found.map(({ record: { slug, name, answer, links }, reason }) => {
    return { slug, name, answer, reason, links: { page: links.page } };
  });
}

/** Returns a function that gives the reason for each record among the alternatives to a product. */
export async function reasons(
  catalog: Catalog,
  slug: Slug,
  others: readonly Slug[],
  view: View,
): Promise<(other: Slug) => string | undefined> {
  const lookup = await catalog.record(slug, view);
  if (lookup.status !== "found") return () => undefined;
  const named = new Set((await catalog.alternatives(slug, view)).flatMap((one) => (one.named ? one.slug : [])));
  const records = await catalog.records(others, view, "list");
  return (other) => {
    const found = records.get(other);
    return found?.status === "found" ? alternativeReason(lookup.record, found.record, named.has(other)) : undefined;
  };
}
