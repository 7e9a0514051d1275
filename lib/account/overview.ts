import { type Db, getDb } from "@/db/client";
import {
  type AwaitedFile,
  awaitedFilesOf,
  type BoughtFile,
  type CustomerRow,
  customersOf,
  fileById,
  filesOf,
} from "@/db/queries/accounts";
import { type SubscriptionRow, subscriptionsOfCustomers } from "@/db/queries/billing";
import { type ApiKey, keyState, listKeys, MAX_KEYS } from "@/lib/access/api-keys";
import type { SignedIn } from "@/lib/auth/session";
import { downloadToken } from "@/lib/billing/download-token";
import { type Access, accessOf, canBeKept } from "@/lib/billing/entitlement";
import { env } from "@/lib/env";
import { linkTrouble, subscriptionWords } from "./words";

export interface FileView {
  id: string;
  category: string;
  asOf: string;
  paidAt: Date;
  amountMinor: number;
  currency: string;
  /** Null until the file is built, at the latest when it is first fetched. */
  recordCount: number | null;
  byteLength: number | null;
  sha256: string | null;
  downloadsUsed: number;
  downloadsMax: number;
  expiresAt: Date;
  /** Why the link no longer works; null while it does. */
  trouble: string | null;
  /** The link; null when it no longer works. */
  url: string | null;
  hasReceipt: boolean;
}

export interface KeyView {
  id: string;
  name: string;
  prefix: string;
  state: "live" | "ending" | "expired" | "revoked";
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

export interface PayerView {
  customerId: string;
  email: string;
  /** The subscription that counts; null if only files were bought. */
  subscription: { interval: "month" | "year" | null; words: string; access: Access; canBeKept: boolean } | null;
  keys: KeyView[];
  mayCreateKey: boolean;
  /** Whether the maximum number of keys work. */
  keysFull: boolean;
  /** Whether the billing portal opens and a cancellation can be undone: see managedCustomer(). */
  managed: boolean;
}

export interface AccountView {
  /** Customers with a subscription or keys. */
  payers: PayerView[];
  files: FileView[];
  /** Files that are granted when their payment has arrived. */
  awaited: AwaitedFile[];
}

/** Keys that work are shown in addition, no matter how old. */
const KEYS_SHOWN = 12;

export async function currentAccount(user: SignedIn): Promise<AccountView> {
  return accountOf(await getDb(), user, env().siteUrl, new Date());
}

export async function accountOf(db: Db, user: SignedIn, siteUrl: string, now: Date): Promise<AccountView> {
  const customers = await customersOf(db, user);
  const ids = customers.map(({ id }) => id);
  const subscriptions = await subscriptionsOfCustomers(db, ids);
  const payers: PayerView[] = [];
  for (const customer of customers) {
    const own = subscriptions.filter(({ customerId }) => customerId === customer.id);
    const keys = await listKeys(db, customer.id);
    if (own.length > 0 || keys.length > 0) payers.push(payerView(user, customer, own, keys, now));
  }
  const files = await filesOf(db, ids);
  const awaited = await awaitedFilesOf(db, ids);
  return { payers, files: files.map((file) => fileView(file, siteUrl, now)), awaited };
}

function payerView(
  user: SignedIn,
  customer: CustomerRow,
  own: SubscriptionRow[],
  keys: ApiKey[],
  now: Date,
): PayerView {
  const access = accessOf(own, now);
  const counted =
    own.find((subscription) => accessOf([subscription], now).until?.getTime() === access.until?.getTime()) ?? own[0];
  const live = keys.filter((key) => keyState(key, now) === "live").length;
  return {
    customerId: customer.id,
    email: customer.email,
    subscription: counted
      ? {
          interval: counted.interval,
          words: subscriptionWords(counted, access),
          access,
          canBeKept: canBeKept(counted, now),
        }
      : null,
    keys: shownKeys(keys, now).map((key) => ({
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      state: keyState(key, now),
      createdAt: key.createdAt,
      expiresAt: key.expiresAt,
      lastUsedAt: key.lastUsedAt,
    })),
    mayCreateKey: access.active && live < MAX_KEYS,
    keysFull: access.active && live >= MAX_KEYS,
    managed: isManagedBy(user, customer),
  };
}

function shownKeys(keys: ApiKey[], now: Date): ApiKey[] {
  return keys.filter((key, index) => index < KEYS_SHOWN || ["live", "ending"].includes(keyState(key, now)));
}

export function fileView(file: BoughtFile, siteUrl: string, now: Date): FileView {
  const trouble = linkTrouble(file, now);
  return {
    id: file.id,
    category: file.category,
    asOf: file.asOf,
    paidAt: file.paidAt,
    amountMinor: file.amountMinor,
    currency: file.currency,
    recordCount: file.recordCount,
    byteLength: file.byteLength,
    sha256: file.fileSha256,
    downloadsUsed: file.downloadsUsed,
    downloadsMax: file.downloadsMax,
    expiresAt: file.expiresAt,
    trouble,
    url: trouble === null ? `${siteUrl}/files/${downloadToken(file.id, file.tokenVersion)}` : null,
    hasReceipt: file.paymentIntentId !== null,
  };
}

/** Returns the customer if it belongs to the user; otherwise null. */
export async function ownedCustomer(db: Db, user: SignedIn, customerId: unknown): Promise<CustomerRow | null> {
  return (await customersOf(db, user)).find(({ id }) => id === customerId) ?? null;
}

/**
 * Returns the customer if the user may manage its cards, invoices and cancellation; otherwise null. If an account began
 * the checkout, only this account may: the email address that Stripe has by now may not be confirmed. If no account
 * did, the user must have confirmed the paying email address by signing in.
 */
export async function managedCustomer(db: Db, user: SignedIn, customerId: unknown): Promise<CustomerRow | null> {
  const customer = await ownedCustomer(db, user, customerId);
  return customer && isManagedBy(user, customer) ? customer : null;
}

function isManagedBy(user: SignedIn, { userId }: CustomerRow): boolean {
  return userId === null || userId === user.id;
}

/** Returns the bought file if it belongs to the user; otherwise null. */
export async function ownedFile(db: Db, user: SignedIn, purchaseId: unknown): Promise<BoughtFile | null> {
  const file = typeof purchaseId === "string" ? await fileById(db, purchaseId) : null;
  return file && (await ownedCustomer(db, user, file.customerId)) ? file : null;
}
