import { join } from "node:path";
import { asc, isNotNull } from "drizzle-orm";
import { openEmbedded } from "@/db/embedded";
import { appendRun } from "@/db/load/append";
import { loadCatalog } from "@/db/load/load-catalog";
import { oweMail, savePurchase } from "@/db/queries/billing";
import { billingMails, observations, purchases, runs } from "@/db/schema";
import { paid } from "@/lib/catalog/testing/observations";

const READS_EVERY = 4;

/** Prints the database's content, then buys and reads prices without end, and prints each one once it is written. */
const [, , dataDir = "", round = ""] = process.argv;
const { db, migrate } = await openEmbedded(dataDir);
await migrate();
await loadCatalog(db, { dir: join("db", "load", "fixtures", "acme"), log: () => {} });
const bought = await db.select({ id: purchases.id }).from(purchases).orderBy(asc(purchases.id));
const owed = await db.select({ id: billingMails.subjectId }).from(billingMails).orderBy(asc(billingMails.subjectId));
const ran = await db.select({ id: runs.id }).from(runs).orderBy(asc(runs.id));
const read = await db
  .select({ id: observations.run })
  .from(observations)
  .where(isNotNull(observations.run))
  .orderBy(asc(observations.run));
const ids = (rows: { id: string | null }[]) => rows.map(({ id }) => id);
console.info(JSON.stringify({ bought: ids(bought), owed: ids(owed), ran: ids(ran), read: ids(read) }));

const now = new Date();
async function buy(id: string) {
  await db.transaction(async (tx) => {
    await savePurchase(tx, {
      id,
      checkoutId: `cs_${id}`,
      customerId: null,
      email: "buyer@example.com",
      category: "crm",
      asOf: "2026-11-21",
      amountMinor: 1_900,
      currency: "USD",
      paymentIntentId: null,
      status: "paid",
      paidAt: now,
      refundedAt: null,
      tokenHash: id,
      expiresAt: now,
    });
    await oweMail(tx, { kind: "file_ready", subjectId: id, now });
  });
}

async function readPrice(id: string, price: number) {
  const fact = { kind: "plans" as const, currency: "USD", complete: true, tiers: [paid("pro", price)] };
  const evidence = { url: "https://slack.example.com/pricing" };
  const row = { product: "slack", source: "example", trust: "A" as const, observedAt: "2026-11-21", evidence, fact };
  await appendRun(db, {
    run: { id, kind: "verify", source: null, startedAt: now },
    observations: [row],
    checks: [],
    now,
  });
}

for (let n = 0; ; n += 1) {
  const reads = n % READS_EVERY === READS_EVERY - 1;
  const id = `${reads ? "run" : "pur"}_${round}_${n}`;
  await (reads ? readPrice(id, 1 + Number(round) * 1_000 + n) : buy(id));
  console.info(id);
}
