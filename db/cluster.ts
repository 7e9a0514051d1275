import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** In the folder of the build. */
export const EMPTY_CLUSTER = "empty-cluster";
/** There, where Next empties nothing while it builds: see load/filled.ts. */
export const FILLED_CLUSTER = "cache/filled-cluster";

/** What the build left beside it; none while it is developed. */
export const ofBuild = (cluster: string) => join(/* turbopackIgnore: true */ process.cwd(), ".next", cluster);

/** Makes the files of an embedded database in which nothing stands: what takes PGlite seconds is done with the build. */
export async function makeEmptyCluster(dir: string): Promise<void> {
  const { PGlite } = await import("@electric-sql/pglite");
  rmSync(dir, { recursive: true, force: true });
  const made = await PGlite.create({ dataDir: dir });
  await made.close();
}

/** Puts a copy of a database's files where there is none yet, whole or not at all. Without them PGlite makes its own. */
export async function placeCluster(choose: () => Promise<string>, dir: string): Promise<void> {
  if (existsSync(/* turbopackIgnore: true */ dir)) return;
  const from = await choose();
  if (!existsSync(/* turbopackIgnore: true */ from)) return;
  const copy = `${dir}.new`;
  rmSync(/* turbopackIgnore: true */ copy, { recursive: true, force: true });
  cpSync(/* turbopackIgnore: true */ from, copy, { recursive: true });
  renameSync(/* turbopackIgnore: true */ copy, dir);
}
