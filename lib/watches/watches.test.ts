import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { deleteUser } from "@/db/queries/accounts";
import { priceWatches, sessions, users, verificationTokens } from "@/db/schema";
import { embeddedDatabase } from "@/db/testing/embedded";
import { memoryRateLimiter } from "@/lib/access/rate-limit";
import { LIMITS } from "@/lib/auth/limits";
import { watchRoute } from "@/lib/http/watch";
import type { Lookup } from "@/lib/operations/catalog";
import { NOW, SITE, testRuntime } from "@/lib/operations/testing/runtime";
import { answerWatch, CONFIRM_DAYS, deleteExpired, tellOfPrices, WATCH_DAYS } from "./watches";

let connection: Connection;
beforeAll(async () => {
  connection = await embeddedDatabase();
});
afterAll(() => connection?.close());
beforeEach(() => connection.db.delete(priceWatches).then(() => {}));

const DAY_MS = 86_400_000;
const EMAIL = "reader@example.com";
const stored = () => connection.db.select().from(priceWatches);

/** Returns a desk on which Slack has no price until one is read. */
function desk() {
  const base = testRuntime();
  const state = { read: false, delivers: true, days: 0 };
  const mails: { kind: "asked" | "read"; to: string; url: string; answer: string }[] = [];
  const unread = (lookup: Lookup): Lookup =>
    state.read || lookup.status !== "found"
      ? lookup
      : { ...lookup, record: { ...lookup.record, tiers: undefined, usage: undefined, priceStatus: "unverified" } };
  const catalog = {
    ...base.catalog,
    record: async (...asked: Parameters<typeof base.catalog.record>) => unread(await base.catalog.record(...asked)),
    records: async (...asked: Parameters<typeof base.catalog.records>) =>
      new Map([...(await base.catalog.records(...asked))].map(([name, lookup]) => [name, unread(lookup)])),
  };
  const now = () => new Date(NOW.getTime() + state.days * DAY_MS);
  const runtime = { ...base, catalog, now, limiter: memoryRateLimiter(() => now().getTime()), trustedProxies: 1 };
  const parts = {
    runtime,
    connect: async () => connection.db,
    signed: (id: string) => `signed-${id}`.slice(0, 32).padEnd(32, "."),
    mail: {
      watchAsked: async ({ to, url }: { to: string; url: string }) => {
        if (state.delivers) mails.push({ kind: "asked", to, url, answer: "" });
        return state.delivers;
      },
      priceRead: async ({ to, answer }: { to: string; answer: string }) => {
        if (state.delivers) mails.push({ kind: "read", to, url: "", answer });
        return state.delivers;
      },
    },
  };
  const send = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const request = new Request(`${SITE.url}/watch`, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        "x-forwarded-for": "192.0.2.7",
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
    });
    const response = await watchRoute(request, runtime, parts);
    expect(response.status).toBe(303);
    return response.headers.get("location") ?? "";
  };
  const ask = (over: Record<string, string> = {}) => send({ product: "slack", email: EMAIL, website: "", ...over });
  const linked = (step: "confirm" | "stop", url = mails[0]?.url ?? "") =>
    send({ do: step, ...Object.fromEntries(new URL(url).searchParams) });
  return { state, mails, parts, send, ask, linked, tell: () => tellOfPrices(parts) };
}

describe("a mail when a price is read", () => {
  test("comes once, to who confirmed, with the answer; then the address is gone", async () => {
    const { state, mails, ask, linked, tell } = desk();
    expect(await ask({ email: " Reader@Example.com " })).toBe("/watch/done?was=asked&product=slack");
    expect(mails).toMatchObject([{ kind: "asked", to: EMAIL }]);
    state.read = true;
    expect(await tell()).toMatchObject({ sent: 0 });
    expect(await linked("confirm")).toBe("/watch/done?was=confirmed");
    state.read = false;
    expect(await tell()).toMatchObject({ sent: 0, waiting: 1 });
    state.read = true;
    expect(await tell()).toMatchObject({ sent: 1, waiting: 0 });
    expect(mails.slice(1)).toMatchObject([{ kind: "read", to: EMAIL, answer: expect.stringContaining("$8.75") }]);
    expect(await stored()).toEqual([]);
    expect(await tell()).toMatchObject({ sent: 0 });
  });

  test("that does not go out is tried again", async () => {
    const { state, mails, ask, linked, tell } = desk();
    await ask();
    await linked("confirm");
    Object.assign(state, { read: true, delivers: false });
    expect(await tell()).toMatchObject({ sent: 0, failed: 1 });
    state.delivers = true;
    expect(await tell()).toMatchObject({ sent: 1, failed: 0 });
    expect(mails).toHaveLength(2);
  });

  test("is told once, however many look at the same time", async () => {
    const { state, mails, ask, linked, tell } = desk();
    await ask();
    await linked("confirm");
    state.read = true;
    await Promise.all([tell(), tell(), tell()]);
    expect(mails.filter(({ kind }) => kind === "read")).toHaveLength(1);
  });

  test("can be stopped by the link at any time, and by deleting the account", async () => {
    const { ask, linked, mails } = desk();
    await ask();
    await linked("confirm");
    expect(await linked("stop")).toBe("/watch/done?was=stopped");
    expect(await linked("stop")).toBe("/watch/done?was=gone");
    expect(await stored()).toEqual([]);
    await ask({ product: "notion" });
    await ask({ email: "other@example.com" });
    await deleteUser(connection.db, { id: "u", email: EMAIL }, NOW);
    expect((await stored()).map(({ email }) => email)).toEqual(["other@example.com"]);
    expect(mails.length).toBeGreaterThan(1);
  });

  test("is not stored if the email that asks for confirmation fails", async () => {
    const { state, ask, mails } = desk();
    state.delivers = false;
    expect(await ask()).toContain("was=mail_failed");
    expect(await stored()).toEqual([]);
    state.delivers = true;
    await ask();
    state.delivers = false;
    expect(await ask()).toContain("was=mail_failed");
    expect([await stored(), mails]).toMatchObject([[{ email: EMAIL }], [{ to: EMAIL }]]);
  });

  test("is forgotten where nobody confirms in time, and after a year", async () => {
    const { state, ask, linked, tell } = desk();
    await ask();
    await linked("confirm");
    await ask({ email: "other@example.com" });
    state.days = CONFIRM_DAYS + 1;
    expect(await tell()).toMatchObject({ waiting: 1, forgotten: 1 });
    state.days = WATCH_DAYS + 1;
    expect(await tell()).toMatchObject({ waiting: 0, forgotten: 1 });
    expect(await stored()).toEqual([]);
  });
});

