import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, expect } from "vitest";
import { type Connection, openDatabase } from "../client";
import { asOnNeon, neonRelay, reachNeonThrough } from "./neon-relay";

/** Where the service tests find a PostgreSQL server. */
export const SERVER = process.env.TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

export interface ScratchDatabase {
  name: string;
  url: string;
  /** Statements sent to the server from outside of the database. */
  onServer(...statements: string[]): Promise<void>;
  drop(): Promise<void>;
}

async function onServer(...statements: string[]) {
  const client = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** An empty database on the server of the service tests. */
export async function scratchDatabase(): Promise<ScratchDatabase> {
  const name = `pi_test_${process.pid}_${randomBytes(4).toString("hex")}`;
  await onServer(`create database ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return { name, url: url.href, onServer, drop: () => onServer(`drop database ${name} with (force)`) };
}

type Open = () => Promise<Connection>;

/** Both ways to a PostgreSQL server: as it is, and as Neon's driver goes, through a WebSocket. */
const DRIVERS = {
  postgres: { name: "PostgreSQL", openAt: (url: string) => openDatabase(url, "") },
  neon: { name: "PostgreSQL through Neon's driver", openAt: openThroughRelay },
} as const;

async function openThroughRelay(url: string): Promise<Connection> {
  const relay = await neonRelay(new URL(SERVER));
  reachNeonThrough(relay);
  const connection = await openDatabase(asOnNeon(url), "");
  return {
    ...connection,
    async close() {
      await connection.close();
      await relay.close();
    },
  };
}

/** Declares a suite for each of them, on an empty database that is dropped at the end; all that it opens is one. */
export function onPostgres(suite: (name: string, open: Open, kind: keyof typeof DRIVERS) => void): void {
  for (const kind of ["postgres", "neon"] as const) {
    const { name, openAt } = DRIVERS[kind];
    let scratch: Promise<ScratchDatabase> | undefined;
    const open = async () => {
      scratch ??= scratchDatabase();
      const connection = await openAt((await scratch).url);
      expect(connection.kind).toBe(kind);
      return connection;
    };
    suite(name, open, kind);
    afterAll(async () => (await scratch)?.drop());
  }
}
