import { createHash } from "node:crypto";
import { eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Connection, Db } from "@/db/client";
import { FIXTURE } from "@/db/load/load.suite";
import { loadCatalog } from "@/db/load/load-catalog";
import { downloadsOf } from "@/db/queries/category-files";
import { catalogState, categoryFileChunks, categoryFiles, purchases } from "@/db/schema";
import { downloadRoute } from "@/lib/http/download";
import type { Problem } from "@/lib/http/problem";
import type { Catalog, CategoryReading } from "@/lib/operations/catalog";
import { databaseCatalog } from "@/lib/operations/database-catalog";
import type { Runtime } from "@/lib/operations/run";
import { testRuntime } from "@/lib/operations/testing/runtime";
import type { PricingRecord } from "@/lib/schemas/record";
import { ensureFile, type FileManifest, readBytes } from "./category-file";
import { downloadToken, secretHash } from "./download-token";
import { countDownload, type Downloads, databaseDownloads } from "./downloads";

process.env.AUTH_SECRET ??= "a secret that only the tests know, of 40+ characters";

const site = { name: "Example Prices", url: "https://prices.example" };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = new Date("2026-11-21T09:30:00Z");

interface File {
  manifest: FileManifest;
  records: PricingRecord[];
}

/** The guarantees of category files and their links on each kind of database. */
export function downloadsSuite(kind: string, open: () => Promise<Connection>) {
  describe(`category files on ${kind}`, () => {
    let connection: Connection;
    let db: Db;
    let catalog: Catalog;
    let runtime: Runtime;
    let downloads: Downloads;
    let now = START;
    let made = 0;

    beforeAll(async () => {
      connection = await open();
      db = connection.db;
      await connection.migrate();
      await loadCatalog(db, { dir: FIXTURE, log: () => {}, now: new Date("2026-11-20T01:02:03.000Z") });
    });
    afterAll(() => connection?.close());
    beforeEach(() => {
      now = START;
      catalog = databaseCatalog(site, async () => db);
      runtime = testRuntime({ now: () => now, site });
      downloads = databaseDownloads(async () => db, { catalog, site });
    });

    async function buy(changes: Partial<typeof purchases.$inferInsert> = {}) {
      const id = `pur_${process.pid}_${made++}`;
      const token = downloadToken(id, 1);
      const [purchase] = await db
        .insert(purchases)
        .values({
          id,
          checkoutId: `cs_${id}`,
          email: "buyer@example.com",
          category: "team-chat",
          asOf: "2026-11-21",
          amountMinor: 1_900,
          currency: "USD",
          status: "paid",
          paidAt: START,
          tokenHash: secretHash(token),
          expiresAt: new Date(START.getTime() + 30 * DAY_MS),
          ...changes,
        })
        .returning();
      if (!purchase) throw new Error("no purchase");
      return { purchase, token };
    }

    const ensure = (purchase: typeof purchases.$inferSelect, from = catalog) =>
      ensureFile(db, purchase, { catalog: from, site }, now);
    const usedOf = async (id: string) =>
      (await db.select({ used: purchases.downloadsUsed }).from(purchases).where(eq(purchases.id, id)))[0]?.used;

    function fetchFile(token: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" | "POST" = "GET") {
      const route = downloadRoute(
        () => runtime,
        () => downloads,
      );
      const request = new Request(`${site.url}/files/${token}`, {
        method,
        headers: { "x-forwarded-for": "198.51.100.1", ...headers },
      });
      return route[method](request, { params: Promise.resolve({ token }) });
    }
    const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
    const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
    const problemOf = async (response: Response) => (await response.json()) as Problem;

    describe("the file", () => {
      test("states the records as of the day of purchase, and its manifest says what it holds", async () => {
        const { purchase, token } = await buy();
        const file = await ensure(purchase);
        const bytes = await bytesOf(await fetchFile(token));
        const { manifest, records } = JSON.parse(bytes.toString()) as File;
        const direct = await catalog.records(["slack"], { asOf: "2026-11-21", now });
        expect(records).toContainEqual((direct.get("slack") as { record: PricingRecord }).record);
        expect(manifest).toEqual({
          schemaVersion: "2.0.0",
          category: { slug: "team-chat", name: "Team chat" },
          generatedAt: "2026-11-20T01:02:03.000Z",
          asOf: "2026-11-21",
          recordCount: records.length,
          pricedCount: records.length,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          license: expect.objectContaining({ tiers: "owned", marketData: "restricted" }),
          licenseNote: expect.stringContaining("restricted"),
          attribution: expect.stringContaining(`${site.url}/software/team-chat`),
          schemaUrl: `${site.url}/api/v2/openapi.json#/components/schemas/PricingRecord`,
        });
        const lines = bytes.toString().split("\n");
        expect(sha256(`${lines.slice(1, -2).join("\n")}\n`)).toBe(manifest.sha256);
        expect(file).toMatchObject({ sha256: sha256(bytes), byteLength: bytes.length, recordCount: records.length });
      });

      test("an earlier day gives what was known then", async () => {
        const { purchase, token } = await buy({ asOf: "2024-06-01" });
        await ensure(purchase);
        const { manifest, records } = JSON.parse((await bytesOf(await fetchFile(token))).toString()) as File;
        expect(manifest.asOf).toBe("2024-06-01");
        expect(records.find(({ slug }) => slug === "slack")?.tiers?.[0]?.priceMonthly).toBe(8);
      });

      test("buyers of the same category on the same day get the same bytes, stored once", async () => {
        const [one, other] = [await buy(), await buy()];
        const files = await Promise.all([one, other, one, other].map(({ purchase }) => ensure(purchase)));
        expect(new Set(files.map((file) => file.sha256)).size).toBe(1);
        const stored = await db
          .select()
          .from(categoryFiles)
          .where(eq(categoryFiles.sha256, files[0]?.sha256 ?? ""));
        expect(stored).toHaveLength(1);
        expect(await db.select().from(categoryFiles).where(like(categoryFiles.sha256, "building%"))).toEqual([]);
      });

      test("its bytes stay when the catalogue is loaded anew with other facts, and a later purchase gets the new ones", async () => {
        const { purchase, token } = await buy();
        await ensure(purchase);
        const before = await bytesOf(await fetchFile(token));
        const [row] = await db.select().from(catalogState);
        await db.execute(`update products set name = 'Slack, renamed' where slug = 'slack'`);
        await db.update(catalogState).set({ contentHash: "another edition" });
        try {
          catalog = databaseCatalog(site, async () => db);
          downloads = databaseDownloads(async () => db, { catalog, site });
          expect(sha256(await bytesOf(await fetchFile(token)))).toBe(sha256(before));
          const later = await buy();
          const after = await bytesOf(await fetchFile(later.token));
          expect(after.toString()).toContain("Slack, renamed");
          expect(before.toString()).not.toContain("Slack, renamed");
        } finally {
          await db.execute(`update products set name = 'Slack' where slug = 'slack'`);
          if (row) await db.update(catalogState).set(row);
        }
      });

      test("one is begun again while the catalogue is loaded anew, and none is kept of two editions", async () => {
        const { purchase } = await buy({ asOf: "2026-11-19" });
        const [row] = await db.select().from(catalogState);
        let begun = 0;
        const torn = (times: number): Catalog => ({
          ...catalog,
          readCategory: async (category, view) => {
            const reading = await catalog.readCategory(category, view);
            begun += 1;
            if (begun <= times) await db.update(catalogState).set({ contentHash: `meanwhile ${begun} of ${times}` });
            return reading;
          },
        });
        const kept = () => db.select().from(categoryFiles).where(eq(categoryFiles.asOf, "2026-11-19"));
        try {
          await expect(ensure(purchase, torn(100))).rejects.toMatchObject({ code: "unavailable" });
          expect(begun).toBe(4);
          expect(await kept()).toEqual([]);
          begun = 0;
          expect((await ensure(purchase, torn(2))).recordCount).toBeGreaterThan(0);
          expect(begun).toBe(3);
          expect(await kept()).toHaveLength(1);
        } finally {
          if (row) await db.update(catalogState).set(row);
        }
      });

      test("what a killed process left half written is never given out, and goes after an hour", async () => {
        const { purchase } = await buy({ asOf: "2026-11-18" });
        const stop = (index: number) => (index < 20 ? Promise.resolve() : new Promise(() => {}));
        const killed: Catalog = { ...catalog, readCategory: async () => large(60, stop) };
        void ensure(purchase, killed);
        const building = () => db.select().from(categoryFiles).where(like(categoryFiles.sha256, "building%"));
        const parts = () => db.select().from(categoryFileChunks).where(like(categoryFileChunks.sha256, "building%"));
        await expect.poll(async () => (await parts()).length).toBeGreaterThan(0);
        expect((await ensure(purchase)).sha256).toMatch(/^[0-9a-f]{64}$/);
        expect(await building()).toHaveLength(1);
        now = new Date(START.getTime() + 2 * HOUR_MS);
        await ensure((await buy()).purchase);
        expect([await building(), await parts()]).toEqual([[], []]);
      });

      test("a large one is stored in pieces, built from one batch at a time, and read back from any byte to any other", async () => {
        const { purchase, token } = await buy({ asOf: "2026-11-17" });
        let pulled = 0;
        let stored = 0;
        const ahead: number[] = [];
        const spying: Catalog = {
          ...catalog,
          readCategory: async () =>
            large(60, async () => {
              pulled++;
              stored = await db.$count(categoryFileChunks, like(categoryFileChunks.sha256, "building%"));
              ahead.push(pulled * RECORD_BYTES - stored * 256 * 1024);
            }),
        };
        const file = await ensure(purchase, spying);
        expect(pulled).toBe(60);
        expect(Math.max(...ahead)).toBeLessThan(256 * 1024 + 3 * RECORD_BYTES);
        const whole = await bytesOf(await fetchFile(token));
        expect(whole.length).toBe(file.byteLength);
        expect(sha256(whole)).toBe(file.sha256);
        const chunks = await db.select().from(categoryFileChunks).where(eq(categoryFileChunks.sha256, file.sha256));
        expect(chunks.length).toBeGreaterThan(4);
        for (const { bytes } of chunks) expect(bytes.length).toBeLessThanOrEqual(256 * 1024);
        const edges = chunks.flatMap(({ position }) => [position - 1, position, position + 1]).filter((at) => at >= 0);
        for (const start of edges) {
          for (const end of [...edges, file.byteLength].filter((at) => at > start).slice(0, 3)) {
            const parts: Uint8Array[] = [];
            for await (const part of downloads.read(file, start, end)) parts.push(part);
            expect(Buffer.concat(parts).equals(whole.subarray(start, end))).toBe(true);
          }
        }
      });

      test("a stored file with a missing piece fails visibly", async () => {
        const chunkHolding = async (offset: number) =>
          offset < 4 ? { position: 0, bytes: Buffer.from("abcd") } : null;
        const read = async () => {
          for await (const _ of readBytes(chunkHolding, 0, 8));
        };
        await expect(read()).rejects.toThrow("ends at 4");
      });
    });

    describe("its link", () => {
      test("gives the file with its digests and what is left of the link, for its holder alone", async () => {
        const { token, purchase } = await buy();
        const response = await fetchFile(token);
        const bytes = await bytesOf(response);
        const hash = sha256(bytes);
        expect(response.status).toBe(200);
        const headers = Object.fromEntries(response.headers);
        expect(headers).toMatchObject({
          "content-type": "application/json; charset=utf-8",
          "content-length": String(bytes.length),
          "content-disposition": 'attachment; filename="team-chat-2026-11-21.json"',
          "accept-ranges": "bytes",
          etag: `"${hash}"`,
          "x-content-sha256": hash,
          "repr-digest": `sha-256=:${Buffer.from(hash, "hex").toString("base64")}:`,
          "download-limit": "20",
          "download-remaining": "19",
          "download-expires": purchase.expiresAt.toUTCString(),
          "cache-control": "private, no-store, no-transform",
          "referrer-policy": "no-referrer",
          "x-robots-tag": "noindex, nofollow",
        });
        expect(headers).not.toHaveProperty("access-control-allow-origin");
        expect(JSON.stringify(headers)).not.toContain(token);
      });

      test("is good for 20 downloads; the 21st is refused and uncounted, as are HEAD, conditional and wrong requests", async () => {
        const { token, purchase } = await buy();
        for (let left = 19; left >= 0; left--) {
          const response = await fetchFile(token);
          expect([response.status, response.headers.get("download-remaining")]).toEqual([200, String(left)]);
          await response.body?.cancel();
          if (left === 10) {
            const head = await fetchFile(token, {}, "HEAD");
            expect([head.status, await head.text(), head.headers.get("download-remaining")]).toEqual([200, "", "10"]);
            expect(head.headers.get("content-length")).toBe(response.headers.get("content-length"));
            const etag = response.headers.get("etag") ?? "";
            const unchanged = await fetchFile(token, { "if-none-match": etag });
            expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
            expect((await fetchFile(token, { range: "bytes=99999999-" })).status).toBe(416);
            expect((await fetchFile(token, {}, "POST")).status).toBe(405);
            expect(await usedOf(purchase.id)).toBe(10);
          }
        }
        for (const method of ["GET", "HEAD", "GET"] as const) {
          expect((await fetchFile(token, {}, method)).status).toBe(410);
        }
        expect(await problemOf(await fetchFile(token))).toMatchObject({ code: "download_exhausted", retryable: false });
        expect(await usedOf(purchase.id)).toBe(20);
      });

      test("of 50 downloads at once with 3 left exactly 3 succeed", async () => {
        const { token, purchase } = await buy({ downloadsUsed: 17 });
        const read = vi.spyOn(catalog, "readCategory");
        const responses = await Promise.all(
          Array.from({ length: 50 }, (_, i) => fetchFile(token, { "x-forwarded-for": `203.0.113.${i}` })),
        );
        const statuses = responses.map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(3);
        expect(statuses.filter((status) => status === 410)).toHaveLength(47);
        const left = responses.filter(({ ok }) => ok).map(({ headers }) => headers.get("download-remaining"));
        expect(left.sort()).toEqual(["0", "1", "2"]);
        expect(read).toHaveBeenCalledOnce();
        expect(await usedOf(purchase.id)).toBe(20);
      });

      test("a download that broke off is resumed within the hour without being counted, even the last one", async () => {
        const { token, purchase } = await buy({ downloadsUsed: 19 });
        const first = await fetchFile(token);
        const etag = first.headers.get("etag") ?? "";
        const whole = await bytesOf(first);
        now = new Date(START.getTime() + 0.9 * HOUR_MS);
        const rest = await fetchFile(token, { range: "bytes=100-", "if-range": etag });
        expect(rest.status).toBe(206);
        expect(rest.headers.get("content-range")).toBe(`bytes 100-${whole.length - 1}/${whole.length}`);
        expect(rest.headers.get("content-length")).toBe(String(whole.length - 100));
        expect(rest.headers.get("download-remaining")).toBe("0");
        expect((await bytesOf(rest)).equals(whole.subarray(100))).toBe(true);
        const middle = await fetchFile(token, { range: "bytes=5-9" });
        expect((await bytesOf(middle)).equals(whole.subarray(5, 10))).toBe(true);
        expect(await downloadsOf(db, purchase.id)).toMatchObject([{ requests: 3, startedAt: START, lastAt: now }]);
        now = new Date(START.getTime() + 1.8 * HOUR_MS);
        expect((await fetchFile(token, { range: "bytes=100-" })).status).toBe(206);
        expect(await usedOf(purchase.id)).toBe(20);
      });

      test.each([
        ["from the first byte", { range: "bytes=0-" }, 0],
        ["after an hour without a request", { range: "bytes=100-" }, 1.01],
        ["for another client", { range: "bytes=100-", "x-forwarded-for": "203.0.113.9" }, 0],
        ["with another file's tag", { range: "bytes=100-", "if-range": '"other"' }, 0],
        ["with several ranges", { range: "bytes=100-200,300-400" }, 0],
      ])("a request %s is a download of its own", async (_, headers, hours) => {
        const { token, purchase } = await buy();
        await (await fetchFile(token)).body?.cancel();
        now = new Date(START.getTime() + hours * HOUR_MS);
        const again = await fetchFile(token, headers);
        expect(again.ok).toBe(true);
        await again.body?.cancel();
        expect(await usedOf(purchase.id)).toBe(2);
      });

      test("a download is not continued for ever", async () => {
        const { token, purchase } = await buy({ downloadsUsed: 19 });
        await (await fetchFile(token)).body?.cancel();
        let status = 206;
        let continued = 0;
        for (; status === 206 && continued < 300; continued++) {
          const response = await fetchFile(token, { range: "bytes=1-1" });
          await response.body?.cancel();
          status = response.status;
        }
        expect([status, continued]).toEqual([410, 200]);
        expect(await usedOf(purchase.id)).toBe(20);
      });

      test("is not sent to one client more than three times over for each download that is counted", async () => {
        const { token, purchase } = await buy({ downloadsUsed: 19 });
        const whole = await (await fetchFile(token)).arrayBuffer();
        const rest = () => fetchFile(token, { range: "bytes=1-" });
        for (let i = 0; i < 2; i++) expect((await (await rest()).arrayBuffer()).byteLength).toBe(whole.byteLength - 1);
        const spent = await rest();
        expect([spent.status, (await problemOf(spent)).code]).toEqual([410, "download_exhausted"]);
        expect(await usedOf(purchase.id)).toBe(20);
      });

      test("that breaks off again and again counts what was sent, not what was asked for", async () => {
        const { token } = await buy({ downloadsUsed: 19 });
        await (await fetchFile(token)).body?.cancel();
        for (let i = 0; i < 20; i++) {
          const response = await fetchFile(token, { range: "bytes=1-" });
          expect(response.status).toBe(206);
          await response.body?.cancel();
        }
        expect((await fetchFile(token, { range: "bytes=1-" })).status).toBe(206);
      });

      test("ends after 30 days, running downloads included", async () => {
        const { token, purchase } = await buy();
        now = new Date(purchase.expiresAt.getTime() - 1);
        expect((await fetchFile(token)).status).toBe(200);
        now = purchase.expiresAt;
        for (const headers of [undefined, { range: "bytes=1-" }]) {
          const response = await fetchFile(token, headers);
          expect(response.status).toBe(410);
          expect(await problemOf(response)).toMatchObject({ code: "download_expired" });
        }
        expect(await usedOf(purchase.id)).toBe(1);
      });

      test("ends with a refund", async () => {
        const { token, purchase } = await buy();
        await (await fetchFile(token)).body?.cancel();
        await db.update(purchases).set({ status: "refunded", refundedAt: now }).where(eq(purchases.id, purchase.id));
        for (const headers of [undefined, { range: "bytes=1-" }]) {
          const response = await fetchFile(token, headers);
          expect(response.status).toBe(410);
          expect(await problemOf(response)).toMatchObject({ code: "download_revoked" });
        }
        // Like a request that found the link before the refund arrived.
        for (const start of [0, 1]) {
          const counted = countDownload(db, purchase.id, {
            client: "198.51.100.1",
            start,
            bytes: 1,
            fileBytes: 2,
            now,
          });
          await expect(counted).rejects.toMatchObject({ code: "download_revoked" });
        }
      });

      test("that was replaced by a newer one is unknown", async () => {
        const { token, purchase } = await buy();
        const fresh = downloadToken(purchase.id, 2);
        await db
          .update(purchases)
          .set({ tokenVersion: 2, tokenHash: secretHash(fresh) })
          .where(eq(purchases.id, purchase.id));
        expect((await fetchFile(token)).status).toBe(404);
        expect((await fetchFile(fresh)).status).toBe(200);
      });

      test("cannot be guessed: unknown ones are 404 and charged to who tries, known ones are not", async () => {
        const { token } = await buy();
        const headers = { "x-forwarded-for": "192.0.2.7" };
        const guesses = ["", "x", token.slice(1), token.toUpperCase(), `${token}0`, "0".repeat(64)];
        for (const guess of guesses) {
          const response = await fetchFile(guess, headers);
          expect(response.status, guess).toBe(404);
          const problem = await problemOf(response);
          expect(problem).toMatchObject({ code: "download_not_found", instance: "/files" });
          if (guess.length > 9) expect(JSON.stringify([problem, [...response.headers]])).not.toContain(guess);
        }
        for (let i = guesses.length; i < 120; i++) await fetchFile("0".repeat(64), headers);
        const limited = await fetchFile("0".repeat(64), headers);
        expect(limited.status).toBe(429);
        expect(limited.headers.get("retry-after")).toBe("60");
        expect((await fetchFile(token, headers)).status).toBe(200);
      });

      test("tells a person who followed it what to do, and a client in JSON", async () => {
        const { token } = await buy({ downloadsUsed: 20 });
        const page = await fetchFile(token, { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
        const html = await page.text();
        expect([page.status, page.headers.get("content-type")]).toEqual([410, "text/html; charset=utf-8"]);
        expect(html).toContain("Download limit reached");
        expect(html).toContain(`${site.url}/account`);
        expect(html).not.toContain(token);
        expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
        const problem = await fetchFile(token, { accept: "*/*" });
        expect(problem.headers.get("content-type")).toBe("application/problem+json");
        for (const { headers } of [page, problem]) {
          expect(headers.get("cache-control")).toBe("private, no-store, no-transform");
          expect(headers.get("referrer-policy")).toBe("no-referrer");
          expect(headers.get("vary")).toBe("Accept");
        }
      });
    });
  });
}

const RECORD_BYTES = 20_000;

/** Returns records that only have a size. */
function large(count: number, before: (index: number) => Promise<unknown>): CategoryReading {
  return {
    state: {
      contentHash: "",
      loadedAt: START,
      revision: 0,
      changedAt: START,
      counts: { products: 0, categories: 0, sources: 0, observations: 0 },
    },
    edition: "",
    count,
    async *batches() {
      for (let index = 0; index < count; index++) {
        await before(index);
        yield [{ license: {}, slug: `p-${index}`, pad: "x".repeat(RECORD_BYTES - 50) } as unknown as PricingRecord];
      }
    },
  };
}
