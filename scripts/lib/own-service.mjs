import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./ports.mjs";
import { servingArguments } from "./serving.mjs";
import { ROOT, StepError } from "./steps.mjs";

const START_MS = 300_000;

/** Starts the built site with its own database on a free port. @returns its URL and the process */
export async function startOwnService(dataDir, env = {}) {
  const port = await freePort(0);
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, servingArguments("127.0.0.1", port), {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production", DATABASE_URL: "", DATA_DIR: dataDir, SITE_URL: url, ...env },
  });
  process.once("exit", () => server.kill("SIGKILL"));
  let printed = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const deadline = Date.now() + START_MS;
  const answers = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (server.exitCode !== null || Date.now() > deadline) throw new StepError(`The server did not start:\n${printed}`);
    await sleep(200);
  }
  return url;
}
