import { createHash, randomBytes } from "node:crypto";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Connection, openDatabase } from "@/db/client";
import { FIXTURE } from "@/db/load/load.suite";
import { loadCatalog } from "@/db/load/load-catalog";
import { customers, purchases, subscriptions } from "@/db/schema";
import { type ScratchDatabase, scratchDatabase } from "@/db/testing/scratch";
import { createKey, revokeKey, rotateKey } from "@/lib/access/api-keys";
import { downloadToken, secretHash } from "@/lib/billing/download-token";
import type { Problem } from "@/lib/http/problem";
import { type RunningServer, startServer } from "./lib/built-server";

const AUTH_SECRET = randomBytes(32).toString("hex");
process.env.AUTH_SECRET = AUTH_SECRET;
const MANY = 1_500;
const now = new Date();

let scratch: ScratchDatabase;
let connection: Connection;
let server: RunningServer;
let key: string;
const secrets: string[] = [];
let clients = 0;

/** Returns a new IP address for each request, so that no test uses another test's quota. */
const from = () => ({ "x-forwarded-for": `10.0.${clients >> 8}.${clients++ & 255}` });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers: { ...from(), ...headers } });
const withKey = (path: string, headers: Record<string, string> = {}) =>
  get(path, { authorization: `Bearer ${key}`, ...headers });
const problemOf = async (response: Response) => (await response.json()) as Problem;

async function newKey(customerId: string) {
  const created = await createKey(connection.db, { customerId, name: "Test", now: new Date() });
  secrets.push(created.key);
  return created;
}

async function newCustomer(id: string, status: string) {
  await connection.db.insert(customers).values({ id, email: `${id}@example.com` });
  await connection.db.insert(subscriptions).values({
    id: `sub_${id}`,
    customerId: id,
    status,
    currentPeriodEnd: new Date(now.getTime() + 86_400_000),
    cancelAtPeriodEnd: false,
    createdAt: now,
    syncedAt: now,
  });
}

async function newLink(id: string, downloadsUsed = 0): Promise<string> {
  const token = downloadToken(id, 1);
  secrets.push(token);
  await connection.db.insert(purchases).values({
    id,
    checkoutId: `cs_${id}`,
    email: "buyer@example.com",
    category: "team-chat",
    asOf: now.toISOString().slice(0, 10),
    amountMinor: 1_900,
    currency: "USD",
    status: "paid",
    paidAt: now,
    tokenHash: secretHash(token),
    expiresAt: new Date(now.getTime() + 86_400_000),
    downloadsUsed,
  });
  return token;
}

/** Copies a product of the fixture many times, so that a category does not fit into the network buffers. */
async function multiply() {
  await connection.db.execute(sql`
    insert into products (slug, name, vendor_name, vendor_website, category, domain, pricing_page, kind, aliases)
    select 'copy-' || n, 'Copy ' || n, vendor_name, vendor_website, category, domain, pricing_page, kind, '{}'
    from products, generate_series(1, ${MANY}) n where slug = 'slack'`);
  await connection.db.execute(sql`
    insert into observations (id, product, source, kind, trust, observed_at, effective_from, payload)
    select o.id || '-' || n, 'copy-' || n, source, o.kind, trust, observed_at, effective_from, payload
    from observations o, generate_series(1, ${MANY}) n where product = 'slack'`);
}

beforeAll(async () => {
  scratch = await scratchDatabase();
  connection = await openDatabase(scratch.url, "");
  await connection.migrate();
  await loadCatalog(connection.db, { dir: FIXTURE, log: () => {} });
  await multiply();
  await newCustomer("payer", "active");
  key = (await newKey("payer")).key;
  server = await startServer(scratch.url, { AUTH_SECRET });
}, 120_000);

afterAll(async () => {
  await server?.stop();
  await connection?.close();
  await scratch?.drop();
});

