import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Connection, Db } from "@/db/client";
import { billingMails, checkouts, customers, purchases, stripeEvents, subscriptions, users } from "@/db/schema";
import { createKey, principalOf } from "@/lib/access/api-keys";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import {
  changeCard,
  closeDispute,
  deleteCustomer,
  endPeriod,
  expireSession,
  giveUp,
  openDispute,
  pay,
  planCancellation,
  refund,
  resume,
  retryPayment,
  settleDebit,
} from "@/scripts/sandbox";
import { claimedCheckout, type Order, settleCheckout, startCheckout } from "./checkout";
import { downloadToken, secretHash } from "./download-token";
import { accessOf } from "./entitlement";
import { keepSubscription } from "./keep";
import { portalUrl, receiptUrl } from "./portal";
import { reconcile } from "./reconcile";
import { cardOf, openWorld, SITE_URL, signed, type World } from "./testing/world";
import { receiveEvent, replayEvent } from "./webhook";

const DAY_MS = 86_400_000;
const failing = (code: string) => expect.objectContaining({ code });

/** The guarantees of billing on each kind of database. */
export function billingSuite(kind: string, open: () => Promise<Connection>) {
  describe(`billing on ${kind}`, () => {
    let connection: Connection;
    let db: Db;
    let world: World;

    beforeAll(async () => {
      connection = await open();
      db = connection.db;
      await connection.migrate();
    });
    afterAll(() => connection?.close());
    afterEach(() => void vi.restoreAllMocks());
    beforeEach(() => {
      world = openWorld(connection);
    });

    const purchaseOf = async (checkoutId: string) =>
      (await db.select().from(purchases).where(eq(purchases.checkoutId, checkoutId)))[0];
    const checkoutOf = async (id: string) => (await db.select().from(checkouts).where(eq(checkouts.id, id)))[0];
    const subscriptionOf = async (checkoutId: string) => {
      const { subscriptionId } = (await checkoutOf(checkoutId)) ?? {};
      if (!subscriptionId) return undefined;
      return (await db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId)))[0];
    };
    const eventRow = async (id: string) => (await db.select().from(stripeEvents).where(eq(stripeEvents.id, id)))[0];
    const buyFile = (options = {}) => world.buy({ kind: "file", category: "crm" }, options);
    const subscribe = (options = {}) => world.buy({ kind: "subscription", interval: "month" }, options);
    const eventOf = (type: Stripe.Event["type"]) =>
      world.events.findLast((event) => event.type === type) as Stripe.Event;

    describe("a file", () => {
      test("is granted when it is paid: day, link, price and buyer as they stand at Stripe", async () => {
        const { sessionId, claim, url } = await buyFile({ email: "Buyer@Example.com" });
        expect(url).toContain(sessionId);
        expect(await purchaseOf(sessionId)).toBeUndefined();
        await world.deliverNew();

        const purchase = await purchaseOf(sessionId);
        expect(purchase).toMatchObject({
          email: "buyer@example.com",
          category: "crm",
          asOf: "2026-11-21",
          amountMinor: 1_900,
          currency: "USD",
          status: "paid",
          paidAt: world.clock.now,
          expiresAt: new Date(world.clock.now.getTime() + 30 * DAY_MS),
          downloadsUsed: 0,
          downloadsMax: 20,
          tokenVersion: 1,
        });
        expect(purchase?.tokenHash).toBe(secretHash(downloadToken(purchase?.id ?? "", 1)));
        expect(await checkoutOf(sessionId)).toMatchObject({
          status: "complete",
          customerId: purchase?.customerId,
          claimHash: secretHash(claim),
        });
        expect(world.mails).toEqual([{ kind: "fileReady", to: "buyer@example.com", about: purchase?.id }]);
      });

      test.each([
        ["databases", 14_900],
        ["much-unknown", 1_900],
      ])(
        "of %s costs by the priced records that its category has now, however many others it has",
        async (category, amountMinor) => {
          const { sessionId } = await world.buy({ kind: "file", category });
          await world.deliverNew();
          expect(await purchaseOf(sessionId)).toMatchObject({ amountMinor });
        },
      );

      test("is named by its category and its records where it is paid, and on its receipt", async () => {
        const { sessionId } = await buyFile();
        await world.deliverNew();
        const named = "Category file: crm, 12 records, 9 of them priced";
        expect(world.stripe.store.get("checkout.session", sessionId).custom_text.submit?.message).toBe(named);
        const { paymentIntentId } = (await purchaseOf(sessionId)) ?? {};
        const charge = world.stripe.store.all("charge")[0] as Stripe.Charge;
        expect(charge.description).toBe(named);
        expect(await receiptUrl(paymentIntentId ?? "", world.billing)).toBe(charge.receipt_url);
        expect(await receiptUrl("pi_unknown", world.billing)).toBeNull();
      });

      test("is dated by the day of payment, however late the event comes; its link works 30 days from when it is made", async () => {
        const { sessionId } = await buyFile();
        world.clock.now = new Date("2026-11-25T23:59:00.000Z");
        await world.deliverNew();
        expect(await purchaseOf(sessionId)).toMatchObject({
          asOf: "2026-11-21",
          expiresAt: new Date("2026-12-25T23:59:00.000Z"),
        });
      });

      test("is not granted for a checkout that is open, was declined, or has expired", async () => {
        const { sessionId } = await startCheckout(
          { kind: "file", category: "crm" },
          { siteUrl: SITE_URL },
          world.billing,
        );
        expect(await settleCheckout(sessionId, world.billing)).toMatchObject({ status: "open", purchaseId: null });
        const buyer = { email: "buyer@example.com", name: "", terms: true };
        expect(pay(world.stripe, sessionId, cardOf("4000000000000002"), buyer)).toHaveProperty("declined");
        expect(await settleCheckout(sessionId, world.billing)).toMatchObject({ status: "open", purchaseId: null });
        expireSession(world.stripe, sessionId);
        await world.deliverNew();
        expect(await settleCheckout(sessionId, world.billing)).toMatchObject({ status: "expired", purchaseId: null });
        expect(await purchaseOf(sessionId)).toBeUndefined();
        expect(world.mails).toEqual([]);
      });

      describe("paid by a bank that takes days", () => {
        const begin = async () => {
          const { sessionId } = await buyFile({ card: "debit" });
          await world.deliverNew();
          return { sessionId, payment: world.stripe.store.get("checkout.session", sessionId).payment_intent as string };
        };
        const later = (days: number) => {
          world.clock.now = new Date(world.clock.now.getTime() + days * DAY_MS);
        };

        test("is not granted when the checkout is complete, but when the money has come", async () => {
          const { sessionId, payment } = await begin();
          const waiting = { status: "complete", purchaseId: null, paymentFailed: false };
          expect(await settleCheckout(sessionId, world.billing)).toMatchObject(waiting);
          expect(await purchaseOf(sessionId)).toBeUndefined();
          expect(world.mails).toEqual([]);

          later(5);
          settleDebit(world.stripe, payment, "succeeded");
          expect(world.events.at(-1)?.type).toBe("checkout.session.async_payment_succeeded");
          await world.deliverNew();
          const purchase = await purchaseOf(sessionId);
          expect(purchase).toMatchObject({
            status: "paid",
            asOf: "2026-11-21",
            expiresAt: new Date(world.clock.now.getTime() + 30 * DAY_MS),
          });
          expect(world.mails).toEqual([{ kind: "fileReady", to: "buyer@example.com", about: purchase?.id }]);

          later(1);
          await world.deliver({ ...eventOf("checkout.session.async_payment_succeeded"), id: "evt_again" });
          expect((await purchaseOf(sessionId))?.expiresAt).toEqual(purchase?.expiresAt);
        });

        test("is never granted when the bank refuses, and the buyer is told once", async () => {
          const { sessionId, payment } = await begin();
          settleDebit(world.stripe, payment, "failed");
          await world.deliverNew();
          await world.deliver(eventOf("checkout.session.async_payment_failed"));
          await world.deliver({ ...eventOf("checkout.session.async_payment_failed"), id: "evt_again" });
          const failed = { status: "complete", purchaseId: null, paymentFailed: true };
          expect(await settleCheckout(sessionId, world.billing)).toMatchObject(failed);
          await world.idle();
          expect(await purchaseOf(sessionId)).toBeUndefined();
          expect(world.mails).toEqual([{ kind: "fileUnpaid", to: "buyer@example.com", about: "crm" }]);
        });

        test("is found by reconciling where nobody told that the money came, though the checkout is older than what it looks at", async () => {
          const { sessionId, payment } = await begin();
          later(20);
          settleDebit(world.stripe, payment, "succeeded");
          await reconcile({ since: new Date(world.clock.now.getTime() - 7 * DAY_MS), repair: true }, world.billing);
          expect(await purchaseOf(sessionId)).toMatchObject({ status: "paid" });
        });
      });

      test("a full refund ends the link at once, a refund in part does not", async () => {
        const { sessionId } = await buyFile();
        await world.deliverNew();
        const { paymentIntentId } = (await purchaseOf(sessionId)) ?? {};
        refund(world.stripe, { payment_intent: paymentIntentId ?? "", amount: 900 });
        await world.deliverNew();
        expect(await purchaseOf(sessionId)).toMatchObject({ status: "paid", refundedAt: null });

        refund(world.stripe, { payment_intent: paymentIntentId ?? "" });
        await world.deliverNew();
        expect(await purchaseOf(sessionId)).toMatchObject({ status: "refunded", refundedAt: world.clock.now });
        expect(world.mails.map((mail) => mail.kind)).toEqual(["fileReady", "refunded"]);
      });

      test("a refund that is told of before the purchase leaves nothing to download", async () => {
        const { sessionId } = await buyFile();
        const { payment_intent } = world.stripe.store.get("checkout.session", sessionId);
        refund(world.stripe, { payment_intent: payment_intent as string });
        for (const event of world.events.toReversed()) expect((await world.deliver(event)).status).toBe(200);
        await world.idle();
        expect(await purchaseOf(sessionId)).toMatchObject({ status: "refunded" });
        expect(world.mails.map((mail) => mail.kind)).toEqual(["refunded"]);
      });

      test("a refund that fails later gives the link back", async () => {
        const { sessionId } = await buyFile();
        const { payment_intent } = world.stripe.store.get("checkout.session", sessionId);
        refund(world.stripe, { payment_intent: payment_intent as string });
        await world.deliverNew();
        const charge = world.stripe.store.all("charge")[0] as Stripe.Charge;
        world.stripe.update("charge", charge.id, { refunded: false, amount_refunded: 0 });
        world.stripe.emit("refund.failed", world.stripe.store.all("refund")[0] as Stripe.Refund);
        await world.deliverNew();
        expect(await purchaseOf(sessionId)).toMatchObject({ status: "paid", refundedAt: null });
      });

      test.each([
        ["needs_response", "refunded"],
        ["lost", "refunded"],
        ["won", "paid"],
        ["warning_under_review", "paid"],
      ])("a dispute that is %s leaves the purchase %s", async (status, expected) => {
        const { sessionId } = await buyFile();
        await world.deliverNew();
        const charge = world.stripe.store.all("charge")[0] as Stripe.Charge;
        world.stripe.update("charge", charge.id, { disputed: true });
        world.onCall = (_, url) => {
          if (url.pathname !== "/v1/disputes") return undefined;
          expect(url.searchParams.get("charge")).toBe(charge.id);
          return Response.json({ object: "list", data: [{ object: "dispute", status }], has_more: false });
        };
        world.stripe.emit("charge.dispute.created", {
          id: "du_1",
          object: "dispute",
          payment_intent: charge.payment_intent,
        } as never);
        await world.deliverNew();
        expect(await purchaseOf(sessionId)).toMatchObject({ status: expected });
      });

      test("a category that is unknown, empty, or without a priced record cannot be bought", async () => {
        const buy = (category: string) =>
          startCheckout({ kind: "file", category }, { siteUrl: SITE_URL }, world.billing);
        await expect(buy("crn")).rejects.toEqual(failing("category_not_found"));
        await expect(buy("empty-one")).rejects.toEqual(failing("invalid_request"));
        await expect(buy("unpriced-one")).rejects.toEqual(failing("invalid_request"));
        expect(world.calls).toEqual([]);
      });
    });

    describe("a subscription", () => {
      test("opens with its payment, and the customer is who paid", async () => {
        const { sessionId } = await subscribe({ email: "Team@Example.com" });
        await world.deliverNew();
        const row = await subscriptionOf(sessionId);
        expect(row).toMatchObject({
          status: "active",
          interval: "month",
          priceLookupKey: "bulk_monthly",
          currentPeriodEnd: new Date("2026-12-21T09:00:00.000Z"),
          cancelAtPeriodEnd: false,
          pastDueSince: null,
          endedAt: null,
        });
        const [customer] = await db
          .select()
          .from(customers)
          .where(eq(customers.id, row?.customerId ?? ""));
        expect(customer).toMatchObject({ email: "team@example.com", userId: null });
        expect(world.mails).toEqual([{ kind: "subscriptionStarted", to: "team@example.com", about: row?.id }]);
      });

      test("renews, and is cancelled in the portal: it closes when the paid period ends", async () => {
        const { sessionId } = await subscribe();
        await world.deliverNew();
        const { id = "" } = (await subscriptionOf(sessionId)) ?? {};
        world.clock.now = new Date("2026-12-21T09:00:00.000Z");
        endPeriod(world.stripe, id);
        await world.deliverNew();
        expect(await subscriptionOf(sessionId)).toMatchObject({
          status: "active",
          currentPeriodEnd: new Date("2027-01-21T09:00:00.000Z"),
        });

        planCancellation(world.stripe, id, "portal");
        await world.deliverNew();
        expect(await subscriptionOf(sessionId)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
        resume(world.stripe, id);
        await world.deliverNew();
        expect(await subscriptionOf(sessionId)).toMatchObject({ cancelAtPeriodEnd: false });

        planCancellation(world.stripe, id, "portal");
        world.clock.now = new Date("2027-01-21T09:00:00.000Z");
        endPeriod(world.stripe, id);
        await world.deliverNew();
        const ended = await subscriptionOf(sessionId);
        expect(ended).toMatchObject({ status: "canceled", paidUntil: world.clock.now, endedAt: world.clock.now });
        expect(accessOf(ended ? [ended] : [], world.clock.now)).toMatchObject({ active: false, reason: "ended" });
        expect(world.mails).toHaveLength(1);
      });

      test("a failed renewal opens a grace of 14 days; a new card mends it", async () => {
        const { sessionId } = await subscribe({ card: "4000000000000341" });
        await world.deliverNew();
        const { id = "", customerId = "" } = (await subscriptionOf(sessionId)) ?? {};
        const renewal = new Date("2026-12-21T09:00:00.000Z");
        world.clock.now = renewal;
        endPeriod(world.stripe, id);
        await world.deliverNew();
        const late = await subscriptionOf(sessionId);
        expect(late).toMatchObject({ status: "past_due", pastDueSince: renewal, paidUntil: renewal });
        const on = (day: string) => accessOf(late ? [late] : [], new Date(day));
        expect(on("2027-01-04T08:00:00.000Z")).toMatchObject({ active: true, reason: "grace" });
        expect(on("2027-01-04T09:00:00.000Z")).toMatchObject({ active: false });
        expect(world.mails.map((mail) => mail.kind)).toEqual(["subscriptionStarted", "paymentFailed"]);

        changeCard(world.stripe, customerId, cardOf());
        retryPayment(world.stripe, id);
        await world.deliverNew();
        expect(await subscriptionOf(sessionId)).toMatchObject({
          status: "active",
          pastDueSince: null,
          paidUntil: null,
        });
      });

      test("a second renewal that is not paid does not begin the grace anew", async () => {
        const { sessionId } = await subscribe({ card: "4000000000000341" });
        await world.deliverNew();
        const { id = "" } = (await subscriptionOf(sessionId)) ?? {};
        const [renewal, next] = ["2026-12-21T09:00:00.000Z", "2027-01-21T09:00:00.000Z"].map((at) => new Date(at));
        for (const at of [renewal, next]) {
          if (at) world.clock.now = at;
          endPeriod(world.stripe, id);
          await world.deliverNew();
          expect(await subscriptionOf(sessionId)).toMatchObject({ status: "past_due", pastDueSince: renewal });
        }
      });

      test.each(["canceled", "unpaid"] as const)(
        "one whose renewal never is paid ends as %s with what was paid, not with Stripe's period",
        async (outcome) => {
          const { sessionId } = await subscribe({ card: "4000000000000341" });
          await world.deliverNew();
          const { id = "" } = (await subscriptionOf(sessionId)) ?? {};
          world.clock.now = new Date("2026-12-21T09:00:00.000Z");
          endPeriod(world.stripe, id);
          giveUp(world.stripe, id, outcome);
          await world.deliverNew();
          expect(await subscriptionOf(sessionId)).toMatchObject({
            status: outcome,
            currentPeriodEnd: new Date("2027-01-21T09:00:00.000Z"),
            paidUntil: new Date("2026-12-21T09:00:00.000Z"),
          });
        },
      );

      test("one that is ended at once stays open until what was paid; with its payment refunded it closes", async () => {
        const { sessionId } = await subscribe();
        await world.deliverNew();
        const { id = "", customerId = "" } = (await subscriptionOf(sessionId)) ?? {};
        const charge = world.stripe.store.all("charge")[0] as Stripe.Charge;
        world.clock.now = new Date("2026-11-25T09:00:00.000Z");
        await world.billing.stripe.subscriptions.cancel(id);
        await world.deliverNew();
        const open = await subscriptionOf(sessionId);
        expect(open).toMatchObject({ status: "canceled", paidUntil: new Date("2026-12-21T09:00:00.000Z") });
        expect(accessOf(open ? [open] : [], world.clock.now)).toMatchObject({ active: true, reason: "ending" });

        refund(world.stripe, { charge: charge.id });
        await world.deliverNew();
        const closed = await subscriptionOf(sessionId);
        expect(closed).toMatchObject({ customerId, paidUntil: null });
        expect(accessOf(closed ? [closed] : [], world.clock.now).active).toBe(false);
      });

      test("a price that replaced an older one leaves those at the older one as they are", async () => {
        const { sessionId } = await subscribe();
        await world.billing.stripe.prices.create({
          currency: "usd",
          unit_amount: 5_900,
          recurring: { interval: "month" },
          product: "pricing-intelligence-bulk",
          lookup_key: "bulk_monthly",
          transfer_lookup_key: true,
        });
        await world.deliverNew();
        expect(await subscriptionOf(sessionId)).toMatchObject({ priceLookupKey: "bulk_monthly", status: "active" });
      });

      test("a signed-in buyer's customer is theirs, is used again, and cannot subscribe twice", async () => {
        const user = { id: "user-1", email: "member@example.com" };
        await db.insert(users).values(user).onConflictDoNothing();
        const { sessionId } = await subscribe({ user });
        await world.deliverNew();
        const { customerId = "" } = (await subscriptionOf(sessionId)) ?? {};
        const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
        expect(customer).toMatchObject({ userId: user.id });
        await expect(subscribe({ user })).rejects.toEqual(failing("invalid_request"));

        const file = await buyFile({ user });
        await world.deliverNew();
        expect(await purchaseOf(file.sessionId)).toMatchObject({ customerId });
      });

      test("of two checkouts that a signed-in buyer opens, only the later can be paid; one paid unheard of is found", async () => {
        const user = { id: "user-4", email: "two-tabs@example.com" };
        await db.insert(users).values(user).onConflictDoNothing();
        const begin = () =>
          startCheckout({ kind: "subscription", interval: "month" }, { user, siteUrl: SITE_URL }, world.billing);
        const paid = (id: string) => pay(world.stripe, id, cardOf(), { email: user.email, name: "", terms: true });
        const first = await begin();
        const second = await begin();
        expect(world.stripe.store.get("checkout.session", first.sessionId).status).toBe("expired");
        expect(await checkoutOf(first.sessionId)).toMatchObject({ status: "expired" });
        expect(() => paid(first.sessionId)).toThrow();
        paid(second.sessionId);
        // Stripe's event has not arrived yet.
        await expect(begin()).rejects.toEqual(failing("invalid_request"));
        expect(await subscriptionOf(second.sessionId)).toMatchObject({ status: "active" });
      });

      test("of checkouts that a buyer opens at the same moment, one can be paid", async () => {
        const user = { id: "user-8", email: "impatient@example.com" };
        await db.insert(users).values(user).onConflictDoNothing();
        let asked = 0;
        // The first requests get the last responses.
        world.latency = () => new Promise((resolve) => setTimeout(resolve, Math.max(0, 40 - 2 * asked++)));
        const begin = () =>
          startCheckout({ kind: "subscription", interval: "month" }, { user, siteUrl: SITE_URL }, world.billing);
        const begun = await Promise.all(Array.from({ length: 6 }, begin));
        const open = begun.filter(
          ({ sessionId }) => world.stripe.store.get("checkout.session", sessionId).status === "open",
        );
        expect(open).toHaveLength(1);
        const mine = await db.select().from(checkouts).where(eq(checkouts.userId, user.id));
        expect(mine.map(({ status }) => status).sort()).toEqual([
          "expired",
          "expired",
          "expired",
          "expired",
          "expired",
          "open",
        ]);
        const [payable] = open;
        pay(world.stripe, payable?.sessionId ?? "", cardOf(), { email: user.email, name: "", terms: true });
        await expect(Promise.all([begin(), begin()])).rejects.toEqual(failing("invalid_request"));
      });

      test("of two that a browser opens without an account, only the later can be paid, and none after that", async () => {
        const begin = (...claims: string[]) =>
          startCheckout({ kind: "subscription", interval: "year" }, { claims, siteUrl: SITE_URL }, world.billing);
        const paid = (id: string) =>
          pay(world.stripe, id, cardOf(), { email: "tabs@example.com", name: "", terms: true });
        const elsewhere = await begin("a claim of no checkout");
        const first = await begin();
        const second = await begin(first.claim);
        expect(() => paid(first.sessionId)).toThrow();
        paid(second.sessionId);
        await expect(begin(first.claim, second.claim)).rejects.toEqual(failing("invalid_request"));
        paid(elsewhere.sessionId);
      });

      test("whose address pays for another already is told of it by mail", async () => {
        const email = "twice@example.com";
        await subscribe({ email });
        await world.deliverNew();
        await subscribe({ email });
        await subscribe({ email: "once@example.com" });
        await world.deliverNew();
        const told = world.mails.filter(({ kind }) => kind === "subscriptionStarted");
        expect(told.map(({ to, another }) => [to, another])).toEqual([
          [email, undefined],
          [email, true],
          ["once@example.com", undefined],
        ]);
      });

      test("who subscribed without an account cannot subscribe again with it, and pays for files as the same customer", async () => {
        const user = { id: "user-2", email: "later@example.com" };
        const guest = await subscribe({ email: user.email });
        await world.deliverNew();
        await db.insert(users).values(user).onConflictDoNothing();
        await expect(subscribe({ user })).rejects.toEqual(failing("invalid_request"));
        const { customerId } = (await subscriptionOf(guest.sessionId)) ?? {};
        const { sessionId } = await buyFile({ user });
        await world.deliverNew();
        expect((await purchaseOf(sessionId))?.customerId).toBe(customerId);
        expect(await db.select().from(customers).where(eq(customers.email, user.email))).toMatchObject([
          { id: customerId, userId: user.id },
        ]);
      });

      test("a verified address is one customer at Stripe, also where it pays in two checkouts begun at once", async () => {
        const user = { id: "user-5", email: "at-once@example.com" };
        await db.insert(users).values(user).onConflictDoNothing();
        const bought = await Promise.all([buyFile({ user }), buyFile({ user }), subscribe({ user })]);
        await world.deliverNew();
        const theirs = world.stripe.store.all("customer").filter((each) => !each.deleted && each.email === user.email);
        expect(theirs).toHaveLength(1);
        const paid = bought.map(({ sessionId }) => world.stripe.store.get("checkout.session", sessionId).customer);
        expect(new Set(paid)).toEqual(new Set(theirs.map(({ id }) => id)));
      });

      test("a breakdown that Stripe keeps under the key keeps no buyer out for a day, and makes no second customer", async () => {
        const user = { id: "user-6", email: "unlucky@example.com" };
        await db.insert(users).values(user).onConflictDoNothing();
        await buyFile({ email: "another@example.com" });
        vi.spyOn(console, "error").mockImplementationOnce(() => {});
        vi.spyOn(world.stripe.store, "newId").mockImplementationOnce(() => {
          throw new Error("Stripe broke down.");
        });
        await expect(buyFile({ user })).rejects.toEqual(failing("unavailable"));
        await Promise.all([buyFile({ user }), buyFile({ user })]);
        const theirs = world.stripe.store.all("customer").filter((each) => !each.deleted && each.email === user.email);
        expect(theirs).toHaveLength(1);
      });

      test("another's customer is not paid as, though it has the buyer's address by now", async () => {
        const [owner, user] = [
          { id: "user-6", email: "owner-of-it@example.com" },
          { id: "user-7", email: "given-to-it@example.com" },
        ] as const;
        await db.insert(users).values([owner, user]).onConflictDoNothing();
        const first = await buyFile({ user: owner });
        await world.deliverNew();
        const { customerId = "" } = (await purchaseOf(first.sessionId)) ?? {};
        await db
          .update(customers)
          .set({ email: user.email })
          .where(eq(customers.id, customerId ?? ""));
        const second = await buyFile({ user });
        await world.deliverNew();
        expect((await purchaseOf(second.sessionId))?.customerId).not.toBe(customerId);
      });

      test.each(["portal", "api"] as const)(
        "cancelled by the %s it is kept, not bought again, until its period ends",
        async (by) => {
          const user = { id: `user-kept-${by}`, email: `kept-${by}@example.com` };
          await db.insert(users).values(user).onConflictDoNothing();
          const { sessionId } = await subscribe({ user });
          await world.deliverNew();
          const { id = "" } = (await subscriptionOf(sessionId)) ?? {};
          planCancellation(world.stripe, id, by);
          await world.deliverNew();
          await expect(subscribe({ user })).rejects.toEqual(failing("invalid_request"));

          expect(await keepSubscription(id, world.billing)).toBe(true);
          expect(world.stripe.store.get("subscription", id)).toMatchObject({
            status: "active",
            cancel_at_period_end: false,
            cancel_at: null,
          });
          // Before any event has arrived.
          expect(await subscriptionOf(sessionId)).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
          await world.deliverNew();
          expect(await keepSubscription(id, world.billing)).toBe(true);

          planCancellation(world.stripe, id, by);
          world.clock.now = new Date("2026-12-21T09:00:00.000Z");
          endPeriod(world.stripe, id);
          expect(await keepSubscription(id, world.billing)).toBe(false);
          expect(await subscriptionOf(sessionId)).toMatchObject({ status: "canceled" });
          await world.deliverNew();
          expect((await subscribe({ user })).url).toContain("/checkout/");
        },
      );

      test("who was deleted at Stripe can buy again, as a new customer", async () => {
        const user = { id: "user-3", email: "back@example.com" };
        await db.insert(users).values(user).onConflictDoNothing();
        const before = await buyFile({ user });
        await world.deliverNew();
        const { customerId } = (await purchaseOf(before.sessionId)) ?? {};
        deleteCustomer(world.stripe, customerId ?? "");
        const { sessionId } = await buyFile({ user });
        await world.deliverNew();
        const again = await purchaseOf(sessionId);
        expect(again).toMatchObject({ status: "paid", email: user.email });
        expect(again?.customerId).not.toBe(customerId);
      });

      test("a customer's new address is taken over; a deleted customer keeps what was bought and pays no more", async () => {
        const { sessionId } = await subscribe();
        const file = await buyFile();
        await world.deliverNew();
        const { customerId = "" } = (await subscriptionOf(sessionId)) ?? {};
        await world.billing.stripe.customers.update(customerId, { email: "New@Example.com" });
        await world.deliverNew();
        const customer = async () => (await db.select().from(customers).where(eq(customers.id, customerId)))[0];
        expect(await customer()).toMatchObject({ email: "new@example.com" });

        deleteCustomer(world.stripe, customerId);
        await world.deliver(eventOf("customer.deleted"));
        expect(await customer()).toMatchObject({ email: "new@example.com" });
        expect(await subscriptionOf(sessionId)).toMatchObject({ status: "canceled" });
        await world.deliverNew();
        expect(await purchaseOf(file.sessionId)).toMatchObject({ status: "paid" });
      });
    });

    describe.each(["month", "year"] as const)("a subscription for a %s whose payment goes back", (interval) => {
      let subscription: string;
      let payment: string;
      let key: string;

      beforeEach(async () => {
        const { sessionId } = await world.buy({ kind: "subscription", interval });
        await world.deliverNew();
        const row = await subscriptionOf(sessionId);
        subscription = row?.id ?? "";
        payment = newestPayment();
        const now = world.clock.now;
        key = (await createKey(db, { customerId: row?.customerId ?? "", name: "Acme", now })).key;
        world.clock.now = new Date(now.getTime() + 3 * DAY_MS);
      });

      const newestPayment = () => (world.stripe.store.all("charge")[0] as Stripe.Charge).payment_intent as string;
      const opens = async () => (await principalOf(db, key, world.clock.now))?.access.active;
      /** Delivers the new events in reverse order and twice, then compares the result with Stripe. */
      const apply = async (from: number) => {
        const events = world.events.slice(from).toReversed();
        for (const event of [...events, ...events]) expect((await world.deliver(event)).status).toBe(200);
        const { differences } = await reconcile({ since: world.clock.now, repair: false }, world.billing);
        expect(differences.filter(({ id }) => id === subscription)).toEqual([]);
      };
      const change = async (act: () => unknown) => {
        const from = world.events.length;
        act();
        await apply(from);
      };

      test("loses access by a full refund, and a paid renewal grants it again", async () => {
        expect(await opens()).toBe(true);
        await change(() => refund(world.stripe, { payment_intent: payment }));
        expect(await opens()).toBe(false);
        await change(() => endPeriod(world.stripe, subscription));
        expect(await opens()).toBe(true);
      });

      test("loses access by a refund of a renewal, whatever was paid before", async () => {
        await change(() => endPeriod(world.stripe, subscription));
        world.clock.now = new Date(world.clock.now.getTime() + (interval === "year" ? 370 : 32) * DAY_MS);
        expect(newestPayment()).not.toBe(payment);
        await change(() => refund(world.stripe, { payment_intent: newestPayment() }));
        expect(await opens()).toBe(false);
      });

      test("keeps access after a partial refund, and loses it with the rest", async () => {
        await change(() => refund(world.stripe, { payment_intent: payment, amount: 500 }));
        expect(await opens()).toBe(true);
        await change(() => refund(world.stripe, { payment_intent: payment }));
        expect(await opens()).toBe(false);
      });

      test.each([
        ["won", true],
        ["lost", false],
      ] as const)("has no access during a dispute; with the dispute %s, access is %s", async (outcome, expected) => {
        await change(() => openDispute(world.stripe, payment));
        expect(await opens()).toBe(false);
        await change(() => closeDispute(world.stripe, payment, outcome));
        expect(await opens()).toBe(expected);
      });

      test("closes and opens by reconciling alone, without an event", async () => {
        const since = world.clock.now;
        openDispute(world.stripe, payment);
        await reconcile({ since, repair: true }, world.billing);
        expect(await opens()).toBe(false);
        closeDispute(world.stripe, payment, "won");
        await reconcile({ since, repair: true }, world.billing);
        expect(await opens()).toBe(true);
      });

      test("does not refuse a free trial for lack of a payment", async () => {
        const invoice = world.stripe.store.all("invoice")[0] as Stripe.Invoice;
        world.stripe.update("invoice", invoice.id, { amount_paid: 0 });
        const from = world.events.length;
        world.stripe.update("subscription", subscription, { status: "trialing" }, "customer.subscription.updated");
        await apply(from);
        expect(await opens()).toBe(true);
      });
    });

    describe("deliveries", () => {
      test("each event counts once, however often it comes", async () => {
        const { sessionId } = await buyFile();
        await world.deliverNew();
        const event = eventOf("checkout.session.completed");
        const before = await purchaseOf(sessionId);
        world.calls.length = 0;
        expect(await world.deliver(event)).toEqual({ status: 200, outcome: "duplicate" });
        expect(world.calls).toEqual([]);
        expect(await purchaseOf(sessionId)).toEqual(before);
        expect(await eventRow(event.id)).toMatchObject({ outcome: "applied", attempts: 1 });
        expect(world.mails).toHaveLength(1);
      });

      test("the same event many times at once is applied once", async () => {
        const { sessionId } = await buyFile();
        const event = eventOf("checkout.session.completed");
        const receipts = await Promise.all(Array.from({ length: 8 }, () => world.deliver(event)));
        await world.idle();
        expect(receipts.map(({ outcome }) => outcome).sort()).toEqual([
          "applied",
          ...Array.from({ length: 7 }, () => "duplicate"),
        ]);
        expect(await purchaseOf(sessionId)).toMatchObject({ status: "paid" });
        expect(world.mails).toHaveLength(1);
      });

      test("visit and event at the same time grant once", async () => {
        const { sessionId } = await buyFile();
        const settling = Array.from({ length: 4 }, () => settleCheckout(sessionId, world.billing));
        const [settled] = await Promise.all([...settling, world.deliverNew()]);
        await world.idle();
        const rows = await db.select().from(purchases).where(eq(purchases.checkoutId, sessionId));
        expect(rows).toHaveLength(1);
        expect(settled).toMatchObject({ status: "complete", purchaseId: rows[0]?.id });
        expect(world.mails).toHaveLength(1);
      });

      test("an older reading never overwrites a newer one", async () => {
        const { sessionId } = await subscribe();
        await world.deliverNew();
        const { id = "" } = (await subscriptionOf(sessionId)) ?? {};
        planCancellation(world.stripe, id, "api");
        const slow = eventOf("customer.subscription.updated");
        let overtaken = false;
        world.onCall = async (method, url) => {
          if (overtaken || method !== "GET" || url.pathname !== `/v1/subscriptions/${id}`) return undefined;
          overtaken = true;
          // The slow reader reads now, and continues after a newer state was written.
          const stale = Response.json(structuredClone(world.stripe.store.get("subscription", id)));
          resume(world.stripe, id);
          expect(await world.deliver(eventOf("customer.subscription.updated"))).toMatchObject({ outcome: "applied" });
          expect(await subscriptionOf(sessionId)).toMatchObject({ cancelAtPeriodEnd: false });
          return stale;
        };
        expect(await world.deliver(slow)).toMatchObject({ outcome: "applied" });
        expect(overtaken).toBe(true);
        expect(await subscriptionOf(sessionId)).toMatchObject({ cancelAtPeriodEnd: false });
      });

      test("an address that changes while a purchase is written is the one that stays", async () => {
        const { sessionId } = await subscribe({ email: "old@example.com" });
        const customerId = world.stripe.store.get("checkout.session", sessionId).customer as string;
        let changed = false;
        world.onCall = async (method, url) => {
          if (changed || method !== "GET" || url.pathname !== `/v1/customers/${customerId}`) return undefined;
          changed = true;
          const stale = Response.json(structuredClone(world.stripe.store.get("customer", customerId)));
          world.stripe.update("customer", customerId, { email: "new@example.com" }, "customer.updated");
          await world.deliver(eventOf("customer.updated"));
          return stale;
        };
        await world.deliver(eventOf("checkout.session.completed"));
        const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
        expect(customer).toMatchObject({ email: "new@example.com" });
      });

      test("events that are not about what we sell are taken and leave nothing", async () => {
        await buyFile();
        const event = eventOf("payment_intent.succeeded");
        expect(await world.deliver(event)).toEqual({ status: 200, outcome: "ignored" });
        const invented = { ...event, id: "evt_unknown", type: "a.type.of.next.year" } as unknown as Stripe.Event;
        expect(await world.deliver(invented)).toEqual({ status: 200, outcome: "ignored" });
        expect(await eventRow(event.id)).toBeUndefined();
      });

      test("a failure of Stripe asks for another delivery, is on record, and the next one grants", async () => {
        const { sessionId } = await buyFile();
        const event = eventOf("checkout.session.completed");
        world.onCall = () => Response.json({ error: { type: "api_error", message: "down" } }, { status: 503 });
        expect(await world.deliver(event)).toEqual({ status: 500, outcome: "failed" });
        expect(await world.deliver(event)).toEqual({ status: 500, outcome: "failed" });
        expect(await eventRow(event.id)).toMatchObject({
          appliedAt: null,
          outcome: null,
          attempts: 2,
          lastError: "The payment service is not responding. This request charged nothing.",
        });
        expect(await purchaseOf(sessionId)).toBeUndefined();

        world.onCall = () => undefined;
        expect(await world.deliver(event)).toEqual({ status: 200, outcome: "applied" });
        expect(await eventRow(event.id)).toMatchObject({ outcome: "applied", attempts: 3, lastError: null });
        expect(await purchaseOf(sessionId)).toMatchObject({ status: "paid" });
      });

      test("the operator can have an event again: what was lost of it is granted", async () => {
        const { sessionId } = await buyFile();
        await world.deliverNew();
        const event = eventOf("checkout.session.completed");
        await db.delete(purchases).where(eq(purchases.checkoutId, sessionId));
        expect(await world.deliver(event)).toMatchObject({ outcome: "duplicate" });
        expect(await replayEvent(event.id, world.billing)).toBe("applied");
        expect(await purchaseOf(sessionId)).toMatchObject({ status: "paid" });
        await expect(replayEvent("evt_gone", world.billing)).rejects.toEqual(failing("not_found"));
      });

      test("a purchase whose checkout row was lost is granted all the same", async () => {
        const { sessionId, claim } = await buyFile();
        await db.delete(checkouts).where(eq(checkouts.id, sessionId));
        await world.deliverNew();
        expect(await purchaseOf(sessionId)).toMatchObject({ status: "paid" });
        expect(await claimedCheckout(sessionId, claim, world.billing)).toMatchObject({ id: sessionId });
      });

      test("a mail that fails is sent later and takes nothing back", async () => {
        const { work } = world.billing;
        world.billing.work = { ...work, fileReady: async () => false };
        const { sessionId } = await buyFile();
        await world.deliverNew();
        expect(await purchaseOf(sessionId)).toMatchObject({ status: "paid" });
        world.billing.work = work;
        await world.deliver(eventOf("charge.succeeded"));
        await world.idle();
        expect(world.mails).toEqual([]);
        world.clock.now = new Date(world.clock.now.getTime() + 11 * 60_000);
        await world.deliver(eventOf("charge.succeeded"));
        await world.idle();
        expect(world.mails).toHaveLength(1);
      });
    });

    describe("nobody is granted anything", () => {
      const nothing = async () => {
        const counts = await Promise.all([db.$count(purchases), db.$count(subscriptions), db.$count(customers)]);
        return counts.reduce((sum, count) => sum + count, 0);
      };
      let before: number;
      let event: Stripe.Event;
      let payload: string;

      beforeEach(async () => {
        await buyFile();
        event = eventOf("checkout.session.completed");
        payload = JSON.stringify(event);
        before = await nothing();
      });
      const refused = { status: 400, outcome: "bad_signature" };

      test.each<[string, (payload: string) => string | null]>([
        ["without a signature", () => null],
        ["with an empty signature", () => ""],
        ["with a signature that is made up", () => `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`],
        ["with another secret", (text) => signed(text, { secret: "whsec_of_somebody_else" })],
        ["with a signature of six minutes ago", (text) => signed(text, { at: Date.now() - 6 * 60_000 })],
        ["with the signature of another body", () => signed("{}")],
      ])("an event %s", async (_, signature) => {
        expect(await receiveEvent(payload, signature(payload), world.billing)).toEqual(refused);
        expect(await nothing()).toBe(before);
        expect(await eventRow(event.id)).toBeUndefined();
      });

      test("an event whose body was changed by a byte", async () => {
        const signature = signed(payload);
        expect(await receiveEvent(`${payload} `, signature, world.billing)).toEqual(refused);
        expect(await receiveEvent(payload.replace("complete", "Complete"), signature, world.billing)).toEqual(refused);
        expect(await nothing()).toBe(before);
      });

      test("a signed body that is no event", async () => {
        const whole = { ...event, id: "evt_signed" };
        const without = Object.keys(whole)
          .filter((name) => ["id", "object", "type", "data", "created", "livemode"].includes(name))
          .map((name) => JSON.stringify({ ...whole, [name]: undefined }));
        const odd = [
          { created: 1e18 },
          { id: "evt_\0" },
          { data: null },
          { data: { object: null } },
          { data: { object: { ...event.data.object, id: "../customers" } } },
          { data: { object: { ...event.data.object, id: 7 } } },
          { type: "refund.updated", data: { object: { id: "re_1", payment_intent: [] } } },
          { type: "invoice.paid", data: { object: { parent: "x" } } },
        ].map((change) => JSON.stringify({ ...whole, ...change }));
        const none = ["", "null", "[]", '"evt"', "{", '{"object":"event"}', '{"id":"evt_1","object":"charge"}'];
        for (const text of [...none, ...without, ...odd]) {
          const { outcome } = await receiveEvent(text, signed(text), world.billing);
          expect(["bad_signature", "ignored"]).toContain(outcome);
        }
        expect(await nothing()).toBe(before);
      });

      test("an event of the other mode", async () => {
        expect(await world.deliver({ ...event, livemode: true } as Stripe.Event)).toEqual({
          status: 200,
          outcome: "ignored",
        });
        expect(await nothing()).toBe(before);
      });

      test("an event that says paid, about a checkout that is not", async () => {
        const { sessionId } = await startCheckout(
          { kind: "file", category: "crm" },
          { siteUrl: SITE_URL },
          world.billing,
        );
        const forged = structuredClone(event);
        (forged.data.object as Stripe.Checkout.Session).id = sessionId;
        expect(await world.deliver({ ...forged, id: "evt_forged" } as Stripe.Event)).toMatchObject({ status: 200 });
        expect(await purchaseOf(sessionId)).toBeUndefined();
      });

      test("an event about something that Stripe does not know", async () => {
        const unknown = structuredClone(event);
        (unknown.data.object as Stripe.Checkout.Session).id = "cs_test_unknown";
        expect(await world.deliver({ ...unknown, id: "evt_unknown_object" } as Stripe.Event)).toEqual({
          status: 200,
          outcome: "ignored",
        });
        expect(await nothing()).toBe(before);
      });

      test("a checkout or a subscription that the account sells for something else", async () => {
        const { stripe } = world.billing;
        const session = await stripe.checkout.sessions.create({
          mode: "subscription",
          success_url: SITE_URL,
          line_items: [
            {
              price_data: {
                currency: "usd",
                unit_amount: 100,
                recurring: { interval: "month" },
                product_data: { name: "Something else" },
              },
              quantity: 1,
            },
          ],
        });
        pay(world.stripe, session.id, cardOf(), { email: "other@example.com", name: "", terms: true });
        const theirs = world.events.filter(
          ({ data }) => JSON.stringify(data).includes(session.id) || JSON.stringify(data).includes("sub_"),
        );
        for (const each of theirs) expect((await world.deliver(each)).outcome).toBe("ignored");
        expect(await nothing()).toBe(before);
      });

      test("whoever visits the success page without the claim", async () => {
        const { sessionId, claim } = await buyFile();
        await world.deliverNew();
        for (const guess of ["", "x", claim.slice(0, -1), `${claim}x`, secretHash(claim), "é".repeat(32)]) {
          expect(await claimedCheckout(sessionId, guess, world.billing)).toBeNull();
        }
        expect(await claimedCheckout("cs_test_unknown", claim, world.billing)).toBeNull();
        expect(await claimedCheckout("cs_test_unknown", "", world.billing)).toBeNull();
        expect(await claimedCheckout(sessionId, claim, world.billing)).toMatchObject({ id: sessionId });
      });

      test("whoever settles a checkout that was not begun here, and Stripe is not even asked", async () => {
        world.calls.length = 0;
        await expect(settleCheckout("cs_test_guessed", world.billing)).rejects.toEqual(failing("not_found"));
        expect(world.calls).toEqual([]);
      });
    });

    describe("a checkout", () => {
      test("with Stripe Tax, taxes are computed and a tax id can be given; without, nothing asks for an address", async () => {
        const begin = () => startCheckout({ kind: "file", category: "crm" }, { siteUrl: SITE_URL }, world.billing);
        const { sessionId } = await begin();
        expect(world.stripe.store.get("checkout.session", sessionId)).toMatchObject({
          automatic_tax: { enabled: false },
          billing_address_collection: null,
        });
        world.billing.tax = true;
        const taxed = await begin();
        expect(world.stripe.store.get("checkout.session", taxed.sessionId)).toMatchObject({
          automatic_tax: { enabled: true },
          billing_address_collection: "required",
          tax_id_collection: { enabled: true },
        });
      });

      test("a subscription is sold for money that comes at once, a file for any", async () => {
        const session = async (order: Order) => {
          const { sessionId } = await startCheckout(order, { siteUrl: SITE_URL }, world.billing);
          return world.stripe.store.get("checkout.session", sessionId);
        };
        const subscription = await session({ kind: "subscription", interval: "year" });
        expect(subscription.allowed_payment_method_types).toEqual(["card", "link"]);
        expect((await session({ kind: "file", category: "crm" })).allowed_payment_method_types).toBeNull();
      });

      test("the claim is kept nowhere, neither here nor at Stripe", async () => {
        const { claim, sessionId } = await buyFile();
        await world.deliverNew();
        expect(claim).toMatch(/^[\w-]{43}$/);
        expect(JSON.stringify([await checkoutOf(sessionId), await db.select().from(stripeEvents)])).not.toContain(
          claim,
        );
        expect(JSON.stringify([world.stripe.store.all("checkout.session"), world.events])).not.toContain(claim);
      });
    });

    describe("reconciling", () => {
      const since = new Date("2026-11-14T00:00:00.000Z");
      const check = (repair: boolean) => reconcile({ since, repair }, world.billing);
      /** Only of this world: earlier ones used the same database. */
      const found = async (repair: boolean) => {
        const { differences } = await check(repair);
        const ours = differences.filter(({ id }) => world.stripe.store.lookup(id) !== undefined);
        return ours.map(({ id, detail, repaired }) => ({ id, detail, repaired }));
      };

      test("finds nothing where every event was applied, and grants nothing twice", async () => {
        const { sessionId } = await buyFile();
        await subscribe();
        await startCheckout({ kind: "file", category: "crm" }, { siteUrl: SITE_URL }, world.billing);
        await world.deliverNew();
        const before = await purchaseOf(sessionId);
        expect(await found(true)).toEqual([]);
        expect(await purchaseOf(sessionId)).toEqual(before);
      });

      test("tells what was paid and never granted, changes nothing unless asked, and then grants it", async () => {
        const { sessionId } = await buyFile();
        const subscribed = await subscribe();
        const subscription = world.stripe.store.get("checkout.session", subscribed.sessionId).subscription as string;
        const details = async (repair: boolean) =>
          Object.fromEntries((await found(repair)).map(({ id, detail, repaired }) => [`${id} ${detail}`, repaired]));
        const missing = {
          [`${sessionId} checkout.status: open → complete`]: false,
          [`${sessionId} purchase: missing → paid`]: false,
          [`${subscription} subscription: missing → active`]: false,
        };
        expect(await details(false)).toMatchObject(missing);
        expect(await purchaseOf(sessionId)).toBeUndefined();
        expect(Object.values(await details(true))).not.toContain(false);
        expect(await purchaseOf(sessionId)).toMatchObject({ status: "paid" });
        expect(await subscriptionOf(subscribed.sessionId)).toMatchObject({ status: "active" });
        expect(await found(false)).toEqual([]);
        await world.deliverNew();
        expect(await db.select().from(purchases).where(eq(purchases.checkoutId, sessionId))).toHaveLength(1);
      });

      test("mends what is wrong: a refund and an end that nobody told of, an amount and a status that were changed here", async () => {
        const file = await buyFile();
        const other = await buyFile();
        const { sessionId } = await subscribe();
        await world.deliverNew();
        const { id = "" } = (await subscriptionOf(sessionId)) ?? {};
        refund(world.stripe, { payment_intent: (await purchaseOf(file.sessionId))?.paymentIntentId ?? "" });
        await world.billing.stripe.subscriptions.cancel(id);
        await db
          .update(purchases)
          .set({ amountMinor: 1, status: "refunded" })
          .where(eq(purchases.checkoutId, other.sessionId));
        const told = await found(true);
        expect(told.every(({ repaired }) => repaired)).toBe(true);
        expect(told.map(({ detail }) => detail)).toEqual(
          expect.arrayContaining([
            "purchase.status: paid → refunded",
            "purchase.status: refunded → paid",
            "purchase.amountMinor: 1 → 1900",
            "subscription.status: active → canceled",
          ]),
        );
        expect(await purchaseOf(file.sessionId)).toMatchObject({ status: "refunded" });
        expect(await purchaseOf(other.sessionId)).toMatchObject({ status: "paid", amountMinor: 1_900 });
        expect(await subscriptionOf(sessionId)).toMatchObject({ status: "canceled" });
      });

      test("warns of what it had to repair; who only looks is not warned of", async () => {
        for (const table of [billingMails, stripeEvents, purchases, subscriptions, checkouts]) await db.delete(table);
        await buyFile();
        const spies = (["info", "warn", "error"] as const).map((level) => vi.spyOn(logger, level));
        const levels = () =>
          spies.map(({ mock }) => mock.calls.filter(([message]) => message === "billing: reconciled").length);
        expect((await check(false)).clean).toBe(false);
        expect(levels()).toEqual([1, 0, 0]);
        expect((await check(true)).clean).toBe(true);
        expect(levels()).toEqual([1, 1, 0]);
        expect((await check(true)).differences).toEqual([]);
        expect(levels()).toEqual([2, 1, 0]);
        await world.idle();
      });

      test("a grant that Stripe knows nothing of is told, and is for a person to look into", async () => {
        const { sessionId } = await buyFile();
        await world.deliverNew();
        const { id = "" } = (await purchaseOf(sessionId)) ?? {};
        await db.update(purchases).set({ checkoutId: "cs_test_invented" }).where(eq(purchases.id, id));
        const { differences, clean } = await check(true);
        expect(clean).toBe(false);
        expect(differences).toContainEqual({
          id: "cs_test_invented",
          detail: expect.stringContaining("check it by hand"),
          repaired: false,
        });
        await db.delete(purchases).where(eq(purchases.id, id));
      });

      test("deliveries that failed are applied, mails that were not sent are sent", async () => {
        const { sessionId } = await buyFile();
        world.onCall = () => Response.json({ error: { type: "api_error", message: "down" } }, { status: 503 });
        const event = eventOf("checkout.session.completed");
        await world.deliver(event);
        world.onCall = () => undefined;
        const { work } = world.billing;
        world.billing.work = { ...work, fileReady: async () => false };
        const told = await found(true);
        await world.idle();
        expect(told).toContainEqual({
          id: event.id,
          detail: expect.stringContaining("could not be applied"),
          repaired: true,
        });
        expect(await eventRow(event.id)).toMatchObject({ outcome: "applied", lastError: null });
        expect(world.mails).toEqual([]);

        world.billing.work = work;
        world.clock.now = new Date(world.clock.now.getTime() + 2 * 3_600_000);
        const { differences } = await check(true);
        const { id = "" } = (await purchaseOf(sessionId)) ?? {};
        expect(differences).toContainEqual({
          id: `file_ready:${id}`,
          detail: "not sent after 1 attempts",
          repaired: true,
        });
        expect(world.mails.map(({ about }) => about)).toContain(id);
      });
    });

    test("the portal opens for a customer, and not for one that Stripe does not know", async () => {
      const { sessionId } = await subscribe();
      await world.deliverNew();
      const { customerId = "" } = (await subscriptionOf(sessionId)) ?? {};
      expect(await portalUrl(customerId, `${SITE_URL}/account`, world.billing)).toMatch(/\/portal\/bps_/);
      await expect(portalUrl("cus_unknown", SITE_URL, world.billing)).rejects.toEqual(failing("not_found"));
    });

    test("with Stripe unreachable nothing is begun, and the error says when to try again", async () => {
      world.onCall = () => {
        throw new TypeError("fetch failed");
      };
      const error = await subscribe().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: "unavailable", retryAfter: 30 });
      expect((error as AppError).message).not.toMatch(/fetch|sk_|127\.0\.0\.1/);
    });
  });
}
