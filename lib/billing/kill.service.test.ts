import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { billingMails, purchases, stripeEvents } from "@/db/schema";
import { fixtureDatabase } from "@/db/testing/fixture-database";
import type { ScratchDatabase } from "@/db/testing/scratch";
import { type RunningServer, startServer } from "@/scripts/lib/built-server";
import { API_KEY, pay, type Sandbox, startSandbox } from "@/scripts/sandbox";
import { type Order, startCheckout } from "./checkout";
import { downloadToken } from "./download-token";
import { sendDueMails } from "./mails";
import { reconcile } from "./reconcile";
import type { Billing } from "./runtime";
import { idOf, stripeClient } from "./stripe";
import { type Gate, openGate } from "./testing/gate";
import { grants, ledger, truth } from "./testing/ledger";
import { Random } from "./testing/random";
import { cardOf, openWorld, signed, WEBHOOK_SECRET } from "./testing/world";
import { EVENT_TYPES } from "./webhook";

const KILLS = 5;
const DAY_MS = 86_400_000;
const ORDERS: Order[] = [
  { kind: "file", category: "team-chat" },
  { kind: "subscription", interval: "month" },
  { kind: "file", category: "team-chat" },
];
const HANDLED = new Set<string>(EVENT_TYPES);
const seed = Number(process.env.CHAOS_SEED) || Math.floor(Math.random() * 2 ** 32);
const random = new Random(seed);

let scratch: ScratchDatabase;
let connection: Connection;
let sandbox: Sandbox;
/** Of a process that is never killed: it opens the checkouts and reads their results. */
let billing: Billing;
const events: Stripe.Event[] = [];
const sites: Promise<Site>[] = [];

beforeAll(async () => {
  ({ scratch, connection } = await fixtureDatabase());
  sandbox = await startSandbox();
  sandbox.ctx.onEvent = (event) => events.push(event);
  billing = {
    ...openWorld(connection).billing,
    stripe: stripeClient({ secretKey: API_KEY, sandboxUrl: sandbox.url }),
    now: () => new Date(),
  };
});

afterAll(async () => {
  for (const site of sites) await (await site).stop();
  await sandbox?.close();
  await connection?.close();
  await scratch?.drop();
});

/** The built site, with gates to observe its traffic with the database and Stripe. */
class Site {
  steps = 0;
  readonly #name = `site ${sites.length}`;
  #killAt: number | null = null;
  #lost = false;
  #silent = false;
  #server!: RunningServer;
  #gates: Gate[] = [];

  static async start(): Promise<Site> {
    const site = new Site();
    const gateTo = async (target: string) => {
      const gate = await openGate(new URL(target), () => site.#step());
      site.#gates.push(gate);
      const url = new URL(target);
      url.port = String(gate.port);
      return url;
    };
    const database = await gateTo(scratch.url);
    database.searchParams.set("application_name", site.#name);
    site.#server = await startServer(database.href, {
      VERCEL: "",
      AUTH_SECRET: process.env.AUTH_SECRET ?? "",
      STRIPE_SECRET_KEY: "",
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      SANDBOX_URL: (await gateTo(sandbox.url)).origin,
      SMTP_URL: sandbox.smtpUrl,
    });
    site.steps = 0;
    return site;
  }

  /** @param lost whether the data in transit at that moment are also lost */
  killAfter(steps: number, lost: boolean) {
    this.#killAt = this.steps + steps;
    this.#lost = lost;
  }

  #step(): boolean {
    this.steps += 1;
    if (this.steps === this.#killAt) {
      this.#silent = this.#lost;
      void this.#server.stop();
    }
    return !this.#silent;
  }

  async deliver(event: Stripe.Event): Promise<number> {
    const body = JSON.stringify(event);
    const headers = { "stripe-signature": signed(body) };
    return (await fetch(`${this.#server.url}/api/stripe/webhook`, { method: "POST", body, headers })).status;
  }

  async download(purchaseId: string): Promise<void> {
    const response = await fetch(`${this.#server.url}/files/${downloadToken(purchaseId, 1)}`);
    const digest = createHash("sha256").update(Buffer.from(await response.arrayBuffer()));
    expect([response.status, response.headers.get("x-content-sha256")]).toEqual([200, digest.digest("hex")]);
  }

  /** Resolves when the database has also finished its pending requests. */
  async kill(): Promise<void> {
    await this.#server.stop();
    const left = sql`select 1 from pg_stat_activity where application_name = ${this.#name}`;
    await expect
      .poll(async () => (await connection.db.execute(left)).rows, { interval: 10, timeout: 10_000 })
      .toEqual([]);
  }

  async stop() {
    await this.#server.stop();
    await Promise.all(this.#gates.map((gate) => gate.close()));
  }
}

