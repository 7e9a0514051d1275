import type Stripe from "stripe";
import { customerSubscriptions, sessionDetails } from "./billing";
import type { Context } from "./context";
import { invalid } from "./errors";
import { list } from "./objects";

type Json = Record<string, unknown>;

/**
 * The expandable fields of each kind of object, with the kind of their value. A list ends in `[]`. A nested part has
 * the name of its parent as prefix. Null means that this sandbox has no such object.
 */
const FIELDS: Record<string, Record<string, string | null>> = {
  "checkout.session": {
    customer: "customer",
    invoice: "invoice",
    line_items: "item[]",
    payment_intent: "payment_intent",
    payment_link: null,
    setup_intent: null,
    subscription: "subscription",
  },
  item: { price: "price" },
  subscription: {
    customer: "customer",
    default_payment_method: "payment_method",
    default_source: null,
    items: "subscription_item[]",
    latest_invoice: "invoice",
    pending_setup_intent: null,
    schedule: null,
  },
  subscription_item: { price: "price" },
  price: { product: "product" },
  product: { default_price: "price" },
  invoice: {
    customer: "customer",
    default_payment_method: "payment_method",
    lines: "line_item[]",
    parent: "invoice.parent",
    payments: "invoice_payment[]",
  },
  "invoice.parent": { subscription_details: "invoice.parent.subscription_details" },
  "invoice.parent.subscription_details": { subscription: "subscription" },
  line_item: { subscription: "subscription" },
  invoice_payment: { invoice: "invoice", payment: "invoice_payment.payment" },
  "invoice_payment.payment": { charge: "charge", payment_intent: "payment_intent" },
  payment_intent: { customer: "customer", latest_charge: "charge", payment_method: "payment_method" },
  charge: { balance_transaction: null, customer: "customer", payment_intent: "payment_intent", refunds: "refund[]" },
  dispute: { charge: "charge", payment_intent: "payment_intent" },
  refund: { balance_transaction: null, charge: "charge", customer: "customer", payment_intent: "payment_intent" },
  payment_method: { customer: "customer" },
  customer: { default_source: null, invoice_settings: "customer.invoice_settings", subscriptions: "subscription[]" },
  "customer.invoice_settings": { default_payment_method: "payment_method" },
  "billing_portal.session": { configuration: "billing_portal.configuration" },
};

/** Lists that a response omits unless the request expands them. */
const INCLUDED: Record<string, (ctx: Context, id: string) => Stripe.ApiList<unknown>> = {
  "checkout.session.line_items": (ctx, id) =>
    list(sessionDetails(ctx, id).items, `/v1/checkout/sessions/${id}/line_items`),
  "invoice.payments": (ctx, id) =>
    list(
      ctx.store.all("invoice_payment").filter(({ invoice }) => invoice === id),
      `/v1/invoice_payments?invoice=${id}`,
    ),
  "charge.refunds": (ctx, id) =>
    list(
      ctx.store.all("refund").filter(({ charge }) => charge === id),
      `/v1/charges/${id}/refunds`,
    ),
  "customer.subscriptions": customerSubscriptions,
};

const DEPTH = 4;

function leads(kind: string | null, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined || kind === null) return true;
  if (kind.endsWith("[]")) return name === "data" && leads(kind.slice(0, -2), rest);
  const next = FIELDS[kind]?.[name];
  return next !== undefined && leads(next, rest);
}

/** Rejects paths that do not exist in a response of this kind. Runs before any change. */
export function checkPaths(kind: string, paths: readonly string[] = []): void {
  for (const path of paths) {
    const parts = path.split(".");
    const levels = parts.filter((part) => part !== "data").length;
    if (levels > DEPTH) {
      throw invalid(
        `You cannot expand more than ${DEPTH} levels of a property. Property: ${path} has ${levels} levels.`,
      );
    }
    if (leads(kind, parts)) continue;
    const hint =
      kind.endsWith("[]") && parts[0] !== "data" ? ` You may want to try expanding 'data.${path}' instead.` : "";
    throw invalid(`This property cannot be expanded (${path}).${hint}`);
  }
}

function apply(ctx: Context, node: unknown, path: readonly string[]): void {
  const [name, ...rest] = path;
  if (name === undefined || node === null || typeof node !== "object") return;
  if (Array.isArray(node)) {
    for (const element of node) apply(ctx, element, path);
    return;
  }
  const object = node as Json;
  const include = INCLUDED[`${object.object}.${name}`];
  const value = object[name];
  if (include && value === undefined) object[name] = structuredClone(include(ctx, String(object.id)));
  else if (typeof value === "string") object[name] = structuredClone(ctx.store.lookup(value)) ?? value;
  apply(ctx, object[name], rest);
}

/** Returns a copy of an object in which the fields at the checked paths are expanded. */
export function expanded<T>(ctx: Context, object: T, paths: readonly string[] = []): T {
  const copy = structuredClone(object);
  for (const path of paths) apply(ctx, copy, path.split("."));
  return copy;
}
