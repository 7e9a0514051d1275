import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Connection, Db } from "@/db/client";
import { apiKeys, checkouts, customers, purchases, sessions, subscriptions, users } from "@/db/schema";
import { embeddedDatabase } from "@/db/testing/embedded";
import { markUsed, principalOf, revokeKey, rotateKey } from "@/lib/access/api-keys";
import { downloadToken } from "@/lib/billing/download-token";
import { type BuyOptions, openWorld, SITE_URL, type World } from "@/lib/billing/testing/world";
import { cancelNow, endPeriod, planCancellation, refund, settleDebit } from "@/scripts/sandbox";
import { changeKeys, deleteAccount, keepOf, NOT_THEIRS, portalOf, receiptOf, resendFile } from "./actions";
import { claimCookie } from "./checkout";
import { accountOf } from "./overview";
import { showKey, visitSuccess } from "./success";

let connection: Connection;
let db: Db;
let world: World;
let built: string[];

beforeAll(async () => {
  connection = await embeddedDatabase();
  db = connection.db;
  await connection.migrate();
});
afterAll(() => connection.close());
beforeEach(async () => {
  for (const table of [apiKeys, purchases, subscriptions, checkouts, customers, sessions, users])
    await db.delete(table);
  world = openWorld(connection);
  built = [];
});

const connect = async () => db;
const buyer = { id: "u_buyer", email: "buyer@example.com" };
const other = { id: "u_other", email: "other@example.com" };

const buyFile = (options?: BuyOptions) => world.buy({ kind: "file", category: "crm" }, options);
const subscribe = (options?: BuyOptions) => world.buy({ kind: "subscription", interval: "month" }, options);

/** The page after payment, in a browser with this cookie. */
const visit = (sessionId: string, claim?: string) => onPage(visitSuccess, sessionId, claim);
/** The form of that page that requests the key. */
const askKey = (sessionId: string, claim?: string) => onPage(showKey, sessionId, claim);

function onPage<T>(
  answer: (...given: Parameters<typeof visitSuccess>) => Promise<T>,
  sessionId: string,
  claim?: string,
): Promise<T> {
  const name = claimCookie(sessionId, SITE_URL);
  return answer(sessionId, (asked) => (asked === name ? claim : undefined), {
    billing: world.billing,
    build: async (_, { id }) => void built.push(id),
  });
}

async function signedUp(...people: { id: string; email: string }[]) {
  await db.insert(users).values(people.map((person) => ({ ...person, emailVerified: new Date() })));
}

async function subscriber(person = buyer) {
  const { sessionId, claim } = await subscribe({ email: person.email });
  const key = await keyOf({ sessionId, claim });
  const [customer] = await db.select().from(customers).where(eq(customers.email, person.email));
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.checkoutId, sessionId));
  return { customer: customer?.id ?? "", key: { id: row?.id ?? "", key, prefix: row?.prefix ?? "" }, sessionId };
}

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
async function keyOf({ sessionId, claim }: { sessionId: string; claim: string }): Promise<string> {
  const answer = await askKey(sessionId, claim);
  if ("problem" in answer) throw new Error(answer.problem);
  return answer.key;
}
const opens = async (key: string) => (await principalOf(db, key, world.clock.now)) !== null;

