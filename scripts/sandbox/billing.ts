import type Stripe from "stripe";
import { AUTHENTICATION_FAILED, type Card, DEBIT_FAILED, DEBIT_MINUTES, DECLINES, type Renewal } from "./cards";
import type { Context } from "./context";
import { invalid, missing } from "./errors";
import {
  type InvoiceLine,
  list,
  newCharge,
  newCustomer,
  newDispute,
  newInvoice,
  newInvoicePayment,
  newPaymentIntent,
  newPaymentMethod,
  newRefund,
  newSubscription,
  newSubscriptionItem,
} from "./objects";
import type { SessionDetails } from "./store";
import { addInterval } from "./time";

type Decline = keyof typeof DECLINES;

export type Buyer = { email: string; name: string; terms: boolean };
export type PaymentOutcome = { done: true } | { authenticate: true } | { declined: string };

export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === "string" ? value : (value?.id ?? null);

export function isDeleted(customer: Stripe.Customer | Stripe.DeletedCustomer): customer is Stripe.DeletedCustomer {
  return customer.deleted === true;
}

/** @param param the parameter that names the customer; undefined if the URL does */
export function livingCustomer(ctx: Context, id: string, param?: string): Stripe.Customer {
  const customer = ctx.store.named("customer", id, param);
  if (isDeleted(customer)) throw missing("customer", id, param);
  return customer;
}

export function sessionDetails(ctx: Context, id: string): SessionDetails {
  const details = ctx.store.sessions.get(id);
  if (!details) throw new Error(`The sandbox lost the items of ${id}.`);
  return details;
}

/** Charges the card, or records why the charge failed. */
function charge(
  ctx: Context,
  intentId: string,
  method: Stripe.PaymentMethod,
  decline: Decline | null,
): Stripe.PaymentIntent {
  const intent = ctx.store.get("payment_intent", intentId);
  const failure = decline
    ? { code: decline === "authentication_required" ? decline : "card_declined", message: DECLINES[decline] }
    : null;
  const made = newCharge(ctx, intent, method, failure);
  if (!failure) {
    ctx.create("charge", made, "charge.succeeded");
    return paid(ctx, intent, made.id, method);
  }
  ctx.create("charge", made, "charge.failed");
  return ctx.update(
    "payment_intent",
    intentId,
    {
      status: "requires_payment_method",
      latest_charge: made.id,
      last_payment_error: {
        charge: made.id,
        code: failure.code,
        decline_code: decline ?? undefined,
        message: failure.message,
        payment_method: method,
        type: "card_error",
      } as Stripe.PaymentIntent.LastPaymentError,
    },
    "payment_intent.payment_failed",
  );
}

function paid(ctx: Context, intent: Stripe.PaymentIntent, chargeId: string, method: Stripe.PaymentMethod) {
  return ctx.update(
    "payment_intent",
    intent.id,
    {
      status: "succeeded",
      amount_received: intent.amount,
      latest_charge: chargeId,
      payment_method: method.id,
      last_payment_error: null,
      next_action: null,
    },
    "payment_intent.succeeded",
  );
}

/** Requests a bank debit. The bank responds later. */
function debit(ctx: Context, intentId: string, method: Stripe.PaymentMethod) {
  const intent = ctx.store.get("payment_intent", intentId);
  const made = newCharge(ctx, intent, method, null);
  ctx.create("charge", { ...made, status: "pending", paid: false, receipt_url: null }, "charge.pending");
  ctx.update(
    "payment_intent",
    intentId,
    { status: "processing", latest_charge: made.id, payment_method: method.id, last_payment_error: null },
    "payment_intent.processing",
  );
}

