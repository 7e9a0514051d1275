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
    /** `shipped`: the edition that is loaded holds it. Loading another one leaves what a run recorded. */
    origin: text().$type<"shipped" | "run">().notNull().default("shipped"),
    /** The run that recorded it, kept where an edition ships it later. */
    run: text(),
    /** See evidenceId(): alike for what one source said on one day at one place. */
    evidenceId: text("evidence_id"),
    payload: jsonb().$type<Pick<Observation, "evidence" | "fact" | "voice">>().notNull(),
  },
  (table) => [
    index("observations_product").on(table.product, table.observedAt),
    index("observations_source").on(table.source),
    index("observations_evidence").on(table.evidenceId),
    index("observations_run").on(table.run),
    // What stands is what none of these takes back: see standsOn().
    index("observations_retraction").on(table.product).where(sql`kind = 'retraction'`),
  ],
);

/** What runs recorded of products or by sources that the loaded edition does not have; it stands again once one does. */
export const observationsAside = pgTable("observations_aside", {
  id: text().primaryKey(),
  product: text().notNull(),
  source: text().notNull(),
  run: text(),
  observation: jsonb().$type<Observation>().notNull(),
});
