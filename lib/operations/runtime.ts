import { processWide } from "@/lib/access/process-wide";
import { memoryRateLimiter } from "@/lib/access/rate-limit";
import { env } from "@/lib/env";
import { databaseCatalog } from "./database-catalog";
import type { Runtime } from "./run";

/** What the running server's operations work on. */
export function serverRuntime(): Runtime {
  const { siteName, siteUrl, trustedProxies, production } = env();
  const site = { name: siteName, url: siteUrl };
  return {
    catalog: processWide("catalog", () => databaseCatalog(site)),
    limiter: processWide("rate-limiter", () => memoryRateLimiter()),
    site,
    trustedProxies,
    checkOutput: !production,
    now: () => new Date(),
  };
}
