import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./steps.mjs";

/**
 * Makes Next.js use the configuration of the build, as its own servers do with `output: "standalone"`. Otherwise it
 * would compile next.config.ts again, and the compiler would stay in memory with 40 MB.
 */
export function serveAsBuilt() {
  const file = join(ROOT, ".next", "required-server-files.json");
  // Next.js itself reports that there is no build.
  if (!existsSync(file)) return;
  const { config } = JSON.parse(readFileSync(file, "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
