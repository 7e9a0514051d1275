import { inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { products } from "@/db/schema";
import type { Member } from "@/lib/catalog/family";
import type { Day, Slug } from "@/lib/schemas/primitives";
import { type ProductRow, productColumns } from "./products";

type Family = Pick<ProductRow, "slug" | "name">;

/** Returns the products with the family's name as their vendor, by the slug of the family. */
export async function productsOfFamilies(
  db: Db,
  families: readonly Family[],
): Promise<ReadonlyMap<Slug, readonly ProductRow[]>> {
  const names = families.map(({ name }) => name);
  const rows =
    names.length === 0 ? [] : await db.select(productColumns).from(products).where(inArray(products.vendorName, names));
  const of = ({ slug, name }: Family) => rows.filter((row) => row.vendor.name === name && row.slug !== slug);
  return new Map(families.map((family) => [family.slug, of(family)]));
}

/** Returns family members as listed on a day that is not before the day of loading. */
export async function membersOnDay(
  db: Db,
  families: readonly Family[],
  day: Day,
): Promise<ReadonlyMap<Slug, readonly Member[]>> {
  if (families.length === 0) return new Map();
  const { rows } = await db.execute<Record<keyof Member | "family", never>>(sql`
    select f.slug as family, p.slug, p.name, p.category, i.starting_price::float8 as "startingPrice", i.currency,
      i.price_unit as "priceUnit", i.highest_price::float8 as "highestPrice", i.price_status as "priceStatus",
      i.pricing_model as "pricingModel", coalesce(o.rated, false) as rated, coalesce(o.sources, 0) as sources,
      to_char(i.observed_at, 'YYYY-MM-DD') as "observedAt"
    from products f
      join products p on p.vendor_name = f.name and p.slug <> f.slug
      join product_index i on i.slug = p.slug and i.valid_from <= ${day}::date
        and (i.valid_until is null or i.valid_until > ${day}::date)
      left join lateral (
        select bool_or(kind = 'rates') as rated, count(distinct source)::int as sources from observations
        where product = p.slug and observed_at <= ${day}::date
      ) o on true
    where f.slug in (select jsonb_array_elements_text(${JSON.stringify(families.map(({ slug }) => slug))}::jsonb))`);
  const members = new Map<Slug, Member[]>(families.map(({ slug }) => [slug, []]));
  for (const { family, ...member } of rows) members.get(family)?.push(member);
  return members;
}
