import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./ports.mjs";
import { SERVING_ENVIRONMENT, servingArguments } from "./serving.mjs";
import { ROOT } from "./steps.mjs";
import { cpuSeconds, mainThreadMs, residentMb } from "./usage.mjs";

/** The server is idle if it uses less CPU time than this in a second. */
const RESTING_SECONDS = 0.2;
const REST_TRIES = 90;
/** The server starts its background work within this time after a start: see warmUp(). */
const BEGUN_MS = 7_000;
const FULL = join(".test", "abuse");

/**
 * Starts the built site on a full embedded database for measurements.
 * @param {(url: string) => Promise<Record<string, string>>} [environmentFor]
 * @param {{ onLog?: (line: string) => void, filled?: (environment: object) => Promise<unknown> }} [options] `onLog`
 * receives the server's log lines, which are otherwise printed. `filled` runs when the database is filled and no
 * process has it open
 */
export async function measuredServer(environmentFor = async () => ({}), { onLog, filled } = {}) {
  if (!existsSync(join(ROOT, ".next", "BUILD_ID"))) {
    console.error("The site is not built: run `npm run build`.");
    process.exit(1);
  }
  const port = await freePort(0);
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...SERVING_ENVIRONMENT,
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    SITE_URL: url,
    DATABASE_URL: "",
    VERCEL: "",
    TRUSTED_PROXIES: "0",
    DATA_DIR: process.env.ABUSE_DATA_DIR ?? FULL,
    LOG_LEVEL: "error",
    ...(await environmentFor(url)),
  };
  // Without a listener, a signal ends the process before its exit handlers run.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const kept = new Agent({ keepAlive: true });
  let server;

  function ask(path, { agent = kept, localAddress, method = "GET", headers, body, seconds = 60 } = {}) {
    return new Promise((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port, path, method, headers, agent, localAddress }, (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
        response.on("error", reject);
      });
      asked.setTimeout(seconds * 1_000, () => asked.destroy(new Error(`no answer in ${seconds} s`)));
      asked.on("error", reject);
      asked.end(body);
    });
  }

  async function start() {
    const started = spawn(process.execPath, servingArguments("127.0.0.1", port), {
      cwd: ROOT,
      env: environment,
      stdio: ["ignore", onLog ? "pipe" : "ignore", onLog ? "pipe" : "inherit"],
    });
    if (onLog) {
      createInterface(started.stderr).on("line", onLog);
      // Apart from log lines, stdout has the line that the server is ready.
      createInterface(started.stdout).on("line", (line) => line.startsWith("{") && onLog(line));
    }
    process.once("exit", () => started.kill("SIGKILL"));
    for (;;) {
      if (started.exitCode !== null) throw new Error("The server did not start.");
      const ok = await ask("/api/health").then(
        ({ status }) => status === 200,
        () => false,
      );
      if (ok) break;
      await sleep(250);
    }
    server = started;
  }

  async function stop() {
    if (server.exitCode !== null) return;
    const gone = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await gone;
  }

  // Loading the catalogue takes memory that serving does not, so the measured server starts on a full database.
  await start();
  await stop();
  await filled?.(environment);
  await start();
  return {
    url,
    port,
    ask,
    stop,
    async startAnew() {
      await stop();
      await start();
    },
    /** Waits until the server has finished its background work after a start. */
    async rested() {
      await sleep(BEGUN_MS);
      for (let tries = 0; tries < REST_TRIES; tries++) {
        const before = cpuSeconds(server.pid);
        await sleep(1_000);
        if (!(cpuSeconds(server.pid) - before > RESTING_SECONDS)) return;
      }
    },
    isRunning: () => server.exitCode === null,
    residentMb: () => residentMb(server.pid),
    mainThreadMs: () => mainThreadMs(server.pid),
  };
}
