import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import {
  type ApiKeyRow,
  countLiveKeys,
  endKey,
  insertKey,
  keyOf,
  keyOfCheckout,
  keysOf,
  liveKeyByHash,
  lockCustomer,
  touchKey,
} from "@/db/queries/api-keys";
import { secretHash } from "@/lib/billing/download-token";
import { type Access, accessOf } from "@/lib/billing/entitlement";
import { AppError } from "@/lib/errors";
import { sign } from "@/lib/site-secret";
import { isKeyShaped, newKey, shownPart } from "./key-text";

/** Maximum keys of a customer, not counting expiring keys. */
export const MAX_KEYS = 3;
/** Maximum replaced keys that still work in addition to those. */
const MAX_ENDING = 3;
export const MAX_OVERLAP_HOURS = 168;

const HOUR_MS = 3_600_000;

export type ApiKey = ApiKeyRow;

/** `key` is the secret itself. Only its hash is stored. */
export interface CreatedKey {
  id: string;
  key: string;
  prefix: string;
}

export interface Principal {
  keyId: string;
  customerId: string;
  access: Access;
}

/** @throws AppError `key_limit_reached` if the customer already has MAX_KEYS */
export async function createKey(db: Db, owner: { customerId: string; name: string; now: Date }): Promise<CreatedKey> {
  return db.transaction(async (tx) => {
    await requireRoom(tx, owner);
    return insert(tx, newKey(), owner);
  });
}

/**
 * The key of a checkout: created by the first call, and the same key on each further call until its first use, so that
 * a lost response loses no key. Null once the key is used, replaced or revoked. The key is derived from the claim, which
 * only the buyer's browser holds.
 * @throws AppError `key_limit_reached` if the customer already has MAX_KEYS
 */
export async function checkoutKey(
  db: Db,
  { claim, ...owner }: { customerId: string; checkoutId: string; claim: string; now: Date },
): Promise<CreatedKey | null> {
  const key = newKey(Buffer.from(sign("api-key", `${owner.checkoutId}:${claim}`), "hex"));
  return db.transaction(async (tx) => {
    await lockCustomer(tx, owner.customerId);
    const known = await keyOfCheckout(tx, owner.checkoutId);
    if (known)
      return isUnused(known, owner.now) && known.hash === secretHash(key)
        ? { id: known.id, key, prefix: known.prefix }
        : null;
    await requireRoom(tx, owner);
    return insert(tx, key, { ...owner, name: "First key" });
  });
}

/** Returns whether `checkoutKey` can still return the key of this checkout. */
export async function canShowCheckoutKey(db: Db, checkoutId: string, now: Date): Promise<boolean> {
  const known = await keyOfCheckout(db, checkoutId);
  return known === null || isUnused(known, now);
}

const isUnused = (key: ApiKey, now: Date) => key.lastUsedAt === null && keyState(key, now) === "live";

/** Checks the limit, and locks the customer's keys until the transaction ends. */
async function requireRoom(tx: Db, { customerId, now }: { customerId: string; now: Date }): Promise<void> {
  await lockCustomer(tx, customerId);
  const { live, ending } = await countLiveKeys(tx, customerId, now);
  if (live - ending < MAX_KEYS) return;
  const message = `This account already has ${MAX_KEYS} keys. Revoke one, then create another.`;
  throw new AppError("key_limit_reached", message);
}

async function insert(
  tx: Db,
  key: string,
  { now, ...row }: { customerId: string; name: string; checkoutId?: string; rotatedFrom?: string; now: Date },
): Promise<CreatedKey> {
  const id = `key_${randomBytes(12).toString("hex")}`;
  const prefix = shownPart(key);
  await insertKey(tx, { ...row, id, prefix, hash: secretHash(key), createdAt: now });
  return { id, key, prefix };
}

/** Returns the keys, newest first, including ended ones. */
export function listKeys(db: Db, customerId: string): Promise<ApiKey[]> {
  return keysOf(db, customerId);
}

/** `ending`: replaced, and works until `expiresAt`. */
export function keyState({ revokedAt, expiresAt }: ApiKey, now: Date): "live" | "ending" | "expired" | "revoked" {
  if (revokedAt) return "revoked";
  if (!expiresAt) return "live";
  return expiresAt > now ? "ending" : "expired";
}

/**
 * Creates a new key in place of a live one. The old key works for another `overlapHours`, 0 to MAX_OVERLAP_HOURS.
 * @throws AppError `key_not_found` if it is not a live key of the customer
 * @throws AppError `key_limit_reached` if it was replaced before, or too many replaced keys still work
 */
export async function rotateKey(
  db: Db,
  { customerId, id, overlapHours, now }: { customerId: string; id: string; overlapHours: number; now: Date },
): Promise<CreatedKey> {
  const hours = Math.min(Math.max(overlapHours, 0), MAX_OVERLAP_HOURS);
  return db.transaction(async (tx) => {
    await lockCustomer(tx, customerId);
    const old = await keyOf(tx, customerId, id);
    const state = old && keyState(old, now);
    if (!old || (state !== "live" && state !== "ending")) throw notFound();
    if (state === "ending") throw new AppError("key_limit_reached", "This key has already been replaced.");
    const { ending } = await countLiveKeys(tx, customerId, now);
    if (hours > 0 && ending >= MAX_ENDING) {
      const message = `${MAX_ENDING} replaced keys still work. Revoke one of them, or rotate this key without an overlap.`;
      throw new AppError("key_limit_reached", message);
    }
    const ended = hours > 0 ? { expiresAt: new Date(now.getTime() + hours * HOUR_MS) } : { revokedAt: now };
    await endKey(tx, id, ended);
    return insert(tx, newKey(), { customerId, name: old.name, rotatedFrom: id, now });
  });
}

/**
 * Ends a key at once, because no instance caches keys. A key that has ended does not change.
 * @throws AppError `key_not_found` if it is not a key of the customer
 */
export async function revokeKey(
  db: Db,
  { customerId, id, now }: { customerId: string; id: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCustomer(tx, customerId);
    const key = await keyOf(tx, customerId, id);
    if (!key) throw notFound();
    if (!key.revokedAt) await endKey(tx, id, { revokedAt: now });
  });
}

/** Returns the customer of a key; null if the key is unknown, revoked or expired. */
export async function principalOf(db: Db, key: string, now: Date): Promise<Principal | null> {
  if (!isKeyShaped(key)) return null;
  const found = await liveKeyByHash(db, secretHash(key), now);
  return found && { keyId: found.id, customerId: found.customerId, access: accessOf(found.subscriptions, now) };
}

/** Writes at most once an hour. */
export function markUsed(db: Db, keyId: string, now: Date): Promise<void> {
  return touchKey(db, keyId, { now, unlessSince: new Date(now.getTime() - HOUR_MS) });
}

function notFound(): AppError {
  return new AppError(
    "key_not_found",
    "This account has no key with this ID, or the key is revoked or expired. Reload the list of keys.",
  );
}
