import { randomBytes, randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { appendRun } from "@/db/load/append";
import { fixtureDatabase } from "@/db/testing/fixture-database";
import { type ScratchDatabase, SERVER } from "@/db/testing/scratch";
import { redisRest } from "@/lib/access/testing/redis-rest";
import { WEBHOOK_SECRET } from "@/lib/billing/testing/world";
import { paid } from "@/lib/catalog/testing/observations";
import type { Problem } from "@/lib/http/problem";
import { type RunningServer, startServer } from "./lib/built-server";
import { type FaultyLink, faultyLink } from "./lib/faulty-link";
import { sessionOf, stripeSide, visitor } from "./lib/visitor";
import { type Sandbox, startSandbox } from "./sandbox";

const REDIS = process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379";
const TOKEN = "of-the-store";
const AUTH_SECRET = randomBytes(32).toString("hex");
/** A random network for readers, so that no run uses another run's quota. */
const NETWORK = `10.${100 + randomInt(100)}`;

let scratch: ScratchDatabase;
let connection: Connection;
let rest: Awaited<ReturnType<typeof redisRest>>;
let toDatabase: FaultyLink;
let toStore: FaultyLink;
/** Both servers use one PostgreSQL and one Redis, each over a link that may fail. */
let servers: RunningServer[];
let readers = 0;
let asked = 0;

const reader = () => `${NETWORK}.${(readers >> 8) & 255}.${readers++ & 255}`;
const ask = (path: string, from = reader()) =>
  fetch(`${servers[asked++ % servers.length]?.url}${path}`, { headers: { "x-forwarded-for": from } });

let days = 0;
/** Returns a request for a new day that only the database can answer. */
const fresh = () => {
  const day = new Date(Date.UTC(2025, 2, 3) + (days++ % 600) * 86_400_000);
  return `/api/v2/changes?limit=1&since=${day.toISOString().slice(0, 10)}`;
};
const KEPT = "/api/v2/pricing/slack?depth=summary";

beforeAll(async () => {
  ({ scratch, connection } = await fixtureDatabase());
  rest = await redisRest(REDIS, TOKEN);
  toDatabase = await faultyLink(SERVER);
  toStore = await faultyLink(rest.url);
  const store = {
    SITE_URL: "https://prices.example.com",
    KV_REST_API_URL: toStore.through(rest.url).replace(/\/$/, ""),
    KV_REST_API_TOKEN: TOKEN,
  };
  const start = (url: string) => startServer(toDatabase.through(url), { AUTH_SECRET, ...store });
  servers = await Promise.all([start(scratch.url), start(scratch.url)]);
}, 180_000);

afterAll(async () => {
  for (const server of servers ?? []) await server.stop();
  await toDatabase?.close();
  await toStore?.close();
  await rest?.close();
  await connection?.close();
  await scratch?.drop();
});

/** Sends two kinds of requests at a steady rate while `during` runs, and returns the responses. */
async function underLoad(during: () => Promise<void>): Promise<Response[]> {
  let isOver = false;
  const answers: Promise<Response>[] = [];
  const load = async () => {
    while (!isOver) {
      answers.push(ask(fresh()), ask(KEPT));
      await sleep(25);
    }
  };
  await Promise.all([load(), during().finally(() => (isOver = true))]);
  return Promise.all(answers);
}

async function expectServedOrToldToWait(answers: readonly Response[]) {
  for (const answer of answers) {
    if (answer.status === 200) continue;
    const problem = (await answer.json()) as Problem;
    expect(problem).toMatchObject({ status: 503, code: "unavailable", retryable: true });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
}

const served = async () =>
  (await Promise.all([ask(fresh()), ask(fresh()), ask(KEPT), ask(KEPT)])).map(({ status }) => status);
const RECOVERED = { timeout: 30_000, interval: 500 };

describe("two servers on one database and one store", () => {
  test("grant one reader one quota", async () => {
    const from = reader();
    const statuses: number[] = [];
    for (let n = 0; n < 130; n += 1) statuses.push((await ask(KEPT, from)).status);
    expect(statuses).toEqual([...Array<number>(120).fill(200), ...Array<number>(10).fill(429)]);
  });

  test("both tell of a change of the ledger within a second, and neither goes back to what was", async () => {
    const record = async () => {
      return (await ask("/api/v2/pricing/slack")).text();
    };
    const before = [await record(), await record()];
    expect(before[0]).toBe(before[1]);
    const now = new Date();
    const day = now.toISOString().slice(0, 10);
    const url = "https://slack.example.com/pricing";
    await appendRun(connection.db, {
      run: { id: "run-of-two", kind: "verify", source: null, startedAt: now },
      observations: [
        {
          product: "slack",
          source: "example",
          trust: "A",
          observedAt: day,
          evidence: { url, readAt: now.toISOString(), sha256: "a".repeat(64), shown: "Pro $4321" },
          fact: { kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", 4_321)] },
        },
      ],
      checks: [],
      now,
    } as never);
    const both = async () => [await record(), await record()].filter((text) => text.includes("4321")).length;
    await expect.poll(both, { timeout: 1_000, interval: 50 }).toBe(2);
    for (let n = 0; n < 10; n += 1) expect(await both()).toBe(2);
  });
});

describe("the database", () => {
  test("that is restarted under load costs some an answer, tells them to come back, and nobody after it", async () => {
    const answers = await underLoad(async () => {
      await sleep(500);
      toDatabase.become("cut");
      await sleep(3_000);
      toDatabase.become("open");
      await sleep(500);
    });
    await expectServedOrToldToWait(answers);
    expect(answers.some(({ status }) => status === 503)).toBe(true);
    await expect.poll(served, RECOVERED).toEqual([200, 200, 200, 200]);
    for (const { status } of await underLoad(() => sleep(1_000))) expect(status).toBe(200);
  });

  test("whose connections are ended under load is asked again on others, and nobody notices", async () => {
    const answers = await underLoad(async () => {
      for (let n = 0; n < 5; n += 1) {
        await scratch.onServer(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${scratch.name}' and pid <> pg_backend_pid()`,
        );
        await sleep(200);
      }
    });
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(servers.map(({ output }) => output().includes("database: connection lost"))).toEqual([true, true]);
  });

  test("that takes fewer connections than a server would open serves with those that it takes", async () => {
    const role = `${scratch.name}_few`;
    await scratch.onServer(`create role ${role} login connection limit 2`);
    const few = new URL(scratch.url);
    try {
      await connection.db.execute(`grant all on all tables in schema public to ${role}`);
      await connection.db.execute(`grant all on schema public to ${role}`);
      few.username = role;
      const server = await startServer(few.href, { AUTH_SECRET });
      try {
        const many = Array.from({ length: 40 }, () =>
          fetch(`${server.url}${fresh()}`, { headers: { "x-forwarded-for": reader() } }),
        );
        const answers = await Promise.all(many);
        await expectServedOrToldToWait(answers);
        expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
        const after = () => fetch(`${server.url}${fresh()}`, { headers: { "x-forwarded-for": reader() } });
        await expect.poll(async () => (await after()).status, RECOVERED).toBe(200);
      } finally {
        await server.stop();
      }
    } finally {
      await connection.db.execute(`drop owned by ${role}`);
      await scratch.onServer(`drop role ${role}`);
    }
  });
});

describe("a buyer who writes on one server and reads on the other", () => {
  let sandbox: Sandbox;
  let pair: RunningServer[] = [];
  let stripe: ReturnType<typeof stripeSide>;
  let turn = 0;
  const there = visitor(() => pair[turn % 2]?.url ?? "", "http://prices.example.com");
  /** Switches to the other server. */
  const next = () => {
    turn += 1;
    return there;
  };

  beforeAll(async () => {
    sandbox = await startSandbox();
    stripe = stripeSide(sandbox, () => pair[turn % 2]?.url ?? "");
    const environment = {
      VERCEL: "",
      AUTH_SECRET,
      SITE_URL: "http://prices.example.com",
      STRIPE_SECRET_KEY: "",
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      SANDBOX_URL: sandbox.url,
      SMTP_URL: sandbox.smtpUrl,
    };
    pair = await Promise.all([startServer(scratch.url, environment), startServer(scratch.url, environment)]);
  }, 120_000);
  afterAll(async () => {
    for (const server of pair) await server.stop();
    await sandbox?.close();
  });

  test.each([0, 1])("finds at once what was paid, made, used and ended (beginning with server %i)", async (first) => {
    turn = first;
    const email = `buyer-${first}@example.com`;
    const cookie = (await there.follow(await stripe.linkMailed(email, there))).cookie;
    const account = async () => (await next().read("/account", { headers: { cookie } })).text();
    expect(await account()).not.toContain("Create key");

    const subscription = sessionOf(await next().checkout({ kind: "subscription", interval: "month" }, cookie));
    for (const event of stripe.pay(subscription, email)) expect((await stripe.deliver(event)).status).toBe(200);
    expect(await account()).toContain("Create key");
    const created = await next().submit("/account", "Create key", { name: "Of Acme" }, cookie);
    const key = /pi_live_\w{43}/.exec(created.text)?.[0] ?? "";
    const bulk = async () => (await next().read(`/api/v2/bulk?key=${key}`)).status;
    expect([await bulk(), await bulk()]).toEqual([200, 200]);
    expect((await next().submit("/account", 'value="revoke"', { intent: "revoke" }, cookie)).status).toBe(200);
    expect([await bulk(), await bulk()]).toEqual([401, 401]);

    const file = sessionOf(await next().checkout({ kind: "file", category: "team-chat" }, cookie));
    for (const event of stripe.pay(file, email)) expect((await stripe.deliver(event)).status).toBe(200);
    const path = /\/files\/\w+/.exec(await account())?.[0] ?? "";
    const left: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const answered = await next().read(path);
      await answered.arrayBuffer();
      left.push(answered.headers.get("download-remaining") ?? "");
    }
    expect(left).toEqual(["19", "18", "17", "16"]);

    await next().submit("/account", "Sign out", {}, cookie);
    for (let n = 0; n < 2; n += 1) {
      expect((await next().read("/account", { headers: { cookie } })).headers.get("location")).toMatch(/sign-in/);
    }
  });
});

describe("the store of the rate limits", () => {
  const warned = () =>
    servers.map((server) => server.output().match(/rate limit store does not respond/g)?.length ?? 0);

  // Each count takes two round trips: the relay knows no script by its hash.
  const ANSWERS_LATE = { lateMs: 200 };
  const TOO_LATE = { lateMs: 1_500 };

  test("that is slow is waited for, counts all the same, and nothing is said of it", async () => {
    const before = warned();
    toStore.become(ANSWERS_LATE);
    try {
      const answers = await underLoad(() => sleep(2_000));
      expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
      expect(answers.every(({ headers }) => headers.has("ratelimit"))).toBe(true);
      expect(warned()).toEqual(before);
    } finally {
      toStore.become("open");
    }
  });

  test.each([
    ["is gone", "cut"],
    ["never answers", "held"],
    ["is too slow to wait for", TOO_LATE],
  ] as const)("that %s lets reads pass, and each server says so once", async (_, condition) => {
    const before = warned();
    toStore.become(condition);
    try {
      const answers = await underLoad(() => sleep(2_500));
      expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
      expect(warned()).toEqual(before.map((count) => count + 1));
    } finally {
      toStore.become("open");
    }
    // The server retries every few seconds.
    const isLimited = async () =>
      (await ask(KEPT)).headers.has("ratelimit") && (await ask(KEPT)).headers.has("ratelimit");
    await expect.poll(isLimited, RECOVERED).toBe(true);
  });
});
