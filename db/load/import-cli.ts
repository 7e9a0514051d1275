import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "@/db/client";
import { env } from "@/lib/env";
import { catalogDir, explain, prepare } from "./boot";
import { importLedger } from "./import";

const USAGE = `npm run ledger:import -- --from FOLDER

Imports the files of ledger:export into the database. Existing rows stay unchanged.`;

async function filesIn(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true });
  const paths = names.filter((name) => name.endsWith(".ndjson"));
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), "utf8")));
  return new Map(paths.map((path, at) => [path.replaceAll("\\", "/"), texts[at] ?? ""]));
}

try {
  const { values } = parseArgs({ options: { from: { type: "string" }, help: { type: "boolean", default: false } } });
  if (values.help || values.from === undefined) {
    console.info(USAGE);
    if (!values.help) process.exitCode = 1;
  } else {
    const { databaseUrl, dataDir } = env();
    const connection = await openDatabase(databaseUrl, dataDir);
    try {
      await prepare(connection, catalogDir(), (line) => console.info(line));
      const { observations, checks, aside } = await importLedger(connection.db, await filesIn(values.from), new Date());
      console.info(`ledger: added ${observations} observations and ${checks} checks`);
      if (aside > 0) console.info(`ledger: ${aside} of them refer to a product or source that is not loaded`);
    } finally {
      await connection.close();
    }
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
