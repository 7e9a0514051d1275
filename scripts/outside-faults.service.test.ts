import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import {
  billingMails,
  checkouts,
  customers,
  priceWatches,
  purchases,
  sessions,
  stripeEvents,
  subscriptions,
  users,
} from "@/db/schema";
import { fixtureDatabase } from "@/db/testing/fixture-database";
import type { ScratchDatabase } from "@/db/testing/scratch";
import { secretHash } from "@/lib/billing/download-token";
import { WEBHOOK_SECRET } from "@/lib/billing/testing/world";
import { type RunningServer, startServer } from "./lib/built-server";
import { type FaultyLink, faultyLink } from "./lib/faulty-link";
import { type FaultyService, faultyService } from "./lib/faulty-service";
import { sessionOf, stripeSide, visitor } from "./lib/visitor";
import { type Sandbox, startSandbox } from "./sandbox";

const CRON_SECRET = "a secret of the scheduler";
/** The server closes a connection without traffic after this time, so a later response is lost. */
const DOOR_MS = 60_000;
const SOON = { timeout: 20_000, interval: 100 };

let scratch: ScratchDatabase;
let connection: Connection;
let sandbox: Sandbox;
let payments: FaultyService;
let toMail: FaultyLink;
let server: RunningServer;
let stripe: ReturnType<typeof stripeSide>;
let cookie: string;
const url = () => server.url;
const person = visitor(url);

beforeAll(async () => {
  ({ scratch, connection } = await fixtureDatabase());
  sandbox = await startSandbox();
  stripe = stripeSide(sandbox, url);
  payments = await faultyService(sandbox.url);
  toMail = await faultyLink(sandbox.smtpUrl);
  server = await startServer(scratch.url, {
    VERCEL: "",
    AUTH_SECRET: randomBytes(32).toString("hex"),
    CRON_SECRET,
    STRIPE_SECRET_KEY: "",
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SANDBOX_URL: payments.url,
    SMTP_URL: toMail.through(sandbox.smtpUrl),
  });
  const token = randomBytes(16).toString("hex");
  cookie = `pi.session=${token}`;
  await connection.db.insert(users).values({ id: "usr_1", email: "buyer@example.com", emailVerified: new Date() });
  await connection.db
    .insert(sessions)
    .values({ sessionToken: secretHash(token), userId: "usr_1", expires: new Date(Date.now() + 86_400_000) });
}, 180_000);

afterEach(() => {
  payments.fault = () => null;
  toMail.become("open");
});

afterAll(async () => {
  await server?.stop();
  await payments?.close();
  await toMail?.close();
  await sandbox?.close();
  await connection?.close();
  await scratch?.drop();
});

let days = 0;
const read = async () => {
  const day = new Date(Date.UTC(2025, 2, 3) + days++ * 86_400_000).toISOString().slice(0, 10);
  return (await person.read(`/api/v2/pricing/slack?asOf=${day}`)).status;
};
/** Returns the response and checks that it arrived before the server closes the connection. */
async function inTime<T>(asked: Promise<T>): Promise<T> {
  const begun = performance.now();
  const answered = await asked;
  expect(performance.now() - begun).toBeLessThan(DOOR_MS);
  return answered;
}
const reconcile = () => person.read("/api/cron/reconcile", { headers: { authorization: `Bearer ${CRON_SECRET}` } });
const bought = async (session: string) =>
  connection.db.select().from(purchases).where(eq(purchases.checkoutId, session));
/** Moves pending emails back in time, so that they are due now. */
const passTheWait = () => {
  const before = sql`now() - interval '2 hours'`;
  return connection.db.update(billingMails).set({ createdAt: before, nextAttemptAt: before });
};

const notSent = () => server.output().match(/mail not sent.*file-ready/g)?.length ?? 0;

