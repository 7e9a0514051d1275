import type Stripe from "stripe";
import { expect } from "vitest";
import type { Db } from "@/db/client";
import { checkouts, customers, purchases, subscriptions } from "@/db/schema";
import { isDeleted } from "@/scripts/sandbox";
import { downloadToken, secretHash } from "../download-token";
import type { World } from "./world";

const DAY_SECONDS = 86_400;

/** Returns the id of each checkout's purchase. */
export async function grants(db: Db): Promise<Map<string, string>> {
  const rows = await db.select({ id: purchases.id, checkoutId: purchases.checkoutId }).from(purchases);
  return new Map(rows.map(({ id, checkoutId }) => [checkoutId, id]));
}

const byKey = <T>(rows: readonly T[], key: (row: T) => string) =>
  Object.fromEntries(
    rows.map((row) => [key(row), row]).sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );

/** Returns all grants, without values that differ between runs. */
export async function ledger(db: Db) {
  const [files, held, people, begun] = await Promise.all([
    db.select().from(purchases),
    db.select().from(subscriptions),
    db.select().from(customers),
    db.select().from(checkouts),
  ]);
  for (const { id, tokenHash } of files) expect(tokenHash).toBe(secretHash(downloadToken(id, 1)));
  return {
    purchases: byKey(
      files.map(
        ({ checkoutId, customerId, email, category, asOf, amountMinor, currency, paymentIntentId, ...row }) => ({
          ...{ checkoutId, customerId, email, category, asOf, amountMinor, currency, paymentIntentId },
          ...{ status: row.status, paidAt: row.paidAt, expiresAt: row.expiresAt, hasRefund: row.refundedAt !== null },
        }),
      ),
      ({ checkoutId }) => checkoutId,
    ),
    subscriptions: byKey(
      held.map(({ syncedAt: _, ...row }) => row),
      ({ id }) => id,
    ),
    customers: byKey(
      people.map(({ id, email }) => ({ id, email })),
      ({ id }) => id,
    ),
    checkouts: byKey(
      begun.map(({ id, kind, category, status, customerId, subscriptionId }) => ({
        ...{ id, kind, category, status, customerId, subscriptionId },
      })),
      ({ id }) => id,
    ),
  };
}

const instant = (seconds: number) => new Date(seconds * 1000);

export type Ledger = Awaited<ReturnType<typeof ledger>>;

/** Only the ledger knows the time of the grant: at some time after the payment. */
function monthAfterGrant(held: Date | undefined, paidAt: Date, now: Date): Date {
  const [first, last] = [paidAt, now].map((instant) => new Date(instant.getTime() + 30 * DAY_SECONDS * 1000));
  return held && first && last && held >= first && held <= last ? held : (first as Date);
}

/** Returns the correct ledger, computed from the sandbox's state independently of the code under test. */
export function truth(
  { stripe: { store }, events, clock }: Pick<World, "stripe" | "events" | "clock">,
  held: Ledger,
): Ledger {
  const sessions = store.all("checkout.session").filter(({ id, status }) => status !== "open" || held.checkouts[id]);
  const moneyKept = (charge: Stripe.Charge) => charge.paid && charge.amount_refunded < charge.amount;
  const chargeOf = (payment: string | null) => {
    const intent = payment === null ? undefined : store.find("payment_intent", payment);
    return intent?.latest_charge ? store.get("charge", intent.latest_charge as string) : undefined;
  };

  const files = sessions.flatMap((session) => {
    const charge = session.mode === "payment" ? chargeOf(session.payment_intent as string | null) : undefined;
    if (!charge?.paid) return [];
    const paidAt = instant(charge.created);
    return {
      checkoutId: session.id,
      customerId: session.customer as string,
      email: session.customer_details?.email?.toLowerCase() ?? "",
      category: session.metadata?.category ?? "",
      asOf: paidAt.toISOString().slice(0, 10),
      amountMinor: charge.amount,
      currency: "USD",
      paymentIntentId: charge.payment_intent as string,
      status: moneyKept(charge) ? ("paid" as const) : ("refunded" as const),
      paidAt,
      expiresAt: monthAfterGrant(held.purchases[session.id]?.expiresAt, paidAt, clock.now),
      hasRefund: !moneyKept(charge),
    };
  });

  const subscribed = store.all("subscription").map((subscription) => {
    const invoices = store
      .all("invoice")
      .filter(({ parent }) => parent?.subscription_details?.subscription === subscription.id);
    const [item] = subscription.items.data as [Stripe.SubscriptionItem];
    const unpaid = invoices.filter(({ status }) => status === "open");
    const endOf = ({ lines }: Stripe.Invoice) => Math.min(lines.data[0]?.period.end ?? 0, item.current_period_end);
    const paid = invoices.filter(({ status }) => status === "paid");
    const kept = paid
      .filter(({ id }) => {
        const paidBy = store.all("invoice_payment").find(({ invoice }) => invoice === id);
        const charge = chargeOf((paidBy?.payment.payment_intent as string | undefined) ?? null);
        return charge !== undefined && moneyKept(charge);
      })
      .map(endOf);
    const keptUntil = kept.length === 0 ? null : Math.max(...kept);
    const newestKept = paid.length === 0 || keptUntil === Math.max(...paid.map(endOf));
    const settled = subscription.status === "active";
    const paidUntil = !settled ? keptUntil : newestKept ? null : (keptUntil ?? subscription.created);
    const late = subscription.status === "past_due" || subscription.status === "unpaid";
    return {
      id: subscription.id,
      customerId: subscription.customer as string,
      status: subscription.status as string,
      priceLookupKey: item.price.recurring?.interval === "month" ? "bulk_monthly" : "bulk_yearly",
      interval: item.price.recurring?.interval as "month" | "year",
      currentPeriodEnd: instant(item.current_period_end),
      cancelAtPeriodEnd: subscription.cancel_at !== null,
      paidUntil: paidUntil === null ? null : instant(paidUntil),
      pastDueSince: late ? instant(Math.min(...unpaid.map(({ created }) => created))) : null,
      endedAt: subscription.ended_at === null ? null : instant(subscription.ended_at),
      createdAt: instant(subscription.created),
    };
  });

  const buyers = sessions.flatMap(({ status, customer }) => (status === "complete" ? [customer as string] : []));
  const people = [...new Set([...buyers, ...subscribed.map(({ customerId }) => customerId)])].map((id) => {
    const customer = store.get("customer", id);
    if (!isDeleted(customer)) return { id, email: customer.email?.toLowerCase() ?? "" };
    // Stripe no longer has the email address, so ours may be any earlier one.
    const told = events
      .map(({ data }) => data.object as Stripe.Customer)
      .filter((object) => object.object === "customer" && object.id === id)
      .map(({ email }) => email?.toLowerCase() ?? "");
    const known = held.customers[id]?.email ?? "";
    return { id, email: told.includes(known) ? known : (told[0] as string) };
  });

  return {
    purchases: byKey(files, ({ checkoutId }) => checkoutId),
    subscriptions: byKey(subscribed, ({ id }) => id),
    customers: byKey(people, ({ id }) => id),
    checkouts: byKey(
      sessions.map((session) => ({
        id: session.id,
        kind: session.mode === "payment" ? ("file" as const) : ("subscription" as const),
        category: session.metadata?.category ?? null,
        status: session.status as "open" | "complete" | "expired",
        customerId: session.customer as string | null,
        subscriptionId: session.subscription as string | null,
      })),
      ({ id }) => id,
    ),
  };
}
