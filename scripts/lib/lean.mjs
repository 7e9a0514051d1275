import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { ROOT } from "./steps.mjs";

/** How much garbage V8 lets come together before it looks for what is still used, in percent of what is. */
const GARBAGE_PERCENT = 25;

/**
 * Has this process, which is about to serve the built site, take no more memory than that needs. Called before Next is
 * prepared.
 */
export function serveLean() {
  // Left to itself, V8 lets the heap become twice to four times as large as what is used.
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
  // As in the servers that `next build` itself makes with `output: "standalone"`. Else next.config.ts would be compiled
  // anew, and the compiler, all of 40 MB, stay in memory.
  const { config } = JSON.parse(readFileSync(join(ROOT, ".next", "required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
