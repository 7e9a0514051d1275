import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { catalogDir, explain, prepare } from "./boot";
import { hashCatalog } from "./files";
import { LOADED_FROM } from "./filled";

// The files of an embedded database with the catalogue in it, in the folder that is named: a first start copies them
// instead of loading for as long as it took to make them.
const [dir = ""] = process.argv.slice(2);
const made = `${dir}.new`;
try {
  for (const folder of [dir, made]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  const connection = await openDatabase(undefined, made);
  try {
    await prepare(connection, catalogDir(), (line) => console.info(line));
    await connection.db.execute(sql`checkpoint`);
  } finally {
    await connection.close();
  }
  writeFileSync(join(made, LOADED_FROM), await hashCatalog(catalogDir()));
  renameSync(made, dir);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
