import type { ResolveTables } from "../resolve";
import type { ProductEntry } from "../shared/identity";
import adapterSlugs from "./adapter-slugs.json";
import categoryLabels from "./category-labels.json";
import domains from "./domains.json";
import excluded from "./excluded.json";
import excludedLabels from "./excluded-labels.json";
import firstHand from "./first-hand.json";
import categories from "./product-categories.json";
import products from "./products.json";
import renamed from "./renamed.json";
import vendors from "./vendors.json";

/** Product slug → category, and a source's own label → category, for products that have no line of their own. */
export const CATEGORIES: Record<string, string> = categories;
export const CATEGORY_LABELS: Record<string, string> = categoryLabels;

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
