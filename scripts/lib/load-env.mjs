import { createRequire } from "node:module";
import { ROOT } from "./steps.mjs";

/** What stands in .env files, as the server reads it. */
createRequire(import.meta.url)("@next/env").loadEnvConfig(ROOT, false, { info() {}, error: console.error });
