import type { PricingRecord } from "@/lib/schemas/record";

/** Returns the products of a comparison, in its order. */
export function itemList(records: readonly PricingRecord[]): object {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    numberOfItems: records.length,
    itemListElement: records.map(({ name, links }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      url: links.page,
    })),
  };
}
