import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { appendRun } from "@/db/load/append";
import { FIXTURE } from "@/db/load/load.suite";
import { loadCatalog } from "@/db/load/load-catalog";
import { recentChecks } from "@/db/queries/checks";
import { heldChangesOf } from "@/db/queries/held-changes";
import { observationsOf } from "@/db/queries/observations";
import { beginRun, endRun, recentRuns } from "@/db/queries/runs";
import { pageSchedule } from "@/db/schema";
import { embeddedDatabase } from "@/db/testing/embedded";
import { databaseCatalog } from "@/lib/operations/database-catalog";
import type { ReadTier } from "@/lib/reader";
import { CHECKS_SOURCE } from "@/lib/schemas/check";
import type { PageFile, PageRead } from "./conclude";
import { databaseDesk } from "./desk";
import { acceptHeld, correctHeld, rejectHeld, takeBack } from "./review";
import { DAY_MS } from "./schedule";
import { standingsOf } from "./standings";
import { type VerifyOptions, verify } from "./verify";

const START = new Date("2026-03-05T09:00:00.000Z");
const URL = "https://figma.example.com/pricing";
const SITE = { name: "Example Prices", url: "https://prices.example" };

/** The fixture with our own source, and a page of Figma. */
const dir = mkdtempSync(join(tmpdir(), "verify-"));
let connection: Connection;
beforeAll(async () => {
  cpSync(FIXTURE, dir, { recursive: true });
  const sources = JSON.parse(readFileSync(join(dir, "sources.json"), "utf8"));
  writeFileSync(join(dir, "sources.json"), JSON.stringify([...sources, { ...sources[0], slug: CHECKS_SOURCE }]));
  const lines = readFileSync(join(dir, "products.ndjson"), "utf8").trim().split("\n");
  const products = lines.map((line) => {
    const product = JSON.parse(line);
    return JSON.stringify(product.slug === "figma" ? { ...product, pricingPage: URL } : product);
  });
  writeFileSync(join(dir, "products.ndjson"), `${products.join("\n")}\n`);
  connection = await embeddedDatabase();
});
afterAll(async () => {
  await connection?.close();
  rmSync(dir, { recursive: true });
});

let clock = START;
let shows: { price: number; sha256: string } | "304" | "down";
let asked: PageFile["validators"][] = [];
let runs = 0;

const pro = (amount: number): ReadTier => ({
  name: "Pro",
  status: "published",
  prices: [{ amount, currency: "USD", period: "month", billing: "monthly", unit: "user", text: `Pro $${amount}` }],
});

async function read(_url: string, validators: PageFile["validators"]): Promise<PageRead> {
  asked.push(validators);
  const fetched = { fetchedAt: clock, durationMs: 12 };
  if (shows === "down") {
    return { kind: "failed", httpStatus: 500, reason: "It broke.", retryAfter: null, ...fetched };
  }
  if (shows === "304") return { kind: "not_modified", httpStatus: 304, etag: null, lastModified: null, ...fetched };
  return {
    kind: "read",
    finalUrl: URL,
    httpStatus: 200,
    contentType: "text/html",
    sha256: shows.sha256,
    etag: `"${shows.sha256.slice(0, 4)}"`,
    lastModified: null,
    extraction: { reading: { extractor: "html", complete: true, tiers: [pro(shows.price)] }, refusals: [] },
    ...fetched,
  };
}

const page = (price: number) => ({ price, sha256: price.toString(16).padStart(64, "0") });
const desk = () =>
  databaseDesk({
    db: connection.db,
    ledger: { begin: beginRun, append: appendRun, end: endRun },
    standings: standingsOf,
    read,
    now: () => clock,
  });

/** Runs a verification `day` days after the start, with a page that shows `said`. */
async function onDay(day: number, said: typeof shows, options: Partial<VerifyOptions> = {}) {
  clock = new Date(START.getTime() + day * DAY_MS);
  shows = said;
  asked = [];
  const { outcome, counts } = await verify(desk(), { runId: `run ${++runs}`, products: ["figma"], ...options });
  return { outcome, counts };
}

