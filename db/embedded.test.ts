import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { turnsDuring } from "@/lib/awaitable.fixture";
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
