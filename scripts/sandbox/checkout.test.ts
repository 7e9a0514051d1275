import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { passTime } from "./billing";
import {
  CARDS,
  control,
  eventTypes,
  type Opened,
  openSandbox,
  payOnPage,
  startPurchase,
  startSubscription,
} from "./testing";

let opened: Opened;
let stripe: Stripe;

beforeEach(async () => {
  opened = await openSandbox();
  stripe = opened.stripe;
});
afterEach(() => opened.sandbox.close());

const retrieve = (session: Stripe.Checkout.Session) => stripe.checkout.sessions.retrieve(session.id);
const location = (response: Response) => response.headers.get("location");

describe("the hosted checkout", () => {
  it("is labelled, shows item, amount and cancel link, and runs no script", async () => {
    const session = await startSubscription(opened);
    const response = await fetch(session.url as string);
    const page = await response.text();
    expect(page).toContain("Payments sandbox: no money moves.");
    expect(page).toContain("Acme subscription");
    expect(page).toContain("$49.00 per month");
    expect(page).toContain('href="https://site.example.com/pricing"');
    expect(page).not.toContain("<script");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("writes what a seller named with markup as text", async () => {
    const session = await startPurchase(opened, {
      line_items: [
        { quantity: 1, price_data: { currency: "usd", unit_amount: 700, product_data: { name: "<b>Acme</b>" } } },
      ],
    });
    expect(await (await fetch(session.url as string)).text()).toContain("&lt;b&gt;Acme&lt;/b&gt;");
  });

  it("completes a one-time purchase and sends the buyer to the success address", async () => {
    const session = await startPurchase(opened, {
      client_reference_id: "file-1",
      payment_intent_data: { metadata: { order: "o1" } },
    });
    const paid = await payOnPage(session);
    expect(paid.status).toBe(303);
    expect(location(paid)).toBe(`https://site.example.com/done?session=${session.id}`);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent.latest_charge"] });
    expect(done).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      customer: null,
      invoice: null,
      client_reference_id: "file-1",
      customer_details: { email: "buyer@example.com", name: "Acme Buyer" },
    });
    expect(done.payment_intent).toMatchObject({
      status: "succeeded",
      amount: 1900,
      amount_received: 1900,
      metadata: { order: "o1" },
      latest_charge: { paid: true, amount: 1900, payment_method_details: { card: { last4: "4242", brand: "visa" } } },
    });
    expect((await eventTypes(stripe)).slice(-4)).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ]);
  });

  it("makes a customer and an invoice of a one-time purchase when asked to", async () => {
    const session = await startPurchase(opened, {
      customer_creation: "always",
      invoice_creation: { enabled: true, invoice_data: { description: "Acme file", metadata: { order: "o2" } } },
    });
    await payOnPage(session);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["customer", "invoice.payments"] });
    expect(done.customer).toMatchObject({ email: "buyer@example.com" });
    expect(done.invoice).toMatchObject({
      status: "paid",
      billing_reason: "manual",
      parent: null,
      metadata: { order: "o2" },
      amount_paid: 1900,
    });
    const invoice = done.invoice as Stripe.Invoice;
    expect(invoice.payments?.data[0]?.payment.payment_intent).toBe(done.payment_intent);
    const [found] = (
      await stripe.invoicePayments.list({
        payment: { type: "payment_intent", payment_intent: done.payment_intent as string },
      })
    ).data;
    expect(found?.invoice).toBe(invoice.id);
  });

  it("starts a subscription with all that belongs to it, its fields where this API version has them", async () => {
    const session = await startSubscription(opened, { subscription_data: { metadata: { account: "a1" } } });
    await payOnPage(session);
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["subscription.latest_invoice.payments", "customer"],
    });
    const subscription = done.subscription as Stripe.Subscription;
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    const [item] = subscription.items.data;
    expect(done).toMatchObject({ payment_status: "paid", payment_intent: null, invoice: invoice.id });
    expect(subscription).toMatchObject({
      status: "active",
      metadata: { account: "a1" },
      customer: (done.customer as Stripe.Customer).id,
      cancel_at_period_end: false,
    });
    expect(subscription).not.toHaveProperty("current_period_end");
    expect(item?.price.id).toBe(opened.monthly.id);
    expect((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)).toBeGreaterThanOrEqual(28 * 86_400);
    expect(invoice).toMatchObject({
      status: "paid",
      billing_reason: "subscription_create",
      amount_paid: 4900,
      parent: { subscription_details: { subscription: subscription.id, metadata: { account: "a1" } } },
    });
    expect(invoice.lines.data[0]).toMatchObject({
      amount: 4900,
      parent: { subscription_item_details: { subscription_item: item?.id } },
      pricing: { price_details: { price: opened.monthly.id } },
    });
    expect(invoice).not.toHaveProperty("subscription");
    const types = await eventTypes(stripe);
    expect(types.slice(types.indexOf("customer.created"))).toEqual([
      "customer.created",
      "payment_method.attached",
      "customer.subscription.created",
      "invoice.created",
      "invoice.finalized",
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice.updated",
      "invoice.paid",
      "invoice.payment_succeeded",
      "invoice_payment.paid",
      "customer.subscription.updated",
      "checkout.session.completed",
    ]);
    const [created] = (await stripe.events.list({ type: "customer.subscription.created" })).data;
    expect(created?.data.object).toMatchObject({ status: "incomplete" });
  });

  it("uses the customer it was given", async () => {
    const customer = await stripe.customers.create({ email: "known@example.com" });
    const session = await startSubscription(opened, { customer: customer.id });
    expect(await (await fetch(session.url as string)).text()).toContain('value="known@example.com"');
    await payOnPage(session, "succeeds", { email: "other@example.com" });
    const done = await retrieve(session);
    expect(done.customer).toBe(customer.id);
    expect(done.customer_details?.email).toBe("known@example.com");
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it("keeps the e-mail that the site fixed", async () => {
    const session = await startPurchase(opened, { customer_email: "fixed@example.com" });
    await payOnPage(session, "succeeds", { email: "other@example.com" });
    expect((await retrieve(session)).customer_details?.email).toBe("fixed@example.com");
  });

  it.each([
    ["declined", "Your card was declined.", "generic_decline"],
    ["insufficientFunds", "Your card has insufficient funds.", "insufficient_funds"],
  ] as const)("says that a card is %s, grants nothing, and takes another", async (card, message, code) => {
    const session = await startPurchase(opened);
    const refused = await payOnPage(session, card);
    expect(refused.status).toBe(402);
    expect(await refused.text()).toContain(message);
    const waiting = await retrieve(session);
    expect(waiting).toMatchObject({ status: "open", payment_status: "unpaid" });
    const intent = await stripe.paymentIntents.retrieve(waiting.payment_intent as string);
    expect(intent).toMatchObject({
      status: "requires_payment_method",
      amount_received: 0,
      last_payment_error: { code: "card_declined", decline_code: code },
    });
    expect(await eventTypes(stripe)).not.toContain("checkout.session.completed");
    expect((await payOnPage(session)).status).toBe(303);
    expect(await retrieve(session)).toMatchObject({ status: "complete", payment_intent: intent.id });
    expect((await stripe.charges.list({ payment_intent: intent.id })).data.map(({ paid }) => paid)).toEqual([
      true,
      false,
    ]);
  });

  it("starts no subscription with a declined card", async () => {
    const session = await startSubscription(opened);
    expect((await payOnPage(session, "declined")).status).toBe(402);
    expect((await stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  it.each([
    ["a number that is no test card", { number: "4111 1111 1111 1111" }, "Never enter a real card here."],
    ["an expiry in the past", { expiry: "01/20" }, "expiry date is in the past"],
    ["an expiry that is none", { expiry: "13/40" }, "MM / YY"],
    ["a short security code", { cvc: "12" }, "3 digits"],
    ["no e-mail", { email: "buyer" }, "Enter an email address."],
  ])("shows what is wrong with %s and keeps what was typed", async (_, more, message) => {
    const session = await startPurchase(opened);
    const refused = await payOnPage(session, "succeeds", more);
    const page = await refused.text();
    expect(refused.status).toBe(422);
    expect(page).toContain(message);
    expect(page).toContain('value="Acme Buyer"');
    expect((await retrieve(session)).status).toBe("open");
  });

  it("takes no payment twice", async () => {
    const session = await startSubscription(opened);
    await payOnPage(session);
    expect((await payOnPage(session)).status).toBe(409);
    expect((await stripe.subscriptions.list({ status: "all" })).data).toHaveLength(1);
  });

  it("asks for consent where the site requires it, and records it", async () => {
    const session = await startPurchase(opened, {
      consent_collection: { terms_of_service: "required" },
      custom_text: { terms_of_service_acceptance: { message: "I agree to the Acme terms." } },
    });
    expect(await (await fetch(session.url as string)).text()).toContain("I agree to the Acme terms.");
    expect((await payOnPage(session)).status).toBe(422);
    expect((await payOnPage(session, "succeeds", { terms: "accepted" })).status).toBe(303);
    expect((await retrieve(session)).consent?.terms_of_service).toBe("accepted");
  });
});

describe("3-D Secure", () => {
  const answer = (response: Response, value: string) =>
    fetch(new URL(location(response) as string, opened.sandbox.url), {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ answer: value }),
    });

  it.each(["authenticates", "authenticatesAlways"] as const)(
    "is asked for by %s, and grants nothing before",
    async (card) => {
      const session = await startSubscription(opened);
      const asked = await payOnPage(session, card);
      expect(location(asked)).toBe(`/checkout/${session.id}/authenticate`);
      expect(await retrieve(session)).toMatchObject({ status: "open", payment_status: "unpaid" });
      const passed = await answer(asked, "complete");
      expect(location(passed)).toBe(`https://site.example.com/done?session=${session.id}`);
      expect(await retrieve(session)).toMatchObject({ status: "complete", payment_status: "paid" });
    },
  );

  it("that fails brings the buyer back to the form, and the payment cannot be completed afterwards", async () => {
    const session = await startPurchase(opened);
    const asked = await payOnPage(session, "authenticates");
    const failed = await answer(asked, "fail");
    expect(failed.status).toBe(402);
    expect(await failed.text()).toContain("We are unable to authenticate your payment method.");
    expect(location(await answer(asked, "complete"))).toBe(`/checkout/${session.id}`);
    expect((await retrieve(session)).status).toBe("open");
  });
});

describe("a bank debit", () => {
  const payByDebit = (session: Stripe.Checkout.Session) =>
    payOnPage(session, "succeeds", { method: "us_bank_account", number: "", expiry: "", cvc: "" });
  const intentOf = async (session: Stripe.Checkout.Session) =>
    stripe.paymentIntents.retrieve((await retrieve(session)).payment_intent as string, { expand: ["latest_charge"] });
  const settle = async (session: Stripe.Checkout.Session, outcome: string) =>
    control(opened.sandbox, `payments/${(await intentOf(session)).id}/settle`, { outcome });

  it("completes the checkout before the money has come", async () => {
    const session = await startPurchase(opened, { customer_creation: "always" });
    expect(location(await payByDebit(session))).toBe(`https://site.example.com/done?session=${session.id}`);
    expect(await retrieve(session)).toMatchObject({ status: "complete", payment_status: "unpaid" });
    expect(await intentOf(session)).toMatchObject({
      status: "processing",
      amount_received: 0,
      latest_charge: { status: "pending", paid: false, payment_method_details: { us_bank_account: { last4: "6789" } } },
    });
    expect((await eventTypes(stripe)).slice(-5)).toEqual([
      "customer.created",
      "payment_intent.created",
      "charge.pending",
      "payment_intent.processing",
      "checkout.session.completed",
    ]);
    expect((await payByDebit(session)).status).toBe(409);
    await expect(stripe.refunds.create({ payment_intent: (await intentOf(session)).id })).rejects.toThrow(
      /not been paid/,
    );
  });

  it("is paid when the bank says so, once", async () => {
    const session = await startPurchase(opened);
    await payByDebit(session);
    expect(await settle(session, "succeeded")).toMatchObject({ status: 200, body: { status: "succeeded" } });
    expect(await retrieve(session)).toMatchObject({ status: "complete", payment_status: "paid" });
    expect(await intentOf(session)).toMatchObject({
      amount_received: 1900,
      latest_charge: { status: "succeeded", paid: true },
    });
    expect((await eventTypes(stripe)).slice(-3)).toEqual([
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.async_payment_succeeded",
    ]);
    expect((await settle(session, "failed")).status).toBe(400);
    const receipt = (await intentOf(session)).latest_charge as Stripe.Charge;
    expect(await (await fetch(receipt.receipt_url as string)).text()).toMatch(/bank account ending\s+6789/);
  });

  it("that the bank refuses stays unpaid, and says why", async () => {
    const session = await startPurchase(opened);
    await payByDebit(session);
    await settle(session, "failed");
    expect(await retrieve(session)).toMatchObject({ status: "complete", payment_status: "unpaid" });
    expect(await intentOf(session)).toMatchObject({
      status: "requires_payment_method",
      amount_received: 0,
      last_payment_error: { code: "insufficient_funds" },
      latest_charge: { status: "failed", paid: false },
    });
    expect((await eventTypes(stripe)).slice(-3)).toEqual([
      "charge.failed",
      "payment_intent.payment_failed",
      "checkout.session.async_payment_failed",
    ]);
  });

  it("is paid by itself after the minutes that the page names", async () => {
    const session = await startPurchase(opened);
    await payByDebit(session);
    const minutes = Number(
      /after\s+(\d+) minutes/.exec(await (await fetch((await startPurchase(opened)).url as string)).text())?.[1],
    );
    opened.pass(minutes * 60 - 30);
    passTime(opened.sandbox.ctx);
    expect((await retrieve(session)).payment_status).toBe("unpaid");
    opened.pass(30);
    passTime(opened.sandbox.ctx);
    expect((await retrieve(session)).payment_status).toBe("paid");
  });

  it("needs an address, and is not offered where only cards are allowed or for what renews", async () => {
    expect(
      (await payOnPage(await startPurchase(opened), "succeeds", { method: "us_bank_account", email: "" })).status,
    ).toBe(422);
    const closed = [
      await startSubscription(opened),
      await startPurchase(opened, { allowed_payment_method_types: ["card"] }),
    ];
    for (const session of closed) {
      expect(session.payment_method_types).toEqual(["card"]);
      expect(await (await fetch(session.url as string)).text()).not.toContain("Bank debit");
      expect((await payByDebit(session)).status).toBe(400);
      expect((await retrieve(session)).status).toBe("open");
    }
  });

  it("is answered by the buttons of the first page", async () => {
    await payByDebit(await startPurchase(opened));
    const page = await (await fetch(opened.sandbox.url)).text();
    expect(page).toContain("Bank pays");
    expect(page).toContain("Bank refuses");
  });
});

it("keeps of a card its brand and last digits only", async () => {
  const session = await startSubscription(opened);
  await payOnPage(session);
  const { store } = opened.sandbox.ctx;
  const kept = JSON.stringify([
    ...Object.values(store.tables).flatMap((table) => [...table.values()]),
    ...store.sessions.values(),
    ...store.cards.entries(),
  ]);
  expect(kept).not.toContain(CARDS.succeeds.replaceAll(" ", ""));
  expect(kept).not.toContain(CARDS.succeeds);
  expect(kept).toContain("4242");
});
