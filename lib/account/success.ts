import type { Db } from "@/db/client";
import { type BoughtFile, fileById } from "@/db/queries/accounts";
import { customerById, subscriptionById } from "@/db/queries/billing";
import { canShowCheckoutKey, checkoutKey } from "@/lib/access/api-keys";
import { ensureFile } from "@/lib/billing/category-file";
import { claimedCheckout, type SettledCheckout, settleCheckout } from "@/lib/billing/checkout";
import { accessOf } from "@/lib/billing/entitlement";
import { type Billing, serverBilling } from "@/lib/billing/runtime";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { claimCookie } from "./checkout";
import { type FileView, fileView } from "./overview";

export type Success =
  /**
   * The visitor cannot show that the checkout began in this browser. The page does not even reveal that the checkout
   * exists.
   */
  | { state: "stranger" }
  | { state: "unavailable" | "open" | "expired" | "pending" }
  /** A subscription that has ended since. */
  | { state: "ended" }
  /** A file whose payment failed at the bank. */
  | { state: "failed"; category: string }
  | {
      state: "subscription";
      /** False once the key of this checkout is used, replaced or revoked. */
      canShowKey: boolean;
      customerId: string;
      interval: "month" | "year" | null;
      paidUntil: Date;
      email: string;
    }
  | { state: "file"; file: FileView; email: string };

interface Parts {
  /** Undefined if nothing can be bought. */
  billing: Billing | undefined;
  build(db: Db, purchase: BoughtFile): Promise<unknown>;
}

function serverParts(): Parts {
  return { billing: env().payments && serverBilling(), build: ensureFile };
}

/**
 * Returns the state for the page after payment. The visit creates no key and grants nothing: Stripe says which payment
 * was made.
 * @param cookie returns the value of the cookie of this name
 */
export async function visitSuccess(
  sessionId: unknown,
  cookie: (name: string) => string | undefined,
  parts: Parts = serverParts(),
): Promise<Success> {
  const { billing } = parts;
  if (typeof sessionId !== "string" || !billing) return { state: "stranger" };
  const claim = cookie(claimCookie(sessionId, billing.siteUrl));
  if (!claim || !(await claimedCheckout(sessionId, claim, billing))) return { state: "stranger" };
  let settled: SettledCheckout;
  try {
    settled = await settleCheckout(sessionId, billing);
  } catch (error) {
    if (error instanceof AppError && error.code === "unavailable") return { state: "unavailable" };
    throw error;
  }
  if (settled.status !== "complete") return { state: settled.status };
  return settled.kind === "file"
    ? fileSuccess(settled, billing, parts.build)
    : subscriptionSuccess(settled, billing, sessionId);
}

/** Returns the key of a paid subscription checkout, for a form of the page after payment. */
export async function showKey(
  sessionId: unknown,
  cookie: (name: string) => string | undefined,
  parts: Parts = serverParts(),
): Promise<{ key: string } | { problem: string }> {
  const { billing } = parts;
  const success = await visitSuccess(sessionId, cookie, parts);
  const claim = billing && cookie(claimCookie(String(sessionId), billing.siteUrl));
  if (success.state !== "subscription" || !claim)
    return { problem: "The key is not available. Reload the page to see the status of your purchase." };
  const { customerId } = success;
  try {
    const owner = { customerId, checkoutId: String(sessionId), claim, now: billing.now() };
    const created = await checkoutKey(await billing.db(), owner);
    return created
      ? { key: created.key }
      : { problem: "This key cannot be shown again. Create another one in your account." };
  } catch (error) {
    if (error instanceof AppError && error.code === "key_limit_reached") return { problem: error.message };
    throw error;
  }
}

async function fileSuccess(
  { purchaseId, paymentFailed, category }: SettledCheckout,
  billing: Billing,
  build: Parts["build"],
): Promise<Success> {
  const db = await billing.db();
  const purchase = purchaseId && (await fileById(db, purchaseId));
  if (!purchase) return paymentFailed ? { state: "failed", category: category ?? "" } : { state: "pending" };
  if (purchase.status === "paid" && !purchase.fileSha256) {
    // The link would build the file too. It is built here to show its size and digest.
    await build(db, purchase).catch((cause: unknown) =>
      logger.error("a category file was not built", { purchase: purchase.id, cause }),
    );
  }
  const file = (await fileById(db, purchase.id)) ?? purchase;
  return { state: "file", file: fileView(file, billing.siteUrl, billing.now()), email: file.email };
}

async function subscriptionSuccess(
  { subscriptionId, customerId }: SettledCheckout,
  billing: Billing,
  sessionId: string,
): Promise<Success> {
  const db = await billing.db();
  const now = billing.now();
  const subscription = subscriptionId && (await subscriptionById(db, subscriptionId));
  if (!subscription || !customerId) return { state: "pending" };
  const { active, reason } = accessOf([subscription], now);
  if (!active) return { state: subscription.endedAt || reason === "ended" ? "ended" : "pending" };
  const customer = await customerById(db, customerId);
  return {
    state: "subscription",
    canShowKey: await canShowCheckoutKey(db, sessionId, now),
    customerId,
    interval: subscription.interval,
    paidUntil: subscription.currentPeriodEnd,
    email: customer?.email ?? "",
  };
}
