import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, getConnection, requireRoom } from "@/db/client";
import { DamagedDatabaseError, NoRoomError } from "@/db/embedded";
import { DatabaseInUseError } from "@/db/embedded-lock";
import { ping } from "@/db/queries/state";
import { EnvError, env, gapsOnVercel, requireServable } from "@/lib/env";
import { logger, redact } from "@/lib/logger";
import { CatalogFilesError } from "./files";
import { filledCluster } from "./filled";
import { type LoadResult, loadCatalog } from "./load-catalog";

const WAIT_FOR_SERVER_MS = 30_000;
/** One segment of its log. */
const ROOM_TO_OPEN_BYTES = 16 * 1024 * 1024;

export const catalogDir = () => env().catalogDir ?? join(/* turbopackIgnore: true */ process.cwd(), "db", "catalog");

class UnreachableError extends Error {
  override name = "UnreachableError";
}

/**
 * Returns the innermost cause. Drivers wrap it in the query's text, and Neon's passes an event, which is not an Error.
 */
function reasonOf(error: unknown): string {
  const { cause, message, code } = Object(error) as { cause?: unknown; message?: string; code?: string };
  return cause === undefined ? message || code || "the connection failed" : reasonOf(cause);
}

/** Waits for a database that starts at the same time and may need a while to respond. */
async function reachable({ db, kind }: Connection) {
  const deadline = Date.now() + WAIT_FOR_SERVER_MS;
  for (;;) {
    try {
      return await ping(db);
    } catch (error) {
      if (kind === "embedded") throw error;
      if (Date.now() >= deadline) {
        throw new UnreachableError(`The database in DATABASE_URL does not respond: ${redact(reasonOf(error))}`);
      }
      logger.warn("database: no response yet, retrying", { reason: reasonOf(error) });
      await sleep(1_000);
    }
  }
}

export async function prepare(connection: Connection, dir: string, log: (line: string) => void): Promise<LoadResult> {
  await reachable(connection);
  await connection.migrate();
  return loadCatalog(connection.db, { dir, log });
}

/**
 * Waits for free disk space, because opening the embedded database after a crash writes. On a full disk, restarts would
 * fail.
 */
async function roomToOpen() {
  for (let told = false; ; told = true) {
    try {
      return await requireRoom(env(), ROOM_TO_OPEN_BYTES);
    } catch (error) {
      // Opening the database creates the folder.
      if (!(error instanceof NoRoomError)) return;
      if (!told) logger.error("The disk of the embedded database is full. The server waits until there is free space.");
      await sleep(1_000);
    }
  }
}

/** Returns the error text for a person at the terminal, without a stack if the message already says what to do. */
export function explain(error: unknown): string {
  const told = [EnvError, DatabaseInUseError, DamagedDatabaseError, CatalogFilesError, UnreachableError];
  if (error instanceof Error && told.some((kind) => error instanceof kind)) return error.message;
  if (!(error instanceof Error)) return redact(String(error));
  return redact(`${error.stack ?? error.message}${error.cause === undefined ? "" : `\nCaused by: ${reasonOf(error)}`}`);
}

/** Runs migrations and loads the catalogue before the server's first response. Ends the process on failure. */
export async function boot(): Promise<void> {
  try {
    if (env().building) return;
    requireServable(env());
    // On Vercel each instance would repeat it. `npm run catalog:load` does it once per deployment.
    if (env().onVercel) {
      const missing = gapsOnVercel(env());
      if (missing.length > 0) logger.warn("some settings of this deployment are missing", { missing });
      return;
    }
    await roomToOpen();
    const started = Date.now();
    const dir = catalogDir();
    const connection = await getConnection(() => filledCluster(dir));
    const { loaded, counts } = await prepare(connection, dir, (line) => logger.info(line));
    logger.info("ready", { loaded, ...counts, milliseconds: Date.now() - started });
  } catch (error) {
    console.error(`\nThe server cannot start.\n${explain(error)}\n`);
    process.exit(1);
  }
}
