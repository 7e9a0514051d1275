import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import {
  billingMails,
  checkouts,
  customers,
  purchases,
  stripeEvents,
  stripeRevisions,
  subscriptions,
  users,
} from "@/db/schema";

export type CustomerRow = typeof customers.$inferSelect;
export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type CheckoutRow = typeof checkouts.$inferSelect;
export type PurchaseRow = typeof purchases.$inferSelect;
export type StripeEventRow = typeof stripeEvents.$inferSelect;
export type BillingMailRow = typeof billingMails.$inferSelect;

/** After this many attempts, the mail server will not accept it on the next either. The operator can send it again. */
const MOST_MAIL_ATTEMPTS = 50;

/** The effect of an event, for the operator. */
export type Effect = Record<string, string | number | boolean | null>;

/** Returns how often our copy of the object was written. 0 if it never was. */
export async function revisionOf(db: Db, objectId: string): Promise<number> {
  const [row] = await db
    .select({ revision: stripeRevisions.revision })
    .from(stripeRevisions)
    .where(eq(stripeRevisions.objectId, objectId));
  return row?.revision ?? 0;
}

/**
 * Counts the write, and locks the objects until the transaction ends. False if another write changed one of them after
 * it was `seen`: the transaction must then be rolled back.
 */
export async function advanceRevisions(tx: Db, seen: ReadonlyMap<string, number>): Promise<boolean> {
  if (seen.size === 0) return true;
  // All transactions use the same order, which prevents deadlocks.
  const values = [...seen]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([objectId, revision]) => ({ objectId, revision: revision + 1 }));
  const rows = await tx
    .insert(stripeRevisions)
    .values(values)
    .onConflictDoUpdate({
      target: stripeRevisions.objectId,
      set: { revision: sql`excluded.revision` },
      setWhere: sql`${stripeRevisions.revision} = excluded.revision - 1`,
    })
    .returning({ objectId: stripeRevisions.objectId });
  return rows.length === values.length;
}

/** Returns the checkout. An existing row stays unchanged. A deleted user is not written. */
export async function ensureCheckout(
  db: Db,
  row: Pick<CheckoutRow, "id" | "kind" | "category" | "claimHash" | "userId" | "createdAt">,
): Promise<CheckoutRow> {
  const held = await checkoutById(db, row.id);
  if (held) return held;
  const userId = row.userId === null ? null : sql`(select ${users.id} from ${users} where ${users.id} = ${row.userId})`;
  const [inserted] = await db
    .insert(checkouts)
    .values({ ...row, userId })
    .onConflictDoNothing()
    .returning();
  return inserted ?? ((await checkoutById(db, row.id)) as CheckoutRow);
}

export async function checkoutById(db: Db, id: string): Promise<CheckoutRow | null> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id));
  return row ?? null;
}

/**
 * Returns the subscription checkouts that a user or a browser has started since and that have not ended, as far as
 * known.
 */
export async function openSubscriptionCheckouts(
  db: Db,
  { userId, claimHashes }: { userId: string | undefined; claimHashes: readonly string[] },
  since: Date,
): Promise<string[]> {
  const { id, kind, status, createdAt, claimHash } = checkouts;
  const theirs = or(userId ? eq(checkouts.userId, userId) : undefined, inArray(claimHash, [...claimHashes]));
  const isOpen = and(theirs, eq(kind, "subscription"), eq(status, "open"), gte(createdAt, since));
  return (await db.select({ id }).from(checkouts).where(isOpen)).map((row) => row.id);
}

/** Returns the subscriptions paid in checkouts with these claims. */
export async function subscriptionsBegunBy(db: Db, claimHashes: readonly string[]): Promise<SubscriptionRow[]> {
  const rows = await db
    .select({ subscription: subscriptions })
    .from(checkouts)
    .innerJoin(subscriptions, eq(subscriptions.id, checkouts.subscriptionId))
    .where(inArray(checkouts.claimHash, [...claimHashes]));
  return rows.map(({ subscription }) => subscription);
}

/** Closes a checkout. It ends only once, so its outcome is never written again. */
export async function closeCheckout(
  tx: Db,
  id: string,
  end: { status: "complete" | "expired"; customerId: string | null; subscriptionId: string | null; at: Date },
): Promise<void> {
  const { status, customerId, subscriptionId, at } = end;
  await tx
    .update(checkouts)
    .set({ status, customerId, subscriptionId, completedAt: status === "complete" ? at : null })
    .where(and(eq(checkouts.id, id), eq(checkouts.status, "open")));
}

