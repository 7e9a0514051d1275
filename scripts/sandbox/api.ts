import { createHash, timingSafeEqual } from "node:crypto";
import { type Context as Call, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import Stripe from "stripe";
import type * as z from "zod";
import {
  cancelNow,
  deleteCustomer,
  expireSession,
  hasEnded,
  idOf,
  isDeleted,
  livingCustomer,
  periodEnd,
  planCancellation,
  refund,
  resume,
  sessionDetails,
} from "./billing";
import { API_KEY, API_VERSION, type Context } from "./context";
import { ApiError, failed, invalid, missing } from "./errors";
import { checkPaths, expanded } from "./expand";
import { type Decoded, decodeForm } from "./form";
import { list, newCustomer, newLineItem, newPrice, newProduct, newSession } from "./objects";
import * as params from "./params";
import { searchCustomers } from "./search";
import { type IdempotentAnswer, randomText, type Table, type Tables } from "./store";

type Id = { id: string };
type Pages = { limit?: number; starting_after?: string; ending_before?: string };

/** Returns one page of objects, newest first. */
function page<T extends Id>(kind: string, all: T[], asked: Pages, url: string) {
  const { limit = 10, starting_after, ending_before } = asked;
  const position = (param: "starting_after" | "ending_before") => {
    const id = asked[param];
    if (id === undefined) return undefined;
    const index = all.findIndex((object) => object.id === id);
    if (index === -1) throw missing(kind, id, param);
    return index;
  };
  const [after, before] = [position("starting_after"), position("ending_before")];
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalid("Received both starting_after and ending_before parameters. Please pass in only one.");
  }
  if (before !== undefined) {
    const newer = all.slice(0, before);
    return list(newer.slice(-limit), url, newer.length > limit);
  }
  const older = after === undefined ? all : all.slice(after + 1);
  return list(older.slice(0, limit), url, older.length > limit);
}

/** Returns one page of search results, starting where the previous one ended. */
function searchPage<T>(found: T[], { limit = 10, page: from }: { limit?: number; page?: string }, url: string) {
  const start = from === undefined ? 0 : Number(Buffer.from(from, "base64url").toString());
  if (!Number.isInteger(start)) throw invalid(`Invalid page: ${from}`, "page");
  const end = start + limit;
  const more = found.length > end;
  return {
    object: "search_result",
    data: found.slice(start, end),
    has_more: more,
    next_page: more ? Buffer.from(String(end)).toString("base64url") : null,
    url,
  };
}

function inRange(value: number, range: params.Range | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === "number") return value === range;
  const { gt, gte, lt, lte } = range;
  return (
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte) &&
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte)
  );
}

const same = (value: unknown, wanted: unknown) => wanted === undefined || value === wanted;

type MetadataChange = Record<string, string> | null | undefined;

/** An empty value removes its key. An empty `metadata` removes all keys. */
function mergeMetadata(before: Stripe.Metadata | null, change: MetadataChange): Record<string, string> {
  if (change === null) return {};
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== "");
  if (merged.length > 50) throw invalid("Metadata may have at most 50 keys.", "metadata");
  return Object.fromEntries(merged);
}

function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

type Output<T extends z.ZodType> = z.output<T>;

function createProduct(
  ctx: Context,
  { expand: _, default_price_data, metadata, ...fields }: Output<typeof params.productCreate>,
) {
  if (fields.id && ctx.store.find("product", fields.id)) {
    throw invalid("Product already exists.", undefined, "resource_already_exists");
  }
  const product = newProduct(ctx, { ...given(fields), name: fields.name, metadata: mergeMetadata({}, metadata) });
  ctx.create("product", product, "product.created");
  if (!default_price_data) return product;
  const price = createPrice(ctx, { ...default_price_data, product: product.id });
  return ctx.update("product", product.id, { default_price: price.id }, "product.updated");
}

function freeLookupKey(ctx: Context, key: string, transfer: boolean | undefined, own?: string) {
  const holder = ctx.store.all("price").find(({ id, lookup_key }) => lookup_key === key && id !== own);
  if (!holder) return;
  if (!transfer) {
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, "lookup_key", "resource_already_exists");
  }
  ctx.update("price", holder.id, { lookup_key: null }, "price.updated");
}

