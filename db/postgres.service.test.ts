import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { type Connection, openDatabase } from "./client";
import { loadSuite } from "./load/load.suite";
import { queriesSuite } from "./queries/queries.suite";

const SERVER = process.env.TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
const DATABASE = `pi_test_${process.pid}`;

async function onServer(...statements: string[]) {
  const client = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function open(suffix: string): Promise<Connection> {
  const url = new URL(SERVER);
  url.pathname = `/${DATABASE}_${suffix}`;
  return openDatabase(url.href, "");
}

beforeAll(() => onServer(`create database ${DATABASE}_load`, `create database ${DATABASE}_queries`));
afterAll(() =>
  onServer(`drop database ${DATABASE}_load with (force)`, `drop database ${DATABASE}_queries with (force)`),
);

loadSuite("PostgreSQL", () => open("load"));
queriesSuite("PostgreSQL", () => open("queries"));
