import { sql } from "drizzle-orm";
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
    /** `shipped`: the loaded edition contains it. Loading another edition does not change what a run recorded. */
    origin: text().$type<"shipped" | "run">().notNull().default("shipped"),
    /** The run that recorded it. It stays set when a later edition ships the observation. */
    run: text(),
    /** See evidenceId(): the same for everything that one source published on one day at one place. */
    evidenceId: text("evidence_id"),
    payload: jsonb().$type<Pick<Observation, "evidence" | "fact" | "voice">>().notNull(),
  },
  (table) => [
    index("observations_product").on(table.product, table.observedAt),
    index("observations_source").on(table.source),
    index("observations_evidence").on(table.evidenceId),
    index("observations_run").on(table.run),
    // An observation is valid unless one of these retracts it: see standsOn().
    index("observations_retraction").on(table.product).where(sql`kind = 'retraction'`),
  ],
);

/**
 * Observations by runs whose product or source is not in the loaded edition. They apply again once an edition has both.
 */
export const observationsAside = pgTable("observations_aside", {
  id: text().primaryKey(),
  product: text().notNull(),
  source: text().notNull(),
  run: text(),
  observation: jsonb().$type<Observation>().notNull(),
});
