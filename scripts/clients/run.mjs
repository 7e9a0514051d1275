// Runs third-party clients against the built service: npm run test:clients [-- NAME …]
// The clients are installed in this folder at pinned versions. They are not part of the product. CLIENTS_SERVICE
// selects a server that is already running, with TRUSTED_PROXIES=1.
import { fork } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "../lib/build.mjs";
import { ensureInstalled } from "../lib/install.mjs";
import { startOwnService } from "../lib/own-service.mjs";
import { installPinned, nodeFor, pinnedVersion } from "../lib/pinned.mjs";
import { ROOT, StepError, steps } from "../lib/steps.mjs";
import { line } from "../lib/tally.mjs";
import { openGate } from "./gate.mjs";

const HERE = join(ROOT, "scripts", "clients");
const LEAST_CALLS = 8;
const LEAST_NODE = 24;
const TRIAL_MS = 90_000;
const AT_ONCE = 2;
/** Each trial with its packages, the slowest first. */
const TRIALS = {
  inspector: ["@modelcontextprotocol/inspector"],
  orval: ["orval"],
  "openapi-fetch": ["openapi-typescript", "openapi-fetch"],
  mastra: ["@mastra/mcp"],
  newman: ["openapi-to-postmanv2", "newman"],
  prism: ["@stoplight/prism-cli"],
  "openapi-zod-client": ["openapi-zod-client"],
  "openapi-client-axios": ["openapi-client-axios"],
  "openapi-spec-validator": ["@seriousme/openapi-schema-validator"],
  "mcp-remote": ["mcp-remote"],
  "ai-sdk": ["@ai-sdk/mcp"],
  langchain: ["@langchain/mcp-adapters"],
  "mcp-sdk": ["@modelcontextprotocol/sdk"],
  "mcp-client": ["@modelcontextprotocol/client"],
};
const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(TRIALS);
const work = join(ROOT, ".test", `run-${process.pid}`);
const step = steps(5);
const rows = [];

process.once("exit", () => rmSync(work, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** Runs one trial in a child process and collects its checks. */
async function checksOf(name, service, node) {
  const child = fork(join(HERE, "trial.mjs"), [name, service, join(work, name)], {
    cwd: HERE,
    execPath: node,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, NODE_ENV: "test" },
  });
  const messages = [];
  let printed = "";
  child.on("message", (message) => messages.push(message));
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const deadline = setTimeout(() => child.kill("SIGKILL"), TRIAL_MS);
  await new Promise((resolve) => child.once("exit", resolve));
  clearTimeout(deadline);
  const checks = messages.filter(({ done }) => !done);
  if (checks.length < messages.length) return checks;
  return [...checks, { label: "the trial ends", fault: `it did not:\n${printed.slice(-2_000)}` }];
}

/** Checks the requests that the gate recorded: enough different calls, and no failed ones. */
function checksOfCalls(name, seen) {
  const failed = seen.filter(({ fault }) => fault).map(({ call, fault }) => ({ label: call.slice(0, 160), fault }));
  const calls = new Set(seen.map(({ call }) => call)).size;
  // This client requests only the document.
  const least = name === "openapi-spec-validator" ? 1 : LEAST_CALLS;
  const fault = calls < least ? `${calls}; at least ${least} are wanted` : null;
  return { calls, checks: [...failed, { label: "different calls", fault }] };
}

async function tryClient(name, at, service, node) {
  const started = Date.now();
  const gate = await openGate(service, `192.0.2.${at + 1}`);
  const own = await checksOf(name, gate.url, node);
  gate.close();
  const { calls, checks } = checksOfCalls(name, gate.seen);
  const all = [...own, ...checks];
  const faults = all.filter(({ fault }) => fault);
  const seconds = (Date.now() - started) / 1000;
  console.log(`  ${faults.length > 0 ? "failed" : "passed"} ${name} (${seconds.toFixed(1)} s)`);
  for (const { label, fault } of faults) console.log(`    ${label}: ${fault}`);
  const client = TRIALS[name].map((pack) => `${pack} ${pinnedVersion(HERE, pack)}`).join(" + ");
  return { name, client, calls, checks: all.length, failed: faults.length, seconds };
}

async function tryAll(service, node) {
  const waiting = [...names.entries()];
  const one = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      rows.push(await tryClient(next[1], next[0], service, node));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

function table() {
  const width = Math.max(...rows.map(({ client }) => client.length));
  for (const name of names) {
    const { client, calls, checks, failed, seconds } = rows.find((row) => row.name === name);
    const figures = [`${calls} calls`, `${checks} checks`, `${failed} failed`, `${seconds.toFixed(1)} s`];
    console.log(`${client.padEnd(width)}  ${figures.map((figure) => figure.padStart(10)).join("")}`);
  }
}

let broken = false;
try {
  const unknown = names.filter((name) => !(name in TRIALS));
  if (unknown.length > 0)
    throw new StepError(`Unknown trial "${unknown.join(", ")}". Choose from ${Object.keys(TRIALS).join(", ")}.`);
  mkdirSync(work, { recursive: true });
  await step("Packages", ensureInstalled);
  await step("Clients", () => installPinned(HERE));
  await step("Build", () => ensureBuilt({ anyEnvironment: true }));
  let service = process.env.CLIENTS_SERVICE;
  await step("Server", async () => {
    service ??= await startOwnService(join(work, "data"), { TRUSTED_PROXIES: "1" });
    return service;
  });
  await step("Trials", async () => tryAll(service, nodeFor(HERE, LEAST_NODE)));
  console.log();
  table();
} catch (error) {
  console.error(`\n${error instanceof StepError ? error.message : (error?.stack ?? error)}`);
  broken = true;
}

const failed = rows.reduce((sum, row) => sum + row.failed, 0) + (broken ? 1 : 0);
const passed = rows.reduce((sum, row) => sum + row.checks - row.failed, 0);
process.exitCode = failed > 0 ? 1 : 0;
console.log(`\n${line({ passed, failed, skipped: 0 })}`);
process.exit();
