import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, getConnection } from "@/db/client";
import { DatabaseInUseError } from "@/db/embedded-lock";
import { ping } from "@/db/queries/state";
import { EnvError, env } from "@/lib/env";
import { logger, redact } from "@/lib/logger";
import { CatalogFilesError } from "./files";
import { type LoadResult, loadCatalog } from "./load-catalog";

const WAIT_FOR_SERVER_MS = 30_000;

export const catalogDir = () => join(/* turbopackIgnore: true */ process.cwd(), "db", "catalog");

/** A database that starts beside us may need a while until it answers. */
async function reachable({ db, kind }: Connection) {
  const deadline = Date.now() + WAIT_FOR_SERVER_MS;
  for (;;) {
    try {
      return await ping(db);
    } catch (error) {
      if (kind === "embedded" || Date.now() >= deadline) throw error;
      logger.warn("database: no answer yet, trying again", { error: (error as Error).message });
      await sleep(1_000);
    }
  }
}

export async function prepare(connection: Connection, dir: string, log: (line: string) => void): Promise<LoadResult> {
  await reachable(connection);
  await connection.migrate();
  return loadCatalog(connection.db, { dir, log });
}

/** What a person at the terminal needs to read: no stack where the message already says what to do. */
export function explain(error: unknown): string {
  if (error instanceof EnvError || error instanceof DatabaseInUseError || error instanceof CatalogFilesError) {
    return error.message;
  }
  if (!(error instanceof Error)) return redact(String(error));
  const cause = error.cause instanceof Error ? `\nCaused by: ${error.cause.message || error.cause}` : "";
  return redact(`${error.stack ?? error.message}${cause}`);
}

/** Runs before the server answers its first request: migrations and catalogue. Ends the process when it cannot. */
export async function boot(): Promise<void> {
  try {
    // On Vercel each instance would do it again; `npm run catalog:load` does it once when deploying.
    if (env().building || env().onVercel) return;
    const started = Date.now();
    const { loaded, counts } = await prepare(await getConnection(), catalogDir(), (line) => logger.info(line));
    logger.info("ready", { loaded, ...counts, milliseconds: Date.now() - started });
  } catch (error) {
    console.error(`\nThe server cannot start.\n${explain(error)}\n`);
    process.exit(1);
  }
}
