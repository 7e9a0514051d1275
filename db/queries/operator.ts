import { and, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { apiKeys, billingMails, customers, downloads, purchases, stripeEvents, subscriptions } from "@/db/schema";

/** A search of the operator: all rows, one page at a time. */
export interface Search {
  /** Part of an email address, an id or a name. Empty for all. */
  text: string;
  offset: number;
  limit: number;
}

const contains = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

async function count(db: Db, table: PgTable, where?: SQL): Promise<number> {
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(table).where(where);
  return row?.n ?? 0;
}

export async function deskCounts(db: Db) {
  const byStatus = await db
    .select({ status: subscriptions.status, n: sql<number>`count(*)::int` })
    .from(subscriptions)
    .groupBy(subscriptions.status)
    .orderBy(subscriptions.status);
  return {
    customers: await count(db, customers),
    subscriptions: byStatus,
    purchases: await count(db, purchases, eq(purchases.status, "paid")),
    refunded: await count(db, purchases, eq(purchases.status, "refunded")),
    downloads: await count(db, downloads),
    events: await count(db, stripeEvents),
    unapplied: await count(db, stripeEvents, isNull(stripeEvents.appliedAt)),
    mailsOwed: await count(db, billingMails, isNull(billingMails.sentAt)),
  };
}

/** Newest first. */
export async function customersPage(db: Db, { text, offset, limit }: Search) {
  const like = contains(text);
  const where = text === "" ? undefined : or(ilike(customers.email, like), ilike(customers.id, like));
  // Explicit column names: drizzle omits the table name in a select from one table, and both tables have an id.
  const own = (table: typeof apiKeys | typeof purchases | typeof subscriptions) =>
    sql<number>`(select count(*)::int from ${table} as owned where owned.customer_id = ${customers}.id)`;
  const rows = await db
    .select({
      id: customers.id,
      email: customers.email,
      linked: sql<boolean>`${customers.userId} is not null`,
      createdAt: customers.createdAt,
      subscriptions: own(subscriptions),
      keys: own(apiKeys),
      purchases: own(purchases),
    })
    .from(customers)
    .where(where)
    .orderBy(desc(customers.createdAt), desc(customers.id))
    .offset(offset)
    .limit(limit);
  return { rows, total: await count(db, customers, where) };
}

export async function customerRow(db: Db, id: string) {
  const [row] = await db.select().from(customers).where(eq(customers.id, id));
  return row ?? null;
}

const purchaseColumns = {
  id: purchases.id,
  customerId: purchases.customerId,
  email: purchases.email,
  category: purchases.category,
  asOf: purchases.asOf,
  amountMinor: purchases.amountMinor,
  currency: purchases.currency,
  paymentIntentId: purchases.paymentIntentId,
  status: purchases.status,
  paidAt: purchases.paidAt,
  refundedAt: purchases.refundedAt,
  expiresAt: purchases.expiresAt,
  downloadsUsed: purchases.downloadsUsed,
  downloadsMax: purchases.downloadsMax,
  fileSha256: purchases.fileSha256,
};

/** Newest first, without anything that would open a link. */
export async function purchasesPage(db: Db, { text, offset, limit }: Search) {
  const like = contains(text);
  const where =
    text === ""
      ? undefined
      : or(
          ilike(purchases.email, like),
          ilike(purchases.category, like),
          ilike(purchases.id, like),
          ilike(purchases.paymentIntentId, like),
          ilike(purchases.customerId, like),
        );
  const rows = await db
    .select(purchaseColumns)
    .from(purchases)
    .where(where)
    .orderBy(desc(purchases.paidAt), desc(purchases.id))
    .offset(offset)
    .limit(limit);
  return { rows, total: await count(db, purchases, where) };
}

export type PurchaseEntry = Awaited<ReturnType<typeof purchasesPage>>["rows"][number];

export async function purchaseRow(db: Db, id: string): Promise<PurchaseEntry | null> {
  const [row] = await db.select(purchaseColumns).from(purchases).where(eq(purchases.id, id));
  return row ?? null;
}

export async function purchasesOf(db: Db, customerId: string): Promise<PurchaseEntry[]> {
  return db
    .select(purchaseColumns)
    .from(purchases)
    .where(eq(purchases.customerId, customerId))
    .orderBy(desc(purchases.paidAt));
}

export type EventState = "all" | "applied" | "waiting" | "failed";

/** Returns the ledger of deliveries, newest first. */
export async function eventsPage(db: Db, { text, offset, limit, state }: Search & { state: EventState }) {
  const like = contains(text);
  const where = and(
    text === ""
      ? undefined
      : or(ilike(stripeEvents.id, like), ilike(stripeEvents.type, like), ilike(stripeEvents.objectId, like)),
    state === "applied" ? isNotNull(stripeEvents.appliedAt) : undefined,
    state === "waiting" ? isNull(stripeEvents.appliedAt) : undefined,
    state === "failed" ? isNotNull(stripeEvents.lastError) : undefined,
  );
  const rows = await db
    .select()
    .from(stripeEvents)
    .where(where)
    .orderBy(desc(stripeEvents.receivedAt), desc(stripeEvents.id))
    .offset(offset)
    .limit(limit);
  return { rows, total: await count(db, stripeEvents, where) };
}