describe("asking for it", () => {
  test("tells nobody whether an address is known: the answer is the same, and who has confirmed is mailed nothing", async () => {
    const { mails, ask, linked } = desk();
    const first = await ask();
    await ask();
    expect(mails).toHaveLength(2);
    expect(mails[1]?.url).toBe(mails[0]?.url);
    await linked("confirm");
    expect(await ask()).toBe(first);
    expect(mails).toHaveLength(2);
    expect(await stored()).toHaveLength(1);
  });

  test("is possible for the owner after a stranger's requests, and the mailbox is not flooded", async () => {
    const { mails, send } = desk();
    const fields = { product: "slack", email: EMAIL };
    for (let asked = 0; asked < 2 * LIMITS.mailToAddress.quota; asked += 1) await send(fields);
    expect(mails).toHaveLength(LIMITS.mailToAddress.quota);
    expect(await send(fields, { "x-forwarded-for": "192.0.2.100" })).toContain("was=asked");
    expect(mails).toHaveLength(LIMITS.mailToAddress.quota + 1);
    let outcome = "";
    for (let asked = 0; asked < 30; asked += 1) {
      outcome = await send(fields, { "x-forwarded-for": `198.51.100.${asked}` });
    }
    expect(outcome).toContain("was=already_sent");
    expect(mails).toHaveLength(LIMITS.mailToMailbox.quota);
    const link = Object.fromEntries(new URL(mails[0]?.url ?? "").searchParams);
    expect(await send({ do: "confirm", ...link })).toContain("was=confirmed");
  });

  test("is taken from one client only so often", async () => {
    const { ask } = desk();
    const said: string[] = [];
    for (let asked = 0; asked <= LIMITS.mailByClient.quota; asked += 1) {
      said.push(await ask({ email: `reader-${asked}@example.com` }));
    }
    expect(said.filter((location) => location.includes("too_many"))).toHaveLength(1);
    expect(said.at(-1)).toContain("too_many");
  });

  test("keeps nothing of a wrong address, an unknown product, another site's form or a machine", async () => {
    const { ask, send, mails } = desk();
    expect(await ask({ email: "nobody" })).toContain("was=no_address");
    expect(await ask({ product: "nonesuch-at-all-x" })).toContain("was=no_product");
    expect(await ask({ website: "https://spam.example" })).toContain("was=asked");
    expect(await send({ product: "slack", email: EMAIL }, { "sec-fetch-site": "cross-site" })).toContain("was=failed");
    expect([await stored(), mails]).toEqual([[], []]);
  });

  test("is answered by the mailed link alone", async () => {
    const { ask, parts } = desk();
    await ask();
    const [{ id } = { id: "" }] = await stored();
    for (const key of ["", "x", undefined, parts.signed("pw_other")]) {
      expect(await answerWatch({ id, key }, "confirm", { ...parts, now: NOW })).toBe("gone");
    }
    expect(await answerWatch({ id: "pw_other", key: parts.signed("pw_other") }, "stop", { ...parts, now: NOW })).toBe(
      "gone",
    );
    expect((await stored()).map(({ confirmedAt }) => confirmedAt)).toEqual([null]);
  });
});

test("expired sessions and sign-in links are deleted, others stay", async () => {
  const { db } = connection;
  const [before, after] = [new Date(NOW.getTime() - 1), new Date(NOW.getTime() + 1)];
  await db.insert(users).values({ id: "u1", email: "ada@example.com" });
  await db.insert(sessions).values([
    { sessionToken: "expired", userId: "u1", expires: before },
    { sessionToken: "valid", userId: "u1", expires: after },
  ]);
  await db.insert(verificationTokens).values([
    { identifier: "ada@example.com", token: "expired", expires: before },
    { identifier: "ada@example.com", token: "valid", expires: after },
  ]);
  await deleteExpired(db, NOW);
  expect((await db.select().from(sessions)).map(({ sessionToken }) => sessionToken)).toEqual(["valid"]);
  expect((await db.select().from(verificationTokens)).map(({ token }) => token)).toEqual(["valid"]);
});
