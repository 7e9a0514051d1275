import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Source } from "@/lib/schemas/catalog";

export const sources = pgTable("sources", {
  slug: text().primaryKey(),
  data: jsonb().$type<Source>().notNull(),
});
