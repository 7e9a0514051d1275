import { chmodSync, mkdirSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { turnTaken } from "@/lib/awaitable";
import { type Env, env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { waited } from "@/lib/observe/observe";
import { EMPTY_CLUSTER, ofBuild, placeCluster } from "./cluster";
import { claimDatabase } from "./embedded-lock";
import { again, hasMadeWay, isConnectionFault, mayBeAskedAgain, WRITES } from "./faults";
import { queryName } from "./query-name";
import * as schema from "./schema";

type Rows<Row> = { rows: Row[] };

interface RowsResult extends PgQueryResultHKT {
  type: Rows<this["row"]>;
}

/**
 * What Neon, node-postgres and PGlite have in common. A transaction is a Db too: inside one, use only it, because
 * PGlite has a single connection and the outer handle would wait for ever.
 */
export type Db = PgDatabase<RowsResult, typeof schema>;

export type Connection = {
  db: Db;
  kind: "embedded" | "neon" | "postgres";
  /** Applies the migrations that are missing; safe with several processes at once. */
  migrate(): Promise<void>;
  close(): Promise<void>;
};

/** What no statement takes, and no transaction rests between two: an answer would be late, and others would wait. */
const MOST_SECONDS = 60;
const bounded = (seconds: number) =>
  `set statement_timeout = '${seconds}s'; set idle_in_transaction_session_timeout = '${seconds}s'`;
const POOL = {
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 30_000,
  // Not as parameters of the connection, which a pooler in between refuses.
  onConnect: async (client: { query(text: string): Promise<unknown> }) => {
    await client.query(bounded(MOST_SECONDS)).catch((error: unknown) => {
      // Whoever is lent it hears the same. Told here, the pool would wait for the end of what has ended, and so would they.
      if (!isConnectionFault(error)) throw error;
    });
  },
};
/** Of one process, and of all of them on a machine; PostgreSQL takes 100 where nobody changed that. */
const CONNECTIONS = { least: 2, most: 10, together: 40 };
const MIGRATION_LOCK = 7_265_390_011;

function connectionsEach({ processes }: Pick<Env, "processes"> = env()): number {
  const { least, most, together } = CONNECTIONS;
  return Math.max(least, Math.min(most, Math.floor(together / processes)));
}

const migrations = () => ({ migrationsFolder: join(/* turbopackIgnore: true */ process.cwd(), "db", "migrations") });

type Releasable = { query(text: string, values?: unknown[]): Promise<unknown>; release(destroy: boolean): void };

async function exclusively<Client extends Releasable>(
  connect: () => Promise<Client>,
  work: (c: Client) => Promise<void>,
) {
  const client = await connect();
  try {
    await client.query(bounded(0));
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await work(client);
  } finally {
    // The lock ends with the connection.
    client.release(true);
  }
}

// An error event without a listener would end the process.
const reportLostConnection = (reason: unknown) =>
  logger.warn("database: a connection ended", { error: asError(reason) });

/** Neon's driver passes a WebSocket's event on where there should be an error. */
function asError(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  const { message, error } = Object(reason) as { message?: string; error?: unknown };
  return new Error(`Connection terminated: ${message || "no reason was given"}`, { cause: error });
}

/** After so long without a question the process may have been frozen, and its connections ended meanwhile. */
const RESTED_MS = 5_000;

/** Whatever had arrived is read: between two turns the loop looks at every connection; a WebSocket's end takes some more. */
async function whatArrivedIsRead() {
  for (let turn = 0; turn < 16; turn += 1) await turnOfTheLoop();
}

type Lent = { query(...given: unknown[]): Promise<unknown>; release(broken?: Error): void };
type Asked = { query(...given: unknown[]): unknown };
type LendingPool = Asked & {
  on(event: "error", listener: (reason: unknown) => void): unknown;
  on(
    event: "connect",
    listener: (client: Asked & { on(event: "error", listener: (reason: unknown) => void): unknown }) => void,
  ): unknown;
  connect(...callback: unknown[]): unknown;
};

const waitedFor = <T>(name: string, work: () => Promise<T>) =>
  waited("database", { name, attributes: { "db.query.summary": name } }, work);

/** A statement that stands alone is asked again where that can do no harm. */
function askAgain(asked: Asked): void {
  const query = asked.query.bind(asked);
  asked.query = (...given) => {
    const [what] = given as [string | { text?: string }];
    const text = typeof what === "string" ? what : (what.text ?? "");
    return again(
      () => query(...given) as Promise<unknown>,
      (error) => mayBeAskedAgain(text, error),
    );
  };
}

/**
 * A transaction that was undone begins anew, so its work must do nothing that lasts but by `tx`. Once its work is done
 * a connection that breaks may have broken behind the commit: then nobody can tell, and it does not.
 */
function beginAnew(db: Db): Db {
  const transaction = db.transaction.bind(db);
  db.transaction = (work, config) => {
    let isDone = false;
    const whole = () => {
      isDone = false;
      return transaction(async (tx) => {
        const value = await work(tx);
        isDone = true;
        return value;
      }, config);
    };
    return again(whole, (error) => hasMadeWay(error) || (!isDone && isConnectionFault(error)));
  };
  return db;
}

/** Has statements measured while they are waited for. A callback tells that the pool waits, for a statement of its own. */
function measure(asked: Asked): void {
  const query = asked.query.bind(asked);
  asked.query = (...given) =>
    typeof given.at(-1) === "function"
      ? query(...given)
      : waitedFor(queryName(given[0]), () => query(...given) as Promise<unknown>);
}

/**
 * Drizzle gives a client back only if its transaction could begin, and hears no error of a client that it holds. So a
 * connection that breaks at the wrong moment would stay lent for ever, and after ten of them nothing would be answered.
 * What an instance that was frozen hears first may be a question: it reads what its connections have to say before it
 * lends one.
 */
function keepLending(pool: LendingPool) {
  // What the pool says of an idle client, the client has said.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", reportLostConnection);
    measure(client);
  });
  askAgain(pool);
  measure(pool);
  const connect = pool.connect.bind(pool);
  let asked = Date.now();
  pool.connect = (...callback: unknown[]) => {
    const rested = Date.now() - asked >= RESTED_MS;
    const lend = (...told: unknown[]) => {
      asked = Date.now();
      return connect(...told);
    };
    const [done] = callback;
    if (typeof done === "function") {
      const told = (reason: unknown, ...lent: unknown[]) => done(reason && asError(reason), ...lent);
      return rested ? void whatArrivedIsRead().then(() => lend(told)) : lend(told);
    }
    const lent = () => (rested ? whatArrivedIsRead().then(() => lend()) : lend()) as Promise<Lent>;
    const failed = (reason: unknown) => Promise.reject(asError(reason));
    return waitedFor("connect", () => lent().catch(failed)).then(takenBackUnlessBegun);
  };
}

