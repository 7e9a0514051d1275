import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { pageSchedule } from "@/db/schema";
import { fixtureDatabase } from "@/db/testing/fixture-database";
import type { ScratchDatabase } from "@/db/testing/scratch";
import { type RunningServer, startServer } from "./lib/built-server";
import { servingArguments } from "./lib/serving.mjs";
import { sessionOf, visitor } from "./lib/visitor";
import { type Sandbox, startSandbox } from "./sandbox";

const HEADER = "x-receiver-key";
const SECRET = "what the receiver wants to see";
const CRON_SECRET = "a secret of the scheduler";
const KEY = `pi_live_${"Example".padEnd(43, "0")}`;

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status: { code?: number };
}

let scratch: ScratchDatabase;
let connection: Connection;
let receiver: Server;
let sandbox: Sandbox;
let server: RunningServer;
const received: { path: string; key: unknown; text: string }[] = [];

const environment = (endpoint: string) => ({
  VERCEL: "",
  AUTH_SECRET: "0123456789abcdef0123456789abcdef",
  STRIPE_SECRET_KEY: "",
  LOG_LEVEL: "info",
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: `${HEADER}=${encodeURIComponent(SECRET)}`,
  OTEL_SERVICE_NAME: "prices of Acme",
  OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
  OTEL_BSP_SCHEDULE_DELAY: "200",
  OTEL_METRIC_EXPORT_INTERVAL: "500",
});

