import type Stripe from "stripe";
import type { Card } from "./cards";
import type { Context } from "./context";
import { randomText } from "./store";

/** Stripe sends a decimal as text; the SDK parses it into a Decimal. */
const decimal = (value: number | null) => (value === null ? null : String(value)) as unknown as Stripe.Decimal | null;

export function list<T>(data: T[], url: string, hasMore = false): Stripe.ApiList<T> {
  return { object: "list", data, has_more: hasMore, url };
}

export function newCustomer(ctx: Context, fields: Partial<Stripe.Customer>): Stripe.Customer {
  return {
    id: ctx.store.newId("customer"),
    object: "customer",
    address: null,
    balance: 0,
    created: ctx.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    ...fields,
  };
}

export function newProduct(ctx: Context, fields: Partial<Stripe.Product> & { name: string }): Stripe.Product {
  return {
    id: ctx.store.newId("product"),
    object: "product",
    active: true,
    created: ctx.now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: ctx.now,
    url: null,
    ...fields,
  };
}

export type Interval = "day" | "week" | "month" | "year";

export function newPrice(
  ctx: Context,
  fields: Partial<Omit<Stripe.Price, "recurring">> & {
    currency: string;
    product: string;
    unit_amount: number;
    recurring?: { interval: Interval; interval_count?: number } | null;
  },
): Stripe.Price {
  const { recurring, ...rest } = fields;
  return {
    id: ctx.store.newId("price"),
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: ctx.now,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: "licensed",
        }
      : null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? "recurring" : "one_time",
    unit_amount_decimal: decimal(fields.unit_amount),
    ...rest,
  };
}

export function newLineItem(price: Stripe.Price, quantity: number, description: string | null): Stripe.LineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id: `li_${randomText(24)}`,
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description,
    metadata: {},
    price,
    quantity,
  };
}

export function newSession(
  ctx: Context,
  fields: Partial<Stripe.Checkout.Session> & { mode: "payment" | "subscription"; success_url: string },
): Stripe.Checkout.Session {
  const id = ctx.store.newId("checkout.session");
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: 0,
    amount_total: 0,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: ctx.now,
    currency: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: ctx.now + 86_400,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: { enabled: false },
    metadata: {},
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: fields.mode === "subscription" ? "always" : "if_required",
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${ctx.url}/checkout/${id}`,
    wallet_options: null,
    ...fields,
  };
}

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

export function newPaymentMethod(
  ctx: Context,
  means: Card | "us_bank_account",
  buyer: { email: string | null; name: string | null },
  customer: string | null,
): Stripe.PaymentMethod {
  return {
    id: ctx.store.newId("payment_method"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: { address: noAddress, email: buyer.email, name: buyer.name, phone: null, tax_id: null },
    created: ctx.now,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    ...(means === "us_bank_account"
      ? { type: means, us_bank_account: testBankAccount() }
      : { type: "card", card: cardOnFile(means) }),
  };
}

function cardOnFile(card: Card): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: "US",
    display_brand: card.brand,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: `sandbox${card.number.slice(-4)}`,
    funding: "credit",
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: "unregulated",
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

function testBankAccount(): Stripe.PaymentMethod.UsBankAccount {
  return {
    account_holder_type: "individual",
    account_type: "checking",
    bank_name: "STRIPE TEST BANK",
    financial_connections_account: null,
    fingerprint: "sandbox6789",
    last4: "6789",
    networks: { preferred: "ach", supported: ["ach"] },
    routing_number: "110000000",
    status_details: null,
  };
}

export function newPaymentIntent(
  ctx: Context,
  fields: Partial<Stripe.PaymentIntent> & { amount: number; currency: string },
): Stripe.PaymentIntent {
  const id = ctx.store.newId("payment_intent");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomText(24)}`,
    confirmation_method: "automatic",
    created: ctx.now,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_group: null,
    ...fields,
  };
}

