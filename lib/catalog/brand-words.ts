import { nameKey } from "@/lib/ids";
import type { BrandWords, Product } from "@/lib/schemas/catalog";

/**
 * Adds other words for products to their aliases. A word that is already the name, slug or alias of a product remains
 * that product's.
 */
export function withBrandWords<P extends Product>(products: readonly P[], words: BrandWords): P[] {
  const taken = new Set(
    products.flatMap(({ slug, name, aliases, formerSlugs }) => [slug, name, ...aliases, ...formerSlugs].map(nameKey)),
  );
  const added = new Map<string, string[]>();
  for (const [word, slug] of Object.entries(words)) {
    if (taken.has(nameKey(word))) continue;
    added.set(slug, [...(added.get(slug) ?? []), word]);
  }
  return products.map((product) => {
    const more = added.get(product.slug);
    return more ? { ...product, aliases: [...product.aliases, ...more] } : product;
  });
}
