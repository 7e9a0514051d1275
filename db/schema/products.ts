import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
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
    /** Name, slug, aliases, vendor and domain in lower case. */
    search: text().notNull(),
    /** Every model or service that was ever on its rate card, in the form given by nameKey(). */
    models: text().array().notNull().default(sql`'{}'`),
  },
  (table) => [
    index("products_category").on(table.category, table.slug),
    index("products_search").using("gin", table.search.op("gin_trgm_ops")),
  ],
);

/** Every name that a product answers to, in the form given by nameKey(). */
export const productNames = pgTable(
  "product_names",
  {
    nameKey: text("name_key").notNull(),
    slug: text()
      .notNull()
      .references(() => products.slug, { onDelete: "cascade" }),
    kind: text().$type<"slug" | "former_slug" | "name" | "alias">().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.nameKey, table.slug] }),
    index("product_names_nearest").using("gist", table.nameKey.op("gist_trgm_ops")),
    index("product_names_slug").on(table.slug),
  ],
);
