import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { turnsDuring } from "@/lib/awaitable.fixture";
import { openDatabase, pastThePooler } from "./client";
import { embeddedDatabase } from "./testing/embedded";

test("a Neon host is reached by Neon's driver, any other by node-postgres", async () => {
  const neon = await openDatabase("postgres://u:p@ep-example-1.eu-central-1.aws.neon.tech/neondb", "");
  const other = await openDatabase("postgres://u:p@neon.tech.example.com/x", "");
  expect([neon.kind, other.kind]).toEqual(["neon", "postgres"]);
  await Promise.all([neon.close(), other.close()]);
});

test("migrations go past Neon's pooler, and nothing else of the address changes", () => {
  const rest = "us-east-2.aws.neon.tech/pricing?sslmode=require";
  expect(pastThePooler(`postgres://ada:p%40ss@ep-acme-1-pooler.${rest}`)).toBe(
    `postgres://ada:p%40ss@ep-acme-1.${rest}`,
  );
  for (const url of [`postgres://ada@ep-acme-1.${rest}`, "postgres://ada@db-pooler:5432/x-pooler.y"]) {
    expect(pastThePooler(url)).toBe(url);
  }
});

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
