import { index, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/**
 * A request for an email once a product has a price. Deleted when the email is sent, stopped, or not confirmed in time.
 */
export const priceWatches = pgTable(
  "price_watches",
  {
    id: text().primaryKey(),
    product: text().notNull(),
    /** In lower case. */
    email: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the owner confirmed the email address. Null: it only gets the request to confirm. */
    confirmedAt: instant("confirmed_at"),
  },
  (table) => [
    uniqueIndex("price_watches_once").on(table.email, table.product),
    index("price_watches_product").on(table.product),
  ],
);
