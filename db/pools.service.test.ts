import { execFileSync } from "node:child_process";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatLine } from "@/lib/logger";
import { reaching } from "@/lib/reach";
import { type Connection, type Db, openDatabase } from "./client";
import { loadTransaction } from "./load/rows";
import { asOnNeon, type NeonRelay, neonRelay, reachNeonThrough } from "./testing/neon-relay";
import { onPostgres, SERVER } from "./testing/scratch";

const POOL_SIZE = 10;

/** Breaks a connection without this process noticing while the script runs. */
function breakConnection(pid: number) {
  const script = `import pg from "pg";
    const client = new pg.Client({ connectionString: ${JSON.stringify(SERVER)} });
    await client.connect();
    await client.query("select pg_terminate_backend(${pid})");
    await client.end();`;
  execFileSync(process.execPath, ["--input-type=module", "-e", script]);
}

describe("a database that is not there", () => {
  const NOWHERE = "postgres://ada@127.0.0.1:1/x";
  let proxy: NeonRelay;
  beforeAll(async () => {
    proxy = await neonRelay(new URL(NOWHERE));
  });
  afterAll(() => proxy.close());

  test.each([
    ["node-postgres", NOWHERE, 1, "ECONNREFUSED"],
    ["Neon's driver", asOnNeon(NOWHERE), 1, "ECONNREFUSED"],
    ["Neon's proxy", asOnNeon(NOWHERE), null, "is not queryable"],
  ])(
    "is told of by %s as one that cannot be reached, soon, with the reason for the log",
    async (_, url, port, reason) => {
      reachNeonThrough({ port: port ?? proxy.port });
      const connection = await openDatabase(url, "");
      const begun = performance.now();
      try {
        const question = async (db: Db) => void (await db.execute(sql`select 1`));
        for (const work of [question, (db: Db) => db.transaction(async () => {})]) {
          const asked = reaching(async () => connection.db)(work);
          const told = await asked.catch((error: unknown) => error);
          expect(told).toMatchObject({
            code: "unavailable",
            message: "The database cannot be reached. Try again in 5 seconds.",
          });
          expect(formatLine("error", "x", { cause: (told as Error).cause })).toContain(reason);
        }
        await expect(connection.migrate()).rejects.toThrow(reason);
      } finally {
        await connection.close();
      }
      expect(performance.now() - begun).toBeLessThan(5_000);
    },
  );
});

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
      // Nothing runs here meanwhile, not even a timer.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_500);
      const [one, transaction] = [ownPid(), connection.db.transaction((tx) => tx.execute(sql`select 1`))];
      expect(await one).toBeGreaterThan(0);
      expect(await transaction).toBeDefined();
    });

    test("connections that break before a transaction begins, or in it, are not missed later", {
      timeout: 120_000,
    }, async () => {
      for (let turn = 0; turn <= POOL_SIZE; turn += 1) {
        breakConnection(await ownPid());
        await connection.db.transaction((tx) => tx.execute(sql`select 1`));
      }
      for (let turn = 0; turn < 2; turn += 1) {
        const failing = connection.db.transaction(async (tx) => {
          const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
          breakConnection(rows[0]?.pid ?? 0);
          await tx.execute(sql`select 1`);
        });
        await expect(failing).rejects.toThrow();
      }
      expect(await Promise.all(Array.from({ length: POOL_SIZE }, ownPid))).toHaveLength(POOL_SIZE);
    });

    describe("what others undid, or a connection that broke", () => {
      beforeAll(async () => {
        await connection.db.execute(sql`create table drawers (id int primary key, held int not null)`);
      });
      const put = (id: number, held: number) => sql`update drawers set held = ${held} where id = ${id}`;
      const heldIn = async (db: Db, id: number) => {
        const { rows } = await db.execute<{ held: number }>(sql`select held from drawers where id = ${id}`);
        return rows[0]?.held ?? 0;
      };
      const filled = (...held: number[]) =>
        connection.db.transaction(async (tx) => {
          await tx.execute(sql`delete from drawers`);
          for (const [id, n] of held.entries()) await tx.execute(sql`insert into drawers values (${id}, ${n})`);
        });
      /** Returns a function that waits until `count` callers are there. Later callers pass. */
      const meeting = (count: number) => {
        let arrived = 0;
        let open = () => {};
        const met = new Promise<void>((resolve) => (open = resolve));
        return () => {
          arrived += 1;
          if (arrived >= count) open();
          return met;
        };
      };

      test("transactions of which only one can be as if alone all come about, one after the other", async () => {
        await filled(0);
        const [meet, many] = [meeting(3), 3];
        let begun = 0;
        const add = () =>
          connection.db.transaction(
            async (tx) => {
              begun += 1;
              const held = await heldIn(tx, 0);
              await meet();
              await tx.execute(put(0, held + 1));
            },
            { isolationLevel: "serializable" },
          );
        await Promise.all(Array.from({ length: many }, add));
        expect(await heldIn(connection.db, 0)).toBe(many);
        expect(begun).toBeGreaterThan(many);
      });

      test("transactions that wait for each other both come about", async () => {
        await filled(0, 0);
        const meet = meeting(2);
        let begun = 0;
        const both = (first: number, second: number) =>
          connection.db.transaction(async (tx) => {
            begun += 1;
            await tx.execute(sql`update drawers set held = held + 1 where id = ${first}`);
            await meet();
            await tx.execute(sql`update drawers set held = held + 1 where id = ${second}`);
          });
        await Promise.all([both(0, 1), both(1, 0)]);
        expect([await heldIn(connection.db, 0), await heldIn(connection.db, 1), begun]).toEqual([2, 2, 3]);
      });

      test("one that nothing helps is told of as such, and not as our own fault", async () => {
        let begun = 0;
        const never = (db: Db) =>
          db.transaction(async (tx) => {
            begun += 1;
            await tx.execute(sql`do $$ begin raise exception 'no' using errcode = 'serialization_failure'; end $$`);
          });
        await expect(reaching(async () => connection.db)(never)).rejects.toMatchObject({
          code: "unavailable",
          message: "Too many requests changed the same data at once. Try again in 5 seconds.",
        });
        expect(begun).toBe(4);
      });

      test("a transaction whose connection breaks before its commit begins anew, and is written once", async () => {
        await filled(0);
        let begun = 0;
        await connection.db.transaction(async (tx) => {
          begun += 1;
          await tx.execute(sql`update drawers set held = held + 1 where id = 0`);
          const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
          if (begun === 1) breakConnection(rows[0]?.pid ?? 0);
          await tx.execute(sql`select 1`);
        });
        expect([await heldIn(connection.db, 0), begun]).toEqual([1, 2]);
      });

      test("one whose connection breaks in its commit is not begun anew: nobody knows what became of it", async () => {
        await filled(0);
        await connection.db.execute(sql`
          create or replace function break_off() returns trigger language plpgsql as
          $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
        await connection.db.execute(sql`
          create constraint trigger at_commit after update on drawers deferrable initially deferred
          for each row execute function break_off()`);
        let begun = 0;
        const broken = (db: Db) =>
          db.transaction(async (tx) => {
            begun += 1;
            await tx.execute(put(0, 1));
          });
        try {
          await expect(reaching(async () => connection.db)(broken)).rejects.toMatchObject({ code: "unavailable" });
        } finally {
          await connection.db.execute(sql`drop trigger at_commit on drawers`);
        }
        expect(begun).toBe(1);
      });

      test("a question by itself is asked again on another connection, a change by itself is not", async () => {
        await filled(0);
        await connection.db.execute(sql`create sequence asked`);
        // A sequence keeps its count even if its statement is rolled back.
        const breaking = sql`case when nextval('asked') % 2 = 1 then pg_terminate_backend(pg_backend_pid()) end`;
        const asked = async () => {
          const { rows } = await connection.db.execute<{ n: number }>(sql`select last_value::int as n from asked`);
          return rows[0]?.n;
        };
        await connection.db.execute(sql`select ${breaking}, pg_sleep(0.01)`);
        expect(await asked()).toBe(2);
        const change = (db: Db) => db.execute(sql`update drawers set held = held + 1 where ${breaking} is null`);
        await expect(reaching(async () => connection.db)(change)).rejects.toMatchObject({ code: "unavailable" });
        expect(await asked()).toBe(3);
      });
    });

    test("a pool that has lent all its connections lets whoever asks wait, tells them so in ten seconds, and serves on", {
      timeout: 60_000,
    }, async () => {
      let giveBack = () => {};
      const held = new Promise<void>((resolve) => (giveBack = resolve));
      const holders = Array.from({ length: POOL_SIZE }, () =>
        connection.db.transaction(async (tx) => {
          await tx.execute(sql`select 1`);
          await held;
        }),
      );
      const begun = performance.now();
      const late = reaching(async () => connection.db)((db) => db.execute(sql`select 1`));
      await expect(late).rejects.toMatchObject({
        code: "unavailable",
        message: "The database cannot be reached. Try again in 5 seconds.",
      });
      expect(performance.now() - begun).toBeLessThan(13_000);
      const soon = ownPid();
      giveBack();
      await Promise.all(holders);
      expect(await soon).toBeGreaterThan(0);
      expect(await Promise.all(Array.from({ length: 2 * POOL_SIZE }, ownPid))).toHaveLength(2 * POOL_SIZE);
    });

    test("processes that migrate at once leave each migration applied once", async () => {
      const others = await Promise.all([open(), open()]);
      try {
        await Promise.all([connection, ...others, connection].map((one) => one.migrate()));
        const { rows } = await connection.db.execute<{ hash: string }>("select hash from drizzle.__drizzle_migrations");
        expect(rows.length).toBeGreaterThan(10);
        expect(new Set(rows.map(({ hash }) => hash)).size).toBe(rows.length);
      } finally {
        for (const other of others) await other.close();
      }
    });

    const timeoutOf = async (db: Db) => {
      const { rows } = await db.execute<{ most: string; rest: string }>(
        sql`select current_setting('statement_timeout') as most, current_setting('idle_in_transaction_session_timeout') as rest`,
      );
      return rows[0];
    };
    const BOUNDED = { most: "10s", rest: "1min" };

    test("ends statements after ten seconds, except in migrations and loads", async () => {
      const { db } = connection;
      expect(await Promise.all(Array.from({ length: POOL_SIZE }, () => timeoutOf(db)))).toEqual(
        Array.from({ length: POOL_SIZE }, () => BOUNDED),
      );
      await connection.migrate();
      await loadTransaction(db, async (tx) => {
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
        message: "The database did not respond in time. Try again in 5 seconds.",
      });
      expect(await Promise.all(Array.from({ length: POOL_SIZE }, ownPid))).toHaveLength(POOL_SIZE);
    });
  }),
);
