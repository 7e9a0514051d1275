import { createHash } from "node:crypto";
import { headers } from "next/headers";
import { type RateLimiter, type RatePolicy, rateLimiterHere } from "@/lib/access/rate-limit";
import { senderOf } from "@/lib/access/sender";
import { env } from "@/lib/env";
import { serverRuntime } from "@/lib/operations/runtime";

/** How long an emailed sign-in link works. */
export const LINK_MINUTES = 15;

export const LIMITS = {
  /** Emails that one client requests for one mailbox. */
  mailToAddress: { name: "mail-to-address", quota: 5, windowSeconds: LINK_MINUTES * 60 },
  /**
   * Emails to one mailbox, no matter which client requests them. The window is no longer than a link works, so the
   * owner of a mailbox at its limit has a working link.
   */
  mailToMailbox: { name: "mail-to-mailbox", quota: 20, windowSeconds: LINK_MINUTES * 60 },
  mailByClient: { name: "mail-by-client", quota: 20, windowSeconds: 60 * 60 },
  checkoutByClient: { name: "checkout-by-client", quota: 30, windowSeconds: 10 * 60 },
} as const satisfies Record<string, RatePolicy>;

/** Returns the bucket that a request is charged to: see clientBucket(). */
export async function clientOf(from?: Headers): Promise<string> {
  const all = from ?? (await headers());
  return senderOf(all, env().trustedProxies);
}

/** Returns the bucket of an email address as a hash, so that the limiter's store does not contain the address. */
export function bucketOfAddress(address: string): string {
  return createHash("sha256").update(address).digest("hex").slice(0, 32);
}

export type MailLimit = "client" | "mailbox";

/**
 * Charges an email that a client requests for a mailbox. A client alone never uses up a mailbox, so strangers cannot
 * keep its owner out. Each purpose has its own limits: requests for watches do not hold back sign-in links.
 * @returns null if the email may be sent
 */
export async function mailLimitReached(
  { purpose, client, address }: { purpose: "sign-in" | "watch"; client: string; address: string },
  limiter?: RateLimiter,
): Promise<{ limit: MailLimit; seconds: number } | null> {
  const byClient = await secondsToWait(LIMITS.mailByClient, client, limiter);
  if (byClient !== null) return { limit: "client", seconds: byClient };
  const toMailbox =
    (await secondsToWait(LIMITS.mailToAddress, bucketOfAddress(`${purpose} ${client} ${address}`), limiter)) ??
    (await secondsToWait(LIMITS.mailToMailbox, bucketOfAddress(`${purpose} ${address}`), limiter));
  return toMailbox === null ? null : { limit: "mailbox", seconds: toMailbox };
}

/**
 * Charges one request. Returns the seconds to wait if the quota is used up; otherwise null. These limits protect other
 * people, so if the limiter's store is down, this machine counts on its own.
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
