type Placed = { slug: string; category: { slug: string } | string };

export function productPath({ slug, category }: Placed): string {
  return `/software/${typeof category === "string" ? category : category.slug}/${slug}`;
}

/** Returns the path of the page with every rate of a product, by region. */
export function ratesPath(product: Placed): string {
  return `${productPath(product)}/rates`;
}

export function categoryPath(slug: string): string {
  return `/software/${slug}`;
}

type Parts = Record<string, string | number | undefined>;

/** Returns a URL with the defined parameters in a fixed order, so that equal lists have equal URLs. */
export function listPath(path: string, parts: Parts): string {
  const set = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const query = new URLSearchParams(set.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1))).toString();
  return query ? `${path}?${query}` : path;
}

export function letterPath(letter: string): string {
  return `/categories/a-z/${letter}`;
}

/** Returns the URL of the ledger for the day on which a product's price changed. */
export function movePath({ product: { slug }, day }: { product: { slug: string }; day: string }): string {
  return listPath("/changes", { product: slug, since: day, until: day });
}
