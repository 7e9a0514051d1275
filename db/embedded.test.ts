import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { turnsDuring } from "@/lib/awaitable.fixture";
import { DamagedDatabaseError, openEmbedded } from "./embedded";
import { embeddedDatabase } from "./testing/embedded";

test("a row of questions to the embedded database, alone or in a transaction, lets others have their turn", async () => {
  const { db, close } = await embeddedDatabase();
  const count = sql`select count(*) from generate_series(1, 20000)`;
  const alone = await turnsDuring(async () => {
    for (let asked = 0; asked < 100; asked += 1) await db.execute(count);
  });
  const within = await turnsDuring(() =>
    db.transaction(async (tx) => {
      for (let asked = 0; asked < 100; asked += 1) await tx.execute(count);
    }),
  );
  await close();
  expect(Math.min(alone, within)).toBeGreaterThan(3);
});

test("a database folder that has lost its PG_VERSION is refused and left as it is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "damaged-"));
  const cluster = join(folder, "pglite");
  mkdirSync(cluster);
  writeFileSync(join(cluster, "postgresql.conf"), "");
  await expect(openEmbedded(folder)).rejects.toThrow(DamagedDatabaseError);
  await expect(openEmbedded(folder)).rejects.toThrow(/no PG_VERSION.*\n.*backup/);
  expect(readdirSync(cluster)).toEqual(["postgresql.conf"]);
  expect(existsSync(join(folder, "pglite.lock"))).toBe(false);
  rmSync(folder, { recursive: true });
});
