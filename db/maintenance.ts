import { sql } from "drizzle-orm";
import { regularly } from "@/lib/regularly";
import { getConnection, requireRoom } from "./client";
import type { Db } from "./connection";

const EVERY_MS = 60 * 60_000;

/**
 * Does the work of PostgreSQL's background processes, which PGlite lacks. Vacuums one table at a time, so that new rows
 * reuse the space of deleted ones, and writes the log to the tables, so that the log starts over and little has to be
 * recovered after a crash. Takes hundredths of a second if there is little to do.
 */
export async function maintain(db: Db): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of rows) await db.execute(sql.raw(`vacuum ${name}`));
  await db.execute(sql`checkpoint`);
}

/** Maintains an embedded database at startup and hourly. Skips a full disk, because all of this writes. */
export async function maintainEmbedded(): Promise<void> {
  const { kind, db } = await getConnection();
  if (kind !== "embedded") return;
  regularly(
    async () => {
      await requireRoom();
      await maintain(db);
    },
    EVERY_MS,
    "the embedded database was not maintained",
  );
}
