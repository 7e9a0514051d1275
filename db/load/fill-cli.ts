import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { FILLED_CLUSTER, ofBuild } from "@/db/cluster";
import { catalogState } from "@/db/queries/state";
import { catalogDir, explain, prepare } from "./boot";
import { LOADED_FROM } from "./filled";

// The files of an embedded database with the catalogue in it: a first start copies them instead of loading for as long
// as it took to make them.
const dir = ofBuild(FILLED_CLUSTER);
const made = `${dir}.new`;
try {
  for (const folder of [dir, made]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  // Made from nothing: the empty one of the last build is what Next may be deleting just now.
  const connection = await openDatabase(undefined, made, async () => "");
  try {
    await prepare(connection, catalogDir(), (line) => console.info(line));
    const state = await catalogState(connection.db);
    writeFileSync(join(made, LOADED_FROM), state?.contentHash ?? "");
    await connection.db.execute(sql`checkpoint`);
  } finally {
    await connection.close();
  }
  renameSync(made, dir);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
