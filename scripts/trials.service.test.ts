import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { checkouts, errorReports, purchases, sessions, users, verificationTokens } from "@/db/schema";
import { fixtureDatabase } from "@/db/testing/fixture-database";
import type { ScratchDatabase } from "@/db/testing/scratch";
import { keptToken } from "@/lib/auth/adapter";
import { redirectTricks } from "@/lib/auth/testing/redirect-tricks";
import { downloadToken, secretHash } from "@/lib/billing/download-token";
import { isKept } from "@/lib/http/kept-pages";
import { type RunningServer, startServer } from "./lib/built-server";
import { type Sandbox, startSandbox } from "./sandbox";

const AUTH_SECRET = randomBytes(32).toString("hex");
process.env.AUTH_SECRET = AUTH_SECRET;
const EVIL = "https://evil.example";
const FORM = "application/x-www-form-urlencoded";

let scratch: ScratchDatabase;
let connection: Connection;
let sandbox: Sandbox;
/** All servers use one database. */
let servers: RunningServer[];
let clients = 0;

/** Returns a new IP address for each request, so that no trial uses another trial's quota. */
const from = () => ({ "x-forwarded-for": `10.1.${clients >> 8}.${clients++ & 255}` });
const anyServer = () => servers[clients % servers.length] as RunningServer;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a path unchanged: fetch() would correct it. */
function send(path: string, headers: Record<string, string> = {}, form?: Record<string, string>): Promise<Answer> {
  const { hostname, port } = new URL(anyServer().url);
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
      { hostname, port, path, method: form ? "POST" : "GET", headers: { ...from(), accept: "text/html", ...headers } },
      (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (text) => (body += text));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      },
    );
    asked.on("error", reject);
    asked.end(form && new URLSearchParams(form).toString());
  });
}

const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  send(path, { "content-type": FORM, origin: siteUrl(), ...headers }, form);
const siteUrl = () => servers[0]?.url ?? "";

async function signedIn(id: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await connection.db.insert(users).values({ id, email: `${id}@example.com`, emailVerified: new Date() });
  await connection.db
    .insert(sessions)
    .values({ sessionToken: keptToken(token), userId: id, expires: new Date(Date.now() + 1e7) });
  return `pi.session=${token}`;
}

/** Returns the parameters of a mailed link. */
async function mailedLink(email: string) {
  const token = randomBytes(32).toString("base64url");
  await connection.db.insert(verificationTokens).values({
    identifier: email,
    token: createHash("sha256").update(`${token}${AUTH_SECRET}`).digest("hex"),
    expires: new Date(Date.now() + 600_000),
  });
  return { token, email };
}

beforeAll(async () => {
  ({ scratch, connection } = await fixtureDatabase());
  sandbox = await startSandbox();
  const start = (SITE_URL?: string) =>
    startServer(scratch.url, {
      VERCEL: "",
      AUTH_SECRET,
      STRIPE_SECRET_KEY: "",
      STRIPE_WEBHOOK_SECRET: "whsec_of_the_trials",
      SANDBOX_URL: sandbox.url,
      SMTP_URL: sandbox.smtpUrl,
      ...(SITE_URL ? { SITE_URL } : {}),
    });
  const first = await start();
  servers = [first, ...(await Promise.all([start(first.url), start(first.url)]))];
}, 180_000);

afterAll(async () => {
  for (const server of servers ?? []) await server.stop();
  await sandbox?.close();
  await connection?.close();
  await scratch?.drop();
});

