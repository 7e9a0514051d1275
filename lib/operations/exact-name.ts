import type { ListedProduct } from "@/lib/catalog/listing";
import { categoryIn } from "@/lib/questions/categories";
import type { BrowseContext } from "./browse";
import type { CategoryEntry } from "./catalog";
import { today } from "./views";

export interface ExactName {
  /** The product of this name, where it is the name of nothing else. */
  one: ListedProduct | null;
  /** Everything of this name, where several things are, the best known product first. */
  several: ListedProduct[];
  category: CategoryEntry | null;
}

const NOTHING: ExactName = { one: null, several: [], category: null };

/** What has a text as its slug, name or alias: one product to go to, or several things that may be meant. */
export async function exactName({ catalog, now }: BrowseContext, text: string): Promise<ExactName> {
  if (((await catalog.named([text])).get(text) ?? []).length === 0) return NOTHING;
  // No slug is in capitals: written so, a slug does not go before another product's name.
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
