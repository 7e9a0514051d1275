import type Stripe from "stripe";
import type { Db } from "@/db/client";
import { type PurchaseRow, revisionOf, type SubscriptionRow } from "@/db/queries/billing";
import { DOWNLOADS_PER_LINK } from "@/db/schema";
import { APP, idOf, instantOf, isMissing, type StripeApi } from "./stripe";

const DAY_MS = 86_400_000;
/** Lifetime and number of downloads of the link to a bought file. */
export const LINK_LIMITS = { days: 30, downloads: DOWNLOADS_PER_LINK };
/** Enough to find the newest paid period of a subscription that has ended. */
const INVOICES_READ = 24;
/** In these states, a dispute has not taken the money, or has returned it. */
const MONEY_STAYED = new Set(["won", "prevented", "warning_needs_response", "warning_under_review", "warning_closed"]);

/** The correct state of a customer in the ledger. */
export interface CustomerTruth {
  id: string;
  deleted: boolean;
  /** Null if Stripe has no email address. */
  email: string | null;
}

export interface SubscriptionTruth {
  customer: CustomerTruth;
  row: Omit<SubscriptionRow, "syncedAt">;
}

export type PurchaseTruth = Pick<
  PurchaseRow,
  | "email"
  | "category"
  | "asOf"
  | "amountMinor"
  | "currency"
  | "paymentIntentId"
  | "status"
  | "paidAt"
  | "refundedAt"
  | "expiresAt"
> & { customerId: string };

export interface CheckoutTruth {
  id: string;
  kind: "subscription" | "file";
  status: "open" | "complete" | "expired";
  category: string | null;
  claimHash: string;
  userId: string | null;
  createdAt: Date;
  customer: CustomerTruth | null;
  /** As entered at checkout. */
  buyerEmail: string | null;
  subscription: SubscriptionTruth | null;
  /** Null until it is paid. */
  purchase: PurchaseTruth | null;
  /** A pending payment for a file, such as by bank, failed. */
  paymentFailed: boolean;
}

/**
 * Reads the current state from Stripe. First it notes the write count of our copy of each object that may change. A
 * later write can then detect whether another write, perhaps with newer data, happened in between.
 */
export class TruthReader {
  readonly seen = new Map<string, number>();
  #asked = new Map<string, Promise<unknown>>();

  constructor(
    private readonly db: Db,
    private readonly stripe: StripeApi,
    private readonly now: Date,
  ) {}

