import { type ChildProcess, fork, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import { quickBrotli } from "../lib/http/encode";
import { freePort } from "../scripts/lib/ports.mjs";
import { SERVING_ENVIRONMENT, servingArguments } from "../scripts/lib/serving.mjs";
import { ROOT, run } from "../scripts/lib/steps.mjs";
import { cpuSeconds } from "../scripts/lib/usage.mjs";

export interface Server {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** A raw response. */
export interface Bytes {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** The longest wait for an idle server. After it, a server that never becomes idle is measured anyway. */
const MOST_SECONDS = 600;
/** CPU share below which a server is idle: alone, and with its profiler. */
const AT_REST = { alone: 0.1, profiled: 0.6 };
/** A server that has just started is idle for some seconds before it loads the data for its first readers. */
const RESTS_SECONDS = 8;
const NEXT = join(ROOT, "node_modules", "next", "dist", "bin", "next");
const EMPTY = join(ROOT, ".test", "bench-next");
/** The path of the one handler. */
export const EMPTY_PATH = "/api/empty";
const HANDLER = `export const dynamic = "force-dynamic";
export async function GET() {
  return Response.json({});
}
export const POST = GET;
`;

export interface Bare extends Server {
  /** From now on, sends these bytes for every request. */
  send(bytes: Bytes): Promise<void>;
  /** From now on, sends these responses in turn. Each is serialized, tagged and compressed as the site does it. */
  tell(answers: readonly Bytes[]): Promise<void>;
}

export async function bareServer(): Promise<Bare> {
  const child = fork(join(ROOT, "bench", "bare.mjs"), { execArgv: [] });
  const said = () => new Promise<unknown>((resolve) => child.once("message", resolve));
  const { port } = (await said()) as { port: number };
  const give = async (answers: readonly object[]) => {
    const heard = said();
    child.send(answers);
    await heard;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: () => ended(child),
    send: ({ status, headers, body }) => give([{ status, headers, body: body.toString("base64") }]),
    tell: (answers) =>
      give(
        answers.map(({ status, headers, body }) => {
          const plain = brotliDecompressSync(body);
          return { status, headers, told: JSON.parse(plain.toString()), brotli: quickBrotli(plain.byteLength) };
        }),
      ),
  };
}

/** Builds and starts a Next.js application with one route handler that returns an empty object. */
export async function emptyNext(): Promise<Server> {
  const route = join(EMPTY, "app", "api", "empty");
  const next = JSON.parse(readFileSync(join(ROOT, "node_modules", "next", "package.json"), "utf8")) as {
    version: string;
  };
  const madeBy = `${next.version} webpack`;
  const stamp = join(EMPTY, ".next", "made-by");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== madeBy) {
    mkdirSync(route, { recursive: true });
    writeFileSync(join(EMPTY, "package.json"), JSON.stringify({ private: true, type: "module" }));
    writeFileSync(
      join(EMPTY, "next.config.mjs"),
      `export default { outputFileTracingRoot: ${JSON.stringify(ROOT)} };\n`,
    );
    writeFileSync(join(route, "route.js"), HANDLER);
    // Turbopack would use the site's own instrumentation and proxy for this application in a subfolder.
    await run(process.execPath, [NEXT, "build", EMPTY, "--webpack"], { env: { NODE_ENV: "production" }, quiet: true });
    writeFileSync(stamp, madeBy);
  }
  const port = await freePort(0);
  return started([NEXT, "start", EMPTY, "-H", "127.0.0.1", "-p", String(port)], port, EMPTY_PATH, {});
}

/** Starts the built site as `npm start` does. */
export async function ourServer(env: Record<string, string>, nodeArguments: readonly string[] = []): Promise<Server> {
  const port = await freePort(0);
  return started([...nodeArguments, ...servingArguments("127.0.0.1", port ?? 0)], port, "/api/health", {
    ...SERVING_ENVIRONMENT,
    ...env,
    SITE_URL: `http://127.0.0.1:${port}`,
  });
}

async function started(
  args: readonly string[],
  port: number | null,
  path: string,
  env: Record<string, string>,
): Promise<Server> {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...env },
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const answers = () =>
    fetch(url + path).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error("A server that is measured did not start.");
    await sleep(100);
  }
  return { url, pid: child.pid ?? 0, stop: () => ended(child) };
}

/**
 * Waits until a server is idle and returns the seconds that took. After a start, a server loads catalogue data for some
 * seconds, or for minutes with 100,000 products. That work is not part of a response.
 */
export async function settled({ pid }: Pick<Server, "pid">, as: keyof typeof AT_REST): Promise<number> {
  let seconds = 0;
  for (let rested = 0; seconds < MOST_SECONDS && rested < RESTS_SECONDS; seconds += 1) {
    const before = cpuSeconds(pid);
    await sleep(1_000);
    rested = cpuSeconds(pid) - before > AT_REST[as] ? 0 : rested + 1;
  }
  return seconds;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await gone;
}