describe("the page after payment", () => {
  test("tells a stranger nothing, asks Stripe nothing and grants nothing", async () => {
    const { sessionId } = await buyFile();
    const foreign = await buyFile();
    const calls = world.calls.length;
    for (const claim of [undefined, "", "guessed", foreign.claim]) {
      expect(await visit(sessionId, claim)).toEqual({ state: "stranger" });
    }
    expect(await visit("cs_test_guessed", "guessed")).toEqual({ state: "stranger" });
    expect(world.calls).toHaveLength(calls);
    expect(await db.select().from(purchases)).toEqual([]);
    expect(await db.select().from(apiKeys)).toEqual([]);
  });

  test("another checkout's cookie does not open it", async () => {
    const mine = await subscribe({ email: buyer.email });
    const theirs = await subscribe({ email: other.email });
    const jar = new Map([[claimCookie(mine.sessionId, SITE_URL), mine.claim]]);
    const seen = await visitSuccess(theirs.sessionId, (name) => jar.get(name), {
      billing: world.billing,
      build: async () => {},
    });
    expect(seen).toEqual({ state: "stranger" });
  });

  test("shows the link of a paid file, before Stripe's event has come", async () => {
    const { sessionId, claim } = await buyFile();
    const success = await visit(sessionId, claim);
    const [purchase] = await db.select().from(purchases);
    expect(success).toMatchObject({
      state: "file",
      email: buyer.email,
      file: { url: `${SITE_URL}/files/${downloadToken(purchase?.id ?? "", 1)}`, downloadsUsed: 0, downloadsMax: 20 },
    });
    expect(built).toEqual([purchase?.id]);
    expect((await visit(sessionId, claim)).state).toBe("file");
    expect(await db.select().from(purchases)).toHaveLength(1);
  });

  test("says so where nothing is paid, and grants nothing by being visited", async () => {
    const { sessionId, claim } = await buyFile({ card: "4000000000000002" });
    expect(await visit(sessionId, claim)).toEqual({ state: "open" });
    const subscription = await subscribe({ card: "4000000000000002" });
    expect(await visit(subscription.sessionId, subscription.claim)).toEqual({ state: "open" });
    expect(await db.select().from(purchases)).toEqual([]);
    expect(await db.select().from(apiKeys)).toEqual([]);
  });

  test("creates no key when it is only read, so a HEAD or a dropped connection loses none", async () => {
    const { sessionId, claim } = await subscribe();
    for (let i = 0; i < 3; i++) {
      expect(await visit(sessionId, claim)).toMatchObject({
        state: "subscription",
        interval: "month",
        canShowKey: true,
      });
    }
    expect(await db.select().from(apiKeys)).toEqual([]);
    expect(await opens(await keyOf({ sessionId, claim }))).toBe(true);
  });

  test("shows the same key on each request until its first use, then no more", async () => {
    const { sessionId, claim } = await subscribe();
    const key = await keyOf({ sessionId, claim });
    expect(key).toMatch(/^pi_live_/);
    expect(await keyOf({ sessionId, claim })).toBe(key);
    expect(await visit(sessionId, claim)).toMatchObject({ canShowKey: true });
    const principal = await principalOf(db, key, world.clock.now);
    await markUsed(db, principal?.keyId ?? "", world.clock.now);
    expect(await askKey(sessionId, claim)).toEqual({ problem: expect.stringContaining("cannot be shown again") });
    expect(await visit(sessionId, claim)).toMatchObject({ state: "subscription", canShowKey: false });
    expect(await db.select().from(apiKeys)).toHaveLength(1);
    expect(await opens(key)).toBe(true);
  });

  test("shows no key to a browser without the claim, or before the payment", async () => {
    const mine = await subscribe();
    const theirs = await subscribe({ email: other.email });
    const unpaid = await subscribe({ card: "4000000000000002" });
    for (const claim of [undefined, "", "guessed", theirs.claim]) {
      expect(await askKey(mine.sessionId, claim)).toHaveProperty("problem");
    }
    expect(await askKey(unpaid.sessionId, unpaid.claim)).toHaveProperty("problem");
    expect(await db.select().from(apiKeys)).toEqual([]);
  });

  test("shows no replaced or revoked key", async () => {
    const now = world.clock.now;
    for (const end of [
      (customerId: string, id: string) => revokeKey(db, { customerId, id, now }),
      (customerId: string, id: string) => rotateKey(db, { customerId, id, overlapHours: 24, now }),
    ]) {
      const { sessionId, claim } = await subscribe();
      const principal = await principalOf(db, await keyOf({ sessionId, claim }), now);
      await end(principal?.customerId ?? "", principal?.keyId ?? "");
      expect(await visit(sessionId, claim)).toMatchObject({ canShowKey: false });
      expect(await askKey(sessionId, claim)).toHaveProperty("problem");
    }
  });

  test.each(["at once, with the money given back", "with what was paid"])(
    "says that a subscription has ended, %s, and makes no key for it",
    async (how) => {
      const { sessionId, claim } = await subscribe();
      await world.deliverNew();
      if (how.startsWith("with")) await cancelAndEnd(sessionId);
      else {
        const { subscription } = world.stripe.store.get("checkout.session", sessionId);
        const [charge] = world.stripe.store.all("charge");
        refund(world.stripe, { charge: charge?.id });
        cancelNow(world.stripe, subscription as string);
        await world.deliverNew();
      }
      expect(await visit(sessionId, claim)).toEqual({ state: "ended" });
      expect(await db.select().from(apiKeys)).toEqual([]);
    },
  );

  test("gives one key to requests at the same time", async () => {
    const checkout = await subscribe();
    const keys = await Promise.all(Array.from({ length: 6 }, () => keyOf(checkout)));
    expect(new Set(keys).size).toBe(1);
    expect(await db.select().from(apiKeys)).toHaveLength(1);
  });

  test("loses nothing while Stripe does not answer", async () => {
    const { sessionId, claim } = await subscribe();
    world.onCall = () => {
      throw new TypeError("fetch failed");
    };
    expect(await visit(sessionId, claim)).toEqual({ state: "unavailable" });
    world.onCall = () => undefined;
    expect(await visit(sessionId, claim)).toMatchObject({ state: "subscription", canShowKey: true });
  });

  test("shows no link of a refunded file", async () => {
    const { sessionId, claim } = await buyFile();
    await visit(sessionId, claim);
    const [purchase] = await db.select().from(purchases);
    refund(world.stripe, { payment_intent: purchase?.paymentIntentId ?? "" });
    await world.deliverNew();
    const success = await visit(sessionId, claim);
    expect(success).toMatchObject({ state: "file", file: { url: null, trouble: expect.stringContaining("Refunded") } });
  });
});

