import type { Db } from "@/db/client";
import { subscriptionsOf } from "@/db/queries/accounts";
import {
  type BillingMailRow,
  checkoutById,
  customerById,
  mailSent,
  purchaseById,
  subscriptionById,
  takeDueMails,
} from "@/db/queries/billing";
import { logger } from "@/lib/logger";
import { renews } from "./entitlement";
import type { Billing } from "./runtime";

const MINUTE_MS = 60_000;
/** Longer than any sending takes. */
const LEASE_MS = 10 * MINUTE_MS;
const BATCH = 5;

/**
 * Sends the emails that grants owe, oldest first. Each is sent once, unless the process dies between sending and
 * recording it: then it is sent again rather than never. Never throws: the grant remains valid without its email.
 */
export async function sendDueMails(billing: Billing, limit = BATCH): Promise<number> {
  let sent = 0;
  try {
    const db = await billing.db();
    const now = billing.now();
    const taken = await takeDueMails(db, { now, leaseUntil: new Date(now.getTime() + LEASE_MS), limit });
    for (const mail of taken) {
      if (!(await send(billing, db, mail))) continue;
      await mailSent(db, mail.id, billing.now());
      sent += 1;
    }
  } catch (cause) {
    logger.error("billing: emails could not be sent; trying again later", { cause });
  }
  return sent;
}

/** Returns true if nothing is left to do. */
async function send({ work, now }: Billing, db: Db, { kind, subjectId }: BillingMailRow): Promise<boolean> {
  if (kind === "file_ready" || kind === "refunded") {
    const purchase = await purchaseById(db, subjectId);
    if (!purchase || purchase.email === "") return true;
    if (kind === "refunded") return purchase.status !== "refunded" || work.refunded(purchase);
    return purchase.status !== "paid" || work.fileReady(purchase);
  }
  if (kind === "file_unpaid") {
    const checkout = await checkoutById(db, subjectId);
    const buyer = checkout?.customerId ? await customerById(db, checkout.customerId) : null;
    return !checkout?.category || !buyer?.email || work.fileUnpaid(checkout.category, buyer.email);
  }
  const subscription = await subscriptionById(db, subjectId);
  const customer = subscription && (await customerById(db, subscription.customerId));
  if (!subscription || !customer || customer.email === "") return true;
  if (kind === "subscription_started") {
    const others = (await subscriptionsOf(db, { id: customer.userId ?? "", email: customer.email })).filter(
      (one) => one.id !== subscription.id && renews(one, now()),
    );
    // Two purchases without an account in two browsers. They were recognised as one buyer only after both were paid.
    if (others.length > 0)
      logger.warn("billing: a buyer pays for two subscriptions", { subscription: subscription.id });
    return work.subscriptionStarted(subscription, customer.email, others.length > 0);
  }
  return subscription.status !== "past_due" || work.paymentFailed(subscription, customer.email);
}
