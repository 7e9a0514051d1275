import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { passTime } from "./billing";
import { CARDS, control, eventTypes, type Opened, openSandbox, payOnPage, startPurchase, subscribe } from "./testing";

let opened: Opened;
let stripe: Stripe;

beforeEach(async () => {
  opened = await openSandbox();
  stripe = opened.stripe;
});
afterEach(() => opened.sandbox.close());

const again = (subscription: Stripe.Subscription) => stripe.subscriptions.retrieve(subscription.id);
const endOf = (subscription: Stripe.Subscription) => subscription.items.data[0]?.current_period_end ?? 0;
const startOf = (subscription: Stripe.Subscription) => subscription.items.data[0]?.current_period_start ?? 0;
const endPeriod = (subscription: Stripe.Subscription) =>
  control(opened.sandbox, `subscriptions/${subscription.id}/end-period`);
const since = async (mark: number) => (await eventTypes(stripe)).slice(mark);
const mark = async () => (await eventTypes(stripe)).length;

async function portalOf(customer: string, features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {}) {
  const configuration = await stripe.billingPortal.configurations.create({
    features: {
      subscription_cancel: { enabled: true, mode: "at_period_end" },
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      ...features,
    },
  });
  return stripe.billingPortal.sessions.create({
    customer,
    configuration: configuration.id,
    return_url: "https://site.example.com/account",
  });
}
const press = (portal: Stripe.BillingPortal.Session, path: string, form: Record<string, string> = {}) =>
  fetch(`${portal.url}/${path}`, { method: "POST", redirect: "manual", body: new URLSearchParams(form) });

describe("a period that ends", () => {
  it("renews: a new paid invoice, and the period moves on", async () => {
    const before = await subscribe(opened);
    opened.pass(10);
    const from = await mark();
    expect((await endPeriod(before)).status).toBe(200);
    const after = await again(before);
    expect(after.status).toBe("active");
    expect(startOf(after)).toBeGreaterThan(startOf(before));
    expect(endOf(after)).toBeGreaterThan(endOf(before));
    const invoices = await stripe.invoices.list({ subscription: before.id });
    expect(invoices.data.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
      ["subscription_cycle", "paid"],
      ["subscription_create", "paid"],
    ]);
    expect(after.latest_invoice).toBe(invoices.data[0]?.id);
    expect(await since(from)).toEqual([
      "customer.subscription.updated",
      "invoice.created",
      "invoice.finalized",
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice.updated",
      "invoice.paid",
      "invoice.payment_succeeded",
      "invoice_payment.paid",
    ]);
  });

  it("ends the subscription where its end was planned, at that moment", async () => {
    const before = await subscribe(opened);
    await stripe.subscriptions.update(before.id, { cancel_at_period_end: true });
    opened.pass(60);
    const from = await mark();
    await endPeriod(before);
    const after = await again(before);
    expect(after.status).toBe("canceled");
    expect(after.ended_at).toBe(opened.sandbox.ctx.now);
    expect(endOf(after)).toBeLessThanOrEqual(opened.sandbox.ctx.now);
    expect(await since(from)).toEqual(["customer.subscription.deleted"]);
    expect((await stripe.invoices.list({ subscription: before.id })).data).toHaveLength(1);
    expect((await stripe.subscriptions.list({ customer: before.customer as string })).data).toEqual([]);
    expect((await stripe.subscriptions.list({ status: "all" })).data).toHaveLength(1);
    expect((await endPeriod(before)).status).toBe(404);
  });

  it.each([
    ["failsOnRenewal", "generic_decline"],
    ["authenticatesAlways", "authentication_required"],
  ] as const)("is past due when the card fails (%s)", async (card, code) => {
    const before = card === "failsOnRenewal" ? await subscribe(opened, card) : await authenticated(card);
    const from = await mark();
    await endPeriod(before);
    const after = await again(before);
    expect(after.status).toBe("past_due");
    const invoice = await stripe.invoices.retrieve(after.latest_invoice as string, { expand: ["payments"] });
    expect(invoice).toMatchObject({ status: "open", attempt_count: 1, amount_remaining: 4900 });
    expect(invoice.next_payment_attempt).toBeGreaterThan(opened.sandbox.ctx.now);
    const intent = await stripe.paymentIntents.retrieve(invoice.payments?.data[0]?.payment.payment_intent as string);
    expect(intent.last_payment_error?.decline_code).toBe(code);
    const types = await since(from);
    expect(types).toContain("invoice.payment_failed");
    expect(types.at(-1)).toBe("customer.subscription.updated");
    expect(types).not.toContain("invoice.paid");
    expect(types.includes("invoice.payment_action_required")).toBe(code === "authentication_required");
  });

  it("renews with the card that asked for 3-D Secure only the first time", async () => {
    const subscription = await authenticated("authenticates");
    await endPeriod(subscription);
    expect((await again(subscription)).status).toBe("active");
  });

  async function authenticated(card: "authenticates" | "authenticatesAlways") {
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price: opened.monthly.id, quantity: 1 }],
      success_url: "https://site.example.com/done",
    });
    await payOnPage(session, card);
    await fetch(`${session.url}/authenticate`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ answer: "complete" }),
    });
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
    return done.subscription as Stripe.Subscription;
  }

  it("comes by itself when its time is over, once for each period missed", async () => {
    const subscription = await subscribe(opened);
    opened.pass(70 * 86_400);
    passTime(opened.sandbox.ctx);
    const after = await again(subscription);
    expect(endOf(after)).toBeGreaterThan(opened.sandbox.ctx.now);
    expect(startOf(after)).toBeLessThanOrEqual(opened.sandbox.ctx.now);
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(3);
    passTime(opened.sandbox.ctx);
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(3);
  });

  it("comes by itself for an unpaid checkout too", async () => {
    const session = await startPurchase(opened);
    opened.pass(86_401);
    passTime(opened.sandbox.ctx);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("expired");
  });
});

