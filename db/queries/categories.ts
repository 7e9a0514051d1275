import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { categories, products } from "@/db/schema";
import type { Category } from "@/lib/schemas/catalog";

const columns = {
  slug: categories.slug,
  name: categories.name,
  group: categories.grp,
  description: categories.description,
  aliases: categories.aliases,
};

export type CategoryWithCount = Category & { productCount: number };

/** Returns categories in the catalogue's order. Categories without products have a count of 0. */
export async function categoriesWithCounts(db: Db): Promise<CategoryWithCount[]> {
  return db
    .select({ ...columns, productCount: sql<number>`count(${products.slug})::int` })
    .from(categories)
    .leftJoin(products, eq(products.category, categories.slug))
    .groupBy(categories.slug)
    .orderBy(asc(categories.position));
}
