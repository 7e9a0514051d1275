import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Chrome compiles all of a script that begins like this while it arrives, off the main thread. To others it is a
 * comment.
 */
const HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Marks the scripts that every page runs at once: React and the router. Otherwise the main thread would compile them,
 * function by function, in the task in which a page becomes interactive.
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
