import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { FILLED_CLUSTER, ofBuild } from "@/db/cluster";
import { catalogState } from "@/db/queries/state";
import { catalogDir, explain, prepare } from "./boot";
import { LOADED_FROM } from "./filled";

// Creates the files of an embedded database that contains the catalogue. A first start copies them, which is faster
// than loading.
const dir = ofBuild(FILLED_CLUSTER);
const made = `${dir}.new`;
try {
  for (const folder of [dir, made]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  // Starts without the empty database of the last build, which Next may be deleting at this moment.
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
