import { type Db, getDb } from "@/db/client";
import { reaching } from "@/lib/reach";
import { markUsed, type Principal, principalOf } from "./api-keys";

/** Who presents a key. A database that cannot be reached is an AppError `unavailable`. */
export interface Principals {
  /** Null for a key that is unknown, revoked or expired. */
  of(key: string, now: Date): Promise<Principal | null>;
  used(principal: Principal, now: Date): Promise<void>;
}

/** Asked anew for every request: a revoked key ends at once, on every instance. */
export function databasePrincipals(connect: () => Promise<Db> = getDb): Principals {
  const reach = reaching(connect);
  return {
    of: (key, now) => reach((db) => principalOf(db, key, now)),
    used: ({ keyId }, now) => reach((db) => markUsed(db, keyId, now)),
  };
}
