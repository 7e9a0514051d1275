import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { type Env, env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { type Asked, type Connection, type Db, measure, migrations, waitedFor } from "./connection";
import { again, hasMadeWay, isConnectionFault, isHung, mayBeAskedAgain } from "./faults";
import { hasNoLimit, withoutLimit } from "./patience";
import { statementText } from "./query-name";
import * as schema from "./schema";

/** PostgreSQL ends statements that take longer, and transactions that are idle for longer. */
const BOUNDS = { statement: 10, idle: 60 };
const bounded = ({ statement, idle }: typeof BOUNDS) =>
  `set statement_timeout = '${statement}s'; set idle_in_transaction_session_timeout = '${idle}s'`;
/** A server that has not responded to a statement after this time hangs. Longer than PostgreSQL's own limit. */
const QUERY_MS = 12_000;
/** For statements without a limit: the longest timer of Node.js. */
const NO_LIMIT_MS = 2 ** 31 - 1;
const POOL = {
  query_timeout: QUERY_MS,
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 30_000,
  // Not as connection parameters, because a connection pooler rejects them.
  onConnect: async (client: { query(text: string): Promise<unknown> }) => {
    await client.query(bounded(BOUNDS)).catch((error: unknown) => {
      // The client's user gets the same error. Throwing here would make the pool wait for a dead connection's end, for
      // ever.
      if (!isConnectionFault(error)) throw error;
    });
  },
};
/** Limits for one process (`least`, `most`) and for all processes on a machine. PostgreSQL's default is 100. */
const CONNECTIONS = { least: 2, most: 10, together: 40 };
const MIGRATION_LOCK = 7_265_390_011;

function connectionsEach({ processes }: Pick<Env, "processes"> = env()): number {
  const { least, most, together } = CONNECTIONS;
  return Math.max(least, Math.min(most, Math.floor(together / processes)));
}

type Releasable = { query(text: string, values?: unknown[]): Promise<unknown>; release(destroy: boolean): void };

function exclusively<Client extends Releasable>(connect: () => Promise<Client>, work: (c: Client) => Promise<void>) {
  return withoutLimit(() => locked(connect, work));
}

async function locked<Client extends Releasable>(connect: () => Promise<Client>, work: (c: Client) => Promise<void>) {
  const client = await connect();
  try {
    await client.query(bounded({ statement: 0, idle: 0 }));
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await work(client);
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
  }
}

// An error event without a listener would end the process.
const reportLostConnection = (reason: unknown) => logger.warn("database: connection lost", { error: asError(reason) });

/** Converts to an Error. Neon's driver may pass a WebSocket's event instead. */
function asError(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  const { message, error } = Object(reason) as { message?: string; error?: unknown };
  return new Error(`Connection terminated: ${message || "no reason given"}`, { cause: error });
}

/** After this long without a query, the process may have been frozen and its connections closed meanwhile. */
const RESTED_MS = 5_000;

/**
 * Waits until arrived data are read. The event loop checks every connection between turns; a closed WebSocket takes
 * longer.
 */
async function whatArrivedIsRead() {
  for (let turn = 0; turn < 16; turn += 1) await turnOfTheLoop();
}

type Lent = { query(...given: unknown[]): Promise<unknown>; release(broken?: Error): void };
type Client = Asked & {
  on(event: "error", listener: (reason: unknown) => void): unknown;
  end(): Promise<unknown>;
};
type LendingPool = Asked & {
  on(event: "error", listener: (reason: unknown) => void): unknown;
  on(event: "connect", listener: (client: Client) => void): unknown;
  connect(...callback: unknown[]): unknown;
};

/**
 * Closes a hung connection, so that the pool does not lend it again. Statements of withoutLimit() have no time limit.
 */
function endIfHung(client: Client): void {
  const query = client.query.bind(client);
  client.query = (...given) => {
    const result = query(...(hasNoLimit() ? patient(given) : given));
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (isHung(error)) void client.end().catch(() => {});
      });
    }
    return result;
  };
}

function patient([statement, ...rest]: unknown[]): unknown[] {
  const config = typeof statement === "string" ? { text: statement } : statement;
  return [{ ...Object(config), query_timeout: NO_LIMIT_MS }, ...rest];
}

/** Retries a single statement if a retry is harmless. */
function askAgain(asked: Asked): void {
  const query = asked.query.bind(asked);
  asked.query = (...given) =>
    again(
      () => query(...given) as Promise<unknown>,
      (error) => mayBeAskedAgain(statementText(given[0]), error),
    );
}

/**
 * Retries a transaction that was rolled back, so its work must have no lasting effect except through `tx`. If the
 * connection breaks after the work is done, the commit may already have succeeded. Then it does not retry.
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

/**
 * Prevents lost connections from staying lent. Drizzle returns a client only if its transaction could begin, and does
 * not listen for errors of a client that it holds. So a connection that breaks at the wrong moment would stay lent for
 * ever, and after ten of them every query would hang. After a frozen instance resumes, a query may come first, so the
 * pool reads pending connection events before it lends a connection.
 */
function keepLending(pool: LendingPool) {
  // The pool repeats errors of idle clients, which the client has already reported.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", reportLostConnection);
    endIfHung(client);
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
    if (/^begin\b/i.test(statementText(given[0]))) result.catch((error: Error) => client.release(error));
    return result;
  };
  return client;
}

/**
 * Returns the direct URL. Neon's pooler reassigns a connection after each transaction, which loses a session's lock.
 */
export function pastThePooler(url: string): string {
  const direct = new URL(url);
  direct.hostname = direct.hostname.replace(/^([^.]+)-pooler\./, "$1.");
  return direct.href;
}

export async function openNeon(url: string): Promise<Connection> {
  const [{ Pool, neonConfig }, { drizzle }, { migrate }] = await Promise.all([
    import("@neondatabase/serverless"),
    import("drizzle-orm/neon-serverless"),
    import("drizzle-orm/neon-serverless/migrator"),
  ]);
  if (typeof WebSocket === "undefined") neonConfig.webSocketConstructor = (await import("ws")).WebSocket;
  const pool = new Pool({ connectionString: url, ...POOL, max: connectionsEach() });
  keepLending(pool);
  return {
    db: beginAnew(drizzle(pool, { schema })),
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

export async function openPostgres(url: string): Promise<Connection> {
  const [{ default: pg }, { drizzle }, { migrate }] = await Promise.all([
    import("pg"),
    import("drizzle-orm/node-postgres"),
    import("drizzle-orm/node-postgres/migrator"),
  ]);
  const pool = new pg.Pool({ connectionString: url, ...POOL, max: connectionsEach() });
  keepLending(pool);
  return {
    db: beginAnew(drizzle(pool, { schema })),
    kind: "postgres",
    migrate: () =>
      exclusively(
        () => pool.connect(),
        (client) => migrate(drizzle(client), migrations()),
      ),
    close: () => pool.end(),
  };
}
