import { dataTerms as termsOf } from "@/lib/catalog/data-terms";
import type { Catalog } from "./catalog";

/** Returns the terms of the catalogue's sources and groups. */
export async function dataTerms(catalog: Pick<Catalog, "sources" | "sourceUse">) {
  return termsOf(await catalog.sources(), await catalog.sourceUse());
}
