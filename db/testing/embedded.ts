import { createHash } from "node:crypto";
import { existsSync, openAsBlob, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { catalogDay } from "@/lib/catalog/report";
import type { Connection } from "../connection";
import { openEmbedded } from "../embedded";
import { claimDatabase } from "../embedded-lock";
import { catalogDir } from "../load/boot";
import { readCatalog } from "../load/files";
import { loadCatalog } from "../load/load-catalog";

/*
 * Creating a database takes seconds, and loading the shipped catalogue as many again. So each kind is created once and
 * stored under a hash of its inputs, and each test gets its own copy.
 */
const KEPT = join(process.cwd(), ".test", "databases");
const WAIT_MS = 110_000;

/** Returns an empty database in memory, with its migrations. */
export async function embeddedDatabase(): Promise<Connection> {
  return openEmbedded(null, await empty());
}

function empty(): Promise<Blob> {
  const hash = hashFiles(["package-lock.json", ...filesIn("db/migrations", /./)]);
  return kept("empty", hash, async () => {
    const connection = await openEmbedded(null);
    await connection.migrate();
    return connection;
  });
}

/** Returns a database in memory with the shipped catalogue, loaded on the day of its newest source. */
export async function shippedDatabase(): Promise<Connection> {
  const dir = catalogDir();
  const code = [...filesIn("db", /\.(sql|ts|json|ndjson)$/), ...filesIn("lib", /\.ts$/)];
  const shipped = await kept("shipped", hashFiles(["package-lock.json", ...code]), async () => {
    const connection = await embeddedDatabase();
    const now = new Date(catalogDay(readCatalog(dir).sources));
    await loadCatalog(connection.db, { dir, log: () => {}, now });
    return connection;
  });
  return openEmbedded(null, shipped);
}

async function kept(kind: string, hash: string, make: () => Promise<Connection>): Promise<Blob> {
  const path = join(KEPT, `${kind}-${hash}.tar`);
  if (!existsSync(path)) {
    const release = await claimDatabase(join(KEPT, `${kind}.lock`), WAIT_MS);
    try {
      if (!existsSync(path)) await keep(kind, path, await make());
    } finally {
      release();
    }
  }
  return openAsBlob(path);
}

async function keep(kind: string, path: string, connection: Connection) {
  const { $client } = connection.db as unknown as { $client: PGlite };
  const dump = await $client.dumpDataDir("none");
  await connection.close();
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