function createPrice(
  ctx: Context,
  { expand: _, product_data, product, metadata, transfer_lookup_key, ...fields }: Output<typeof params.priceCreate>,
): Stripe.Price {
  if ((product === undefined) === (product_data === undefined)) {
    throw invalid("Provide either product or product_data.", "product", "parameter_missing");
  }
  if (product !== undefined) ctx.store.named("product", product, "product");
  if (fields.lookup_key) freeLookupKey(ctx, fields.lookup_key, transfer_lookup_key);
  const owner = product ?? createProduct(ctx, product_data as NonNullable<typeof product_data>).id;
  const price = newPrice(ctx, {
    ...given(fields),
    currency: fields.currency,
    unit_amount: fields.unit_amount,
    product: owner,
    metadata: mergeMetadata({}, metadata),
  });
  return ctx.create("price", price, "price.created");
}

function updatePrice(
  ctx: Context,
  id: string,
  { expand: _, lookup_key, transfer_lookup_key, metadata, ...fields }: Output<typeof params.priceUpdate>,
): Stripe.Price {
  const price = ctx.store.get("price", id);
  if (lookup_key) freeLookupKey(ctx, lookup_key, transfer_lookup_key, id);
  return ctx.update(
    "price",
    id,
    {
      ...given(fields),
      ...(lookup_key === undefined ? {} : { lookup_key: lookup_key || null }),
      metadata: mergeMetadata(price.metadata, metadata),
    },
    "price.updated",
  );
}

type SessionParams = Output<typeof params.sessionCreate>;
type LineItemParams = SessionParams["line_items"][number];

function lineItem(ctx: Context, line: LineItemParams, index: number): Stripe.LineItem {
  const param = `line_items[${index}]`;
  if ((line.price === undefined) === (line.price_data === undefined)) {
    throw invalid(`Provide either ${param}[price] or ${param}[price_data].`, param, "parameter_missing");
  }
  const price =
    line.price === undefined
      ? inlinePrice(ctx, line.price_data as NonNullable<LineItemParams["price_data"]>)
      : ctx.store.named("price", line.price, `${param}[price]`);
  if (line.price !== undefined && !price.active) {
    throw invalid("The price specified is inactive. This field only accepts active prices.", `${param}[price]`);
  }
  if (line.quantity === undefined) {
    throw invalid(`Quantity is required. Add \`quantity\` to \`${param}\``, `${param}[quantity]`, "parameter_missing");
  }
  const product = ctx.store.get("product", idOf(price.product) as string);
  if (line.price !== undefined && !product.active) {
    throw invalid(
      `Price \`${price.id}\` is not available to be purchased because its product is not active.`,
      `${param}[price]`,
    );
  }
  const item = newLineItem(price, line.quantity, product.name);
  return { ...item, metadata: mergeMetadata({}, line.metadata) };
}

function inlinePrice(ctx: Context, data: NonNullable<LineItemParams["price_data"]>): Stripe.Price {
  const price = createPrice(ctx, data);
  if (data.product === undefined) ctx.update("product", idOf(price.product) as string, { active: false });
  return ctx.update("price", price.id, { active: false });
}

const HALF_HOUR = 1800;
const DAY = 86_400;

