import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { apiKeys, customers, subscriptions } from "@/db/schema";

export type ApiKeyRow = Omit<typeof apiKeys.$inferSelect, "hash">;
export type SubscriptionRow = typeof subscriptions.$inferSelect;

const columns = {
  id: apiKeys.id,
  customerId: apiKeys.customerId,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  checkoutId: apiKeys.checkoutId,
  rotatedFrom: apiKeys.rotatedFrom,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  revokedAt: apiKeys.revokedAt,
  lastUsedAt: apiKeys.lastUsedAt,
};

/** Evaluated by the database, so that no driver's parsing of a timestamp can extend a key's life. */
const live = (now: Date) => and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));

/**
 * Returns whether the customer exists. Locks it until the transaction ends, so that only this transaction changes its
 * data.
 */
export async function lockCustomer(tx: Db, customerId: string): Promise<boolean> {
  const rows = await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, customerId)).for("update");
  return rows.length > 0;
}

/** Counts the keys that work now, and those of them that will expire. */
export async function countLiveKeys(db: Db, customerId: string, now: Date): Promise<{ live: number; ending: number }> {
  const [row] = await db
    .select({ live: sql<number>`count(*)::int`, ending: sql<number>`count(${apiKeys.expiresAt})::int` })
    .from(apiKeys)
    .where(and(eq(apiKeys.customerId, customerId), live(now)));
  return row ?? { live: 0, ending: 0 };
}

export async function insertKey(db: Db, row: typeof apiKeys.$inferInsert): Promise<void> {
  await db.insert(apiKeys).values(row);
}

export async function keyOfCheckout(db: Db, checkoutId: string): Promise<(ApiKeyRow & { hash: string }) | null> {
  const [row] = await db
    .select({ ...columns, hash: apiKeys.hash })
    .from(apiKeys)
    .where(eq(apiKeys.checkoutId, checkoutId));
  return row ?? null;
}

/** Newest first. */
export async function keysOf(db: Db, customerId: string): Promise<ApiKeyRow[]> {
  return db
    .select(columns)
    .from(apiKeys)
    .where(eq(apiKeys.customerId, customerId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

export async function keyOf(db: Db, customerId: string, id: string): Promise<ApiKeyRow | null> {
  const [row] = await db
    .select(columns)
    .from(apiKeys)
    .where(and(eq(apiKeys.customerId, customerId), eq(apiKeys.id, id)));
  return row ?? null;
}

export async function endKey(db: Db, id: string, ending: { expiresAt: Date } | { revokedAt: Date }): Promise<void> {
  await db.update(apiKeys).set(ending).where(eq(apiKeys.id, id));
}

/** Returns the live key with this hash, and every subscription of its owner. */
export async function liveKeyByHash(
  db: Db,
  hash: string,
  now: Date,
): Promise<{ id: string; customerId: string; subscriptions: SubscriptionRow[] } | null> {
  const rows = await db
    .select({ id: apiKeys.id, customerId: apiKeys.customerId, subscription: subscriptions })
    .from(apiKeys)
    .leftJoin(subscriptions, eq(subscriptions.customerId, apiKeys.customerId))
    .where(and(eq(apiKeys.hash, hash), live(now)));
  const [first] = rows;
  if (!first) return null;
  const { id, customerId } = first;
  return { id, customerId, subscriptions: rows.flatMap(({ subscription }) => subscription ?? []) };
}

/** Writes nothing if the key was used after `unlessSince`. */
export async function touchKey(db: Db, id: string, { now, unlessSince }: { now: Date; unlessSince: Date }) {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, unlessSince))));
}
