import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { type Append, appendRun } from "@/db/load/append";
import { derive } from "@/db/load/derive";
import { exportLedger } from "@/db/load/export";
import { readCatalog } from "@/db/load/files";
import { importLedger } from "@/db/load/import";
import { FIXTURE } from "@/db/load/load.suite";
import { loadCatalog } from "@/db/load/load-catalog";
import { mergedLines } from "@/db/load/merged-lines";
import { writeChanges, writeIndex } from "@/db/load/rows";
import { settleHeld } from "@/db/load/settle-held";
import { checkCounts, checksOf, lastConfirmed, recentChecks, recordedChecks } from "@/db/queries/checks";
import { heldChangesOf } from "@/db/queries/held-changes";
import { observationsOf } from "@/db/queries/observations";
import { endRun, recentRuns, runById } from "@/db/queries/runs";
import { catalogState } from "@/db/queries/state";
import type { RecordedCheck } from "@/lib/catalog/checks";
import { look } from "@/lib/catalog/testing/checks";
import { paid, tier } from "@/lib/catalog/testing/observations";
import { observationId } from "@/lib/ids";
import type { Check } from "@/lib/schemas/check";
import { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { databaseCatalog } from "./database-catalog";

const LOADED = new Date("2026-02-01T00:00:00Z");
const NOW = new Date("2026-03-05T09:00:00Z");
const SITE = { name: "Example Prices", url: "https://prices.example" };
const URL = "https://slack.example.com/pricing";

const reading = (product: string, price: number, observedAt: Day, rest: Partial<Observation> = {}): Observation => ({
  product,
  source: "example",
  trust: "A",
  observedAt,
  evidence: { url: URL, readAt: `${observedAt}T08:00:00.000Z`, sha256: "a".repeat(64), shown: `Pro $${price}` },
  fact: { kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", price), tier("enterprise")] },
  ...rest,
});

const retraction = (rows: readonly Observation[], observedAt: Day): Observation => ({
  ...(rows[0] as Observation),
  observedAt,
  evidence: { url: URL },
  fact: { kind: "retraction", retracts: rows.map(observationId), reason: "read from another page" },
});

/** Stands for the appended run. */
const ANY_RUN = "any";

const check = (product: string, on: Day, rest: Partial<RecordedCheck> = {}): Check =>
  look(on, { run: ANY_RUN, id: `ck-${product}-${on}-${rest.outcome ?? "unchanged"}`, product, url: URL, ...rest });

/** Tests of runs on a loaded catalogue, on each kind of database. */
export function runsSuite(kind: string, open: () => Promise<Connection>) {
  describe(`runs on the ledger in ${kind}`, () => {
    let connection: Connection;
    let dir: string;
    let runs = 0;

    const append = ({ checks = [], ...given }: Partial<Append>) => {
      const run = given.run ?? { id: `run-${++runs}`, kind: "verify", source: null, startedAt: NOW };
      const own = checks.map((one) => (one.run === ANY_RUN ? { ...one, run: run.id } : one));
      return appendRun(connection.db, { observations: [], now: NOW, ...given, run, checks: own });
    };
    const empty = () =>
      connection.db.execute(sql`
        truncate catalog_state, observations, observations_aside, products, sources, categories, product_index,
          price_changes, checks, held_changes, runs, page_schedule cascade`);
    const load = () => loadCatalog(connection.db, { dir, log: () => {}, now: LOADED });
    const edit = (file: string, change: (text: string) => string) =>
      writeFileSync(join(dir, file), change(readFileSync(join(dir, file), "utf8")));
    const rowsOf = async (table: "observations" | "product_index" | "price_changes" | "products" | "checks") => {
      const { rows } = await connection.db.execute<{ rows: Record<string, unknown>[] }>(
        sql`select coalesce(jsonb_agg(t order by to_jsonb(t)::text), '[]') as rows from ${sql.identifier(table)} t`,
      );
      return rows[0]?.rows ?? [];
    };
    const everything = async () => ({
      observations: await rowsOf("observations"),
      index: await rowsOf("product_index"),
      changes: await rowsOf("price_changes"),
      products: await rowsOf("products"),
      checks: await rowsOf("checks"),
    });
    /** The derived rows that a load of the same ledger on the same day would produce. */
    const wholly = async () => {
      const { products, sources } = readCatalog(dir);
      const slugs = products.map(({ slug }) => slug);
      const observations = [...(await observationsOf(connection.db, slugs, "9999-12-31")).values()].flat();
      const checks = await recordedChecks(connection.db, { kind: "page" });
      return derive({ products, sources, observations, checks }, LOADED.toISOString().slice(0, 10));
    };
    const derivedNow = async () => {
      const index = (await rowsOf("product_index")).map((row) => [row.slug, row.valid_from, row.valid_until, row]);
      return { index, changes: await rowsOf("price_changes") };
    };
    /** Checks that the stored rows are those that a load would derive, and stores those. */
    const expectWhole = async () => {
      const { db } = connection;
      const stored = await derivedNow();
      const whole = await wholly();
      await db.execute(sql`delete from product_index`);
      await db.execute(sql`delete from price_changes`);
      await writeIndex(db, whole.index);
      await writeChanges(db, whole.changes);
      expect(stored).toEqual(await derivedNow());
    };
    const recordOf = async (slug: string, asOf: Day, now = NOW) => {
      const catalog = databaseCatalog(SITE, async () => connection.db);
      const lookup = await catalog.record(slug, { asOf, now });
      return lookup.status === "found" ? lookup.record : lookup.status;
    };

    beforeAll(async () => {
      connection = await open();
      await connection.migrate();
    });
    afterAll(() => connection?.close());
    beforeEach(async () => {
      dir = mkdtempSync(join(tmpdir(), "catalogue-"));
      cpSync(FIXTURE, dir, { recursive: true });
      await empty();
      await load();
      return () => rmSync(dir, { recursive: true });
    });

    test("a reading of a run shows at once, with its proof, and only the products concerned move", async () => {
      const before = await everything();
      const catalog = databaseCatalog(SITE, async () => connection.db);
      const view = { asOf: "2026-03-05", now: NOW };
      const [slack, figma] = [await catalog.editionOf("slack"), await catalog.editionOf("figma")];
      const done = await append({
        observations: [reading("slack", 10, "2026-03-05")],
        checks: [check("slack", "2026-03-05", { outcome: "moved", sha256: "a".repeat(64) })],
      });
      expect(done).toEqual({ observations: 1, checks: 1, aside: 0, products: ["slack"], revision: 1 });
      expect(await catalogState(connection.db)).toMatchObject({
        revision: 1,
        loadedAt: LOADED,
        changedAt: NOW,
        counts: { observations: 5 },
      });
      const record = await recordOf("slack", "2026-03-05");
      expect(record).toMatchObject({
        tiers: [{ priceMonthly: 10 }, {}],
        verification: { status: "verified", verifiedAt: "2026-03-05T12:00:00.000Z", method: "check" },
      });
      expect(record).toMatchObject({
        evidence: expect.arrayContaining([
          expect.objectContaining({
            sha256: "a".repeat(64),
            readAt: "2026-03-05T08:00:00.000Z",
            shown: "Pro $10",
          }),
        ]),
      });
      expect(await recordOf("slack", "2026-03-04")).toMatchObject({ tiers: [{ priceMonthly: 8.75 }] });
      const after = databaseCatalog(SITE, async () => connection.db);
      expect(await after.editionOf("slack")).not.toBe(slack);
      expect(await after.editionOf("figma")).toBe(figma);
      expect((await after.changesOf("slack", view)).changes.at(-1)).toMatchObject({
        class: "move",
        before: 8.75,
        after: 10,
      });
      const others = (rows: Record<string, unknown>[]) =>
        rows.filter((row) => ![row.slug, row.product].includes("slack"));
      const now = await everything();
      for (const table of ["observations", "index", "changes", "products"] as const) {
        expect(others(now[table]), table).toEqual(others(before[table]));
      }
    });

    test("the same again changes nothing, and what is new in it is added", async () => {
      const given = {
        run: { id: "run-again", kind: "verify", source: null, startedAt: NOW } as const,
        observations: [reading("slack", 10, "2026-03-05")],
        checks: [check("slack", "2026-03-05", { outcome: "moved" })],
      };
      await append(given);
      const before = await everything();
      const state = await catalogState(connection.db);
      expect(await append(given)).toEqual({ observations: 0, checks: 0, aside: 0, products: [], revision: 1 });
      expect(await everything()).toEqual(before);
      expect(await catalogState(connection.db)).toEqual(state);
      const more = { ...given, observations: [...given.observations, reading("figma", 16, "2026-03-05")] };
      expect(await append(more)).toMatchObject({ observations: 1, products: ["figma"], revision: 2 });
    });

    test("a failure leaves nothing behind", async () => {
      const before = await everything();
      const broken = { ...check("slack", "2026-03-05"), outcome: "guessed" } as unknown as Check;
      await expect(append({ observations: [reading("slack", 10, "2026-03-05")], checks: [broken] })).rejects.toThrow();
      const clash = check("slack", "2026-03-05", { run: "no such run" });
      await expect(append({ observations: [reading("slack", 10, "2026-03-05")], checks: [clash] })).rejects.toThrow();
      expect(await everything()).toEqual(before);
      expect(await recentRuns(connection.db, 5)).toEqual([]);
    });

    test("what is derived anew equals what loading the same ledger derives, families with it", async () => {
      const product = fc.constantFrom("slack", "notion-plus", "dogwood", "figma", "chatter");
      const day = fc.constantFrom("2025-12-01", "2026-02-10", "2026-03-05", "2026-05-01");
      const observation = fc
        .record({ product, day, price: fc.integer({ min: 1, max: 40 }), ahead: fc.option(day), rated: fc.boolean() })
        .map(({ product, day, price, ahead, rated }) =>
          reading(product, price, day, {
            ...(ahead && { effectiveFrom: ahead }),
            ...(rated && { fact: rates(`acme-${price % 3}`, price) }),
          }),
        );
      const looked = fc
        .record({ product, day, outcome: fc.constantFrom("unchanged" as const, "failed" as const, "held" as const) })
        .map(({ product, day, outcome }) => check(product, day, { outcome }));
      const steps = fc.array(
        fc.record({
          observations: fc.array(observation, { maxLength: 3 }),
          checks: fc.uniqueArray(looked, { maxLength: 2, selector: ({ id }) => id }),
          takesBack: fc.boolean(),
        }),
        { minLength: 1, maxLength: 3 },
      );
      await fc.assert(
        fc.asyncProperty(steps, async (given) => {
          const marker = new Error("rolled back");
          const outer = connection;
          await expect(
            outer.db
              .transaction(async (tx) => {
                connection = { ...outer, db: tx };
                for (const { observations, checks, takesBack } of given) {
                  const back =
                    takesBack && observations.length > 0 ? [retraction(observations.slice(0, 1), "2026-06-01")] : [];
                  await append({ observations: [...observations, ...back], checks });
                }
                await expectWhole();
                throw marker;
              })
              .finally(() => {
                connection = outer;
              }),
          ).rejects.toThrow(marker);
        }),
        { numRuns: 25 },
      );
    });

    test("a check raises the confidence by which a product is found, from its day on", async () => {
      await append({ checks: [check("slack", "2026-03-05")] });
      const rows = (await rowsOf("product_index")).filter(({ slug }) => slug === "slack");
      expect(rows.map(({ valid_from, valid_until }) => [valid_from, valid_until])).toEqual([
        ["0001-01-01", "2026-03-05"],
        ["2026-03-05", null],
      ]);
      expect(Number(rows[0]?.confidence)).toBeLessThan(0.8);
      expect(Number(rows[1]?.confidence)).toBe(0.95);
    });

    test("a member's new price moves its family", async () => {
      await append({ observations: [reading("dogwood", 0, "2026-01-01", { fact: UNPRICED })] });
      const done = await append({ observations: [reading("notion-plus", 12, "2026-03-05")] });
      expect(new Set(done.products)).toEqual(new Set(["notion-plus", "dogwood"]));
      await append({ checks: [check("notion-plus", "2026-03-06")] });
      expect(await recordOf("dogwood", "2026-03-06")).toMatchObject({
        members: [{ slug: "notion-plus", startingPrice: 12 }],
        verification: { status: "verified", verifiedAt: "2026-03-06T12:00:00.000Z" },
      });
    });

    test("a reading that was taken back is a correction with its reason, and the price before it stands", async () => {
      const wrong = reading("slack", 99, "2026-03-05");
      await append({
        observations: [wrong],
        checks: [check("slack", "2026-03-05", { outcome: "moved", sha256: "a".repeat(64) })],
      });
      await append({ observations: [retraction([wrong], "2026-03-06")] });
      expect(await recordOf("slack", "2026-03-06")).toMatchObject({
        tiers: [{ priceMonthly: 8.75 }],
        verification: { verifiedAt: null },
      });
      const catalog = databaseCatalog(SITE, async () => connection.db);
      const { changes } = await catalog.changesOf("slack", { asOf: "2026-03-06", now: NOW });
      expect(changes.at(-1)).toMatchObject({ class: "correction", before: 99, reason: "read from another page" });
    });

    test("an edition leaves what runs recorded, and ships it once where it has it", async () => {
      const row = reading("slack", 10, "2026-03-05");
      await append({ observations: [row, reading("figma", 16, "2026-03-05")], checks: [check("figma", "2026-03-05")] });
      const record = await recordOf("slack", "2026-03-05");
      edit("observations/example.ndjson", (text) => `${text.trimEnd()}\n${JSON.stringify(row)}\n`);
      expect((await load()).counts.observations).toBe(6);
      const stored = await rowsOf("observations");
      const origins = stored.filter(({ run }) => run !== null).map(({ product, origin }) => [product, origin]);
      expect(new Map(origins as [string, string][])).toEqual(
        new Map([
          ["slack", "shipped"],
          ["figma", "run"],
        ]),
      );
      expect(await recordOf("slack", "2026-03-05")).toEqual(record);
      expect(await recordOf("figma", "2026-03-05")).toMatchObject({ tiers: [{ priceMonthly: 16 }, {}] });
      // An edition that no longer ships a product does not remove from the ledger the data that the run recorded.
      edit("observations/example.ndjson", (text) => text.replace(`${JSON.stringify(row)}\n`, ""));
      expect((await load()).counts.observations).toBe(6);
      expect(await recordOf("slack", "2026-03-05")).toEqual(record);
      expect((await rowsOf("observations")).filter(({ origin }) => origin === "run")).toHaveLength(2);
    });

    test("what runs recorded follows a product that is renamed, retractions and checks with it", async () => {
      const [first, second] = [reading("slack", 9, "2026-03-01"), reading("slack", 10, "2026-03-04")];
      await append({
        observations: [first, second, retraction([second], "2026-03-05")],
        checks: [check("slack", "2026-03-06")],
      });
      const before = await recordOf("slack", "2026-03-06");
      expect(before).toMatchObject({ tiers: [{ priceMonthly: 9 }, {}], verification: { status: "verified" } });
      edit("products.ndjson", (text) =>
        text.replace('"slug": "slack"', '"slug": "slack-new"').replace('"formerSlugs": [', '"formerSlugs": ["slack", '),
      );
      for (const file of ["example", "market"]) {
        edit(`observations/${file}.ndjson`, (text) => text.replaceAll('"product": "slack"', '"product": "slack-new"'));
      }
      edit("products.ndjson", (text) => text.replace('["slack", ]', '["slack"]'));
      await load();
      const after = await recordOf("slack-new", "2026-03-06");
      expect(after).toMatchObject({ tiers: [{ priceMonthly: 9 }, {}], verification: { status: "verified" } });
      expect((await checksOf(connection.db, ["slack-new"], "2026-03-06")).get("slack-new")).toHaveLength(1);
      expect(await rowsOf("observations")).toHaveLength(7);
      for (const rows of (await observationsOf(connection.db, ["slack-new"], "9999-12-31")).values()) {
        for (const { id, ...row } of rows) expect(observationId(row)).toBe(id);
      }
      // A run that began before the renaming uses the former name.
      expect(await append({ observations: [reading("slack", 11, "2026-03-07")] })).toMatchObject({
        observations: 1,
        aside: 0,
        products: ["slack-new"],
      });
    });

    test("what runs recorded of a product that an edition drops waits, and stands again with it", async () => {
      const products = readFileSync(join(dir, "products.ndjson"), "utf8");
      const shipped = readFileSync(join(dir, "observations/example.ndjson"), "utf8");
      const without = (text: string) =>
        text
          .split("\n")
          .filter((line) => !line.includes("figma"))
          .join("\n");
      await append({ observations: [reading("figma", 16, "2026-03-05")], checks: [check("figma", "2026-03-05")] });
      const before = await recordOf("figma", "2026-03-05");
      edit("products.ndjson", without);
      edit("observations/example.ndjson", without);
      expect((await load()).counts).toMatchObject({ products: 6, observations: 3 });
      expect(await recordOf("figma", "2026-03-05")).toBe("unknown");
      expect(await append({ observations: [reading("figma", 17, "2026-03-06")] })).toMatchObject({
        observations: 1,
        aside: 1,
        products: [],
      });
      edit("products.ndjson", () => products);
      edit("observations/example.ndjson", () => shipped);
      expect((await load()).counts).toMatchObject({ products: 7, observations: 6 });
      expect(await recordOf("figma", "2026-03-05")).toEqual(before);
      expect(await recordOf("figma", "2026-03-06")).toMatchObject({ tiers: [{ priceMonthly: 17 }, {}] });
    });

    test("the files that are loaded stay loaded when a run has appended", async () => {
      await append({ observations: [reading("slack", 10, "2026-03-05")] });
      expect(await load()).toMatchObject({ loaded: false, counts: { observations: 5 } });
    });

    test("runs that append at once lose and double nothing", async () => {
      const given = ["figma", "chatter", "percent", "notion-plus"].map((product, at) => ({
        observations: [
          reading(product, 20 + at, "2026-03-05"),
          reading("slack", 30, "2026-03-06"),
          reading("slack", 40 + at, "2026-03-07", { voice: `voice-${at}` }),
        ],
      }));
      const done = await Promise.all(given.map(append));
      expect(done.map(({ revision }) => revision).sort()).toEqual([1, 2, 3, 4]);
      expect(done.reduce((sum, { observations }) => sum + observations, 0)).toBe(9);
      expect((await catalogState(connection.db))?.counts.observations).toBe(13);
      await expectWhole();
    });

    test("runs and checks can be counted and read", async () => {
      const verify = {
        id: "run-a",
        kind: "verify",
        source: null,
        startedAt: new Date("2026-03-05T08:00:00Z"),
      } as const;
      const collect = {
        id: "run-b",
        kind: "collect",
        source: "example",
        startedAt: new Date("2026-03-06T08:00:00Z"),
      } as const;
      await append({
        run: verify,
        checks: [
          check("slack", "2026-03-05", { startedAt: "2026-03-05T23:59:59.000Z" }),
          check("figma", "2026-03-05", { outcome: "failed", url: "https://user@FIGMA.example.com:8443/pricing?a=/b" }),
        ],
      });
      await append({
        run: collect,
        checks: [check("slack", "2026-03-06", { kind: "list", startedAt: "2026-03-06T00:00:00.000Z" })],
      });
      const { db } = connection;
      expect(await endRun(db, "run-a", { endedAt: NOW, outcome: "done", counts: { read: 2 }, report: ["fine"] })).toBe(
        true,
      );
      expect(await endRun(db, "run-a", { endedAt: NOW, outcome: "failed", counts: {}, report: [] })).toBe(false);
      expect((await recentRuns(db, 5)).map(({ id, outcome }) => [id, outcome])).toEqual([
        ["run-b", null],
        ["run-a", "done"],
      ]);
      expect(await recentRuns(db, 5, { kind: "collect", source: "example" })).toHaveLength(1);
      expect(await runById(db, "run-c")).toBeNull();
      const days = { since: "2026-03-05", until: "2026-03-05" };
      expect(await checkCounts(db, "host", days)).toEqual([
        { value: "figma.example.com", outcome: "failed", count: 1 },
        { value: "slack.example.com", outcome: "unchanged", count: 1 },
      ]);
      expect(await checkCounts(db, "day", { ...days, until: "2026-03-06", kind: "page" })).toHaveLength(2);
      expect(await checkCounts(db, "day", { since: "2026-03-06", until: "2026-03-06" })).toEqual([
        { value: "2026-03-06", outcome: "unchanged", count: 1 },
      ]);
      expect((await checksOf(db, ["slack", "figma"], "2026-03-05")).get("slack")).toHaveLength(1);
      expect((await checksOf(db, ["slack"], "2026-03-06", { kind: "page" })).get("slack")).toHaveLength(1);
      expect((await recentChecks(db, 2)).map(({ startedAt }) => startedAt)).toEqual([
        "2026-03-06T00:00:00.000Z",
        "2026-03-05T23:59:59.000Z",
      ]);
      expect(await recentChecks(db, 5, { product: "figma", outcome: "failed" })).toHaveLength(1);
      expect(await lastConfirmed(db, "2026-03-06")).toEqual(new Map([["slack", new Date("2026-03-05T23:59:59Z")]]));
      // Reading a list again changes no response.
      expect((await catalogState(db))?.revision).toBe(1);
    });

    describe("an export", () => {
      const fill = async () => {
        await append({
          observations: [reading("slack", 10, "2026-03-04"), reading("figma", 16, "2026-03-05")],
          checks: [check("slack", "2026-03-05"), check("figma", "2026-03-05", { outcome: "failed" })],
        });
        await append({
          observations: [reading("slack", 12, "2026-03-05", { voice: "north", effectiveFrom: "2026-04-01" })],
          checks: [check("slack", "2026-03-06", { outcome: "held", sha256: "b".repeat(64) })],
          held: [
            {
              id: "held-1",
              check: "ck-slack-2026-03-06-held",
              product: "slack",
              heldAt: NOW,
              before: null,
              after: reading("slack", 40, "2026-03-06"),
              why: ["more than half dearer"],
            },
          ],
        });
        const settle = { id: "held-1", by: "operator@example.com", reason: "of another plan", now: NOW };
        await settleHeld(connection.db, { ...settle, decision: "rejected" });
      };
      const records = () =>
        Promise.all(
          ["slack", "figma", "dogwood"].map((slug) => recordOf(slug, "2026-03-07", new Date("2026-03-08T00:00:00Z"))),
        );

      test("is alike each time, sorted, in exactly the shipped form", async () => {
        await fill();
        const { files, observations, checks } = await exportLedger(connection.db);
        expect({ observations, checks, files: [...files.keys()] }).toEqual({
          observations: 3,
          checks: 3,
          files: ["observations/example.ndjson", "checks.ndjson", "runs.ndjson", "held-changes.ndjson"],
        });
        expect((await exportLedger(connection.db)).files).toEqual(files);
        const text = files.get("observations/example.ndjson") ?? "";
        expect(text.split("\n")[0]).toBe(JSON.stringify(Observation.parse(reading("figma", 16, "2026-03-05"))));
        expect(mergedLines(text, text)).toBe(text);
      });

      test("that is shipped changes nothing in any answer and doubles nothing", async () => {
        await fill();
        const [before, derived] = [await records(), await derivedNow()];
        const text = (await exportLedger(connection.db)).files.get("observations/example.ndjson") ?? "";
        edit("observations/example.ndjson", (shipped) => mergedLines(shipped, text));
        expect(await load()).toMatchObject({ loaded: true, counts: { observations: 7 } });
        expect(await records()).toEqual(before);
        expect(await derivedNow()).toEqual(derived);
        expect((await exportLedger(connection.db)).observations).toBe(0);
        // A line that occurs twice is one observation.
        edit("observations/example.ndjson", (shipped) => shipped + text);
        await connection.db.execute(sql`delete from observations where origin = 'shipped'`);
        expect(await load()).toMatchObject({ loaded: true, counts: { observations: 7 } });
        expect(await records()).toEqual(before);
      });

      test("taken in again changes nothing; in an empty database it gives the same ledger", async () => {
        await fill();
        const { files } = await exportLedger(connection.db);
        const [before, rows, state] = [await records(), await everything(), await catalogState(connection.db)];
        expect(await importLedger(connection.db, files, NOW)).toEqual({ observations: 0, checks: 0, aside: 0 });
        expect(await everything()).toEqual(rows);
        expect(await catalogState(connection.db)).toEqual(state);
        await empty();
        await load();
        expect(await importLedger(connection.db, files, NOW)).toEqual({ observations: 3, checks: 3, aside: 0 });
        expect(await records()).toEqual(before);
        expect((await exportLedger(connection.db)).files).toEqual(files);
      });
    });

    describe("a held change", () => {
      const after = reading("slack", 30, "2026-03-05", { evidence: { url: URL, sha256: "b".repeat(64) } });
      const held = (on: Day, run: string) => ({
        run: { id: run, kind: "verify", source: null, startedAt: NOW } as const,
        checks: [check("slack", on, { outcome: "held", sha256: "b".repeat(64), reason: "more than half dearer" })],
        held: [
          {
            id: `held-${on}`,
            check: `ck-slack-${on}-held`,
            product: "slack",
            heldAt: new Date(`${on}T12:00:01Z`),
            before: null,
            after,
            why: ["more than half dearer"],
          },
        ],
      });
      const settle = { id: "held-2026-03-05", by: "operator@example.com", reason: "seen on the page", now: NOW };

      test("leaves the old value and says so; accepted, it is shown as of the day of the check", async () => {
        await append(held("2026-03-05", "run-held"));
        expect(await recordOf("slack", "2026-03-05")).toMatchObject({
          tiers: [{ priceMonthly: 8.75 }],
          verification: { pending: { since: "2026-03-05T12:00:00.000Z", why: "more than half dearer" } },
        });
        expect(await settleHeld(connection.db, { ...settle, decision: "accepted" })).toMatchObject({
          decision: "accepted",
        });
        const record = await recordOf("slack", "2026-03-05");
        expect(record).toMatchObject({ tiers: [{ priceMonthly: 30 }, {}], verification: { status: "verified" } });
        expect((record as { verification: object }).verification).not.toHaveProperty("pending");
        expect(await runById(connection.db, "review_held-2026-03-05")).toMatchObject({
          kind: "review",
          outcome: "done",
        });
        expect(await settleHeld(connection.db, { ...settle, decision: "rejected" })).toBeNull();
      });

      test("rejected, is told no more from the day of the decision", async () => {
        await append(held("2026-03-05", "run-held"));
        const before = await catalogState(connection.db);
        await settleHeld(connection.db, { ...settle, decision: "rejected", now: new Date("2026-03-07T00:00:00Z") });
        expect((await catalogState(connection.db))?.revision).toBe((before?.revision ?? 0) + 1);
        const on = async (asOf: Day) => {
          const record = await recordOf("slack", asOf, new Date("2026-03-08T00:00:00Z"));
          return typeof record === "string" ? record : record.verification.pending?.why;
        };
        expect(await on("2026-03-06")).toBe("more than half dearer");
        expect(await on("2026-03-07")).toBeUndefined();
        expect(await heldChangesOf(connection.db, { open: true })).toEqual([]);
      });

      test("is overtaken by the next check that reads the page", async () => {
        await append(held("2026-03-05", "run-held"));
        await append(held("2026-03-07", "run-later"));
        expect(await heldChangesOf(connection.db)).toMatchObject([
          { id: "held-2026-03-07", decision: null },
          { id: "held-2026-03-05", decision: "superseded" },
        ]);
        await append({ checks: [check("slack", "2026-03-09")] });
        expect(await heldChangesOf(connection.db, { open: true })).toEqual([]);
      });
    });
  });
}

const UNPRICED: Observation["fact"] = { kind: "plans", currency: null, complete: false, tiers: [tier("all")] };

function rates(model: string, unitPrice: number): Observation["fact"] {
  const meter = { name: "inputTokens", unit: "token", per: 1_000_000, mode: "standard" as const, tierMode: null };
  const prices = [{ unitPrice, from: 0, upTo: null, when: null }];
  return { kind: "rates", model, currency: "USD", meters: [{ ...meter, prices }] };
}