/** Simulates the response of the debited bank. */
export function settleDebit(ctx: Context, intentId: string, outcome: "succeeded" | "failed"): Stripe.PaymentIntent {
  const intent = ctx.store.get("payment_intent", intentId);
  if (intent.status !== "processing") throw invalid(`No bank is asked for the payment ${intentId}.`, "payment_intent");
  const chargeId = idOf(intent.latest_charge) as string;
  const method = ctx.store.get("payment_method", idOf(intent.payment_method) as string);
  const session = ctx.store.all("checkout.session").find(({ payment_intent: paidBy }) => paidBy === intentId);
  if (!session) throw new Error(`The sandbox lost the checkout of ${intentId}.`);
  if (outcome === "succeeded") {
    const receipt = `${ctx.url}/receipt/${chargeId}`;
    ctx.update("charge", chargeId, { status: "succeeded", paid: true, receipt_url: receipt }, "charge.succeeded");
    paid(ctx, intent, chargeId, method);
    ctx.update("checkout.session", session.id, { payment_status: "paid" }, "checkout.session.async_payment_succeeded");
  } else {
    const { code, message } = DEBIT_FAILED;
    const refused = { status: "failed", failure_code: code, failure_message: message } as const;
    ctx.update("charge", chargeId, refused, "charge.failed");
    ctx.update(
      "payment_intent",
      intentId,
      {
        status: "requires_payment_method",
        payment_method: null,
        last_payment_error: { charge: chargeId, code, message, payment_method: method, type: "invalid_request_error" },
      },
      "payment_intent.payment_failed",
    );
    ctx.emit("checkout.session.async_payment_failed", session);
  }
  return ctx.store.get("payment_intent", intentId);
}

function lines(items: Stripe.LineItem[], subscription: Stripe.Subscription | null, at: number): InvoiceLine[] {
  return items.map((item) => {
    const price = item.price as Stripe.Price;
    const quantity = item.quantity ?? 1;
    const own = subscription?.items.data.find((candidate) => candidate.price.id === price.id);
    return {
      price,
      quantity,
      description: own ? `${quantity} × ${item.description} (per ${price.recurring?.interval})` : `${item.description}`,
      period: own ? { start: own.current_period_start, end: own.current_period_end } : { start: at, end: at },
      subscriptionItem: own?.id ?? null,
    };
  });
}

function markPaid(ctx: Context, invoiceId: string, paymentId: string | null) {
  const invoice = ctx.store.get("invoice", invoiceId);
  if (paymentId) {
    const payment = ctx.store.get("invoice_payment", paymentId);
    ctx.update("invoice_payment", paymentId, {
      status: "paid",
      amount_paid: payment.amount_requested,
      status_transitions: { ...payment.status_transitions, paid_at: ctx.now },
    });
  }
  const paid = ctx.update(
    "invoice",
    invoiceId,
    {
      status: "paid",
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: ctx.now },
    },
    "invoice.updated",
  );
  ctx.emit("invoice.paid", paid);
  ctx.emit("invoice.payment_succeeded", paid);
  if (paymentId) ctx.emit("invoice_payment.paid", ctx.store.get("invoice_payment", paymentId));
}

