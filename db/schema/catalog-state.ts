import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export type CatalogCounts = { sources: number; categories: number; products: number; observations: number };

/** One row with the catalogue files that the tables were loaded from, and the number of later changes by runs. */
export const catalogState = pgTable(
  "catalog_state",
  {
    id: integer().primaryKey(),
    contentHash: text("content_hash").notNull(),
    loadedAt: timestamp("loaded_at", { withTimezone: true, mode: "date" }).notNull(),
    counts: jsonb().$type<CatalogCounts>().notNull(),
    /** Counts changes by runs. It never decreases, and loading other files does not reset it. */
    revision: integer().notNull().default(0),
    /** When a run last changed them. Null if they are unchanged since they were loaded. */
    changedAt: timestamp("changed_at", { withTimezone: true, mode: "date" }),
  },
  (table) => [check("catalog_state_singleton", sql`${table.id} = 1`)],
);