describe.each(["cut", "held"] as const)("mail that is %s", (condition) => {
  const [reader, buyer] = [`reader-${condition}@example.com`, `buyer-${condition}@example.com`];

  test("is told of to whoever asks for a mail, hurts no reader and no purchase, and what is owed is sent once later", {
    timeout: 180_000,
  }, async () => {
    const session = sessionOf(await person.checkout());
    const before = notSent();
    toMail.become(condition);
    const asked = Promise.all([inTime(person.askForLink(reader)), inTime(person.watch(reader))]);
    const events = stripe.pay(session, buyer);
    for (const event of events) expect((await inTime(stripe.deliver(event))).status).toBe(200);
    expect(await bought(session)).toMatchObject([{ email: buyer, status: "paid" }]);
    expect(await read()).toBe(200);
    const [link, watch] = await asked;
    expect(link.location).toMatch(/\/sign-in\?error=mail_failed/);
    expect(watch.location).toMatch(/\/watch\/done\?was=mail_failed/);
    expect((await person.read(link.location.replace(url(), ""))).status).toBe(200);
    const owed = async () =>
      (await connection.db.select().from(billingMails)).filter(
        ({ subjectId, sentAt }) => subjectId.startsWith("pur_") && !sentAt,
      );
    await expect.poll(async () => (await owed()).map(({ attempts }) => attempts), SOON).toEqual([1]);
    await expect.poll(notSent, { timeout: 60_000 }).toBe(before + 1);

    toMail.become("open");
    await passTheWait();
    await reconcile();
    await expect.poll(() => stripe.mailsTo(buyer).length, SOON).toBe(1);
    await expect.poll(owed, SOON).toEqual([]);
    expect((await person.askForLink(reader)).location).toMatch(/\/sign-in\/sent/);
    expect((await person.watch(reader)).location).toMatch(/\/watch\/done\?was=asked/);
    await expect.poll(() => stripe.mailsTo(reader).length, SOON).toBe(2);
    expect(await connection.db.$count(priceWatches, eq(priceWatches.email, reader))).toBe(1);
    expect(server.output()).not.toContain(buyer);
  });
});

/** Adds a signed-in customer whose subscription has ended, so that Stripe sends no more events. */
async function formerCustomer(customerId: string) {
  const before = new Date("2026-01-01");
  await connection.db.insert(customers).values({ id: customerId, userId: "usr_1", email: "buyer@example.com" });
  await connection.db.insert(subscriptions).values({
    id: `sub_of_${customerId}`,
    customerId,
    status: "canceled",
    currentPeriodEnd: before,
    endedAt: before,
    cancelAtPeriodEnd: false,
    createdAt: before,
    syncedAt: before,
  });
}

