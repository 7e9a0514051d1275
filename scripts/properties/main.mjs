// Runs every property with many times as many cases as `npm test`, from random seeds, to find rare failures.
//   npm run test:properties [-- --times=10] [file …]
// Exits with 1 after a failure and prints the seed and path that reproduce it.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { fail, ROOT, run, StepError } from "../lib/steps.mjs";

const { values, positionals } = parseArgs({ options: { times: { type: "string" } }, allowPositionals: true });
const times = Number(values.times ?? 10);
if (!Number.isInteger(times) || times < 1) fail(new StepError("--times takes a whole number from 1 on."));

/** Checks the file itself and the suites it runs. */
function drawsCases(path) {
  const text = readFileSync(join(ROOT, path), "utf8");
  const suites = [...text.matchAll(/ from "(\.\/[^"]+\.suite)"/g)].map(([, name]) => `${join(dirname(path), name)}.ts`);
  return text.includes("fc.assert(") || suites.some(drawsCases);
}
const files = ["app", "bench", "db", "lib", "scripts"]
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, name)))
  .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes(".service.") && drawsCases(path));

const { code } = await run(
  process.execPath,
  [
    join(ROOT, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--testTimeout=0",
    ...(positionals.length > 0 ? positionals : files),
  ],
  { allowFailure: true, env: { NODE_ENV: "test", PROPERTY_TIMES: String(times) } },
);
process.exitCode = code;
