import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openEmbedded } from "./embedded";
import { maintain } from "./maintenance";

/** Number of its log files, each of 16 MB. */
const LOGS = 4;

test("rows that come and go take no more room, nor the log of them", async () => {
  const dir = mkdtempSync(join(tmpdir(), "maintained-"));
  const { db, close } = await openEmbedded(dir);
  const one = async <T>(question: ReturnType<typeof sql>) =>
    Object.values((await db.execute<Record<string, T>>(question)).rows[0] ?? {})[0] as T;
  try {
    await db.execute(sql`create table notes (text text)`);
    const sizes: number[] = [];
    for (const rows of [120_000, 80_000, 80_000]) {
      await db.execute(sql`insert into notes select repeat(md5(n::text), 20) from generate_series(1, ${rows}::int) n`);
      await db.execute(sql`delete from notes`);
      const written = await one<string>(sql`select pg_current_wal_lsn()::text`);
      await maintain(db);
      sizes.push(await one<number>(sql`select pg_relation_size('notes')::int`));
      expect(await one<boolean>(sql`select redo_lsn >= ${written}::pg_lsn from pg_control_checkpoint()`)).toBe(true);
    }
    expect(sizes).toEqual(sizes.map(() => sizes[0]));
    const logs = readdirSync(join(dir, "pglite", "pg_wal")).filter((name) => /^[0-9A-F]{24}$/.test(name));
    expect(logs.length).toBeLessThanOrEqual(LOGS);
  } finally {
    await close();
    rmSync(dir, { recursive: true });
  }
});
