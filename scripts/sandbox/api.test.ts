import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API_KEY } from "./context";
import {
  type Opened,
  openSandbox,
  payOnPage,
  RETURN,
  refusal,
  startPurchase,
  startSubscription,
  unchecked,
} from "./testing";

let opened: Opened;
let stripe: Stripe;

beforeAll(async () => {
  opened = await openSandbox();
  stripe = opened.stripe;
});
afterAll(() => opened.sandbox.close());

describe("requests", () => {
  it("refuses another key as Stripe does", async () => {
    const other = new Stripe("sk_test_other", { host: "127.0.0.1", port: opened.sandbox.port, protocol: "http" });
    const error = await refusal(other.customers.list());
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error.statusCode).toBe(401);
  });

  it("accepts the key as the user of Basic authentication", async () => {
    const basic = Buffer.from(`${API_KEY}:`).toString("base64");
    const response = await fetch(`${opened.sandbox.url}/v1/customers`, {
      headers: { authorization: `Basic ${basic}` },
    });
    expect(response.status).toBe(200);
  });

  it("refuses an API version other than the SDK's, and says which SDK fits", async () => {
    const old = new Stripe(API_KEY, {
      host: "127.0.0.1",
      port: opened.sandbox.port,
      protocol: "http",
      apiVersion: unchecked("2020-08-27" as never),
    });
    const error = await refusal(old.customers.list());
    expect(error).toMatchObject({ statusCode: 400, rawType: "invalid_request_error" });
    expect(error.message).toMatch(/^Invalid Stripe API version: 2020-08-27\./);
    expect(error.message).toContain(`stripe@${Stripe.PACKAGE_VERSION}`);
    expect(error.message).toContain(Stripe.API_VERSION);
  });

  it.each([
    ["customers.create", () => stripe.customers.create(unchecked({ emial: "buyer@example.com" })), "emial"],
    [
      "a nested name",
      () => startPurchase(opened, unchecked({ invoice_creation: { enabled: true, memo: "x" } })),
      "invoice_creation[memo]",
    ],
    [
      "a name inside a list",
      () =>
        startPurchase(opened, {
          line_items: [unchecked({ price: opened.file.id, quantity: 1, colour: "red" })],
        }),
      "line_items[0][colour]",
    ],
    [
      "a parameter that this API version dropped",
      () => startPurchase(opened, unchecked({ payment_method_types: ["card"] })),
      "payment_method_types",
    ],
    ["a filter", () => stripe.invoices.list(unchecked({ paid: true })), "paid"],
  ])("refuses an unknown parameter: %s", async (_, call, param) => {
    const error = await refusal(call());
    expect(error).toMatchObject({ statusCode: 400, code: "parameter_unknown", param });
  });

  it("names a missing parameter", async () => {
    const error = await refusal(stripe.products.create(unchecked({})));
    expect(error).toMatchObject({ code: "parameter_missing", param: "name" });
  });

  it("answers 404 in Stripe's shape for an object and for an address that do not exist", async () => {
    expect(await refusal(stripe.customers.retrieve("cus_none"))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
    const error = await refusal(stripe.coupons.list());
    expect(error).toMatchObject({ statusCode: 404, type: "StripeInvalidRequestError" });
    expect(error.message).toContain("Unrecognized request URL");
  });
});