function createSession(ctx: Context, given_: SessionParams): Stripe.Checkout.Session {
  const { mode, success_url: success, line_items: lines } = given_;
  const onlyIn = (name: keyof SessionParams, allowed: "payment" | "subscription") => {
    if (given_[name] !== undefined && mode !== allowed) {
      throw invalid(`You can not pass \`${name}\` in \`${mode}\` mode.`, name);
    }
  };
  onlyIn("subscription_data", "subscription");
  onlyIn("payment_method_collection", "subscription");
  onlyIn("payment_intent_data", "payment");
  onlyIn("customer_creation", "payment");
  onlyIn("invoice_creation", "payment");
  onlyIn("submit_type", "payment");
  if (given_.customer && given_.customer_email) {
    throw invalid("You may only specify one of these parameters: customer, customer_email.", "customer");
  }
  if (given_.customer && given_.customer_creation) {
    throw invalid("You may only specify one of these parameters: customer, customer_creation.", "customer");
  }
  if (given_.customer_update && !given_.customer) {
    throw invalid("`customer_update` can only be used with `customer`.", "customer_update");
  }
  if (given_.customer && given_.tax_id_collection?.enabled && given_.customer_update?.name !== "auto") {
    throw invalid(
      "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
    );
  }
  const customer = given_.customer ? livingCustomer(ctx, given_.customer, "customer") : null;
  const { address: addressKept, shipping: shippingKept } = given_.customer_update ?? {};
  if (
    given_.automatic_tax?.enabled &&
    customer &&
    !customer.address &&
    addressKept !== "auto" &&
    shippingKept !== "auto"
  ) {
    throw invalid(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      undefined,
      "customer_tax_location_invalid",
    );
  }
  const expiresAt = given_.expires_at ?? ctx.now + DAY;
  if (expiresAt < ctx.now + HALF_HOUR - 5) {
    throw invalid(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      "expires_at",
    );
  }
  if (expiresAt > ctx.now + DAY + 5) {
    throw invalid(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      "expires_at",
    );
  }
  const items = lines.map((line, index) => lineItem(ctx, line, index));
  const recurring = items.filter(({ price }) => price?.recurring);
  if (mode === "payment" && recurring.length > 0) {
    throw invalid(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      "line_items",
    );
  }
  if (mode === "subscription" && recurring.length === 0) {
    throw invalid(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      "line_items",
    );
  }
  const currencies = new Set(items.map(({ currency }) => currency));
  if (currencies.size > 1) throw invalid("All line items must have the same currency.", "line_items");
  const total = items.reduce((sum, { amount_total: amount }) => sum + amount, 0);
  if (mode === "payment" && total > 0 && total < 50) {
    throw invalid(
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      undefined,
      "amount_too_small",
    );
  }
  const { consent_collection: consent, custom_text: texts, invoice_creation: invoicing } = given_;
  const currency = items[0]?.currency ?? "usd";
  const allowed = given_.allowed_payment_method_types;
  // Here only one-time payments without an invoice accept debits. Stripe accepts debits for other payments too.
  const debits = mode === "payment" && total > 0 && currency === "usd" && !invoicing?.enabled;
  const session = newSession(ctx, {
    mode,
    payment_method_types: ["card", ...(debits ? ["us_bank_account"] : [])].filter(
      (type) => allowed?.some((one) => one === type) ?? true,
    ),
    success_url: success,
    cancel_url: given_.cancel_url ?? null,
    client_reference_id: given_.client_reference_id ?? null,
    allow_promotion_codes: given_.allow_promotion_codes ?? null,
    allowed_payment_method_types: allowed ?? null,
    amount_subtotal: total,
    amount_total: total,
    currency,
    automatic_tax: {
      enabled: given_.automatic_tax?.enabled ?? false,
      liability: given_.automatic_tax?.enabled ? { type: "self" } : null,
      provider: given_.automatic_tax?.enabled ? "stripe" : null,
      status: given_.automatic_tax?.enabled ? "requires_location_inputs" : null,
    },
    billing_address_collection: given_.billing_address_collection ?? null,
    consent_collection: consent
      ? {
          payment_method_reuse_agreement: null,
          promotions: consent.promotions ?? "none",
          terms_of_service: consent.terms_of_service ?? "none",
        }
      : null,
    custom_text: {
      after_submit: texts?.after_submit ?? null,
      shipping_address: texts?.shipping_address ?? null,
      submit: texts?.submit ?? null,
      terms_of_service_acceptance: texts?.terms_of_service_acceptance ?? null,
    },
    customer: customer?.id ?? null,
    customer_email: given_.customer_email ?? null,
    customer_creation:
      mode === "subscription"
        ? customer
          ? null
          : "always"
        : customer
          ? null
          : (given_.customer_creation ?? "if_required"),
    expires_at: expiresAt,
    invoice_creation:
      mode === "payment"
        ? {
            enabled: invoicing?.enabled ?? false,
            invoice_data: {
              account_tax_ids: null,
              custom_fields: null,
              description: invoicing?.invoice_data?.description ?? null,
              footer: invoicing?.invoice_data?.footer ?? null,
              issuer: null,
              metadata: invoicing?.invoice_data?.metadata ?? {},
              rendering_options: null,
            },
          }
        : null,
    locale: given_.locale ?? null,
    metadata: mergeMetadata({}, given_.metadata),
    submit_type: given_.submit_type ?? null,
    ...(given_.tax_id_collection
      ? { tax_id_collection: { enabled: given_.tax_id_collection.enabled, required: "never" } }
      : {}),
  });
  const { payment_intent_data: intentData, subscription_data: subscriptionData } = given_;
  ctx.store.sessions.set(session.id, {
    items,
    paymentIntentData: {
      metadata: mergeMetadata({}, intentData?.metadata),
      description: intentData?.description,
      receipt_email: intentData?.receipt_email,
    },
    subscriptionData: {
      metadata: mergeMetadata({}, subscriptionData?.metadata),
      description: subscriptionData?.description,
    },
    invoiceData: {
      metadata: mergeMetadata({}, invoicing?.invoice_data?.metadata),
      description: invoicing?.invoice_data?.description,
      footer: invoicing?.invoice_data?.footer,
    },
  });
  return ctx.create("checkout.session", session);
}

