import type Stripe from "stripe";
import * as z from "zod";
import { type ApiError, invalid } from "./errors";
import type { Decoded } from "./form";

/** Names that Stripe's own types know; a name that they lack does not compile. */
type Known<P> = { [K in keyof P]?: z.ZodType };

const text = z.string().min(1).max(5000);
const integer = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);
const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const cleared = <T extends z.ZodType>(inner: T) =>
  z.preprocess((value) => (value === "" ? null : value), inner.nullable());
const clearedText = cleared(text);
const metadata = z.preprocess(
  (value) => (value === "" ? null : value),
  z.record(z.string().min(1).max(40), z.string().max(500)).nullable(),
);
const email = z.email().max(512);
const url = z.url({ protocol: /^https?$/ });
const expand = z.array(text).max(20);
const pages = { limit: integer.pipe(z.number().min(1).max(100)), starting_after: text, ending_before: text, expand };
const range = z.union([
  integer,
  z
    .strictObject({ gt: integer, gte: integer, lt: integer, lte: integer } satisfies Known<Stripe.RangeQueryParam>)
    .partial(),
]);

const line = text.nullish().transform((value) => value ?? null);
const address = z.strictObject({ city: line, country: line, line1: line, line2: line, postal_code: line, state: line });
const interval = z.enum(["day", "week", "month", "year"]);
const recurring = z.strictObject({ interval, interval_count: integer.pipe(z.number().min(1).max(36)).optional() });
const taxBehavior = z.enum(["exclusive", "inclusive", "unspecified"]);
const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((value) => value.toLowerCase());
const amount = integer.pipe(z.number().min(0).max(99_999_999));
const productData = z.strictObject({
  name: text,
  description: text.optional(),
  images: z.array(url).max(8).optional(),
  metadata: metadata.optional(),
  tax_code: text.optional(),
  unit_label: text.optional(),
});
/** Accepted, shown nowhere. */
const ignored = z.unknown();

const some = <T extends z.core.$ZodLooseShape>(shape: T) => z.strictObject(shape).partial();

export const read = some({ expand });

export const customerCreate = some({
  address: cleared(address),
  description: text,
  email,
  expand,
  invoice_settings: some({ default_payment_method: text, footer: text }),
  metadata,
  name: text,
  phone: text,
  preferred_locales: z.array(text),
  shipping: ignored,
  tax_exempt: z.enum(["none", "exempt", "reverse"]),
} satisfies Known<Stripe.CustomerCreateParams>);
export const customerUpdate = some({
  address: cleared(address),
  description: clearedText,
  email: cleared(email),
  expand,
  invoice_settings: some({ default_payment_method: clearedText, footer: clearedText }),
  metadata,
  name: clearedText,
  phone: clearedText,
  preferred_locales: z.array(text),
  shipping: ignored,
  tax_exempt: z.enum(["none", "exempt", "reverse"]),
} satisfies Known<Stripe.CustomerUpdateParams>);
export const customerList = some({ ...pages, created: range, email: text } satisfies Known<Stripe.CustomerListParams>);
export const customerSearch = z.strictObject({
  query: text,
  limit: pages.limit.optional(),
  page: text.optional(),
  expand: expand.optional(),
} satisfies Known<Stripe.CustomerSearchParams>);

const productFields = {
  active: flag,
  description: text,
  expand,
  images: z.array(url).max(8),
  marketing_features: z.array(z.strictObject({ name: text })),
  metadata,
  shippable: flag,
  statement_descriptor: text,
  tax_code: text,
  unit_label: text,
  url,
};
export const productCreate = some({
  ...productFields,
  id: z.string().regex(/^[\w-]{1,255}$/),
  name: text,
  type: z.enum(["service", "good"]),
  default_price_data: z.strictObject({
    currency,
    unit_amount: amount,
    recurring: recurring.optional(),
    tax_behavior: taxBehavior.optional(),
    metadata: metadata.optional(),
  }),
} satisfies Known<Stripe.ProductCreateParams>).required({ name: true });
export const productUpdate = some({
  ...productFields,
  default_price: text,
  description: clearedText,
  name: text,
  tax_code: clearedText,
  unit_label: clearedText,
  url: cleared(url),
} satisfies Known<Stripe.ProductUpdateParams>);
export const productList = some({
  ...pages,
  active: flag,
  created: range,
  ids: z.array(text),
  shippable: flag,
  url,
} satisfies Known<Stripe.ProductListParams>);

export const priceCreate = some({
  active: flag,
  billing_scheme: z.literal("per_unit"),
  currency,
  expand,
  lookup_key: z.string().min(1).max(200),
  metadata,
  nickname: text,
  product: text,
  product_data: productData,
  recurring,
  tax_behavior: taxBehavior,
  transfer_lookup_key: flag,
  unit_amount: amount,
} satisfies Known<Stripe.PriceCreateParams>).required({ currency: true, unit_amount: true });
export const priceUpdate = some({
  active: flag,
  expand,
  lookup_key: z.string().max(200),
  metadata,
  nickname: clearedText,
  tax_behavior: taxBehavior,
  transfer_lookup_key: flag,
} satisfies Known<Stripe.PriceUpdateParams>);
export const priceList = some({
  ...pages,
  active: flag,
  created: range,
  currency,
  lookup_keys: z.array(text).max(10),
  product: text,
  recurring: some({ interval, usage_type: z.enum(["licensed", "metered"]) }),
  type: z.enum(["one_time", "recurring"]),
} satisfies Known<Stripe.PriceListParams>);

