import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ListedProduct } from "@/lib/catalog/listing";
import type { Day, Slug } from "@/lib/schemas/primitives";
import { among } from "./among";
import { standsOn } from "./observations";

/** Returns every product, or the given ones, with data on the day, ordered by name. */
export async function listProducts(db: Db, day: Day, slugs?: readonly Slug[]): Promise<ListedProduct[]> {
  const isAsked = (column: SQL) => (slugs ? among(column, slugs) : sql`true`);
  const { rows } = await db.execute<Record<keyof ListedProduct, never>>(sql`
    select p.slug, p.name, p.category, p.kind, case p.kind when 'family' then coalesce(v.n, 0) else 0 end as members,
      i.starting_price::float8 as "startingPrice", i.currency,
      i.price_unit as "priceUnit", i.highest_price::float8 as "highestPrice", i.price_status as "priceStatus",
      i.pricing_model as "pricingModel", i.free_tier as "freeTier", i.sso_charged as "ssoCharged",
      i.sso_percent::float8 as "ssoPercent", i.disputed, i.priced, i.rate_kind as "rateKind", i.sources,
      i.prominence::float8 as prominence, to_char(i.observed_at, 'YYYY-MM-DD') as "seenAt",
      to_char(o.newest, 'YYYY-MM-DD') as "observedAt"
    from products p
      join product_index i on i.slug = p.slug and i.valid_from <= ${day}::date
        and (i.valid_until is null or i.valid_until > ${day}::date)
      join (
        select o.product, max(o.observed_at) as newest from observations o
        where o.observed_at <= ${day}::date and ${isAsked(sql`o.product`)} and ${standsOn(day)} group by o.product
      ) o on o.product = p.slug
      left join (
        select vendor_name, count(*)::int as n from products where name <> vendor_name group by vendor_name
      ) v on v.vendor_name = p.name
    where ${isAsked(sql`p.slug`)}
    order by lower(p.name) collate "C", p.slug collate "C"`);
  return rows;
}

/** Updates the list of that day after runs changed these products. Same result as listProducts(). */
export async function listedAfter(
  db: Db,
  before: readonly ListedProduct[],
  changed: readonly Slug[],
  day: Day,
): Promise<readonly ListedProduct[]> {
  const again = new Map((await listProducts(db, day, changed)).map((product) => [product.slug, product]));
  const isChanged = new Set(changed);
  const listed = before.flatMap((product) => (isChanged.has(product.slug) ? (again.get(product.slug) ?? []) : product));
  const known = new Set(before.map(({ slug }) => slug));
  // A product that was not listed before needs the database's order of names.
  return [...again.keys()].every((slug) => known.has(slug)) ? listed : listProducts(db, day);
}