/** Checks that a payment method is attached to the customer who uses it. */
function ownMethod(ctx: Context, id: string, customer: string, param: string) {
  const method = ctx.store.named("payment_method", id, param);
  if (idOf(method.customer) === customer) return;
  const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`;
  throw invalid(message, param, "resource_missing");
}

const DEFAULT_METHOD = "invoice_settings[default_payment_method]";

function createCustomer(
  ctx: Context,
  { expand: _, metadata, invoice_settings, shipping, ...fields }: Output<typeof params.customerCreate>,
) {
  const customer = newCustomer(ctx, {
    ...given(fields),
    metadata: mergeMetadata({}, metadata),
    shipping: shipping ?? null,
  });
  const method = invoice_settings?.default_payment_method;
  if (method) ownMethod(ctx, method, customer.id, DEFAULT_METHOD);
  customer.invoice_settings = { ...customer.invoice_settings, ...given(invoice_settings ?? {}) };
  return ctx.create("customer", customer, "customer.created");
}

function updateCustomer(
  ctx: Context,
  id: string,
  { expand: _, metadata, invoice_settings, ...fields }: Output<typeof params.customerUpdate>,
) {
  const before = livingCustomer(ctx, id);
  const method = invoice_settings?.default_payment_method;
  if (method) ownMethod(ctx, method, id, DEFAULT_METHOD);
  const change = {
    ...given(fields),
    metadata: mergeMetadata(before.metadata, metadata),
    invoice_settings: { ...before.invoice_settings, ...given(invoice_settings ?? {}) },
  };
  return ctx.update("customer", id, change, "customer.updated");
}

function updateSubscription(ctx: Context, id: string, change: Output<typeof params.subscriptionUpdate>) {
  const subscription = ctx.store.get("subscription", id);
  const { cancel_at_period_end: atEnd, cancel_at: at, cancellation_details: details, metadata, ...more } = change;
  const { expand: _, ...rest } = more;
  // Stripe's message mentions only canceled subscriptions. For one that expired before it was paid, no behaviour is
  // documented.
  if (hasEnded(subscription) && (atEnd !== undefined || at !== undefined || Object.keys(given(rest)).length > 0)) {
    throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
  }
  if (atEnd !== undefined && at !== undefined && at !== null) {
    throw invalid("Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.");
  }
  if (rest.default_payment_method) {
    ownMethod(ctx, rest.default_payment_method, idOf(subscription.customer) as string, "default_payment_method");
  }
  if (atEnd === true || at === "max_period_end" || at === "min_period_end") {
    planCancellation(ctx, id, atEnd ? "api" : "portal");
  } else if (typeof at === "number") {
    if (at <= ctx.now) throw invalid("cancel_at must be in the future.", "cancel_at");
    ctx.update("subscription", id, { cancel_at: at, canceled_at: ctx.now }, "customer.subscription.updated");
  } else if (atEnd === false || at === null) resume(ctx, id);
  const current = ctx.store.get("subscription", id);
  return ctx.update(
    "subscription",
    id,
    {
      ...given({ default_payment_method: rest.default_payment_method, description: rest.description }),
      metadata: mergeMetadata(subscription.metadata, metadata),
      ...(details
        ? {
            cancellation_details: {
              ...current.cancellation_details,
              ...given(details),
            } as Stripe.Subscription.CancellationDetails,
          }
        : {}),
    },
    "customer.subscription.updated",
  );
}

type ConfigurationParams = Output<typeof params.configurationUpdate>;

function configurationFields(
  ctx: Context,
  before: Stripe.BillingPortal.Configuration | null,
  change: ConfigurationParams,
): Partial<Stripe.BillingPortal.Configuration> {
  const was = before?.features;
  const { features = {} } = change;
  const cancel = features.subscription_cancel;
  return {
    ...given({ active: change.active, default_return_url: change.default_return_url, name: change.name }),
    ...(change.login_page
      ? {
          login_page: {
            enabled: change.login_page.enabled,
            url: change.login_page.enabled ? `${ctx.url}/` : null,
          },
        }
      : {}),
    metadata: mergeMetadata(before?.metadata ?? {}, change.metadata),
    business_profile: {
      headline: null,
      privacy_policy_url: null,
      terms_of_service_url: null,
      ...before?.business_profile,
      ...given(change.business_profile ?? {}),
    },
    features: {
      customer_update: {
        allowed_updates: [],
        enabled: false,
        ...was?.customer_update,
        ...given(features.customer_update ?? {}),
      },
      invoice_history: { enabled: features.invoice_history?.enabled ?? was?.invoice_history.enabled ?? false },
      payment_method_update: {
        enabled: features.payment_method_update?.enabled ?? was?.payment_method_update.enabled ?? false,
        payment_method_configuration: null,
      },
      subscription_cancel: {
        cancellation_reason: {
          enabled:
            cancel?.cancellation_reason?.enabled ?? was?.subscription_cancel.cancellation_reason.enabled ?? false,
          feedback_options: null,
          options: cancel?.cancellation_reason?.options ?? was?.subscription_cancel.cancellation_reason.options ?? [],
        },
        enabled: cancel?.enabled ?? was?.subscription_cancel.enabled ?? false,
        mode: cancel?.mode ?? was?.subscription_cancel.mode ?? "at_period_end",
        proration_behavior: cancel?.proration_behavior ?? was?.subscription_cancel.proration_behavior ?? "none",
      },
      subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: features.subscription_update?.enabled ?? was?.subscription_update.enabled ?? false,
        proration_behavior: "none",
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: "end_trial",
      },
    },
  };
}

function createConfiguration(ctx: Context, fields: Output<typeof params.configurationCreate>) {
  const made = configurationFields(ctx, null, fields);
  const configuration = {
    id: ctx.store.newId("billing_portal.configuration"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    created: ctx.now,
    default_return_url: null,
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    name: null,
    updated: ctx.now,
    ...made,
  } as Stripe.BillingPortal.Configuration;
  return ctx.create("billing_portal.configuration", configuration, "billing_portal.configuration.created");
}

type FlowData = NonNullable<Output<typeof params.portalSessionCreate>["flow_data"]>;

function checkFlow(
  ctx: Context,
  { type, subscription_cancel: cancel }: FlowData,
  customer: Stripe.Customer,
  { features }: Stripe.BillingPortal.Configuration,
) {
  if (type !== "payment_method_update" && type !== "subscription_cancel") {
    throw invalid(`The payments sandbox has no portal flow \`${type}\`.`, "flow_data[type]");
  }
  if (!features[type].enabled) {
    throw invalid(`The portal configuration does not enable \`${type}\`, which this flow is for.`, "flow_data[type]");
  }
  if (type !== "subscription_cancel" || !cancel) return;
  const param = "flow_data[subscription_cancel][subscription]";
  const subscription = ctx.store.named("subscription", cancel.subscription, param);
  if (hasEnded(subscription) || idOf(subscription.customer) !== customer.id) {
    throw invalid(`The subscription ${subscription.id} is not a running one of ${customer.id}.`, param);
  }
}