describe("the payment service", () => {
  test.each([
    ["fails", 500],
    ["is too busy", 429],
    ["is silent", "silent"],
  ] as const)(
    "that %s costs a clear word; readers notice nothing; what was paid meanwhile is granted once",
    {
      timeout: 240_000,
    },
    async (_, fault) => {
      const buyer = `buyer-${fault}@example.com`;
      const session = sessionOf(await person.checkout());
      await formerCustomer(`cus_${fault}`);
      const events = stripe.pay(session, buyer);
      payments.fault = () => fault;
      const [checkout, portal, reconciled, told, statuses] = await Promise.all([
        inTime(person.checkout()),
        inTime(person.submit("/account", `value="cus_${fault}"`, {}, cookie)),
        inTime(reconcile()),
        Promise.all(events.map((event) => inTime(stripe.deliver(event)))),
        Promise.all(Array.from({ length: 5 }, read)),
      ]);
      expect(statuses).toEqual(statuses.map(() => 200));
      expect(checkout.location).toMatch(/\/pricing\?.*error=unavailable/);
      expect(portal.location).toMatch(/\/account\?said=no_portal/);
      expect([reconciled.status, await reconciled.json()]).toMatchObject([
        503,
        { code: "unavailable", retryable: true },
      ]);
      expect(told.map(({ status }) => status)).toEqual(events.map(() => 500));
      expect(await bought(session)).toEqual([]);

      payments.fault = () => null;
      for (const event of [...events, ...events]) expect((await stripe.deliver(event)).status).toBe(200);
      expect(await bought(session)).toMatchObject([{ email: buyer, status: "paid" }]);
      await expect.poll(() => stripe.mailsTo(buyer).length, SOON).toBe(1);
      const unapplied = (await connection.db.select().from(stripeEvents)).filter(({ appliedAt }) => !appliedAt);
      expect(unapplied).toEqual([]);
    },
  );

  test("that is slow takes its time from nobody but the buyer", { timeout: 120_000 }, async () => {
    payments.fault = () => ({ afterMs: 2_000 });
    const begun = inTime(person.checkout());
    let isOver = false;
    void begun.then(() => (isOver = true));
    for (let n = 0; n < 10; n += 1) expect(await read()).toBe(200);
    expect(isOver).toBe(false);
    const session = sessionOf(await begun);
    const events = stripe.pay(session, "slow@example.com");
    const told = await Promise.all([...events, ...events].map((event) => inTime(stripe.deliver(event))));
    expect(told.map(({ status }) => status)).toEqual(told.map(() => 200));
    expect(await bought(session)).toMatchObject([{ email: "slow@example.com", status: "paid" }]);
    await expect.poll(() => stripe.mailsTo("slow@example.com").length, SOON).toBe(1);
  });

  test.each([
    ["never came", "lost"],
    ["came after we had stopped waiting", { afterMs: 12_000 }],
  ] as const)(
    "that did what was asked, and whose answer %s, is asked again for the same thing: nobody pays for two",
    {
      timeout: 120_000,
    },
    async (how, fault) => {
      const buyer = `${how.replaceAll(" ", "-")}@example.com`;
      let asked = 0;
      const idsOfSessions = () => sandbox.ctx.store.all("checkout.session").map(({ id }) => id);
      const before = new Set(idsOfSessions());
      payments.fault = ({ method, path }) =>
        method === "POST" && path.startsWith("/v1/checkout/sessions") && asked++ === 0 ? fault : null;
      const session = sessionOf(await inTime(person.checkout()));
      expect(asked).toBe(2);
      expect(idsOfSessions().filter((id) => !before.has(id))).toEqual([session]);
      expect(await connection.db.$count(checkouts, eq(checkouts.id, session))).toBe(1);
      for (const event of stripe.pay(session, buyer)) expect((await stripe.deliver(event)).status).toBe(200);
      expect(await bought(session)).toMatchObject([{ email: buyer, status: "paid" }]);
    },
  );

  test("whose answers to what an event asks come too late grants it once when it is sent again", {
    timeout: 180_000,
  }, async () => {
    const session = sessionOf(await person.checkout());
    const events = stripe.pay(session, "late@example.com");
    payments.fault = ({ method }) => (method === "GET" ? { afterMs: 11_000 } : null);
    const told = await Promise.all(events.map((event) => inTime(stripe.deliver(event))));
    expect(told.map(({ status }) => status)).toEqual(events.map(() => 500));
    expect(await bought(session)).toEqual([]);
    payments.fault = () => null;
    for (const event of [...events, ...events]) expect((await stripe.deliver(event)).status).toBe(200);
    expect(await bought(session)).toMatchObject([{ email: "late@example.com", status: "paid" }]);
    await expect.poll(() => stripe.mailsTo("late@example.com").length, SOON).toBe(1);
  });

  test("of which no event ever comes is asked by reconciliation, which grants what was paid, once", async () => {
    const session = sessionOf(await person.checkout());
    stripe.pay(session, "untold@example.com");
    expect((await Promise.all([reconcile(), reconcile()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await bought(session)).toMatchObject([{ email: "untold@example.com", status: "paid" }]);
    await expect.poll(() => stripe.mailsTo("untold@example.com").length, SOON).toBe(1);
  });
});
