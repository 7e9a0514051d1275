import { type Env, env } from "@/lib/env";
import type { Connection, Db } from "./connection";
import { type Filled, openEmbedded, ROOM_BYTES, roomIn } from "./embedded";
import { openNeon, openPostgres } from "./pools";

export type { Connection, Db } from "./connection";

/**
 * @param url undefined: the embedded database in `dataDir`
 * @param filled its initial files: see openEmbedded()
 */
export async function openDatabase(url: string | undefined, dataDir: string, filled?: Filled): Promise<Connection> {
  if (url === undefined) return openEmbedded(dataDir, undefined, filled);
  return /(^|\.)neon\.tech$/.test(new URL(url).hostname) ? openNeon(url) : openPostgres(url);
}

// On globalThis, because Next bundles instrumentation, routes and pages separately.
const shared = globalThis as typeof globalThis & { pricingDatabase?: Promise<Connection> };

/** @throws NoRoomError if the disk of the embedded database is almost full; a database server manages its own disk */
export async function requireRoom(
  { databaseUrl, dataDir }: Pick<Env, "databaseUrl" | "dataDir"> = env(),
  needed = ROOM_BYTES,
): Promise<void> {
  if (databaseUrl === undefined) await roomIn(dataDir, needed);
}

/** Returns the process's only connection, opened at first use. `filled`: the initial files of an embedded database. */
export function getConnection(filled?: Filled): Promise<Connection> {
  const { building, databaseUrl, dataDir } = env();
  if (building) {
    return Promise.reject(
      new Error("next build must not open the database: render this page on demand (await connection())."),
    );
  }
  shared.pricingDatabase ??= openDatabase(databaseUrl, dataDir, filled).catch((error) => {
    shared.pricingDatabase = undefined;
    throw error;
  });
  return shared.pricingDatabase;
}

/** Closes the embedded database cleanly, so that the next process has nothing to recover. */
export async function closeEmbedded(): Promise<void> {
  const connection = await shared.pricingDatabase;
  if (connection?.kind === "embedded") await connection.close();
}

export async function getDb(): Promise<Db> {
  return (await getConnection()).db;
}
