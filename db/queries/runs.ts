import { and, desc, eq, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { runs } from "@/db/schema";

export type Run = typeof runs.$inferSelect;
export type RunStart = Pick<Run, "id" | "kind" | "source" | "startedAt">;
export type RunEnd = Pick<Run, "outcome" | "counts" | "report"> & { endedAt: Date };

/** Adds a run as active. An existing run stays unchanged. */
export async function beginRun(db: Db, run: RunStart): Promise<void> {
  await db
    .insert(runs)
    .values({ ...run, counts: {}, report: [] })
    .onConflictDoNothing();
}

/** Writes how a run ended. False if it is unknown or had already ended. */
export async function endRun(db: Db, id: string, end: RunEnd): Promise<boolean> {
  const ended = await db
    .update(runs)
    .set(end)
    .where(and(eq(runs.id, id), isNull(runs.endedAt)))
    .returning({ id: runs.id });
  return ended.length > 0;
}

/** Newest first. */
export async function recentRuns(
  db: Db,
  limit: number,
  { kind, source }: Partial<Pick<Run, "kind" | "source">> = {},
): Promise<Run[]> {
  return db
    .select()
    .from(runs)
    .where(and(kind && eq(runs.kind, kind), source ? eq(runs.source, source) : undefined))
    .orderBy(desc(runs.startedAt), desc(runs.id))
    .limit(limit);
}

export async function runById(db: Db, id: string): Promise<Run | null> {
  const [run] = await db.select().from(runs).where(eq(runs.id, id));
  return run ?? null;
}
