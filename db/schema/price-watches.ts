import { index, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Who asked to be told once a price of a product is read. Gone when it is told, stopped, or not confirmed in time. */
export const priceWatches = pgTable(
  "price_watches",
  {
    id: text().primaryKey(),
    product: text().notNull(),
    /** In lower case. */
    email: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the owner of the address said that it is theirs; null: nothing but the question is mailed there. */
    confirmedAt: instant("confirmed_at"),
  },
  (table) => [
    uniqueIndex("price_watches_once").on(table.email, table.product),
    index("price_watches_product").on(table.product),
  ],
);
