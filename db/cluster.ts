import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** In the build's folder. */
export const EMPTY_CLUSTER = "empty-cluster";
/** In the build's subfolder that Next does not empty during a build: see load/filled.ts. */
export const FILLED_CLUSTER = "cache/filled-cluster";

/** Returns the path of a cluster left by the build. It does not exist in development. */
export const ofBuild = (cluster: string) => join(/* turbopackIgnore: true */ process.cwd(), ".next", cluster);

/** Creates the files of an empty embedded database during the build, because it takes PGlite seconds. */
export async function makeEmptyCluster(dir: string): Promise<void> {
  const { PGlite } = await import("@electric-sql/pglite");
  rmSync(dir, { recursive: true, force: true });
  const made = await PGlite.create({ dataDir: dir });
  await made.close();
}

/** Copies a database's files to a new folder, completely or not at all. Without them PGlite creates its own. */
export async function placeCluster(choose: () => Promise<string>, dir: string): Promise<void> {
  if (existsSync(/* turbopackIgnore: true */ dir)) return;
  const from = await choose();
  if (!existsSync(/* turbopackIgnore: true */ from)) return;
  const copy = `${dir}.new`;
  rmSync(/* turbopackIgnore: true */ copy, { recursive: true, force: true });
  cpSync(/* turbopackIgnore: true */ from, copy, { recursive: true });
  renameSync(/* turbopackIgnore: true */ copy, dir);
}
