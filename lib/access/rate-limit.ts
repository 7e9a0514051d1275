import { LRUCache } from "lru-cache";

export interface RatePolicy {
  name: string;
  quota: number;
  windowSeconds: number;
}

export const KEYLESS: RatePolicy = { name: "keyless", quota: 120, windowSeconds: 60 };

export interface RateState {
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the quota is whole again. */
  resetSeconds: number;
}

/** Where requests are counted. `cost` 0 looks without charging. Throws when its store cannot be reached. */
export interface RateLimiter {
  take(policy: RatePolicy, bucket: string, cost: number): Promise<RateState>;
}

interface Window {
  startedAt: number;
  used: number;
}

const MAX_BUCKETS = 100_000;

/**
 * Counts in this process. A bucket's window opens with its first charged request and lasts `windowSeconds`; the whole
 * quota returns when it closes. Refused requests are not charged. Several processes count apart from one another.
 */
export function memoryRateLimiter(clock: () => number = Date.now): RateLimiter {
  const windows = new LRUCache<string, Window>({ max: MAX_BUCKETS });
  return {
    async take({ name, quota, windowSeconds }, bucket, cost) {
      const now = clock();
      const key = `${name}:${bucket}`;
      const known = windows.get(key);
      const open = known && now < known.startedAt + windowSeconds * 1000 ? known : { startedAt: now, used: 0 };
      const allowed = open.used + cost <= quota;
      if (allowed && cost > 0) {
        open.used += cost;
        windows.set(key, open);
      }
      const resetSeconds = Math.max(1, Math.ceil((open.startedAt + windowSeconds * 1000 - now) / 1000));
      return { allowed, remaining: quota - open.used, resetSeconds };
    },
  };
}

/** draft-ietf-httpapi-ratelimit-headers: the policy, and what is left of it. */
export function rateLimitHeaders(policy: RatePolicy, state: RateState | null): Record<string, string> {
  const headers: Record<string, string> = {
    "RateLimit-Policy": `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
  };
  if (state) headers.RateLimit = `"${policy.name}";r=${state.remaining};t=${state.resetSeconds}`;
  return headers;
}
