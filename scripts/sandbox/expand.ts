import type Stripe from "stripe";
import { customerSubscriptions, sessionDetails } from "./billing";
import type { Context } from "./context";
import { invalid } from "./errors";
import { list } from "./objects";

type Json = Record<string, unknown>;
type Includes = Record<string, (ctx: Context, object: never) => unknown>;

/** Fields that hold an id, and fields that are left out unless asked for. */
const EXPANDABLE: Record<string, { ids: readonly string[]; lists?: Includes }> = {
  "checkout.session": {
    ids: ["customer", "invoice", "payment_intent", "payment_link", "setup_intent", "subscription"],
    lists: {
      line_items: (ctx, { id }: Stripe.Checkout.Session) =>
        list(sessionDetails(ctx, id).items, `/v1/checkout/sessions/${id}/line_items`),
    },
  },
  subscription: {
    ids: ["customer", "default_payment_method", "latest_invoice", "pending_setup_intent", "schedule"],
  },
  price: { ids: ["product"] },
  product: { ids: ["default_price"] },
  invoice: {
    ids: ["customer", "default_payment_method"],
    lists: {
      payments: (ctx, { id }: Stripe.Invoice) =>
        list(
          ctx.store.all("invoice_payment").filter(({ invoice }) => invoice === id),
          `/v1/invoice_payments?invoice=${id}`,
        ),
    },
  },
  invoice_payment: { ids: ["invoice"] },
  payment_intent: { ids: ["customer", "latest_charge", "payment_method"] },
  charge: {
    ids: ["customer", "payment_intent"],
    lists: {
      refunds: (ctx, { id }: Stripe.Charge) =>
        list(
          ctx.store.all("refund").filter(({ charge }) => charge === id),
          `/v1/charges/${id}/refunds`,
        ),
    },
  },
  refund: { ids: ["charge", "customer", "payment_intent"] },
  payment_method: { ids: ["customer"] },
  customer: {
    ids: ["default_source"],
    lists: { subscriptions: (ctx, { id }: Stripe.Customer) => customerSubscriptions(ctx, id) },
  },
  "billing_portal.session": { ids: ["configuration"] },
};

/** Ids inside plain objects that belong to a larger one. */
const NESTED_IDS = new Set(["default_payment_method", "subscription", "payment_intent", "charge"]);
const DEPTH = 4;

function apply(ctx: Context, node: unknown, path: readonly string[], asked: string): void {
  const [name, ...rest] = path;
  if (name === undefined || node === null || typeof node !== "object") return;
  const object = node as Json;
  if (object.object === "list" && name === "data") {
    for (const element of object.data as unknown[]) apply(ctx, element, rest, asked);
    return;
  }
  const rules = typeof object.object === "string" ? EXPANDABLE[object.object] : undefined;
  const include = rules?.lists?.[name];
  if (include && object[name] === undefined) object[name] = structuredClone(include(ctx, object as never));
  else if (rules?.ids.includes(name) || (object.object === undefined && NESTED_IDS.has(name))) {
    const value = object[name];
    if (typeof value === "string") object[name] = structuredClone(ctx.store.lookup(value)) ?? value;
  } else if (object[name] === undefined || typeof object[name] === "string" || rest.length === 0) {
    throw invalid(`This property cannot be expanded (${asked}).`, "expand[0]");
  }
  apply(ctx, object[name], rest, asked);
}

/** A copy of an object in which the asked fields stand in full. */
export function expanded<T>(ctx: Context, object: T, paths: readonly string[] | undefined): T {
  const copy = structuredClone(object);
  for (const path of paths ?? []) {
    const parts = path.split(".");
    if (parts.filter((part) => part !== "data").length > DEPTH) {
      throw invalid(`You cannot expand more than ${DEPTH} levels of a property.`, "expand");
    }
    apply(ctx, copy, parts, path);
  }
  return copy;
}
