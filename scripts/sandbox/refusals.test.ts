import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  eventTypes,
  type Opened,
  openSandbox,
  payOnPage,
  refusal,
  startPurchase,
  startSubscription,
  subscribe,
  unchecked,
} from "./testing";

let opened: Opened;
let stripe: Stripe;
let customer: Stripe.Customer;
let portal: Stripe.BillingPortal.Configuration;

beforeAll(async () => {
  opened = await openSandbox();
  stripe = opened.stripe;
  customer = await stripe.customers.create({ email: "ada@example.com" });
  portal = await stripe.billingPortal.configurations.create({
    features: { subscription_cancel: { enabled: true }, payment_method_update: { enabled: true } },
  });
});
afterAll(() => opened.sandbox.close());

const openPortal = (flow_data: object, more: object = {}) =>
  stripe.billingPortal.sessions.create({
    customer: customer.id,
    configuration: portal.id,
    flow_data: unchecked(flow_data),
    ...more,
  });
const purchase = (more: object) => startPurchase(opened, unchecked(more));
const sell = (more: object) =>
  stripe.prices.create({ currency: "usd", unit_amount: 900, product_data: { name: "Acme" }, ...more });
const every = (interval: Stripe.PriceCreateParams.Recurring.Interval, interval_count: number) =>
  sell({ recurring: { interval, interval_count } });

/** Counts all objects, to check that a refused request created nothing. */
const made = () => Object.values(opened.sandbox.ctx.store.tables).reduce((sum, { size }) => sum + size, 0);

type Expected = { message: string | RegExp; param?: string; code?: string };