const listening = (made: Server) => new Promise<void>((resolve) => void made.listen(0, "127.0.0.1", resolve));
const addressOf = (made: Server) => `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
const bodies = (path: string) => received.filter((one) => one.path === path).map(({ text }) => JSON.parse(text));
const spans = (): Span[] =>
  bodies("/v1/traces").flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) => scopeSpans.flatMap((s) => s.spans)),
  );
const metricNames = (): Set<string> =>
  new Set(
    bodies("/v1/metrics").flatMap(({ resourceMetrics }) =>
      resourceMetrics.flatMap(({ scopeMetrics }: { scopeMetrics: { metrics: { name: string }[] }[] }) =>
        scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)),
      ),
    ),
  );
const read = ({ attributes }: Span, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

beforeAll(async () => {
  ({ scratch, connection } = await fixtureDatabase());
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
    received.push({ path: request.url ?? "", key: request.headers[HEADER], text });
    response.setHeader("content-type", "application/json").end("{}");
  });
  await listening(receiver);
  sandbox = await startSandbox();
  const payments = { SANDBOX_URL: sandbox.url, STRIPE_WEBHOOK_SECRET: "whsec_of_the_test", CRON_SECRET };
  server = await startServer(scratch.url, { ...environment(addressOf(receiver)), ...payments }, (host, port) => [
    "--require",
    join(process.cwd(), "scripts", "lib", "no-network.cjs"),
    ...servingArguments(host, port),
  ]);
}, 120_000);

afterAll(async () => {
  await server?.stop();
  await sandbox?.close();
  receiver?.closeAllConnections();
  receiver?.close();
  await connection?.close();
  await scratch?.drop();
});

test("a request is one trace: the request, its operation, and what that waited for", async () => {
  const answered = await fetch(`${server.url}/api/v2/changes?limit=3`, { headers: { "x-forwarded-for": "192.0.2.9" } });
  expect(answered.status).toBe(200);
  const root = () => spans().find(({ name }) => name === "GET /api/v2/changes");
  await expect.poll(root, { timeout: 15_000 }).toBeDefined();
  const request = root() as Span;
  const trace = () => spans().filter(({ traceId }) => traceId === request.traceId);
  await expect.poll(() => trace().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
  expect([read(request, "http.route"), read(request, "http.response.status_code"), request.kind]).toEqual([
    "/api/v2/changes",
    200,
    2,
  ]);
  expect(request.parentSpanId ?? "").toBe("");
  const operation = trace().find(({ name }) => name === "list_changes") as Span;
  expect(operation.parentSpanId).toBe(request.spanId);
  const parts = trace().filter(({ parentSpanId }) => parentSpanId === operation.spanId);
  expect(parts.map(({ name }) => name)).toContain("limit keyless");
  const queries = parts.filter((span) => read(span, "db.system.name") === "postgresql");
  expect(queries.map((span) => read(span, "db.query.summary"))).toContain("select price_changes");
});

test("a call of a tool is a trace like a request of the API", async () => {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_changes", arguments: {} } };
  await fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ ...body, params: { name: "discover_software", arguments: { q: "chat" } } }),
  });
  const operation = () =>
    spans().find(
      (span) =>
        span.name === "discover_software" &&
        spans().some(({ spanId, name }) => spanId === span.parentSpanId && name === "POST MCP"),
    );
  await expect.poll(operation, { timeout: 15_000 }).toBeDefined();
});

test("requests, operations, the database and the limiter are measured", async () => {
  await expect
    .poll(metricNames, { timeout: 15_000 })
    .toEqual(
      new Set([
        "http.server.request.duration",
        "pricing.operation.duration",
        "db.client.operation.duration",
        "pricing.limiter.duration",
      ]),
    );
});

test("it comes from this service, with the headers that its receiver wants", () => {
  expect(new Set(received.map(({ key }) => key))).toEqual(new Set([SECRET]));
  const [first] = bodies("/v1/traces");
  const { attributes } = first.resourceSpans[0].resource as { attributes: Attribute[] };
  const told = Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));
  expect(told).toMatchObject({ "service.name": "prices of Acme", "deployment.environment.name": "test" });
});

test("no key, address, question or statement leaves with it", async () => {
  const asked = [
    `/api/v2/bulk?category=crm&key=${KEY}`,
    `/api/v2/pricing/${KEY}`,
    "/api/v2/discover?q=somebody-wrote-this",
  ];
  for (const path of asked) {
    await fetch(server.url + path, { headers: { authorization: `Bearer ${KEY}`, "x-forwarded-for": "203.0.113.77" } });
  }
  await fetch(`${server.url}/sign-in?email=buyer@example.com`);
  const names = () => spans().map(({ name }) => name);
  await expect.poll(names, { timeout: 15_000 }).toEqual(expect.arrayContaining(["get_bulk", "discover_software"]));
  await expect.poll(() => spans().some((span) => read(span, "pricing.problem") === "invalid_key")).toBe(true);
  const everything = received.map(({ text }) => text).join("\n");
  expect(everything).not.toMatch(/pi_live_|somebody-wrote-this|buyer@example|203\.0\.113|postgres:\/\/|\$1|where /i);
});

const named = (name: string) => spans().filter((span) => span.name === name);
const POLLED = { timeout: 15_000 };

test("what the payment service is asked is traced, without what was bought or by whom", async () => {
  const session = sessionOf(await visitor(() => server.url).checkout());
  expect(session).not.toBe("");
  await expect.poll(() => named("POST /v1/checkout").length, POLLED).toBe(1);
  const [begun] = named("POST /v1/checkout");
  expect([begun?.kind, read(begun as Span, "http.response.status_code")]).toEqual([3, 200]);
  expect(named("GET /v1/prices").length).toBeGreaterThan(0);
  const everything = received.map(({ text }) => text).join("\n");
  for (const secret of [session, "lookup_keys", "claim_hash"]) expect(everything).not.toContain(secret);
});

test("a list that is read and a page that is checked are traces with their outcome", async () => {
  const headers = { authorization: `Bearer ${CRON_SECRET}` };
  const collected = await fetch(`${server.url}/api/cron/collect?source=litellm`, { headers });
  const verify = () => fetch(`${server.url}/api/cron/verify`, { headers });
  expect([collected.status, (await verify()).status]).toEqual([200, 200]);
  // The first run creates the schedule and distributes the pages over a month.
  await connection.db.update(pageSchedule).set({ dueAt: new Date("2026-01-01") });
  expect((await verify()).status).toBe(200);
  await expect.poll(() => named("collect litellm").length, POLLED).toBe(1);
  const [list] = named("collect litellm") as [Span];
  expect([read(list, "pricing.source"), read(list, "pricing.outcome"), list.status.code]).toEqual([
    "litellm",
    "failed",
    2,
  ]);
  await expect.poll(() => named("verify a page").length, POLLED).toBeGreaterThan(0);
  expect(new Set(named("verify a page").map((span) => read(span, "pricing.outcome")))).toEqual(new Set(["failed"]));
  const measured = ["pricing.payments.duration", "pricing.collector.duration", "pricing.verifier.duration"];
  await expect.poll(() => [...metricNames()], POLLED).toEqual(expect.arrayContaining(measured));
});

test("what is left is sent when the server is told to end", async () => {
  const path = "/api/v2/categories";
  const before = spans().length;
  await fetch(server.url + path);
  process.kill(server.pid, "SIGTERM");
  await expect
    .poll(
      () =>
        spans()
          .slice(before)
          .map(({ name }) => name),
      { timeout: 15_000 },
    )
    .toContain("GET /api/v2/categories");
});

test("a receiver that is dead, or never answers, is told of once and hurts nobody", async () => {
  const silent = createServer(() => {});
  await listening(silent);
  try {
    for (const endpoint of ["http://127.0.0.1:1", addressOf(silent)]) {
      const alone = await startServer(scratch.url, environment(endpoint));
      try {
        for (let day = 10; day < 31; day += 1) {
          const path = `/api/v2/pricing/slack?depth=summary&asOf=2026-10-${day}`;
          expect((await fetch(alone.url + path)).status).toBeLessThan(500);
        }
        if (endpoint.endsWith(":1"))
          await expect.poll(alone.output, { timeout: 20_000 }).toContain("telemetry could not be sent");
        expect(alone.output().match(/telemetry could not be sent/g)?.length ?? 0).toBeLessThanOrEqual(1);
        expect(alone.output()).not.toContain(SECRET);
        expect((await fetch(`${alone.url}/api/ready`)).status).toBe(200);
      } finally {
        await alone.stop();
      }
    }
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
}, 120_000);
