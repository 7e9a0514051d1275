import { spawn } from "node:child_process";
import { ensureBuilt, markServing } from "./lib/build.mjs";
import { checkNode, ensureInstalled } from "./lib/install.mjs";
import { keptUp } from "./lib/kept-up.mjs";
import { freePort } from "./lib/ports.mjs";
import { readEnvironment, startSandbox, withoutSandbox } from "./lib/sandbox.mjs";
import { SERVING_ENVIRONMENT, servingArguments } from "./lib/serving.mjs";
import { fail, ROOT, StepError, steps } from "./lib/steps.mjs";

// Uses HOST, because shells and containers set HOSTNAME to the machine's own name.
const host = process.env.HOST || "127.0.0.1";
const port = Number(process.env.PORT || 3000);
const step = steps(5);
const local = `http://${["127.0.0.1", "0.0.0.0", "::"].includes(host) ? "localhost" : host}:${port}`;
let siteUrl;
let sandbox = null;

try {
  await step("Node.js", checkNode);
  if ((await freePort(port, host)) === null) {
    throw new StepError(
      `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm start`,
    );
  }
  await step("Packages", ensureInstalled);
  await step("Build", ensureBuilt);
  await step("Payments sandbox", async () => {
    const environment = readEnvironment(false);
    // Links for buyers and in emails use this server's URL.
    siteUrl = environment.SITE_URL?.trim() || (environment.VERCEL ? undefined : local);
    const reason = withoutSandbox(environment);
    if (reason) return reason;
    const own = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
    sandbox = await startSandbox(environment, `http://${own}:${port}/api/stripe/webhook`);
    return `payments on ${sandbox.url}, email on ${sandbox.url}/inbox (no money moves)`;
  });
} catch (error) {
  fail(error);
}

console.log(`[5/5] Server on ${local}`);
markServing();
const environment = {
  ...SERVING_ENVIRONMENT,
  ...process.env,
  ...sandbox?.env,
  SITE_URL: siteUrl,
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
};
let hasServed = false;
const serve = keptUp(
  () => {
    const server = spawn(process.execPath, servingArguments(host, port), {
      cwd: ROOT,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: environment,
    });
    server.on("error", fail);
    server.on("message", ({ warm }) => {
      hasServed ||= warm === true;
    });
    return server;
  },
  end,
  // A server that has responded once can start, so it is restarted after any crash.
  { mayEnd: (code) => code === 0 || !hasServed },
);

function stop(signal) {
  serve.stop(signal);
  sandbox?.stop();
}
function end(code) {
  sandbox?.stop();
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
// npm does not pass SIGTERM on to its script. If the parent process is gone, npm was stopped.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop("SIGTERM"), 1000).unref();
