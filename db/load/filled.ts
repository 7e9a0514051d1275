import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FILLED_CLUSTER, ofBuild } from "@/db/cluster";
import { hashCatalog } from "./files";

/** A file next to the database's files that identifies the loaded catalogue. */
export const LOADED_FROM = "loaded-from";

/** Returns the files of a database with the catalogue in `dir`, if the build made them from the current catalogue. */
export async function filledCluster(dir: string, filled = ofBuild(FILLED_CLUSTER)): Promise<string | undefined> {
  const note = join(/* turbopackIgnore: true */ filled, LOADED_FROM);
  if (!existsSync(/* turbopackIgnore: true */ note)) return undefined;
  const isOfThese = readFileSync(/* turbopackIgnore: true */ note, "utf8") === (await hashCatalog(dir));
  return isOfThese ? join(/* turbopackIgnore: true */ filled, "pglite") : undefined;
}
