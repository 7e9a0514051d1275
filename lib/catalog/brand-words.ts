import { nameKey } from "@/lib/ids";
import type { BrandWords, Product } from "@/lib/schemas/catalog";

/**
 * The products with the words by which people mean them among their aliases. A word goes to the first of its products
 * that exists; one that is a product's own name, slug or alias stays with that product.
 */
export function withBrandWords<P extends Product>(products: readonly P[], words: BrandWords): P[] {
  const known = new Set(products.map(({ slug }) => slug));
  const taken = new Set(
    products.flatMap(({ slug, name, aliases, formerSlugs }) => [slug, name, ...aliases, ...formerSlugs].map(nameKey)),
  );
  const added = new Map<string, string[]>();
  for (const [word, slugs] of Object.entries(words)) {
    const slug = slugs.find((candidate) => known.has(candidate));
    if (slug === undefined || taken.has(nameKey(word))) continue;
    added.set(slug, [...(added.get(slug) ?? []), word]);
  }
  return products.map((product) => {
    const more = added.get(product.slug);
    return more ? { ...product, aliases: [...product.aliases, ...more] } : product;
  });
}
