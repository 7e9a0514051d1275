import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { observations, productNames, products } from "@/db/schema";
import type { KnownName } from "@/lib/catalog/nearest";
import type { Peer } from "@/lib/catalog/peers";
import { nameKey } from "@/lib/ids";
import type { Product } from "@/lib/schemas/catalog";
import type { Day } from "@/lib/schemas/primitives";

const MINIMUM_SIMILARITY = 0.2;
const RESOLVING_ORDER = { slug: 0, former_slug: 1, name: 2, alias: 2 } as const;

/** Priced ones first, then by prominence, on the day from which on something is known of them. */
const STANDING = sql`coalesce((
  select (case when priced then 1000 else 0 end + prominence)::float8 from product_index as i
  where i.slug = found.slug order by valid_from limit 1
), 0)`;

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

async function inOrder(db: Db, slugs: readonly string[]): Promise<ProductRow[]> {
  if (slugs.length === 0) return [];
  const rows = await db.select(productColumns).from(products).where(inArray(products.slug, slugs));
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  return slugs.flatMap((slug) => bySlug.get(slug) ?? []);
}

/** What was asked → the products of that slug, else of that former slug, else of that name or alias. */
export async function productsNamed(db: Db, asked: readonly string[]): Promise<Map<string, ProductRow[]>> {
  const keys = new Map(asked.map((text) => [text, nameKey(text)]));
  const wanted = [...new Set(keys.values())].filter((key) => key !== "");
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ ...productColumns, key: productNames.nameKey, nameKind: productNames.kind })
    .from(productNames)
    .innerJoin(products, eq(products.slug, productNames.slug))
    .where(inArray(productNames.nameKey, wanted))
    .orderBy(asc(products.slug));

  const found = new Map<string, { rank: number; products: ProductRow[] }>();
  for (const { key, nameKind, ...product } of rows) {
    const rank = RESOLVING_ORDER[nameKind];
    const best = found.get(key);
    if (!best || rank < best.rank) found.set(key, { rank, products: [product] });
    else if (rank === best.rank) best.products.push(product);
  }
  return new Map(
    [...keys].flatMap(([text, key]) => {
      const candidates = found.get(key)?.products;
      return candidates ? [[text, candidates] as const] : [];
    }),
  );
}

/** What was asked → its product. A name that two products share resolves to neither. */
export async function resolveProducts(db: Db, asked: readonly string[]): Promise<Map<string, ProductRow>> {
  const named = await productsNamed(db, asked);
  return new Map(
    [...named].flatMap(([text, [only, ...others]]) => (only && others.length === 0 ? [[text, only]] : [])),
  );
}

/** Every name of every product, with how well it is known: priced ones first, then by prominence. */
export async function allNames(db: Db): Promise<KnownName[]> {
  const { rows } = await db.execute<{ slug: string; name_key: string; kind: string; standing: number }>(sql`
    select slug, name_key, kind, ${STANDING} as standing from product_names as found order by name_key, slug`);
  return rows.map(({ slug, name_key, kind, standing }) => ({
    slug,
    key: name_key,
    isSlug: kind === "slug",
    standing: Number(standing),
  }));
}

/**
 * Products that `text` may mean, best first: the name itself, names that begin with it or hold it, vendor and domain,
 * then names that are spelled alike.
 */
export async function searchProducts(db: Db, text: string, limit: number): Promise<ProductRow[]> {
  const key = nameKey(text);
  if (key === "") return [];
  const words = text.trim().toLowerCase();
  const like = words.replace(/[\\%_]/g, "\\$&");
  const { rows } = await db.execute<{ slug: string }>(sql`
    with named as (
      select slug, case
        when name_key = ${key} then 1.0
        when name_key like ${`${key}-%`} then 0.9
        when name_key like ${`${key}%`} then 0.8
        when name_key like ${`%-${key}%`} then 0.7
        else 0.5 end - case kind when 'former_slug' then 0.01 else 0 end as score
      from product_names where name_key like ${`%${key}%`}
    ), described as (
      select slug, case
        when lower(vendor_name) = ${words} or domain = ${words} then 0.85
        when lower(vendor_name) like ${`${like}%`} or domain like ${`${like}%`} then 0.65
        else 0.4 end as score
      from products where search like ${`%${like}%`}
    ), alike as (
      select slug, score * 0.6 from (
        select slug, similarity(name_key, ${key}) as score
        from product_names order by name_key <-> ${key}, name_key, slug limit ${limit * 5}
      ) as near where score >= ${MINIMUM_SIMILARITY}
    )
    select slug from (
      select slug, max(score) as score from (table named union all table described union all table alike) as hits
      group by slug
    ) as found join products using (slug)
    order by score desc, ${STANDING} desc, similarity(name, ${text}) desc, slug
    limit ${limit}`);
  return inOrder(
    db,
    rows.map(({ slug }) => slug),
  );
}

export async function productsInCategory(db: Db, category: string): Promise<ProductRow[]> {
  return db.select(productColumns).from(products).where(eq(products.category, category)).orderBy(asc(products.slug));
}

/** Every product of a category with its starting price on the day, in the order of the slugs. */
export async function peersInCategory(db: Db, category: string, day: Day): Promise<Peer[]> {
  const { rows } = await db.execute<{
    slug: string;
    name: string;
    kind: Product["kind"];
    starting_price: number | null;
    currency: string | null;
    price_unit: string | null;
    confidence: number | null;
    priced: boolean;
    prominence: number;
  }>(sql`
    select p.slug, p.name, p.kind, i.starting_price::float8 as starting_price, i.currency, i.price_unit,
      i.confidence::float8 as confidence, i.priced, i.prominence::float8 as prominence
    from products p join product_index i on i.slug = p.slug
    where p.category = ${category} and i.valid_from <= ${day}::date
      and (i.valid_until is null or i.valid_until > ${day}::date)
    order by p.slug collate "C"`);
  return rows.map(({ starting_price, price_unit, ...row }) => ({
    ...row,
    startingPrice: starting_price,
    priceUnit: price_unit,
  }));
}

export async function countProducts(db: Db): Promise<number> {
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(products);
  return row?.n ?? 0;
}

/** For the sitemap; `lastObservedAt` is null where there is no observation. */
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
