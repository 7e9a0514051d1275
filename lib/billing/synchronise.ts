import { randomUUID } from "node:crypto";
import type { Db } from "@/db/client";
import {
  advanceRevisions,
  claimEvent,
  closeCheckout,
  customerById,
  describeEvent,
  type Effect,
  type EventClaim,
  ensureCheckout,
  linkCustomer,
  oweMail,
  saveCustomer,
  savePurchase,
  saveSubscription,
  subscriptionsOfCustomers,
} from "@/db/queries/billing";
import { AppError } from "@/lib/errors";
import { downloadToken, secretHash } from "./download-token";
import type { Billing } from "./runtime";
import { reachingStripe } from "./stripe";
import { type CheckoutTruth, type SubscriptionTruth, TruthReader } from "./truth";

/** The object that an event, a visit or the operator wants to synchronise with Stripe. */
export type Target =
  | { checkout: string }
  | { subscription: string }
  | { customer: string }
  /** The object that the payment paid for. */
  | { payment: string };

export type Outcome = { outcome: "applied" | "ignored"; effect: Effect } | { outcome: "duplicate" };

const ATTEMPTS = 10;

/** Another write happened after our read, so our data may be older. */
class Overtaken extends Error {}

/**
 * Reads the truth from Stripe and writes it, together with the event that triggered it, in one transaction.
 * Two calls may run for the same object at once, and the one that read first may write last. A lock during the Stripe
 * request would prevent this, but it would also hold a connection as long as Stripe takes, and the embedded database
 * has only one. So each object has a write count: it is read before the Stripe request, and a write succeeds only if
 * the count is unchanged. The second call reads from Stripe again, so written data is always newer than the data it
 * replaces.
 */
export async function synchronise(billing: Billing, target: Target, claim?: EventClaim): Promise<Outcome> {
  const db = await billing.db();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const reader = new TruthReader(db, billing.stripe, billing.now());
    const write = await reachingStripe(() => planned(reader, db, target, billing.now()));
    try {
      return await db.transaction(async (tx): Promise<Outcome> => {
        const outcome = write === null ? "ignored" : "applied";
        if (claim && !(await claimEvent(tx, { ...claim, outcome }))) return { outcome: "duplicate" };
        if (write && !(await advanceRevisions(tx, reader.seen))) throw new Overtaken();
        const effect = write ? await write(tx) : { found: false };
        if (claim) await describeEvent(tx, claim.id, effect);
        return { outcome, effect };
      });
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw new AppError("unavailable", "Too many changes to the same purchase at once.", { retryAfter: 5 });
}

type Write = (tx: Db) => Promise<Effect>;

/** Returns null if there is nothing of ours to write. */
async function planned(reader: TruthReader, db: Db, target: Target, now: Date): Promise<Write | null> {
  if ("payment" in target) {
    const paid = await reader.paidBy(target.payment);
    return paid === null ? null : planned(reader, db, paid, now);
  }
  if ("checkout" in target) {
    const truth = await reader.checkout(target.checkout);
    return truth && ((tx) => writeCheckout(tx, truth, now));
  }
  if ("subscription" in target) {
    const truth = await reader.subscription(target.subscription);
    return truth && ((tx) => writeSubscription(tx, truth, now));
  }
  return plannedCustomer(reader, db, target.customer, now);
}

async function plannedCustomer(reader: TruthReader, db: Db, id: string, now: Date): Promise<Write | null> {
  const truth = await reader.customer(id);
  if (!truth) return null;
  // A deleted customer's subscriptions have ended with it.
  const held = truth.deleted ? await subscriptionsOfCustomers(db, [id]) : [];
  const ended: SubscriptionTruth[] = [];
  for (const row of held) {
    const subscription = await reader.subscription(row.id);
    if (subscription) ended.push(subscription);
  }
  // The write of an unknown customer also counts: a purchase of theirs may be in progress with data read before this.
  return async (tx) => {
    const ours = (await customerById(tx, id)) !== null;
    if (ours) await saveCustomer(tx, { ...truth, now });
    for (const subscription of ended) await writeSubscription(tx, subscription, now);
    return { customer: id, ours, deleted: truth.deleted, subscriptions: ended.length };
  };
}

async function writeSubscription(tx: Db, { customer, row }: SubscriptionTruth, now: Date): Promise<Effect> {
  await saveCustomer(tx, { ...customer, now });
  await saveSubscription(tx, { ...row, syncedAt: now });
  if ((row.status === "active" || row.status === "trialing") && row.paidUntil === null) {
    await oweMail(tx, { kind: "subscription_started", subjectId: row.id, now });
  }
  if (row.status === "past_due" && row.pastDueSince) {
    const occasion = row.pastDueSince.toISOString().slice(0, 10);
    await oweMail(tx, { kind: "payment_failed", subjectId: row.id, occasion, now });
  }
  return { subscription: row.id, status: row.status, customer: customer.id };
}

async function writeCheckout(tx: Db, truth: CheckoutTruth, now: Date): Promise<Effect> {
  const { id, kind, status, category, claimHash, userId, createdAt } = truth;
  const { customer, buyerEmail, subscription, purchase, paymentFailed } = truth;
  const row = await ensureCheckout(tx, { id, kind, category, claimHash, userId, createdAt });
  if (customer) {
    await saveCustomer(tx, { ...customer, buyerEmail, now });
    if (row.userId) await linkCustomer(tx, customer.id, row.userId);
  }
  if (subscription) await writeSubscription(tx, subscription, now);
  if (status !== "open") {
    const ids = { customerId: customer?.id ?? null, subscriptionId: subscription?.row.id ?? null };
    await closeCheckout(tx, id, { status, ...ids, at: now });
  }
  if (paymentFailed) await oweMail(tx, { kind: "file_unpaid", subjectId: id, now });
  const effect: Effect = {
    checkout: id,
    status,
    subscription: subscription?.row.id ?? null,
    ...(paymentFailed && { paymentFailed }),
  };
  if (!purchase) return effect;

  const purchaseId = `pur_${randomUUID().replaceAll("-", "")}`;
  const saved = await savePurchase(tx, {
    ...purchase,
    id: purchaseId,
    checkoutId: id,
    tokenHash: secretHash(downloadToken(purchaseId, 1)),
  });
  if (saved.status === "paid") await oweMail(tx, { kind: "file_ready", subjectId: saved.id, now });
  else await oweMail(tx, { kind: "refunded", subjectId: saved.id, now });
  return { ...effect, purchase: saved.id, paid: saved.status, granted: saved.id === purchaseId };
}
