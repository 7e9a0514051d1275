import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import {
  type ApiKeyRow,
  countLiveKeys,
  endKey,
  insertKey,
  keyOf,
  keysOf,
  liveKeyByHash,
  lockCustomer,
  touchKey,
} from "@/db/queries/api-keys";
import { secretHash } from "@/lib/billing/download-token";
import { type Access, accessOf } from "@/lib/billing/entitlement";
import { AppError } from "@/lib/errors";
import { isKeyShaped, newKey, shownPart } from "./key-text";

/** Keys that a customer may have, those that end by themselves not counted. */
export const MAX_KEYS = 3;
/** Replaced keys that may still work beside them. */
const MAX_ENDING = 3;
export const MAX_OVERLAP_HOURS = 168;

const HOUR_MS = 3_600_000;

export type ApiKey = ApiKeyRow;

/** `key` is shown once: only its hash is kept. */
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

/**
 * With `checkoutId`, the one key that a checkout gives: null where it has given it before, whatever became of it.
 * @throws AppError `key_limit_reached` where the customer has MAX_KEYS already
 */
export function createKey(
  db: Db,
  owner: { customerId: string; name: string; checkoutId: string; now: Date },
): Promise<CreatedKey | null>;
export function createKey(db: Db, owner: { customerId: string; name: string; now: Date }): Promise<CreatedKey>;
export async function createKey(
  db: Db,
  owner: { customerId: string; name: string; checkoutId?: string; now: Date },
): Promise<CreatedKey | null> {
  const { customerId, now } = owner;
  return db.transaction(async (tx) => {
    await lockCustomer(tx, customerId);
    const { live, ending } = await countLiveKeys(tx, customerId, now);
    if (live - ending >= MAX_KEYS) {
      throw new AppError(
        "key_limit_reached",
        `This account already has ${MAX_KEYS} keys. Revoke one, then create another.`,
      );
    }
    return insert(tx, owner);
  });
}

async function insert(
  tx: Db,
  row: { customerId: string; name: string; checkoutId?: string; rotatedFrom?: string; now: Date },
): Promise<CreatedKey | null> {
  const { now, ...rest } = row;
  const key = newKey();
  const id = `key_${randomBytes(12).toString("hex")}`;
  const prefix = shownPart(key);
  const inserted = await insertKey(tx, { ...rest, id, prefix, hash: secretHash(key), createdAt: now });
  return inserted && { id, key, prefix };
}

/** Newest first, ended ones included. */
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
 * A new key in place of a live one, which works for `overlapHours` more, 0 to MAX_OVERLAP_HOURS.
 * @throws AppError `key_not_found` where it is not a live key of the customer
 * @throws AppError `key_limit_reached` where it was replaced before, or too many replaced keys still work
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
    const created = await insert(tx, { customerId, name: old.name, rotatedFrom: id, now });
    if (!created) throw new Error("the rotated key was not inserted");
    return created;
  });
}

/**
 * Ends a key at once; no instance remembers a key. A key that has ended stays as it is.
 * @throws AppError `key_not_found` where it is not a key of the customer
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

/** Who presents this key; null for one that is unknown, revoked or expired. */
export async function principalOf(db: Db, key: string, now: Date): Promise<Principal | null> {
  if (!isKeyShaped(key)) return null;
  const found = await liveKeyByHash(db, secretHash(key), now);
  return found && { keyId: found.id, customerId: found.customerId, access: accessOf(found.subscriptions, now) };
}

/** Written at most once an hour. */
export function markUsed(db: Db, keyId: string, now: Date): Promise<void> {
  return touchKey(db, keyId, { now, unlessSince: new Date(now.getTime() - HOUR_MS) });
}

function notFound(): AppError {
  return new AppError(
    "key_not_found",
    "This account has no key with this ID, or the key is revoked or expired. Reload the list of keys.",
  );
}
