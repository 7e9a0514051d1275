import { boolean, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Check } from "@/lib/schemas/check";
import type { Observation } from "@/lib/schemas/observation";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** One unit of this service's work on the ledger: by a collector, the verifier or a person. */
export const runs = pgTable(
  "runs",
  {
    id: text().primaryKey(),
    kind: text().$type<"collect" | "verify" | "review">().notNull(),
    /** For a collector. */
    source: text(),
    startedAt: instant("started_at").notNull(),
    /** Null while it is active, or if its worker died. */
    endedAt: instant("ended_at"),
    outcome: text().$type<"done" | "unchanged" | "refused" | "failed" | "interrupted">(),
    counts: jsonb().$type<Record<string, number>>().notNull(),
    /** Messages for a person, in our own words. */
    report: text().array().notNull(),
  },
  (table) => [index("runs_started").on(table.startedAt)],
);

/** Never changed, never deleted. */
export const checks = pgTable(
  "checks",
  {
    id: text().primaryKey(),
    run: text()
      .notNull()
      .references(() => runs.id),
    // No reference: a check outlives its product.
    product: text().notNull(),
    kind: text().$type<Check["kind"]>().notNull(),
    url: text().notNull(),
    startedAt: instant("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    httpStatus: integer("http_status"),
    outcome: text().$type<Check["outcome"]>().notNull(),
    extractor: text().$type<Check["extractor"]>(),
    sha256: text(),
    shown: text(),
    reason: text(),
  },
  (table) => [
    index("checks_product").on(table.product, table.startedAt),
    index("checks_started").on(table.startedAt),
    index("checks_run").on(table.run),
  ],
);

/** When each product's page is read next, and the validators of its last response. */
export const pageSchedule = pgTable(
  "page_schedule",
  {
    product: text().primaryKey(),
    url: text().notNull(),
    host: text().notNull(),
    dueAt: instant("due_at").notNull(),
    /** The worker that leased it, and the end of the lease. */
    leasedBy: text("leased_by"),
    leasedUntil: instant("leased_until"),
    checkedAt: instant("checked_at"),
    /** In a row, since the last success. */
    failures: integer().notNull().default(0),
    etag: text(),
    lastModified: text("last_modified"),
    sha256: text(),
  },
  (table) => [
    index("page_schedule_due").on(table.dueAt),
    index("page_schedule_url").on(table.url),
    index("page_schedule_host").on(table.host, table.product),
  ],
);

/** Readings of a page that a person must review before they are accepted. */
export const heldChanges = pgTable(
  "held_changes",
  {
    id: text().primaryKey(),
    check: text()
      .notNull()
      .references(() => checks.id),
    product: text().notNull(),
    heldAt: instant("held_at").notNull(),
    /** The current reading (null if the product has no reading) and the new one. */
    before: jsonb().$type<Observation>(),
    after: jsonb().$type<Observation>().notNull(),
    /** Every rule that held it, in our own words. */
    why: text().array().notNull(),
    decision: text().$type<"accepted" | "rejected" | "corrected" | "superseded">(),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
    reason: text(),
  },
  (table) => [index("held_changes_product").on(table.product), index("held_changes_check").on(table.check)],
);

/** How far a public list was read. */
export const collectorStates = pgTable("collector_states", {
  source: text().primaryKey(),
  checkedAt: instant("checked_at").notNull(),
  changedAt: instant("changed_at"),
  etag: text(),
  lastModified: text("last_modified"),
  sha256: text(),
  /** In a row. A collector stopped by a new format of its list stays stopped until a person resumes it. */
  failures: integer().notNull().default(0),
  stopped: boolean().notNull().default(false),
  reason: text(),
  /** Where a read that ran out of time continues. */
  position: jsonb().$type<Record<string, unknown>>(),
});
