import { randomBytes } from "node:crypto";
import pg from "pg";

const SERVER = process.env.TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

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
