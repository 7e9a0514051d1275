import type { Product } from "@/lib/schemas/catalog";

/** The size of the catalogue, in the terms of CONTRIBUTING.md. Every page and the report use these counts. */
export interface CatalogCounts {
  /** Products with at least one observation that is not retracted, without families. */
  products: number;
  families: number;
  /** Products with a known price above 0: see isPriced(). */
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