function takenBackUnlessBegun(client: Lent): Lent {
  const { query } = client;
  client.query = (...given) => {
    client.query = query;
    const result = query.apply(client, given);
    const [asked] = given as [string | { text?: string }];
    const begins = /^begin\b/i.test(typeof asked === "string" ? asked : (asked.text ?? ""));
    if (begins) result.catch((error: Error) => client.release(error));
    return result;
  };
  return client;
}

/** Neon's pooler hands a connection on after each transaction, and a session's lock would be lost with it. */
export function pastThePooler(url: string): string {
  const direct = new URL(url);
  direct.hostname = direct.hostname.replace(/^([^.]+)-pooler\./, "$1.");
  return direct.href;
}

async function openNeon(url: string): Promise<Connection> {
  const [{ Pool, neonConfig }, { drizzle }, { migrate }] = await Promise.all([
    import("@neondatabase/serverless"),
    import("drizzle-orm/neon-serverless"),
    import("drizzle-orm/neon-serverless/migrator"),
  ]);
  if (typeof WebSocket === "undefined") neonConfig.webSocketConstructor = (await import("ws")).WebSocket;
  const pool = new Pool({ connectionString: url, ...POOL, max: connectionsEach() });
  keepLending(pool);
  return {
    db: beginAnew(drizzle(pool, { schema }) as unknown as Db),
    kind: "neon",
    async migrate() {
      const sessions = new Pool({ ...POOL, connectionString: pastThePooler(url), max: 1 });
      keepLending(sessions);
      try {
        await exclusively(
          () => sessions.connect(),
          (client) => migrate(drizzle(client), migrations()),
        );
      } finally {
        await sessions.end();
      }
    },
    close: () => pool.end(),
  };
}

async function openPostgres(url: string): Promise<Connection> {
  const [{ default: pg }, { drizzle }, { migrate }] = await Promise.all([
    import("pg"),
    import("drizzle-orm/node-postgres"),
    import("drizzle-orm/node-postgres/migrator"),
  ]);
  const pool = new pg.Pool({ connectionString: url, ...POOL, max: connectionsEach() });
  keepLending(pool);
  return {
    db: beginAnew(drizzle(pool, { schema }) as unknown as Db),
    kind: "postgres",
    migrate: () =>
      exclusively(
        () => pool.connect(),
        (client) => migrate(drizzle(client), migrations()),
      ),
    close: () => pool.end(),
  };
}