const REFUSED: [string, () => Promise<unknown>, Expected][] = [
  [
    "a locale of the checkout that Stripe does not speak",
    () => purchase({ locale: "xx" }),
    { param: "locale", message: /^Invalid locale: must be one of auto, bg, .+, zh-HK, or zh-TW$/ },
  ],
  [
    "a locale that only the portal speaks",
    () => purchase({ locale: "en-AU" }),
    { param: "locale", message: /^Invalid locale: must be one of auto, / },
  ],
  [
    "a locale of the portal",
    () => openPortal({ type: "payment_method_update" }, { locale: "hi-IN" }),
    { param: "locale", message: /^Invalid locale: must be one of auto, / },
  ],
  ...(["day", "week", "month", "year"] as const).map((interval): (typeof REFUSED)[number] => [
    `an interval of more than three years in ${interval}s`,
    () => every(interval, { day: 1096, week: 157, month: 37, year: 4 }[interval]),
    { param: "recurring[interval_count]", message: /three years/ },
  ]),
  [
    "an interval of more than three years in an inline price",
    () =>
      startSubscription(opened, {
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: "usd",
              unit_amount: 900,
              product_data: { name: "Acme" },
              recurring: { interval: "year", interval_count: 4 },
            },
          },
        ],
      }),
    { param: "line_items[0][price_data][recurring][interval_count]", message: /three years/ },
  ],
  [
    "an interval of nothing",
    () => every("month", 0),
    {
      param: "recurring[interval_count]",
      code: "parameter_invalid_integer",
      message: "This value must be greater than or equal to 1.",
    },
  ],
  [
    "a currency that does not exist",
    () => sell({ currency: "zzz" }),
    { param: "currency", message: /^Invalid currency: zzz\. Stripe currently supports these currencies: usd, aed, / },
  ],
  [
    "a currency that Stripe does not take",
    () => sell({ currency: "irr" }),
    { param: "currency", message: /^Invalid currency: irr\./ },
  ],
  [
    "an unknown member of branding_settings",
    () => purchase({ branding_settings: { colour: "#fff" } }),
    {
      param: "branding_settings[colour]",
      code: "parameter_unknown",
      message: "Received unknown parameter: branding_settings[colour]",
    },
  ],
  [
    "a font that Checkout does not have",
    () => purchase({ branding_settings: { font_family: "acme_sans" } }),
    { param: "branding_settings[font_family]", message: /^Invalid branding_settings\[font_family\]: must be one of / },
  ],
  [
    "a logo that does not say what it is",
    () => purchase({ branding_settings: { logo: { url: "https://example.com/logo.png" } } }),
    {
      param: "branding_settings[logo][type]",
      code: "parameter_missing",
      message: "Missing required param: branding_settings[logo][type].",
    },
  ],
  [
    "an unknown payment method in payment_method_options",
    () => purchase({ payment_method_options: { cheque: {}, card: { colour: "red" } } }),
    {
      param: "payment_method_options[card][colour]",
      code: "parameter_unknown",
      message: "Received unknown parameter: payment_method_options[card][colour]",
    },
  ],
  [
    "a value that an option of a payment method does not have",
    () => purchase({ payment_method_options: { card: { request_three_d_secure: "never" } } }),
    {
      param: "payment_method_options[card][request_three_d_secure]",
      message: /: must be one of any, automatic, or challenge$/,
    },
  ],
  [
    "an unknown payment method type",
    () => purchase({ allowed_payment_method_types: ["card", "cheque"] }),
    {
      param: "allowed_payment_method_types[1]",
      message: /^Invalid allowed_payment_method_types\[1\]: must be one of acss_debit, /,
    },
  ],
  [
    "an unknown member of shipping",
    () =>
      stripe.customers.create({
        shipping: unchecked({ name: "Ada", address: { line1: "1 Acme Street" }, carrier: "post" }),
      }),
    {
      param: "shipping[carrier]",
      code: "parameter_unknown",
      message: "Received unknown parameter: shipping[carrier]",
    },
  ],
  [
    "shipping without a name",
    () => stripe.customers.create({ shipping: unchecked({ address: { line1: "1 Acme Street" } }) }),
    { param: "shipping[name]", code: "parameter_missing", message: "Missing required param: shipping[name]." },
  ],
  [
    "starting_after together with ending_before",
    async () => {
      const [first, second] = (await stripe.products.list()).data;
      return stripe.products.list({ starting_after: first?.id as string, ending_before: second?.id as string });
    },
    { message: "Received both starting_after and ending_before parameters. Please pass in only one." },
  ],
  [
    "a cursor that is not there",
    () => stripe.products.list({ starting_after: "prod_none", ending_before: "prod_none" }),
    { param: "starting_after", code: "resource_missing", message: "No such product: 'prod_none'" },
  ],
  [
    "an unknown payment method as a customer's default",
    () => stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: "pm_none" } }),
    {
      param: "invoice_settings[default_payment_method]",
      code: "resource_missing",
      message: "No such PaymentMethod: 'pm_none'",
    },
  ],
  [
    "an unknown payment method as a new customer's default",
    () => stripe.customers.create({ invoice_settings: { default_payment_method: "pm_none" } }),
    {
      param: "invoice_settings[default_payment_method]",
      code: "resource_missing",
      message: "No such PaymentMethod: 'pm_none'",
    },
  ],
  [
    "tax_id_collection with a customer whose name it may not write",
    () => purchase({ customer: customer.id, tax_id_collection: { enabled: true } }),
    { message: /^Tax ID collection requires updating business name on the customer\./ },
  ],
  [
    "tax_id_collection with a customer whose address alone it may write",
    () =>
      purchase({
        customer: customer.id,
        tax_id_collection: { enabled: true },
        customer_update: { address: "auto", name: "never" },
      }),
    { message: /`customer_update\[name\]` to `auto`/ },
  ],
  [
    "automatic_tax with a customer whose address is not known and not kept",
    () => purchase({ customer: customer.id, automatic_tax: { enabled: true } }),
    { code: "customer_tax_location_invalid", message: /requires a valid address on the Customer/ },
  ],
  [
    "flow_data without a type",
    () => openPortal({ after_completion: { type: "portal_homepage" } }),
    { param: "flow_data[type]", code: "parameter_missing", message: "Missing required param: flow_data[type]." },
  ],
  [
    "a flow to cancel nothing",
    () => openPortal({ type: "subscription_cancel" }),
    {
      param: "flow_data[subscription_cancel][subscription]",
      code: "parameter_missing",
      message: "Missing required param: flow_data[subscription_cancel][subscription].",
    },
  ],
  [
    "a flow that redirects to nowhere",
    () => openPortal({ type: "payment_method_update", after_completion: { type: "redirect" } }),
    {
      param: "flow_data[after_completion][redirect]",
      code: "parameter_missing",
      message: "Missing required param: flow_data[after_completion][redirect].",
    },
  ],
  [
    "a flow to cancel what does not exist",
    () => openPortal({ type: "subscription_cancel", subscription_cancel: { subscription: "sub_none" } }),
    {
      param: "flow_data[subscription_cancel][subscription]",
      code: "resource_missing",
      message: "No such subscription: 'sub_none'",
    },
  ],
  [
    "a price that does not exist",
    () => purchase({ line_items: [{ price: "price_none", quantity: 1 }] }),
    { param: "line_items[0][price]", code: "resource_missing", message: "No such price: 'price_none'" },
  ],
  [
    "text where a number belongs",
    () => stripe.products.list(unchecked({ limit: "ten" })),
    { param: "limit", code: "parameter_invalid_integer", message: "Invalid integer: ten" },
  ],
  [
    "text where a yes or no belongs",
    () => purchase({ allow_promotion_codes: "perhaps" }),
    { param: "allow_promotion_codes", message: "Invalid boolean: perhaps" },
  ],
];

