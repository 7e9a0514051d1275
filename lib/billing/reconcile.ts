import type { Db } from "@/db/client";
import {
  checkoutById,
  customerById,
  grantedSince,
  overdueMails,
  purchaseOfCheckout,
  subscriptionById,
  unappliedEvents,
  unpaidFilesSince,
} from "@/db/queries/billing";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { sendDueMails } from "./mails";
import { type Billing, serverBilling } from "./runtime";
import { APP, idOf, reachingStripe } from "./stripe";
import { synchronise, type Target } from "./synchronise";
import { type CheckoutTruth, type CustomerTruth, type SubscriptionTruth, TruthReader } from "./truth";
import { replayEvent } from "./webhook";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const AT_ONCE = 4;
const EVENTS_REPLAYED = 500;
const MAILS_SENT = 200;
/** Longer than any bank takes to pay. */
const UNPAID_DAYS = 60;
/** Longer than a dispute stays open. Its outcome has no date of its own to search by. */
const DISPUTE_DAYS = 120;

export interface Difference {
  /** Stripe's id of the differing object, or our id of an email. */
  id: string;
  /** The values in the ledger and at Stripe. */
  detail: string;
  repaired: boolean;
}

export interface Reconciliation {
  since: Date;
  checked: { checkouts: number; subscriptions: number; payments: number };
  differences: Difference[];
  /** True if the ledger and Stripe now agree. */
  clean: boolean;
}

/**
 * Compares our grants with Stripe: checkouts, refunds and disputes since a day, every subscription that may still grant
 * access, failed deliveries and unsent emails. With `repair`, the function that applies events fixes each difference,
 * and it is compared again.
 */
export async function reconcile(
  { since, repair }: { since: Date; repair: boolean },
  billing: Billing = serverBilling(),
): Promise<Reconciliation> {
  const db = await billing.db();
  const differences: Difference[] = [];
  const note = (id: string, detail: string, repaired: boolean) => differences.push({ id, detail, repaired });

  for (const event of await unappliedEvents(db, EVENTS_REPLAYED)) {
    const repaired = repair && (await succeeds(() => replayEvent(event.id, billing)));
    note(event.id, `${event.type} could not be applied: ${event.lastError ?? "no reason recorded"}`, repaired);
  }

  const targets = await reachingStripe(() => targetsSince(billing, db, since));
  await inParallel([...targets.checkouts, ...targets.subscriptions], async (target) => {
    const before = await compare(billing, db, target);
    if (before.length === 0) return;
    if (repair) await succeeds(() => synchronise(billing, target));
    const left = new Set(repair ? await compare(billing, db, target) : before);
    for (const detail of before) note(idOfTarget(target), detail, !left.has(detail));
  });

  const late = new Date(billing.now().getTime() - HOUR_MS);
  const owed = await overdueMails(db, late);
  if (repair && owed.length > 0) await sendDueMails(billing, MAILS_SENT);
  // Emails that the repair itself has caused.
  if (repair && differences.length > 0) billing.later(() => sendDueMails(billing, MAILS_SENT));
  const stillOwed = new Set((await overdueMails(db, late)).map(({ id }) => id));
  for (const { id, attempts } of owed) note(id, `not sent after ${attempts} attempts`, !stillOwed.has(id));

  const checked = {
    checkouts: targets.checkouts.length,
    subscriptions: targets.subscriptions.length,
    payments: targets.payments,
  };
  const clean = differences.every(({ repaired }) => repaired);
  // A person who compares sees the result directly. A repair means that events were missed, so it is a warning.
  logger[repair && differences.length > 0 ? "warn" : "info"]("billing: reconciled", {
    ...checked,
    since: since.toISOString(),
    differences: differences.length,
    left: differences.filter(({ repaired }) => !repaired).map(({ id, detail }) => ({ id, detail })),
  });
  return { since, checked, differences, clean };
}

interface Targets {
  checkouts: { checkout: string }[];
  subscriptions: { subscription: string }[];
  payments: number;
}

