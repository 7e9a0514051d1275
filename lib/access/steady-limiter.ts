import { logger } from "@/lib/logger";
import type { RateLimiter, RateState } from "./rate-limit";

/** How long a store that failed is left alone. */
const REST_MS = 5_000;

export class StoreRests extends Error {
  override name = "StoreRests";
}

/** Not the clock on the wall: set back by an hour, it would leave the store alone for as long. */
const elapsed = () => Math.round(performance.now());

/**
 * A limiter whose store may fail: from then on it is tried with one request every few seconds, and every other request
 * is told at once instead of waiting for it. The log says when the store went and when it is back, and nothing between.
 */
export function steady(limiter: RateLimiter, { restMs = REST_MS, clock = elapsed } = {}) {
  let failedAt: number | null = null;
  let triedAt = 0;
  return {
    async take(...[policy, bucket, cost]: Parameters<RateLimiter["take"]>): Promise<RateState> {
      if (failedAt !== null) {
        if (clock() - triedAt < restMs) throw new StoreRests("the rate limit store did not respond recently");
        triedAt = clock();
      }
      try {
        const state = await limiter.take(policy, bucket, cost);
        if (failedAt !== null) {
          logger.info("the rate limit store responds again", { afterMs: clock() - failedAt });
          failedAt = null;
        }
        return state;
      } catch (cause) {
        if (failedAt === null) {
          failedAt = clock();
          logger.warn("the rate limit store does not respond; reads are not rate limited until it does", { cause });
        }
        triedAt = clock();
        throw cause;
      }
    },
  };
}