const customText = z.strictObject({ message: z.string().min(1).max(1200) });
export const sessionCreate = some({
  adaptive_pricing: some({ enabled: flag }),
  allow_promotion_codes: flag,
  allowed_payment_method_types: z.array(text).max(100),
  automatic_tax: z.strictObject({ enabled: flag, liability: ignored.optional() }),
  billing_address_collection: z.enum(["auto", "required"]),
  branding_settings: ignored,
  cancel_url: url,
  client_reference_id: z.string().min(1).max(200),
  consent_collection: some({
    payment_method_reuse_agreement: ignored,
    promotions: z.enum(["auto", "none"]),
    terms_of_service: z.enum(["none", "required"]),
  }),
  currency,
  custom_text: some({
    after_submit: customText,
    shipping_address: customText,
    submit: customText,
    terms_of_service_acceptance: customText,
  }),
  customer: text,
  customer_creation: z.enum(["always", "if_required"]),
  customer_email: email,
  customer_update: some({
    address: z.enum(["auto", "never"]),
    name: z.enum(["auto", "never"]),
    shipping: z.enum(["auto", "never"]),
  }),
  expand,
  expires_at: integer,
  invoice_creation: z.strictObject({
    enabled: flag,
    invoice_data: some({ description: text, footer: text, metadata, rendering_options: ignored }).optional(),
  }),
  line_items: z
    .array(
      z.strictObject({
        price: text.optional(),
        price_data: z
          .strictObject({
            currency,
            product: text.optional(),
            product_data: productData.optional(),
            recurring: recurring.optional(),
            tax_behavior: taxBehavior.optional(),
            unit_amount: amount,
          })
          .optional(),
        quantity: integer.pipe(z.number().min(1).max(999_999)).optional(),
        metadata: metadata.optional(),
      }),
    )
    .min(1)
    .max(100),
  locale: text,
  metadata,
  mode: z.enum(["payment", "subscription"]),
  origin_context: z.enum(["web", "mobile_app"]),
  payment_intent_data: some({
    description: text,
    metadata,
    receipt_email: email,
    setup_future_usage: z.enum(["off_session", "on_session"]),
    statement_descriptor: text,
    statement_descriptor_suffix: text,
  }),
  payment_method_collection: z.enum(["always", "if_required"]),
  payment_method_options: ignored,
  phone_number_collection: z.strictObject({ enabled: flag }),
  saved_payment_method_options: ignored,
  submit_type: z.enum(["auto", "book", "donate", "pay", "subscribe"]),
  subscription_data: some({
    billing_mode: some({ type: z.literal("flexible"), flexible: ignored }),
    description: text,
    metadata,
  }),
  success_url: url,
  tax_id_collection: z.strictObject({ enabled: flag, required: z.enum(["if_supported", "never"]).optional() }),
  ui_mode: z.literal("hosted_page"),
} satisfies Known<Stripe.Checkout.SessionCreateParams>);
export const sessionUpdate = some({ expand, metadata } satisfies Known<Stripe.Checkout.SessionUpdateParams>);
export const sessionList = some({
  ...pages,
  created: range,
  customer: text,
  customer_details: z.strictObject({ email: text }),
  payment_intent: text,
  status: z.enum(["complete", "expired", "open"]),
  subscription: text,
} satisfies Known<Stripe.Checkout.SessionListParams>);

const cancellationDetails = some({
  comment: clearedText,
  feedback: cleared(
    z.enum([
      "customer_service",
      "low_quality",
      "missing_features",
      "other",
      "switched_service",
      "too_complex",
      "too_expensive",
      "unused",
    ]),
  ),
});
export const subscriptionUpdate = some({
  cancel_at_period_end: flag,
  cancel_at: cleared(z.union([z.enum(["max_period_end", "min_period_end"]), integer])),
  cancellation_details: cancellationDetails,
  default_payment_method: text,
  description: clearedText,
  expand,
  metadata,
} satisfies Known<Stripe.SubscriptionUpdateParams>);
export const subscriptionCancel = some({
  cancellation_details: cancellationDetails,
  expand,
  invoice_now: z.literal("false"),
  prorate: z.literal("false"),
} satisfies Known<Stripe.SubscriptionCancelParams>);
export const subscriptionList = some({
  ...pages,
  created: range,
  current_period_end: range,
  current_period_start: range,
  customer: text,
  price: text,
  status: z.enum([
    "active",
    "all",
    "canceled",
    "ended",
    "incomplete",
    "incomplete_expired",
    "past_due",
    "paused",
    "trialing",
    "unpaid",
  ]),
} satisfies Known<Stripe.SubscriptionListParams>);

