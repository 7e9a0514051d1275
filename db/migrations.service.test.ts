import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "@/scripts/lib/built-server";
import { type Connection, openDatabase } from "./client";
import { FIXTURE } from "./load/load.suite";
import { migrationsSuite } from "./migrations.suite";
import { catalogState, customers, products } from "./schema";
import { asThePreviousReleaseLeftIt } from "./testing/previous-release";
import { onPostgres, type ScratchDatabase, scratchDatabase } from "./testing/scratch";

onPostgres(migrationsSuite);

describe.each([
  ["an empty database", 0, async () => {}],
  ["a database of the previous release", 1, asThePreviousReleaseLeftIt],
] as const)("three servers that start at once on %s", (_, buyers, leave) => {
  let scratch: ScratchDatabase;
  let connection: Connection;
  let servers: RunningServer[] = [];

  beforeAll(async () => {
    scratch = await scratchDatabase();
    connection = await openDatabase(scratch.url, "");
    await leave(connection.db);
    const environment = {
      VERCEL: "",
      CATALOG_DIR: FIXTURE,
      AUTH_SECRET: "0123456789abcdef0123456789abcdef",
      SANDBOX_URL: "",
    };
    servers = await Promise.all([1, 2, 3].map(() => startServer(scratch.url, environment)));
  }, 120_000);
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await connection?.close();
    await scratch?.drop();
  });

  test("migrate it once, load it once, and all serve", async () => {
    for (const { url } of servers) {
      expect((await fetch(`${url}/api/ready`)).status).toBe(200);
      expect((await fetch(`${url}/api/v2/pricing/slack`)).status).toBe(200);
    }
    const ready = servers.map(({ output }) => /"loaded":(true|false)/.exec(output())?.[1]);
    expect(ready.sort()).toEqual(["false", "false", "true"]);
    const { rows } = await connection.db.execute<{ hash: string }>("select hash from drizzle.__drizzle_migrations");
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(rows.length);
    expect([
      await connection.db.$count(customers),
      await connection.db.$count(catalogState),
      await connection.db.$count(products),
    ]).toEqual([buyers, 1, 7]);
  });
});
