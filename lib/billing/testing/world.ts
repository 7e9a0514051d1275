import Stripe from "stripe";
import type { Connection } from "@/db/client";
import type { PurchaseRow, SubscriptionRow } from "@/db/queries/billing";
import { AppError } from "@/lib/errors";
import { API_KEY, api, Context, pay, payByDebit, Store, TEST_CARDS } from "@/scripts/sandbox";
import { type Order, type StartedCheckout, startCheckout } from "../checkout";
import type { Billing, GrantWork } from "../runtime";
import { stripeClient } from "../stripe";
import { type Receipt, receiveEvent } from "../webhook";
import { killable, Process } from "./faults";

// Read by env() at first use.
globalThis.process.env.AUTH_SECRET ??= "a secret that only the tests know, of 40+ characters";

export const WEBHOOK_SECRET = "whsec_of_the_tests";
export const SITE_URL = "https://pricing.example.com";

/** Existing categories: the number of records, and of the priced ones among them. */
export const CATEGORIES: Record<string, { records: number; priced: number }> = {
  crm: { records: 12, priced: 9 },
  "team-chat": { records: 60, priced: 30 },
  databases: { records: 400, priced: 300 },
  "much-unknown": { records: 400, priced: 25 },
  "unpriced-one": { records: 30, priced: 0 },
  "empty-one": { records: 0, priced: 0 },
};

export interface SentMail {
  kind: keyof GrantWork;
  to: string;
  about: string;
  /** In the email about a new subscription: whether it mentioned another one. */
  another?: true;
}

export interface World {
  billing: Billing;
  /** The sandbox's state in this process: everything on Stripe's side. */
  stripe: Context;
  /** Every event of Stripe, oldest first. */
  events: Stripe.Event[];
  mails: SentMail[];
  /** Each call to Stripe, as `GET /v1/…`. */
  calls: string[];
  clock: { now: Date };
  /** Runs before each call to Stripe. A thrown error or a returned response replaces the call's result. */
  onCall: (method: string, url: URL) => Response | undefined | Promise<Response | undefined>;
  /** Delays a response of Stripe. */
  latency: () => Promise<void>;
  deliver(event: Stripe.Event): Promise<Receipt>;
  /** Delivers new events in order. */
  deliverNew(): Promise<Receipt[]>;
  buy(order: Order, options?: BuyOptions): Promise<StartedCheckout>;
  /** Resolves when no background work is running. */
  idle(): Promise<void>;
}

export interface BuyOptions {
  email?: string;
  user?: { id: string; email: string };
  /** The card number, or `debit`: a bank payment that `settleDebit` lets succeed or fail. */
  card?: string;
}

export function cardOf(number = "4242424242424242") {
  const card = TEST_CARDS.find((candidate) => candidate.number === number);
  if (!card) throw new Error(`No test card ${number}.`);
  return { ...card, expMonth: 12, expYear: 2040 };
}

export function signed(payload: string, { secret = WEBHOOK_SECRET, at = Date.now() } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at / 1000) });
}

/** Creates billing on a database, with the sandbox's Stripe in the same process. */
export function openWorld(connection: Connection, process = new Process()): World {
  const db = killable(connection, process);
  const clock = { now: new Date("2026-11-21T09:00:00.000Z") };
  const stripe = new Context(new Store("http://127.0.0.1:3100", null), () => clock.now);
  const app = api(stripe);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input as string, init);
    const url = new URL(request.url);
    return process.around(async () => {
      world.calls.push(`${request.method} ${url.pathname}`);
      const response = (await world.onCall(request.method, url)) ?? (await app.fetch(request));
      await world.latency();
      return response;
    });
  };
  const underway = new Set<Promise<unknown>>();
  const mailed = (kind: keyof GrantWork, to: string, about: string, more: Pick<SentMail, "another"> = {}) =>
    process.around(async () => {
      world.mails.push({ kind, to, about, ...more });
      return true;
    });
  const world: World = {
    stripe,
    clock,
    events: [],
    mails: [],
    calls: [],
    onCall: () => undefined,
    latency: async () => {},
    billing: {
      db: async () => db,
      stripe: stripeClient({ secretKey: API_KEY, sandboxUrl: stripe.url }, fetch),
      mode: "sandbox",
      live: false,
      webhookSecret: WEBHOOK_SECRET,
      tax: false,
      siteUrl: SITE_URL,
      siteName: "Pricing",
      now: () => clock.now,
      async category(slug) {
        const counts = CATEGORIES[slug];
        if (counts === undefined) throw new AppError("category_not_found", `No category "${slug}".`);
        return { slug, name: slug, recordCount: counts.records, pricedCount: counts.priced };
      },
      work: {
        fileReady: async ({ id, email }: PurchaseRow) => mailed("fileReady", email, id),
        refunded: async ({ id, email }: PurchaseRow) => mailed("refunded", email, id),
        fileUnpaid: async (category: string, to) => mailed("fileUnpaid", to, category),
        subscriptionStarted: async ({ id }: SubscriptionRow, to, another) =>
          mailed("subscriptionStarted", to, id, another ? { another } : {}),
        paymentFailed: async ({ id }: SubscriptionRow, to) => mailed("paymentFailed", to, id),
      },
      later(work) {
        const running = work().finally(() => underway.delete(running));
        underway.add(running);
      },
    },
    async deliver(event) {
      const payload = JSON.stringify(event);
      return receiveEvent(payload, signed(payload), world.billing);
    },
    async deliverNew() {
      const receipts: Receipt[] = [];
      for (; delivered < world.events.length; delivered += 1) {
        receipts.push(await world.deliver(world.events[delivered] as Stripe.Event));
      }
      await world.idle();
      return receipts;
    },
    async buy(order, { email = "buyer@example.com", user, card } = {}) {
      const started = await startCheckout(order, { user, siteUrl: SITE_URL }, world.billing);
      const buyer = { email: user?.email ?? email, name: "Buyer", terms: true };
      if (card === "debit") payByDebit(stripe, started.sessionId, buyer);
      else pay(stripe, started.sessionId, cardOf(card), buyer);
      return started;
    },
    async idle() {
      while (underway.size > 0) await Promise.all(underway);
    },
  };
  let delivered = 0;
  stripe.onEvent = (event) => world.events.push(event);
  return world;
}
