import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { catalogDay } from "@/lib/catalog/report";
import { type Connection, openEmbedded } from "../client";
import { claimDatabase } from "../embedded-lock";
import { catalogDir } from "../load/boot";
import { readCatalog } from "../load/files";
import { loadCatalog } from "../load/load-catalog";

/*
 * To make a database anew takes seconds of work, and to load the shipped catalogue as many again. So each kind is made
 * once, is kept by a hash of all that it is made of, and a test gets a copy of its own.
 */
const KEPT = join(process.cwd(), ".test", "databases");
const WAIT_MS = 110_000;

/** An empty database in memory, with its migrations. */
export function embeddedDatabase(): Promise<Connection> {
  return copyOf("empty", hashFiles(["package-lock.json", ...filesIn("db/migrations", /./)]), async (connection) => {
    await connection.migrate();
  });
}

/** A database in memory with the shipped catalogue, loaded on the day of its newest source. */
export function shippedDatabase(): Promise<Connection> {
  const dir = catalogDir();
  const code = [...filesIn("db", /\.(sql|ts|json|ndjson)$/), ...filesIn("lib", /\.ts$/)];
  return copyOf("shipped", hashFiles(["package-lock.json", ...code]), async ({ db, migrate }) => {
    await migrate();
    const now = new Date(catalogDay(readCatalog(dir).sources));
    await loadCatalog(db, { dir, log: () => {}, now });
  });
}

async function copyOf(
  kind: string,
  hash: string,
  fill: (connection: Connection) => Promise<void>,
): Promise<Connection> {
  const path = join(KEPT, `${kind}-${hash}.tar`);
  if (!existsSync(path)) {
    const release = await claimDatabase(join(KEPT, `${kind}.lock`), WAIT_MS);
    try {
      if (!existsSync(path)) await make(kind, path, fill);
    } finally {
      release();
    }
  }
  return openEmbedded(null, await openAsBlob(path));
}

async function make(kind: string, path: string, fill: (connection: Connection) => Promise<void>) {
  const connection = await openEmbedded(null);
  await fill(connection);
  const { $client } = connection.db as unknown as { $client: PGlite };
  const dump = await $client.dumpDataDir("none");
  await connection.close();
  mkdirSync(KEPT, { recursive: true });
  for (const name of readdirSync(KEPT)) if (name.startsWith(`${kind}-`)) rmSync(join(KEPT, name));
  writeFileSync(`${path}.new`, Buffer.from(await dump.arrayBuffer()));
  renameSync(`${path}.new`, path);
}

function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name) && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashFiles(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`\n${path}\n`).update(readFileSync(path));
  return hash.digest("hex").slice(0, 16);
}
