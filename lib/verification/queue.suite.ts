import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Connection, Db } from "@/db/client";
import { nextFreeAt, type PageLease, scheduleCounts } from "@/db/queries/page-schedule";
import { categories, checks, pageSchedule, productIndex, products, runs } from "@/db/schema";
import { VERIFICATION_POLICY } from "./policy";
import { givePageBack, type Looked, pagesDue, planSchedule, takePage } from "./queue";
import { DAY_MS, dayNumber, HOUR_MS } from "./schedule";

const START = new Date("2026-03-01T00:00:00.000Z");
const LEASE_MS = VERIFICATION_POLICY.leaseMinutes * 60_000;
const PAUSE_MS = VERIFICATION_POLICY.hostPauseSeconds * 1_000;
const later = (ms: number, from = START) => new Date(from.getTime() + ms);

const looked = (at: Date, rest: Partial<Looked> = {}): Looked => ({
  checkedAt: at,
  finishedAt: at,
  fault: null,
  failuresBefore: 0,
  retryAfter: null,
  etag: null,
  lastModified: null,
  sha256: null,
  ...rest,
});

/** The guarantees of the queue on each kind of database. */
export function queueSuite(kind: string, open: () => Promise<Connection>, { workers }: { workers: number }) {
  describe(`the queue of pages on ${kind}`, () => {
    let connection: Connection;
    let db: Db;
    beforeAll(async () => {
      connection = await open();
      db = connection.db;
      await connection.migrate();
    });
    afterAll(() => connection?.close());
    beforeEach(async () => {
      await db.execute(sql`truncate page_schedule, products, categories, checks, runs cascade`);
      await db.insert(categories).values({ slug: "acme", position: 1, name: "Acme", grp: "Acme", description: "Acme" });
    });

    const sell = (pages: Record<string, string | null>) =>
      db.insert(products).values(
        Object.entries(pages).map(([slug, pricingPage]) => ({
          slug,
          name: slug,
          vendorName: "Acme",
          category: "acme",
          pricingPage,
          kind: "product" as const,
          aliases: [],
        })),
      );
    const allDue = (at = START) => db.update(pageSchedule).set({ dueAt: at });
    const rowOf = async (product: string) => {
      const [row] = await db.select().from(pageSchedule).where(eq(pageSchedule.product, product));
      if (!row) throw new Error(`no row ${product}`);
      return row;
    };
    const taken = async (token: string, now = START, only?: string[]): Promise<PageLease> => {
      const lease = await takePage(db, { token, now, only });
      if (!lease) throw new Error("nothing to take");
      return lease;
    };
    const back = (lease: PageLease, rest: Looked) =>
      db.transaction((tx) => givePageBack(tx as unknown as Db, lease, rest));

    test("the schedule holds exactly the products with a page, and planning again changes nothing", async () => {
      await sell({ a: "https://a.example/pricing", b: "https://b.example/#plans", c: null, d: "not an address" });
      expect(await planSchedule(db, START)).toEqual({ added: 2, dropped: 0 });
      const before = await db.select().from(pageSchedule);
      expect(before.map(({ product, url }) => [product, url]).sort()).toEqual([
        ["a", "https://a.example/pricing"],
        ["b", "https://b.example/"],
      ]);
      expect(await planSchedule(db, later(DAY_MS))).toEqual({ added: 0, dropped: 0 });
      expect(await db.select().from(pageSchedule)).toEqual(before);
    });

    test("a product that no source describes comes before those whose price was seen long ago", async () => {
      const slugs = Array.from({ length: 40 }, (_, index) => `p${index}`);
      await sell(Object.fromEntries([...slugs, "listed"].map((slug) => [slug, `https://${slug}.example/pricing`])));
      const entry = { validFrom: "2020-01-01", priceStatus: "unverified" as const, hasHiddenCosts: false };
      await db
        .insert(productIndex)
        .values([
          ...slugs.map((slug) => ({ ...entry, slug, observedAt: "2020-01-01", sources: 1, prominence: "50" })),
          { ...entry, slug: "listed", observedAt: "2026-02-28", sources: 0, prominence: "0" },
        ]);
      await planSchedule(db, START);
      expect(dayNumber((await rowOf("listed")).dueAt)).toBe(dayNumber(START));
    });

    test("a page that moved is read anew, and one that is gone is not read", async () => {
      await sell({ a: "https://a.example/pricing", b: "https://b.example/pricing" });
      await planSchedule(db, START);
      await db.update(pageSchedule).set({ etag: '"1"', failures: 3, dueAt: later(40 * DAY_MS) });
      await db.update(products).set({ pricingPage: "https://a.example/plans" }).where(eq(products.slug, "a"));
      await db.update(products).set({ pricingPage: null }).where(eq(products.slug, "b"));
      expect(await planSchedule(db, START)).toEqual({ added: 1, dropped: 1 });
      const row = await rowOf("a");
      expect(row).toMatchObject({ url: "https://a.example/plans", etag: null, failures: 0 });
      expect(row.dueAt.getTime()).toBeLessThan(later(30 * DAY_MS).getTime());
    });

    test("what is not due is not taken; asked for by name it is", async () => {
      await sell({ a: "https://a.example/", b: "https://b.example/" });
      await planSchedule(db, START);
      await allDue(later(DAY_MS));
      expect(await takePage(db, { token: "t1", now: START })).toBeNull();
      expect(await pagesDue(db, { now: START, limit: 9 })).toEqual([]);
      expect(await takePage(db, { token: "t2", now: START, only: ["b"] })).toMatchObject({ products: ["b"] });
    });

    test("products of one page are one piece of work, whichever of them is asked for", async () => {
      await sell({ a: "https://acme.example/pricing", b: "https://acme.example/pricing#b", c: "https://c.example/" });
      await planSchedule(db, START);
      await allDue();
      expect(await taken("t1", START, ["b"])).toEqual({
        token: "t1",
        url: "https://acme.example/pricing",
        host: "acme.example",
        products: ["a", "b"],
      });
    });

    test("nobody else gets a page of a host on which somebody works, nor right after", async () => {
      await sell({ a: "https://www.acme.example/a", b: "https://docs.acme.example/b", c: "https://c.example/" });
      await planSchedule(db, START);
      await allDue();
      const first = await taken("t1", START, ["a", "b"]);
      expect(await takePage(db, { token: "t2", now: START, only: ["a", "b"] })).toBeNull();
      expect(await nextFreeAt(db, { now: START, only: ["a", "b"] })).toEqual(later(LEASE_MS));
      expect(await takePage(db, { token: "t3", now: START })).toMatchObject({ products: ["c"] });
      expect(await back(first, looked(later(1_000)))).toBe(true);
      const other = first.products[0] === "a" ? "b" : "a";
      const wish = { token: "t4", only: [other] };
      expect(await takePage(db, { ...wish, now: later(1_000 + PAUSE_MS - 1) })).toBeNull();
      expect(await takePage(db, { ...wish, now: later(1_000 + PAUSE_MS) })).toMatchObject({ products: [other] });
    });

    test("a host that asks for patience is left alone for so long, and its page is not due before", async () => {
      await sell({ a: "https://acme.example/a", b: "https://acme.example/b" });
      await planSchedule(db, START);
      await allDue();
      const lease = await taken("t1", START, ["a"]);
      const retryAfter = later(9 * HOUR_MS);
      await back(lease, looked(START, { fault: "failed", retryAfter }));
      expect((await rowOf("a")).dueAt).toEqual(retryAfter);
      expect(await takePage(db, { token: "t2", now: later(9 * HOUR_MS - 1), only: ["b"] })).toBeNull();
      expect(await takePage(db, { token: "t3", now: later(9 * HOUR_MS), only: ["b"] })).not.toBeNull();
    });

    test("the page of a worker that died goes to another, and what the dead one comes back with is not taken", async () => {
      await sell({ a: "https://a.example/" });
      await planSchedule(db, START);
      await allDue();
      const dead = await taken("dead");
      expect(await takePage(db, { token: "early", now: later(LEASE_MS - 1) })).toBeNull();
      const alive = await taken("alive", later(LEASE_MS));
      expect(await back(dead, looked(later(LEASE_MS)))).toBe(false);
      expect(await back(alive, looked(later(LEASE_MS)))).toBe(true);
      expect(await back(alive, looked(later(LEASE_MS)))).toBe(false);
      expect(await takePage(db, { token: "again", now: later(LEASE_MS) })).toBeNull();
    });

    test("a worker that was slow, but whose page nobody took, is believed", async () => {
      await sell({ a: "https://a.example/" });
      await planSchedule(db, START);
      await allDue();
      expect(await back(await taken("slow"), looked(later(2 * LEASE_MS)))).toBe(true);
    });

    test("a page that was read is due within the span; one that failed soon, as often as the rules say", async () => {
      await sell({ a: "https://a.example/" });
      await planSchedule(db, START);
      await allDue();
      let now = START;
      const gaps: number[] = [];
      for (let failuresBefore = 0; failuresBefore < 5; failuresBefore++) {
        const lease = await taken(`t${failuresBefore}`, now);
        await back(lease, looked(now, { fault: "failed", failuresBefore }));
        const row = await rowOf("a");
        expect(row.failures).toBe(failuresBefore + 1);
        gaps.push((row.dueAt.getTime() - now.getTime()) / HOUR_MS);
        now = row.dueAt;
      }
      expect(gaps.slice(0, 4)).toEqual([...VERIFICATION_POLICY.retryAfterHours]);
      expect(gaps[4]).toBeGreaterThan(26 * 24);
      await back(await taken("well", now), looked(now, { failuresBefore: 5, etag: '"2"' }));
      expect(await rowOf("a")).toMatchObject({ failures: 0, etag: '"2"', leasedBy: null });
    });

    test("of what is due, the longest due comes first; what moved lately and what is well known, a little before", async () => {
      const pages = ["late", "plain", "known", "moved"];
      await sell(Object.fromEntries(pages.map((slug) => [slug, `https://${slug}.example/`])));
      await planSchedule(db, START);
      await allDue(later(-HOUR_MS));
      await db
        .update(pageSchedule)
        .set({ dueAt: later(-40 * HOUR_MS) })
        .where(eq(pageSchedule.product, "late"));
      const entry = { validFrom: "0001-01-01", priceStatus: "published" as const, hasHiddenCosts: false };
      await db.insert(productIndex).values({ ...entry, slug: "known", observedAt: "2026-01-01", prominence: "90" });
      await db.execute(sql`
        insert into price_changes (product, id, class, day, data) values ('moved', 'ch_1', 'move', '2025-12-01', '{}')`);
      const order = await pagesDue(db, { now: START, limit: 9 });
      expect(order.flatMap((page) => page.products)).toEqual(["late", "moved", "known", "plain"]);
      const first = await taken("t1");
      expect(first.products).toEqual(["late"]);
    });

    test("the operator sees what is due", async () => {
      await sell({ a: "https://acme.example/", b: "https://acme.example/", c: "https://c.example/" });
      await planSchedule(db, START);
      await db
        .update(pageSchedule)
        .set({ dueAt: later(-1), failures: 2 })
        .where(eq(pageSchedule.product, "c"));
      await db
        .update(pageSchedule)
        .set({ dueAt: later(DAY_MS) })
        .where(eq(pageSchedule.host, "acme.example"));
      expect(await scheduleCounts(db, START)).toEqual({
        pages: 2,
        products: 3,
        due: 1,
        failing: 1,
        neverChecked: 2,
        nextDueAt: later(-1),
      });
    });

    test("many workers, of whom some die with a page in hand, record each page once, one at a time on a host", async () => {
      const hosts = 12;
      const pages = Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [`p${i}`, `https://acme-${i % hosts}.example/${i}`]),
      );
      await sell(pages);
      await planSchedule(db, START);
      await allDue();
      await db.insert(runs).values({ id: "run", kind: "verify", startedAt: START, counts: {}, report: [] });

      const atWork = new Map<string, string>();
      const overlaps: string[] = [];
      let clock = START.getTime();
      let taken = 0;
      const deaths = [3, 7];
      let names = 0;
      const record = async (lease: PageLease, at: Date) =>
        db.transaction(async (tx) => {
          if (!(await givePageBack(tx as unknown as Db, lease, looked(at)))) return;
          await tx.insert(checks).values(
            lease.products.map((product) => ({
              id: `${lease.token} ${product}`,
              run: "run",
              product,
              kind: "page" as const,
              url: lease.url,
              startedAt: at,
              durationMs: 1,
              outcome: "unchanged" as const,
            })),
          );
        });
      const work = async (): Promise<void> => {
        for (;;) {
          const token = `worker ${names++}`;
          const now = new Date(clock);
          const lease = await takePage(db, { token, now });
          if (!lease) {
            if (!(await nextFreeAt(db, { now, only: undefined }))) return;
            clock += PAUSE_MS;
            continue;
          }
          if (atWork.has(lease.host)) overlaps.push(lease.host);
          atWork.set(lease.host, token);
          await db.execute(sql`select pg_sleep(0.003)`);
          atWork.delete(lease.host);
          if (deaths.includes(++taken)) return;
          await record(lease, new Date(clock));
        }
      };
      await Promise.all(Array.from({ length: workers }, work));
      expect(taken).toBe(Object.keys(pages).length + deaths.length);
      expect(overlaps).toEqual([]);
      const rows = await db.select({ product: checks.product }).from(checks);
      expect(rows.map(({ product }) => product).sort()).toEqual(Object.keys(pages).sort());
      expect((await scheduleCounts(db, new Date(clock))).due).toBe(0);
      const first = dayNumber(START) + 26;
      for (const { dueAt } of await db.select().from(pageSchedule)) expect(dayNumber(dueAt)).toBeGreaterThan(first);
    });
  });
}