/** Creates the objects that Stripe creates after a payment, and closes the session. */
function complete(ctx: Context, session: Stripe.Checkout.Session, method: Stripe.PaymentMethod, buyer: Buyer) {
  const details = sessionDetails(ctx, session.id);
  const amount = session.amount_total ?? 0;
  const currency = session.currency ?? "usd";
  const now = ctx.now;
  const subscribing = session.mode === "subscription";
  const debited = method.type === "us_bank_account";

  let customer = idOf(session.customer);
  if (!customer && (subscribing || session.customer_creation === "always")) {
    const created = newCustomer(ctx, { email: buyer.email, name: buyer.name || null, currency });
    customer = ctx.create("customer", created, "customer.created").id;
  }
  if (customer && subscribing) {
    const attached = ctx.update("payment_method", method.id, { customer });
    ctx.emit("payment_method.attached", attached);
  }

  let subscription: Stripe.Subscription | null = null;
  let invoice: Stripe.Invoice | null = null;
  let invoicePayment: string | null = null;

  if (subscribing && customer) {
    const id = ctx.store.newId("subscription");
    const items = details.items
      .filter(({ price }) => price?.recurring)
      .map((item) => {
        const price = item.price as Stripe.Price;
        const { interval, interval_count: count } = price.recurring as Stripe.Price.Recurring;
        return newSubscriptionItem(ctx, id, price, item.quantity ?? 1, {
          start: now,
          end: addInterval(now, interval, count),
        });
      });
    subscription = newSubscription(
      ctx,
      {
        id,
        customer,
        currency,
        default_payment_method: method.id,
        metadata: details.subscriptionData.metadata,
        description: details.subscriptionData.description ?? null,
        automatic_tax: { disabled_reason: null, enabled: session.automatic_tax.enabled, liability: null },
      },
      items,
    );
  }
  if (customer && (subscription || session.invoice_creation?.enabled)) {
    invoice = newInvoice(
      ctx,
      {
        customer,
        currency,
        billing_reason: subscription ? "subscription_create" : "manual",
        metadata: subscription ? {} : details.invoiceData.metadata,
        description: details.invoiceData.description ?? null,
        footer: details.invoiceData.footer ?? null,
      },
      lines(details.items, subscription, now),
      subscription,
    );
    if (subscription) ctx.store.put("invoice", invoice);
  }
  if (subscription && invoice) {
    subscription.latest_invoice = invoice.id;
    ctx.create("subscription", subscription, "customer.subscription.created");
  }
  if (invoice) {
    ctx.create("invoice", invoice, "invoice.created");
    ctx.emit("invoice.finalized", invoice);
  }

  let intent: string | null = null;
  if (amount > 0) {
    intent = intentOf(ctx, session);
    if (customer) ctx.update("payment_intent", intent, { customer });
    if (subscribing) ctx.update("payment_intent", intent, { setup_future_usage: "off_session" });
    if (invoice) {
      invoicePayment = ctx.store.put("invoice_payment", newInvoicePayment(ctx, invoice, intent)).id;
    }
    if (debited) debit(ctx, intent, method);
    else charge(ctx, intent, method, null);
  }
  if (invoice) markPaid(ctx, invoice.id, invoicePayment);
  if (subscription) ctx.update("subscription", subscription.id, { status: "active" }, "customer.subscription.updated");

  const closed = ctx.update("checkout.session", session.id, {
    status: "complete",
    payment_status: amount === 0 ? "no_payment_required" : debited ? "unpaid" : "paid",
    url: null,
    customer,
    customer_details: {
      address: null,
      business_name: null,
      email: buyer.email,
      individual_name: null,
      name: buyer.name || null,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    payment_intent: subscribing ? null : intent,
    subscription: subscription?.id ?? null,
    invoice: invoice?.id ?? null,
    consent: session.consent_collection
      ? { promotions: null, terms_of_service: buyer.terms ? "accepted" : null }
      : null,
    automatic_tax: session.automatic_tax.enabled
      ? { ...session.automatic_tax, status: "complete" }
      : session.automatic_tax,
  });
  delete details.pending;
  ctx.emit("checkout.session.completed", closed);
}

/** Returns the session's payment. Later attempts reuse it. */
function intentOf(ctx: Context, session: Stripe.Checkout.Session): string {
  const details = sessionDetails(ctx, session.id);
  if (details.paymentIntent) return details.paymentIntent;
  const { paymentIntentData } = details;
  const intent = newPaymentIntent(ctx, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    customer: idOf(session.customer),
    description: paymentIntentData.description ?? (session.mode === "subscription" ? "Subscription creation" : null),
    metadata: session.mode === "payment" ? paymentIntentData.metadata : {},
    payment_method_types: session.payment_method_types,
    receipt_email: paymentIntentData.receipt_email ?? null,
  });
  ctx.create("payment_intent", intent, "payment_intent.created");
  details.paymentIntent = intent.id;
  return intent.id;
}

function open(ctx: Context, sessionId: string): Stripe.Checkout.Session {
  const session = ctx.store.get("checkout.session", sessionId);
  if (session.status !== "open") throw invalid("This Checkout Session is no longer open.", "session");
  return session;
}

