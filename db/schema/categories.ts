import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";

export const categories = pgTable("categories", {
  slug: text().primaryKey(),
  position: integer().notNull(),
  name: text().notNull(),
  grp: text().notNull(),
  description: text().notNull(),
  /** Other search words for it. */
  aliases: text().array().notNull().default(sql`'{}'`),
});
