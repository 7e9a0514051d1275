import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, expect } from "vitest";
import { type Connection, openDatabase } from "../client";
import { asOnNeon, type NeonRelay, neonRelay, reachNeonThrough } from "./neon-relay";

/** The PostgreSQL server of the service tests. */
export const SERVER = process.env.TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

export interface ScratchDatabase {
  name: string;
  url: string;
  /** Runs statements on the server, outside of this database. */
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

/** Creates an empty database on the server of the service tests. */
export async function scratchDatabase(): Promise<ScratchDatabase> {
  const name = `pi_test_${process.pid}_${randomBytes(4).toString("hex")}`;
  await onServer(`create database ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return { name, url: url.href, onServer, drop: () => onServer(`drop database ${name} with (force)`) };
}

type Open = () => Promise<Connection>;

/** Both drivers for a PostgreSQL server: the direct one, and Neon's through a WebSocket. */
const DRIVERS = { postgres: "PostgreSQL", neon: "PostgreSQL through Neon's driver" } as const;

/** Declares a suite for each driver, on one empty database that is dropped at the end. */
export function onPostgres(suite: (name: string, open: Open, kind: keyof typeof DRIVERS) => void): void {
  for (const kind of ["postgres", "neon"] as const) {
    let scratch: Promise<ScratchDatabase> | undefined;
    let relay: Promise<NeonRelay> | undefined;
    const open = async () => {
      scratch ??= scratchDatabase();
      const { url } = await scratch;
      if (kind === "neon") {
        relay ??= neonRelay(new URL(SERVER));
        reachNeonThrough(await relay);
      }
      const connection = await openDatabase(kind === "neon" ? asOnNeon(url) : url, "");
      expect(connection.kind).toBe(kind);
      return connection;
    };
    suite(DRIVERS[kind], open, kind);
    afterAll(async () => {
      await (await relay)?.close();
      await (await scratch)?.drop();
    });
  }
}
