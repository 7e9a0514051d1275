import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { appendRun } from "@/db/load/append";
import { FIXTURE } from "@/db/load/load.suite";
import { loadCatalog } from "@/db/load/load-catalog";
import { observationsOf } from "@/db/queries/observations";
import { beginRun, endRun } from "@/db/queries/runs";
import { embeddedDatabase } from "@/db/testing/embedded";
import { databaseCatalog } from "@/lib/operations/database-catalog";
import { getEvidence } from "@/lib/operations/evidence";
import type { ReadTier } from "@/lib/reader";
import { CHECKS_SOURCE } from "@/lib/schemas/check";
import { databaseDesk } from "@/lib/verification/desk";
import { standingsOf } from "@/lib/verification/standings";
import { verify } from "@/lib/verification/verify";
import { decideOnHeld, takeReadingBack, verificationDesk } from "./verification-desk";

const READ_AT = new Date("2026-03-05T09:00:00.000Z");
const NEXT_DAY = new Date("2026-03-06T09:00:00.000Z");
const URL = "https://figma.example.com/pricing";
const SITE = { name: "Example Prices", url: "https://prices.example" };
const OPERATOR = { id: "user_1", email: "operator@example.com" };

const dir = mkdtempSync(join(tmpdir(), "desk-"));
let connection: Connection;
beforeAll(async () => {
  cpSync(FIXTURE, dir, { recursive: true });
  const sources = JSON.parse(readFileSync(join(dir, "sources.json"), "utf8"));
  writeFileSync(join(dir, "sources.json"), JSON.stringify([...sources, { ...sources[0], slug: CHECKS_SOURCE }]));
  connection = await embeddedDatabase();
});
afterAll(async () => {
  await connection?.close();
  rmSync(dir, { recursive: true });
});
beforeEach(async () => {
  const { db } = connection;
  await db.execute(sql`
    truncate catalog_state, observations, observations_aside, products, sources, categories, product_index,
      price_changes, checks, held_changes, runs, page_schedule cascade`);
  await loadCatalog(db, { dir, log: () => {}, now: READ_AT });
});

const open = async () => connection.db;
const tier = (name: string, amount: number): ReadTier => ({
  name,
  status: "published",
  prices: [
    { amount, currency: "USD", period: "month", billing: "monthly", unit: "user", text: `${name} $${amount} a user` },
  ],
});

/** Lets Figma's page show these tiers on the first day; the record showed Pro at $15. */
async function pageSays(...tiers: ReadTier[]): Promise<void> {
  const desk = databaseDesk({
    db: connection.db,
    ledger: { begin: beginRun, append: appendRun, end: endRun },
    standings: standingsOf,
    read: async () => ({
      kind: "read",
      finalUrl: URL,
      httpStatus: 200,
      contentType: "text/html",
      sha256: "a".repeat(64),
      etag: null,
      lastModified: null,
      extraction: { reading: { extractor: "html", complete: true, tiers }, refusals: [] },
      fetchedAt: READ_AT,
      durationMs: 12,
    }),
    now: () => READ_AT,
  });
  await verify(desk, { runId: "run_1", products: ["figma"] });
}

