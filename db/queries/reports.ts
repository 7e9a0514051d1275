import { and, desc, eq, ilike, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { errorReports } from "@/db/schema";

export type ErrorReport = typeof errorReports.$inferSelect;
export type NewErrorReport = Omit<typeof errorReports.$inferInsert, "status">;

export async function insertReport(db: Db, report: NewErrorReport): Promise<void> {
  await db.insert(errorReports).values(report);
}

/** Newest first. `status`: null for all. `text`: a part of the product, the message or the reader's email address. */
export async function reportsPage(
  db: Db,
  {
    status,
    text,
    offset,
    limit,
  }: { status: ErrorReport["status"] | null; text: string; offset: number; limit: number },
): Promise<{ rows: ErrorReport[]; total: number }> {
  const like = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const where = and(
    status === null ? undefined : eq(errorReports.status, status),
    text === ""
      ? undefined
      : or(ilike(errorReports.product, like), ilike(errorReports.message, like), ilike(errorReports.email, like)),
  );
  const rows = await db
    .select()
    .from(errorReports)
    .where(where)
    .orderBy(desc(errorReports.createdAt), desc(errorReports.id))
    .offset(offset)
    .limit(limit);
  const [counted] = await db.select({ n: sql<number>`count(*)::int` }).from(errorReports).where(where);
  return { rows, total: counted?.n ?? 0 };
}

export async function countReports(db: Db, status: ErrorReport["status"]): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(errorReports)
    .where(eq(errorReports.status, status));
  return row?.n ?? 0;
}

/** Returns false for an unknown id. */
export async function setReportStatus(db: Db, id: string, status: ErrorReport["status"]): Promise<boolean> {
  const changed = await db
    .update(errorReports)
    .set({ status })
    .where(eq(errorReports.id, id))
    .returning({ id: errorReports.id });
  return changed.length > 0;
}
