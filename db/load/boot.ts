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
/** A segment of its log. */
const ROOM_TO_OPEN_BYTES = 16 * 1024 * 1024;

export const catalogDir = () => env().catalogDir ?? join(/* turbopackIgnore: true */ process.cwd(), "db", "catalog");

class UnreachableError extends Error {
  override name = "UnreachableError";
}

/** The innermost cause; drivers wrap it in the text of the query, and Neon's gives an event, which is no Error. */
function reasonOf(error: unknown): string {
  const { cause, message, code } = Object(error) as { cause?: unknown; message?: string; code?: string };
  return cause === undefined ? message || code || "the connection failed" : reasonOf(cause);
}

/** A database that starts beside us may need a while until it answers. */
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

/** To open the embedded database after a crash is to write. On a full disk a start that failed would be tried in vain. */
async function roomToOpen() {
  for (let told = false; ; told = true) {
    try {
      return await requireRoom(env(), ROOM_TO_OPEN_BYTES);
    } catch (error) {
      // The folder is made when it is opened.
      if (!(error instanceof NoRoomError)) return;
      if (!told) logger.error("The disk of the embedded database is full. The server waits until there is free space.");
      await sleep(1_000);
    }
  }
}

/** What a person at the terminal needs to read: no stack where the message already says what to do. */
export function explain(error: unknown): string {
  const told = [EnvError, DatabaseInUseError, DamagedDatabaseError, CatalogFilesError, UnreachableError];
  if (error instanceof Error && told.some((kind) => error instanceof kind)) return error.message;
  if (!(error instanceof Error)) return redact(String(error));
  return redact(`${error.stack ?? error.message}${error.cause === undefined ? "" : `\nCaused by: ${reasonOf(error)}`}`);
}

/** Runs before the server answers its first request: migrations and catalogue. Ends the process when it cannot. */
export async function boot(): Promise<void> {
  try {
    if (env().building) return;
    requireServable(env());
    // On Vercel each instance would do it again; `npm run catalog:load` does it once when deploying.
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
