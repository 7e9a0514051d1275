import { readFileSync } from "node:fs";

// An image holds neither next.config.ts nor what would read it: Next takes from here what the build made of it.
const { config } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8"));
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
await import("./serve.mjs");
