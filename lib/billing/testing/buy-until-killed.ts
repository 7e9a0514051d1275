import { asc } from "drizzle-orm";
import { openEmbedded } from "@/db/client";
import { oweMail, savePurchase } from "@/db/queries/billing";
import { billingMails, purchases } from "@/db/schema";

/** Tells what the database holds, then buys without end; names each purchase once it is written. */
const [, , dataDir = "", round = ""] = process.argv;
const { db, migrate } = await openEmbedded(dataDir);
await migrate();
const bought = await db.select({ id: purchases.id }).from(purchases).orderBy(asc(purchases.id));
const owed = await db.select({ id: billingMails.subjectId }).from(billingMails).orderBy(asc(billingMails.subjectId));
console.info(JSON.stringify({ bought: bought.map(({ id }) => id), owed: owed.map(({ id }) => id) }));

const now = new Date();
for (let n = 0; ; n += 1) {
  const id = `pur_${round}_${n}`;
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
  console.info(id);
}
