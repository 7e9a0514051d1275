import { date, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Observation } from "@/lib/schemas/observation";
import { products } from "./products";
import { sources } from "./sources";

export const observations = pgTable(
  "observations",
  {
    id: text().primaryKey(),
    product: text()
      .notNull()
      .references(() => products.slug),
    source: text()
      .notNull()
      .references(() => sources.slug),
    kind: text().$type<Observation["fact"]["kind"]>().notNull(),
    trust: text().$type<Observation["trust"]>().notNull(),
    observedAt: date("observed_at", { mode: "string" }).notNull(),
    effectiveFrom: date("effective_from", { mode: "string" }),
    payload: jsonb().$type<Pick<Observation, "evidence" | "fact" | "voice">>().notNull(),
  },
  (table) => [
    index("observations_product").on(table.product, table.observedAt),
    index("observations_source").on(table.source),
  ],
);