describe("idempotency", () => {
  const idempotencyKey = "acme-1";

  it("answers the same object to the same key and parameters, and creates one", async () => {
    const first = await stripe.customers.create({ email: "once@example.com" }, { idempotencyKey });
    const second = await stripe.customers.create({ email: "once@example.com" }, { idempotencyKey });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers).toMatchObject({
      "idempotency-key": idempotencyKey,
      "idempotent-replayed": "true",
      "original-request": first.lastResponse.requestId,
    });
    expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
    expect((await stripe.customers.list({ email: "once@example.com" })).data).toHaveLength(1);
  });

  it("refuses the same key with other parameters or another address", async () => {
    const other = await refusal(stripe.customers.create({ email: "other@example.com" }, { idempotencyKey }));
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(other.statusCode).toBe(400);
    expect(await refusal(stripe.products.create({ name: "Acme" }, { idempotencyKey }))).toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
  });

  it("lets parameters that cannot be read be corrected under the same key", async () => {
    const options = { idempotencyKey: "acme-2" };
    await refusal(stripe.customers.create(unchecked({ emial: "x" }), options));
    expect(await stripe.customers.create({ email: "fixed@example.com" }, options)).toMatchObject({
      email: "fixed@example.com",
    });
  });
});

describe("lists", () => {
  it("are newest first and walked page by page without a gap or a repeat", async () => {
    const made: string[] = [];
    for (let number = 0; number < 7; number += 1) {
      made.unshift((await stripe.products.create({ name: `Acme ${number}`, url: "https://example.com/page" })).id);
    }
    const first = await stripe.products.list({ limit: 3, url: "https://example.com/page" });
    expect(first.has_more).toBe(true);
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 3));
    const all: string[] = [];
    for await (const { id } of stripe.products.list({ limit: 3, url: "https://example.com/page" })) all.push(id);
    expect(all).toEqual(made);
    const before = await stripe.products.list({
      limit: 2,
      url: "https://example.com/page",
      ending_before: made[4] as string,
    });
    expect(before.data.map(({ id }) => id)).toEqual(made.slice(2, 4));
  });

  it("refuse a cursor that does not exist", async () => {
    expect(await refusal(stripe.products.list({ starting_after: "prod_none" }))).toMatchObject({
      param: "starting_after",
    });
  });
});

