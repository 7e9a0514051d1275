import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { appendRun } from "@/db/load/append";
import { customers, sessions, subscriptions, users } from "@/db/schema";
import { fixtureDatabase } from "@/db/testing/fixture-database";
import type { ScratchDatabase } from "@/db/testing/scratch";
import { createKey } from "@/lib/access/api-keys";
import { keptToken } from "@/lib/auth/adapter";
import { addDays } from "@/lib/catalog/day";
import { paid } from "@/lib/catalog/testing/observations";
import { sharedPage } from "@/lib/http/kept-pages";
import { addressOf } from "@/lib/operations/names";
import { operations, otherOperations } from "@/lib/operations/registry";
import { type RunningServer, startServer } from "./lib/built-server";

const SITE = "https://prices.example.com";
const ENV = { SITE_URL: SITE, VERCEL: "", AUTH_SECRET: "0123456789abcdef0123456789abcdef", STRIPE_SECRET_KEY: "" };

let scratch: ScratchDatabase;
let connection: Connection;
/** Two hosts: our own server, which handles the API itself, and Next.js as any other host runs it. */
let hosts: RunningServer[];

beforeAll(async () => {
  ({ scratch, connection } = await fixtureDatabase());
  const next = (host: string, port: string) => [
    join(process.cwd(), "node_modules", "next", "dist", "bin", "next"),
    "start",
    "-H",
    host,
    "-p",
    port,
  ];
  hosts = await Promise.all([startServer(scratch.url, ENV), startServer(scratch.url, ENV, next)]);
}, 180_000);

afterAll(async () => {
  for (const host of hosts ?? []) await host.stop();
  await connection?.close();
  await scratch?.drop();
});

