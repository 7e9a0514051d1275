import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { catalogState as state } from "@/db/schema";

/** @throws when the database does not answer */
export async function ping(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}

/** When and from which files the catalogue was loaded; null before the first load. */
export async function catalogState(db: Db) {
  const [row] = await db
    .select({ contentHash: state.contentHash, loadedAt: state.loadedAt, counts: state.counts })
    .from(state);
  return row ?? null;
}
