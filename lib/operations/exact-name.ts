import type { ListedProduct } from "@/lib/catalog/listing";
import { categoryIn } from "@/lib/questions/categories";
import type { BrowseContext } from "./browse";
import type { CategoryEntry } from "./catalog";
import { today } from "./views";

export interface ExactName {
  /** The product with this name, if nothing else has it. */
  one: ListedProduct | null;
  /** All products with this name, if several things have it, the best known first. */
  several: ListedProduct[];
  category: CategoryEntry | null;
}

const NOTHING: ExactName = { one: null, several: [], category: null };

/** Finds everything with a text as its slug, name or alias: one product to open, or several candidates. */
export async function exactName({ catalog, now }: BrowseContext, text: string): Promise<ExactName> {
  if (((await catalog.named([text])).get(text) ?? []).length === 0) return NOTHING;
  // No slug is in capitals, so in capitals a slug does not take precedence over another product's name.
  const { candidates } = await catalog.meant(text.toUpperCase());
  const listing = await catalog.listing({ asOf: today(now) });
  const products = candidates.flatMap(({ slug }) => listing.find((product) => product.slug === slug) ?? []);
  const categories = await catalog.categories();
  const named = categoryIn(text, categories);
  const category = categories.find(({ slug }) => slug === named) ?? null;
  const [first] = products;
  const one = products.length === 1 && category === null && first ? first : null;
  return { one, several: one ? [] : products, category };
}
