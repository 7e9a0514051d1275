import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ListedProduct } from "@/lib/catalog/listing";
import type { Day } from "@/lib/schemas/primitives";

/** Every product of which something is known on the day, in the order of the names. */
export async function listProducts(db: Db, day: Day): Promise<ListedProduct[]> {
  const { rows } = await db.execute<Record<keyof ListedProduct, never>>(sql`
    select p.slug, p.name, p.category, i.starting_price::float8 as "startingPrice", i.currency,
      i.price_unit as "priceUnit", i.highest_price::float8 as "highestPrice", i.price_status as "priceStatus",
      i.pricing_model as "pricingModel", i.free_tier as "freeTier", i.sso_charged as "ssoCharged",
      i.sso_percent::float8 as "ssoPercent", i.disputed,
      to_char(i.observed_at, 'YYYY-MM-DD') as "seenAt", to_char(o.newest, 'YYYY-MM-DD') as "observedAt",
      o.n as observations
    from products p
      join product_index i on i.slug = p.slug and i.valid_from <= ${day}::date
        and (i.valid_until is null or i.valid_until > ${day}::date)
      join (
        select product, max(observed_at) as newest, count(*)::int as n from observations
        where observed_at <= ${day}::date group by product
      ) o on o.product = p.slug
    order by lower(p.name) collate "C", p.slug collate "C"`);
  return rows;
}