describe("the account", () => {
  test("is that of the address that paid, whoever filled in the checkout", async () => {
    const { sessionId, claim } = await buyFile({ email: "Buyer@Example.com" });
    await visit(sessionId, claim);
    await subscriber();
    const view = await accountOf(db, buyer, SITE_URL, world.clock.now);
    expect(view.files).toHaveLength(1);
    expect(view.payers).toHaveLength(1);
    expect(view.payers[0]?.subscription?.words).toBe("Active. Renews on 21 Dec 2026.");
    expect(await accountOf(db, other, SITE_URL, world.clock.now)).toEqual({ payers: [], files: [], awaited: [] });
  });

  test("shows a file whose money is on its way, until it comes or is refused", async () => {
    const begin = async () => {
      const { sessionId } = await buyFile({ card: "debit" });
      await world.deliverNew();
      return { sessionId, payment: world.stripe.store.get("checkout.session", sessionId).payment_intent as string };
    };
    const [first, second] = [await begin(), await begin()];
    const shown = async () => {
      const { awaited, files } = await accountOf(db, buyer, SITE_URL, world.clock.now);
      return [awaited.map(({ checkoutId }) => checkoutId).sort(), files.length];
    };
    expect(await shown()).toEqual([[first.sessionId, second.sessionId].sort(), 0]);
    expect((await accountOf(db, other, SITE_URL, world.clock.now)).awaited).toEqual([]);
    settleDebit(world.stripe, first.payment, "succeeded");
    await world.deliverNew();
    expect(await shown()).toEqual([[second.sessionId], 1]);
    settleDebit(world.stripe, second.payment, "failed");
    await world.deliverNew();
    expect(await shown()).toEqual([[], 1]);
  });

  test("shows a signed-in buyer what was paid with another address, and so its owner", async () => {
    await signedUp(other);
    const { sessionId, claim } = await world.buy({ kind: "file", category: "crm" }, { user: other });
    await visit(sessionId, claim);
    await db.update(customers).set({ email: "billing@acme.example" });
    const [mine, theirs] = await Promise.all(
      [other, { id: "u_billing", email: "billing@acme.example" }].map((who) =>
        accountOf(db, who, SITE_URL, world.clock.now),
      ),
    );
    expect(mine?.files).toHaveLength(1);
    expect(theirs?.files).toHaveLength(1);
    expect((await accountOf(db, buyer, SITE_URL, world.clock.now)).files).toEqual([]);
  });

  test("another account's keys, files and portal are answered as if they were not there", async () => {
    const { customer, key } = await subscriber();
    const { customer: own } = await subscriber(other);
    const bought = await buyFile({ email: buyer.email });
    await visit(bought.sessionId, bought.claim);
    const [purchase] = await db.select().from(purchases);
    const { now } = world.clock;
    for (const intent of ["create", "rotate", "revoke"]) {
      for (const owner of [customer, own, "cus_none"]) {
        if (intent === "create" && owner === own) continue;
        const asked = form({ intent, customer: owner, key: key.id, overlap: "24" });
        expect(await changeKeys(other, asked, now, connect)).toBe(NOT_THEIRS);
      }
    }
    expect(await opens(key.key)).toBe(true);
    expect(await db.select().from(apiKeys)).toHaveLength(2);
    for (const id of [purchase?.id, "pur_none", undefined]) {
      expect(await resendFile(other, id, async (slug) => slug, { now, connect })).toBe(NOT_THEIRS);
    }
    expect(await portalOf(other, customer, { connect })).toBe(NOT_THEIRS);
    expect(await keepOf(other, customer, { connect, billing: world.billing })).toBe(NOT_THEIRS);
    expect(await receiptOf(other, purchase?.id, { connect, billing: world.billing })).toBe(NOT_THEIRS);
  });

  test("card, invoices and cancelling are of the account that began it, whatever address Stripe has by now", async () => {
    await signedUp(buyer, other);
    await world.buy({ kind: "subscription", interval: "month" }, { user: buyer });
    await world.deliverNew();
    const [customer] = await db.select().from(customers);
    await db.update(customers).set({ email: other.email });
    const parts = { connect, billing: world.billing };
    expect(await portalOf(buyer, customer?.id, parts)).toContain(world.stripe.url);
    expect(await portalOf(other, customer?.id, parts)).toBe(NOT_THEIRS);
    expect(await keepOf(other, customer?.id, parts)).toBe(NOT_THEIRS);
    const managed = await Promise.all(
      [buyer, other].map(async (who) => (await accountOf(db, who, SITE_URL, world.clock.now)).payers[0]?.managed),
    );
    expect(managed).toEqual([true, false]);
  });

  test("who paid without an account opens the portal by confirming the address that paid", async () => {
    const { customer } = await subscriber();
    const parts = { connect, billing: world.billing };
    expect(await portalOf(buyer, customer, parts)).toContain(world.stripe.url);
    expect(await portalOf(other, customer, parts)).toBe(NOT_THEIRS);
  });

  test("creates, rotates and revokes keys, three at most", async () => {
    const { customer, key } = await subscriber();
    const { now } = world.clock;
    const change = (fields: Record<string, string>) => changeKeys(buyer, form({ customer, ...fields }), now, connect);
    expect(await change({ intent: "create", name: "Nightly" })).toMatchObject({ created: { key: expect.any(String) } });
    expect(await change({ intent: "create", name: "" })).toMatchObject({ created: { key: expect.any(String) } });
    expect(await change({ intent: "create" })).toMatchObject({ problem: expect.stringContaining("3 keys") });
    const rotated = await change({ intent: "rotate", key: key.id, overlap: "1" });
    if (rotated === NOT_THEIRS || !("created" in rotated)) throw new Error("not rotated");
    expect([await opens(key.key), await opens(rotated.created.key)]).toEqual([true, true]);
    for (const overlap of ["", "-1", "1.5", "169", "x"]) {
      expect(await change({ intent: "rotate", key: rotated.created.id, overlap })).toHaveProperty("problem");
    }
    expect(await change({ intent: "revoke", key: key.id })).toHaveProperty("done");
    expect(await opens(key.key)).toBe(false);
    const payer = async () => (await accountOf(db, buyer, SITE_URL, now)).payers[0];
    expect(await payer()).toMatchObject({ mayCreateKey: false, keysFull: true });
    expect(await change({ intent: "revoke", key: rotated.created.id })).toHaveProperty("done");
    expect(await payer()).toMatchObject({ mayCreateKey: true, keysFull: false });
  });

  test("a cancelled subscription can be kept until it ends", async () => {
    const { customer, sessionId } = await subscriber();
    const { now } = world.clock;
    const keep = (at = now) => keepOf(buyer, customer, { now: at, connect, billing: world.billing });
    const standing = async () => (await accountOf(db, buyer, SITE_URL, now)).payers[0]?.subscription;
    expect(await keep()).toBeNull();
    const [row] = await db.select().from(checkouts).where(eq(checkouts.id, sessionId));
    planCancellation(world.stripe, row?.subscriptionId ?? "", "portal");
    await world.deliverNew();
    expect(await standing()).toMatchObject({ canBeKept: true, words: expect.stringMatching(/^Cancelled/) });
    expect(await keep()).toBe("kept");
    expect(await standing()).toMatchObject({ canBeKept: false, words: "Active. Renews on 21 Dec 2026." });
    await cancelAndEnd(sessionId);
    expect(await keep(world.clock.now)).toBeNull();
  });

  test("a file's receipt is the payment service's", async () => {
    const { sessionId, claim } = await buyFile({ email: buyer.email });
    await visit(sessionId, claim);
    const [purchase] = await db.select().from(purchases);
    const [charge] = world.stripe.store.all("charge");
    expect((await accountOf(db, buyer, SITE_URL, world.clock.now)).files).toMatchObject([{ hasReceipt: true }]);
    expect(await receiptOf(buyer, purchase?.id, { connect, billing: world.billing })).toBe(charge?.receipt_url);
  });

  test("shows a key that works, however many were made and revoked since", async () => {
    const { customer, key } = await subscriber();
    for (let made = 1; made <= 20; made++) {
      const at = new Date(world.clock.now.getTime() + made * 60_000);
      const change = await changeKeys(buyer, form({ customer, intent: "create" }), at, connect);
      if (change === NOT_THEIRS || !("created" in change)) throw new Error("not created");
      await changeKeys(buyer, form({ customer, intent: "revoke", key: change.created.id }), at, connect);
    }
    const [payer] = (await accountOf(db, buyer, SITE_URL, world.clock.now)).payers;
    expect(payer?.keys.find(({ id }) => id === key.id)?.state).toBe("live");
    expect(payer?.keys.length).toBeLessThan(20);
  });

  test("makes no key for who no longer pays", async () => {
    const { customer, sessionId } = await subscriber();
    await cancelAndEnd(sessionId);
    const asked = form({ intent: "create", customer });
    expect(await changeKeys(buyer, asked, world.clock.now, connect)).toHaveProperty("problem");
    const [payer] = (await accountOf(db, buyer, SITE_URL, world.clock.now)).payers;
    expect(payer?.mayCreateKey).toBe(false);
    expect(payer?.subscription?.words).toMatch(/^Ended/);
  });

  test("mails a link again to the address that paid, while the link works", async () => {
    const { sessionId, claim } = await buyFile({ email: "again@example.com" });
    await visit(sessionId, claim);
    const [purchase] = await db.select().from(purchases);
    const sent: { to: string; url: string }[] = [];
    const send = async (message: { to: string; url: string }) => sent.push(message) > 0;
    const owner = { id: "u_again", email: "again@example.com" };
    const again = (now: Date) => resendFile(owner, purchase?.id, async () => "CRM", { now, connect, send });
    expect(await again(world.clock.now)).toBe("sent");
    expect(sent).toMatchObject([
      {
        to: "again@example.com",
        url: `${SITE_URL}/files/${downloadToken(purchase?.id ?? "", 1)}`.replace(SITE_URL, "http://localhost:3000"),
      },
    ]);
    expect(await again(new Date(world.clock.now.getTime() + 31 * 86_400_000))).toBe("link_over");
    for (let i = 0; i < 4; i++) expect(await again(world.clock.now)).toBe("sent");
    expect(await again(world.clock.now)).toBe("too_many");
  });
});

