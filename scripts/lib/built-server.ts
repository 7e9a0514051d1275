import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./ports.mjs";
import { servingArguments } from "./serving.mjs";

const START_MS = 60_000;

export interface RunningServer {
  url: string;
  pid: number;
  /** Returns all output of the process. */
  output(): string;
  isGone(): boolean;
  stop(): Promise<void>;
}

/**
 * Starts the built site in a child process (run `next build` first). The database must already contain the catalogue.
 */
export async function startServer(
  databaseUrl: string,
  env: Record<string, string> = {},
  argumentsFor: (host: string, port: string) => string[] = servingArguments,
): Promise<RunningServer> {
  if (!existsSync(join(process.cwd(), ".next", "BUILD_ID")))
    throw new Error("The site is not built: run `npm run build`.");
  const port = String(await freePort(0));
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, argumentsFor("127.0.0.1", port), {
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      // The test process may have another log level.
      LOG_LEVEL: "info",
      // An instance on Vercel serves the catalogue that a deployment loaded and does not load its own files.
      VERCEL: "1",
      DATABASE_URL: databaseUrl,
      SITE_URL: url,
      TRUSTED_PROXIES: "1",
      WEB_CONCURRENCY: "1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
  const running = {
    url,
    pid: server.pid ?? 0,
    output: () => printed,
    isGone: () => isGone(server),
    stop: () => stop(server),
  };
  const deadline = Date.now() + START_MS;
  while (!(await answers(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await running.stop();
      throw new Error(`The server did not start:\n${printed}`);
    }
    await sleep(200);
  }
  return running;
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

const isGone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function stop(server: ChildProcess): Promise<void> {
  if (isGone(server)) return;
  const gone = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGKILL");
  await gone;
}
