import type Stripe from "stripe";
import * as z from "zod";
import { CURRENCIES } from "./currencies";
import { type ApiError, invalid } from "./errors";
import type { Decoded } from "./form";
import { allowedPaymentMethodType, paymentMethodOptions } from "./payment-methods";
import { cleared, flag, INVALID_INTEGER, integer, type Known, listed, some, text, type Whole } from "./values";

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
/** Three years. Stripe documents neither its error for longer intervals nor how it counts days. */
const LONGEST = { day: 1095, week: 156, month: 36, year: 3 };
const recurring = z
  .strictObject({ interval, interval_count: integer.pipe(z.number().min(1)).optional() })
  .superRefine(({ interval, interval_count: count = 1 }, { addIssue }) => {
    if (count <= LONGEST[interval]) return;
    const message = `A billing interval can't be longer than three years: ${count} times a ${interval} is, ${LONGEST[interval]} is the most.`;
    addIssue({ code: "custom", path: ["interval_count"], message });
  });
const taxBehavior = z.enum(["exclusive", "inclusive", "unspecified"]);
const currency = z
  .string()
  .transform((value) => value.toLowerCase())
  .refine((value) => CURRENCIES.includes(value), {
    error: ({ input }) =>
      `Invalid currency: ${input}. Stripe currently supports these currencies: ${CURRENCIES.join(", ")}`,
  });
const amount = integer.pipe(z.number().min(0).max(99_999_999));
const productData = z.strictObject({
  name: text,
  description: text.optional(),
  images: z.array(url).max(8).optional(),
  metadata: metadata.optional(),
  tax_code: text.optional(),
  unit_label: text.optional(),
});
const shipping = z.strictObject({
  address,
  name: text,
  phone: text.optional(),
} satisfies Whole<Stripe.CustomerCreateParams.Shipping>);
const liability = some({
  account: text,
  type: z.enum(["account", "self"]),
} satisfies Whole<Stripe.Checkout.SessionCreateParams.AutomaticTax.Liability>).required({ type: true });

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
  shipping: cleared(shipping),
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
  shipping: cleared(shipping),
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

