import { Ratelimit } from "@upstash/ratelimit";
import { createClient } from "@vercel/kv";
import { inTime } from "@/lib/awaitable";
import { type RateLimiter, type RatePolicy, secondsUntil } from "./rate-limit";
import { steady } from "./steady-limiter";

const PREFIX = "pricing-intelligence";
/** Longer than a healthy store ever takes. A request does not wait longer than this. */
const TIMEOUT_MS = 1_000;

interface Store {
  url: string;
  token: string;
  /** Prefix of every key. */
  prefix?: string;
  timeoutMs?: number;
}

/**
 * Counts in a Redis that all instances share, as memoryRateLimiter() does in one process: a bucket that is refilled
 * whole at the end of each window is a quota per window. Throws if the store does not respond in time.
 */
export function sharedRateLimiter({ url, token, prefix = PREFIX, timeoutMs = TIMEOUT_MS }: Store): RateLimiter {
  const redis = createClient({ url, token, cache: "no-store", retry: false });
  const limiters = new Map<string, Ratelimit>();
  const limiterOf = ({ name, quota, windowSeconds }: RatePolicy) => {
    const key = `${name}:${quota}:${windowSeconds}`;
    const known = limiters.get(key);
    if (known) return known;
    const limiter = new Ratelimit({
      redis,
      limiter: Ratelimit.tokenBucket(quota, `${windowSeconds} s`, quota),
      prefix: `${prefix}:${name}`,
      timeout: timeoutMs,
      // Its reset times are those of the store, and it would refuse before the cost of a look is known.
      ephemeralCache: false,
      analytics: false,
    });
    limiters.set(key, limiter);
    return limiter;
  };
  return steady({
    async take(policy, bucket, cost) {
      const limiter = limiterOf(policy);
      if (cost === 0) {
        const { remaining, reset } = await inTime(limiter.getRemaining(bucket), timeoutMs, "the store");
        const now = Date.now();
        // A look does not refill the bucket. If its window has closed, the values are out of date.
        if (reset <= now) return { allowed: true, remaining: policy.quota, resetSeconds: policy.windowSeconds };
        return { allowed: true, remaining, resetSeconds: waitUntil(reset, policy) };
      }
      const { success, remaining, reset, reason } = await limiter.limit(bucket, { rate: cost });
      // A timeout is reported as a success with a limit, remainder and reset of 0.
      if (reason === "timeout") throw new Error(`the rate limit store did not respond within ${timeoutMs} ms`);
      return { allowed: success, remaining, resetSeconds: waitUntil(reset, policy) };
    },
  });
}

/**
 * Returns the wait in seconds. Another instance's clock may have set the reset time, so the wait is at most one window.
 */
function waitUntil(reset: number, { windowSeconds }: RatePolicy): number {
  return Math.min(windowSeconds, secondsUntil(reset, Date.now()));
}
