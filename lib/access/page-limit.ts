import { randomBytes } from "node:crypto";
import type { Awaitable } from "@/lib/awaitable";
import { processWide } from "./process-wide";
import { type RatePolicy, type RateState, rateLimiterHere } from "./rate-limit";
import { senderOf } from "./sender";

/**
 * Limit for requests outside the API: pages, their Markdown versions, badges, images and forms. It is far above the
 * needs of a person or a well-behaved crawler. Each machine counts separately, because a page must not wait for a
 * store.
 */
export const PAGES: RatePolicy = { name: "pages", quota: 1_200, windowSeconds: 60 };

/** Unit cost of a request: for a cached page, for a rendered page, and the surcharge if there is no page. */
export const PAGE_COST = { kept: 1, drawn: 3, missing: 4 } as const;

/** Charges the client that requests a page. */
export async function chargePage(headers: Headers, trustedProxies: number, cost: number): Promise<RateState> {
  // A page that is rendered for all clients is charged to each client that gets it.
  if (headers.has(drawnForAll())) return chargeBucket("", 0);
  return chargeBucket(senderOf(headers, trustedProxies), cost);
}

/** `cost` 0 reads the state without charging. */
export function chargeBucket(bucket: string, cost: number): Awaitable<RateState> {
  return rateLimiterHere().take(PAGES, bucket, cost);
}

/** Returns the header with which our own server requests a page for all clients. No client can guess its name. */
export function drawnForAll(): string {
  return processWide("drawn-for-all", () => `x-drawn-${randomBytes(16).toString("hex")}`);
}