const locale = listed<Stripe.Checkout.SessionCreateParams.Locale>()(
  "auto",
  "bg",
  "cs",
  "da",
  "de",
  "el",
  "en",
  "en-GB",
  "es",
  "es-419",
  "et",
  "fi",
  "fil",
  "fr",
  "fr-CA",
  "hi-IN",
  "hr",
  "hu",
  "id",
  "it",
  "ja",
  "ko",
  "lt",
  "lv",
  "ms",
  "mt",
  "nb",
  "nl",
  "pl",
  "pt",
  "pt-BR",
  "ro",
  "ru",
  "sk",
  "sl",
  "sv",
  "th",
  "tr",
  "vi",
  "zh",
  "zh-HK",
  "zh-TW",
);
const image = some({
  file: text,
  type: z.enum(["file", "url"]),
  url,
} satisfies Whole<Stripe.Checkout.SessionCreateParams.BrandingSettings.Icon>).required({ type: true });
/** Validated but never shown. The account's settings provide omitted values. */
const brandingSettings = some({
  background_color: cleared(text),
  border_style: cleared(z.enum(["pill", "rectangular", "rounded"])),
  button_color: cleared(text),
  display_name: text,
  font_family: cleared(
    listed<Stripe.Checkout.SessionCreateParams.BrandingSettings.FontFamily>()(
      "be_vietnam_pro",
      "bitter",
      "chakra_petch",
      "default",
      "hahmlet",
      "inconsolata",
      "inter",
      "lato",
      "lora",
      "m_plus_1_code",
      "montserrat",
      "noto_sans",
      "noto_sans_jp",
      "noto_serif",
      "nunito",
      "open_sans",
      "pridi",
      "pt_sans",
      "pt_serif",
      "raleway",
      "roboto",
      "roboto_slab",
      "source_sans_pro",
      "titillium_web",
      "ubuntu_mono",
      "zen_maru_gothic",
    ),
  ),
  icon: image,
  logo: image,
} satisfies Whole<Stripe.Checkout.SessionCreateParams.BrandingSettings>);
const customText = z.strictObject({ message: z.string().min(1).max(1200) });
export const sessionCreate = some({
  adaptive_pricing: some({ enabled: flag }),
  allow_promotion_codes: flag,
  allowed_payment_method_types: z.array(allowedPaymentMethodType).max(100),
  automatic_tax: z.strictObject({ enabled: flag, liability: liability.optional() }),
  billing_address_collection: z.enum(["auto", "required"]),
  branding_settings: brandingSettings,
  cancel_url: url,
  client_reference_id: z.string().min(1).max(200),
  consent_collection: some({
    payment_method_reuse_agreement: z.strictObject({ position: z.enum(["auto", "hidden"]) }),
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
    invoice_data: some({
      description: text,
      footer: text,
      metadata,
      rendering_options: cleared(
        some({
          amount_tax_display: cleared(z.enum(["exclude_tax", "include_inclusive_tax"])),
          template: text,
        } satisfies Whole<Stripe.Checkout.SessionCreateParams.InvoiceCreation.InvoiceData.RenderingOptions>),
      ),
    }).optional(),
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
  locale,
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
  payment_method_options: paymentMethodOptions,
  phone_number_collection: z.strictObject({ enabled: flag }),
  saved_payment_method_options: some({
    allow_redisplay_filters: z.array(z.enum(["always", "limited", "unspecified"])),
    payment_method_remove: z.enum(["disabled", "enabled"]),
    payment_method_save: z.enum(["disabled", "enabled"]),
  } satisfies Whole<Stripe.Checkout.SessionCreateParams.SavedPaymentMethodOptions>),
  submit_type: z.enum(["auto", "book", "donate", "pay", "subscribe"]),
  subscription_data: some({
    billing_mode: some({
      flexible: some({ proration_discounts: z.enum(["included", "itemized"]) }),
      type: z.literal("flexible"),
    } satisfies Whole<Stripe.Checkout.SessionCreateParams.SubscriptionData.BillingMode>).required({ type: true }),
    description: text,
    metadata,
  }),
  success_url: url,
  tax_id_collection: z.strictObject({ enabled: flag, required: z.enum(["if_supported", "never"]).optional() }),
  ui_mode: z.literal("hosted_page"),
} satisfies Known<Stripe.Checkout.SessionCreateParams>).required({ line_items: true, mode: true, success_url: true });
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

type FlowData = Stripe.BillingPortal.SessionCreateParams.FlowData;

const ofSubscription = z.strictObject({ subscription: text });
const flowData = some({
  after_completion: some({
    hosted_confirmation: some({ custom_message: text }),
    redirect: z.strictObject({ return_url: url }),
    type: listed<Stripe.BillingPortal.SessionCreateParams.FlowData.AfterCompletion.Type>()(
      "hosted_confirmation",
      "portal_homepage",
      "redirect",
    ),
  } satisfies Whole<Stripe.BillingPortal.SessionCreateParams.FlowData.AfterCompletion>)
    .required({ type: true })
    .superRefine(({ redirect, type }, { addIssue }) => {
      if (type === "redirect" && !redirect) addIssue({ code: "custom", path: ["redirect"] });
    }),
  subscription_cancel: ofSubscription.extend({
    retention: z
      .strictObject({ coupon_offer: z.strictObject({ coupon: text }), type: z.literal("coupon_offer") })
      .optional(),
  }),
  subscription_pause: ofSubscription,
  subscription_update: ofSubscription,
  subscription_update_confirm: ofSubscription.extend({
    discounts: z.array(some({ coupon: text, promotion_code: text })).optional(),
    items: z.array(some({ id: text, price: text, quantity: integer }).required({ id: true })),
  }),
  type: listed<FlowData["type"]>()(
    "customer_update",
    "payment_method_update",
    "subscription_cancel",
    "subscription_pause",
    "subscription_update",
    "subscription_update_confirm",
  ),
} satisfies Whole<FlowData>)
  .required({ type: true })
  .superRefine((flow, { addIssue }) => {
    const { type } = flow;
    if (type === "customer_update" || type === "payment_method_update" || flow[type]) return;
    // Stripe does not document whether its error names the object or a field in it.
    addIssue({ code: "custom", path: [type, "subscription"] });
  });
const portalLocale = listed<Stripe.BillingPortal.SessionCreateParams.Locale>()(
  "auto",
  "bg",
  "cs",
  "da",
  "de",
  "el",
  "en",
  "en-AU",
  "en-CA",
  "en-GB",
  "en-IE",
  "en-IN",
  "en-NZ",
  "en-SG",
  "es",
  "es-419",
  "et",
  "fi",
  "fil",
  "fr",
  "fr-CA",
  "hr",
  "hu",
  "id",
  "it",
  "ja",
  "ko",
  "lt",
  "lv",
  "ms",
  "mt",
  "nb",
  "nl",
  "pl",
  "pt",
  "pt-BR",
  "ro",
  "ru",
  "sk",
  "sl",
  "sv",
  "th",
  "tr",
  "vi",
  "zh",
  "zh-HK",
  "zh-TW",
);
export const portalSessionCreate = some({
  configuration: text,
  customer: text,
  expand,
  flow_data: flowData,
  locale: portalLocale,
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
    products: z.array(
      z.strictObject({
        adjustable_quantity: some({ enabled: flag, maximum: integer, minimum: integer }).optional(),
        prices: z.array(text),
        product: text,
      }),
    ),
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

const either = new Intl.ListFormat("en", { type: "disjunction" });

/** Returns Stripe's error message, if it is known. */
function complaint(issue: z.core.$ZodIssue, param: string, value: unknown): [message: string, code?: string] {
  const given = typeof value === "string" ? value : JSON.stringify(value);
  switch (issue.code) {
    case "invalid_value":
      return issue.values.includes("true")
        ? [`Invalid boolean: ${given}`]
        : [`Invalid ${param}: must be one of ${either.format(issue.values.map(String))}`];
    case "invalid_type":
      return issue.expected === "string" ? [`Invalid string: ${given}`] : [`Invalid ${issue.expected}`];
    case "too_small":
    case "too_big":
      if (issue.origin !== "number") break;
      return [
        issue.code === "too_small"
          ? `This value must be greater than or equal to ${issue.minimum}.`
          : `This value must be less than or equal to ${issue.maximum} (currently is \`${given}\`).`,
        "parameter_invalid_integer",
      ];
    case "custom":
      return [issue.message];
  }
  if (issue.message === INVALID_INTEGER) return [`${INVALID_INTEGER}: ${given}`, "parameter_invalid_integer"];
  if (param.endsWith("email")) return [`Invalid email address: ${given}`, "email_invalid"];
  if (param.endsWith("url")) return ["Not a valid URL", "url_invalid"];
  return [`Invalid ${param}: ${issue.message}`];
}

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
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      param,
      "parameter_invalid_empty",
    );
  }
  const [message, code] = complaint(issue, param, value);
  return invalid(message, param, code);
}

/** Parses parameters as Stripe does: rejects every unknown name. */
export function parse<T extends z.ZodType>(schema: T, given: Record<string, Decoded>): z.output<T> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw refuse(result.error.issues[0] as z.core.$ZodIssue, given);
}
