import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection, Db } from "@/db/client";
import { apiKeys, customers, subscriptions } from "@/db/schema";
import { secretHash } from "@/lib/billing/download-token";
import type { ErrorCode } from "@/lib/errors";
import {
  checkoutKey,
  createKey,
  keyState,
  listKeys,
  MAX_KEYS,
  markUsed,
  principalOf,
  revokeKey,
  rotateKey,
} from "./api-keys";

const HOUR_MS = 3_600_000;
const now = new Date("2026-11-21T09:30:00Z");
const later = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

/** Tests of API keys on each kind of database. */
export function apiKeysSuite(kind: string, open: () => Promise<Connection>) {
  describe(`API keys on ${kind}`, () => {
    let connection: Connection;
    let db: Db;
    let made = 0;

    beforeAll(async () => {
      connection = await open();
      db = connection.db;
      await connection.migrate();
    });
    afterAll(() => connection?.close());

    async function customer(status: string | null = "active"): Promise<string> {
      const id = `cus_${made++}`;
      await db.insert(customers).values({ id, email: `${id}@example.com` });
      if (status !== null) {
        await db.insert(subscriptions).values({
          id: `sub_${id}`,
          customerId: id,
          status,
          currentPeriodEnd: later(24 * 20),
          cancelAtPeriodEnd: false,
          createdAt: now,
          syncedAt: now,
        });
      }
      return id;
    }
    const create = (customerId: string, at = now) => createKey(db, { customerId, name: "Default", now: at });
    const opens = async (key: string, at = now) => (await principalOf(db, key, at))?.access.active ?? null;
    const failing = (code: ErrorCode) => expect.objectContaining({ code });

    test("a key opens the service, and only its hash is kept", async () => {
      const customerId = await customer();
      const { id, key, prefix } = await create(customerId);
      expect(await principalOf(db, key, now)).toMatchObject({ keyId: id, customerId, access: { active: true } });
      expect(key.startsWith(prefix)).toBe(true);
      const rows = (await db.select().from(apiKeys)).filter((row) => row.id === id);
      expect(rows[0]).toMatchObject({ prefix, hash: secretHash(key) });
      expect(JSON.stringify(rows)).not.toContain(key);
      expect(JSON.stringify(await listKeys(db, customerId))).not.toContain(secretHash(key));
    });

    test("a key that differs in one character, in case or in length opens nothing", async () => {
      const { key } = await create(await customer());
      const last = key.at(-1) === "A" ? "B" : "A";
      for (const other of [key.slice(0, -1) + last, key.slice(0, -1), `${key}A`, key.toUpperCase(), ` ${key}`, ""]) {
        expect(await opens(other), other).toBe(null);
      }
    });

    test("the key of an account that does not pay is known and opens nothing", async () => {
      const { key } = await create(await customer(null));
      expect(await principalOf(db, key, now)).toMatchObject({ access: { active: false, reason: "none" } });
      const { key: ended } = await create(await customer("canceled"));
      expect(await opens(ended)).toBe(false);
    });

    test("the fourth key is refused until one is revoked; an account's keys are its own", async () => {
      const customerId = await customer();
      const keys = [await create(customerId), await create(customerId), await create(customerId)];
      await expect(create(customerId)).rejects.toEqual(failing("key_limit_reached"));
      await create(await customer());
      await revokeKey(db, { customerId, id: keys[1]?.id ?? "", now });
      await create(customerId);
      expect((await listKeys(db, customerId)).map((key) => keyState(key, now)).sort()).toEqual([
        "live",
        "live",
        "live",
        "revoked",
      ]);
    });

    test("a replaced key that still works takes nobody's place", async () => {
      const customerId = await customer();
      const { id } = await create(customerId);
      await rotateKey(db, { customerId, id, overlapHours: 24, now });
      await create(customerId);
      await create(customerId);
      await expect(create(customerId)).rejects.toEqual(failing("key_limit_reached"));
    });

    test("of ten keys asked for at once three are made", async () => {
      const customerId = await customer();
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => create(customerId)));
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_KEYS);
    });

    test("a checkout gives one key, the same at each of many simultaneous requests", async () => {
      const customerId = await customer();
      const ask = (claim = "claim") => checkoutKey(db, { customerId, checkoutId: `cs_${customerId}`, claim, now });
      const given = await Promise.all([ask(), ask(), ask()]);
      expect(new Set(given.map((key) => key?.key)).size).toBe(1);
      expect(await listKeys(db, customerId)).toHaveLength(1);
      expect(await ask("another claim")).toBe(null);
      await revokeKey(db, { customerId, id: given[0]?.id ?? "", now });
      expect(await ask()).toBe(null);
    });

    test("a checkout's key is not given after its first use", async () => {
      const customerId = await customer();
      const ask = () => checkoutKey(db, { customerId, checkoutId: `cs_${customerId}`, claim: "claim", now });
      const key = await ask();
      expect(await ask()).toEqual(key);
      await markUsed(db, key?.id ?? "", now);
      expect(await ask()).toBe(null);
    });

    test("a revoked key ends at once, and stays ended", async () => {
      const customerId = await customer();
      const { id, key } = await create(customerId);
      await revokeKey(db, { customerId, id, now });
      expect(await opens(key)).toBe(null);
      await revokeKey(db, { customerId, id, now: later(1) });
      expect((await listKeys(db, customerId))[0]?.revokedAt).toEqual(now);
    });

    test("a rotated key works until the overlap ends, the new one from the start", async () => {
      const customerId = await customer();
      const old = await create(customerId);
      const fresh = await rotateKey(db, { customerId, id: old.id, overlapHours: 24, now });
      expect([await opens(old.key), await opens(fresh.key)]).toEqual([true, true]);
      expect(await opens(old.key, later(23.99))).toBe(true);
      expect(await opens(old.key, later(24))).toBe(null);
      expect(await opens(fresh.key, later(24))).toBe(true);
      const [replacing, listed] = await listKeys(db, customerId).then((keys) =>
        [fresh.id, old.id].map((id) => keys.find((key) => key.id === id)),
      );
      expect(listed).toMatchObject({ name: "Default", rotatedFrom: null });
      expect(replacing).toMatchObject({ name: "Default", rotatedFrom: old.id });
      if (listed) expect([keyState(listed, now), keyState(listed, later(24))]).toEqual(["ending", "expired"]);
    });

    test("no overlap is longer than a week", async () => {
      const customerId = await customer();
      const old = await create(customerId);
      await rotateKey(db, { customerId, id: old.id, overlapHours: 1_000, now });
      expect(await opens(old.key, later(7 * 24 - 0.01))).toBe(true);
      expect(await opens(old.key, later(7 * 24))).toBe(null);
    });

    test("a replaced key that is revoked ends before its overlap does, and is said to be revoked", async () => {
      const customerId = await customer();
      const old = await create(customerId);
      await rotateKey(db, { customerId, id: old.id, overlapHours: 24, now });
      await revokeKey(db, { customerId, id: old.id, now: later(1) });
      expect(await opens(old.key, later(1))).toBe(null);
      const listed = (await listKeys(db, customerId)).find(({ id }) => id === old.id);
      expect(listed && keyState(listed, later(1))).toBe("revoked");
    });

    test("a key rotated without an overlap ends at once", async () => {
      const customerId = await customer();
      const old = await create(customerId);
      await rotateKey(db, { customerId, id: old.id, overlapHours: 0, now });
      expect(await opens(old.key)).toBe(null);
    });

    test("a key is replaced once", async () => {
      const customerId = await customer();
      const { id } = await create(customerId);
      const rotate = () => rotateKey(db, { customerId, id, overlapHours: 24, now });
      await rotate();
      await expect(rotate()).rejects.toEqual(failing("key_limit_reached"));
      expect(await listKeys(db, customerId)).toHaveLength(2);
    });

    test("three keys can be rotated, but rotating cannot heap up keys that work", async () => {
      const customerId = await customer();
      const rotate = (id: string) => rotateKey(db, { customerId, id, overlapHours: 24, now });
      const keys = [await create(customerId), await create(customerId), await create(customerId)];
      const fresh = [];
      for (const { id } of keys) fresh.push(await rotate(id));
      await expect(rotate(fresh[0]?.id ?? "")).rejects.toEqual(failing("key_limit_reached"));
      await expect(rotate(keys[0]?.id ?? "")).rejects.toEqual(failing("key_limit_reached"));
      await rotateKey(db, { customerId, id: fresh[0]?.id ?? "", overlapHours: 0, now });
      const working = await Promise.all([...keys, ...fresh].map(({ key }) => opens(key)));
      expect(working.filter(Boolean)).toHaveLength(5);
    });

    test("a stranger can neither rotate nor revoke a key, nor can an ended key be rotated", async () => {
      const [owner, stranger] = [await customer(), await customer()];
      const { id, key } = await create(owner);
      const rotate = (customerId: string) => rotateKey(db, { customerId, id, overlapHours: 0, now });
      await expect(rotate(stranger)).rejects.toEqual(failing("key_not_found"));
      await expect(revokeKey(db, { customerId: stranger, id, now })).rejects.toEqual(failing("key_not_found"));
      expect(await opens(key)).toBe(true);
      expect(await listKeys(db, stranger)).toEqual([]);
      await revokeKey(db, { customerId: owner, id, now });
      await expect(rotate(owner)).rejects.toEqual(failing("key_not_found"));
    });

    test("the last use is written once an hour", async () => {
      const customerId = await customer();
      const { id } = await create(customerId, later(-5));
      const used = async () => (await listKeys(db, customerId))[0]?.lastUsedAt;
      expect(await used()).toBe(null);
      await markUsed(db, id, now);
      await markUsed(db, id, later(0.9));
      expect(await used()).toEqual(now);
      await markUsed(db, id, later(1.1));
      expect(await used()).toEqual(later(1.1));
    });
  });
}
