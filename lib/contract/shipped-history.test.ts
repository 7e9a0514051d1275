import { afterEach, expect, test, vi } from "vitest";
import { groupBy } from "@/lib/catalog/ledger";
import { databaseCatalog } from "@/lib/operations/database-catalog";
import { SITE } from "@/lib/operations/testing/runtime";
import { today } from "@/lib/operations/views";
import { shipped } from "./catalogue";
import { shippedService } from "./shipped-service";

const LARGEST = 10;

afterEach(() => vi.restoreAllMocks());

test("the changes of the products of which most was observed are derived once for a day, and stay beside one another", async () => {
  const { db, now } = await shippedService();
  // Else the catalogue is asked for its state meanwhile.
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const connect = vi.fn(async () => db);
  const catalog = databaseCatalog(SITE, connect);
  const observed = groupBy(shipped().files.observations, ({ product }) => product);
  const largest = [...observed].sort(([, a], [, b]) => b.length - a.length).slice(0, LARGEST);
  const ask = async () => {
    for (const [slug] of largest) await catalog.changesOf(slug, { asOf: today(now), now });
    return connect.mock.calls.length;
  };
  const first = await ask();
  expect(first).toBeGreaterThan(LARGEST);
  expect(await ask()).toBe(first);
});
