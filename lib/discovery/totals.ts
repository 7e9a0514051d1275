import { compareText } from "@/lib/catalog/ledger";
import type { Standing } from "./judge";
import { type DiscoverTotals, FACETS, type Facet, type FacetName } from "./page";

const FACET_OF: Record<FacetName, (found: Standing) => string | boolean | null> = {
  category: ({ product }) => product.category,
  pricingModel: ({ entry }) => entry.pricingModel,
  freeTier: ({ entry }) => entry.freeTier,
  priceStatus: ({ entry }) => entry.priceStatus,
  freePlan: ({ entry }) => entry.freePlan,
  selfHosted: ({ entry }) => entry.selfHosted,
};

export function counting(): { add(found: Standing, verdict: boolean | null): void; made(): DiscoverTotals } {
  const counts = FACETS.map((facet) => ({
    facet,
    of: FACET_OF[facet],
    counts: new Map<string | boolean | null, number>(),
  }));
  let total = 0;
  let excluded = 0;
  return {
    add(found, verdict) {
      if (verdict === null) excluded += 1;
      if (!verdict) return;
      total += 1;
      for (const { of, counts: each } of counts) {
        const value = of(found);
        each.set(value, (each.get(value) ?? 0) + 1);
      }
    },
    made() {
      const facets = Object.fromEntries(counts.map(({ facet, counts: each }) => [facet, inFrequency(each)]));
      return { total, excluded, facets: facets as DiscoverTotals["facets"] };
    },
  };
}

/** The most frequent first, then in the order of the values, what is not known last. */
function inFrequency(counts: ReadonlyMap<string | boolean | null, number>): Facet[] {
  return [...counts]
    .map(([value, count]) => ({ value: value === null ? null : String(value), count }))
    .sort(
      (a, b) =>
        b.count - a.count ||
        Number(a.value === null) - Number(b.value === null) ||
        compareText(a.value ?? "", b.value ?? ""),
    );
}
