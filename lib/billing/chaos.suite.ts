import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { billingMails, stripeEvents } from "@/db/schema";
import {
  cancelNow,
  changeCard,
  deleteCustomer,
  endPeriod,
  expireSession,
  giveUp,
  isDeleted,
  pay,
  payByDebit,
  planCancellation,
  refund,
  resume,
  retryPayment,
  settleDebit,
} from "@/scripts/sandbox";
import { type Order, settleCheckout, startCheckout } from "./checkout";
import { sendDueMails } from "./mails";
import { reconcile } from "./reconcile";
import { Process } from "./testing/faults";
import { grants, type Ledger, ledger, truth } from "./testing/ledger";
import { Random } from "./testing/random";
import { CATEGORIES, cardOf, openWorld, SITE_URL, type World } from "./testing/world";
import { EVENT_TYPES } from "./webhook";

const DAY_SECONDS = 86_400;
const HANDLED = new Set<string>(EVENT_TYPES);
const FILES = Object.keys(CATEGORIES).filter((slug) => CATEGORIES[slug]?.priced);

interface Options {
  purchases: number;
  /** Number of concurrent deliveries and visits. */
  concurrency: number;
  /** Exclusive upper limit of the steps in a purchase's life after its payment. */
  turns: number;
  seed?: number;
}

/** Runs random changes on Stripe's side, with events that arrive twice, late and in any order. */
export function chaosSuite(kind: string, open: () => Promise<Connection>, options: Options) {
  const { seed = Number(process.env.CHAOS_SEED) || Math.floor(Math.random() * 2 ** 32) } = options;

  describe(`chaos on ${kind}`, () => {
    let connection: Connection;

    beforeAll(async () => {
      connection = await open();
      await connection.migrate();
    });
    afterAll(() => connection?.close());

    test(`${options.purchases} purchases with duplicated, reordered and delayed events and a process killed between any two steps: no double grant, no lost grant, the ledger is equal to Stripe (seed ${seed})`, {
      timeout: 600_000,
    }, async () => {
      const chaos = new Chaos(connection, new Random(seed), options);
      await chaos.run();
      const { deliveries, process, world } = chaos;
      console.info(
        `chaos on ${kind}: seed ${seed}, ${options.purchases} purchases, ${world.events.length} events, ` +
          `${deliveries} deliveries, ${process.kills} kills in ${process.steps} steps, ${world.mails.length} mails`,
      );
      expect(process.kills).toBeGreaterThan(options.purchases / 10);

      const held = await ledger(connection.db);
      expect(held).toEqual(truth(world, held));
      expect(chaos.firstGrants).toEqual(await grants(connection.db));
      const unapplied = (await connection.db.select().from(stripeEvents)).filter(({ appliedAt }) => !appliedAt);
      expect(unapplied).toEqual([]);

      const { checked, differences } = await reconcile({ since: new Date(0), repair: false }, world.billing);
      expect(differences).toEqual([]);
      expect(checked.checkouts).toBeGreaterThanOrEqual(Object.keys(held.purchases).length);
      expect(checked.subscriptions).toBe(Object.keys(held.subscriptions).length);

      const owed = await connection.db.select().from(billingMails);
      expect(owed.filter(({ sentAt }) => !sentAt)).toEqual([]);
      // Sent again only if the process died between sending and recording it.
      expect(world.mails.length).toBeLessThanOrEqual(owed.length + process.kills);
    });

    test.each<[string, (world: World) => Promise<string>]>([
      ["a file that is paid", (world) => begun(world, { kind: "file", category: "crm" })],
      [
        "money that a bank refuses",
        async (world) => {
          const { sessionId } = await world.buy({ kind: "file", category: "crm" }, { card: "debit" });
          await world.deliverNew();
          const { payment_intent: payment } = world.stripe.store.get("checkout.session", sessionId);
          settleDebit(world.stripe, payment as string, "failed");
          return sessionId;
        },
      ],
      ["a subscription that begins", (world) => begun(world, { kind: "subscription", interval: "year" })],
      [
        "a refund",
        async (world) => {
          const id = await begun(world, { kind: "file", category: "crm" });
          await world.deliverNew();
          refund(world.stripe, {
            payment_intent: world.stripe.store.get("checkout.session", id).payment_intent as string,
          });
          return id;
        },
      ],
    ])(
      "%s: killed at each single step in turn, and then delivered again, it ends as if nothing had happened",
      async (_, prepare) => {
        const process = new Process();
        const world = openWorld(connection, process);
        let steps = 0;
        for (let survived = false; !survived; steps += 1) {
          await prepare(world);
          world.mails.length = 0;
          process.arm(steps + 1);
          await world.deliverNew().catch(() => {});
          survived = !process.dead;
          process.restart();
          for (const event of world.events.slice(-12)) {
            if (HANDLED.has(event.type)) expect((await world.deliver(event)).status).toBe(200);
          }
          await world.idle();
          world.clock.now = new Date(world.clock.now.getTime() + DAY_SECONDS * 1000);
          await sendDueMails(world.billing, 1000);
          expect(world.mails.length).toBeGreaterThan(0);
          expect(world.mails.length).toBeLessThanOrEqual(2);
        }
        expect(steps).toBeGreaterThan(20);
        const held = await ledger(connection.db);
        expect(mine(held, world)).toEqual(mine(truth(world, held), world));
      },
      300_000,
    );
  });
}