describe("deleting the account", () => {
  test("waits until the subscription is cancelled, and for the address to be typed", async () => {
    await signedUp(buyer);
    const { key, sessionId } = await subscriber();
    const remove = (typed: string) => deleteAccount(buyer, typed, world.clock.now, connect);
    expect(await remove("")).toBe("wrong_address");
    expect(await remove(other.email)).toBe("wrong_address");
    expect(await remove(buyer.email)).toBe("still_subscribed");
    expect(await opens(key.key)).toBe(true);
    const [row] = await db.select().from(checkouts).where(eq(checkouts.id, sessionId));
    planCancellation(world.stripe, row?.subscriptionId ?? "", "portal");
    await world.deliverNew();
    expect(await remove(" Buyer@Example.com ")).toBe("deleted");
    expect(await opens(key.key)).toBe(false);
  });

  test("ends sessions and keys of this account only, and keeps the record of the sale", async () => {
    await signedUp(buyer, other);
    await db.insert(sessions).values([
      { sessionToken: "a", userId: buyer.id, expires: new Date(8e12) },
      { sessionToken: "b", userId: other.id, expires: new Date(8e12) },
    ]);
    const bought = await buyFile({ email: buyer.email });
    await visit(bought.sessionId, bought.claim);
    const theirs = await subscriber(other);
    expect(await deleteAccount(buyer, buyer.email, world.clock.now, connect)).toBe("deleted");
    expect((await db.select().from(users)).map(({ id }) => id)).toEqual([other.id]);
    expect((await db.select().from(sessions)).map(({ sessionToken }) => sessionToken)).toEqual(["b"]);
    expect(await opens(theirs.key.key)).toBe(true);
    expect(await db.select().from(purchases)).toHaveLength(1);
  });
});

async function cancelAndEnd(sessionId: string) {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, sessionId));
  const subscription = row?.subscriptionId ?? "";
  planCancellation(world.stripe, subscription, "portal");
  world.clock.now = new Date("2026-12-22T12:00:00Z");
  endPeriod(world.stripe, subscription);
  await world.deliverNew();
}