describe("refused, with nothing made", () => {
  it.each(REFUSED)("%s", async (_, call, { message, param, code }) => {
    const before = made();
    const error = await refusal(call());
    expect(error).toMatchObject({ statusCode: 400, rawType: "invalid_request_error" });
    expect(error.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
    expect([error.param, error.code]).toEqual([param, code]);
    expect(error.doc_url).toBe(code && `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`);
    expect(error.requestId).toMatch(/^req_[A-Za-z0-9]{14}$/);
    expect(error.request_log_url).toMatch(
      /^https:\/\/dashboard\.stripe\.com\/acct_\w+\/test\/workbench\/logs\?object=/,
    );
    expect(error.request_log_url?.split("object=")[1]).toBe(error.requestId);
    expect(made()).toBe(before);
  });
});

describe("taken, at the edge of what is refused", () => {
  it.each([
    ["day", 1095],
    ["week", 156],
    ["month", 36],
    ["year", 3],
  ] as const)("three years in %ss", async (interval, count) => {
    expect((await every(interval, count)).recurring).toMatchObject({ interval, interval_count: count });
  });

  it("a currency in capitals", async () => {
    expect((await sell({ currency: "EUR" })).currency).toBe("eur");
  });

  it("what Stripe documents of branding, of payment methods and of saved ones", async () => {
    const session = await startPurchase(opened, {
      locale: "fr-CA",
      branding_settings: {
        background_color: "#ffffff",
        border_style: "pill",
        display_name: "Acme",
        font_family: "roboto",
        button_color: "",
        icon: { type: "url", url: "https://example.com/icon.png" },
      },
      payment_method_options: {
        card: { request_three_d_secure: "challenge", installments: { enabled: true } },
        us_bank_account: { financial_connections: { permissions: ["payment_method"] } },
        paypal: { preferred_locale: "fr-FR", setup_future_usage: "" },
        pay_by_bank: {},
        wechat_pay: { client: "web" },
      },
      saved_payment_method_options: { payment_method_save: "enabled" },
    });
    expect(session).toMatchObject({ locale: "fr-CA", status: "open" });
  });

  it("tax_id_collection with a customer whose name it may write", async () => {
    const params = { tax_id_collection: { enabled: true }, automatic_tax: { enabled: true } };
    const session = await startPurchase(opened, {
      ...params,
      customer: customer.id,
      customer_update: { name: "auto", address: "auto" },
    });
    expect(session.customer).toBe(customer.id);
    expect((await startPurchase(opened, params)).status).toBe("open");
  });

  it("shipping, which is shown and taken away again", async () => {
    const address = { line1: "1 Acme Street", city: "Springfield", country: "US" };
    const made = await stripe.customers.create({ shipping: { name: "Ada", address } });
    expect(made.shipping).toMatchObject({ name: "Ada", address: { ...address, line2: null } });
    expect((await stripe.customers.update(made.id, { shipping: "" })).shipping).toBeNull();
  });
});

describe("a price whose product is inactive", () => {
  it("cannot be bought, and can again when the product is active", async () => {
    const price = await sell({});
    const product = price.product as string;
    await stripe.products.update(product, { active: false });
    const line_items = [{ price: price.id, quantity: 1 }];
    expect((await stripe.prices.retrieve(price.id)).active).toBe(true);
    const error = await refusal(startPurchase(opened, { line_items }));
    expect(error).toMatchObject({ statusCode: 400, param: "line_items[0][price]" });
    expect(error.code).toBeUndefined();
    expect(error.message).toBe(
      `Price \`${price.id}\` is not available to be purchased because its product is not active.`,
    );
    await stripe.products.update(product, { active: true });
    expect((await startPurchase(opened, { line_items })).status).toBe("open");
  });
});

describe("a payment method", () => {
  it("of another customer is of no use", async () => {
    const [mine, theirs] = [await subscribe(opened), await subscribe(opened)];
    const method = theirs.default_payment_method as string;
    const message = `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`;
    expect(await refusal(stripe.subscriptions.update(mine.id, { default_payment_method: method }))).toMatchObject({
      param: "default_payment_method",
      message,
    });
    const invoice_settings = { default_payment_method: method };
    expect(await refusal(stripe.customers.update(mine.customer as string, { invoice_settings }))).toMatchObject({
      param: "invoice_settings[default_payment_method]",
      message,
    });
    const theirId = theirs.customer as string;
    expect((await stripe.customers.update(theirId, { invoice_settings })).invoice_settings).toMatchObject(
      invoice_settings,
    );
  });

  it("that does not exist is a 404 where the address names it", async () => {
    expect(await refusal(stripe.paymentMethods.retrieve("pm_none"))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: "No such PaymentMethod: 'pm_none'",
    });
  });
});

