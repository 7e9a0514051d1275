import { type Connection, getConnection } from "@/db/client";
import { env } from "@/lib/env";
import { open } from "@/lib/fetch/guarded";
import { botUserAgent } from "@/lib/fetch/user-agent";
import { logger } from "@/lib/logger";
import {
  type CollectionReport,
  type CollectionRuntime,
  type CollectOptions,
  collect,
  type SourceOutcome,
} from "./collect";
import { databaseLedger } from "./database-ledger";
import { COLLECTORS, resolveWith } from "./known-lists";

/** Returns the collector's dependencies in this process. */
export function collectionRuntime(
  { db, kind }: Pick<Connection, "db" | "kind">,
  siteUrl = env().siteUrl,
): CollectionRuntime {
  const userAgent = botUserAgent(siteUrl);
  return {
    collectors: COLLECTORS,
    ledger: databaseLedger(db),
    open: (url, { headers, ...options }) => open(url, { ...options, headers: { ...headers, "user-agent": userAgent } }),
    resolve: resolveWith(db),
    // The embedded database has one process at a time.
    ...(kind === "embedded" && { aloneSince: new Date(Date.now() - process.uptime() * 1000) }),
  };
}

const LOGGED_AS: Record<SourceOutcome, typeof logger.info> = {
  done: logger.info,
  unchanged: logger.info,
  busy: logger.info,
  interrupted: logger.info,
  failed: logger.warn,
  refused: logger.warn,
  stopped: logger.debug,
};

/** Collects in the server's own process and logs the results. */
export async function collectInServer(
  options: Pick<CollectOptions, "sources" | "deadline"> = {},
): Promise<CollectionReport> {
  const report = await collect(collectionRuntime(await getConnection()), { ...options, now: () => new Date() });
  for (const { source, outcome, counts, report: told } of report.runs) {
    // For a stopped list, the run that stopped it has already logged the reason.
    const log = LOGGED_AS[outcome];
    log("a list was collected", { source, outcome, ...counts, ...(told.length > 0 && { told }) });
  }
  return report;
}