async function begun(world: World, order: Order): Promise<string> {
  return (await world.buy(order)).sessionId;
}

/** Returns the part of a ledger that belongs to this world: others write to the same database. */
function mine(held: Ledger, { stripe: { store } }: World): Ledger {
  return Object.fromEntries(
    Object.entries(held).map(([name, rows]) => [
      name,
      Object.fromEntries(Object.entries(rows).filter(([id]) => store.lookup(id) !== undefined)),
    ]),
  ) as Ledger;
}

type Happening = () => unknown;
type Life = AsyncGenerator<Happening, void>;

async function turns(count: number) {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}

class Chaos {
  readonly process = new Process();
  readonly world: World;
  deliveries = 0;
  /** The first id of each checkout's purchase. A second grant would have another id. */
  readonly firstGrants = new Map<string, string>();
  #pending: Stripe.Event[] = [];
  #seen = 0;
  #rounds = 0;
  #deferred: (() => Promise<unknown>)[] = [];

  constructor(
    readonly connection: Connection,
    readonly random: Random,
    readonly options: Options,
  ) {
    this.world = openWorld(connection, this.process);
    this.world.billing.later = (work) => this.#deferred.push(work);
    // Sometimes a response arrives so late that it is outdated.
    this.world.latency = () => turns(random.below(random.chance(0.15) ? 80 : 4));
  }