describe("under an idempotency key", () => {
  it("a failure is kept: the same answer, though it would succeed now", async () => {
    const price = await sell({});
    await stripe.prices.update(price.id, { active: false });
    const buy = (idempotencyKey: string) =>
      stripe.checkout.sessions.create(
        { mode: "payment", line_items: [{ price: price.id, quantity: 1 }], success_url: "https://site.example.com/" },
        { idempotencyKey },
      );
    const first = await refusal(buy("kept-1"));
    await stripe.prices.update(price.id, { active: true });
    const again = await refusal(buy("kept-1"));
    expect(again.message).toBe(first.message);
    expect(again.statusCode).toBe(400);
    expect(again.headers).toMatchObject({
      "idempotency-key": "kept-1",
      "idempotent-replayed": "true",
      "original-request": first.requestId,
    });
    expect(again.requestId).not.toBe(first.requestId);
    expect(again.request_log_url).toBe(first.request_log_url);
    expect((await buy("kept-2")).status).toBe("open");
  });

  it("a breakdown is kept too", async () => {
    const { store } = opened.sandbox.ctx;
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const broken = vi.spyOn(store, "newId").mockImplementationOnce(() => {
      throw new Error("The disk is gone.");
    });
    const create = () => stripe.customers.create({ email: "late@example.com" }, { idempotencyKey: "kept-3" });
    const first = await refusal(create());
    expect(first).toBeInstanceOf(Stripe.errors.StripeAPIError);
    expect(first).toMatchObject({ statusCode: 500, rawType: "api_error" });
    expect(log).toHaveBeenCalledOnce();
    for (const spy of [broken, log]) spy.mockRestore();
    expect(await refusal(create())).toMatchObject({ statusCode: 500, message: first.message });
    expect((await stripe.customers.list({ email: "late@example.com" })).data).toEqual([]);
  });

  it("parameters that cannot be read are not kept", async () => {
    const options = { idempotencyKey: "kept-4" };
    await refusal(stripe.prices.create({ currency: "zzz", unit_amount: 1, product: "prod_none" }, options));
    await refusal(stripe.customers.create({ expand: ["receipt"] }, options));
    expect((await stripe.customers.create({ email: "read@example.com" }, options)).email).toBe("read@example.com");
  });
});

