import type { ResolveTables } from "../resolve";
import type { ProductEntry } from "../shared/identity";
import adapterSlugs from "./adapter-slugs.json";
import domains from "./domains.json";
import excluded from "./excluded.json";
import excludedLabels from "./excluded-labels.json";
import firstHand from "./first-hand.json";
import products from "./products.json";
import renamed from "./renamed.json";
import vendors from "./vendors.json";

/** The hand-maintained tables of names, sites and vendors that are needed to find the product of a reading. */
export const RESOLVE_TABLES: ResolveTables = {
  products: products as Record<string, ProductEntry>,
  domains,
  vendors,
  excluded,
  adapterSlugs,
  renamed,
  excludedLabels,
  firstHand,
};
