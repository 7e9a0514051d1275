import { sql } from "drizzle-orm";
import { boolean, date, index, integer, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { PriceStatus, PricingModel } from "@/lib/schemas/primitives";
import type { Usage } from "@/lib/schemas/record";
import { products } from "./products";

/**
 * The columns for finding, filtering and sorting products, derived from their records when the catalogue is loaded. If
 * a record changes on a later day without new data, the product has a row for each period.
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
    /** The unit of startingPrice, for example user/month. */
    priceUnit: text("price_unit"),
    /** The most expensive tier in the currency and unit of the starting price. */
    highestPrice: numeric("highest_price"),
    priceStatus: text("price_status").$type<PriceStatus>().notNull(),
    pricingModel: text("pricing_model").$type<PricingModel>(),
    freeTier: boolean("free_tier"),
    /** Whether the vendor offers a free plan. */
    freePlan: boolean("free_plan"),
    /** The people that the free plan covers, see freePeopleColumn(). */
    freePeople: integer("free_people"),
    /** Whether a self-hosted edition is free. */
    selfHosted: boolean("self_hosted").notNull().default(false),
    hasHiddenCosts: boolean("has_hidden_costs").notNull(),
    /** Whether it is known to charge extra for single sign-on, and by what percentage. */
    ssoCharged: boolean("sso_charged").notNull().default(false),
    ssoPercent: numeric("sso_percent"),
    /** Whether sources disagree on a displayed figure. */
    disputed: boolean().notNull().default(false),
    /** Offers and capabilities, as the bits of STATED in lib/catalog/stated. */
    stated: integer().notNull().default(0),
    /** Null if no price is stated. */
    confidence: numeric(),
    observedAt: date("observed_at", { mode: "string" }).notNull(),
    /** Number of independent sources that know it. */
    sources: integer().notNull().default(0),
    /** Whether a starting price or a rate card is known. */
    priced: boolean().notNull().default(false),
    /** The kind of its rate card. Null without a rate card. */
    rateKind: text("rate_kind").$type<Usage["kind"]>(),
    /** As of the first day of the period, or of the day of loading. */
    prominence: numeric().notNull().default("0"),
  },
  (table) => [
    primaryKey({ columns: [table.slug, table.validFrom] }),
    index("product_index_price").on(table.currency, table.startingPrice),
  ],
);
