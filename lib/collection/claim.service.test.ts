import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { claimCollectRun, endCollectRun } from "@/db/queries/collection";
import { runs } from "@/db/schema";
import { onPostgres } from "@/db/testing/scratch";

onPostgres((name, open) =>
  describe(name, () => {
    let connections: Connection[];
    beforeAll(async () => {
      connections = [await open(), await open()];
      await connections[0]?.migrate();
    });
    afterAll(() => Promise.all(connections.map((connection) => connection.close())));

    test("of many workers exactly one reads a list, and after its end the next", async () => {
      const NOW = Date.parse("2026-11-01T05:00:00Z");
      const round = async (n: number, abandonedBefore: Date) => {
        const claims = await Promise.all(
          Array.from({ length: 16 }, async (_, at) => {
            const connection = connections[at % connections.length] as Connection;
            const run = { id: `run_${n}_${at}`, source: "acme", startedAt: new Date(NOW + n * 1000) };
            return { id: run.id, other: await claimCollectRun(connection.db, run, abandonedBefore) };
          }),
        );
        const begun = claims.filter(({ other }) => other === null);
        expect(begun).toHaveLength(1);
        expect(new Set(claims.flatMap(({ other }) => other?.id ?? []))).toEqual(new Set([begun[0]?.id]));
        return begun[0]?.id ?? "";
      };
      const db = (connections[0] as Connection).db;
      for (let n = 0; n < 5; n += 1) {
        const id = await round(n, new Date(0));
        expect(await endCollectRun(db, id, { outcome: "done", counts: {}, report: [], endedAt: new Date(NOW) })).toBe(
          true,
        );
        expect(await endCollectRun(db, id, { outcome: "done", counts: {}, report: [], endedAt: new Date(NOW) })).toBe(
          false,
        );
      }
      await round(5, new Date(0));
      await round(6, new Date(NOW + 5500));
      const outcomes = (await db.select().from(runs)).map(({ outcome }) => outcome ?? "under way").sort();
      expect(outcomes).toEqual(["done", "done", "done", "done", "done", "interrupted", "under way"]);
    });
  }),
);
