import { join } from "node:path";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { waited } from "@/lib/observe/observe";
import { queryName } from "./query-name";
import type * as schema from "./schema";

type Rows<Row> = { rows: Row[] };

interface RowsResult extends PgQueryResultHKT {
  type: Rows<this["row"]>;
}

/**
 * The common interface of Neon, node-postgres and PGlite. A transaction is also a Db: inside one, use only it, because
 * PGlite has a single connection and the outer handle would wait for ever.
 */
export type Db = PgDatabase<RowsResult, typeof schema>;

export type Connection = {
  db: Db;
  kind: "embedded" | "neon" | "postgres";
  /** Applies missing migrations. Safe with several processes at once. */
  migrate(): Promise<void>;
  close(): Promise<void>;
};

/** The migrations folder for every kind of database. */
export const migrations = () => ({
  migrationsFolder: join(/* turbopackIgnore: true */ process.cwd(), "db", "migrations"),
});

export type Asked = { query(...given: unknown[]): unknown };

export const waitedFor = <T>(name: string, work: () => Promise<T>) =>
  waited("database", { name, attributes: { "db.query.summary": name } }, work);

/** Measures statements. Skips calls with a callback, in which the pool waits on its own behalf. */
export function measure(asked: Asked): void {
  const query = asked.query.bind(asked);
  asked.query = (...given) =>
    typeof given.at(-1) === "function"
      ? query(...given)
      : waitedFor(queryName(given[0]), () => query(...given) as Promise<unknown>);
}