/** Simulates a buyer who presses Pay on the hosted page. */
export function pay(ctx: Context, sessionId: string, card: Card, buyer: Buyer): PaymentOutcome {
  const session = open(ctx, sessionId);
  const details = sessionDetails(ctx, sessionId);
  const method = newPaymentMethod(ctx, card, { email: buyer.email, name: buyer.name || null }, null);
  ctx.store.put("payment_method", method);
  ctx.store.cards.set(method.id, card.renewal);
  if (card.payment === "authenticate") {
    details.pending = { paymentMethod: method.id, ...buyer };
    ctx.store.touch();
    return { authenticate: true };
  }
  if (card.payment !== "succeeds") {
    failFirst(ctx, session, method, card.payment);
    return { declined: DECLINES[card.payment] };
  }
  complete(ctx, session, method, buyer);
  return { done: true };
}

/** Simulates a buyer who chooses a bank debit: the checkout completes before the money arrives. */
export function payByDebit(ctx: Context, sessionId: string, buyer: Buyer): PaymentOutcome {
  const session = open(ctx, sessionId);
  if (!takesDebits(session)) throw invalid("This Checkout Session takes no bank debits.", "session");
  const method = newPaymentMethod(ctx, "us_bank_account", { email: buyer.email, name: buyer.name || null }, null);
  ctx.store.put("payment_method", method);
  complete(ctx, session, method, buyer);
  return { done: true };
}

export const takesDebits = (session: Stripe.Checkout.Session) =>
  session.payment_method_types.includes("us_bank_account");

function failFirst(ctx: Context, session: Stripe.Checkout.Session, method: Stripe.PaymentMethod, decline: Decline) {
  if (!session.amount_total) return;
  const intent = intentOf(ctx, session);
  if (session.mode === "payment") ctx.update("checkout.session", session.id, { payment_intent: intent });
  charge(ctx, intent, method, decline);
}

/** Simulates the result of the bank's 3-D Secure page. */
export function authenticate(ctx: Context, sessionId: string, passed: boolean): PaymentOutcome {
  const session = open(ctx, sessionId);
  const details = sessionDetails(ctx, sessionId);
  const { pending } = details;
  if (!pending) throw invalid("No payment waits for authentication.", "session");
  const method = ctx.store.get("payment_method", pending.paymentMethod);
  if (!passed) {
    delete details.pending;
    failFirst(ctx, session, method, "authentication_required");
    return { declined: AUTHENTICATION_FAILED };
  }
  complete(ctx, session, method, pending);
  return { done: true };
}

export function expireSession(ctx: Context, sessionId: string): Stripe.Checkout.Session {
  const session = ctx.store.get("checkout.session", sessionId);
  if (session.status !== "open") {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      "session",
    );
  }
  const expired = ctx.update("checkout.session", sessionId, { status: "expired", url: null });
  ctx.emit("checkout.session.expired", expired);
  return expired;
}

const ENDED = new Set<string>(["canceled", "incomplete_expired"]);

export const hasEnded = ({ status }: Stripe.Subscription) => ENDED.has(status);

export function living(ctx: Context, id: string): Stripe.Subscription {
  const subscription = ctx.store.get("subscription", id);
  if (hasEnded(subscription)) throw missing("subscription", id);
  return subscription;
}

export const periodEnd = (subscription: Stripe.Subscription) =>
  Math.max(...subscription.items.data.map(({ current_period_end: end }) => end));

function withPeriod(subscription: Stripe.Subscription, period: (item: Stripe.SubscriptionItem) => [number, number]) {
  return {
    ...subscription.items,
    data: subscription.items.data.map((item) => {
      const [start, end] = period(item);
      return { ...item, current_period_start: start, current_period_end: end };
    }),
  };
}

type Cancellation = { comment?: string | null; feedback?: string | null; reason?: string | null };

/** Ends a subscription now. `at` is the end of its period if that is earlier. */
export function cancelNow(ctx: Context, id: string, cancellation: Cancellation = {}, at = ctx.now) {
  const subscription = living(ctx, id);
  const canceled = ctx.update("subscription", id, {
    status: "canceled",
    canceled_at: subscription.canceled_at ?? at,
    ended_at: at,
    cancel_at_period_end: false,
    cancellation_details: {
      ...(subscription.cancellation_details ?? { comment: null, feedback: null, feedback_option: null }),
      reason: "cancellation_requested",
      ...cancellation,
    } as Stripe.Subscription.CancellationDetails,
  });
  ctx.emit("customer.subscription.deleted", canceled);
  return canceled;
}

