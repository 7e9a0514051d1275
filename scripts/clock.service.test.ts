import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { purchases } from "@/db/schema";
import { fixtureDatabase } from "@/db/testing/fixture-database";
import type { ScratchDatabase } from "@/db/testing/scratch";
import { redisRest } from "@/lib/access/testing/redis-rest";
import { WEBHOOK_SECRET } from "@/lib/billing/testing/world";
import { type RunningServer, startServer } from "./lib/built-server";
import { type FaultyLink, faultyLink } from "./lib/faulty-link";
import { servingArguments } from "./lib/serving.mjs";
import { sessionOf, stripeSide, visitor } from "./lib/visitor";
import { type Sandbox, startSandbox } from "./sandbox";

const REDIS = process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379";
const TOKEN = "of-the-store";
const HOUR_MS = 3_600_000;
const SOON = { timeout: 20_000, interval: 100 };

const dir = mkdtempSync(join(tmpdir(), "clock-"));
const clockFile = join(dir, "off");
let scratch: ScratchDatabase;
let connection: Connection;
let rest: Awaited<ReturnType<typeof redisRest>>;
let toStore: FaultyLink;
let sandbox: Sandbox;
/** Two servers on one database and one Redis: the clock of one moves, the other's is correct. */
let moved: RunningServer;
let right: RunningServer;
let stripe: ReturnType<typeof stripeSide>;
const person = visitor(() => moved.url, "http://prices.example.com");
const other = visitor(() => right.url, "http://prices.example.com");

async function moveClock(by: number) {
  writeFileSync(clockFile, String(by));
  const told = () => Number(/[\s\S]*wrong-clock: (\S+)/.exec(moved.output())?.[1] ?? 0);
  await expect.poll(told, SOON).toBe(by);
}

beforeAll(async () => {
  writeFileSync(clockFile, "0");
  ({ scratch, connection } = await fixtureDatabase());
  rest = await redisRest(REDIS, TOKEN);
  toStore = await faultyLink(rest.url);
  sandbox = await startSandbox();
  stripe = stripeSide(sandbox, () => moved.url);
  const environment = {
    VERCEL: "",
    AUTH_SECRET: randomBytes(32).toString("hex"),
    SITE_URL: "http://prices.example.com",
    KV_REST_API_URL: toStore.through(rest.url).replace(/\/$/, ""),
    KV_REST_API_TOKEN: TOKEN,
    STRIPE_SECRET_KEY: "",
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SANDBOX_URL: sandbox.url,
    SMTP_URL: sandbox.smtpUrl,
    CLOCK_OFF: clockFile,
  };
  [moved, right] = await Promise.all([
    startServer(scratch.url, environment, (host, port) => [
      "--require",
      join(process.cwd(), "scripts", "lib", "wrong-clock.cjs"),
      ...servingArguments(host, port),
    ]),
    startServer(scratch.url, environment),
  ]);
}, 180_000);

afterAll(async () => {
  await moved?.stop();
  await right?.stop();
  await sandbox?.close();
  await toStore?.close();
  await rest?.close();
  await connection?.close();
  await scratch?.drop();
  rmSync(dir, { recursive: true, force: true });
});

const reads = async () => {
  const paths = [
    "/api/v2/pricing/slack",
    "/api/v2/discover?q=chat",
    "/software/team-chat/slack",
    "/",
    "/api/v2/changes",
  ];
  return Promise.all(paths.map(async (path) => (await person.read(path)).status));
};
const READ = Array<number>(5).fill(200);

const linkTo = (email: string, by = person) => stripe.linkMailed(email, by);
const accountOf = async (cookie: string, by = person) => (await by.read("/account", { headers: { cookie } })).status;

async function buy(email: string) {
  const session = sessionOf(await other.checkout());
  return { session, events: stripe.pay(session, email) };
}
const bought = (session: string) => connection.db.select().from(purchases).where(eq(purchases.checkoutId, session));
async function downloadOf(email: string): Promise<number> {
  await expect.poll(() => stripe.mailsTo(email).length, SOON).toBe(1);
  const path = /\/files\/\w+/.exec(stripe.mailsTo(email)[0]?.text ?? "")?.[0] ?? "";
  const answered = await person.read(path);
  await answered.arrayBuffer();
  return answered.status;
}

