import { sql } from "drizzle-orm";
import { date, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Evidence, PriceChange } from "@/lib/schemas/record";
import { products } from "./products";

/** A change with its evidence. */
export type LedgerEntry = Omit<PriceChange, "evidence"> & {
  evidence: Pick<Evidence, "id" | "url" | "publisher" | "capturedAt" | "trust">[];
};

/** Every product's price changes, derived when the catalogue is loaded. */
export const priceChanges = pgTable(
  "price_changes",
  {
    product: text()
      .notNull()
      .references(() => products.slug, { onDelete: "cascade" }),
    id: text().notNull(),
    /** An announced change becomes a move on the day on which it takes effect. */
    validFrom: date("valid_from", { mode: "string" }).notNull().default(sql`'0001-01-01'`),
    validUntil: date("valid_until", { mode: "string" }),
    class: text().$type<PriceChange["class"]>().notNull(),
    /** The effective date if stated, otherwise the day on which it was seen. */
    day: date({ mode: "string" }).notNull(),
    data: jsonb().$type<LedgerEntry>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.product, table.id, table.validFrom] }),
    index("price_changes_newest").on(table.class, table.day, table.product, table.id),
  ],
);
