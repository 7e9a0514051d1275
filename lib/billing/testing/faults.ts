import type { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import type { Pool, PoolClient } from "pg";
import type { Connection, Db } from "@/db/client";
import * as schema from "@/db/schema";

/** Represents the end of the process: no code after it runs. */
export class Killed extends Error {
  override name = "Killed";
}

/**
 * A process that can be killed before or after any of its steps: a query, a commit, a call to Stripe. After the kill,
 * every further step also fails, so that no error handler can do anything that a dead process could not.
 */
export class Process {
  steps = 0;
  kills = 0;
  dead = false;
  #left: number | null = null;
  #onRestart: (() => void)[] = [];

  /** Registers the system's cleanup after the end of the process. */
  onRestart(work: () => void) {
    this.#onRestart.push(work);
  }

  /** @param steps the number of steps before it is killed; null: it survives */
  arm(steps: number | null) {
    this.#left = steps;
  }

  restart() {
    if (this.dead) for (const work of this.#onRestart) work();
    this.dead = false;
    this.#left = null;
  }

  step() {
    if (this.dead) throw new Killed();
    this.steps += 1;
    if (this.#left === null) return;
    this.#left -= 1;
    if (this.#left > 0) return;
    this.dead = true;
    this.kills += 1;
    throw new Killed();
  }

  async around<T>(work: () => Promise<T>): Promise<T> {
    this.step();
    const result = await work();
    this.step();
    return result;
  }
}

/** Returns the database as seen by the process. The server rolls back the open transactions of a dead process. */
export function killable({ db, kind }: Connection, process: Process): Db {
  const { $client: client } = db as unknown as { $client: PGlite | Pool };
  const wrapped =
    kind === "embedded"
      ? drizzlePglite(embedded(client as PGlite, process) as PGlite, { schema })
      : drizzlePostgres(pooled(client as Pool, process), { schema });
  return wrapped as unknown as Db;
}

type Members = Record<string | symbol, (...given: never[]) => unknown>;

function replacing<T extends object>(target: T, members: Members): T {
  return new Proxy(target, {
    get(object, name) {
      const own = members[name];
      if (own) return own;
      const value = Reflect.get(object, name, object);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}

function embedded(client: PGlite, process: Process): PGlite {
  type Transaction = Parameters<Parameters<PGlite["transaction"]>[0]>[0];
  const query = (...given: Parameters<PGlite["query"]>) => process.around(() => client.query(...given));
  const transaction = (work: (tx: Transaction) => Promise<unknown>) =>
    process.around(() =>
      client.transaction((tx) =>
        work(
          replacing(tx, {
            query: (...given: Parameters<Transaction["query"]>) => process.around(() => tx.query(...given)),
          }),
        ),
      ),
    );
  return replacing(client, { query, transaction });
}

function pooled(pool: Pool, process: Process): Pool {
  const query = (...given: unknown[]) => process.around(() => (pool.query as never as AnyQuery).apply(pool, given));
  const lent = new Set<PoolClient>();
  const giveBack = (client: PoolClient, broken: boolean) => lent.delete(client) && client.release(broken);
  process.onRestart(() => {
    for (const client of lent) giveBack(client, true);
  });
  const connect = async () => {
    process.step();
    const client = await pool.connect();
    lent.add(client);
    return replacing(client, {
      query: (...given: unknown[]) => process.around(() => (client.query as never as AnyQuery).apply(client, given)),
      release: () => giveBack(client, process.dead),
    } as Members) as PoolClient;
  };
  return replacing(pool, { query: query as Members[string], connect });
}

type AnyQuery = (...given: unknown[]) => Promise<unknown>;