/** With `flexible` billing, the portal and the API store a planned end in different fields, as at Stripe. */
export function planCancellation(ctx: Context, id: string, by: "api" | "portal") {
  const subscription = living(ctx, id);
  return ctx.update(
    "subscription",
    id,
    {
      cancel_at: periodEnd(subscription),
      cancel_at_period_end: by === "api",
      canceled_at: ctx.now,
      cancellation_details: {
        ...(subscription.cancellation_details ?? { comment: null, feedback: null, feedback_option: null }),
        reason: "cancellation_requested",
      } as Stripe.Subscription.CancellationDetails,
    },
    "customer.subscription.updated",
  );
}

export function resume(ctx: Context, id: string) {
  const subscription = living(ctx, id);
  return ctx.update(
    "subscription",
    id,
    {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: {
        ...(subscription.cancellation_details ?? { comment: null, feedback: null, feedback_option: null }),
        reason: null,
      } as Stripe.Subscription.CancellationDetails,
    },
    "customer.subscription.updated",
  );
}

function methodOf(ctx: Context, subscription: Stripe.Subscription): Stripe.PaymentMethod | null {
  const customer = ctx.store.get("customer", idOf(subscription.customer) as string);
  const id =
    idOf(subscription.default_payment_method) ??
    (isDeleted(customer) ? null : idOf(customer.invoice_settings.default_payment_method));
  return id ? ctx.store.get("payment_method", id) : null;
}

/** Tries to pay an open invoice with the saved card. */
function collect(ctx: Context, subscription: Stripe.Subscription, invoiceId: string): boolean {
  const invoice = ctx.store.get("invoice", invoiceId);
  if (invoice.total === 0) {
    markPaid(ctx, invoiceId, null);
    return true;
  }
  let payment = ctx.store.all("invoice_payment").find((candidate) => candidate.invoice === invoiceId);
  if (!payment) {
    const intent = newPaymentIntent(ctx, {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: idOf(subscription.customer),
      description: "Subscription update",
    });
    ctx.create("payment_intent", intent, "payment_intent.created");
    payment = ctx.store.put("invoice_payment", newInvoicePayment(ctx, invoice, intent.id));
  }
  const method = methodOf(ctx, subscription);
  const renewal: Renewal = method ? (ctx.store.cards.get(method.id) ?? "succeeds") : "generic_decline";
  const intentId = idOf(payment.payment.payment_intent) as string;
  if (method) charge(ctx, intentId, method, renewal === "succeeds" ? null : renewal);
  if (renewal === "succeeds") {
    markPaid(ctx, invoiceId, payment.id);
    return true;
  }
  const failed = ctx.update(
    "invoice",
    invoiceId,
    {
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: ctx.now + 3 * 86_400,
    },
    "invoice.updated",
  );
  ctx.emit("invoice.payment_failed", failed);
  if (renewal === "authentication_required") ctx.emit("invoice.payment_action_required", failed);
  return false;
}

/** Ends the current period at `at`. The subscription then renews, fails to renew, or ends as planned. */
export function endPeriod(ctx: Context, id: string, at = ctx.now): Stripe.Subscription {
  const subscription = living(ctx, id);
  const over = withPeriod(subscription, (item) => [item.current_period_start, Math.min(item.current_period_end, at)]);
  if (
    subscription.cancel_at_period_end ||
    (subscription.cancel_at && subscription.cancel_at <= periodEnd(subscription))
  ) {
    ctx.update("subscription", id, { items: over, cancel_at: at });
    return cancelNow(ctx, id, {}, at);
  }
  const items = withPeriod(subscription, ({ price }) => {
    const { interval, interval_count: count } = price.recurring as Stripe.Price.Recurring;
    return [at, addInterval(at, interval, count)];
  });
  const invoice = newInvoice(
    ctx,
    {
      customer: idOf(subscription.customer) as string,
      currency: subscription.currency,
      billing_reason: "subscription_cycle",
    },
    items.data.map((item) => ({
      price: item.price,
      quantity: item.quantity ?? 1,
      description: `${item.quantity ?? 1} × ${productName(ctx, item.price)} (per ${item.price.recurring?.interval})`,
      period: { start: item.current_period_start, end: item.current_period_end },
      subscriptionItem: item.id,
    })),
    subscription,
  );
  ctx.store.put("invoice", invoice);
  ctx.update("subscription", id, { items, latest_invoice: invoice.id }, "customer.subscription.updated");
  ctx.emit("invoice.created", invoice);
  ctx.emit("invoice.finalized", invoice);
  const paid = subscription.status === "unpaid" ? false : collect(ctx, subscription, invoice.id);
  if (!paid && subscription.status === "active") {
    ctx.update("subscription", id, { status: "past_due" }, "customer.subscription.updated");
  }
  return ctx.store.get("subscription", id);
}