const shown = () => verificationDesk(NEXT_DAY, open);
async function heldId(): Promise<string> {
  const [held] = (await shown()).held;
  if (!held) throw new Error("nothing is held");
  return held.id;
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
const decide = (fields: Record<string, string>) => decideOnHeld(OPERATOR, formOf(fields), NEXT_DAY, open);
const takeBack = (fields: Record<string, string>) => takeReadingBack(OPERATOR, formOf(fields), NEXT_DAY, open);

async function record() {
  const catalog = databaseCatalog(SITE, open);
  const lookup = await catalog.record("figma", { asOf: "2026-03-06", now: NEXT_DAY });
  if (lookup.status !== "found") throw new Error(lookup.status);
  return lookup.record;
}
const prices = async () => ((await record()).tiers ?? []).map(({ id, priceMonthly }) => [id, priceMonthly]);
const own = async () =>
  ((await observationsOf(connection.db, ["figma"], "9999-12-31")).get("figma") ?? []).filter(
    ({ source }) => source === CHECKS_SOURCE,
  );

/** Counts everything that a decision can write. */
async function written() {
  const { rows } = await connection.db.execute(sql`
    select (select count(*) from observations)::int as observations, (select count(*) from checks)::int as checks,
      (select count(*) from runs)::int as runs,
      (select count(*) from held_changes where decision is not null)::int as decisions`);
  return rows[0];
}

test("with nothing held, nothing failed and nothing run, each list is empty", async () => {
  expect(await shown()).toMatchObject({ held: [], waiting: 0, runs: [], hosts: [] });
});

test("what is held is listed with what stands, what the page says, its text and every reason", async () => {
  await pageSays(tier("Pro", 40));
  const { held, waiting, runs } = await shown();
  expect(waiting).toBe(1);
  expect(held).toMatchObject([
    {
      name: "Figma",
      url: URL,
      extractor: "html",
      stood: "Pro: $15 per user per month, billed monthly",
      said: "Pro: $40 per user per month, billed monthly",
      shown: "Pro $40 a user",
      why: ["Pro: 15 → 40 USD per month, billed monthly (166.7 %) is a change of more than 50 %"],
      tiers: [{ id: "pro", prices: [{ amount: 40 }] }],
    },
  ]);
  expect(runs).toMatchObject([
    { kind: "verify", outcome: "done", counts: "held: 1, pages: 1, products: 1", seconds: 0 },
  ]);
  expect((await record()).verification).toHaveProperty("pending");
  expect(await prices()).toContainEqual(["pro", 15]);
});

test("accepted, the record shows the new price, and the check confirms it", async () => {
  await pageSays(tier("Pro", 40));
  const held = await heldId();
  expect(await decide({ held, decision: "accept", reason: "seen on the page" })).toBe("figma: accepted.");
  expect(await prices()).toContainEqual(["pro", 40]);
  expect((await record()).verification).toMatchObject({
    status: "verified",
    verifiedAt: expect.stringContaining("2026-03-05"),
  });
  expect(await shown()).toMatchObject({ held: [], waiting: 0 });
  expect(await decide({ held, decision: "reject", reason: "or not" })).toBe("This change has already been decided.");
  expect(await prices()).toContainEqual(["pro", 40]);
});

test("rejected, the old price stands, and nothing waits any more", async () => {
  await pageSays(tier("Pro", 40));
  expect(await decide({ held: await heldId(), decision: "reject", reason: "a banner" })).toBe("figma: rejected.");
  expect(await prices()).toContainEqual(["pro", 15]);
  expect(await own()).toEqual([]);
  expect((await record()).verification).not.toHaveProperty("pending");
  expect(await shown()).toMatchObject({ held: [], waiting: 0 });
});

test("corrected, the given amounts are taken, and a tier that is left out is not", async () => {
  await pageSays(tier("Pro", 40), tier("Banner", 99));
  const form = { decision: "correct", reason: "read again", "amount.pro.0": "16.50", "drop.banner": "on" };
  expect(await decide({ held: await heldId(), ...form })).toBe("figma: corrected.");
  const [reading, ...more] = await own();
  expect(more).toEqual([]);
  expect(reading?.fact).toMatchObject({ complete: false, tiers: [{ id: "pro", prices: [{ amount: 16.5 }] }] });
  expect(reading?.fact.kind === "plans" && reading.fact.tiers).toHaveLength(1);
  // The page as the reader saw it is no proof of the page as a person read it.
  expect(reading?.evidence).not.toHaveProperty("shown");
  expect(await prices()).toContainEqual(["pro", 16.5]);
  expect((await prices()).map(([id]) => id)).not.toContain("banner");
});

test.each([
  ["no reason", { decision: "accept", reason: " " }, "Enter a reason."],
  ["no reason to reject", { decision: "reject" }, "Enter a reason."],
  ["an unknown id", { held: "hc_none", decision: "accept", reason: "seen" }, 'No held change "hc_none".'],
  ["an unknown id to correct", { held: "hc_none", decision: "correct", reason: "seen" }, /No held change "hc_none"/],
  ["no decision", { reason: "seen" }, "Nothing was decided. Accept, reject or correct the change."],
  ["a word", { decision: "correct", reason: "seen", "amount.pro.0": "lots" }, /"lots" is not an amount/],
  ["a negative amount", { decision: "correct", reason: "seen", "amount.pro.0": "-4" }, /"-4" is not an amount/],
  ["a comma", { decision: "correct", reason: "seen", "amount.pro.0": "1,500" }, /"1,500" is not an amount/],
  ["no amount", { decision: "correct", reason: "seen" }, /"" is not an amount/],
  ["no tier left", { decision: "correct", reason: "seen", "drop.pro": "on" }, /Keep at least one tier/],
  ["no reason to correct", { decision: "correct", reason: "", "amount.pro.0": "16" }, "Enter a reason."],
])("%s is told in words, and nothing is written", async (_, fields, words) => {
  await pageSays(tier("Pro", 40));
  const before = await written();
  const said = await decide({ held: await heldId(), ...fields });
  if (typeof words === "string") expect(said).toBe(words);
  else expect(said).toMatch(words);
  expect(await written()).toEqual(before);
  expect((await shown()).waiting).toBe(1);
  expect(await prices()).toContainEqual(["pro", 15]);
});

test("taken back, what stood before stands again, and the evidence says when and why", async () => {
  await pageSays(tier("Pro", 17));
  expect(await prices()).toContainEqual(["pro", 17]);
  const [wrong] = await own();
  const [id] = (await record()).tiers?.find((one) => one.id === "pro")?.evidence ?? [];
  const observation = wrong?.id ?? "";
  const said = await takeBack({ product: " figma ", observation, reason: "read from a banner" });
  expect(said).toBe(`figma: ${observation} was retracted.`);
  expect(await prices()).toContainEqual(["pro", 15]);

  const context = { catalog: databaseCatalog(SITE, open), now: NEXT_DAY, site: SITE, requestId: "req_1" };
  const answer = await getEvidence.handler(context, getEvidence.input.parse({ id }));
  expect(answer.evidence).toMatchObject({ url: URL, readAt: READ_AT.toISOString(), shown: "Pro $17 a user" });
  expect(answer.observations).toMatchObject([
    { id: observation, withdrawn: { on: "2026-03-06", reason: "read from a banner" } },
  ]);
});

test("a reading is taken back once; what is no reading of ours is not, and nothing is written", async () => {
  await pageSays(tier("Pro", 17));
  const observation = (await own())[0]?.id ?? "";
  const all = (await observationsOf(connection.db, ["figma"], "9999-12-31")).get("figma") ?? [];
  const anothers = all.find(({ source }) => source !== CHECKS_SOURCE)?.id ?? "";
  const reason = "read from a banner";
  const untouched = await written();
  expect(await takeBack({ product: "figma", observation, reason: "" })).toBe("Enter a reason.");
  expect(await takeBack({ product: "figma", observation: anothers, reason })).toMatch(
    /^No reading "ob_\w+" of \w+ by this service\.$/,
  );
  expect(await takeBack({ product: "slack", observation, reason })).toMatch(
    /^No reading "ob_\w+" of \w+ by this service\.$/,
  );
  expect(await written()).toEqual(untouched);

  await takeBack({ product: "figma", observation, reason });
  const after = await written();
  expect(await takeBack({ product: "figma", observation, reason: "again" })).toMatch(/has already been retracted/);
  const retraction = (await own()).find(({ fact }) => fact.kind === "retraction")?.id ?? "";
  expect(await takeBack({ product: "figma", observation: retraction, reason })).toMatch(
    /^No reading "ob_\w+" of \w+ by this service\.$/,
  );
  expect(await written()).toEqual(after);
});
