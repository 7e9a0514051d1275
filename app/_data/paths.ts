type Placed = { slug: string; category: { slug: string } | string };

export function productPath({ slug, category }: Placed): string {
  return `/software/${typeof category === "string" ? category : category.slug}/${slug}`;
}

export function categoryPath(slug: string): string {
  return `/software/${slug}`;
}