describe("customers", () => {
  it("are created, changed key by key, found and deleted", async () => {
    const customer = await stripe.customers.create({
      email: "Ada@example.com",
      name: "Ada",
      metadata: { plan: "a", keep: "b" },
    });
    expect(customer.id).toMatch(/^cus_/);
    expect(customer.livemode).toBe(false);
    const changed = await stripe.customers.update(customer.id, { name: "Ada L", metadata: { plan: "", more: "c" } });
    expect(changed).toMatchObject({ name: "Ada L", email: "Ada@example.com", metadata: { keep: "b", more: "c" } });
    expect(changed.metadata).not.toHaveProperty("plan");
    const [event] = (await stripe.events.list({ type: "customer.updated" })).data;
    expect(event?.data.previous_attributes).toEqual({ name: "Ada", metadata: { plan: "a", keep: "b" } });
    expect(await stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    expect((await stripe.customers.list({ email: "Ada@example.com" })).data).toEqual([]);
  });
});

describe("products and prices", () => {
  it("are found by lookup key, and a key moves only when asked to", async () => {
    const product = await stripe.products.create({ id: "acme_plan", name: "Acme plan", tax_code: "txcd_10103001" });
    expect(product.id).toBe("acme_plan");
    const params = {
      product: product.id,
      currency: "usd",
      recurring: { interval: "year" as const },
      lookup_key: "yearly",
    };
    const old = await stripe.prices.create({ ...params, unit_amount: 10_000 });
    expect(old.unit_amount_decimal?.toString()).toBe("10000");
    expect((await refusal(stripe.prices.create({ ...params, unit_amount: 12_000 }))).param).toBe("lookup_key");
    const fresh = await stripe.prices.create({ ...params, unit_amount: 12_000, transfer_lookup_key: true });
    const found = await stripe.prices.list({ lookup_keys: ["yearly"], expand: ["data.product"] });
    expect(found.data.map(({ id }) => id)).toEqual([fresh.id]);
    expect(found.data[0]?.product).toMatchObject({ id: "acme_plan", name: "Acme plan" });
    expect((await stripe.prices.retrieve(old.id)).lookup_key).toBeNull();
    await stripe.prices.update(old.id, { active: false });
    expect((await stripe.prices.list({ product: product.id, active: true })).data.map(({ id }) => id)).toEqual([
      fresh.id,
    ]);
    expect((await refusal(stripe.products.create({ id: "acme_plan", name: "Again" }))).code).toBe(
      "resource_already_exists",
    );
  });
});

describe("checkout sessions", () => {
  it("show what was asked for and wait for payment", async () => {
    const session = await startSubscription(opened, {
      client_reference_id: "ref-1",
      customer_email: "ada@example.com",
      metadata: { account: "a1" },
      allow_promotion_codes: true,
      automatic_tax: { enabled: true },
      expand: ["line_items"],
    });
    expect(session).toMatchObject({
      object: "checkout.session",
      mode: "subscription",
      status: "open",
      payment_status: "unpaid",
      amount_total: 4900,
      currency: "usd",
      client_reference_id: "ref-1",
      customer_email: "ada@example.com",
      metadata: { account: "a1" },
      livemode: false,
      subscription: null,
    });
    expect(session.id).toMatch(/^cs_test_/);
    expect(session.line_items?.data[0]).toMatchObject({
      quantity: 1,
      amount_total: 4900,
      price: { id: opened.monthly.id },
    });
    expect((await stripe.checkout.sessions.retrieve(session.id)).line_items).toBeUndefined();
    expect((await stripe.checkout.sessions.listLineItems(session.id)).data).toHaveLength(1);
  });

  it("take an inline price in place of a stored one", async () => {
    const session = await startPurchase(opened, {
      line_items: [
        { quantity: 2, price_data: { currency: "usd", unit_amount: 700, product_data: { name: "Acme sheet" } } },
      ],
      expand: ["line_items"],
    });
    expect(session.amount_total).toBe(1400);
    expect(session.line_items?.data[0]?.description).toBe("Acme sheet");
  });

  it.each([
    [
      "a recurring price in payment mode",
      () => ({ mode: "payment" as const, line_items: [{ price: opened.monthly.id, quantity: 1 }] }),
    ],
    [
      "no recurring price in subscription mode",
      () => ({ mode: "subscription" as const, line_items: [{ price: opened.file.id, quantity: 1 }] }),
    ],
    [
      "payment_intent_data in subscription mode",
      () => ({
        mode: "subscription" as const,
        line_items: [{ price: opened.monthly.id, quantity: 1 }],
        payment_intent_data: { metadata: { a: "b" } },
      }),
    ],
    [
      "subscription_data in payment mode",
      () => ({
        mode: "payment" as const,
        line_items: [{ price: opened.file.id, quantity: 1 }],
        subscription_data: { metadata: { a: "b" } },
      }),
    ],
    [
      "both a customer and an e-mail",
      () => ({
        mode: "payment" as const,
        line_items: [{ price: opened.file.id, quantity: 1 }],
        customer: "cus_x",
        customer_email: "a@example.com",
      }),
    ],
    ["a price without a quantity", () => ({ mode: "payment" as const, line_items: [{ price: opened.file.id }] })],
    [
      "a total below Stripe's least",
      () => ({
        mode: "payment" as const,
        line_items: [{ quantity: 1, price_data: { currency: "usd", unit_amount: 49, product_data: { name: "x" } } }],
      }),
    ],
    [
      "an end after more than a day",
      () => ({
        mode: "payment" as const,
        line_items: [{ price: opened.file.id, quantity: 1 }],
        expires_at: Math.floor(Date.now() / 1000) + 90_000,
      }),
    ],
    [
      "an end in less than half an hour",
      () => ({
        mode: "payment" as const,
        line_items: [{ price: opened.file.id, quantity: 1 }],
        expires_at: Math.floor(Date.now() / 1000) + 600,
      }),
    ],
  ])("refuse %s", async (_, params) => {
    const error = await refusal(stripe.checkout.sessions.create({ success_url: RETURN, ...params() }));
    expect(error.statusCode).toBe(400);
  });

  it("refuse an inactive price", async () => {
    const price = await stripe.prices.create({ currency: "usd", unit_amount: 900, product_data: { name: "Acme old" } });
    await stripe.prices.update(price.id, { active: false });
    expect(await refusal(startPurchase(opened, { line_items: [{ price: price.id, quantity: 1 }] }))).toMatchObject({
      param: "line_items[0][price]",
    });
  });

  it("expire on demand, once, and then take no payment", async () => {
    const session = await startPurchase(opened);
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: "expired", url: null });
    expect((await refusal(stripe.checkout.sessions.expire(session.id))).statusCode).toBe(400);
    expect((await payOnPage(session)).status).toBe(409);
    expect((await stripe.events.list({ type: "checkout.session.expired" })).data[0]?.data.object).toMatchObject({
      id: session.id,
    });
  });

  it("are found by payment, by subscription, by customer and by the buyer's e-mail", async () => {
    const bought = await startPurchase(opened, { customer_creation: "always" });
    await payOnPage(bought, "succeeds", { email: "found@example.com" });
    const subscribed = await startSubscription(opened);
    await payOnPage(subscribed);
    const file = await stripe.checkout.sessions.retrieve(bought.id);
    const plan = await stripe.checkout.sessions.retrieve(subscribed.id);
    const ids = async (params: Stripe.Checkout.SessionListParams) =>
      (await stripe.checkout.sessions.list(params)).data.map(({ id }) => id);
    expect(await ids({ payment_intent: file.payment_intent as string })).toEqual([bought.id]);
    expect(await ids({ subscription: plan.subscription as string })).toEqual([subscribed.id]);
    expect(await ids({ customer: file.customer as string })).toEqual([bought.id]);
    expect(await ids({ customer_details: { email: "found@example.com" } })).toEqual([bought.id]);
  });
});

