import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { type Env, env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { type Asked, type Connection, type Db, measure, migrations, waitedFor } from "./connection";
import { again, hasMadeWay, isConnectionFault, isHung, mayBeAskedAgain } from "./faults";
import { hasNoLimit, withoutLimit } from "./patience";
import { statementText } from "./query-name";
import * as schema from "./schema";

/** PostgreSQL ends longer statements, and transactions that are idle for longer. */
const BOUNDS = { statement: 10, idle: 60 };
const bounded = ({ statement, idle }: typeof BOUNDS) =>
  `set statement_timeout = '${statement}s'; set idle_in_transaction_session_timeout = '${idle}s'`;
/** A server that has not answered a statement after this time hangs. Longer than PostgreSQL's own limit. */
const QUERY_MS = 12_000;
/** For statements without a limit: the longest timer of Node.js. */
const NO_LIMIT_MS = 2 ** 31 - 1;
const POOL = {
  query_timeout: QUERY_MS,
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 30_000,
  // Not as parameters of the connection, which a pooler in between refuses.
  onConnect: async (client: { query(text: string): Promise<unknown> }) => {
    await client.query(bounded(BOUNDS)).catch((error: unknown) => {
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
    // The lock ends with the connection.
    client.release(true);
  }
}

// An error event without a listener would end the process.
const reportLostConnection = (reason: unknown) => logger.warn("database: connection lost", { error: asError(reason) });

/** Neon's driver passes a WebSocket's event on where there should be an error. */
function asError(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  const { message, error } = Object(reason) as { message?: string; error?: unknown };
  return new Error(`Connection terminated: ${message || "no reason given"}`, { cause: error });
}

/** After so long without a question the process may have been frozen, and its connections ended meanwhile. */
const RESTED_MS = 5_000;

/** Whatever had arrived is read: between two turns the loop looks at every connection; a WebSocket's end takes some more. */
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

/** Otherwise the pool would lend the connection again. Statements of withoutLimit() may take as long as they need. */
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

/** A statement that stands alone is asked again where that can do no harm. */
function askAgain(asked: Asked): void {
  const query = asked.query.bind(asked);
  asked.query = (...given) =>
    again(
      () => query(...given) as Promise<unknown>,
      (error) => mayBeAskedAgain(statementText(given[0]), error),
    );
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

/** Neon's pooler hands a connection on after each transaction, and a session's lock would be lost with it. */
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
