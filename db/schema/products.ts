import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { Product } from "@/lib/schemas/catalog";
import { categories } from "./categories";

export const products = pgTable(
  "products",
  {
    slug: text().primaryKey(),
    name: text().notNull(),
    vendorName: text("vendor_name").notNull(),
    vendorWebsite: text("vendor_website"),
    category: text()
      .notNull()
      .references(() => categories.slug),
    domain: text(),
    pricingPage: text("pricing_page"),
    kind: text().$type<Product["kind"]>().notNull(),
    aliases: text().array().notNull(),
    formerSlugs: text("former_slugs").array().notNull().default(sql`'{}'`),
    /** Every model or service that has ever been on its rate card, in the format of nameKey(). */
    models: text().array().notNull().default(sql`'{}'`),
    /** The catalogue revision in which a run last changed it. */
    revision: integer().notNull().default(0),
  },
  (table) => [index("products_category").on(table.category, table.slug), index("products_vendor").on(table.vendorName)],
);
