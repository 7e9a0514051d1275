import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { fixtureDatabase } from "@/db/testing/fixture-database";
import type { ScratchDatabase } from "@/db/testing/scratch";
import { type RunningServer, startServer } from "./lib/built-server";

const BUILD = join(process.cwd(), ".next");
const LIMIT_BYTES = 250 * 1_000_000;
const COLD_STARTS = 5;
const SITE_URL = "https://prices.example.com";
const ENV = {
  SITE_URL,
  AUTH_SECRET: "0123456789abcdef0123456789abcdef",
  CRON_SECRET: "0123456789abcdef",
  STRIPE_SECRET_KEY: "",
};
const NEXT = join(process.cwd(), "node_modules", "next", "dist", "bin", "next");

/** Runs Next.js as any host does, in a process that cannot write to disk. */
const withoutDisk = (host: string, port: string) => [
  "--require",
  join(process.cwd(), "scripts", "lib", "no-disk.cjs"),
  NEXT,
  "start",
  "-H",
  host,
  "-p",
  port,
];

let clients = 0;
/** Sends a request from a new IP address, so that no test uses another test's quota. */
const ask = ({ url }: RunningServer, path: string, init: RequestInit = {}) =>
  fetch(url + path, {
    redirect: "manual",
    ...init,
    headers: { "x-forwarded-for": `10.1.${clients >> 8}.${clients++ & 255}`, ...init.headers },
  });

function traced(trace: string): Set<string> {
  const { files } = JSON.parse(readFileSync(trace, "utf8")) as { files: string[] };
  return new Set(files.map((file) => relative(process.cwd(), resolve(dirname(trace), file))));
}

describe("what a function takes along", () => {
  /** Lists each route with its own files and the shared files of Next.js and instrumentation. */
  const functions = readdirSync(join(BUILD, "server", "app"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".nft.json"))
    .map((path) => {
      const shared = ["next-server.js.nft.json", join("server", "instrumentation.js.nft.json")];
      const traces = [join("server", "app", path), ...shared].map((trace) => [...traced(join(BUILD, trace))]);
      return { path, files: [...new Set(traces.flat())] };
    });

  test("no function comes near 250 MB", () => {
    expect(functions.length).toBeGreaterThan(50);
    const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const sizes = new Map<string, number>();
    for (const file of new Set(functions.flatMap(({ files }) => files))) sizes.set(file, sizeOf(file));
    const largest = Math.max(
      ...functions.map(({ files }) => files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)),
    );
    expect(largest).toBeLessThan(LIMIT_BYTES / 2);
  });

  test("each has the migrations, the pictures their fonts, and none the catalogue or what would say secrets", () => {
    for (const { path, files } of functions) {
      expect(files, path).toContain(join("db", "migrations", "meta", "_journal.json"));
      expect(
        files.filter((file) => /^(?:db[\\/](?:catalog|import)|e2e|\.env|\.data)/.test(file)),
        path,
      ).toEqual([]);
      if (/opengraph-image/.test(path)) expect(files.join(), path).toMatch(/inter-latin-400-normal\.woff/);
    }
  });
});

describe("a start without what it needs", () => {
  test.each([
    { lacks: "DATABASE_URL", says: "Attach a PostgreSQL database" },
    { lacks: "AUTH_SECRET", says: "openssl rand" },
  ])("$lacks is asked for by name, and nothing is served", async ({ lacks, says }) => {
    const environment = {
      ...process.env,
      ...ENV,
      NODE_ENV: "production",
      VERCEL: "1",
      DATABASE_URL: "postgres://127.0.0.1:1/x",
    };
    const server = spawn(process.execPath, [NEXT, "start", "-H", "127.0.0.1", "-p", "0"], {
      env: { ...environment, [lacks]: "" } as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    });
    let printed = "";
    for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
    const code = await new Promise((done) => server.once("close", done));
    expect(code).toBe(1);
    expect(printed).toContain(`${lacks} is not set`);
    expect(printed).toContain(says);
  });
});

describe("instances", () => {
  let scratch: ScratchDatabase;
  let connection: Connection;
  let instances: RunningServer[];

  beforeAll(async () => {
    ({ scratch, connection } = await fixtureDatabase());
    const start = () => startServer(scratch.url, ENV, withoutDisk);
    instances = await Promise.all(Array.from({ length: COLD_STARTS }, start));
  }, 180_000);

  afterAll(async () => {
    for (const instance of instances ?? []) await instance.stop();
    await connection?.close();
    await scratch?.drop();
  });

  test("many that start at once on one database all answer alike", async () => {
    const answers = await Promise.all(
      instances.map(async (instance) => (await ask(instance, "/api/v2/categories")).json() as Promise<object>),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test("nothing that is asked writes to a disk", async () => {
    const [instance] = instances as [RunningServer];
    const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const post = (body: object) => ({ method: "POST", headers: json, body: JSON.stringify(body) });
    const call = { name: "get_pricing", arguments: { slug: "slack" } };
    const asked: [string, number, RequestInit?][] = [
      ["/", 200],
      ["/api/health", 200],
      ["/api/ready", 200],
      ["/api/v2/pricing/slack", 200],
      ["/api/v1/pricing?slug=slack", 200],
      ["/api/v2/discover?q=chat", 200],
      ["/api/v2/tco", 200, post({ slug: "slack", seats: 5 })],
      ["/api/v2/openapi.json", 200],
      ["/api/v2/bulk?category=team-chat", 401],
      ["/mcp", 200, post({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call })],
      ["/software/team-chat/slack", 200],
      ["/software/team-chat/slack.md", 200],
      ["/software/team-chat/slack?seats=30", 200],
      ["/software/team-chat/slack/opengraph-image", 200],
      ["/software/team-chat", 200],
      ["/search?q=chat", 200],
      ["/changes.atom", 200],
      ["/badge/slack.svg", 200],
      ["/sign-in", 200],
      ["/sitemap.xml", 200],
      ["/nothing-stands-here", 404],
      ["/api/stripe/webhook", 503, { method: "POST", body: "{}" }],
      ["/api/cron/price-watches", 200, { headers: { authorization: `Bearer ${ENV.CRON_SECRET}` } }],
    ];
    for (const [path, status, init] of asked) {
      const response = await ask(instance, path, init);
      expect([path, response.status, (await response.arrayBuffer()).byteLength > 0]).toEqual([path, status, true]);
    }
    expect(instance.output()).not.toMatch(/no-disk:|EROFS/);
  });

  test("one that was frozen while the database ended its connections answers as if nothing had been", async () => {
    const [instance] = instances as [RunningServer];
    // Sends requests that always query the database. Each uses a new connection: the instance would close an idle one
    // as soon as it wakes.
    const once = { headers: { connection: "close" } };
    const ask12 = () => Promise.all(Array.from({ length: 12 }, () => ask(instance, "/api/health", once)));
    await ask12();
    process.kill(instance.pid, "SIGSTOP");
    await scratch.onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${scratch.name}'`);
    // These requests wait while the instance is frozen. After it wakes, it answers them first.
    const waiting = ask12();
    await sleep(6_000);
    process.kill(instance.pid, "SIGCONT");
    expect((await waiting).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  });
});
