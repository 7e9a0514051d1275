import { randomBytes } from "node:crypto";
import type { Awaitable } from "@/lib/awaitable";
import { processWide } from "./process-wide";
import { type RatePolicy, type RateState, rateLimiterHere } from "./rate-limit";
import { senderOf } from "./sender";

/**
 * For what is read beside the API: pages, their twins in Markdown, badges, pictures and forms. Far above what a person
 * or a well-behaved crawler asks for. Each machine counts for itself: a page must not wait for a store.
 */
export const PAGES: RatePolicy = { name: "pages", quota: 1_200, windowSeconds: 60 };

/** What a request costs of the quota: a kept page, one that is drawn anew, and what more where nothing stands there. */
export const PAGE_COST = { kept: 1, drawn: 3, missing: 4 } as const;

/** Charges the sender of a request for a page. */
export async function chargePage(headers: Headers, trustedProxies: number, cost: number): Promise<RateState> {
  // What is drawn for all is charged to each who gets it.
  if (headers.has(drawnForAll())) return chargeBucket("", 0);
  return chargeBucket(senderOf(headers, trustedProxies), cost);
}

/** `cost` 0 looks without charging. */
export function chargeBucket(bucket: string, cost: number): Awaitable<RateState> {
  return rateLimiterHere().take(PAGES, bucket, cost);
}

/** Header of a request that our own server makes to have a page drawn for all; no client can guess its name. */
export function drawnForAll(): string {
  return processWide("drawn-for-all", () => `x-drawn-${randomBytes(16).toString("hex")}`);
}
