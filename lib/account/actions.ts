import { type Db, getDb } from "@/db/client";
import { deleteUser, subscriptionsOf } from "@/db/queries/accounts";
import { subscriptionsOfCustomers } from "@/db/queries/billing";
import { type CreatedKey, createKey, MAX_OVERLAP_HOURS, revokeKey, rotateKey } from "@/lib/access/api-keys";
import { bucketOfAddress, LIMITS, secondsToWait } from "@/lib/auth/limits";
import type { SignedIn } from "@/lib/auth/session";
import { accessOf, canBeKept, renews } from "@/lib/billing/entitlement";
import { keepSubscription } from "@/lib/billing/keep";
import { portalUrl, receiptUrl } from "@/lib/billing/portal";
import type { Billing } from "@/lib/billing/runtime";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { mail } from "@/lib/mail/send";
import { fileView, managedCustomer, ownedCustomer, ownedFile } from "./overview";

const MAX_NAME = 60;

/** The result for an ID that belongs to another customer or does not exist. */
export const NOT_THEIRS = Symbol("not theirs");

type Connect = () => Promise<Db>;

export type KeyChange = { created: CreatedKey } | { problem: string } | { done: string } | typeof NOT_THEIRS;

/** Runs the action of a key form: `create`, `rotate` or `revoke`. */
export async function changeKeys(
  user: SignedIn,
  form: FormData,
  now = new Date(),
  connect: Connect = getDb,
): Promise<KeyChange> {
  const db = await connect();
  const customer = await ownedCustomer(db, user, form.get("customer"));
  if (!customer) return NOT_THEIRS;
  const customerId = customer.id;
  const id = String(form.get("key") ?? "");
  try {
    switch (form.get("intent")) {
      case "create": {
        const held = await subscriptionsOfCustomers(db, [customerId]);
        if (!accessOf(held, now).active) return { problem: "You need a paid subscription to create a key." };
        const name = keyName(form.get("name"));
        return { created: await createKey(db, { customerId, name, now }) };
      }
      case "rotate": {
        const overlap = String(form.get("overlap"));
        const overlapHours = Number(overlap);
        if (!/^\d{1,3}$/.test(overlap) || overlapHours > MAX_OVERLAP_HOURS) {
          return { problem: "Choose when the old key stops working." };
        }
        return { created: await rotateKey(db, { customerId, id, overlapHours, now }) };
      }
      case "revoke":
        await revokeKey(db, { customerId, id, now });
        return { done: "The key was revoked. It no longer works." };
      default:
        return { problem: "Nothing changed." };
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "key_not_found") return NOT_THEIRS;
    if (error.code === "key_limit_reached") return { problem: error.message };
    throw error;
  }
}

function keyName(text: unknown): string {
  const name = String(text ?? "")
    .replace(/\p{C}/gu, " ")
    .trim()
    .slice(0, MAX_NAME);
  return name || "Key";
}

export type Resent = "sent" | "mail_failed" | "link_over" | "too_many" | typeof NOT_THEIRS;

/** Sends the link of a bought file to the email address that paid for it. */
export async function resendFile(
  user: SignedIn,
  purchaseId: unknown,
  nameOf: (category: string) => Promise<string>,
  { now = new Date(), connect = getDb as Connect, send = mail.fileResent } = {},
): Promise<Resent> {
  const file = await ownedFile(await connect(), user, purchaseId);
  if (!file) return NOT_THEIRS;
  const { siteUrl } = env();
  const { url } = fileView(file, siteUrl, now);
  if (url === null) return "link_over";
  const to = file.email || user.email;
  if ((await secondsToWait(LIMITS.mailToAddress, bucketOfAddress(`file ${user.id} ${to}`))) !== null) return "too_many";
  const sent = await send({
    to,
    url,
    category: await nameOf(file.category),
    asOf: file.asOf,
    recordCount: file.recordCount,
    sha256: file.fileSha256,
    expiresAt: file.expiresAt,
    downloadsUsed: file.downloadsUsed,
    downloadsMax: file.downloadsMax,
  });
  return sent ? "sent" : "mail_failed";
}

/** Returns the URL of Stripe's page for a customer. */
export async function portalOf(
  user: SignedIn,
  customerId: unknown,
  { connect = getDb as Connect, billing = undefined as Billing | undefined } = {},
): Promise<string | typeof NOT_THEIRS> {
  const customer = await managedCustomer(await connect(), user, customerId);
  return customer ? portalUrl(customer.id, `${env().siteUrl}/account`, billing) : NOT_THEIRS;
}

/** Undoes the cancellation of a customer's subscription. Null if there is no cancellation that can still be undone. */
export async function keepOf(
  user: SignedIn,
  customerId: unknown,
  { now = new Date(), connect = getDb as Connect, billing = undefined as Billing | undefined } = {},
): Promise<"kept" | null | typeof NOT_THEIRS> {
  const db = await connect();
  const customer = await managedCustomer(db, user, customerId);
  if (!customer) return NOT_THEIRS;
  const held = await subscriptionsOfCustomers(db, [customer.id]);
  const cancelled = held.find((one) => canBeKept(one, now));
  return cancelled && (await keepSubscription(cancelled.id, billing)) ? "kept" : null;
}

/** Returns the URL of Stripe's receipt for a bought file; null if the file has no receipt. */
export async function receiptOf(
  user: SignedIn,
  purchaseId: unknown,
  { connect = getDb as Connect, billing = undefined as Billing | undefined } = {},
): Promise<string | null | typeof NOT_THEIRS> {
  const file = await ownedFile(await connect(), user, purchaseId);
  if (!file) return NOT_THEIRS;
  return file.paymentIntentId === null ? null : receiptUrl(file.paymentIntentId, billing);
}

export type Deletion = "deleted" | "wrong_address" | "still_subscribed";

/** Ends keys, sessions and the account itself. Records of sales are not deleted. */
export async function deleteAccount(
  user: SignedIn,
  typed: unknown,
  now = new Date(),
  connect: Connect = getDb,
): Promise<Deletion> {
  if (
    String(typed ?? "")
      .trim()
      .toLowerCase() !== user.email
  )
    return "wrong_address";
  const db = await connect();
  const held = await subscriptionsOf(db, user);
  if (held.some((one) => renews(one, now))) return "still_subscribed";
  await deleteUser(db, user, now);
  return "deleted";
}
