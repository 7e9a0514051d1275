import { logger } from "@/lib/logger";
import type { RateLimiter, RateState } from "./rate-limit";

/** How long a store that failed is not tried again. */
const REST_MS = 5_000;

export class StoreRests extends Error {
  override name = "StoreRests";
}

/** Not the wall clock: if it were set back by an hour, the store would not be tried for that hour. */
const elapsed = () => Math.round(performance.now());

/**
 * Returns a limiter for a store that may fail. After a failure, one request every few seconds tries the store, and
 * every other request fails at once instead of waiting. The log says when the store fails and when it responds again,
 * and nothing in between.
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
