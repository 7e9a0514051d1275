import { build } from "./lib/build.mjs";
import { fail } from "./lib/steps.mjs";

await build().catch(fail);