describe("a past due subscription", () => {
  const overdue = async () => {
    const subscription = await subscribe(opened, "failsOnRenewal");
    await endPeriod(subscription);
    return subscription;
  };

  it("fails again with the same card and is active again with a good one", async () => {
    const subscription = await overdue();
    const retry = () => control(opened.sandbox, `subscriptions/${subscription.id}/retry-payment`);
    await retry();
    expect((await again(subscription)).status).toBe("past_due");
    const portal = await portalOf(subscription.customer as string);
    await press(portal, "card", { number: CARDS.succeeds, expiry: "12/40", cvc: "123" });
    await retry();
    const after = await again(subscription);
    expect(after.status).toBe("active");
    const invoice = await stripe.invoices.retrieve(after.latest_invoice as string);
    expect(invoice).toMatchObject({ status: "paid", attempt_count: 3 });
    expect((await retry()).status).toBe(400);
  });

  it("is given up as unpaid or canceled", async () => {
    const first = await overdue();
    await control(opened.sandbox, `subscriptions/${first.id}/give-up`, { outcome: "unpaid" });
    expect((await again(first)).status).toBe("unpaid");
    const second = await overdue();
    const from = await mark();
    await control(opened.sandbox, `subscriptions/${second.id}/give-up`, { outcome: "canceled" });
    expect(await again(second)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
    expect(await since(from)).toContain("customer.subscription.deleted");
  });
});

describe("a subscription", () => {
  it("is set to end by the API, and kept again", async () => {
    const subscription = await subscribe(opened);
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ status: "active", cancel_at_period_end: true, cancel_at: endOf(subscription) });
    const [event] = (await stripe.events.list({ type: "customer.subscription.updated" })).data;
    expect(event?.data.previous_attributes).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    const kept = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  });

  it("is canceled at once by the API", async () => {
    const subscription = await subscribe(opened);
    expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: "canceled" });
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ code: "resource_missing" });
  });

  it("ends with its customer", async () => {
    const subscription = await subscribe(opened);
    await stripe.customers.del(subscription.customer as string);
    expect((await again(subscription)).status).toBe("canceled");
  });
});