export function productName(ctx: Context, price: Stripe.Price): string {
  return ctx.store.find("product", idOf(price.product) ?? "")?.name ?? "Item";
}

const unpaidInvoices = (ctx: Context, id: string) =>
  ctx.store
    .all("invoice")
    .filter(({ parent, status }) => status === "open" && parent?.subscription_details?.subscription === id)
    .reverse();

/** Simulates Stripe's next attempt to collect open invoices. */
export function retryPayment(ctx: Context, id: string): Stripe.Subscription {
  const subscription = living(ctx, id);
  const open = unpaidInvoices(ctx, id);
  if (open.length === 0) throw invalid("This subscription has no open invoice.");
  const paid = open.map((invoice) => collect(ctx, subscription, invoice.id));
  if (paid.every(Boolean) && subscription.status !== "active") {
    ctx.update("subscription", id, { status: "active" }, "customer.subscription.updated");
  }
  return ctx.store.get("subscription", id);
}

/** Simulates the end of Stripe's attempts. The outcome depends on a setting of the dashboard. */
export function giveUp(ctx: Context, id: string, outcome: "unpaid" | "canceled"): Stripe.Subscription {
  const subscription = living(ctx, id);
  if (subscription.status !== "past_due") throw invalid("Only a past due subscription can be given up.");
  for (const invoice of unpaidInvoices(ctx, id)) {
    ctx.update("invoice", invoice.id, { next_payment_attempt: null }, "invoice.updated");
  }
  if (outcome === "canceled") return cancelNow(ctx, id, { reason: "payment_failed" });
  return ctx.update("subscription", id, { status: "unpaid" }, "customer.subscription.updated");
}

/** Makes a card from the portal the default of the customer and of each subscription. */
export function changeCard(ctx: Context, customerId: string, card: Card): Stripe.PaymentMethod {
  const customer = livingCustomer(ctx, customerId);
  const method = newPaymentMethod(ctx, card, { email: customer.email, name: customer.name ?? null }, customerId);
  ctx.store.cards.set(method.id, card.renewal);
  ctx.create("payment_method", method, "payment_method.attached");
  ctx.update(
    "customer",
    customerId,
    { invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id } },
    "customer.updated",
  );
  for (const subscription of ctx.store.all("subscription")) {
    if (subscription.customer !== customerId || ENDED.has(subscription.status)) continue;
    ctx.update("subscription", subscription.id, { default_payment_method: method.id }, "customer.subscription.updated");
  }
  return method;
}

export type RefundRequest = {
  charge?: string;
  payment_intent?: string;
  amount?: number;
  reason?: string;
  metadata?: Record<string, string>;
};