describe("bulk over HTTP", () => {
  const CHAT = "/api/v2/bulk?category=team-chat";

  test("a category arrives whole in every form, compressed where that is accepted, and is 304 when unchanged", async () => {
    const json = await withKey(CHAT);
    const body = (await json.json()) as { count: number; records: unknown[] };
    expect(json.headers.get("cache-control")).toBe("private, no-store");
    expect(json.headers.get("referrer-policy")).toBe("no-referrer");
    expect(body.records).toHaveLength(body.count);
    expect(body.count).toBeGreaterThan(MANY);
    const lines = (await (await withKey(`${CHAT}&format=ndjson`)).text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(body.records);
    for (const encoding of ["gzip", "br"]) {
      const compressed = await withKey(CHAT, { "accept-encoding": encoding });
      expect(compressed.headers.get("content-encoding")).toBe(encoding);
      expect(await compressed.json()).toEqual(body);
    }
    const again = await withKey(CHAT, { "if-none-match": json.headers.get("etag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("a key is asked for, and one that is revoked, replaced or unpaid opens nothing from the next request on", async () => {
    expect(await problemOf(await get("/api/v2/bulk"))).toMatchObject({ status: 401, code: "missing_key" });
    const unknown = await get("/api/v2/bulk?key=pi_live_000", {});
    expect(unknown.headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect(await problemOf(unknown)).toMatchObject({ status: 401, code: "invalid_key", instance: "/api/v2/bulk" });

    const old = await newKey("payer");
    const ask = async (text: string) => (await get(`/api/v2/bulk?key=${text}`)).status;
    expect(await ask(old.key)).toBe(200);
    const rotation = { customerId: "payer", id: old.id, overlapHours: 0, now: new Date() };
    const fresh = await rotateKey(connection.db, rotation);
    secrets.push(fresh.key);
    expect([await ask(old.key), await ask(fresh.key)]).toEqual([401, 200]);
    await revokeKey(connection.db, { customerId: "payer", id: fresh.id, now: new Date() });
    expect(await ask(fresh.key)).toBe(401);

    await newCustomer("debtor", "unpaid");
    const unpaid = await newKey("debtor");
    expect(await problemOf(await get(`/api/v2/bulk?key=${unpaid.key}`))).toMatchObject({
      status: 403,
      code: "subscription_inactive",
    });
  });

  test.each(["identity", "gzip"])(
    "an answer that the database fails in the middle of breaks the connection off (%s)",
    async (encoding) => {
      // No earlier request read this response to its end, so it does not come from the cache.
      const response = await openSlowly(`${CHAT}&asOf=2026-11-01`, encoding);
      // Listens from the start: Node.js does not report a reset that came before its listener.
      const ending = new Promise<string>((resolve) => {
        response.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
        response.once("close", () => resolve(response.complete ? "complete" : "incomplete"));
      });
      const first = await new Promise<Buffer>((resolve) => response.once("data", resolve));
      response.pause();
      expect(first.length).toBeGreaterThan(0);
      await closeDatabase();
      try {
        response.resume();
        expect(await ending).toBe("ECONNRESET");
        expect(response.complete).toBe(false);
      } finally {
        await openDatabaseAgain();
      }
      expect((await withKey(CHAT)).status).toBe(200);
    },
  );

  /** Opens a separate connection that reads data only on demand. */
  function openSlowly(path: string, encoding: string): Promise<IncomingMessage> {
    const headers = { ...from(), authorization: `Bearer ${key}`, "accept-encoding": encoding };
    return new Promise((resolve, reject) => {
      httpRequest(`${server.url}${path}`, { headers, agent: false, highWaterMark: 1024 } as object, resolve)
        .once("error", reject)
        .end();
    });
  }
});

describe("files over HTTP", () => {
  test("of 50 downloads at once with 3 left exactly 3 succeed, with the bytes that the digest tells", async () => {
    const token = await newLink("pur_fifty", 17);
    const responses = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await get(`/files/${token}`);
        return { response, bytes: Buffer.from(await response.arrayBuffer()) };
      }),
    );
    const served = responses.filter(({ response }) => response.status === 200);
    expect(served).toHaveLength(3);
    expect(responses.filter(({ response }) => response.status === 410)).toHaveLength(47);
    for (const { response, bytes } of served) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      expect(response.headers.get("x-content-sha256")).toBe(hash);
      expect(response.headers.get("content-length")).toBe(String(bytes.length));
      expect(response.headers.get("content-encoding")).toBe(null);
    }
  });

  test("a download that was broken off is resumed to the same bytes", async () => {
    const token = await newLink("pur_resumed", 19);
    const client = from();
    const part = (headers: Record<string, string>) =>
      fetch(`${server.url}/files/${token}`, { headers: { ...client, ...headers } });
    const broken = await part({});
    const reader = broken.body?.getReader();
    const { value: head = new Uint8Array() } = (await reader?.read()) ?? {};
    await reader?.cancel();
    const rest = await part({ range: `bytes=${head.length}-`, "if-range": broken.headers.get("etag") ?? "" });
    expect(rest.status).toBe(206);
    const length = Number(broken.headers.get("content-length"));
    expect(rest.headers.get("content-length")).toBe(String(length - head.length));
    const whole = Buffer.concat([head, Buffer.from(await rest.arrayBuffer())]);
    expect(createHash("sha256").update(whole).digest("hex")).toBe(broken.headers.get("x-content-sha256"));
    const refused = await part({});
    expect(refused.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await problemOf(refused)).toMatchObject({ status: 410, code: "download_exhausted", instance: "/files" });
  });
});

describe("when something fails", () => {
  test("a database that goes away is 503 with the time to come back where memory does not hold the answer, and the service recovers by itself", async () => {
    const token = await newLink("pur_outage");
    let asked = 0;
    const fresh = () => `/api/v2/changes?limit=${(asked++ % 90) + 1}&since=2026-01-03`;
    const paths = () => [fresh(), `/api/v2/bulk?key=${key}`, `/files/${token}`];
    const held = ["/api/v2/pricing/slack", "/api/v2/discover?q=slack"];
    const statuses = () => Promise.all(paths().map(async (path) => (await get(path)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    const before = await Promise.all(held.map(async (path) => (await get(path)).text()));
    await closeDatabase();
    try {
      // A recent response may still come from the cache for a moment.
      await expect.poll(statuses, { timeout: 20_000, interval: 500 }).toEqual([503, 503, 503]);
      expect(await Promise.all(held.map(async (path) => (await get(path)).text()))).toEqual(before);
      for (const path of paths()) {
        const response = await get(path);
        const problem = await problemOf(response);
        expect(problem).toMatchObject({ status: 503, code: "unavailable", retryable: true });
        expect(response.headers.get("retry-after")).toBe("5");
        expect(JSON.stringify(problem)).not.toContain(scratch.name);
      }
      const health = await get("/api/health");
      expect([health.status, (await problemOf(health)).errors?.[0]?.path]).toEqual([503, "parts.database"]);
    } finally {
      await openDatabaseAgain();
    }
    await expect.poll(statuses, { timeout: 20_000, interval: 500 }).toEqual([200, 200, 200]);
    expect((await get("/api/health")).status).toBe(200);
  });

  test("a fault of our own is 500, shows nothing of its cause, and is logged under the request's id", async () => {
    await connection.db.execute(sql`alter table price_changes rename to price_changes_gone`);
    let response: Response;
    try {
      response = await get("/api/v2/changes?product=slack&limit=7");
    } finally {
      await connection.db.execute(sql`alter table price_changes_gone rename to price_changes`);
    }
    const text = await response.text();
    const problem = JSON.parse(text) as Problem;
    expect(problem).toMatchObject({ status: 500, code: "internal", retryable: true });
    expect(text).not.toMatch(/price_changes|select|relation|42P01|at .*\.js/i);
    await expect.poll(() => logged(problem.requestId)).toMatch(/price_changes/);
    expect((await get("/api/v2/changes?product=slack&limit=7")).status).toBe(200);
  });

  test("no key and no link's token was printed, whatever happened", async () => {
    const output = server.output();
    expect(output).toContain("a response broke off");
    for (const secret of secrets) expect(output).not.toContain(secret);
  });

  const logged = (requestId: string) =>
    server
      .output()
      .split("\n")
      .find((line) => line.includes(requestId)) ?? "";
});

async function closeDatabase() {
  const name = scratch.name;
  await connection.close();
  await scratch.onServer(
    `alter database ${name} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

async function openDatabaseAgain() {
  await scratch.onServer(`alter database ${scratch.name} with allow_connections true`);
  connection = await openDatabase(scratch.url, "");
}
