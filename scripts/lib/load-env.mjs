import { createRequire } from "node:module";
import { ROOT } from "./steps.mjs";

/** Loads the .env files as the server does. */
createRequire(import.meta.url)("@next/env").loadEnvConfig(ROOT, false, { info() {}, error: console.error });