/**
 * The whole database is smaller than PostgreSQL's own 128 MB of buffers, which it would fill and never give back; the
 * system keeps its files in memory already.
 */
const EMBEDDED_SETTINGS = ["shared_buffers=16MB"];

/** What the embedded database must be able to write before it is full: two segments of its log. */
const ROOM_BYTES = 32 * 1024 * 1024;
const LOOK_FOR_ROOM_MS = 1_000;

export class NoRoomError extends Error {
  override name = "NoRoomError";
  constructor() {
    super("The disk of the embedded database is full.");
  }
}

async function roomIn(dataDir: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < needed) throw new NoRoomError();
}

type Query = (...given: unknown[]) => Promise<unknown>;
type Embedded = {
  query: Query;
  transaction(work: (tx: Pick<Embedded, "query">) => Promise<unknown>): Promise<unknown>;
};

/** Puts something around every question, those within a transaction too. */
function aroundEachQuery(embedded: Embedded, around: (query: Query) => Query): void {
  const wrapped = (asked: Pick<Embedded, "query">) => {
    asked.query = around(asked.query.bind(asked));
    return asked;
  };
  const transaction = embedded.transaction.bind(embedded);
  embedded.transaction = (work) => transaction((tx) => work(wrapped(tx)));
  wrapped(embedded);
}

/** By their numbers: what has to do with time, and lists of that and of numbers. */
const READ_BY_DRIZZLE = [1082, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231];
const AS_TEXT = Object.fromEntries(READ_BY_DRIZZLE.map((type) => [type, (text: string) => text]));

/**
 * Drizzle says with each question that it reads some types by itself, and PGlite then lays all its parsers out anew, for
 * longer than most questions take. So PGlite is told once.
 */
function withItsParsers(client: unknown): void {
  aroundEachQuery(
    client as Embedded,
    (query) => (text, values, options) =>
      query(text, values, options && { ...(options as object), parsers: undefined }),
  );
}

/** PGlite answers within the process, and its promises wait for no turn: a row of questions would keep out all readers. */
function givingTurns(client: unknown): void {
  aroundEachQuery(client as Embedded, (query) => (...given) => {
    const turn = turnTaken();
    return turn ? turn.then(() => query(...given)) : query(...given);
  });
}

/**
 * Reading, too, writes to the log of a database with checksums, and where that cannot grow PGlite answers nothing more.
 * So what a disk has left when it is all but full is kept for readers, and should it run out nonetheless, the process
 * ends: the next one recovers.
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

/** Its log could not be written, or the machine that it runs in has stopped; it says so of each question after that. */
function hasLostItsLog(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) return true;
  const { code, message, severity } = Object(error) as { code?: string; message?: string; severity?: string };
  if (severity === "PANIC" || severity === "FATAL") return true;
  return (code === "53100" && /\bpg_wal\b/.test(message ?? "")) || (code === "24000" && /portal/.test(message ?? ""));
}

function endWithoutLog(error: unknown): void {
  console.error("The embedded database could not write its log and answers no more; this process ends.", error);
  process.exit(1);
}

type Filled = () => Promise<string | undefined>;

/**
 * @param dataDir null: in memory
 * @param dump what the database begins with, as PGlite dumped it
 * @param filled asked where there are no files yet: those that it begins with; else the empty ones of the build
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
      // It holds who bought what. PGlite makes files as its own system would, for all to read.
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
    measure(client as Asked);
    const transaction = client.transaction.bind(client);
    client.transaction = (work) => waitedFor("transaction", () => transaction(work));
    const db = drizzle(client, { schema });
    return {
      db: db as unknown as Db,
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

/**
 * @param url undefined: the embedded database in `dataDir`
 * @param filled what that begins with: see openEmbedded()
 */
export async function openDatabase(url: string | undefined, dataDir: string, filled?: Filled): Promise<Connection> {
  if (url === undefined) return openEmbedded(dataDir, undefined, filled);
  return /(^|\.)neon\.tech$/.test(new URL(url).hostname) ? openNeon(url) : openPostgres(url);
}

// On globalThis, because Next bundles instrumentation, routes and pages apart from one another.
const shared = globalThis as typeof globalThis & { pricingDatabase?: Promise<Connection> };

/** @throws NoRoomError where the disk of the embedded database is all but full; a server elsewhere looks after itself */
export async function requireRoom(
  { databaseUrl, dataDir }: Pick<Env, "databaseUrl" | "dataDir"> = env(),
  needed = ROOM_BYTES,
): Promise<void> {
  if (databaseUrl === undefined) await roomIn(dataDir, needed);
}

/** The process's one connection, opened at first use. `filled`: what an embedded database then begins with. */
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

export async function getDb(): Promise<Db> {
  return (await getConnection()).db;
}