function flowOf({
  after_completion: after,
  subscription_cancel: cancel,
  type,
}: FlowData): Stripe.BillingPortal.Session.Flow {
  return {
    after_completion: {
      hosted_confirmation: after?.hosted_confirmation
        ? { custom_message: after.hosted_confirmation.custom_message ?? null }
        : null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? "portal_homepage",
    },
    customer_update: null,
    subscription_cancel: cancel ? { retention: cancel.retention ?? null, subscription: cancel.subscription } : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type,
  };
}

function createPortalSession(ctx: Context, fields: Output<typeof params.portalSessionCreate>) {
  const customer = livingCustomer(ctx, fields.customer, "customer");
  const configuration = fields.configuration
    ? ctx.store.named("billing_portal.configuration", fields.configuration, "configuration")
    : ctx.store.all("billing_portal.configuration").find(({ is_default: byDefault }) => byDefault);
  if (!configuration) {
    throw invalid(
      "No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.",
    );
  }
  if (!configuration.active) throw invalid("The configuration is inactive.", "configuration");
  const { flow_data: flow } = fields;
  if (flow) checkFlow(ctx, flow, customer, configuration);
  const id = ctx.store.newId("billing_portal.session");
  const session: Stripe.BillingPortal.Session = {
    id,
    object: "billing_portal.session",
    configuration: configuration.id,
    created: ctx.now,
    customer: customer.id,
    customer_account: null,
    flow: flow ? flowOf(flow) : null,
    livemode: false,
    locale: fields.locale ?? null,
    on_behalf_of: null,
    return_url: fields.return_url ?? configuration.default_return_url,
    url: `${ctx.url}/portal/${id}`,
  };
  return ctx.create("billing_portal.session", session, "billing_portal.session.created");
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();

function authorized(header: string | undefined): boolean {
  const [scheme = "", value = ""] = (header ?? "").split(/\s+/, 2);
  const key = /^basic$/i.test(scheme) ? Buffer.from(value, "base64").toString().split(":")[0] : value;
  return timingSafeEqual(sha256(key ?? ""), sha256(API_KEY));
}

type Handler<T extends z.ZodType> = (input: Output<T>, id: string) => unknown;
type Method = "GET" | "POST" | "DELETE";
type Env = { Variables: { requestId: string } };
type Answer = Pick<IdempotentAnswer, "status" | "body">;

const mismatch = (key: string) =>
  new ApiError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: "idempotency_error" },
  );

