import { and, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import {
  apiKeys,
  billingMails,
  categoryFiles,
  checkouts,
  customers,
  priceWatches,
  purchases,
  sessions,
  users,
  verificationTokens,
} from "@/db/schema";
import { isUnpaidFile, type SubscriptionRow, subscriptionsOfCustomers } from "./billing";

/** Deletes expired sign-in links. */
export async function dropStaleTokens(db: Db, now: Date): Promise<void> {
  await db.delete(verificationTokens).where(lt(verificationTokens.expires, now));
}

export async function dropExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expires, now));
}

/** Returns the user of a session if it has not expired and the email address was confirmed. */
export async function sessionUser(db: Db, token: string, now: Date): Promise<{ id: string; email: string } | null> {
  const [row] = await db
    .select({ id: users.id, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.sessionToken, token), gt(sessions.expires, now), isNotNull(users.emailVerified)));
  return row?.email ? { id: row.id, email: row.email } : null;
}

export type CustomerRow = typeof customers.$inferSelect;

/** Returns the user's customers, by email address or because the user was signed in at checkout. Newest first. */
export async function customersOf(db: Db, user: { id: string; email: string }): Promise<CustomerRow[]> {
  return db
    .select()
    .from(customers)
    .where(or(eq(customers.userId, user.id), eq(customers.email, user.email)))
    .orderBy(desc(customers.createdAt), desc(customers.id));
}

/** Newest first, including ended ones. */
export async function subscriptionsOf(db: Db, user: { id: string; email: string }): Promise<SubscriptionRow[]> {
  const owned = await customersOf(db, user);
  return subscriptionsOfCustomers(
    db,
    owned.map(({ id }) => id),
  );
}

export type BoughtFile = typeof purchases.$inferSelect & { recordCount: number | null; byteLength: number | null };

const boughtFile = {
  ...getTableColumns(purchases),
  recordCount: categoryFiles.recordCount,
  byteLength: categoryFiles.byteLength,
};

/** Newest first, with the data of the file once it is built. */
export async function filesOf(db: Db, customerIds: readonly string[]): Promise<BoughtFile[]> {
  if (customerIds.length === 0) return [];
  return db
    .select(boughtFile)
    .from(purchases)
    .leftJoin(categoryFiles, eq(categoryFiles.sha256, purchases.fileSha256))
    .where(inArray(purchases.customerId, [...customerIds]))
    .orderBy(desc(purchases.paidAt), desc(purchases.id));
}

export interface AwaitedFile {
  checkoutId: string;
  category: string | null;
  since: Date | null;
}

/**
 * Returns files with a complete checkout and a pending payment. Excludes those whose buyer knows that the payment
 * failed.
 */
export async function awaitedFilesOf(db: Db, customerIds: readonly string[]): Promise<AwaitedFile[]> {
  if (customerIds.length === 0) return [];
  return db
    .select({ checkoutId: checkouts.id, category: checkouts.category, since: checkouts.completedAt })
    .from(checkouts)
    .leftJoin(purchases, eq(purchases.checkoutId, checkouts.id))
    .leftJoin(billingMails, eq(billingMails.id, sql`'file_unpaid:' || ${checkouts.id}`))
    .where(and(inArray(checkouts.customerId, [...customerIds]), isUnpaidFile, isNull(billingMails.id)))
    .orderBy(desc(checkouts.completedAt), desc(checkouts.id));
}

export async function fileById(db: Db, purchaseId: string): Promise<BoughtFile | null> {
  const [row] = await db
    .select(boughtFile)
    .from(purchases)
    .leftJoin(categoryFiles, eq(categoryFiles.sha256, purchases.fileSha256))
    .where(eq(purchases.id, purchaseId));
  return row ?? null;
}

/** Deletes the user with every session and sign-in method. Purchases stay, as records of a sale. */
export async function deleteUser(db: Db, user: { id: string; email: string }, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const owned = (await customersOf(tx, user)).map(({ id }) => id);
    if (owned.length > 0) {
      await tx
        .update(apiKeys)
        .set({ revokedAt: now })
        .where(and(inArray(apiKeys.customerId, owned), isNull(apiKeys.revokedAt)));
    }
    await tx.delete(verificationTokens).where(eq(verificationTokens.identifier, user.email));
    await tx.delete(priceWatches).where(eq(priceWatches.email, user.email));
    await tx.delete(users).where(eq(users.id, user.id));
  });
}
