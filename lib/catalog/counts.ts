import type { Product } from "@/lib/schemas/catalog";

/** How large the catalogue is, in the words of CONTRIBUTING.md. Every page and the report count by this. */
export interface CatalogCounts {
  /** With at least one observation that stands. Families are not among them. */
  products: number;
  families: number;
  /** Products of which a price above 0 is known: see isPriced(). */
  priced: number;
}

export function countCatalog(listed: readonly { kind: Product["kind"]; priced: boolean }[]): CatalogCounts {
  const products = listed.filter(({ kind }) => kind === "product");
  return {
    products: products.length,
    families: listed.length - products.length,
    priced: products.filter(({ priced }) => priced).length,
  };
}
