import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const REQUESTS = 2_000;

test("no fuzzed request over REST, MCP, pages, forms and webhooks is answered with what nobody promised", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["scripts/fuzz.mjs", `--requests=${REQUESTS}`, "--seed=1"],
    { env: { ...process.env, CATALOG_DIR: "db/load/fixtures/acme" }, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: { stdout: string; stderr: string }) => ({ stdout: `${error.stdout}\n${error.stderr}` }));
  expect(stdout.slice(-8_000)).toMatch(new RegExp(`\\n${REQUESTS} requests in \\d+ s, seed 1: 0 kinds of fault\\n$`));
}, 300_000);
