import { LRUCache } from "lru-cache";
import { type Db, getDb } from "@/db/client";
import { secretHash } from "@/lib/billing/download-token";
import { reaching } from "@/lib/reach";
import { markUsed, type Principal, principalOf } from "./api-keys";

/** Finds the owners of keys. If the database cannot be reached, this is an AppError `unavailable`. */
export interface Principals {
  /** Returns null for a key that is unknown, revoked or expired. */
  of(key: string, now: Date): Promise<Principal | null>;
  /** Returns the ID of a key that was valid before and may have ended since. Needs no query. */
  idOf(key: string): string | undefined;
  used(principal: Principal, now: Date): Promise<void>;
}

/** Maximum number of IDs of valid keys in memory. */
const MAX_IDS = 10_000;

/** Looks the key of each request up, so that a revoked key ends at once on every instance. Only IDs are cached. */
export function databasePrincipals(connect: () => Promise<Db> = getDb): Principals {
  const reach = reaching(connect);
  const ids = new LRUCache<string, string>({ max: MAX_IDS });
  return {
    async of(key, now) {
      const principal = await reach((db) => principalOf(db, key, now));
      if (principal) ids.set(secretHash(key), principal.keyId);
      return principal;
    },
    idOf: (key) => ids.get(secretHash(key)),
    used: ({ keyId }, now) => reach((db) => markUsed(db, keyId, now)),
  };
}
