import { createHash } from "node:crypto";
import { headers } from "next/headers";
import { type RateLimiter, type RatePolicy, rateLimiterHere } from "@/lib/access/rate-limit";
import { senderOf } from "@/lib/access/sender";
import { env } from "@/lib/env";
import { serverRuntime } from "@/lib/operations/runtime";

export const LIMITS = {
  /** Mails to one address, whoever asks for them. */
  mailToAddress: { name: "mail-to-address", quota: 5, windowSeconds: 15 * 60 },
  mailByClient: { name: "mail-by-client", quota: 20, windowSeconds: 60 * 60 },
  checkoutByClient: { name: "checkout-by-client", quota: 30, windowSeconds: 10 * 60 },
} as const satisfies Record<string, RatePolicy>;

/** Whom a request is charged to: see clientBucket(). */
export async function clientOf(from?: Headers): Promise<string> {
  const all = from ?? (await headers());
  return senderOf(all, env().trustedProxies);
}

/** An address as a bucket: the limiter's store need not know who asked. */
export function bucketOfAddress(address: string): string {
  return createHash("sha256").update(address).digest("hex").slice(0, 32);
}

/**
 * Charges one; gives the seconds to wait where the quota is used up, else null. What these limits hold back costs
 * others: where the limiter's store is gone, this machine counts for itself.
 */
export async function secondsToWait(
  policy: RatePolicy,
  bucket: string,
  limiter: RateLimiter = serverRuntime().limiter,
): Promise<number | null> {
  const take = async (counted: RateLimiter) => counted.take(policy, bucket, 1);
  const { allowed, resetSeconds } = await take(limiter).catch(() => take(rateLimiterHere()));
  return allowed ? null : resetSeconds;
}
