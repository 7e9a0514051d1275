import { execFileSync } from "node:child_process";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reaching } from "@/lib/reach";
import type { Connection, Db } from "./client";
import { takeLoadLock } from "./load/rows";
import { onPostgres, SERVER } from "./testing/scratch";

const POOL_SIZE = 10;

/** While it runs, this process does not learn of the loss. */
function breakConnection(pid: number) {
  const script = `import pg from "pg";
    const client = new pg.Client({ connectionString: ${JSON.stringify(SERVER)} });
    await client.connect();
    await client.query("select pg_terminate_backend(${pid})");
    await client.end();`;
  execFileSync(process.execPath, ["--input-type=module", "-e", script]);
}

onPostgres((name, open) =>
  describe(name, () => {
    let connection: Connection;
    beforeAll(async () => {
      connection = await open();
    });
    afterAll(() => connection?.close());

    const ownPid = async () => {
      const { rows } = await connection.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      return rows[0]?.pid ?? 0;
    };

    test("a process that was frozen while its connections were ended answers the first question it hears", async () => {
      const pids = await Promise.all(Array.from({ length: POOL_SIZE }, ownPid));
      for (const pid of new Set(pids)) breakConnection(pid);
      // Nothing runs here meanwhile, no timer either.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_500);
      const [one, transaction] = [ownPid(), connection.db.transaction((tx) => tx.execute(sql`select 1`))];
      expect(await one).toBeGreaterThan(0);
      expect(await transaction).toBeDefined();
    });

    test("connections that break before a transaction begins, or in it, are not missed later", {
      timeout: 120_000,
    }, async () => {
      let lost = 0;
      for (let turn = 0; turn <= POOL_SIZE; turn += 1) {
        breakConnection(await ownPid());
        await connection.db.transaction((tx) => tx.execute(sql`select 1`)).catch(() => (lost += 1));
      }
      for (let turn = 0; turn < 2; turn += 1) {
        const failing = connection.db.transaction(async (tx) => {
          const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
          breakConnection(rows[0]?.pid ?? 0);
          await tx.execute(sql`select 1`);
        });
        await expect(failing).rejects.toThrow();
      }
      expect(lost).toBeGreaterThan(0);
      expect(await Promise.all(Array.from({ length: POOL_SIZE }, ownPid))).toHaveLength(POOL_SIZE);
    });

    const timeoutOf = async (db: Db) => {
      const { rows } = await db.execute<{ most: string; rest: string }>(
        sql`select current_setting('statement_timeout') as most, current_setting('idle_in_transaction_session_timeout') as rest`,
      );
      return rows[0];
    };
    const BOUNDED = { most: "1min", rest: "1min" };

    test("no statement takes longer than a minute, but for migrations and loads", async () => {
      const { db } = connection;
      expect(await Promise.all(Array.from({ length: POOL_SIZE }, () => timeoutOf(db)))).toEqual(
        Array.from({ length: POOL_SIZE }, () => BOUNDED),
      );
      await connection.migrate();
      await db.transaction(async (tx) => {
        await takeLoadLock(tx);
        expect(await timeoutOf(tx)).toEqual({ most: "0", rest: "0" });
      });
      for (let n = 0; n < 2 * POOL_SIZE; n += 1) expect(await timeoutOf(db)).toEqual(BOUNDED);
    });

    test("a statement that was given up is a database that did not answer in time, and its connection serves on", async () => {
      const slow = (db: Db) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`set local statement_timeout = 20`);
          await tx.execute(sql`select pg_sleep(5)`);
        });
      const asked = reaching(async () => connection.db)(slow);
      await expect(asked).rejects.toMatchObject({
        code: "unavailable",
        message: "The database did not answer in time.",
      });
      expect(await Promise.all(Array.from({ length: POOL_SIZE }, ownPid))).toHaveLength(POOL_SIZE);
    });
  }),
);
