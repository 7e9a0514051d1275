import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { turnTaken } from "@/lib/awaitable";
import { EMPTY_CLUSTER, ofBuild, placeCluster } from "./cluster";
import { type Connection, measure, migrations, waitedFor } from "./connection";
import { claimDatabase } from "./embedded-lock";
import { WRITES } from "./faults";
import * as schema from "./schema";

/**
 * The whole database is smaller than PostgreSQL's default 128 MB of buffers, which it would fill and never release; the
 * operating system already caches its files. Of its log files of 16 MB, it would retain as many as it once needed.
 */
const EMBEDDED_SETTINGS = ["shared_buffers=16MB", "min_wal_size=32MB", "max_wal_size=32MB"];

/** Free space that the embedded database needs for writing: two segments of its log. */
export const ROOM_BYTES = 32 * 1024 * 1024;
const LOOK_FOR_ROOM_MS = 1_000;

export class NoRoomError extends Error {
  override name = "NoRoomError";
  constructor() {
    super("The disk of the embedded database is full.");
  }
}

export class DamagedDatabaseError extends Error {
  override name = "DamagedDatabaseError";
  constructor(dir: string) {
    super(
      `The folder of the embedded database has no PG_VERSION file: ${dir}\n` +
        "Part of the database is missing. Restore the folder from a backup, or move it away to start with a new database.",
    );
  }
}

/**
 * Refuses a damaged folder. PGlite would create a new database in it, over the existing purchases.
 * @throws DamagedDatabaseError
 */
export function requireWholeCluster(dir: string): void {
  const files = readdirSync(dir);
  if (files.length > 0 && !files.includes("PG_VERSION")) throw new DamagedDatabaseError(dir);
}

/** @throws NoRoomError */
export async function roomIn(dataDir: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < needed) throw new NoRoomError();
}

type Query = (...given: unknown[]) => Promise<unknown>;
type Embedded = {
  query: Query;
  transaction(work: (tx: Pick<Embedded, "query">) => Promise<unknown>): Promise<unknown>;
};

/** Wraps every query, including those in a transaction. */
function aroundEachQuery(embedded: Embedded, around: (query: Query) => Query): void {
  const wrapped = (asked: Pick<Embedded, "query">) => {
    asked.query = around(asked.query.bind(asked));
    return asked;
  };
  const transaction = embedded.transaction.bind(embedded);
  embedded.transaction = (work) => transaction((tx) => work(wrapped(tx)));
  wrapped(embedded);
}

/** PostgreSQL type numbers of dates, times and intervals, and of lists of these and of numbers. */
const READ_BY_DRIZZLE = [1082, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231];
const AS_TEXT = Object.fromEntries(READ_BY_DRIZZLE.map((type) => [type, (text: string) => text]));

/**
 * Removes the parsers from each query. Drizzle passes its own parsers for some types, and PGlite then rebuilds all its
 * parsers, which takes longer than most queries. So PGlite gets them once.
 */
function withItsParsers(client: unknown): void {
  aroundEachQuery(
    client as Embedded,
    (query) => (text, values, options) =>
      query(text, values, options && { ...(options as object), parsers: undefined }),
  );
}

/**
 * Lets other work run between queries. PGlite responds in the same process without yielding to the event loop, so a
 * series of queries would block all readers.
 */
function givingTurns(client: unknown): void {
  aroundEachQuery(client as Embedded, (query) => (...given) => {
    const turn = turnTaken();
    return turn ? turn.then(() => query(...given)) : query(...given);
  });
}

/**
 * Watches the free disk space. In a database with checksums, reading also writes to the log, and PGlite stops
 * responding if the log cannot grow. So writes are refused when the disk is almost full, which reserves the rest for
 * readers. If it still runs out, the process ends, and the next one recovers.
 */
function watchItsDisk(client: unknown, dataDir: string, end = endWithoutLog): void {
  let lookedAt = 0;
  const endIfBroken = (error: unknown): never => {
    if (hasLostItsLog(error)) end(error);
    throw error;
  };
  const embedded = client as Embedded;
  aroundEachQuery(embedded, (query) => async (...given) => {
    if (WRITES.test(String(given[0])) && performance.now() - lookedAt > LOOK_FOR_ROOM_MS) {
      await roomIn(dataDir, ROOM_BYTES);
      lookedAt = performance.now();
    }
    return query(...given).catch(endIfBroken);
  });
  const transaction = embedded.transaction.bind(embedded);
  embedded.transaction = (work) => transaction(work).catch(endIfBroken);
}

/**
 * Returns whether the log could not be written or the WebAssembly machine has stopped. Every later query then fails the
 * same way.
 */
function hasLostItsLog(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) return true;
  const { code, message, severity } = Object(error) as { code?: string; message?: string; severity?: string };
  if (severity === "PANIC" || severity === "FATAL") return true;
  return (code === "53100" && /\bpg_wal\b/.test(message ?? "")) || (code === "24000" && /portal/.test(message ?? ""));
}

function endWithoutLog(error: unknown): void {
  console.error("The embedded database could not write its log and has stopped responding. This process stops.", error);
  process.exit(1);
}

export type Filled = () => Promise<string | undefined>;

/**
 * @param dataDir null: in memory
 * @param dump initial data, as dumped by PGlite
 * @param filled returns the initial files for a new folder; without it, the build's empty files are used
 */
export async function openEmbedded(dataDir: string | null, dump?: Blob, filled?: Filled): Promise<Connection> {
  const [{ PGlite }, { pg_trgm }, { drizzle }, { migrate }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite/contrib/pg_trgm"),
    import("drizzle-orm/pglite"),
    import("drizzle-orm/pglite/migrator"),
  ]);
  const release = dataDir === null ? () => {} : await claimDatabase(join(dataDir, "pglite.lock"));
  try {
    if (dataDir !== null) {
      await placeCluster(async () => (await filled?.()) ?? ofBuild(EMPTY_CLUSTER), join(dataDir, "pglite"));
      mkdirSync(join(dataDir, "pglite"), { recursive: true });
      requireWholeCluster(join(dataDir, "pglite"));
      // It contains purchases. PGlite creates files that every user can read.
      chmodSync(dataDir, 0o700);
    }
    const client = await PGlite.create({
      dataDir: dataDir === null ? "memory://" : join(dataDir, "pglite"),
      extensions: { pg_trgm },
      startParams: [...PGlite.defaultStartParams, ...EMBEDDED_SETTINGS.flatMap((setting) => ["-c", setting])],
      loadDataDir: dump,
      parsers: AS_TEXT,
    });
    withItsParsers(client);
    givingTurns(client);
    if (dataDir !== null) watchItsDisk(client, dataDir);
    measure(client);
    const transaction = client.transaction.bind(client);
    client.transaction = (work) => waitedFor("transaction", () => transaction(work));
    const db = drizzle(client, { schema });
    return {
      db,
      kind: "embedded",
      migrate: () => migrate(db, migrations()),
      async close() {
        await client.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
