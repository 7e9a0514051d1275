import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Day, Slug } from "@/lib/schemas/primitives";

/** Slugs of the products that are priced by use, as known on the day. */
export async function ratedProducts(db: Db, day: Day): Promise<Slug[]> {
  const { rows } = await db.execute<{ product: string }>(sql`
    select distinct product collate "C" as product from observations
    where kind = 'rates' and observed_at <= ${day}::date order by 1`);
  return rows.map(({ product }) => product);
}
