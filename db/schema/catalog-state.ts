import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export type CatalogCounts = { sources: number; categories: number; products: number; observations: number };

/** The one row tells which catalogue files the tables were loaded from. */
export const catalogState = pgTable(
  "catalog_state",
  {
    id: integer().primaryKey(),
    contentHash: text("content_hash").notNull(),
    loadedAt: timestamp("loaded_at", { withTimezone: true, mode: "date" }).notNull(),
    counts: jsonb().$type<CatalogCounts>().notNull(),
  },
  (table) => [check("catalog_state_singleton", sql`${table.id} = 1`)],
);