export function newCharge(
  ctx: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  failure: { code: string; message: string } | null,
): Stripe.Charge {
  const id = ctx.store.newId("charge");
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...method.billing_details, tax_id: null },
    calculated_statement_descriptor: "SANDBOX",
    captured: failure === null,
    created: ctx.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failure ? "declined_by_network" : "approved_by_network",
      reason: failure?.code ?? null,
      risk_level: "normal",
      seller_message: failure ? failure.message : "Payment complete.",
      type: failure ? "issuer_declined" : "authorized",
    },
    paid: failure === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: method.us_bank_account
      ? { us_bank_account: debitedAccount(method.us_bank_account), type: "us_bank_account" }
      : { card: chargedCard(intent.amount, method.card), type: "card" },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: failure ? null : `${ctx.url}/receipt/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

function debitedAccount({
  account_holder_type,
  account_type,
  bank_name,
  fingerprint,
  last4,
  routing_number,
}: Stripe.PaymentMethod.UsBankAccount): Stripe.Charge.PaymentMethodDetails.UsBankAccount {
  return {
    ...{ account_holder_type, account_type, bank_name, fingerprint, last4, routing_number },
    payment_reference: null,
  };
}

function chargedCard(amount: number, card: Stripe.PaymentMethod.Card | undefined) {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card?.brand ?? null,
    checks: card?.checks ?? null,
    country: card?.country ?? null,
    electronic_commerce_indicator: null,
    exp_month: card?.exp_month ?? 1,
    exp_year: card?.exp_year ?? 2000,
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    network: card?.brand ?? null,
    network_transaction_id: null,
    regulated_status: "unregulated",
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  } satisfies Stripe.Charge.PaymentMethodDetails.Card;
}

export function newRefund(
  ctx: Context,
  charge: Stripe.Charge,
  amount: number,
  fields: Partial<Stripe.Refund>,
): Stripe.Refund {
  return {
    id: ctx.store.newId("refund"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: ctx.now,
    currency: charge.currency,
    customer: typeof charge.customer === "string" ? charge.customer : null,
    customer_account: null,
    destination_details: { card: { type: "refund", reference_status: "pending" }, type: "card" },
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
    ...fields,
  };
}

export function newDispute(ctx: Context, charge: Stripe.Charge): Stripe.Dispute {
  return {
    id: ctx.store.newId("dispute"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: ctx.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  };
}

export function newSubscriptionItem(
  ctx: Context,
  subscription: string,
  price: Stripe.Price,
  quantity: number,
  period: { start: number; end: number },
): Stripe.SubscriptionItem {
  const { recurring } = price;
  if (!recurring) throw new Error("A subscription item needs a recurring price.");
  return {
    id: `si_${randomText(14)}`,
    object: "subscription_item",
    billing_thresholds: null,
    created: ctx.now,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: {
      id: price.id,
      object: "plan",
      active: price.active,
      amount: price.unit_amount,
      amount_decimal: price.unit_amount_decimal,
      billing_scheme: "per_unit",
      created: price.created,
      currency: price.currency,
      interval: recurring.interval,
      interval_count: recurring.interval_count,
      livemode: false,
      metadata: price.metadata,
      meter: null,
      nickname: price.nickname,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

export function newSubscription(
  ctx: Context,
  fields: Partial<Stripe.Subscription> & { id: string; customer: string; currency: string },
  items: Stripe.SubscriptionItem[],
): Stripe.Subscription {
  return {
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: ctx.now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: ctx.now,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: list(items, `/v1/subscription_items?subscription=${fields.id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: ctx.now,
    status: "incomplete",
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
    ...fields,
  };
}

export type InvoiceLine = {
  price: Stripe.Price;
  quantity: number;
  description: string;
  period: { start: number; end: number };
  subscriptionItem: string | null;
};

export function newInvoice(
  ctx: Context,
  fields: Partial<Stripe.Invoice> & { customer: string; currency: string; billing_reason: string },
  lines: InvoiceLine[],
  subscription: { id: string; metadata: Record<string, string> } | null,
): Stripe.Invoice {
  const id = ctx.store.newId("invoice");
  const total = lines.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0);
  ctx.store.invoiceNumber += 1;
  const customer = ctx.store.get("customer", fields.customer);
  const { email, name, address } = "deleted" in customer && customer.deleted ? nobody : (customer as Stripe.Customer);
  const periods = lines.map(({ period }) => period);
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Payments sandbox",
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    collection_method: "charge_automatically",
    created: ctx.now,
    custom_fields: null,
    customer_account: null,
    customer_address: address ?? null,
    customer_email: email,
    customer_name: name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: ctx.now,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `${ctx.url}/invoice/${id}`,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: list(
      lines.map((line) => newInvoiceLine(id, line, subscription)),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `SANDBOX-${String(ctx.store.invoiceNumber).padStart(4, "0")}`,
    on_behalf_of: null,
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
          type: "subscription_details",
        }
      : null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: Math.max(...periods.map(({ end }) => end)),
    period_start: Math.min(...periods.map(({ start }) => start)),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "open",
    status_transitions: { finalized_at: ctx.now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
    ...fields,
  };
}

const nobody = { email: null, name: null, address: null };

function newInvoiceLine(
  invoice: string,
  { price, quantity, description, period, subscriptionItem }: InvoiceLine,
  subscription: { id: string; metadata: Record<string, string> } | null,
): Stripe.InvoiceLineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id: `il_${randomText(24)}`,
    object: "line_item",
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription?.metadata ?? {},
    parent:
      subscription && subscriptionItem
        ? {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              proration: false,
              proration_details: { credited_items: null },
              subscription: subscription.id,
              subscription_item: subscriptionItem,
            },
            type: "subscription_item_details",
          }
        : null,
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product as string },
      type: "price_details",
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: decimal(quantity),
    subscription: subscription?.id ?? null,
    subtotal: amount,
    taxes: [],
  };
}

export function newInvoicePayment(ctx: Context, invoice: Stripe.Invoice, paymentIntent: string): Stripe.InvoicePayment {
  return {
    id: ctx.store.newId("invoice_payment"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: ctx.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
