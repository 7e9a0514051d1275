import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { type Connection, openDatabase } from "./client";
import { loadSuite } from "./load/load.suite";
import { discoverSuite } from "./queries/discover.suite";
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

const SUITES = ["load", "queries", "discover"];

beforeAll(() => onServer(...SUITES.map((suite) => `create database ${DATABASE}_${suite}`)));
afterAll(() => onServer(...SUITES.map((suite) => `drop database ${DATABASE}_${suite} with (force)`)));

loadSuite("PostgreSQL", () => open("load"));
queriesSuite("PostgreSQL", () => open("queries"));
discoverSuite("PostgreSQL", () => open("discover"));
