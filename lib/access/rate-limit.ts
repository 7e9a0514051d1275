import type { Awaitable } from "@/lib/awaitable";
import { countedInMemory, type RatePolicy, type RateState, secondsUntil } from "./counted-in-memory.mjs";
import { processWide } from "./process-wide";

export { type RatePolicy, type RateState, secondsUntil };

export const KEYLESS: RatePolicy = { name: "keyless", quota: 120, windowSeconds: 60 };

/** A request that names more products counts once for each group of this size. */
export const NAMES_FOR_ONE = 5;

/** The rule in words, for every text that states the limit. */
export const COST_RULE = `A request that names more than ${NAMES_FOR_ONE} products counts as one request for every ${NAMES_FOR_ONE} products, rounded up.`;

export function costOfNames(names: number): number {
  return Math.max(1, Math.ceil(names / NAMES_FOR_ONE));
}

/** Main-thread time that one request covers. */
const COVERED_MS = 100;

export const WORK_RULE = `A request that takes more than ${COVERED_MS} ms of server time counts as one more request for each further ${COVERED_MS} ms, also if you do not wait for the response.`;

/** Returns the units to charge in addition to the cost of a request once its work has ended. */
export function unitsForWork(ms: number): number {
  return Math.max(0, Math.ceil(ms / COVERED_MS) - 1);
}

/** For requests of MCP clients other than calls: handshakes and lists. A call uses the quota of its operation. */
export const HANDSHAKES: RatePolicy = { name: "handshakes", quota: 120, windowSeconds: 60 };

/** For each key, no matter which client sends it. */
export const KEYED: RatePolicy = { name: "keyed", quota: 600, windowSeconds: 60 };

/** Wrong keys from one client. Above this limit, no unknown key is looked up in the database. */
export const GUESSES: RatePolicy = { name: "guesses", quota: 120, windowSeconds: 60 };

/** Requests for category files, valid or not. One download may take 200. */
export const FILES: RatePolicy = { name: "files", quota: 240, windowSeconds: 60 };

/** Published as a guideline, not enforced. */
export const FAIR_USE_CALLS_A_DAY = 100;

/** Counts requests. `cost` 0 reads the state without charging. Throws if its store cannot be reached. */
export interface RateLimiter {
  take(policy: RatePolicy, bucket: string, cost: number): Awaitable<RateState>;
}

/** Counts in this process only. Several processes count separately. */
export function memoryRateLimiter(clock?: () => number): RateLimiter {
  const count = countedInMemory(clock);
  return { take: count };
}

/**
 * Counts for all processes that listen on this address. If there are several, the process above them counts
 * (scripts/serve.mjs).
 */
export function rateLimiterHere(): RateLimiter {
  return processWide("rate-limiter-here", memoryRateLimiter);
}

/** Returns the policy and the remaining quota as in draft-ietf-httpapi-ratelimit-headers. */
export function rateLimitHeaders(policy: RatePolicy, state: RateState | null): Record<string, string> {
  const headers: Record<string, string> = {
    "RateLimit-Policy": `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
  };
  if (state) headers.RateLimit = rateLimitOf(policy, state);
  return headers;
}

export function rateLimitOf({ name }: RatePolicy, { remaining, resetSeconds }: RateState): string {
  return `"${name}";r=${remaining};t=${resetSeconds}`;
}
