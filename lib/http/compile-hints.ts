import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Chrome compiles all of a script that begins so while it arrives, beside the main thread; to others it is a comment. */
const HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Marks the scripts that every page runs as soon as they are there: React and the router. Else the main thread would
 * compile them, function by function, in the task in which a page begins to answer.
 */
export function hintStartupScripts(distDir: string): void {
  const { rootMainFiles } = JSON.parse(readFileSync(join(distDir, "build-manifest.json"), "utf8")) as {
    rootMainFiles: readonly string[];
  };
  for (const file of rootMainFiles) {
    const path = join(distDir, file);
    const script = readFileSync(path, "utf8");
    if (!script.startsWith(HINT)) writeFileSync(path, HINT + script);
  }
}