/** Returns everything that either side knows. */
async function targetsSince(billing: Billing, db: Db, since: Date): Promise<Targets> {
  const { stripe } = billing;
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const granted = await grantedSince(db, since);
  const unpaid = await unpaidFilesSince(db, daysBefore(since, UNPAID_DAYS));
  const checkouts = new Set([...granted.checkouts, ...unpaid]);
  const subscriptions = new Set(granted.subscriptions);

  for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
    if (session.metadata?.app === APP && session.status !== "open") checkouts.add(session.id);
  }
  for await (const subscription of stripe.subscriptions.list({ status: "all", limit: 100 })) {
    const over = subscription.ended_at !== null && subscription.ended_at < created.gte;
    if (subscription.metadata.app === APP && !over) subscriptions.add(subscription.id);
  }
  const payments = new Set<string>();
  for await (const { payment_intent: payment } of stripe.refunds.list({ created, limit: 100 })) {
    payments.add(idOf(payment) ?? "");
  }
  const disputed = { gte: Math.floor(daysBefore(since, DISPUTE_DAYS).getTime() / 1000) };
  for await (const { payment_intent: payment } of stripe.disputes.list({ created: disputed, limit: 100 })) {
    payments.add(idOf(payment) ?? "");
  }
  payments.delete("");
  const reader = new TruthReader(db, stripe, billing.now());
  await inParallel([...payments], async (payment) => {
    const paid = await reader.paidBy(payment);
    if (paid && "checkout" in paid) checkouts.add(paid.checkout);
    if (paid && "subscription" in paid) subscriptions.add(paid.subscription);
  });
  return {
    checkouts: [...checkouts].map((checkout) => ({ checkout })),
    subscriptions: [...subscriptions].map((subscription) => ({ subscription })),
    payments: payments.size,
  };
}

const idOfTarget = (target: Target) => Object.values(target)[0] as string;

/** Returns the differences as text. Empty if the ledger and Stripe agree, or if the object at Stripe is not ours. */
async function compare(billing: Billing, db: Db, target: Target): Promise<string[]> {
  const reader = new TruthReader(db, billing.stripe, billing.now());
  return reachingStripe(async () => {
    if ("checkout" in target) return compareCheckout(db, target.checkout, await reader.checkout(target.checkout));
    if (!("subscription" in target)) return [];
    const { subscription } = target;
    return compareSubscription(db, subscription, await reader.subscription(subscription));
  });
}

async function compareCheckout(db: Db, id: string, truth: CheckoutTruth | null): Promise<string[]> {
  const [row, purchase] = [await checkoutById(db, id), await purchaseOfCheckout(db, id)];
  if (!truth) {
    if (purchase) return ["granted here, but Stripe has no such checkout of ours: check it by hand"];
    return [];
  }
  const { status, customer, subscription, purchase: bought } = truth;
  const told: string[] = [];
  if (status !== "open" && !row) told.push(`checkout: missing → ${status}`);
  if (row) told.push(...fields("checkout", row, { status, subscriptionId: subscription?.row.id ?? null }));
  if (bought && !purchase) told.push(`purchase: missing → ${bought.status}`);
  if (!bought && purchase) told.push(`purchase: ${purchase.status} → not paid: check it by hand`);
  if (bought && purchase) {
    // The terms of the grant are not compared: the operator may have extended a link.
    const { refundedAt: _, asOf: __, expiresAt: ___, category: ____, ...compared } = bought;
    told.push(...fields("purchase", purchase, compared));
  }
  if (customer && (bought || subscription)) told.push(...(await compareCustomer(db, customer)));
  return told;
}

async function compareSubscription(db: Db, id: string, truth: SubscriptionTruth | null): Promise<string[]> {
  const row = await subscriptionById(db, id);
  if (!truth) return row ? ["granted here, but Stripe has no such subscription of ours: check it by hand"] : [];
  if (!row) return [`subscription: missing → ${truth.row.status}`];
  return [...fields("subscription", row, truth.row), ...(await compareCustomer(db, truth.customer))];
}

async function compareCustomer(db: Db, { id, email }: CustomerTruth): Promise<string[]> {
  const row = await customerById(db, id);
  if (!row) return ["customer: missing"];
  // Email addresses are not written to logs and terminals.
  return email === null || email === row.email ? [] : ["customer: the email address at Stripe differs"];
}

function fields<Truth extends object>(what: string, held: { [K in keyof Truth]: unknown }, truth: Truth): string[] {
  return Object.entries(truth).flatMap(([name, wanted]) => {
    const [ours, theirs] = [said(held[name as keyof Truth]), said(wanted)];
    if (ours === theirs) return [];
    return name === "email"
      ? [`${what}: the email address at Stripe differs`]
      : [`${what}.${name}: ${ours} → ${theirs}`];
  });
}

function said(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) logger.error("billing: a repair failed", { cause: error });
    return false;
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Returns the start of the day that many days ago. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(`${new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`);
}
