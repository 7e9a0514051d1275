import { randomBytes, timingSafeEqual } from "node:crypto";
import type Stripe from "stripe";
import type { Db } from "@/db/client";
import { customersOf, subscriptionsOf } from "@/db/queries/accounts";
import {
  advanceRevisions,
  type CheckoutRow,
  checkoutById,
  ensureCheckout,
  linkCustomer,
  openSubscriptionCheckouts,
  type PurchaseRow,
  purchaseOfCheckout,
  revisionOf,
  saveCustomer,
  subscriptionsBegunBy,
} from "@/db/queries/billing";
import { AppError, invalidField } from "@/lib/errors";
import { countOf } from "@/lib/format/list";
import { logger } from "@/lib/logger";
import { secretHash } from "./download-token";
import { canBeKept, renews } from "./entitlement";
import { sendDueMails } from "./mails";
import { sellablePrice, syncStripe } from "./price-sync";
import { type FilePrice, filePrice, type Interval, SUBSCRIPTION_PRICES, type SubscriptionPrice } from "./prices";
import { type Billing, serverBilling } from "./runtime";
import { APP, isMissing, isRefused, once, reachingStripe } from "./stripe";
import { synchronise } from "./synchronise";

export type Order = { kind: "subscription"; interval: Interval } | { kind: "file"; category: string };

export interface StartedCheckout {
  /** URL of Stripe's page for the buyer. */
  url: string;
  sessionId: string;
  /** The secret that identifies the buyer's browser. It is for an HttpOnly cookie; only its hash is stored. */
  claim: string;
}

const CLAIM_BYTES = 32;
/** Stripe automatically ends a checkout after a day. */
const CHECKOUT_LIFE_MS = 25 * 3600 * 1000;
/** Maximum number of checkouts that one buyer starts at the same moment. */
const AT_ONCE = 10;
/** With other methods, a subscription starts days before the money arrives, and the money may never arrive. */
const PAID_AT_ONCE: Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType[] = ["card", "link"];

/** The buyer who starts a checkout, as far as known. */
export interface Buyer {
  user?: { id: string; email: string };
  /** Claims of earlier checkouts in this browser. */
  claims?: readonly string[];
}

/**
 * Opens a checkout at Stripe. It grants nothing.
 * @throws AppError `category_not_found`; `invalid_request` for a category without a priced record or a second
 * subscription; `unavailable` if Stripe does not respond
 */
export async function startCheckout(
  order: Order,
  { siteUrl, ...buyer }: Buyer & { siteUrl: string },
  billing: Billing = serverBilling(),
): Promise<StartedCheckout> {
  const { user } = buyer;
  const db = await billing.db();
  const item = await itemOf(order, billing);
  let seen = await madeWay(order, buyer, billing);
  const customers = user ? await customersOf(db, user) : [];
  const claim = randomBytes(CLAIM_BYTES).toString("base64url");
  const claimHash = secretHash(claim);
  const session = await reachingStripe(async () => {
    const price = await priceOf(item.price, billing);
    const create = (customer?: string) =>
      billing.stripe.checkout.sessions.create(
        {
          ...sessionParams(order, item, { claimHash, userId: user?.id, tax: billing.tax }),
          line_items: [{ price: price.id, quantity: 1 }],
          ...payer(order, customer, billing.tax),
          success_url: `${siteUrl}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${siteUrl}/checkout/cancelled`,
        },
        { idempotencyKey: `${APP}:checkout:${claimHash}:${customer ?? "new"}` },
      );
    if (!user) return create();
    // A customer who paid with this email address without an account is this user. The account shows that customer's
    // portal.
    const known = customers.find(({ userId }) => userId === user.id) ?? customers.find(({ userId }) => userId === null);
    try {
      return await create(known?.id ?? (await newCustomer(user, null, billing)));
    } catch (error) {
      if (!known || !isMissing(error)) throw error;
      return create(await newCustomer(user, known.id, billing));
    }
  });
  if (!session.url) throw new AppError("internal", "The payment service returned no checkout URL.");
  const row = {
    id: session.id,
    kind: order.kind,
    category: order.kind === "file" ? order.category : null,
    claimHash,
    userId: user?.id ?? null,
    createdAt: billing.now(),
  };
  for (let attempt = 1; !(await entered(db, row, seen)); attempt += 1) {
    if (attempt === AT_ONCE) throw new AppError("unavailable", "Too many checkouts at once.", { retryAfter: 5 });
    // Another checkout of this buyer was opened meanwhile. It is ended or paid before anyone gets the URL of this one.
    seen = await madeWay(order, buyer, billing);
  }
  return { url: session.url, sessionId: session.id, claim };
}

