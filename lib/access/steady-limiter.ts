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
        if (clock() - triedAt < restMs) throw new StoreRests("the store of the rate limits did not answer lately");
        triedAt = clock();
      }
      try {
        const state = await limiter.take(policy, bucket, cost);
        if (failedAt !== null) {
          logger.info("rate limits: their store answers again", { afterMs: clock() - failedAt });
          failedAt = null;
        }
        return state;
      } catch (cause) {
        if (failedAt === null) {
          failedAt = clock();
          logger.warn("rate limits: their store does not answer; reads pass until it does", { cause });
        }
        triedAt = clock();
        throw cause;
      }
    },
  };
}