test("a clock that goes an hour ahead ends what was to end by then, in words, and refuses what is signed until it is right again", {
  timeout: 120_000,
}, async () => {
  const link = await linkTo("early@example.com");
  const { session, events } = await buy("ahead@example.com");
  await moveClock(HOUR_MS);
  expect(await reads()).toEqual(READ);
  const late = await person.follow(link);
  expect([late.cookie, late.location]).toEqual(["", expect.stringContaining("/sign-in?error=Verification")]);
  const inTime = await linkTo("ahead-reader@example.com");
  const { cookie } = await person.follow(inTime);
  expect(await accountOf(cookie)).toBe(200);
  expect((await person.follow(inTime)).cookie).toBe("");
  expect(await accountOf(cookie, other)).toBe(200);
  for (const event of events) {
    const refused = await stripe.deliver(event);
    expect([refused.status, await refused.json()]).toEqual([400, { outcome: "bad_signature" }]);
  }
  expect(moved.output()).toContain("the signature is too old: check the clock of this server");
  expect(await bought(session)).toEqual([]);

  await moveClock(0);
  // Stripe may send an event again.
  for (const event of [...events, ...events]) expect((await stripe.deliver(event)).status).toBe(200);
  expect(await bought(session)).toMatchObject([{ email: "ahead@example.com", status: "paid" }]);
  expect(await downloadOf("ahead@example.com")).toBe(200);
  expect(await accountOf(cookie)).toBe(200);
});

test("a clock that goes back an hour loses nobody: who is signed in stays so, and what is paid is granted once and can be read", {
  timeout: 120_000,
}, async () => {
  const { cookie } = await person.follow(await linkTo("reader@example.com"));
  const link = await linkTo("back@example.com", other);
  const { session, events } = await buy("behind@example.com");
  await moveClock(-HOUR_MS);
  expect(await reads()).toEqual(READ);
  expect(await accountOf(cookie)).toBe(200);
  const signedIn = await person.follow(link);
  expect(await accountOf(signedIn.cookie, other)).toBe(200);
  for (const event of [...events, ...events]) expect((await stripe.deliver(event)).status).toBe(200);
  expect(await bought(session)).toHaveLength(1);
  expect(await downloadOf("behind@example.com")).toBe(200);
  // A server whose clock is behind issued a link that has expired on the correct clock. The visitor sees that and can
  // request a new one.
  const past = await other.follow(await linkTo("past@example.com"));
  expect([past.cookie, past.location]).toEqual(["", expect.stringContaining("/sign-in?error=Verification")]);
  await moveClock(0);
  expect(await accountOf((await person.follow(await linkTo("past@example.com"))).cookie)).toBe(200);
});

test("an hour either way gives no reader a second quota, and keeps nobody waiting longer than a minute", {
  timeout: 120_000,
}, async () => {
  for (const off of [HOUR_MS, -HOUR_MS, 0]) {
    const from = { "x-forwarded-for": `10.77.${randomBytes(1)[0]}.${randomBytes(1)[0]}` };
    await moveClock(off);
    const answers: Response[] = [];
    for (let n = 0; n < 130; n += 1) {
      answers.push(await (n % 2 ? person : other).read("/api/v2/pricing/slack?depth=summary", { headers: from }));
    }
    const refused = answers.filter(({ status }) => status === 429);
    // One request was allowed before the servers compared their clocks.
    expect([9, 10]).toContain(refused.length);
    expect(answers.length - refused.length).toBe(answers.filter(({ status }) => status === 200).length);
    for (const { headers } of refused) expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
  }
});

test("a store that was away while the clock went back is asked again within seconds", {
  timeout: 120_000,
}, async () => {
  const isCounted = async () => (await person.read("/api/v2/pricing/slack?depth=summary")).headers.has("ratelimit");
  await moveClock(HOUR_MS);
  toStore.become("cut");
  await expect.poll(isCounted, SOON).toBe(false);
  await moveClock(0);
  toStore.become("open");
  await expect.poll(isCounted, { timeout: 30_000, interval: 200 }).toBe(true);
});
