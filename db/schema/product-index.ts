import { sql } from "drizzle-orm";
import { boolean, customType, date, index, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { PriceStatus, PricingModel } from "@/lib/schemas/primitives";
import { products } from "./products";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * What products are found, filtered and sorted by, derived from their records when the catalogue is loaded. A product
 * whose record changes by itself on a later day has a row for each period.
 */
export const productIndex = pgTable(
  "product_index",
  {
    slug: text()
      .notNull()
      .references(() => products.slug, { onDelete: "cascade" }),
    validFrom: date("valid_from", { mode: "string" }).notNull().default(sql`'0001-01-01'`),
    validUntil: date("valid_until", { mode: "string" }),
    startingPrice: numeric("starting_price"),
    currency: text(),
    priceStatus: text("price_status").$type<PriceStatus>().notNull(),
    pricingModel: text("pricing_model").$type<PricingModel>(),
    freeTier: boolean("free_tier"),
    hasHiddenCosts: boolean("has_hidden_costs").notNull(),
    /** As of the day of loading, for sorting only. */
    confidence: numeric().notNull(),
    observedAt: date("observed_at", { mode: "string" }).notNull(),
    document: tsvector().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.slug, table.validFrom] }),
    index("product_index_document").using("gin", table.document),
    index("product_index_price").on(table.currency, table.startingPrice),
  ],
);