function nextSite(): Promise<Site> {
  const site = Site.start();
  sites.push(site);
  return site;
}

/**
 * Buys one of each.
 * @returns the resulting events of Stripe
 */
async function buy(round: number): Promise<Stripe.Event[]> {
  const seen = events.length;
  for (const [index, order] of ORDERS.entries()) {
    const { sessionId } = await startCheckout(order, { siteUrl: billing.siteUrl }, billing);
    pay(sandbox.ctx, sessionId, cardOf(), { email: `buyer-${round}-${index}@example.com`, name: "Buyer", terms: true });
  }
  return events.slice(seen).filter(({ type }) => HANDLED.has(type));
}

const used = async (id: string | undefined) =>
  (
    await connection.db
      .select()
      .from(purchases)
      .where(eq(purchases.id, id ?? ""))
  )[0]?.downloadsUsed ?? 0;

test(`the site, ended by SIGKILL ${KILLS} times amid events and downloads, grants each purchase once and loses none (seed ${seed})`, {
  timeout: 120_000,
}, async () => {
  let site = await nextSite();
  let usual = 0;
  let bought: string | undefined;
  for (let round = 0; round <= KILLS; round += 1) {
    const told = await buy(round);
    const work = (on: Site) => [...told.map((event) => on.deliver(event)), ...(bought ? [on.download(bought)] : [])];
    const before = await used(bought);
    if (round === 0) {
      // Without a kill: counts the steps.
      expect(new Set(await Promise.all(work(site)))).toEqual(new Set([200]));
      usual = site.steps;
      await expect.poll(() => sandbox.ctx.store.mail.length).toBe(ORDERS.length);
    } else {
      const next = nextSite();
      site.killAfter(1 + random.below(usual), random.chance(0.5));
      await Promise.allSettled(work(site));
      await site.kill();
      const [granted, counted] = [await grants(connection.db), await used(bought)];
      expect(counted - before).toBeLessThanOrEqual(1);

      site = await next;
      const answers = await Promise.all(work(site));
      expect(new Set(answers)).toEqual(new Set([200, undefined]));
      expect(await used(bought)).toBe(counted + 1);
      const after = await grants(connection.db);
      for (const [checkout, id] of granted) expect(after.get(checkout)).toBe(id);
    }
    // Its file may not exist yet.
    const first = told.find(({ type }) => type === "checkout.session.completed");
    bought = (await grants(connection.db)).get(idOf(first?.data.object as { id: string }) ?? "");
    expect(bought).toBeDefined();
  }

  const held = await ledger(connection.db);
  expect(Object.keys(held.purchases)).toHaveLength(2 * (KILLS + 1));
  expect(Object.keys(held.subscriptions)).toHaveLength(KILLS + 1);
  expect(held).toEqual(truth({ stripe: sandbox.ctx, events, clock: { now: new Date() } }, held));
  expect((await reconcile({ since: new Date(0), repair: false }, billing)).differences).toEqual([]);
  const unapplied = (await connection.db.select().from(stripeEvents)).filter(({ appliedAt }) => !appliedAt);
  expect(unapplied).toEqual([]);

  await sendDueMails({ ...billing, now: () => new Date(Date.now() + DAY_MS) }, 1000);
  const owed = await connection.db.select().from(billingMails);
  expect(owed).toHaveLength(ORDERS.length * (KILLS + 1));
  expect(owed.filter(({ sentAt }) => !sentAt)).toEqual([]);
  console.info(`kills: seed ${seed}, ${KILLS} of about ${usual} steps, ${events.length} events`);
});
