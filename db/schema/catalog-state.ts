import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export type CatalogCounts = { sources: number; categories: number; products: number; observations: number };

/** The one row tells which catalogue files the tables were loaded from, and how often runs changed them since. */
export const catalogState = pgTable(
  "catalog_state",
  {
    id: integer().primaryKey(),
    contentHash: text("content_hash").notNull(),
    loadedAt: timestamp("loaded_at", { withTimezone: true, mode: "date" }).notNull(),
    counts: jsonb().$type<CatalogCounts>().notNull(),
    /** Counts what runs changed; it never goes back, and loading other files leaves it. */
    revision: integer().notNull().default(0),
    /** When a run changed them last; null where none did since they were loaded. */
    changedAt: timestamp("changed_at", { withTimezone: true, mode: "date" }),
  },
  (table) => [check("catalog_state_singleton", sql`${table.id} = 1`)],
);
