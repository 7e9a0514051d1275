import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { catalogState as state } from "@/db/schema";

/** @throws when the database does not respond */
export async function ping(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}

/**
 * Returns when and from which files the catalogue was loaded, and how often and when runs changed it. Null before the
 * first load.
 */
export async function catalogState(db: Db) {
  const [row] = await db
    .select({
      contentHash: state.contentHash,
      loadedAt: state.loadedAt,
      counts: state.counts,
      revision: state.revision,
      changedAt: state.changedAt,
    })
    .from(state);
  return row ? { ...row, changedAt: row.changedAt ?? row.loadedAt } : null;
}

/** Returns the last revision that changed a product of a category. 0 if no revision did. */
export async function categoryRevision(db: Db, category: string): Promise<number> {
  const { rows } = await db.execute<{ revision: number }>(
    sql`select coalesce(max(revision), 0)::int as revision from products where category = ${category}`,
  );
  return rows[0]?.revision ?? 0;
}