/** The revisions of a buyer's checkouts at the time they were read. */
type Seen = ReadonlyMap<string, number>;

/** Returns false if another checkout of the buyer was written after theirs were `seen`. */
async function entered(db: Db, row: Parameters<typeof ensureCheckout>[1], seen: Seen): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await advanceRevisions(tx, seen))) return false;
    await ensureCheckout(tx, row);
    return true;
  });
}

/**
 * Ends the buyer's earlier subscription checkouts, because two open checkouts could both be paid.
 * @throws AppError `invalid_request` if one of them was paid, or if the account has a subscription
 */
async function madeWay(order: Order, { user, claims = [] }: Buyer, billing: Billing): Promise<Seen> {
  if (order.kind !== "subscription" || (!user && claims.length === 0)) return new Map();
  const db = await billing.db();
  const buyer = user && `buyer:${user.id}`;
  const seen = new Map(buyer ? [[buyer, await revisionOf(db, buyer)]] : []);
  const claimHashes = claims.map(secretHash);
  const begun = new Date(billing.now().getTime() - CHECKOUT_LIFE_MS);
  for (const id of await openSubscriptionCheckouts(db, { userId: user?.id, claimHashes }, begun))
    await end(id, billing);
  const held = user ? await subscriptionsOf(db, user) : await subscriptionsBegunBy(db, claimHashes);
  if (held.some((one) => renews(one, billing.now()) || canBeKept(one, billing.now()))) {
    throw invalidField("kind", "you already have a subscription; manage it in your account");
  }
  return seen;
}

async function end(id: string, billing: Billing): Promise<void> {
  await reachingStripe(async () => {
    try {
      await billing.stripe.checkout.sessions.expire(id);
    } catch (error) {
      // It is paid or has ended, and the event has not arrived yet.
      if (!isRefused(error)) throw error;
    }
  });
  await settleCheckout(id, billing);
}

/**
 * Creates the only customer of a verified email address, even if several checkouts start at once.
 * @param gone deleted at Stripe
 */
async function newCustomer(
  user: { id: string; email: string },
  gone: string | null,
  billing: Billing,
): Promise<string> {
  const params = { email: user.email, metadata: { app: APP, user_id: user.id } };
  const { id, email } = await once(`customer:${user.id}:${gone ?? "first"}`, (options) =>
    billing.stripe.customers.create(params, options),
  );
  const db = await billing.db();
  await saveCustomer(db, { id, email, now: billing.now() });
  await linkCustomer(db, id, user.id);
  return id;
}

interface Item {
  price: SubscriptionPrice | FilePrice;
  description: string;
}

async function itemOf(order: Order, billing: Billing): Promise<Item> {
  if (order.kind === "subscription") return { price: SUBSCRIPTION_PRICES[order.interval], description: "Bulk data" };
  const { name, recordCount, pricedCount } = await billing.category(order.category);
  if (pricedCount === 0)
    throw invalidField("category", `"${order.category}" has no priced records yet, so its file is not for sale`);
  const description = `Category file: ${name}, ${countOf(recordCount, "record")}, ${pricedCount} of them priced`;
  return { price: filePrice(pricedCount), description };
}

