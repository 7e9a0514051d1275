import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "./lib/ports.mjs";
import { readEnvironment, startSandbox, withoutSandbox } from "./lib/sandbox.mjs";
import { fail, ROOT, StepError } from "./lib/steps.mjs";

const port = Number(process.env.PORT || 3000);
let siteUrl;
let sandbox = null;

try {
  if ((await freePort(port, "localhost")) === null) {
    throw new StepError(
      `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm run dev`,
    );
  }
  const environment = readEnvironment(true);
  siteUrl = environment.SITE_URL?.trim() || `http://localhost:${port}`;
  if (withoutSandbox(environment) === null) {
    sandbox = await startSandbox(environment, `http://localhost:${port}/api/stripe/webhook`);
    console.log(`Payments sandbox on ${sandbox.url}, email on ${sandbox.url}/inbox (no money moves)`);
  }
} catch (error) {
  fail(error);
}

const next = join(ROOT, "node_modules", "next", "dist", "bin", "next");
const server = spawn(process.execPath, [next, "dev", "-H", "localhost", "-p", String(port), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, ...sandbox?.env, SITE_URL: siteUrl },
});
function stop(signal) {
  server.kill(signal);
  sandbox?.stop();
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop("SIGTERM"), 1000).unref();
server.on("error", fail);
server.on("exit", (code) => {
  sandbox?.stop();
  process.exit(code ?? 0);
});