/**
 * @param customer.email null if Stripe has no address (any more); the known one then stays
 * @param customer.buyerEmail the email address entered at checkout, for a customer without a known one
 */
export async function saveCustomer(
  tx: Db,
  { id, email, buyerEmail, now }: { id: string; email: string | null; buyerEmail?: string | null; now: Date },
): Promise<void> {
  await tx
    .insert(customers)
    .values({ id, email: email ?? buyerEmail ?? "", createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: customers.id,
      set: { email: sql`excluded.email`, updatedAt: now },
      setWhere: sql`excluded.email not in ('', ${customers.email}) and (${email !== null} or ${customers.email} = '')`,
    });
}

export async function linkCustomer(tx: Db, id: string, userId: string): Promise<void> {
  await tx
    .update(customers)
    .set({ userId })
    .where(and(eq(customers.id, id), isNull(customers.userId)));
}

export async function customerById(db: Db, id: string): Promise<CustomerRow | null> {
  const [row] = await db.select().from(customers).where(eq(customers.id, id));
  return row ?? null;
}

export async function saveSubscription(tx: Db, row: SubscriptionRow): Promise<void> {
  const { id, createdAt: _, ...changing } = row;
  await tx.insert(subscriptions).values(row).onConflictDoUpdate({ target: subscriptions.id, set: changing });
}

export async function subscriptionById(db: Db, id: string): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row ?? null;
}

export async function subscriptionsOfCustomers(db: Db, ids: readonly string[]): Promise<SubscriptionRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.customerId, [...ids]))
    .orderBy(desc(subscriptions.createdAt));
}

/** Grants a purchase once per checkout. The link, count, day and term of an existing purchase stay unchanged. */
export async function savePurchase(
  tx: Db,
  row: Omit<PurchaseRow, "tokenVersion" | "downloadsUsed" | "downloadsMax" | "fileSha256">,
): Promise<PurchaseRow> {
  const [saved] = await tx
    .insert(purchases)
    .values(row)
    .onConflictDoUpdate({
      target: purchases.checkoutId,
      set: {
        customerId: row.customerId,
        email: row.email,
        amountMinor: row.amountMinor,
        currency: row.currency,
        paymentIntentId: row.paymentIntentId,
        paidAt: row.paidAt,
        status: row.status,
        refundedAt: row.refundedAt && sql`coalesce(${purchases.refundedAt}, excluded.refunded_at)`,
      },
    })
    .returning();
  return saved as PurchaseRow;
}

export async function purchaseById(db: Db, id: string): Promise<PurchaseRow | null> {
  const [row] = await db.select().from(purchases).where(eq(purchases.id, id));
  return row ?? null;
}

export async function purchaseOfCheckout(db: Db, checkoutId: string): Promise<PurchaseRow | null> {
  const [row] = await db.select().from(purchases).where(eq(purchases.checkoutId, checkoutId));
  return row ?? null;
}

export async function purchaseOfPayment(db: Db, paymentIntentId: string): Promise<PurchaseRow | null> {
  const [row] = await db.select().from(purchases).where(eq(purchases.paymentIntentId, paymentIntentId));
  return row ?? null;
}

export interface EventClaim {
  id: string;
  type: string;
  objectId: string | null;
  createdAt: Date;
  now: Date;
  outcome: "applied" | "ignored";
  /** Applies the event again, at the operator's request. */
  again?: boolean;
}

export async function isApplied(db: Db, eventId: string): Promise<boolean> {
  const [row] = await db
    .select({ appliedAt: stripeEvents.appliedAt })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, eventId));
  return row !== undefined && row.appliedAt !== null;
}

/** Returns false if the event was already applied. Belongs in the transaction that writes the event's effect. */
export async function claimEvent(tx: Db, claim: EventClaim): Promise<boolean> {
  const { id, type, objectId, createdAt, now, outcome, again } = claim;
  const rows = await tx
    .insert(stripeEvents)
    .values({ id, type, objectId, createdAt, receivedAt: now, appliedAt: now, outcome })
    .onConflictDoUpdate({
      target: stripeEvents.id,
      set: { appliedAt: now, outcome, objectId, attempts: sql`${stripeEvents.attempts} + 1`, lastError: null },
      ...(again ? {} : { setWhere: isNull(stripeEvents.appliedAt) }),
    })
    .returning({ id: stripeEvents.id });
  return rows.length === 1;
}

