import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbedded } from "@/db/embedded";
import { FIXTURE } from "@/db/load/load.suite";
import { billingMails, errorReports, purchases, stripeEvents } from "@/db/schema";
import { WEBHOOK_SECRET } from "@/lib/billing/testing/world";
import type { Problem } from "@/lib/http/problem";
import { type RunningServer, startServer } from "./lib/built-server";
import { servingArguments } from "./lib/serving.mjs";
import { sessionOf, stripeSide, visitor } from "./lib/visitor";
import { type Sandbox, startSandbox } from "./sandbox";

const dir = mkdtempSync(join(tmpdir(), "full-disk-"));
const [dataDir, marker] = [join(dir, "data"), join(dir, "full")];
const RECOVERED = { timeout: 30_000, interval: 200 };

let sandbox: Sandbox;
let server: RunningServer;
const url = () => server.url;
const person = visitor(url);
let stripe: ReturnType<typeof stripeSide>;
/** Number of reports that the server accepted. */
let taken = 0;

const start = () =>
  startServer(
    "",
    {
      VERCEL: "",
      DATA_DIR: dataDir,
      CATALOG_DIR: FIXTURE,
      AUTH_SECRET: randomBytes(32).toString("hex"),
      STRIPE_SECRET_KEY: "",
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      SANDBOX_URL: sandbox.url,
      SMTP_URL: sandbox.smtpUrl,
      FULL_DISK: marker,
    },
    (host, port) => [
      "--require",
      join(process.cwd(), "scripts", "lib", "full-disk.cjs"),
      ...servingArguments(host, port),
    ],
  );
/** @param kind see lib/full-disk.cjs */
const fill = (kind: "told" | "copies") => writeFileSync(marker, kind);
const makeRoom = () => rmSync(marker, { force: true });

beforeAll(async () => {
  sandbox = await startSandbox();
  stripe = stripeSide(sandbox, url);
  server = await start();
}, 120_000);

afterAll(async () => {
  await server?.stop();
  await sandbox?.close();
  rmSync(dir, { recursive: true, force: true });
});

const ASKED = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "get_pricing", arguments: { slug: "slack" } },
};
let days = 0;
/** Sends free reads of every kind, for a day that no earlier request used. */
async function reads(): Promise<number[]> {
  const day = new Date(Date.UTC(2025, 2, 3) + days++ * 86_400_000).toISOString().slice(0, 10);
  const tool = { ...ASKED.params, arguments: { slug: "slack", asOf: day } };
  const answers = await Promise.all([
    person.read(`/api/v2/pricing/slack?asOf=${day}`),
    person.read(`/api/v2/discover?q=chat&limit=${1 + (days % 50)}`),
    person.read("/api/v2/changes?limit=7"),
    person.read("/software/team-chat/slack"),
    person.read("/"),
    person.read("/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ ...ASKED, params: tool }),
    }),
  ]);
  for (const answer of answers) await answer.arrayBuffer();
  return answers.map(({ status }) => status);
}
const READ = Array<number>(6).fill(200);

async function expectReport(status: number) {
  const answered = await person.report();
  expect(answered.status, answered.text).toBe(status);
  if (status === 201) taken += 1;
  else {
    const problem = JSON.parse(answered.text) as Problem;
    expect(problem).toMatchObject({
      code: "unavailable",
      retryable: true,
      detail: "The database is out of disk space. Try again in 60 seconds.",
    });
  }
}

test("with a full disk reading goes on, what would be written is refused in words, and nothing is granted by halves", async () => {
  expect(await reads()).toEqual(READ);
  await expectReport(201);
  const session = sessionOf(await person.checkout());
  expect(session).not.toBe("");
  fill("told");
  try {
    await sleep(1_100);
    const events = stripe.pay(session, "buyer@example.com");
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect((await stripe.deliver(event)).status).toBe(500);
    for (let n = 0; n < 3; n += 1) expect(await reads()).toEqual(READ);
    await expectReport(503);
    const refused = await person.report();
    expect(refused.text).toContain("out of disk space");
    expect((await person.watch("reader@example.com")).location).toMatch(/\/watch\/done\?was=failed/);
    expect((await person.checkout()).location).toMatch(/\/pricing\?.*error=unavailable/);
    expect((await person.askForLink("reader@example.com")).location).toMatch(/\/sign-in\?error=failed/);
    const health = await person.read("/api/health");
    expect([health.status, ((await health.json()) as Problem).detail]).toEqual([
      503,
      "The database is out of disk space.",
    ]);
    expect(stripe.mailsTo("buyer@example.com")).toEqual([]);

    makeRoom();
    await expect.poll(async () => (await person.read("/api/health")).status, RECOVERED).toBe(200);
    await expectReport(201);
    for (const event of [...events, ...events]) expect((await stripe.deliver(event)).status).toBe(200);
    await expect.poll(() => stripe.mailsTo("buyer@example.com").length, RECOVERED).toBe(1);
    expect((await person.watch("reader@example.com")).location).toMatch(/\/watch\/done\?was=asked/);
    expect((await person.askForLink("reader@example.com")).location).toMatch(/\/sign-in\/sent/);
  } finally {
    makeRoom();
  }
});

test("where not even the log can be written the process ends and says why, and the next one finds all that was told", {
  timeout: 180_000,
}, async () => {
  const before = server;
  fill("copies");
  try {
    const answered = await Promise.allSettled([person.report(), person.report(), ...Array.from({ length: 3 }, reads)]);
    for (const one of answered.slice(0, 2)) {
      if (one.status === "fulfilled") expect((one.value as { status: number }).status).toBe(503);
    }
    await expect.poll(before.isGone, RECOVERED).toBe(true);
    expect(before.output()).toContain("could not write its log");
    await expect(start()).rejects.toThrow("did not start");
  } finally {
    makeRoom();
  }
  server = await start();
  expect(await reads()).toEqual(READ);
  await expectReport(201);
});

test("a start on a disk that is told to be full waits until there is room", { timeout: 120_000 }, async () => {
  await server.stop();
  fill("told");
  const starting = start();
  try {
    await sleep(5_000);
  } finally {
    makeRoom();
  }
  server = await starting;
  expect(server.output()).toContain("The server waits until there is free space");
  expect(await reads()).toEqual(READ);
});

test("what it held is whole", async () => {
  await server.stop();
  const { db, close } = await openEmbedded(dataDir);
  try {
    const bought = await db.select().from(purchases);
    expect(bought.map(({ email, status }) => [email, status])).toEqual([["buyer@example.com", "paid"]]);
    expect(await db.$count(errorReports)).toBe(taken);
    const unapplied = (await db.select().from(stripeEvents)).filter(({ appliedAt }) => !appliedAt);
    expect(unapplied).toEqual([]);
    expect((await db.select().from(billingMails)).filter(({ sentAt }) => !sentAt)).toEqual([]);
    // Reads every page of every table and index and verifies its checksum.
    const { rows } = await db.execute<{ name: string }>(
      sql`select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of rows)
      await db.execute(sql`select count(*) from ${sql.raw(name)} t where t::text is not null`);
  } finally {
    await close();
  }
});