interface Question {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function ask({ url }: RunningServer, { path, method = "GET", headers = {}, body }: Question, from: string) {
  const { hostname, port } = new URL(url);
  return new Promise<Answer>((resolve, reject) => {
    const asked = httpRequest(
      {
        hostname,
        port,
        path,
        method,
        headers: { "x-forwarded-for": from, host: "prices.example.com", "user-agent": "Acme/1.0", ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const told = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: alike(Object.fromEntries(told)),
            body: withoutId(plain(bytes, response.headers["content-encoding"])),
          });
        });
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
}

function plain(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return "";
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  return (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString();
}

const withoutId = (body: string) => body.replace(/"requestId":"[0-9a-f-]{36}"/g, '"requestId":"…"');

/** Removes headers that differ per request, describe the body's framing, or contain Next.js's internal markers. */
function alike(headers: Record<string, string>): Record<string, string> {
  const {
    date: _date,
    connection: _connection,
    "keep-alive": _kept,
    "transfer-encoding": _framed,
    "strict-transport-security": _secure,
    "server-timing": _timing,
    "x-request-id": id = "",
    ratelimit = "",
    vary = "",
    "content-security-policy": policy,
    "content-length": length,
    ...rest
  } = headers;
  const own = vary.split(", ").filter((name) => name !== "" && !/^(?:rsc|next-router-)/.test(name));
  return {
    ...rest,
    // Each host chooses its own compression.
    ...(length !== undefined && rest["content-encoding"] === undefined && { "content-length": length }),
    ...(policy !== undefined && { "content-security-policy": policy.replace(/'nonce-[^']+'/, "'nonce-…'") }),
    vary: [...new Set(own)].join(", "),
    "x-request-id": /^[0-9a-f-]{36}$/.test(id) ? "an id" : id,
    ratelimit: ratelimit.replace(/t=\d+/, "t=…"),
  };
}

/** Our own server also charges quota for the duration of a request. */
function withoutQuota(answer: Answer): Answer {
  const { ratelimit = "", ...headers } = answer.headers;
  return { ...answer, headers: { ...headers, ratelimit: ratelimit.replace(/r=\d+/, "r=…") } };
}

let senders = 0;

/** Sends each request twice from its own IP address. The second response may come from a cache. */
async function alikeOnBoth(question: Question): Promise<Answer> {
  const from = `192.0.2.${(senders++ % 250) + 1}`;
  const [ours, nexts] = await Promise.all(
    hosts.map(async (host) => [await ask(host, question, from), await ask(host, question, from)] as const),
  );
  expect(ours?.map(withoutQuota)).toEqual(nexts?.map(withoutQuota));
  expect(ours?.[1].body).toBe(ours?.[0].body);
  return ours?.[1] as Answer;
}

const FIXTURE_NAMES = { slug: "slack", slugs: ["slack", "slack-connect"] };
const ENCODINGS = ["gzip, br", "gzip", "br;q=0.5, gzip", "identity", "gzip;q=0, br;q=0"];

describe("each operation", () => {
  test.each([...operations, ...otherOperations].map((operation) => [operation.name, operation] as const))(
    "%s: every method, encoding and condition",
    async (_name, operation) => {
      const { http, sample = {} } = operation;
      const names = Object.fromEntries(Object.entries(FIXTURE_NAMES).filter(([name]) => name in operation.input.shape));
      const path =
        http.method === "GET" ? new URL(addressOf(operation, { ...sample, ...names }, { name: "", url: SITE })) : null;
      const address = path ? path.pathname + path.search : http.path;
      const body = JSON.stringify({ ...sample, ...names });
      const json = { "content-type": "application/json" };
      const asked: Question = path ? { path: address } : { path: address, method: "POST", body, headers: json };
      const first = await alikeOnBoth(asked);
      for (const encoding of ENCODINGS) {
        const answered = await alikeOnBoth({ ...asked, headers: { ...asked.headers, "accept-encoding": encoding } });
        expect(answered.body).toBe(first.body);
      }
      const { etag } = first.headers;
      if (etag) {
        const same = await alikeOnBoth({ ...asked, headers: { "if-none-match": etag } });
        expect(same.status).toBe(operation.access === "key" ? first.status : 304);
        await alikeOnBoth({ ...asked, headers: { "if-none-match": '"other", W/"another"' } });
      }
      for (const method of ["HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]) {
        if (method !== asked.method) await alikeOnBoth({ path: address, method });
      }
    },
  );
});

describe("a category with a key", () => {
  let authorization: string;

  beforeAll(async () => {
    const now = new Date();
    const customerId = "two-hosts";
    await connection.db.insert(customers).values({ id: customerId, email: "buyer@example.com" });
    await connection.db.insert(subscriptions).values({
      id: "sub_two-hosts",
      customerId,
      status: "active",
      currentPeriodEnd: new Date(now.getTime() + 86_400_000),
      cancelAtPeriodEnd: false,
      createdAt: now,
      syncedAt: now,
    });
    const { key } = await createKey(connection.db, { customerId, name: "Acme", now });
    authorization = `Bearer ${key}`;
  });

  test.each(["json", "ndjson", "csv"])("as %s: every encoding, from its making and from memory", async (format) => {
    const path = `/api/v2/bulk?category=team-chat&format=${format}`;
    const whole = await alikeOnBoth({ path, headers: { authorization } });
    expect(whole.status).toBe(200);
    expect(whole.body).toContain("slack");
    for (const encoding of ENCODINGS) {
      const { body } = await alikeOnBoth({ path, headers: { authorization, "accept-encoding": encoding } });
      expect(body).toBe(whole.body);
    }
    const { etag = "" } = whole.headers;
    expect((await alikeOnBoth({ path, headers: { authorization, "if-none-match": etag } })).status).toBe(304);
    expect((await alikeOnBoth({ path, method: "HEAD", headers: { authorization } })).body).toBe("");
  });

  test("every category, and a key that is sent as a parameter", async () => {
    expect((await alikeOnBoth({ path: "/api/v2/bulk", headers: { authorization } })).body).toContain("team-chat");
    const key = authorization.slice("Bearer ".length);
    expect((await alikeOnBoth({ path: `/api/v2/bulk?category=team-chat&key=${key}` })).body).toContain("slack");
    expect((await alikeOnBoth({ path: `/api/v2/bulk?category=no-such&key=${key}` })).status).toBe(404);
  });
});

describe("what is asked wrongly", () => {
  test.each<Question>([
    { path: "/api/v2/pricing/nobody-sells-this" },
    { path: "/api/v2/pricing/%zz" },
    { path: "/api/v2/pricing/slack?nonsense=1" },
    { path: "/api/v2/pricing/slack?asOf=tomorrow" },
    { path: "/api/v2/pricing/slack/" },
    { path: "/api/v2//pricing/slack" },
    { path: "/api/v2/pricing/a%2Fb" },
    { path: "/api/v2/pricing/pi_live_abcdefghijklmnopqrstuvwxyz012345" },
    { path: "/api/v2/discover?q=chat&limit=9999" },
    { path: "/api/v2/discover?cursor=broken" },
    { path: "/api/v2/compare?slugs=slack" },
    { path: "/api/v2/usage/slack" },
    { path: "/api/v2/nothing" },
    { path: "/api/v3/pricing/slack" },
    { path: "/api" },
    { path: "/api/v2/tco", method: "POST", body: "{", headers: { "content-type": "application/json" } },
    { path: "/api/v2/tco", method: "POST", body: "{}", headers: { "content-type": "text/plain" } },
    { path: "/api/v2/tco", method: "POST", body: "[]", headers: { "content-type": "application/json" } },
    { path: "/api/v2/tco?slug=slack", method: "POST", body: "{}", headers: { "content-type": "application/json" } },
    {
      path: "/api/v2/tco",
      method: "POST",
      body: JSON.stringify({ slug: "x".repeat(70_000) }),
      headers: { "content-type": "application/json" },
    },
    { path: "/api/v2/bulk?category=team-chat" },
  ])("$path $method", async (question) => {
    const { status } = await alikeOnBoth(question);
    expect(status).toBeGreaterThanOrEqual(300);
  });
});

test.each([
  "/api/v2/pricing/Slack%20Technologies",
  "/api/v2/pricing/slack?fields[]=tiers",
  "/api/v2/pricing?slugs[]=slack&slugs[]=figma",
])("%s is understood alike", async (path) => {
  expect((await alikeOnBoth({ path })).status).toBe(200);
});

test.each(["/changes.json", "/changes.atom"].flatMap((path) => ENCODINGS.map((encoding) => [path, encoding] as const)))(
  "%s is the feed, encoded as %s",
  async (path, encoding) => {
    const { status, headers } = await alikeOnBoth({ path, headers: { "accept-encoding": encoding } });
    expect([status, headers["content-type"]]).toEqual([
      200,
      expect.stringMatching(/^application\/(?:atom\+xml|feed\+json)/),
    ]);
  },
);

describe("MCP", () => {
  const accept = "application/json, text/event-stream";
  const rpc = (method: string, params: object, more: Record<string, string> = {}): Question => ({
    path: "/mcp",
    method: "POST",
    headers: { accept, "content-type": "application/json", "mcp-protocol-version": "2025-06-18", ...more },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }),
  });

  test.each<Question>([
    rpc("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "Acme", version: "1" } }),
    rpc("tools/list", {}),
    rpc("tools/list", {}, { "accept-encoding": "gzip" }),
    rpc("tools/list", {}, { accept: "text/event-stream" }),
    rpc("tools/call", { name: "get_pricing", arguments: { slug: "slack" } }),
    rpc("tools/call", { name: "get_pricing", arguments: { slug: "slack" } }, { "accept-encoding": "br" }),
    rpc("tools/call", { name: "get_pricing", arguments: { slug: "nobody-sells-this" } }),
    rpc("tools/call", { name: "no_such_tool", arguments: {} }),
    rpc("tools/call", { name: "discover_software", arguments: { q: "chat" } }),
    rpc("resources/read", { uri: "pricing://slack" }),
    rpc("no/such", {}),
    { path: "/mcp", method: "POST", body: "{", headers: { accept, "content-type": "application/json" } },
    { path: "/mcp" },
    { path: "/mcp", method: "OPTIONS" },
    { path: "/mcp", method: "DELETE" },
    rpc("tools/list", {}, { origin: "https://evil.example" }),
  ])("$path $method $body", async (question) => {
    await alikeOnBoth(question);
  });
});

test("a quota that is used up is used up alike", async () => {
  const question = { path: "/api/v2/pricing/slack" };
  const seen = await Promise.all(
    hosts.map(async (host) => {
      const answers: Answer[] = [];
      for (let n = 0; n < 122; n += 1) answers.push(await ask(host, question, "198.51.100.7"));
      return answers.slice(-3);
    }),
  );
  expect(seen[0]?.map(({ status }) => status)).toEqual([200, 429, 429]);
  expect(seen[0]?.map(({ body, headers }) => [body.replace(/\d+ seconds/, ""), headers.ratelimit])).toEqual(
    seen[1]?.map(({ body, headers }) => [body.replace(/\d+ seconds/, ""), headers.ratelimit]),
  );
});

/** Returns a page without its nonce, Next.js's internal markers and compression. */
function pageOf(answer: Answer): Answer {
  const { status, headers, body } = withoutQuota(answer);
  const {
    "x-nextjs-cache": _from,
    "x-nextjs-prerender": _made,
    "content-encoding": _packed,
    "content-length": _length,
    link = "",
    location = "",
    vary = "",
    etag,
    ...rest
  } = headers;
  return {
    status,
    // Next.js repeats the redirect target in a page that it has just rendered.
    headers: {
      ...rest,
      // A redirect's body is not cached. Each host renders its own, with data in any order.
      ...(etag !== undefined && status !== 308 && { etag: "of its bytes" }),
      link: withoutNonce(link.replace(HINTS, "")),
      location: [...new Set(location.split(", "))].join(),
      // Next.js omits Accept-Encoding in a 304 response.
      vary: status === 304 ? vary.replace(/(?:, )?Accept-Encoding/, "") : vary,
    },
    body: withoutNonce(body),
  };
}

/** The request ID on an error page. */
const REQUEST = /(<p class="note">[^<]+ · request ID )[0-9a-f-]{36}/;
const NONCE = /(nonce\\*"?[=:]\\*")[^"\\]+|(nonce-)[^']+/g;
const DATA = /<script[^>]*>[^<]*self\.__next_f[^<]*<\/script>/g;

/** Sent if a page was not ready immediately. */
const HINTS = /(?:, )?<[^>]+\.css>; rel=preload; as="style"(?:; nonce="[^"]*")?/g;
const SEAMS = /<!-- -->/g;

/**
 * Removes differences of a page with a nonce. Such a page is written as its parts become ready, so the script data,
 * which repeats the text, comes in any order.
 */
function withoutNonce(text: string): string {
  const plain = text.replace(NONCE, "$1$2…").replace(REQUEST, "$1…");
  return plain === text ? text : plain.replace(DATA, "").replace(SEAMS, "");
}

/** Requests each page twice from its own IP address. */
async function pageOnBoth(question: Question | ((host: number) => Question)): Promise<Answer & { etags: string[] }> {
  const from = `203.0.113.${(senders++ % 250) + 1}`;
  const [ours, nexts] = (await Promise.all(
    hosts.map(async (host, at) => {
      const asked = typeof question === "function" ? question(at) : question;
      return [await ask(host, asked, from), await ask(host, asked, from)] as const;
    }),
  )) as [readonly [Answer, Answer], readonly [Answer, Answer]];
  for (const at of [0, 1] as const) {
    expect(pageOf(ours[at])).toEqual(pageOf(nexts[at]));
    const isSame = ours[at].body !== "" && ours[at].body === nexts[at].body;
    if (isSame && ours[at].status !== 308) expect(ours[at].headers.etag).toBe(nexts[at].headers.etag);
  }
  return { ...pageOf(ours[1]), etags: [ours[1], nexts[1]].map(({ headers }) => headers.etag ?? "") };
}

const PRODUCT = "/software/team-chat/slack";
/** One page of each kind that all visitors share. */
const SHARED = [
  PRODUCT,
  "/software/team-chat",
  "/categories/a-z/s",
  "/calculators",
  "/problems",
  "/problems/internal",
  "/",
  "/categories",
  "/categories/a-z",
  "/changes",
  "/docs/get_pricing",
  "/docs/shapes",
  "/about",
  "/agents",
  "/badges",
  "/bot",
  "/calculators/llm",
  "/calculators/tco",
  "/compare",
  "/coverage",
  "/license",
  "/methodology",
  "/pricing",
  "/privacy",
  "/terms",
];

describe("a page that is shown to all who ask", () => {
  test.each(SHARED)("%s: every encoding, method and condition", async (path) => {
    expect(sharedPage(path)).not.toBeNull();
    const first = await pageOnBoth({ path });
    expect(first.status).toBe(200);
    for (const encoding of ENCODINGS) {
      const answered = await pageOnBoth({ path, headers: { "accept-encoding": encoding } });
      expect(answered.body).toBe(first.body);
    }
    const own = (host: number) => first.etags[host] || '"none"';
    for (const value of [own, () => '"other", W/"another"', () => "*"]) {
      const { status } = await pageOnBoth((host) => ({ path, headers: { "if-none-match": value(host) } }));
      expect(status).toBe(first.etags[0] !== "" && value(0) !== '"other", W/"another"' ? 304 : 200);
    }
    await pageOnBoth((host) => ({ path, headers: { "if-none-match": own(host), "cache-control": "no-cache" } }));
    await pageOnBoth({ path, headers: { range: "bytes=0-99" } });
    for (const method of ["HEAD", "OPTIONS", "PUT", "DELETE"]) await pageOnBoth({ path, method });
  });

  test.each(SHARED)("%s has nothing of its reader in it", async (path) => {
    const token = "1f8a1a30-8d0e-4a5e-9a3a-2d6a3b3f0a01";
    await connection.db
      .insert(users)
      .values({ id: "reader", email: "reader@example.com", emailVerified: new Date() })
      .onConflictDoNothing();
    await connection.db
      .insert(sessions)
      .values({ userId: "reader", sessionToken: keptToken(token), expires: new Date(Date.now() + 3_600_000) })
      .onConflictDoNothing();
    const readers: Record<string, string>[] = [
      {},
      {
        cookie: `__Host-pi.session=${token}; theme=dark; __prerender_bypass=1`,
        "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "accept-language": "de",
        authorization: "Bearer pi_live_abcdefghijklmnopqrstuvwxyz012345",
        referer: "https://example.org/from",
        "x-forwarded-proto": "http",
        "sec-ch-prefers-color-scheme": "dark",
      },
    ];
    const [, next] = hosts as [RunningServer, RunningServer];
    const answers: Answer[] = [];
    for (const host of [next, ...hosts]) {
      for (const [n, headers] of readers.entries()) {
        answers.push(await ask(host, { path, headers }, `198.51.100.${20 + n}`));
      }
    }
    expect(new Set(answers.map((answer) => pageOf(answer).body)).size).toBe(1);
    for (const { body } of answers) expect(body).not.toMatch(/reader@example|198\.51\.100|Firefox/);
  });
});

describe("what is asked beside such a page", () => {
  test.each<Question>([
    { path: `${PRODUCT}?utm_source=mail` },
    { path: `${PRODUCT}?seats=7` },
    { path: `${PRODUCT}?seats=many&x=%zz` },
    { path: "/software/team-chat?page=2" },
    { path: "/software/team-chat?free=yes&utm_source=mail" },
    { path: "/calculators?x=1" },
    { path: "/problems/internal?x=1" },
    { path: `${PRODUCT}/` },
    { path: "/software/Team-Chat/Slack" },
    { path: "/software/team-chat/%73lack" },
    { path: "/software/wrong-place/slack" },
    { path: "/software/team-chat/nobody-sells-this" },
    { path: "/software/no-such-category" },
    { path: "/problems/no_such_problem" },
    { path: "/categories/a-z/zz" },
    { path: "/docs/no-such-page" },
    { path: `${PRODUCT}.md` },
    { path: PRODUCT, headers: { accept: "text/markdown" } },
    { path: PRODUCT, headers: { accept: "text/html;q=0.5, text/markdown" } },
    { path: PRODUCT, headers: { accept: "application/json" } },
    { path: PRODUCT, headers: { rsc: "1" } },
    { path: "/calculators", headers: { rsc: "1" } },
    { path: PRODUCT, headers: { "x-missing-page": "1" } },
    { path: PRODUCT, headers: { "x-prerender-revalidate": "guess", "x-drawn": "1" } },
  ])("$path $headers", async (question) => {
    await pageOnBoth(question);
  });
});

test("a page requested at another public host redirects to the site on both", async () => {
  for (const path of [PRODUCT, "/sign-in"]) {
    for (const host of hosts) {
      const { status, headers } = await ask(host, { path, headers: { host: "other.example.net" } }, "198.51.100.11");
      expect([status, headers.location]).toEqual([307, SITE + path]);
    }
  }
});

test("a drawn page costs three units of the quota and a cached page one, on both hosts", async () => {
  const left = await Promise.all(
    hosts.map(async (host) => {
      const remaining: (string | undefined)[] = [];
      // The time of a request is charged after its response, so each path is requested by a new client.
      for (const [index, path] of ["/", PRODUCT, "/coverage", "/sign-in"].entries()) {
        const { headers } = await ask(host, { path }, `192.0.2.${1 + index}`);
        remaining.push(headers.ratelimit?.replace(/;t=.*/, ""));
      }
      return remaining;
    }),
  );
  expect(left[0]).toEqual(['"pages";r=1199', '"pages";r=1199', '"pages";r=1199', '"pages";r=1197']);
  expect(left[1]).toEqual(left[0]);
});

test("a client without units left gets 429 on both hosts", async () => {
  const refusals = await Promise.all(
    hosts.map(async (host) => {
      for (let n = 0; n < 400; n += 1) await ask(host, { path: "/sign-in", method: "HEAD" }, "198.51.100.9");
      const { status, headers } = await ask(host, { path: PRODUCT }, "198.51.100.9");
      return [status, headers.ratelimit?.replace(/;t=.*/, "")];
    }),
  );
  expect(refusals).toEqual([
    [429, '"pages";r=0'],
    [429, '"pages";r=0'],
  ]);
});

test("after a run no page is older than what the API answers, while readers go on asking", async () => {
  const [ours] = hosts as [RunningServer, RunningServer];
  const today = new Date().toISOString().slice(0, 10);
  let asked = 0;
  const read = async (path: string) => (await ask(ours, { path }, `10.1.${asked >> 8}.${asked++ & 255}`)).body;
  const inApi = (body: string) =>
    (JSON.parse(body) as { tiers: { name: string; listPrice?: { amount: number } }[] }).tiers.find(
      ({ name }) => name === "pro",
    )?.listPrice?.amount;
  await read(PRODUCT);
  for (const [ago, price] of [
    [2, 101],
    [1, 102],
    [0, 103],
  ] as const) {
    await appendRun(connection.db, {
      run: { id: `run-${price}`, kind: "verify", source: null, startedAt: new Date() },
      observations: [
        {
          product: "slack",
          source: "example",
          trust: "A",
          observedAt: addDays(today, -ago),
          evidence: {
            url: "https://slack.example.com/pricing",
            readAt: new Date().toISOString(),
            shown: `Pro $${price}`,
          },
          fact: { kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", price)] },
        },
      ],
      checks: [],
      now: new Date(),
    });
    const seen: boolean[] = [];
    const isNew = (page: string) => page.includes(`"price":${price}`) || page.includes(`$${price}`);
    let isInApi = false;
    while (!isInApi) {
      const [page, answer] = await Promise.all([read(PRODUCT), read("/api/v2/pricing/slack")]);
      seen.push(isNew(page));
      isInApi = inApi(answer) === price;
    }
    const after = await Promise.all(Array.from({ length: 20 }, () => read(PRODUCT)));
    seen.push(...after.map(isNew));
    expect(after.every(isNew)).toBe(true);
    // Once a page shows the new price, every later one does.
    expect(seen.slice(seen.indexOf(true)).every(Boolean)).toBe(true);
    expect(isNew(await read("/software/team-chat"))).toBe(true);
  }
}, 120_000);