  async run() {
    const { random, options } = this;
    const waiting = Array.from({ length: options.purchases }, (_, index) => this.#life(index));
    const living: Life[] = [];
    while (waiting.length > 0 || living.length > 0 || this.#pending.length > 0) {
      while (living.length < 20 && waiting.length > 0) living.push(waiting.shift() as Life);
      const happening: Happening[] = [];
      for (const life of new Set(Array.from({ length: random.below(4) }, () => random.pick(living)))) {
        const { done, value } = (await life?.next()) ?? { done: true };
        if (done) living.splice(living.indexOf(life as Life), 1);
        else happening.push(value);
      }
      this.world.clock.now = new Date(this.world.clock.now.getTime() + random.below(3_600_000));
      await this.#round(happening);
    }
    await this.#noteGrants();
    for (let turn = 0; turn < 100; turn += 1) {
      this.world.clock.now = new Date(this.world.clock.now.getTime() + DAY_SECONDS * 1000);
      if ((await sendDueMails(this.world.billing, 1000)) === 0) break;
    }
  }

  /** Collects new events, once or several times. Event types without a subscription are rare. */
  #collect() {
    const { random, world } = this;
    for (; this.#seen < world.events.length; this.#seen += 1) {
      const event = world.events[this.#seen] as Stripe.Event;
      if (!HANDLED.has(event.type) && !random.chance(0.02)) continue;
      this.#pending.push(event);
      while (random.chance(0.25)) this.#pending.push(event);
    }
  }

  /**
   * Runs some random pending deliveries at the same time as changes at Stripe and in browsers, in a process that may be
   * killed.
   */
  async #round(happening: readonly Happening[]) {
    const { random, process } = this;
    const drawn = this.#draw();
    process.arm(random.chance(0.35) ? 1 + random.below(25 * this.options.concurrency) : null);
    const meanwhile = happening.map(async (happen) => {
      await turns(random.below(30));
      // A visitor of a dead process tries again later, or never.
      await Promise.resolve(happen()).catch((error: unknown) => {
        if (!process.dead) throw error;
      });
      this.#collect();
      // Some events arrive quickly.
      if (random.chance(0.6)) await Promise.all(this.#pending.splice(-2).map((event) => this.#deliver(event)));
    });
    await Promise.all([...drawn.map((event) => this.#deliver(event)), ...meanwhile]);
    await this.#finish();
  }

  async #deliver(event: Stripe.Event) {
    this.deliveries += 1;
    const { status } = await this.world.deliver(event);
    if (status === 200) return;
    expect(this.process.dead, `${event.type} failed in a process that lives`).toBe(true);
    this.#pending.push(event);
  }

  /** Draws random events, often several about the same customer. */
  #draw(): Stripe.Event[] {
    const { random } = this;
    const drawn: Stripe.Event[] = [];
    while (drawn.length < this.options.concurrency && this.#pending.length > 0) {
      const before = drawn.at(-1);
      const related = before && random.chance(0.6) ? this.#pending.findIndex((event) => isRelated(event, before)) : -1;
      const index = related === -1 ? random.below(this.#pending.length) : related;
      drawn.push(this.#pending.splice(index, 1)[0] as Stripe.Event);
    }
    return drawn;
  }

  async #finish() {
    // Each of them sends all owed emails.
    await this.#deferred.splice(0)[0]?.();
    this.process.restart();
    this.#rounds += 1;
    if (this.#rounds % 50 === 0) await this.#noteGrants();
  }

  async #noteGrants() {
    for (const [checkout, id] of await grants(this.connection.db)) {
      if (!this.firstGrants.has(checkout)) this.firstGrants.set(checkout, id);
    }
  }

  /** Repeats work until the process survives it. */
  async #surviving<T>(work: () => Promise<T>): Promise<T> {
    const { random, process } = this;
    for (;;) {
      process.arm(random.chance(0.3) ? 1 + random.below(20) : null);
      const result = await work().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      const { dead } = process;
      await this.#finish();
      if ("value" in result) return result.value;
      if (!dead) throw result.error;
    }
  }

  /** The steps of one purchase from its start. Other purchases' events are delivered between the steps. */
  async *#life(index: number): Life {
    const { random, world } = this;
    const ctx = world.stripe;
    const order: Order = random.chance(0.5)
      ? { kind: "file", category: random.pick(FILES) }
      : { kind: "subscription", interval: random.pick(["month", "year"]) };
    const { sessionId } = await this.#surviving(() => startCheckout(order, { siteUrl: SITE_URL }, world.billing));
    const visit = () => settleCheckout(sessionId, world.billing);
    if (random.chance(0.2)) yield visit;
    const buyer = { email: `Buyer-${index}@Example.com`, name: "Buyer", terms: true };
    if (random.chance(0.15)) yield () => pay(ctx, sessionId, cardOf("4000000000000002"), buyer);
    if (random.chance(0.08)) {
      yield () => expireSession(ctx, sessionId);
      if (random.chance(0.5)) yield visit;
      return;
    }
    const slow = order.kind === "file" && random.chance(0.3);
    if (slow) yield () => payByDebit(ctx, sessionId, buyer);
    else yield () => pay(ctx, sessionId, cardOf(random.chance(0.3) ? "4000000000000341" : undefined), buyer);
    for (let visits = random.below(3); visits > 0; visits -= 1) yield visit;

    const session = ctx.store.get("checkout.session", sessionId);
    // The rest is still pending at the end.
    if (slow && random.chance(0.9)) {
      yield () => settleDebit(ctx, session.payment_intent as string, random.chance(0.7) ? "succeeded" : "failed");
      if (random.chance(0.5)) yield visit;
    }
    const customer = session.customer as string;
    for (let left = random.below(this.options.turns); left > 0; left -= 1) {
      if (random.chance(0.1)) {
        yield () => {
          if (isDeleted(ctx.store.get("customer", customer))) return;
          ctx.update("customer", customer, { email: `moved-${index}-${left}@example.com` }, "customer.updated");
        };
      }
      if (random.chance(0.3)) yield () => this.#refund(customer);
      if (session.subscription) yield () => this.#turn(session.subscription as string, customer);
      if (random.chance(0.03)) {
        yield () => !isDeleted(ctx.store.get("customer", customer)) && deleteCustomer(ctx, customer);
        return;
      }
    }
  }

  #refund(customer: string) {
    const { random, world } = this;
    const { store } = world.stripe;
    const charges = store
      .all("charge")
      .filter((charge) => charge.customer === customer && charge.paid && charge.amount_refunded < charge.amount);
    if (charges.length === 0) return;
    const { id, amount, amount_refunded: before } = random.pick(charges);
    const part = random.chance(0.5) ? 1 + random.below(amount - before) : undefined;
    refund(world.stripe, { charge: id, ...(part && { amount: part }) });
  }

  /** Returns a subscription's next random change. */
  #turn(id: string, customer: string) {
    const { random, world } = this;
    const ctx = world.stripe;
    const step = random.below(7);
    const { status } = ctx.store.get("subscription", id);
    if (status === "canceled") return;
    if (step === 0) planCancellation(ctx, id, random.pick(["api", "portal"]));
    else if (step === 1) resume(ctx, id);
    else if (step === 2) cancelNow(ctx, id);
    else if (step === 3 && status === "past_due") giveUp(ctx, id, random.pick(["unpaid", "canceled"]));
    else if (step === 4 && status !== "active") {
      if (random.chance(0.6)) changeCard(ctx, customer, cardOf());
      retryPayment(ctx, id);
    } else endPeriod(ctx, id);
  }
}

function isRelated(one: Stripe.Event, other: Stripe.Event): boolean {
  const [first, second] = [one, other].map(({ data }) => data.object as { id: string; customer?: string });
  return (first?.customer ?? first?.id) === (second?.customer ?? second?.id);
}
