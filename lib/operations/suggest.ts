import type { ListedProduct } from "@/lib/catalog/listing";
import type { BrowseContext } from "./browse";
import { readAsked } from "./read-asked";
import { today } from "./views";

const LIMIT = 8;

export interface Suggested {
  product: ListedProduct;
  category: string;
}

/** The products that an unfinished or misspelt text may mean, best first. Reads no records. */
export async function suggest({ catalog, now }: BrowseContext, text: string): Promise<Suggested[]> {
  const view = { asOf: today(now) };
  const { filters } = await readAsked({ catalog, now }, { q: text, currency: "USD" });
  const [slugs, listing, categories] = await Promise.all([
    catalog.find(filters, LIMIT),
    catalog.listing(view),
    catalog.categories(),
  ]);
  const names = new Map(categories.map(({ slug, name }) => [slug, name]));
  return slugs.flatMap((slug) => {
    const product = listing.find((entry) => entry.slug === slug);
    return product ? [{ product, category: names.get(product.category) ?? product.category }] : [];
  });
}
