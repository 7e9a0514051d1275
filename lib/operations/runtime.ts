import { setTimeout as sleep } from "node:timers/promises";
import { getDb, requireRoom } from "@/db/client";
import { databasePrincipals } from "@/lib/access/principals";
import { processWide } from "@/lib/access/process-wide";
import { type RateLimiter, rateLimiterHere } from "@/lib/access/rate-limit";
import { sharedRateLimiter } from "@/lib/access/shared-rate-limit";
import { plainFilters } from "@/lib/discovery/page";
import { env } from "@/lib/env";
import { life } from "@/lib/observe/life";
import { prepareNames } from "@/lib/usage/chosen-models";
import type { Catalog } from "./catalog";
import { databaseCatalog } from "./database-catalog";
import type { Site } from "./define";
import { catalogFacts } from "./facts";
import { makeListsReady } from "./listed-records";
import { languageModelSurvey } from "./llm-market";
import type { Runtime } from "./run";
import { today } from "./views";

/** Time for the requests that waited for the start. */
const FIRST_READERS_MS = 250;
const FACTS_AFTER_MS = 1_000;

let serving: Runtime | undefined;

/** Returns the runtime of the server's operations. */
export function serverRuntime(): Runtime {
  if (serving) return serving;
  const made = runtimeOf();
  if (env().production) serving = made;
  return made;
}

function runtimeOf(): Runtime {
  const { siteName, siteUrl, trustedProxies, mcpOrigins, production } = env();
  const site = { name: siteName, url: siteUrl };
  return {
    catalog: production
      ? processWide("catalog", () => databaseCatalog(site, getDb, requireRoom))
      : developmentCatalog(site),
    limiter: processWide("rate-limiter", rateLimiter),
    principals: databasePrincipals(),
    site,
    trustedProxies,
    mcpOrigins,
    checkOutput: !production,
    now: () => new Date(),
    stage: () => life().stage,
  };
}

/**
 * Reads the data that every response needs, so that the first request does not wait for it. If this fails, that request
 * gets the error.
 */
export async function warmUp(): Promise<void> {
  const { building, onVercel } = env();
  if (building || onVercel) return;
  const { catalog, site, now } = serverRuntime();
  try {
    await catalog.categories();
    await sleep(FIRST_READERS_MS);
    // The first search builds the search index.
    await catalog.find(plainFilters("a", today(now())), 1);
  } catch {}
  // The first requests go first. The home page needs the same facts.
  setTimeout(() => {
    const context = { catalog, site, now: now() };
    catalogFacts(context)
      .then(() => makeListsReady(context))
      .then(() => languageModelSurvey(context))
      .then(prepareNames)
      .catch(() => {});
  }, FACTS_AFTER_MS).unref();
}

function rateLimiter(): RateLimiter {
  const { kv } = env();
  return kv ? sharedRateLimiter(kv) : rateLimiterHere();
}

let reloaded: Catalog | undefined;

/** Is reloaded with its module, so that edited code takes effect. */
function developmentCatalog(site: Site): Catalog {
  reloaded ??= databaseCatalog(site);
  return reloaded;
}
