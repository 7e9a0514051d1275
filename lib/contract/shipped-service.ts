import { shippedDatabase } from "@/db/testing/embedded";
import { catalogDay } from "@/lib/catalog/report";
import { databaseCatalog } from "@/lib/operations/database-catalog";
import { SITE, testRuntime } from "@/lib/operations/testing/runtime";
import { once, shipped } from "./catalogue";

const limiter = { take: async () => ({ allowed: true, remaining: 1, resetSeconds: 1 }) };

/** Returns the day on which the newest source of the shipped catalogue was obtained. */
export const shippedDay = () => new Date(catalogDay(shipped().files.sources));

const open = once(async (_: "shipped") => {
  const { db } = await shippedDatabase();
  return { db, catalog: databaseCatalog(SITE, async () => db, undefined, Number.MAX_SAFE_INTEGER) };
});

/**
 * Returns the operations over the shipped catalogue in a database, on its day and without limits. Tests of one process
 * share the database and its cache, and only read.
 */
export async function shippedService({ checkOutput = true } = {}) {
  const { db, catalog } = await open("shipped");
  const now = shippedDay();
  return { db, catalog, now, runtime: testRuntime({ catalog, limiter, checkOutput, now: () => now }) };
}
