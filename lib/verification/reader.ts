import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import { open } from "@/lib/fetch/guarded";
import { botUserAgent, DELAY_MS } from "@/lib/fetch/policy";
import { politeFetcher } from "@/lib/fetch/polite";
import { logger } from "@/lib/logger";
import { readPricingPage } from "@/lib/reader";
import { pageReader } from "./read-page";

/**
 * Returns a reader that fetches by the rules of lib/fetch and reads by those of lib/reader. One per process.
 */
export function pageReaderOf({ oneOff = false }: { oneOff?: boolean } = {}) {
  const { siteUrl, verifyAllowPrivate, verifyModel, optedOutSites } = env();
  const now = () => new Date();
  const fetchPage = politeFetcher({
    open,
    now,
    sleep: (ms) => sleep(ms).then(() => {}),
    userAgent: botUserAgent(siteUrl),
    isOptedOut: (site) => optedOutSites.includes(site),
    allowPrivate: verifyAllowPrivate,
    // A page on one's own network needs no delay.
    delayMs: oneOff && verifyAllowPrivate ? 0 : DELAY_MS,
  });
  return pageReader({
    fetchPage,
    extract: readPricingPage,
    model: verifyModel ?? undefined,
    now,
    onBroken: (url, cause) => logger.error("a page could not be read", { url, cause }),
  });
}
