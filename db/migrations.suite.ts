import { getTableName, is, isNull } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "./client";
import { FIXTURE } from "./load/load.suite";
import { loadCatalog } from "./load/load-catalog";
import { filesOf, sessionUser } from "./queries/accounts";
import { liveKeyByHash } from "./queries/api-keys";
import { purchaseById, takeDueMails, unappliedEvents } from "./queries/billing";
import * as schema from "./schema";
import { asThePreviousReleaseLeftIt, everyRow, HASH_OF_KEY, SESSION } from "./testing/previous-release";

/** Tables whose rows an edition of the catalogue replaces. */
const OF_THE_CATALOGUE =
  /^(?:categories|catalog_state|observations|observations_aside|price_changes|product_index|products|sources)$/;

/** The state of the previous release's database after this release's migrations. */
export function migrationsSuite(kind: string, open: () => Promise<Connection>) {
  describe(`migrations on ${kind}`, () => {
    let connection: Connection;
    let before: Map<string, Record<string, unknown>[]>;
    const now = new Date("2026-10-06T00:00:00Z");

    beforeAll(async () => {
      connection = await open();
      await asThePreviousReleaseLeftIt(connection.db);
      before = await everyRow(connection.db);
      await connection.migrate();
    });
    afterAll(() => connection?.close());

    test("each table of the previous release had rows, and each row is kept with all that it said", async () => {
      expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([]);
      const after = await everyRow(connection.db);
      for (const [table, rows] of before) {
        const kept = after.get(table) ?? [];
        expect(kept.length, table).toBe(rows.length);
        for (const row of rows) expect(kept, table).toContainEqual(expect.objectContaining(row));
      }
    });

    test("what the schema describes is what the database has", async () => {
      const tables = Object.values(schema as Record<string, unknown>).filter((one) => is(one, PgTable));
      expect(tables.map((table) => getTableName(table)).sort()).toEqual(
        [...(await everyRow(connection.db)).keys()].sort(),
      );
      for (const table of tables) await connection.db.select().from(table).limit(1);
    });

    test("a buyer is still signed in and may still read what was paid, and what was owed is still owed", async () => {
      const { db } = connection;
      expect(await sessionUser(db, SESSION, now)).toEqual({ id: "usr_1", email: "buyer@example.com" });
      expect(await liveKeyByHash(db, HASH_OF_KEY, now)).toMatchObject({
        id: "key_1",
        customerId: "cus_1",
        subscriptions: [
          { id: "sub_1", status: "active", interval: "year", paidUntil: new Date("2027-10-05T08:00:00Z") },
        ],
      });
      expect(await filesOf(db, ["cus_1"])).toMatchObject([{ id: "pur_1", downloadsUsed: 3, recordCount: 1 }]);
      expect(await purchaseById(db, "pur_1")).toMatchObject({ tokenVersion: 2, status: "paid", amountMinor: 1900 });
      expect((await unappliedEvents(db, 10)).map(({ id }) => id)).toEqual(["evt_2"]);
      const owed = await takeDueMails(db, { now, leaseUntil: new Date(now.getTime() + 1_000), limit: 10 });
      expect(owed.map(({ kind, subjectId }) => [kind, subjectId])).toEqual([["file_ready", "pur_1"]]);
    });

    test("what was read before counts as shipped, and a new edition takes its place and touches nobody", async () => {
      const { db } = connection;
      expect(await db.select().from(schema.observations)).toMatchObject([{ origin: "shipped", run: null }]);
      const people = async () => [...(await everyRow(db))].filter(([table]) => !OF_THE_CATALOGUE.test(table));
      const held = await people();
      const { loaded, counts } = await loadCatalog(db, { dir: FIXTURE, log: () => {}, now });
      expect([loaded, counts.products, await db.$count(schema.observations)]).toEqual([true, 7, counts.observations]);
      expect(await people()).toEqual(held);
      expect(await db.$count(schema.observations, isNull(schema.observations.evidenceId))).toBe(0);
    });
  });
}