export const invoiceList = some({
  ...pages,
  created: range,
  customer: text,
  status: z.enum(["draft", "open", "paid", "uncollectible", "void"]),
  subscription: text,
} satisfies Known<Stripe.InvoiceListParams>);
export const invoicePaymentList = some({
  ...pages,
  created: range,
  invoice: text,
  payment: z.strictObject({ type: z.literal("payment_intent"), payment_intent: text.optional() }),
  status: z.enum(["canceled", "open", "paid"]),
} satisfies Known<Stripe.InvoicePaymentListParams>);
export const paymentIntentList = some({
  ...pages,
  created: range,
  customer: text,
} satisfies Known<Stripe.PaymentIntentListParams>);
export const chargeList = some({
  ...pages,
  created: range,
  customer: text,
  payment_intent: text,
} satisfies Known<Stripe.ChargeListParams>);

export const refundCreate = some({
  amount: integer,
  charge: text,
  expand,
  metadata,
  payment_intent: text,
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]),
} satisfies Known<Stripe.RefundCreateParams>);
export const disputeList = some({
  ...pages,
  charge: text,
  created: range,
  payment_intent: text,
} satisfies Known<Stripe.DisputeListParams>);
export const refundList = some({
  ...pages,
  charge: text,
  created: range,
  payment_intent: text,
} satisfies Known<Stripe.RefundListParams>);

export const portalSessionCreate = some({
  configuration: text,
  customer: text,
  expand,
  flow_data: z.strictObject({
    after_completion: ignored.optional(),
    subscription_cancel: z.strictObject({ subscription: text }).optional(),
    type: z.enum(["payment_method_update", "subscription_cancel"]),
  }),
  locale: text,
  return_url: url,
} satisfies Known<Stripe.BillingPortal.SessionCreateParams>).required({ customer: true });
const features = some({
  customer_update: some({
    allowed_updates: z.array(z.enum(["address", "email", "name", "phone", "shipping", "tax_id"])),
    enabled: flag,
  }),
  invoice_history: z.strictObject({ enabled: flag }),
  payment_method_update: z.strictObject({ enabled: flag }),
  subscription_cancel: some({
    cancellation_reason: some({ enabled: flag, options: z.array(text) }),
    enabled: flag,
    mode: z.enum(["at_period_end", "immediately"]),
    proration_behavior: z.enum(["always_invoice", "create_prorations", "none"]),
  }),
  subscription_update: some({
    default_allowed_updates: z.array(text),
    enabled: flag,
    products: z.array(ignored),
    proration_behavior: z.enum(["always_invoice", "create_prorations", "none"]),
  }),
} satisfies Known<Stripe.BillingPortal.ConfigurationCreateParams.Features>);
const configurationFields = {
  business_profile: some({ headline: clearedText, privacy_policy_url: url, terms_of_service_url: url }),
  default_return_url: cleared(url),
  expand,
  features,
  login_page: z.strictObject({ enabled: flag }),
  metadata,
  name: clearedText,
};
export const configurationCreate = some(
  configurationFields satisfies Known<Stripe.BillingPortal.ConfigurationCreateParams>,
).required({ features: true });
export const configurationUpdate = some({
  ...configurationFields,
  active: flag,
} satisfies Known<Stripe.BillingPortal.ConfigurationUpdateParams>);
export const configurationList = some({
  ...pages,
  active: flag,
  is_default: flag,
} satisfies Known<Stripe.BillingPortal.ConfigurationListParams>);

export const eventList = some({
  ...pages,
  created: range,
  delivery_success: flag,
  type: text,
  types: z.array(text).max(20),
} satisfies Known<Stripe.EventListParams>);
export const pagesOnly = some(pages);

export type Range = z.output<typeof range>;

const bracketed = (path: readonly PropertyKey[]) =>
  path.map((part, depth) => (depth === 0 ? String(part) : `[${String(part)}]`)).join("");

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((node, part) => (node as Record<PropertyKey, unknown> | undefined)?.[part], value);

function refuse(issue: z.core.$ZodIssue, given: unknown): ApiError {
  const param = bracketed(issue.path);
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.map((key) => bracketed([...issue.path, key]));
    const [first = ""] = names;
    return invalid(
      `Received unknown parameter${names.length > 1 ? "s" : ""}: ${names.join(", ")}`,
      first,
      "parameter_unknown",
    );
  }
  const value = at(given, issue.path);
  if (value === undefined) return invalid(`Missing required param: ${param}.`, param, "parameter_missing");
  if (value === "") {
    return invalid(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      param,
      "parameter_invalid_empty",
    );
  }
  if (param.endsWith("email")) return invalid(`Invalid email address: ${String(value)}`, param, "email_invalid");
  if (param.endsWith("url")) return invalid("Not a valid URL", param, "url_invalid");
  return invalid(`Invalid ${param}: ${issue.message}`, param);
}

/** Reads parameters as Stripe does: every unknown name is refused. */
export function parse<T extends z.ZodType>(schema: T, given: Record<string, Decoded>): z.output<T> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw refuse(result.error.issues[0] as z.core.$ZodIssue, given);
}
