import { type RatePolicy, type RateState, rateLimiterHere } from "./rate-limit";
import { senderOf } from "./sender";

/**
 * For what is read beside the API: pages, their twins in Markdown, badges, pictures and forms. Far above what a person
 * or a well-behaved crawler asks for. Each machine counts for itself: a page must not wait for a store.
 */
export const PAGES: RatePolicy = { name: "pages", quota: 1_200, windowSeconds: 60 };

/** What a request costs of the quota: a kept page, one that is drawn anew, and an address at which nothing stands. */
export const PAGE_COST = { kept: 1, drawn: 3, missing: 5 } as const;

/** Charges the sender of a request for a page. */
export async function chargePage(headers: Headers, trustedProxies: number, cost: number): Promise<RateState> {
  return rateLimiterHere().take(PAGES, senderOf(headers, trustedProxies), cost);
}
