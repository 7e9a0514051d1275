import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Readers' reports of errors on a page. */
export const errorReports = pgTable(
  "error_reports",
  {
    id: text().primaryKey(),
    createdAt: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
    product: text().notNull(),
    page: text().notNull(),
    field: text().notNull(),
    message: text().notNull(),
    sourceUrl: text("source_url"),
    email: text(),
    status: text().$type<"open" | "accepted" | "declined">().notNull().default("open"),
    clientHash: text("client_hash").notNull(),
  },
  (table) => [index("error_reports_newest").on(table.createdAt, table.id)],
);
