import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { loadCatalog } from "@/db/load/load-catalog";
import { embeddedDatabase } from "@/db/testing/embedded";
import { plainFilters } from "@/lib/discovery/page";
import { observationId } from "@/lib/ids";
import { Observation } from "@/lib/schemas/observation";
import { listChanges } from "./changes";
import { databaseCatalog } from "./database-catalog";
import type { ApiPath, Operation } from "./define";
import { discoverSoftware } from "./discover";
import { getEvidence } from "./evidence";
import { getPricing, getPricingBatch } from "./pricing";

const site = { name: "Example Prices", url: "https://prices.example" };
const ON = "2026-11-22";
const EVE = new Date("2026-11-21T12:00:00Z");
const REASON = "the publisher no longer vouches for it";
const now = new Date(`${ON}T09:30:00Z`);
const dir = mkdtempSync(join(tmpdir(), "withdrawn-"));
let connection: Connection;

beforeAll(async () => {
  cpSync(join(process.cwd(), "db", "load", "fixtures", "acme"), dir, { recursive: true });
  const file = join(dir, "observations", "example.ndjson");
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const shown = lines.map((line) => Observation.parse(JSON.parse(line))).filter(({ product }) => product === "figma");
  const fact = { kind: "retraction", retracts: shown.map(observationId), reason: REASON };
  appendFileSync(file, `${JSON.stringify({ ...shown[0], observedAt: ON, fact })}\n`);
  connection = await embeddedDatabase();
  // Loaded the day before: the lists change on their own on the day of the retraction.
  await loadCatalog(connection.db, { dir, log: () => {}, now: EVE });
});
afterAll(async () => {
  await connection.close();
  rmSync(dir, { recursive: true });
});

const catalog = () => databaseCatalog(site, async () => connection.db);

function ask<Path extends ApiPath, Input, Output>(
  operation: Operation<Path, Input, Output>,
  raw: unknown,
  day = now,
): Promise<Output> {
  const context = { catalog: catalog(), now: day, site, requestId: "req_1" };
  return Promise.resolve(operation.handler(context, operation.input.parse(raw)));
}

test("answers with the day and the reason, and asOf the day before with what was shown", async () => {
  await expect(ask(getPricing, { slug: "figma" })).rejects.toMatchObject({
    code: "product_not_found",
    message: expect.stringMatching(new RegExp(`"figma" was withdrawn on ${ON}: ${REASON}.* use asOf=2026-11-21\\.`)),
  });
  const before = await catalog().record("figma", { asOf: "2026-11-21", now });
  expect(before).toMatchObject({ status: "found", record: { tiers: [{ priceMonthly: 15 }] } });
  const batch = await ask(getPricingBatch, { slugs: ["figma", "slack"] });
  expect(batch.notFound).toEqual([{ slug: "figma", suggestions: [], withdrawnOn: ON, reason: REASON }]);
  expect(batch.count).toBe(1);
});

test("is neither listed, counted, found nor suggested any more, and was the day before", async () => {
  const known = catalog();
  const shown = await known.record("figma", { asOf: "2026-11-21", now });
  if (shown.status !== "found") throw new Error("not shown the day before");
  const { slug } = shown.record.category;
  const names = async (day: string) => (await known.listing({ asOf: day })).map((product) => product.slug);
  expect(await names("2026-11-21")).toContain("figma");
  expect(await names(ON)).not.toContain("figma");
  const counts = async (day: string) => (await known.recordCounts(day)).get(slug) ?? 0;
  expect(await counts("2026-11-21")).toBe((await counts(ON)) + 1);
  const entry = (await known.categories()).find((each) => each.slug === slug);
  expect(await known.productsIn(slug)).toHaveLength(entry?.productCount ?? -1);
  expect((await known.productsIn(slug)).map((product) => product.slug)).not.toContain("figma");
  expect(await known.find(plainFilters("figma", ON), 5)).not.toContain("figma");
  expect(await known.nearest("figam")).not.toContain("figma");
  const found = (day: Date) => ask(discoverSoftware, { q: "figma" }, day);
  expect((await found(now)).results).toEqual([]);
  expect((await found(EVE)).results).toMatchObject([{ slug: "figma" }]);
});

test("stands in the ledger as a correction, found by its slug, and the day before as a first sighting", async () => {
  const changes = (day: Date, kinds: string[]) => ask(listChanges, { product: "figma", class: kinds }, day);
  const all = ["move", "coverage", "correction", "scheduled"];
  expect((await changes(now, all)).changes).toMatchObject([
    { class: "correction", day: ON, before: 15, after: null, field: "priceMonthly", tier: "pro", reason: REASON },
  ]);
  expect((await changes(now, ["move"])).changes).toEqual([]);
  expect((await changes(EVE, all)).changes).toMatchObject([{ class: "coverage", after: 15, reason: null }]);
});

test("evidence tells what was read there, and from which day on it is taken back", async () => {
  const before = await catalog().record("figma", { asOf: "2026-11-21", now });
  if (before.status !== "found") throw new Error("figma is not known the day before");
  const [id] = before.record.tiers?.[0]?.evidence ?? [];
  const after = await ask(getEvidence, { id });
  expect(after.observations).toMatchObject([
    { product: "figma", kind: "plans", shows: expect.stringContaining("$15"), withdrawn: { on: ON, reason: REASON } },
  ]);
  const dayBefore = await ask(getEvidence, { id, asOf: "2026-11-21" });
  expect(dayBefore.observations).toMatchObject([{ product: "figma", withdrawn: null }]);
  expect(dayBefore.evidence).toEqual(before.record.evidence.find((entry) => entry.id === id));
});

test("every piece of evidence that a record cites is answered with what it shows of that product", async () => {
  const listed = await catalog().listing({ asOf: ON });
  for (const { slug } of listed) {
    const lookup = await catalog().record(slug, { asOf: ON, now });
    if (lookup.status !== "found" || lookup.record.kind === "family") continue;
    for (const entry of lookup.record.evidence) {
      const answer = await ask(getEvidence, { id: entry.id });
      expect(answer.evidence).toEqual(entry);
      expect(answer.observations.map(({ product }) => product)).toContain(slug);
    }
  }
  await expect(ask(getEvidence, { id: "ev_0" })).rejects.toMatchObject({ code: "evidence_not_found" });
});

test("what rests on one piece of evidence comes page by page, each reading once", async () => {
  const record = await catalog().record("slack", { asOf: ON, now });
  if (record.status !== "found") throw new Error("slack is not known");
  for (const { id } of record.record.evidence) {
    const whole = await ask(getEvidence, { id });
    const paged: string[] = [];
    let cursor: string | undefined = "";
    while (cursor !== undefined) {
      const page: typeof whole = await ask(getEvidence, { id, limit: 1, cursor });
      paged.push(...page.observations.map((row) => row.id));
      cursor = page.next ?? undefined;
    }
    expect(paged).toEqual(whole.observations.map((row) => row.id));
    expect(paged).toHaveLength(whole.total);
  }
});
