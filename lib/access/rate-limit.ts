import { LRUCache } from "lru-cache";

export interface RatePolicy {
  name: string;
  quota: number;
  windowSeconds: number;
}

export const KEYLESS: RatePolicy = { name: "keyless", quota: 120, windowSeconds: 60 };

/** A request that names more products counts once for each so many of them. */
export const NAMES_FOR_ONE = 5;

/** In words, wherever the limit is told. */
export const COST_RULE = `A request that names more than ${NAMES_FOR_ONE} products counts once for every ${NAMES_FOR_ONE} of them.`;

export function costOfNames(names: number): number {
  return Math.max(1, Math.ceil(names / NAMES_FOR_ONE));
}

/** For what MCP clients ask beside calls: greetings and lists. Calls draw on the quota of the operation they call. */
export const HANDSHAKES: RatePolicy = { name: "handshakes", quota: 120, windowSeconds: 60 };

/** For each key, whoever sends it. */
export const KEYED: RatePolicy = { name: "keyed", quota: 600, windowSeconds: 60 };

/** Published as a guideline, not enforced. */
export const FAIR_USE_CALLS_A_DAY = 100;

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
  /** When the bucket is forgotten: a whole window after the last charge. */
  endsAt: number;
}

const MAX_BUCKETS = 100_000;

/**
 * Counts in this process. A bucket's window opens with its first charged request and lasts `windowSeconds`; the whole
 * quota returns when it closes, and the next window follows at once until nothing was charged for a whole window.
 * Refused requests are not charged. Several processes count apart from one another.
 */
export function memoryRateLimiter(clock: () => number = Date.now): RateLimiter {
  const windows = new LRUCache<string, Window>({ max: MAX_BUCKETS });
  return {
    async take({ name, quota, windowSeconds }, bucket, cost) {
      const now = clock();
      const length = windowSeconds * 1000;
      const key = `${name}:${bucket}`;
      const known = windows.get(key);
      const alive = known && now < known.endsAt ? known : { startedAt: now, used: 0, endsAt: now };
      const passed = Math.floor((now - alive.startedAt) / length);
      const open = { ...alive, startedAt: alive.startedAt + passed * length, used: passed > 0 ? 0 : alive.used };
      const allowed = open.used + cost <= quota;
      if (allowed && cost > 0) {
        open.used += cost;
        windows.set(key, { ...open, endsAt: now + length });
      }
      return { allowed, remaining: quota - open.used, resetSeconds: secondsUntil(open.startedAt + length, now) };
    },
  };
}

/** Whole seconds, at least one: a client that waits them finds the quota whole. */
export function secondsUntil(instant: number, now: number): number {
  return Math.max(1, Math.ceil((instant - now) / 1000));
}

/** draft-ietf-httpapi-ratelimit-headers: the policy, and what is left of it. */
export function rateLimitHeaders(policy: RatePolicy, state: RateState | null): Record<string, string> {
  const headers: Record<string, string> = {
    "RateLimit-Policy": `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
  };
  if (state) headers.RateLimit = `"${policy.name}";r=${state.remaining};t=${state.resetSeconds}`;
  return headers;
}
