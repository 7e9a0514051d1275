import { readdirSync, readFileSync } from "node:fs";
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { appendRun } from "@/db/load/append";
import { fixtureDatabase } from "@/db/testing/fixture-database";
import type { ScratchDatabase } from "@/db/testing/scratch";
import { inTime } from "@/lib/awaitable";
import { paid } from "@/lib/catalog/testing/observations";
import { type RunningServer, startServer } from "./lib/built-server";

const SLACK = "/api/v2/pricing/slack";
const ENV = {
  VERCEL: "",
  WEB_CONCURRENCY: "2",
  AUTH_SECRET: "0123456789abcdef0123456789abcdef",
  STRIPE_SECRET_KEY: "",
  // Price watches are checked if email is configured. This test has no watches.
  SMTP_URL: "smtp://127.0.0.1:1",
  LOG_LEVEL: "info",
};

let scratch: ScratchDatabase;
let connection: Connection;
let server: RunningServer;
let clients = 0;

/** Returns a new client address, unless one is given. */
const someone = () => `10.1.${clients >> 8}.${clients++ & 255}`;

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
  socket: Socket;
}

/** Uses a new connection, unless an agent is given. */
function ask(path: string, { from = someone(), agent }: { from?: string; agent?: Agent } = {}): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path, agent: agent ?? false, headers: { "x-forwarded-for": from } })
      .once("response", (response) => void answerOf(response).then(resolve, reject))
      .once("error", reject)
      .end();
  });
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const { socket } = response;
  let body = "";
  for await (const chunk of response.setEncoding("utf8")) body += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, body, socket };
}

const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

/** Returns the process ids of the workers. */
const workers = () =>
  readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

/** Opens persistent connections, each with one response. */
async function connections(count: number): Promise<Socket[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const answers = await many(count, () => ask("/api/v2/categories", { agent }));
  return answers.map(({ socket }) => socket.on("error", () => {}));
}

/** Returns whether both processes hold connections with a response. */
async function bothAnswer(): Promise<boolean> {
  const held = () => new Map(workers().map((pid) => [pid, readdirSync(`/proc/${pid}/fd`).length]));
  const open = await connections(20);
  const during = held();
  for (const socket of open) socket.destroy();
  await sleep(100);
  // A process that starts also opens files, but does not close any.
  const after = held();
  return after.size === 2 && [...after].every(([pid, count]) => count <= (during.get(pid) ?? count) - 5);
}

beforeAll(async () => {
  ({ scratch, connection } = await fixtureDatabase());
  server = await startServer(scratch.url, ENV);
  while (!(await bothAnswer())) await sleep(200);
}, 120_000);

afterAll(async () => {
  await server?.stop();
  await connection?.close();
  await scratch?.drop();
});

test("one client has one quota, whichever process answers", async () => {
  const from = someone();
  const answers = await many(130, () => ask(SLACK, { from }));
  const passed = answers.filter(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  const left = passed.map(({ headers }) => Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]));
  expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 120 }, (_, i) => 119 - i));
});

test("pages have one quota too", async () => {
  const from = someone();
  const left = (await many(8, () => ask("/robots.txt?of=a-page", { from }))).map(({ headers }) => headers.ratelimit);
  expect(new Set(left).size).toBe(8);
});

test("what a run changes is told by every process soon", async () => {
  const price = async () => {
    const answers = await many(12, () => ask(SLACK));
    return new Set(answers.map(({ body }) => (JSON.parse(body) as { priceRange: { high: number } }).priceRange.high));
  };
  const before = await price();
  expect(before.size).toBe(1);
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const url = "https://slack.example.com/pricing";
  await appendRun(connection.db, {
    run: { id: "run-of-workers", kind: "verify", source: null, startedAt: now },
    checks: [],
    observations: [
      {
        product: "slack",
        source: "example",
        trust: "A",
        observedAt: today,
        evidence: { url, readAt: now.toISOString(), sha256: "a".repeat(64), shown: "Pro $4,321" },
        fact: { kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", 4_321)] },
      },
    ],
    now,
  });
  await expect.poll(price, { timeout: 10_000, interval: 50 }).toEqual(new Set([4_321]));
  expect(await price()).toEqual(new Set([4_321]));
});

test("of two processes that start one looks through what is due", async () => {
  await expect.poll(() => server.output()).toContain("price watches processed");
  expect(server.output().match(/price watches processed/g)).toHaveLength(1);
});

test("a process that is killed takes its own connections with it and no later request; another takes its place", async () => {
  const open = await connections(20);
  const [first = 0, second = 0] = workers();
  const from = someone();
  await ask(SLACK, { from });
  process.kill(second, "SIGKILL");
  await expect.poll(() => open.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(0);
  const left = open.filter(({ destroyed }) => !destroyed);
  expect(left.length).toBeGreaterThan(0);
  const answers = await many(100, () => ask(SLACK));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  await expect.poll(workers, { timeout: 60_000 }).toEqual([first, expect.not.toSatisfy((pid) => pid === second)]);
  await expect.poll(bothAnswer, { timeout: 60_000 }).toBe(true);
  expect((await ask(SLACK, { from })).headers.ratelimit).toMatch(/r=118;/);
  for (const socket of left) socket.destroy();
});

test("a server that is told to stop finishes what is under way in every process, and takes nothing new", async () => {
  const body = JSON.stringify({ slug: "slack", seats: 10 });
  const { hostname, port } = new URL(server.url);
  const headers = { "content-type": "application/json", "content-length": body.length, expect: "100-continue" };
  /** Resolves when the server waits for the body. */
  const begin = () =>
    new Promise<{ request: ClientRequest; answered: Promise<Answer> }>((resolve, reject) => {
      const from = { "x-forwarded-for": someone() };
      const options = {
        hostname,
        port,
        method: "POST",
        path: "/api/v2/tco",
        agent: false,
        headers: { ...headers, ...from },
      };
      const request = httpRequest(options).once("error", reject);
      const answered = new Promise<IncomingMessage>((done) => request.once("response", done)).then(answerOf);
      request.once("continue", () => resolve({ request, answered })).flushHeaders();
    });
  const underWay = await many(10, begin);
  process.kill(server.pid, "SIGTERM");
  // If a connection arrives while both workers close, the primary process holds it, and the connection ends with that
  // process.
  const isAnswered = (asked: Promise<Answer>) =>
    asked.then(
      () => true,
      () => false,
    );
  let last: Promise<boolean> | undefined;
  const isTaken = () => {
    const asked = ask(SLACK);
    last = isAnswered(asked);
    return isAnswered(inTime(asked, 1_000, "the server"));
  };
  await expect.poll(isTaken, { timeout: 8_000 }).toBe(false);
  for (const { request } of underWay) request.end(body);
  const answers = await Promise.all(underWay.map(({ answered }) => answered));
  expect(answers.map(({ status }) => status)).toEqual(underWay.map(() => 200));
  await expect.poll(server.isGone, { timeout: 15_000 }).toBe(true);
  // The request was not answered later either.
  expect(await last).toBe(false);
});