describe("no answer leads away from this site", () => {
  /** Next.js replaces a loopback address with its name. */
  const ours = () => [new URL(siteUrl()).host, `localhost:${new URL(siteUrl()).port}`];
  const asQuery = (trick: string) => encodeURIComponent(trick);
  const SURFACES: Record<string, (trick: string) => string> = {
    "an address of its own": (trick) => (trick.startsWith("/") ? encodeURI(trick) : `/${encodeURI(trick)}`),
    "sign-in": (trick) => `/sign-in?to=${asQuery(trick)}`,
    confirmation: (trick) => `/sign-in/confirm?token=t&email=a@example.com&to=${asQuery(trick)}`,
    "confirmation without a token": (trick) => `/sign-in/confirm?to=${asQuery(trick)}`,
    "a former slug": (trick) => `/software/team-chat/slack-chat?to=${asQuery(trick)}`,
    "another category": (trick) => `/software/crm/slack?to=${asQuery(trick)}`,
    "a slug": (trick) => `/software/team-chat/${asQuery(trick)}`,
    "the rates": (trick) => `/software/crm/slack/rates?region=${asQuery(trick)}`,
    "a comparison": (trick) => `/compare/slack-vs-${asQuery(trick)}?seats=${asQuery(trick)}`,
    "a question of comparison": (trick) => `/compare?slugs=slack,${asQuery(trick)}`,
    "a cost": (trick) => `/calculators/tco?items=slack:5&to=${asQuery(trick)}`,
    "a workload": (trick) => `/calculators/llm?inputTokens=1&provider=${asQuery(trick)}`,
    "a letter": (trick) => `/categories/a-z/${asQuery(trick)}`,
    "the old licences": (trick) => `/data-licenses?to=${asQuery(trick)}`,
    "a report": (trick) => `/report?product=${asQuery(trick)}`,
    "the return from a checkout": (trick) => `/checkout/success?session_id=${asQuery(trick)}`,
    "a trailing slash": (trick) => `/pricing/?to=${asQuery(trick)}`,
    "doubled slashes": (trick) => `//pricing//${asQuery(trick)}/`,
    "a provider's callback": (trick) => `/api/auth/callback/github?callbackUrl=${asQuery(trick)}`,
  };

  test.each(Object.entries(SURFACES))("%s", async (_, addressOf) => {
    const cookie = await signedIn(`user-${clients}`);
    for (const trick of redirectTricks(siteUrl())) {
      const path = addressOf(trick);
      const readers: Record<string, string>[] = [{}, { cookie }, { host: "evil.example" }];
      for (const headers of readers) {
        const { location } = (await send(path, headers)).headers;
        if (location !== undefined)
          expect(ours(), `${path} → ${location}`).toContain(new URL(location, siteUrl()).host);
      }
    }
  });

  test("the mailed sign-in", async () => {
    for (const [index, to] of redirectTricks(siteUrl()).entries()) {
      const link = await mailedLink(`trick-${index}@example.com`);
      const { headers } = await post("/api/auth/callback/email", { ...link, to });
      const { host, pathname } = new URL(headers.location ?? "");
      expect(ours(), to).toContain(host);
      expect(pathname).toBe("/account");
    }
  });
});

test("of 20 uses of a sign-in link at once, on three servers, one signs in", async () => {
  const link = await mailedLink("once@example.com");
  const answers = await Promise.all(Array.from({ length: 20 }, () => post("/api/auth/callback/email", link)));
  const opened = answers.filter(({ headers }) => headers["set-cookie"]?.some((line) => line.startsWith("pi.session=")));
  expect(opened).toHaveLength(1);
  const theirs = sql`select 1 from sessions s join users u on u.id = s.user_id where u.email = 'once@example.com'`;
  expect((await connection.db.execute(theirs)).rows).toHaveLength(1);
});

test("of 50 downloads at once with 3 left, on three servers, exactly 3 succeed", async () => {
  const token = downloadToken("pur_three", 1);
  await connection.db.insert(purchases).values({
    id: "pur_three",
    checkoutId: "cs_three",
    email: "buyer@example.com",
    category: "team-chat",
    asOf: new Date().toISOString().slice(0, 10),
    amountMinor: 1_900,
    currency: "USD",
    status: "paid",
    paidAt: new Date(),
    tokenHash: secretHash(token),
    expiresAt: new Date(Date.now() + 86_400_000),
    downloadsUsed: 17,
  });
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(`/files/${token}`, { accept: "*/*" })));
  const having = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect([having(200), having(410)]).toEqual([3, 47]);
  const [row] = await connection.db.select().from(purchases).where(eq(purchases.id, "pur_three"));
  expect(row?.downloadsUsed).toBe(20);
});

describe("a subscription is bought once", () => {
  const subscribe = { kind: "subscription", interval: "month" };
  const sessionOf = ({ headers }: Answer) => /cs_\w+/.exec(headers.location ?? "")?.[0] ?? "";
  const payable = (ids: string[]) =>
    ids.filter((id) => sandbox.ctx.store.get("checkout.session", id).status === "open");

  test("of checkouts that an account opens at once on three servers, one can be paid", async () => {
    const cookie = await signedIn("impatient");
    const answers = await Promise.all(Array.from({ length: 6 }, () => post("/checkout/start", subscribe, { cookie })));
    const begun = answers.map(sessionOf).filter((id) => id !== "");
    expect(begun).toHaveLength(6);
    expect(payable(begun)).toHaveLength(1);
    const rows = await connection.db.select().from(checkouts).where(eq(checkouts.userId, "impatient"));
    expect(rows.filter(({ status }) => status === "open").map(({ id }) => id)).toEqual(payable(begun));
  });

  test("of two tabs without an account the earlier one ends", async () => {
    const first = await post("/checkout/start", subscribe);
    const cookie = first.headers["set-cookie"]?.[0]?.split(";", 1)[0] ?? "";
    expect(cookie).toMatch(/^pi\.claim\./);
    const second = await post("/checkout/start", subscribe, { cookie: `other=1; ${cookie}; last=2` });
    expect(payable([sessionOf(first), sessionOf(second)])).toEqual([sessionOf(second)]);
  });
});

