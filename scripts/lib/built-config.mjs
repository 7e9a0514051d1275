import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./steps.mjs";

/**
 * Has Next serve with the settings that it was built with, as the servers do that it makes itself with
 * `output: "standalone"`. Else it would compile next.config.ts anew, and its compiler stay in memory, all of 40 MB.
 */
export function serveAsBuilt() {
  const file = join(ROOT, ".next", "required-server-files.json");
  // Next itself tells that there is no build.
  if (!existsSync(file)) return;
  const { config } = JSON.parse(readFileSync(file, "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