export async function describeEvent(tx: Db, eventId: string, effect: Effect): Promise<void> {
  await tx.update(stripeEvents).set({ effect }).where(eq(stripeEvents.id, eventId));
}

/** @param message public, because the operator sees it */
export async function recordFailure(db: Db, claim: Omit<EventClaim, "outcome">, message: string): Promise<void> {
  const { id, type, objectId, createdAt, now } = claim;
  await db
    .insert(stripeEvents)
    .values({ id, type, objectId, createdAt, receivedAt: now, lastError: message })
    .onConflictDoUpdate({
      target: stripeEvents.id,
      set: { attempts: sql`${stripeEvents.attempts} + 1`, lastError: message },
      setWhere: isNull(stripeEvents.appliedAt),
    });
}

/** Returns delivered events that could not be applied, oldest first. */
export async function unappliedEvents(db: Db, limit: number): Promise<StripeEventRow[]> {
  return db
    .select()
    .from(stripeEvents)
    .where(isNull(stripeEvents.appliedAt))
    .orderBy(asc(stripeEvents.receivedAt))
    .limit(limit);
}

export async function oweMail(
  tx: Db,
  { kind, subjectId, occasion, now }: Pick<BillingMailRow, "kind" | "subjectId"> & { occasion?: string; now: Date },
): Promise<void> {
  await tx
    .insert(billingMails)
    .values({
      id: [kind, subjectId, ...(occasion ? [occasion] : [])].join(":"),
      kind,
      subjectId,
      createdAt: now,
      nextAttemptAt: now,
    })
    .onConflictDoNothing();
}

/** Takes the emails that are due, oldest first, except hopeless ones. Reserves them until `leaseUntil`. */
export async function takeDueMails(
  db: Db,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<BillingMailRow[]> {
  const due = db
    .select({ id: billingMails.id })
    .from(billingMails)
    .where(
      and(
        isNull(billingMails.sentAt),
        lte(billingMails.nextAttemptAt, now),
        lt(billingMails.attempts, MOST_MAIL_ATTEMPTS),
      ),
    )
    .orderBy(asc(billingMails.nextAttemptAt))
    .limit(limit)
    .for("update", { skipLocked: true });
  return db
    .update(billingMails)
    .set({ nextAttemptAt: leaseUntil, attempts: sql`${billingMails.attempts} + 1` })
    .where(inArray(billingMails.id, due))
    .returning();
}

export async function mailSent(db: Db, id: string, now: Date): Promise<void> {
  await db.update(billingMails).set({ sentAt: now }).where(eq(billingMails.id, id));
}

/** Returns emails owed since before `late`, oldest first. */
export async function overdueMails(db: Db, late: Date): Promise<BillingMailRow[]> {
  return db
    .select()
    .from(billingMails)
    .where(and(isNull(billingMails.sentAt), lt(billingMails.createdAt, late)))
    .orderBy(asc(billingMails.createdAt));
}

/** Condition on a checkout joined with its purchase: for a file, complete, and not paid. */
export const isUnpaidFile = and(eq(checkouts.kind, "file"), eq(checkouts.status, "complete"), isNull(purchases.id));

/** Returns files with a complete checkout but no payment: a bank's payment takes days, or may never arrive. */
export async function unpaidFilesSince(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .leftJoin(purchases, eq(purchases.checkoutId, checkouts.id))
    .where(and(isUnpaidFile, gte(checkouts.createdAt, since)));
  return rows.map(({ id }) => id);
}

/** Returns ids of the grants since then, and of the subscriptions that have not ended. */
export async function grantedSince(db: Db, since: Date): Promise<{ checkouts: string[]; subscriptions: string[] }> {
  const bought = await db.select({ id: purchases.checkoutId }).from(purchases).where(gte(purchases.paidAt, since));
  const held = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(or(isNull(subscriptions.endedAt), gte(subscriptions.endedAt, since)));
  return { checkouts: bought.map(({ id }) => id), subscriptions: held.map(({ id }) => id) };
}
