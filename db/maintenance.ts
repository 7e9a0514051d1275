import { sql } from "drizzle-orm";
import { regularly } from "@/lib/regularly";
import { getConnection, requireRoom } from "./client";
import type { Db } from "./connection";

const EVERY_MS = 60 * 60_000;

/**
 * What a server of PostgreSQL does by processes of its own, which PGlite has none of: rows that are no more give their
 * room to new ones, a table at a time, and what the log holds is written to the tables, so that the log begins anew and
 * whoever opens the database after a crash has little to recover. Hundredths of a second where there is little to do.
 */
export async function maintain(db: Db): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of rows) await db.execute(sql.raw(`vacuum ${name}`));
  await db.execute(sql`checkpoint`);
}

/** At once and each hour, where the database is embedded. A full disk is left alone: all of it writes. */
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
