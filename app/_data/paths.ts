type Placed = { slug: string; category: { slug: string } | string };

export function productPath({ slug, category }: Placed): string {
  return `/software/${typeof category === "string" ? category : category.slug}/${slug}`;
}

/** Every rate of a product, region by region. */
export function ratesPath(product: Placed): string {
  return `${productPath(product)}/rates`;
}

export function categoryPath(slug: string): string {
  return `/software/${slug}`;
}

type Parts = Record<string, string | number | undefined>;

/** An address with the parts that are set, in one order, so that equal lists have equal addresses. */
export function listPath(path: string, parts: Parts): string {
  const set = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const query = new URLSearchParams(set.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1))).toString();
  return query ? `${path}?${query}` : path;
}

export function letterPath(letter: string): string {
  return `/categories/a-z/${letter}`;
}

/** The ledger of the one day on which a product's price moved. */
export function movePath({ product: { slug }, day }: { product: { slug: string }; day: string }): string {
  return listPath("/changes", { product: slug, since: day, until: day });
}