  /** Returns null if Stripe does not know it, or if it is not ours. */
  async checkout(id: string): Promise<CheckoutTruth | null> {
    const session = await this.#read(id, () =>
      this.stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] }),
    );
    const metadata = session?.metadata;
    if (!session || metadata?.app !== APP || !metadata.claim_hash) return null;
    const kind = metadata.kind === "file" ? "file" : "subscription";
    if (session.mode !== (kind === "file" ? "payment" : "subscription")) return null;
    const customerId = idOf(session.customer);
    const subscriptionId = idOf(session.subscription);
    const [customer, subscription, purchase] = await Promise.all([
      customerId === null ? null : this.customer(customerId),
      subscriptionId === null ? null : this.subscription(subscriptionId),
      kind === "file" && customerId !== null ? this.#purchase(session, customerId) : null,
    ]);
    return {
      id: session.id,
      kind,
      status: session.status === "complete" ? "complete" : session.status === "expired" ? "expired" : "open",
      category: metadata.category ?? null,
      claimHash: metadata.claim_hash,
      userId: metadata.user_id ?? null,
      createdAt: instantOf(session.created),
      customer,
      buyerEmail: lowerCase(session.customer_details?.email),
      subscription,
      purchase,
      paymentFailed: kind === "file" && hasFailed(session),
    };
  }

  /** Returns null if Stripe does not know it, or if it is not ours. */
  async subscription(id: string): Promise<SubscriptionTruth | null> {
    const subscription = await this.#read(id, () => this.stripe.subscriptions.retrieve(id));
    if (!subscription || subscription.metadata.app !== APP) return null;
    const customer = await this.customer(idOf(subscription.customer) as string);
    if (!customer) return null;
    const { status, items } = subscription;
    const settled = status === "active" || status === "trialing";
    const currentPeriodEnd = instantOf(Math.max(...items.data.map((item) => item.current_period_end)));
    const price = items.data[0]?.price;
    const interval = price?.recurring?.interval;
    const createdAt = instantOf(subscription.created);
    const paid = await this.#paidPeriods(id, currentPeriodEnd);
    // Stripe leaves a subscription active after a refund or a dispute.
    const endIfReturned = paid.newestReturned ? (paid.until ?? createdAt) : null;
    return {
      customer,
      row: {
        id,
        customerId: customer.id,
        status,
        priceLookupKey: price?.lookup_key ?? price?.metadata.key ?? null,
        interval: interval === "month" ? "month" : interval === "year" ? "year" : null,
        currentPeriodEnd,
        // The portal plans an end as a date, the API as a flag.
        cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
        paidUntil: settled ? endIfReturned : paid.until,
        pastDueSince: status === "past_due" || status === "unpaid" ? await this.#unpaidSince(id) : null,
        endedAt: subscription.ended_at === null ? null : instantOf(subscription.ended_at),
        createdAt,
      },
    };
  }

  /** Returns null if Stripe does not know it. */
  async customer(id: string): Promise<CustomerTruth | null> {
    const customer = await this.#read(id, () => this.stripe.customers.retrieve(id));
    if (!customer) return null;
    return customer.deleted
      ? { id, deleted: true, email: null }
      : { id, deleted: false, email: lowerCase(customer.email) };
  }

  /** Returns the purpose of a payment: a checkout of a file, a subscription's invoice, or neither. */
  async paidBy(paymentIntentId: string): Promise<{ checkout: string } | { subscription: string } | null> {
    const { data: sessions } = await this.stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
    if (sessions[0]) return { checkout: sessions[0].id };
    const { data: payments } = await this.stripe.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: paymentIntentId },
      limit: 1,
    });
    const invoiceId = idOf(payments[0]?.invoice);
    if (invoiceId === null) return null;
    const subscription = subscriptionOfInvoice(await this.stripe.invoices.retrieve(invoiceId));
    return subscription === null ? null : { subscription };
  }

  /** Reads each object once. */
  #read<T>(id: string, ask: () => Promise<T>): Promise<T | null> {
    const asked = this.#asked.get(id) ?? this.#readNow(id, ask);
    this.#asked.set(id, asked);
    return asked as Promise<T | null>;
  }

  async #readNow<T>(id: string, ask: () => Promise<T>): Promise<T | null> {
    this.seen.set(id, await revisionOf(this.db, id));
    try {
      return await ask();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async #purchase(session: Stripe.Checkout.Session, customerId: string): Promise<PurchaseTruth | null> {
    const { payment_intent: payment, payment_status: paymentStatus, amount_total: amount, currency } = session;
    if (paymentStatus !== "paid" || amount === null || currency === null || !session.metadata?.category) return null;
    if (payment === null || typeof payment === "string") return null;
    const charge = payment.latest_charge;
    if (charge === null || typeof charge === "string" || charge.status !== "succeeded") return null;
    const paidAt = instantOf(charge.created);
    const returned = !(await this.#isHeld(charge));
    return {
      customerId,
      email: lowerCase(session.customer_details?.email) ?? "",
      category: session.metadata.category,
      asOf: paidAt.toISOString().slice(0, 10),
      amountMinor: amount,
      currency: currency.toUpperCase(),
      paymentIntentId: payment.id,
      status: returned ? "refunded" : "paid",
      paidAt,
      refundedAt: returned ? this.now : null,
      // Counted from the grant: bank money arrives days after the charge was made.
      expiresAt: new Date(this.now.getTime() + LINK_LIMITS.days * DAY_MS),
    };
  }

  /**
   * Returns whether we hold the money or a part of it. A partial refund is a rebate, but a dispute takes everything.
   */
  async #isHeld(charge: Stripe.Charge): Promise<boolean> {
    if (charge.refunded) return false;
    if (!charge.disputed) return true;
    const { data } = await this.stripe.disputes.list({ charge: charge.id, limit: 10 });
    return data.every(({ status }) => MONEY_STAYED.has(status));
  }

  /**
   * `until`: end of the newest period whose payment we hold. Stripe advances a subscription's period before it is paid,
   * so the period alone is not enough. `newestReturned`: the newest paid period was refunded in full, or a dispute
   * holds or has taken its payment.
   */
  async #paidPeriods(
    subscriptionId: string,
    currentPeriodEnd: Date,
  ): Promise<{ until: Date | null; newestReturned: boolean }> {
    const { data } = await this.stripe.invoices.list({
      subscription: subscriptionId,
      status: "paid",
      limit: INVOICES_READ,
    });
    const periods = new Map<number, Stripe.Invoice[]>();
    for (const invoice of data) {
      const end = periodEndOf(invoice);
      if (end > 0) periods.set(end, [...(periods.get(end) ?? []), invoice]);
    }
    const ends = [...periods.keys()].sort((one, other) => other - one);
    for (const [index, end] of ends.entries()) {
      if (!(await this.#isPeriodHeld(periods.get(end) ?? []))) continue;
      const until = instantOf(end);
      return { until: until < currentPeriodEnd ? until : currentPeriodEnd, newestReturned: index > 0 };
    }
    return { until: null, newestReturned: ends.length > 0 };
  }

  /** A free period, such as a trial, has no payment to return. A free invoice does not replace a returned payment. */
  async #isPeriodHeld(invoices: readonly Stripe.Invoice[]): Promise<boolean> {
    const charged = invoices.filter((invoice) => invoice.amount_paid > 0);
    for (const invoice of charged) if (await this.#isInvoiceHeld(invoice)) return true;
    return charged.length === 0;
  }

  async #isInvoiceHeld(invoice: Stripe.Invoice): Promise<boolean> {
    const { data } = await this.stripe.invoicePayments.list({
      invoice: invoice.id,
      status: "paid",
      expand: ["data.payment.payment_intent.latest_charge"],
    });
    for (const { payment } of data) {
      const intent = payment.payment_intent;
      const charge = typeof intent === "object" ? intent.latest_charge : null;
      if (charge === null || typeof charge === "string" || (await this.#isHeld(charge))) return true;
    }
    return data.length === 0;
  }

  async #unpaidSince(subscriptionId: string): Promise<Date | null> {
    const { data } = await this.stripe.invoices.list({ subscription: subscriptionId, status: "open", limit: 100 });
    const due = data.map((invoice) => invoice.due_date ?? invoice.status_transitions.finalized_at ?? invoice.created);
    return due.length === 0 ? null : instantOf(Math.min(...due));
  }
}

function hasFailed({
  status,
  payment_status: paymentStatus,
  payment_intent: payment,
}: Stripe.Checkout.Session): boolean {
  if (status !== "complete" || paymentStatus !== "unpaid" || payment === null || typeof payment === "string")
    return false;
  return payment.status === "requires_payment_method" || payment.status === "canceled";
}

/**
 * Returns the subscription of a whole invoice, or of the invoice in an event, which may have an older version's shape.
 */
export function subscriptionOfInvoice(invoice: Stripe.Invoice): string | null {
  const { subscription } = invoice as Stripe.Invoice & { subscription?: string | { id: string } | null };
  return idOf(invoice.parent?.subscription_details?.subscription ?? subscription);
}

/** Returns seconds. 0 if the invoice pays for no period. */
function periodEndOf(invoice: Stripe.Invoice): number {
  const ends = invoice.lines.data
    .filter((line) => line.parent?.type === "subscription_item_details")
    .map((line) => line.period.end);
  return Math.max(0, ...ends);
}

function lowerCase(email: string | null | undefined): string | null {
  return email?.trim().toLowerCase() || null;
}