describe("the billing portal", () => {
  it("sets a subscription to end as Stripe's portal does in flexible billing: cancel_at, not cancel_at_period_end", async () => {
    const subscription = await subscribe(opened);
    const portal = await portalOf(subscription.customer as string);
    const page = await (await fetch(portal.url)).text();
    expect(page).toContain("Payments sandbox: no money moves.");
    expect(page).toContain("Cancel at period end");
    expect(page).toContain('href="https://site.example.com/account"');
    expect(page).toContain("SANDBOX-0001");
    const pressed = await press(portal, `subscriptions/${subscription.id}/cancel`);
    expect(pressed.headers.get("location")).toBe(`/portal/${portal.id}`);
    expect(await again(subscription)).toMatchObject({
      status: "active",
      cancel_at_period_end: false,
      cancel_at: endOf(subscription),
    });
    expect(await (await fetch(portal.url)).text()).toContain("Keep subscription");
    await press(portal, `subscriptions/${subscription.id}/resume`);
    expect((await again(subscription)).cancel_at).toBeNull();
    await press(portal, `subscriptions/${subscription.id}/cancel`);
    await endPeriod(subscription);
    expect((await again(subscription)).status).toBe("canceled");
  });

  it("changes the card of the customer and of its subscriptions", async () => {
    const subscription = await subscribe(opened);
    const portal = await portalOf(subscription.customer as string);
    const refused = await press(portal, "card", { number: CARDS.declined, expiry: "12/40", cvc: "123" });
    expect(refused.status).toBe(402);
    await press(portal, "card", { number: CARDS.failsOnRenewal, expiry: "11/41", cvc: "123" });
    expect(await (await fetch(portal.url)).text()).toContain("Card ending 0341, expires 11/2041.");
    await endPeriod(subscription);
    expect((await again(subscription)).status).toBe("past_due");
  });

  it("leaves other customers' subscriptions alone, and what its configuration does not allow", async () => {
    const mine = await subscribe(opened);
    const theirs = await subscribe(opened);
    expect(mine.customer).not.toBe(theirs.customer);
    const portal = await portalOf(mine.customer as string);
    expect(await (await fetch(portal.url)).text()).not.toContain(theirs.id);
    expect((await press(portal, `subscriptions/${theirs.id}/cancel`)).status).toBe(404);
    const closed = await portalOf(mine.customer as string, {
      subscription_cancel: { enabled: false },
      payment_method_update: { enabled: false },
    });
    expect((await press(closed, `subscriptions/${mine.id}/cancel`)).status).toBe(404);
    expect((await press(closed, "card", { number: CARDS.succeeds, expiry: "12/40", cvc: "123" })).status).toBe(404);
    expect((await again(mine)).cancel_at).toBeNull();
    expect((await again(theirs)).cancel_at).toBeNull();
  });

  it("shows an invoice to print", async () => {
    const subscription = await subscribe(opened);
    const invoice = await stripe.invoices.retrieve(subscription.latest_invoice as string);
    const page = await (await fetch(invoice.hosted_invoice_url as string)).text();
    expect(page).toContain(`Invoice ${invoice.number}`);
    expect(page).toContain("$49.00");
    expect(page).toContain("no money moved");
  });
});

describe("refunds", () => {
  const bought = async () => {
    const session = await startPurchase(opened);
    await payOnPage(session);
    const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
    return payment_intent as string;
  };

  it("return a part and then the rest, never more", async () => {
    const payment_intent = await bought();
    const part = await stripe.refunds.create({ payment_intent, amount: 500, metadata: { ticket: "t1" } });
    expect(part).toMatchObject({ amount: 500, status: "succeeded", payment_intent, metadata: { ticket: "t1" } });
    const charge = await stripe.charges.retrieve(part.charge as string, { expand: ["refunds"] });
    expect(charge).toMatchObject({ amount_refunded: 500, refunded: false });
    expect(charge.refunds?.data.map(({ id }) => id)).toEqual([part.id]);
    await expect(stripe.refunds.create({ payment_intent, amount: 1401 })).rejects.toMatchObject({ param: "amount" });
    const rest = await stripe.refunds.create({ charge: charge.id, reason: "requested_by_customer" });
    expect(rest.amount).toBe(1400);
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 1900, refunded: true });
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: "charge_already_refunded" });
    expect((await stripe.refunds.list({ payment_intent })).data.map(({ id }) => id)).toEqual([rest.id, part.id]);
  });

  it("send charge.refunded and refund.created, from the sandbox's page too", async () => {
    const payment = await bought();
    const from = await mark();
    expect((await control(opened.sandbox, `payments/${payment}/refund`)).body).toMatchObject({ amount: 1900 });
    expect(await since(from)).toEqual(["charge.refunded", "refund.created"]);
    expect((await control(opened.sandbox, `payments/${payment}/refund`)).status).toBe(400);
  });
});