describe("a bad expand", () => {
  it.each([
    ["a name that is not there", ["receipt"], "This property cannot be expanded (receipt)."],
    ["a name that is not an object", ["description"], "This property cannot be expanded (description)."],
    [
      "a name below a good one",
      ["invoice_settings.bogus"],
      "This property cannot be expanded (invoice_settings.bogus).",
    ],
    [
      "five levels",
      ["subscriptions.data.latest_invoice.payments.data.payment.payment_intent"],
      /^You cannot expand more than 4 levels of a property\./,
    ],
  ])("creates nothing: %s", async (_, expand, message) => {
    const before = made();
    const error = await refusal(stripe.customers.create({ email: "never@example.com", expand }));
    expect(error).toMatchObject({ statusCode: 400, rawType: "invalid_request_error" });
    expect(error.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
    expect(made()).toBe(before);
  });

  it("changes and ends nothing either", async () => {
    const subscription = await subscribe(opened);
    const events = (await eventTypes(stripe)).length;
    await refusal(stripe.subscriptions.cancel(subscription.id, { expand: ["latest"] }));
    await refusal(stripe.subscriptions.update(subscription.id, { metadata: { a: "b" }, expand: ["latest"] }));
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active", metadata: {} });
    expect(await eventTypes(stripe)).toHaveLength(events);
  });

  it("of a list says where to look", async () => {
    const error = await refusal(stripe.customers.list({ expand: ["subscriptions"] }));
    expect(error.message).toBe(
      "This property cannot be expanded (subscriptions). You may want to try expanding 'data.subscriptions' instead.",
    );
    expect((await stripe.customers.list({ expand: ["data", "data.subscriptions"], limit: 1 })).data).toHaveLength(1);
  });
});

describe("search", () => {
  let own: Opened;
  const found = async (query: string) =>
    (await own.stripe.customers.search({ query })).data.map(({ email }) => email).sort();

  beforeAll(async () => {
    own = await openSandbox();
    for (const [email, plan] of [
      ["ada@example.com", "team"],
      ["bob@example.com", "solo"],
      ["cyd@example.org", "team"],
    ] as const) {
      await own.stripe.customers.create({ email, name: `The "${email.slice(0, 3)}"`, metadata: { plan } });
    }
    own.pass(61);
  });
  afterAll(() => own.sandbox.close());

  it.each([
    ["email:'ADA@example.com'", ["ada@example.com"]],
    ['email~"example.com" AND metadata["plan"]:"team"', ["ada@example.com"]],
    ['email~"example.com" metadata["plan"]:"team"', ["ada@example.com"]],
    ["email:'ada@example.com' OR email:'bob@example.com'", ["ada@example.com", "bob@example.com"]],
    ["email:'ada@example.com' or metadata['plan']:'team'", ["ada@example.com", "cyd@example.org"]],
    ["-metadata['plan']:'team'", ["bob@example.com"]],
    ["metadata['none']:null AND -email~'.org'", ["ada@example.com", "bob@example.com"]],
    ["phone:null AND created>1", ["ada@example.com", "bob@example.com", "cyd@example.org"]],
    ["created<1", []],
    [String.raw`name:"The \"bob\""`, ["bob@example.com"]],
  ])("understands %s", async (query, emails) => {
    expect(await found(query)).toEqual(emails);
  });

  it.each([
    ["AND mixed with OR", "email:'a' AND name:'b' OR name:'c'", /AND and OR/],
    ["a space mixed with OR", "email:'a' name:'b' OR name:'c'", /AND and OR/],
    ["no clause", "ada", /^We were unable to parse your search query/],
    ["a clause that is not whole", "email:'ada@example.com' AND", /^We were unable to parse your search query/],
    ["parentheses", "(email:'ada@example.com')", /^We were unable to parse your search query/],
    ["another field", "colour:'red'", "Field `colour` is an unsupported search field for resource `customers`."],
    ["a part of two letters", "email~'ad'", /3 characters/],
    ["eleven clauses", Array(11).fill("email:'a'").join(" OR "), /At most 10 clauses/],
  ])("refuses %s", async (_, query, message) => {
    const error = await refusal(own.stripe.customers.search({ query }));
    expect(error).toMatchObject({ statusCode: 400, rawType: "invalid_request_error" });
    expect(error.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  });

  it("finds a minute later what was made, changed and deleted, and a list at once", async () => {
    const { id } = await own.stripe.customers.create({ email: "new@example.com" });
    expect(await found("email:'new@example.com'")).toEqual([]);
    expect((await own.stripe.customers.list({ email: "new@example.com" })).data).toHaveLength(1);
    own.pass(61);
    expect(await found("email:'new@example.com'")).toEqual(["new@example.com"]);
    await own.stripe.customers.update(id, { email: "newer@example.com" });
    expect(await found("email~'newer'")).toEqual([]);
    expect(await found("email:'new@example.com'")).toEqual(["new@example.com"]);
    own.pass(61);
    expect(await found("email~'newer'")).toEqual(["newer@example.com"]);
    await own.stripe.customers.del(id);
    expect(await found("email~'newer'")).toEqual(["newer@example.com"]);
    own.pass(61);
    expect(await found("email~'newer'")).toEqual([]);
  });

  it("is walked page by page", async () => {
    const all: (string | null)[] = [];
    for await (const { email } of own.stripe.customers.search({ query: "email~'example'", limit: 1 })) all.push(email);
    expect(all.sort()).toEqual(["ada@example.com", "bob@example.com", "cyd@example.org"]);
  });
});

describe("the portal's flow", () => {
  it("is echoed", async () => {
    const { id, customer: owner } = await subscribe(opened);
    const session = await openPortal(
      {
        type: "subscription_cancel",
        subscription_cancel: { subscription: id },
        after_completion: { type: "redirect", redirect: { return_url: "https://site.example.com/bye" } },
      },
      { customer: owner },
    );
    expect(session.flow).toEqual({
      type: "subscription_cancel",
      subscription_cancel: { retention: null, subscription: id },
      after_completion: {
        type: "redirect",
        redirect: { return_url: "https://site.example.com/bye" },
        hosted_confirmation: null,
      },
      customer_update: null,
      subscription_pause: null,
      subscription_update: null,
      subscription_update_confirm: null,
    });
    expect((await openPortal({ type: "payment_method_update" })).flow).toMatchObject({
      type: "payment_method_update",
      after_completion: { type: "portal_homepage" },
      subscription_cancel: null,
    });
    expect((await stripe.billingPortal.sessions.create({ customer: customer.id, configuration: portal.id })).flow).toBe(
      null,
    );
  });

  it("is refused for another customer's subscription and where the configuration does not enable it", async () => {
    const { id } = await subscribe(opened);
    const flow = { type: "subscription_cancel", subscription_cancel: { subscription: id } };
    expect((await refusal(openPortal(flow))).param).toBe("flow_data[subscription_cancel][subscription]");
    const closed = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    });
    expect((await refusal(openPortal(flow, { configuration: closed.id }))).message).toContain("does not enable");
  });
});

