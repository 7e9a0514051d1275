import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FILLED_CLUSTER, ofBuild } from "@/db/cluster";
import { hashCatalog } from "./files";

/** Beside the files of the database: of which catalogue it is. */
export const LOADED_FROM = "loaded-from";

/** The files of a database that holds the catalogue in `dir`, where the build made them of what stands there now. */
export async function filledCluster(dir: string, filled = ofBuild(FILLED_CLUSTER)): Promise<string | undefined> {
  const note = join(/* turbopackIgnore: true */ filled, LOADED_FROM);
  if (!existsSync(/* turbopackIgnore: true */ note)) return undefined;
  const isOfThese = readFileSync(/* turbopackIgnore: true */ note, "utf8") === (await hashCatalog(dir));
  return isOfThese ? join(/* turbopackIgnore: true */ filled, "pglite") : undefined;
}
