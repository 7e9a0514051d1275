import { asc, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { among } from "@/db/queries/among";
import { observations, productIndex, products } from "@/db/schema";
import type { Entries, KnownProduct, PeriodEntry } from "@/lib/discovery/entries";
import type { Product } from "@/lib/schemas/catalog";
import type { Day } from "@/lib/schemas/primitives";
import { type CategoryWithCount, categoriesWithCounts } from "./categories";
import { withdrawnProducts } from "./observations";
import { readWhole } from "./whole";

export type ProductRow = Omit<Product, "formerSlugs">;

export const productColumns = {
  slug: products.slug,
  name: products.name,
  vendor: { name: products.vendorName, website: products.vendorWebsite },
  category: products.category,
  domain: products.domain,
  pricingPage: products.pricingPage,
  kind: products.kind,
  aliases: products.aliases,
};

/** The data for finding products, with the search words of their categories. */
export type DiscoveryEntries = Omit<Entries, "categories"> & { categories: CategoryWithCount[] };

const { revision: _revision, ...knownColumns } = getTableColumns(products);

/** Returns every product with its search data. `after`: only those that runs changed since that revision. */
async function knownProducts(db: Db, after: number | null): Promise<KnownProduct[]> {
  type Row = Omit<KnownProduct, "vendor"> & { vendorName: string; vendorWebsite: string | null };
  const where = after === null ? sql`true` : gt(products.revision, after);
  const rows = await readWhole<Row>(db, knownColumns, sql`${products} where ${where}`, sql`${products.slug}`);
  return rows.map(({ vendorName, vendorWebsite, ...product }) => ({
    ...product,
    vendor: { name: vendorName, website: vendorWebsite },
  }));
}

export async function discoveryEntries(db: Db): Promise<DiscoveryEntries> {
  return {
    categories: await categoriesWithCounts(db),
    withdrawn: await withdrawnProducts(db),
    products: await knownProducts(db, null),
    index: await productIndexEntries(db),
  };
}

/** Updates the entries after changes by runs: only the products changed since a revision are read again. */
export async function entriesAfter(db: Db, before: DiscoveryEntries, revision: number): Promise<DiscoveryEntries> {
  const changed = new Map((await knownProducts(db, revision)).map((product) => [product.slug, product]));
  const slugs = [...changed.keys()];
  const known = new Set(before.products.map(({ slug }) => slug));
  const withdrawn = await withdrawnProducts(db, slugs);
  return {
    categories: await categoriesWithCounts(db),
    withdrawn: new Set([...before.withdrawn, ...withdrawn].filter((slug) => withdrawn.has(slug) || !changed.has(slug))),
    products: [
      ...before.products.map((product) => changed.get(product.slug) ?? product),
      ...[...changed.values()].filter(({ slug }) => !known.has(slug)),
    ],
    index: [...before.index.filter(({ slug }) => !changed.has(slug)), ...(await productIndexEntries(db, slugs))],
  };
}

const {
  highestPrice: _highest,
  ssoPercent: _percent,
  rateKind: _rated,
  ...indexColumns
} = getTableColumns(productIndex);

/** Returns the filter and sort columns of each period, the earliest first. `slugs`: only of these products. */
function productIndexEntries(db: Db, slugs: readonly string[] | null = null): Promise<PeriodEntry[]> {
  const { slug, validFrom } = productIndex;
  const where = slugs === null ? sql`true` : among(sql`${slug}`, slugs);
  return readWhole<PeriodEntry>(db, indexColumns, sql`${productIndex} where ${where}`, sql`${validFrom}, ${slug}`);
}

/** Returns, for each product that a run changed, the last revision that changed it. */
export async function productRevisions(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({ slug: products.slug, revision: products.revision })
    .from(products)
    .where(gt(products.revision, 0));
  return new Map(rows.map(({ slug, revision }) => [slug, revision]));
}

export async function countProducts(db: Db): Promise<number> {
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(products);
  return row?.n ?? 0;
}

/** For the sitemap. `lastObservedAt` is null if there is no observation. */
export async function allProductSlugs(
  db: Db,
): Promise<{ slug: string; category: string; lastObservedAt: Day | null }[]> {
  return db
    .select({
      slug: products.slug,
      category: products.category,
      lastObservedAt: sql<Day | null>`to_char(max(${observations.observedAt}), 'YYYY-MM-DD')`,
    })
    .from(products)
    .leftJoin(observations, eq(observations.product, products.slug))
    .groupBy(products.slug)
    .orderBy(asc(products.slug));
}
