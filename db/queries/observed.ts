import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Day, Slug } from "@/lib/schemas/primitives";
import { standsOn } from "./observations";

/** Returns the slugs of the products with usage prices, as known on the day. */
export async function ratedProducts(db: Db, day: Day): Promise<Slug[]> {
  const { rows } = await db.execute<{ product: string }>(sql`
    select distinct o.product collate "C" as product from observations o
    where o.kind = 'rates' and o.observed_at <= ${day}::date and ${standsOn(day)} order by 1`);
  return rows.map(({ product }) => product);
}