const record = async () => {
  const now = clock;
  const catalog = databaseCatalog(SITE, async () => connection.db);
  const lookup = await catalog.record("figma", { asOf: now.toISOString().slice(0, 10), now });
  if (lookup.status !== "found") throw new Error(lookup.status);
  return lookup.record;
};
const priceNow = async () => (await record()).tiers?.find(({ id }) => id === "pro")?.priceMonthly;
const own = async () =>
  ((await observationsOf(connection.db, ["figma"], "9999-12-31")).get("figma") ?? []).filter(
    ({ source }) => source === CHECKS_SOURCE,
  );
const changes = async () => {
  const { rows } = await connection.db.execute<{
    data: { class: string; before: number; after: number; reason: string };
  }>(sql`select data from price_changes where product = 'figma' and day >= '2026-01-01' order by day, id`);
  return rows.map(({ data }) => [data.class, data.before, data.after, data.reason]);
};
const review = (reason: string) => ({ by: "operator@example.com", reason, now: clock });

describe("a vendor's page, read again", () => {
  beforeEach(async () => {
    clock = START;
    const { db } = connection;
    await db.execute(sql`
      truncate catalog_state, observations, observations_aside, products, sources, categories, product_index,
        price_changes, checks, held_changes, runs, page_schedule cascade`);
    await loadCatalog(db, { dir, log: () => {}, now: START });
  });

  test("unchanged: the record is verified on that day, and nothing else of it changes", async () => {
    const before = await record();
    expect((await onDay(0, page(15))).counts).toMatchObject({ pages: 1, unchanged: 1 });
    const after = await record();
    expect(after.verification).toMatchObject({ status: "verified", verifiedAt: expect.stringContaining("2026-03-05") });
    expect(after.tiers).toEqual(before.tiers);
    expect(await own()).toEqual([]);
    const [run] = await recentRuns(connection.db, 1);
    expect(run).toMatchObject({ kind: "verify", outcome: "done", counts: { pages: 1, unchanged: 1 } });
  });

  test("moved: the ledger says so the same day, with evidence", async () => {
    await onDay(0, page(15));
    expect((await onDay(30, page(17))).counts).toMatchObject({ moved: 1 });
    expect(await priceNow()).toBe(17);
    expect(await own()).toMatchObject([
      { observedAt: "2026-04-04", evidence: { url: URL, sha256: page(17).sha256, shown: "Pro $17" } },
    ]);
    expect((await record()).verification.status).toBe("verified");
    expect(await changes()).toEqual([["move", 15, 17, null]]);
    await onDay(60, page(18));
    expect(await changes()).toContainEqual(["move", 17, 18, null]);
  });

  test("implausible: what stood stays until a person accepts it", async () => {
    await onDay(0, page(15));
    expect((await onDay(30, page(40))).counts).toMatchObject({ held: 1 });
    expect(await priceNow()).toBe(15);
    const [held] = await heldChangesOf(connection.db, { open: true });
    expect(held?.why).toEqual(["Pro: 15 → 40 USD per month, billed monthly (166.7 %) is a change of more than 50 %"]);
    await acceptHeld(connection.db, held?.id ?? "", review("seen on the page"));
    expect(await priceNow()).toBe(40);
    expect(await acceptHeld(connection.db, held?.id ?? "", review("again"))).toBeNull();
    await expect(acceptHeld(connection.db, "hc_unknown", review("why not"))).rejects.toThrow(/No held change/);
    await expect(acceptHeld(connection.db, held?.id ?? "", review(" "))).rejects.toThrow(/reason/);
    expect((await onDay(60, page(40))).counts).toMatchObject({ unchanged: 1 });
  });

  test("what a person refused is not laid before one again; another reading is", async () => {
    await onDay(0, page(40));
    const [held] = await heldChangesOf(connection.db, { open: true });
    await rejectHeld(connection.db, held?.id ?? "", review("the price of another product"));
    expect(await priceNow()).toBe(15);
    expect((await onDay(30, page(40))).counts).toMatchObject({ unreadable: 1 });
    const [check] = await recentChecks(connection.db, 1);
    expect(check?.reason).toMatch(/rejected: the price of another product/);
    expect((await onDay(60, page(41))).counts).toMatchObject({ held: 1 });
  });

  test("read by hand: what the person read stands", async () => {
    await onDay(0, page(40));
    const [held] = await heldChangesOf(connection.db, { open: true });
    if (held?.after.fact.kind !== "plans") throw new Error("nothing held");
    const [tier] = held.after.fact.tiers;
    if (!tier) throw new Error("no tier");
    const fact = {
      ...held.after.fact,
      tiers: [{ ...tier, prices: [{ amount: 16, period: "month" as const, billing: null }] }],
    };
    await correctHeld(connection.db, held.id, fact, review("40 is for teams of three"));
    expect((await record()).tiers?.[0]?.listPrice?.amount).toBe(16);
  });

  test("taken by mistake: taken back with its reason, and what stood before stands again", async () => {
    await onDay(0, page(17));
    expect(await priceNow()).toBe(17);
    const [wrong] = await own();
    clock = new Date(START.getTime() + 3 * DAY_MS);
    await takeBack(connection.db, { product: "figma", observation: wrong?.id ?? "" }, review("read from a banner"));
    expect(await priceNow()).toBe(15);
    expect(await changes()).toContainEqual(["correction", 17, 15, "read from a banner"]);
    await expect(takeBack(connection.db, { product: "figma", observation: "ob_x" }, review("x"))).rejects.toThrow(
      /No reading/,
    );
  });

  test("a page that cannot be fetched deletes nothing, and is tried again soon", async () => {
    const before = await record();
    expect((await onDay(0, "down")).counts).toMatchObject({ failed: 1 });
    expect((await record()).tiers).toEqual(before.tiers);
    const [row] = await connection.db.select().from(pageSchedule).where(eq(pageSchedule.product, "figma"));
    expect(row).toMatchObject({ failures: 1, dueAt: new Date(START.getTime() + 6 * 3_600_000) });
  });

  test("a server is asked whether its page changed only where the last reading confirmed what still stands", async () => {
    await onDay(0, page(15));
    expect(asked).toEqual([null]);
    expect((await onDay(30, "304")).counts).toMatchObject({ not_modified: 1 });
    expect(asked).toEqual([{ etag: expect.any(String), lastModified: null }]);
    expect((await record()).verification.verifiedAt).toContain("2026-04-04");
    expect(await onDay(60, "304")).toMatchObject({ counts: { not_modified: 1 } });
    await onDay(90, page(40));
    await onDay(120, page(40));
    expect(asked).toEqual([null]);
  });

  test("after another edition was loaded, a page is read in full", async () => {
    await onDay(0, page(15));
    await connection.db.execute(
      sql`update catalog_state set loaded_at = ${new Date(START.getTime() + DAY_MS).toISOString()}`,
    );
    await onDay(30, page(15));
    expect(asked).toEqual([null]);
  });

  test("a dry run stores nothing, not even a schedule", async () => {
    expect((await onDay(0, page(17), { dryRun: true })).counts).toMatchObject({ pages: 1, moved: 1 });
    const { rows } = await connection.db.execute<{ n: number }>(sql`
      select ((select count(*) from checks) + (select count(*) from runs) + (select count(*) from page_schedule))::int as n`);
    expect(rows[0]?.n).toBe(0);
    expect(await priceNow()).toBe(15);
  });

  test("past its deadline, or told to stop, a run begins no page and ends as interrupted", async () => {
    expect(await onDay(0, page(15), { deadline: START })).toMatchObject({
      outcome: "interrupted",
      counts: { pages: 0 },
    });
    expect(await onDay(0, page(15), { signal: AbortSignal.abort() })).toMatchObject({ outcome: "interrupted" });
    expect(await recentChecks(connection.db, 9)).toEqual([]);
  });
});