describe("expand", () => {
  it("puts objects in the place of their ids, four levels deep", async () => {
    const session = await startSubscription(opened);
    await payOnPage(session);
    const full = await stripe.checkout.sessions.retrieve(session.id, {
      expand: [
        "subscription.latest_invoice.payments",
        "subscription.items.data.price.product",
        "customer",
        "line_items",
      ],
    });
    const subscription = full.subscription as Stripe.Subscription;
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(invoice.payments?.data[0]).toMatchObject({ status: "paid", amount_paid: 4900 });
    expect(subscription.items.data[0]?.price.product).toMatchObject({ name: "Acme subscription" });
    expect(full.customer).toMatchObject({ email: "buyer@example.com" });
  });

  it("refuses what cannot be expanded", async () => {
    const session = await startPurchase(opened);
    const error = await refusal(stripe.checkout.sessions.retrieve(session.id, { expand: ["receipt"] }));
    expect(error.message).toBe("This property cannot be expanded (receipt).");
  });
});

describe("billing portal", () => {
  it("needs a configuration, as a new Stripe account does", async () => {
    const customer = await stripe.customers.create({ email: "portal@example.com" });
    const error = await refusal(stripe.billingPortal.sessions.create({ customer: customer.id }));
    expect(error.message).toContain("default configuration has not been created");
    const configuration = await stripe.billingPortal.configurations.create({
      features: { subscription_cancel: { enabled: true, mode: "at_period_end" }, invoice_history: { enabled: true } },
      metadata: { app: "acme" },
    });
    const updated = await stripe.billingPortal.configurations.update(configuration.id, {
      features: { payment_method_update: { enabled: true } },
    });
    expect(updated.features).toMatchObject({
      subscription_cancel: { enabled: true, mode: "at_period_end" },
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
    });
    expect((await stripe.billingPortal.configurations.list({ active: true })).data).toHaveLength(1);
    const session = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: configuration.id,
      return_url: "https://site.example.com/account",
    });
    expect(session.url).toBe(`${opened.sandbox.url}/portal/${session.id}`);
  });
});