describe("a form of another site", () => {
  const foreign: Record<string, string>[] = [
    { origin: EVIL },
    { origin: "null" },
    { origin: `${EVIL}:3000`, "sec-fetch-site": "cross-site" },
    { origin: "http://127.0.0.1.evil.example", "sec-fetch-site": "same-site" },
  ];

  test.each(foreign)("with %j begins no checkout, signs nobody in, reports nothing", async (headers) => {
    const before = await connection.db.$count(checkouts);
    const checkout = await post("/checkout/start", { kind: "subscription", interval: "month" }, headers);
    expect([checkout.status, checkout.headers.location]).toEqual([303, `${siteUrl()}/pricing?error=origin`]);
    expect(await connection.db.$count(checkouts)).toBe(before);

    const link = await mailedLink(`foreign-${clients}@example.com`);
    const callback = await post("/api/auth/callback/email", link, headers);
    expect([callback.status, callback.headers.location]).toEqual([303, `${siteUrl()}/sign-in?error=origin`]);
    expect(callback.headers["set-cookie"]).toBeUndefined();

    const report = await post("/report", { product: "slack", message: "The price is another." }, headers);
    expect(report.status).not.toBe(201);
    expect(await connection.db.$count(errorReports)).toBe(0);

    const action = await post("/account", {}, { ...headers, "next-action": "0".repeat(42) });
    expect(action.status).toBe(400);
  });
});

describe("inline scripts", () => {
  const LIVE = [
    "/",
    "/search?q=slack",
    "/pricing",
    "/account",
    "/sign-in",
    "/compare",
    "/coverage",
    "/changes",
    "/nothing",
  ];
  const policyOf = ({ headers }: Answer) => /script-src ([^;]+)/.exec(String(headers["content-security-policy"]))?.[1];
  const inline = ({ body }: Answer) =>
    [...body.matchAll(/<script(?![^>]*(?:\bsrc=|ld\+json))([^>]*)>/g)].map(([, attributes = ""]) => attributes);

  test.each(LIVE)("of %s carry a nonce of its own, which nobody else can choose", async (path) => {
    const cookie = await signedIn(`reader-${clients}`);
    const mine = { "content-security-policy": "script-src 'nonce-mine'", cookie };
    const answers = [await send(path, mine), await send(path, mine)];
    const nonces = answers.map((answer) => {
      const [, nonce] = /^'self' 'nonce-([\w+/=]{20,})'$/.exec(policyOf(answer) ?? "") ?? [];
      if (answer.status !== 307) expect(inline(answer).length, path).toBeGreaterThan(0);
      for (const attributes of inline(answer)) expect(attributes).toContain(`nonce="${nonce}"`);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
    expect(nonces).not.toContain("mine");
  });

  test("of a kept page carry none, whoever asked for it first", async () => {
    const answer = await send("/software/team-chat/notion", { "content-security-policy": "script-src 'nonce-mine'" });
    expect(policyOf(answer)).toBe("'self' 'unsafe-inline'");
    expect(answer.body).not.toContain("nonce=");
  });

  test("may stand without one on exactly the pages that the build keeps", () => {
    const { routes, dynamicRoutes } = JSON.parse(readFileSync(".next/prerender-manifest.json", "utf8"));
    const kept = [...Object.keys(routes), ...Object.keys(dynamicRoutes)]
      .filter((route) => !/\.\w+$|^\/_/.test(route))
      .map((route) => route.replace(/\[\w+\]/g, "x"));
    expect(kept.length).toBeGreaterThan(10);
    for (const path of kept) expect(isKept(path), path).toBe(true);
    for (const path of LIVE) expect(isKept(path.split("?")[0] ?? ""), path).toBe(false);
  });
});

test("a page that has a twin in Markdown varies by what its reader accepts, in every form", async () => {
  for (const [path, accept] of [
    ["/software/team-chat/slack", "text/html"],
    ["/software/team-chat/slack", "text/html"],
    ["/software/team-chat/slack", "text/markdown"],
    ["/software/team-chat/slack.md", "*/*"],
  ] as const) {
    const { status, headers } = await send(path, { accept });
    expect([status, headers.vary?.split(/, ?/)], path).toEqual([200, expect.arrayContaining(["Accept"])]);
  }
});

test("no window that opened a page holds on to it, and no picture is scaled for anybody", async () => {
  for (const path of ["/", "/software/team-chat/slack", "/account"]) {
    expect((await send(path)).headers["cross-origin-opener-policy"], path).toBe("same-origin");
  }
  expect((await send("/_next/image?url=%2Ficon.svg&w=64&q=75")).status).toBe(404);
});
