import { readFileSync } from "node:fs";

// A container image contains neither next.config.ts nor its compiler, so Next.js uses the build's compiled
// configuration.
const { config } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8"));
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
await import("./serve.mjs");