export function refund(ctx: Context, request: RefundRequest): Stripe.Refund {
  const chargeId = request.charge ?? chargeOf(ctx, request.payment_intent);
  const found = ctx.store.named("charge", chargeId, "charge");
  if (!found.paid) throw invalid(`Charge ${chargeId} has not been paid and cannot be refunded.`);
  const left = found.amount - found.amount_refunded;
  if (left === 0) {
    throw invalid(`Charge ${chargeId} has already been refunded.`, undefined, "charge_already_refunded");
  }
  const amount = request.amount ?? left;
  if (amount < 1)
    throw invalid("This value must be greater than or equal to 1.", "amount", "parameter_invalid_integer");
  if (amount > left) {
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
      "amount",
      "amount_too_large",
    );
  }
  const made = newRefund(ctx, found, amount, {
    reason: request.reason ?? null,
    metadata: request.metadata ?? {},
  });
  ctx.store.put("refund", made);
  const amountRefunded = found.amount_refunded + amount;
  ctx.update(
    "charge",
    chargeId,
    { amount_refunded: amountRefunded, refunded: amountRefunded === found.amount },
    "charge.refunded",
  );
  ctx.emit("refund.created", made);
  return made;
}

/** Opens a dispute: the buyer's bank takes the whole payment back until the dispute is closed. */
export function openDispute(ctx: Context, paymentIntent: string): Stripe.Dispute {
  const charge = ctx.store.get("charge", chargeOf(ctx, paymentIntent));
  if (charge.disputed) throw invalid(`Charge ${charge.id} has already been disputed.`);
  ctx.update("charge", charge.id, { disputed: true }, "charge.updated");
  const dispute = ctx.create("dispute", newDispute(ctx, charge), "charge.dispute.created");
  ctx.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

export function closeDispute(ctx: Context, paymentIntent: string, status: "won" | "lost"): Stripe.Dispute {
  const dispute = ctx.store
    .all("dispute")
    .find((candidate) => candidate.payment_intent === paymentIntent && candidate.status === "needs_response");
  if (!dispute) throw invalid(`This PaymentIntent (${paymentIntent}) does not have an open dispute.`);
  const closed = ctx.update("dispute", dispute.id, { status }, "charge.dispute.closed");
  if (status === "won") ctx.emit("charge.dispute.funds_reinstated", closed);
  return closed;
}

function chargeOf(ctx: Context, paymentIntent: string | undefined): string {
  if (!paymentIntent) {
    throw invalid(
      "One of the following params should be provided for this request: payment_intent or charge.",
      undefined,
      "parameter_missing",
    );
  }
  const latest = idOf(ctx.store.named("payment_intent", paymentIntent, "payment_intent").latest_charge);
  if (!latest) throw invalid(`This PaymentIntent (${paymentIntent}) does not have a successful charge to refund.`);
  return latest;
}

export function deleteCustomer(ctx: Context, id: string): Stripe.DeletedCustomer {
  const customer = livingCustomer(ctx, id);
  for (const subscription of ctx.store.all("subscription")) {
    if (subscription.customer === id && !ENDED.has(subscription.status)) cancelNow(ctx, subscription.id);
  }
  const deleted: Stripe.DeletedCustomer = { id, object: "customer", deleted: true };
  ctx.store.put("customer", deleted);
  ctx.emit("customer.deleted", customer);
  return deleted;
}

/** Runs everything that depends on time: periods end, sessions expire, banks pay. */
export function passTime(ctx: Context) {
  for (const { id, status, latest_charge: charge } of [...ctx.store.tables.payment_intent.values()]) {
    if (status !== "processing") continue;
    const asked = ctx.store.get("charge", idOf(charge) as string).created;
    if (asked + DEBIT_MINUTES * 60 <= ctx.now) settleDebit(ctx, id, "succeeded");
  }
  for (const session of ctx.store.tables["checkout.session"].values()) {
    if (session.status === "open" && session.expires_at <= ctx.now) expireSession(ctx, session.id);
  }
  for (const { id } of [...ctx.store.tables.subscription.values()]) {
    for (let turn = 0; turn < 36; turn += 1) {
      const subscription = ctx.store.get("subscription", id);
      if (ENDED.has(subscription.status) || periodEnd(subscription) > ctx.now) break;
      endPeriod(ctx, id, periodEnd(subscription));
    }
  }
}

export function customerSubscriptions(ctx: Context, customer: string) {
  return list(
    ctx.store
      .all("subscription")
      .filter((candidate) => candidate.customer === customer && !ENDED.has(candidate.status)),
    `/v1/customers/${customer}/subscriptions`,
  );
}