async function priceOf(wanted: Item["price"], { stripe, mode, siteUrl, siteName }: Billing): Promise<Stripe.Price> {
  const price = await sellablePrice(stripe, wanted);
  if (price) return price;
  if (mode === "sandbox") {
    await syncStripe(stripe, { siteUrl, siteName });
    const made = await sellablePrice(stripe, wanted);
    if (made) return made;
  }
  logger.error("billing: Stripe does not have the price of our table; run npm run stripe:sync", {
    price: wanted.lookupKey,
  });
  throw new AppError("unavailable", "This is not for sale at the moment.", { retryAfter: 3600 });
}

function sessionParams(
  order: Order,
  { description }: Item,
  { claimHash, userId, tax }: { claimHash: string; userId: string | undefined; tax: boolean },
): Stripe.Checkout.SessionCreateParams {
  const ours: Record<string, string> = { app: APP, kind: order.kind };
  if (order.kind === "file") ours.category = order.category;
  return {
    // All data needed for the grant, in case our own row is lost.
    metadata: { ...ours, claim_hash: claimHash, ...(userId && { user_id: userId }) },
    ...(order.kind === "subscription"
      ? {
          mode: "subscription",
          subscription_data: { metadata: ours },
          allowed_payment_method_types: PAID_AT_ONCE,
        }
      : {
          mode: "payment",
          payment_intent_data: { metadata: ours, description },
          // The price depends on the size of the category, so its name does not contain the category.
          custom_text: { submit: { message: description } },
        }),
    ...(tax && {
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
      billing_address_collection: "required",
    }),
  };
}

function payer(order: Order, customer: string | undefined, tax: boolean): Stripe.Checkout.SessionCreateParams {
  if (customer) return { customer, ...(tax && { customer_update: { name: "auto", address: "auto" } }) };
  return order.kind === "file" ? { customer_creation: "always" } : {};
}

/** Returns the checkout to the browser that started it. Null for anyone else. */
export async function claimedCheckout(
  sessionId: string,
  claim: string,
  billing: Pick<Billing, "db"> = serverBilling(),
): Promise<CheckoutRow | null> {
  const row = await checkoutById(await billing.db(), sessionId);
  const [given, kept] = [secretHash(claim), row?.claimHash ?? secretHash("")];
  const same = timingSafeEqual(Buffer.from(given), Buffer.from(kept));
  return row && same && claim !== "" ? row : null;
}

export interface SettledCheckout {
  status: "open" | "complete" | "expired";
  kind: "subscription" | "file";
  category: string | null;
  customerId: string | null;
  subscriptionId: string | null;
  /** Null while a file's payment is pending, or if it failed. */
  purchaseId: string | null;
  /** The bank did not make a file's payment. */
  paymentFailed: boolean;
}

/**
 * Returns the current state of a checkout at Stripe. Grants a paid purchase, as the event would that may still be on
 * its way. Does not check the caller: show the result only to callers that `claimedCheckout` recognises.
 * @throws AppError `not_found` for a checkout that was not started here; `unavailable` if Stripe does not respond
 */
export async function settleCheckout(sessionId: string, billing: Billing = serverBilling()): Promise<SettledCheckout> {
  const db = await billing.db();
  const begun = await checkoutById(db, sessionId);
  if (!begun) throw new AppError("not_found", "No checkout has this ID.");
  const purchase = await purchaseOfCheckout(db, sessionId);
  const settled =
    begun.status === "expired" || (begun.status === "complete" && (begun.kind === "subscription" || purchase));
  if (settled) return settledCheckout(begun, purchase);
  const outcome = await synchronise(billing, { checkout: sessionId });
  billing.later(() => sendDueMails(billing));
  const [row, granted] = [await checkoutById(db, sessionId), await purchaseOfCheckout(db, sessionId)];
  return settledCheckout(row ?? begun, granted, "effect" in outcome && outcome.effect.paymentFailed === true);
}

function settledCheckout(row: CheckoutRow, purchase: PurchaseRow | null, paymentFailed = false): SettledCheckout {
  const { status, kind, category, customerId, subscriptionId } = row;
  return { status, kind, category, customerId, subscriptionId, purchaseId: purchase?.id ?? null, paymentFailed };
}
