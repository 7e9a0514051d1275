import { Agent, createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { fixtureDatabase } from "@/db/testing/fixture-database";
import { asOnNeon, type NeonRelay, neonRelay } from "@/db/testing/neon-relay";
import { type ScratchDatabase, SERVER } from "@/db/testing/scratch";
import { redisRest } from "@/lib/access/testing/redis-rest";
import { type RunningServer, startServer } from "./lib/built-server";
import { servingArguments } from "./lib/serving.mjs";

const TOKEN = "test";
const PATHS = [
  "/api/v2/pricing/slack",
  "/api/v2/pricing/slack?depth=summary",
  "/api/v2/discover?q=chat",
  "/api/v2/categories",
  "/software/team-chat/slack",
  "/software/team-chat",
];
const READERS = 6;
const CHECK_MS = 200;

let scratch: ScratchDatabase;
let connection: Connection;
let rest: Awaited<ReturnType<typeof redisRest>> | null;
let proxy: Server;
let fleet: Member[];
let environment: Record<string, string>;
let relay: NeonRelay | null;

type Driver = "node-postgres" | "Neon's driver";

/** Neon's driver connects through a relay, as it would through Neon's proxy. */
function start(driver: Driver): Promise<RunningServer> {
  if (driver === "node-postgres") return startServer(scratch.url, environment);
  const way = { NEON_RELAY: `127.0.0.1:${relay?.port}` };
  return startServer(asOnNeon(scratch.url), { ...environment, ...way }, (host, port) => [
    "--require",
    join(process.cwd(), "scripts", "lib", "neon-relay.cjs"),
    ...servingArguments(host, port),
  ]);
}

/** A server behind the proxy, with the connections that the proxy reuses. */
interface Member {
  server: RunningServer;
  isReady: boolean;
  agent: Agent;
}

const member = (server: RunningServer): Member => ({
  server,
  isReady: true,
  agent: new Agent({ keepAlive: true, maxSockets: 32 }),
});

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Distributes requests among the ready servers. It never retries a request, so that no failure is hidden. */
function roundRobin(members: () => readonly Member[]): Server {
  let turn = 0;
  return createServer((incoming, outgoing) => {
    const ready = members().filter(({ isReady }) => isReady);
    const chosen = ready[turn++ % ready.length];
    if (!chosen) return void outgoing.writeHead(502).end("nobody is ready");
    const { hostname, port } = new URL(chosen.server.url);
    const { url: path, method, headers } = incoming;
    const passedOn = httpRequest({ hostname, port, path, method, headers, agent: chosen.agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("aborted", () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    passedOn.on("error", (error) => outgoing.writeHead(502).end(String(error)));
    incoming.pipe(passedOn);
  });
}

async function look(one: Member): Promise<void> {
  one.isReady = await fetch(`${one.server.url}/api/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

interface Answer {
  status: number;
  isWhole: boolean;
  body: string;
}

function ask(path: string, from: string): Promise<Answer> {
  const { hostname, port } = new URL(addressOf(proxy));
  return new Promise((resolve) => {
    const failed = (error: unknown) => resolve({ status: 0, isWhole: false, body: String(error) });
    httpRequest({ hostname, port, path, agent: false, headers: { "x-forwarded-for": from } })
      .once("response", (response: IncomingMessage) => {
        let body = "";
        response.setEncoding("utf8").on("data", (chunk) => (body += chunk));
        response.once("close", () => resolve({ status: response.statusCode ?? 0, isWhole: response.complete, body }));
      })
      .once("error", failed)
      .end();
  });
}

describe.each<Driver>(["node-postgres", "Neon's driver"])("servers that reach their database by %s", (driver) => {
  beforeAll(async () => {
    relay = driver === "node-postgres" ? null : await neonRelay(new URL(SERVER));
    ({ scratch, connection } = await fixtureDatabase());
    rest = await redisRest(process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379", TOKEN);
    environment = {
      VERCEL: "",
      KV_REST_API_URL: rest.url,
      KV_REST_API_TOKEN: TOKEN,
      AUTH_SECRET: "0123456789abcdef0123456789abcdef",
      STRIPE_SECRET_KEY: "",
      SITE_URL: "https://prices.example.com",
      // Longer than the interval of the proxy's health checks.
      DRAIN_SECONDS: "2",
    };
    const servers = await Promise.all([0, 1].map(() => start(driver)));
    fleet = servers.map(member);
    proxy = roundRobin(() => fleet);
    await new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve));
  }, 180_000);

  afterAll(async () => {
    for (const { server, agent } of fleet ?? []) {
      agent.destroy();
      await server.stop();
    }
    proxy?.closeAllConnections();
    proxy?.close();
    await rest?.close();
    await relay?.close();
    await connection?.close();
    await scratch?.drop();
  });

  test("are restarted one after the other, and drop no request of steady readers", async () => {
    await Promise.all(fleet.map(look));
    expect(fleet.map(({ isReady }) => isReady)).toEqual([true, true]);
    let isOver = false;
    const statuses = new Map<number, number>();
    const dropped: unknown[] = [];
    const readers = Array.from({ length: READERS }, async (_, reader) => {
      for (let n = 0; !isOver; n += 1) {
        const path = PATHS[n % PATHS.length] ?? "/";
        const answer = await ask(path, `10.9.${reader}.${n % 250}`);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status !== 200 || !answer.isWhole)
          dropped.push({ path, ...answer, body: answer.body.slice(0, 200) });
        await sleep(20);
      }
    });
    const looks = (async () => {
      while (!isOver) {
        await Promise.all(fleet.map(look));
        await sleep(CHECK_MS);
      }
    })();
    const draining: unknown[] = [];
    for (const [at, { server, agent }] of fleet.entries()) {
      process.kill(server.pid, "SIGTERM");
      await expect.poll(async () => (await fetch(`${server.url}/api/ready`)).status, { interval: 20 }).toBe(503);
      // Liveness stays good, so that no supervisor kills the process.
      const { status, headers } = await fetch(`${server.url}/api/health`);
      draining.push([status, headers.get("connection")]);
      await expect.poll(server.isGone, { timeout: 20_000 }).toBe(true);
      agent.destroy();
      const next = member(await start(driver));
      fleet[at] = { ...next, isReady: false };
      await expect.poll(() => fleet[at]?.isReady, { timeout: 20_000 }).toBe(true);
    }
    // Neon's proxy does this too when it is updated.
    relay?.cut();
    await sleep(1_000);
    isOver = true;
    await Promise.all([...readers, looks]);
    expect(draining).toEqual(fleet.map(() => [200, "close"]));
    expect(dropped).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(200);
  }, 180_000);

  test("stay ready where the limiter's store is gone, and say so", async () => {
    const [one] = fleet;
    if (!one) throw new Error("no server");
    expect(((await (await fetch(`${one.server.url}/api/ready`)).json()) as { parts: object }).parts).toMatchObject({
      database: "ok",
      limiter: "ok",
      runs: { collect: null, verify: null },
    });
    await rest?.close();
    rest = null;
    await expect
      .poll(async () => {
        const answer = await fetch(`${one.server.url}/api/ready`);
        return [answer.status, ((await answer.json()) as { parts: { limiter: string } }).parts.limiter];
      })
      .toEqual([200, "away"]);
  });
});