describe("an ended subscription", () => {
  it("takes metadata and why it was canceled, and nothing else", async () => {
    const { id } = await subscribe(opened);
    await stripe.subscriptions.cancel(id);
    const written = await stripe.subscriptions.update(id, {
      metadata: { settled: "yes" },
      cancellation_details: { feedback: "unused" },
    });
    expect(written).toMatchObject({
      status: "canceled",
      metadata: { settled: "yes" },
      cancellation_details: { feedback: "unused" },
    });
    for (const change of [{ cancel_at_period_end: true }, { cancel_at: "" as const }, { description: "Acme" }]) {
      const error = await refusal(stripe.subscriptions.update(id, { metadata: { settled: "no" }, ...change }));
      expect(error).toMatchObject({
        statusCode: 400,
        message: "A canceled subscription can only update its cancellation_details and metadata.",
      });
    }
    expect((await stripe.subscriptions.retrieve(id)).metadata).toEqual({ settled: "yes" });
    expect(await refusal(stripe.subscriptions.cancel(id))).toMatchObject({ statusCode: 404, code: "resource_missing" });
  });
});

describe("request-id", () => {
  it("stands on every answer, and is another each time", async () => {
    const { url } = opened.sandbox;
    const authorized = { authorization: "Bearer sk_test_sandbox" };
    const answers = await Promise.all([
      fetch(`${url}/v1/customers`, { headers: authorized }),
      fetch(`${url}/v1/customers/cus_none`, { headers: authorized }),
      fetch(`${url}/v1/coupons`, { headers: authorized }),
      fetch(`${url}/v1/customers`),
      fetch(`${url}/v1/customers`, { headers: { ...authorized, "stripe-version": "2020-08-27" } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 401, 400]);
    const ids = answers.map(({ headers }) => headers.get("request-id"));
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^req_[A-Za-z0-9]{14}$/);
  });

  it("is the one that an event names", async () => {
    const { lastResponse } = await stripe.customers.create({ email: "named@example.com" });
    const [event] = (await stripe.events.list({ type: "customer.created", limit: 1 })).data;
    expect(event?.request?.id).toBe(lastResponse.requestId);
    await payOnPage(await startPurchase(opened));
    expect((await stripe.events.list({ type: "charge.succeeded", limit: 1 })).data[0]?.request?.id).toBeNull();
  });
});