/** A repeated request gets the same response. */
const keptUnder = (key: string, requestId: string) => ({
  "idempotency-key": key,
  "original-request": requestId,
  "stripe-should-retry": "false",
});

/** Implements the part of Stripe's HTTP API that the app uses. */
export function api(ctx: Context): Hono<Env> {
  const app = new Hono<Env>();
  const { store } = ctx;

  const answer = (call: Call<Env>, { status, body }: Answer, headers: Record<string, string> = {}) =>
    call.body(body, status as ContentfulStatusCode, {
      "content-type": "application/json",
      "request-id": call.get("requestId"),
      "stripe-version": API_VERSION,
      ...headers,
    });
  const refusal = (call: Call<Env>, error: ApiError): Answer => ({
    status: error.status,
    body: JSON.stringify(error.body(error.status === 401 ? undefined : call.get("requestId"))),
  });

  function execute(call: Call<Env>, work: () => unknown): Answer {
    try {
      return { status: 200, body: JSON.stringify(work()) };
    } catch (error) {
      if (error instanceof ApiError) return refusal(call, error);
      console.error("Payments sandbox:", error);
      return refusal(call, failed());
    }
  }

  /**
   * The handler runs synchronously, so requests never interleave. As at Stripe, the idempotency key stores the
   * response, including errors. Parameters that cannot be parsed never reach the handler, so the client may correct
   * them. Stripe does not document for each error whether it is stored: here, an error is stored if it depends on more
   * than the parameters.
   */
  function route<T extends z.ZodType>(method: Method, path: string, schema: T, kind: string, handler: Handler<T>) {
    app.on(method, path, async (call) => {
      const query = new URL(call.req.url).search.slice(1);
      const body = method === "GET" ? "" : await call.req.text();
      const key = method === "POST" ? (call.req.header("idempotency-key") ?? null) : null;
      const id = call.get("requestId");
      ctx.request = { id, idempotency_key: key };
      try {
        const asked = sha256(`${method} ${call.req.path}?${query}\n${body}`).toString("hex");
        const before = key ? store.idempotency.get(key) : undefined;
        if (key && before) {
          if (before.request !== asked) throw mismatch(key);
          const { requestId = id } = before;
          return answer(call, before, { ...keptUnder(key, requestId), "idempotent-replayed": "true" });
        }
        const input = params.parse(
          schema,
          decodeForm([query, body].filter(Boolean).join("&")) as Record<string, Decoded>,
        );
        const { expand } = input as { expand?: string[] };
        checkPaths(kind, expand);
        const made = execute(call, () => expanded(ctx, handler(input, call.req.param("id") ?? ""), expand));
        if (!key) return answer(call, made);
        store.idempotency.set(key, { at: ctx.now, request: asked, requestId: id, ...made });
        store.touch();
        return answer(call, made, keptUnder(key, id));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return answer(call, refusal(call, error));
      } finally {
        ctx.request = null;
      }
    });
  }

  function listing<K extends Table, T extends z.ZodType>(
    path: string,
    table: K,
    schema: T,
    matches: (object: Tables[K], input: Output<T>) => boolean,
  ) {
    route("GET", path, schema, `${table}[]`, (input) => {
      const { created } = input as { created?: params.Range };
      const all = store.all(table).filter((object) => {
        const made = (object as { created?: number }).created;
        return (made === undefined || inRange(made, created)) && matches(object, input);
      });
      return page(table, all, input as Pages, path);
    });
  }

  function reading(path: string, table: Table) {
    route("GET", `${path}/:id`, params.read, table, (_, id) => store.get(table, id));
  }

  app.use(async (call, next) => {
    call.set("requestId", `req_${randomText(14)}`);
    if (!authorized(call.req.header("authorization"))) {
      const message = call.req.header("authorization")
        ? "Invalid API Key provided. The payments sandbox accepts its own key only."
        : "You did not provide an API key.";
      return answer(call, refusal(call, new ApiError(401, message)));
    }
    const version = call.req.header("stripe-version");
    if (version && version !== API_VERSION) {
      const message = `Invalid Stripe API version: ${version}. Stripe speaks many, the payments sandbox ${API_VERSION} alone: use an SDK made for that version (for Node.js \`npm install stripe@${Stripe.PACKAGE_VERSION}\`) and leave its apiVersion unset.`;
      return answer(call, refusal(call, invalid(message)));
    }
    return next();
  });

  route("POST", "/v1/customers", params.customerCreate, "customer", (input) => createCustomer(ctx, input));
  listing(
    "/v1/customers",
    "customer",
    params.customerList,
    (customer, { email }) => !isDeleted(customer) && same(customer.email, email),
  );
  route("GET", "/v1/customers/search", params.customerSearch, "customer[]", (input) =>
    searchPage(searchCustomers(ctx, input.query), input, "/v1/customers/search"),
  );
  reading("/v1/customers", "customer");
  route("POST", "/v1/customers/:id", params.customerUpdate, "customer", (input, id) => updateCustomer(ctx, id, input));
  route("DELETE", "/v1/customers/:id", params.read, "deleted_customer", (_, id) => deleteCustomer(ctx, id));

  route("POST", "/v1/products", params.productCreate, "product", (input) => createProduct(ctx, input));
  listing(
    "/v1/products",
    "product",
    params.productList,
    (product, { active, ids, shippable, url }) =>
      same(product.active, active) &&
      same(product.shippable, shippable) &&
      same(product.url, url) &&
      (ids === undefined || ids.includes(product.id)),
  );
  reading("/v1/products", "product");
  route("POST", "/v1/products/:id", params.productUpdate, "product", ({ expand: _, metadata, ...fields }, id) => {
    const before = store.get("product", id);
    if (fields.default_price) store.named("price", fields.default_price, "default_price");
    const change = { ...given(fields), metadata: mergeMetadata(before.metadata, metadata), updated: ctx.now };
    return ctx.update("product", id, change, "product.updated");
  });

  route("POST", "/v1/prices", params.priceCreate, "price", (input) => createPrice(ctx, input));
  listing(
    "/v1/prices",
    "price",
    params.priceList,
    (price, { active, currency, lookup_keys, product, recurring, type }) =>
      same(price.active, active) &&
      same(price.currency, currency) &&
      same(price.product, product) &&
      same(price.type, type) &&
      same(price.recurring?.interval, recurring?.interval) &&
      same(price.recurring?.usage_type, recurring?.usage_type) &&
      (lookup_keys === undefined || (price.lookup_key !== null && lookup_keys.includes(price.lookup_key))),
  );
  reading("/v1/prices", "price");
  route("POST", "/v1/prices/:id", params.priceUpdate, "price", (input, id) => updatePrice(ctx, id, input));

  route("POST", "/v1/checkout/sessions", params.sessionCreate, "checkout.session", (input) =>
    createSession(ctx, input),
  );
  listing(
    "/v1/checkout/sessions",
    "checkout.session",
    params.sessionList,
    (session, { customer, customer_details, payment_intent, status, subscription }) =>
      same(session.customer, customer) &&
      same(session.customer_details?.email, customer_details?.email) &&
      same(session.payment_intent, payment_intent) &&
      same(session.status, status) &&
      same(session.subscription, subscription),
  );
  reading("/v1/checkout/sessions", "checkout.session");
  route("POST", "/v1/checkout/sessions/:id", params.sessionUpdate, "checkout.session", ({ metadata }, id) => {
    const before = store.get("checkout.session", id);
    return ctx.update("checkout.session", id, { metadata: mergeMetadata(before.metadata, metadata) });
  });
  route("POST", "/v1/checkout/sessions/:id/expire", params.read, "checkout.session", (_, id) => expireSession(ctx, id));
  route("GET", "/v1/checkout/sessions/:id/line_items", params.pagesOnly, "item[]", (input, id) => {
    store.get("checkout.session", id);
    return page("item", sessionDetails(ctx, id).items, input, `/v1/checkout/sessions/${id}/line_items`);
  });

  listing("/v1/subscriptions", "subscription", params.subscriptionList, (subscription, input) => {
    const { current_period_end: end, current_period_start: start, customer, price, status } = input;
    const ended = subscription.status === "canceled" || subscription.status === "incomplete_expired";
    const wanted =
      status === "all" || (status === undefined ? !ended : status === "ended" ? ended : subscription.status === status);
    const [first] = subscription.items.data;
    return (
      wanted &&
      same(subscription.customer, customer) &&
      (price === undefined || subscription.items.data.some((item) => item.price.id === price)) &&
      inRange(periodEnd(subscription), end) &&
      inRange(first?.current_period_start ?? 0, start)
    );
  });
  reading("/v1/subscriptions", "subscription");
  route("POST", "/v1/subscriptions/:id", params.subscriptionUpdate, "subscription", (input, id) =>
    updateSubscription(ctx, id, input),
  );
  route(
    "DELETE",
    "/v1/subscriptions/:id",
    params.subscriptionCancel,
    "subscription",
    ({ cancellation_details: details }, id) => cancelNow(ctx, id, given(details ?? {})),
  );

  listing(
    "/v1/invoices",
    "invoice",
    params.invoiceList,
    (invoice, { customer, status, subscription }) =>
      same(invoice.customer, customer) &&
      same(invoice.status, status) &&
      same(idOf(invoice.parent?.subscription_details?.subscription), subscription),
  );
  reading("/v1/invoices", "invoice");
  listing(
    "/v1/invoice_payments",
    "invoice_payment",
    params.invoicePaymentList,
    (made, { invoice, payment, status }) =>
      same(made.invoice, invoice) &&
      same(made.status, status) &&
      same(made.payment.payment_intent, payment?.payment_intent),
  );
  reading("/v1/invoice_payments", "invoice_payment");

  listing("/v1/payment_intents", "payment_intent", params.paymentIntentList, (intent, { customer }) =>
    same(intent.customer, customer),
  );
  reading("/v1/payment_intents", "payment_intent");
  listing(
    "/v1/charges",
    "charge",
    params.chargeList,
    (charge, { customer, payment_intent }) =>
      same(charge.customer, customer) && same(charge.payment_intent, payment_intent),
  );
  reading("/v1/charges", "charge");
  reading("/v1/payment_methods", "payment_method");

  route("POST", "/v1/refunds", params.refundCreate, "refund", ({ expand: _, metadata, ...input }) =>
    refund(ctx, { ...input, metadata: mergeMetadata({}, metadata) }),
  );
  listing(
    "/v1/refunds",
    "refund",
    params.refundList,
    (made, { charge, payment_intent }) => same(made.charge, charge) && same(made.payment_intent, payment_intent),
  );
  reading("/v1/refunds", "refund");
  listing(
    "/v1/disputes",
    "dispute",
    params.disputeList,
    (dispute, { charge, payment_intent }) =>
      same(dispute.charge, charge) && same(dispute.payment_intent, payment_intent),
  );
  reading("/v1/disputes", "dispute");

  route("POST", "/v1/billing_portal/sessions", params.portalSessionCreate, "billing_portal.session", (input) =>
    createPortalSession(ctx, input),
  );
  const configurations = "/v1/billing_portal/configurations";
  route("POST", configurations, params.configurationCreate, "billing_portal.configuration", (input) =>
    createConfiguration(ctx, input),
  );
  listing(
    configurations,
    "billing_portal.configuration",
    params.configurationList,
    ({ active, is_default }, wanted) => same(active, wanted.active) && same(is_default, wanted.is_default),
  );
  reading(configurations, "billing_portal.configuration");
  route("POST", `${configurations}/:id`, params.configurationUpdate, "billing_portal.configuration", (input, id) => {
    const before = store.get("billing_portal.configuration", id);
    const change = { ...configurationFields(ctx, before, input), updated: ctx.now };
    return ctx.update("billing_portal.configuration", id, change, "billing_portal.configuration.updated");
  });

  listing(
    "/v1/events",
    "event",
    params.eventList,
    (event, { delivery_success: delivered, type, types }) =>
      (type === undefined ||
        event.type === type ||
        (type.endsWith(".*") && event.type.startsWith(type.slice(0, -1)))) &&
      (types === undefined || types.includes(event.type)) &&
      (delivered === undefined || delivered === (store.deliveries.get(event.id)?.delivered ?? true)),
  );
  reading("/v1/events", "event");

  app.all("*", (call) => {
    const { method, path } = call.req;
    const message = `Unrecognized request URL (${method}: ${path}). The payments sandbox speaks only the part of Stripe's API that this project uses.`;
    return answer(call, refusal(call, new ApiError(404, message)));
  });
  return app;
}
