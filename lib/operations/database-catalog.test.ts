import { join } from "node:path";
import { setTimeout as sleep, setImmediate as turnOfTheLoop } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Connection, Db } from "@/db/client";
import { appendRun } from "@/db/load/append";
import { loadCatalog } from "@/db/load/load-catalog";
import { listedAfter, listProducts } from "@/db/queries/listing";
import { observationsOf, type StoredObservation } from "@/db/queries/observations";
import { type DiscoveryEntries, discoveryEntries, entriesAfter } from "@/db/queries/products";
import { catalogState } from "@/db/schema";
import { embeddedDatabase } from "@/db/testing/embedded";
import { turnsDuring } from "@/lib/awaitable.fixture";
import type { ListedProduct } from "@/lib/catalog/listing";
import { plainFilters } from "@/lib/discovery/page";
import type { PricingRecord } from "@/lib/schemas/record";
import { databaseCatalog } from "./database-catalog";

const site = { name: "Example Prices", url: "https://prices.example" };
const view = { asOf: "2026-11-21", now: new Date("2026-11-21T09:30:00Z") };
let connection: Connection;

beforeAll(async () => {
  connection = await embeddedDatabase();
  await loadCatalog(connection.db, { dir: join(process.cwd(), "db", "load", "fixtures", "acme"), log: () => {} });
});

afterAll(() => connection.close());
afterEach(() => vi.restoreAllMocks());

const open = () => databaseCatalog(site, async () => connection.db);

test("gives the canonical record for a slug, a former slug and another name", async () => {
  const catalog = open();
  const found = await catalog.records(["slack", "slack-chat", "slack-technologies", "nothing-like-it"], view);
  for (const asked of ["slack", "slack-chat", "slack-technologies"]) {
    expect(found.get(asked)).toMatchObject({ status: "found", record: { slug: "slack", name: "Slack" } });
  }
  expect(found.get("nothing-like-it")).toEqual({ status: "unknown" });
  expect([...found.keys()]).toHaveLength(4);
});

test("for a list a record is made without scenarios and dated prices, and who asks for the whole of it later gets the whole", async () => {
  const catalog = open();
  const listed = (await catalog.records(["slack"], view, "list")).get("slack");
  const whole = (await catalog.records(["slack"], view)).get("slack");
  if (listed?.status !== "found" || whole?.status !== "found") throw new Error("no record of slack");
  const { scenarios, priceHistory, license, evidence, ...rest } = whole.record;
  const { scenarios: _, priceHistory: __, ...licences } = license;
  expect(scenarios?.length).toBeGreaterThan(0);
  expect(priceHistory?.length).toBeGreaterThan(0);
  const { evidence: cited, ...told } = listed.record;
  expect(told).toEqual({ ...rest, license: licences });
  expect(evidence).toEqual(expect.arrayContaining(cited));
});

test("every process looks for another edition within a second, once for all who ask, who wait only when they must", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  const connect = vi.fn(async () => connection.db);
  const { state } = databaseCatalog(site, connect);
  const ask = async () => {
    const answers = [state(), state(), state()];
    await Promise.all(answers);
    // Waits until background queries have finished.
    await sleep(20);
    return [connect.mock.calls.length, answers.some((answer) => answer instanceof Promise)];
  };
  expect(await ask()).toEqual([1, true]);
  now.mockReturnValue(1_449);
  expect(await ask()).toEqual([1, false]);
  now.mockReturnValue(1_899);
  expect(await ask()).toEqual([2, false]);
  now.mockReturnValue(2_800);
  expect(await ask()).toEqual([3, true]);
});

test("where the database is away, what was known stands for five minutes; once that is known, nobody waits for it", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  let isAway = false;
  const catalog = databaseCatalog(site, async () => {
    if (isAway) throw new Error("connect ECONNREFUSED");
    return connection.db;
  });
  const known = await catalog.state();
  const record = await catalog.record("slack", view);
  isAway = true;
  now.mockReturnValue(2_500);
  const first = catalog.state();
  expect(first).toBeInstanceOf(Promise);
  expect(await first).toEqual(known);
  expect(catalog.state()).toEqual(known);
  expect(await catalog.record("slack", view)).toEqual(record);
  // Data that is not in memory is not available.
  await expect(catalog.record("figma", view)).rejects.toMatchObject({ code: "unavailable" });
  now.mockReturnValue(301_500);
  await expect(catalog.state()).rejects.toMatchObject({ code: "unavailable" });
  isAway = false;
  expect(await catalog.state()).toEqual(known);
});

test("derives a record once for a day", async () => {
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const connect = vi.fn(async () => connection.db);
  const catalog = databaseCatalog(site, connect);
  const first = await catalog.record("slack", view);
  const calls = connect.mock.calls.length;
  expect(await catalog.record("slack", view)).toEqual(first);
  expect(connect.mock.calls).toHaveLength(calls);
  expect(await catalog.record("slack", { ...view, asOf: "2024-06-01" })).not.toEqual(first);
});

test("asOf sees only what was observed by then, and says from when on there is something", async () => {
  const catalog = open();
  expect(await catalog.record("slack", { ...view, asOf: "2024-06-01" })).toMatchObject({
    record: { asOf: "2024-06-01", tiers: [{ priceMonthly: 8 }] },
  });
  expect(await catalog.record("slack", { ...view, asOf: "2020-01-01" })).toEqual({
    status: "not_yet",
    slug: "slack",
    name: "Slack",
    knownSince: "2024-03-01",
  });
});

test("gives the price changes known on a day, each with its evidence", async () => {
  const catalog = open();
  const { changes, evidence } = await catalog.changesOf("slack", view);
  expect(changes.length).toBeGreaterThan(0);
  expect(new Set(evidence.map(({ id }) => id))).toEqual(new Set(changes.flatMap((change) => change.evidence)));
  const earlier = await catalog.changesOf("slack", { ...view, asOf: "2024-06-01" });
  expect(earlier.changes.every(({ observedAt }) => observedAt <= "2024-06-01")).toBe(true);
  expect(earlier.changes.length).toBeLessThan(changes.length);
  expect(await catalog.changesOf("nothing-like-it", view)).toEqual({
    changes: [],
    evidence: [],
    readings: [],
    checkedOn: [],
  });
});

test("names the nearest slugs, best first", async () => {
  expect((await open().nearest("slakc"))[0]).toBe("slack");
  expect(await open().nearest("\u0000💸")).toEqual([]);
});

test("counts the products of each category and lists them", async () => {
  const catalog = open();
  const chat = (await catalog.categories()).find(({ slug }) => slug === "team-chat");
  expect(await catalog.productsIn("team-chat")).toHaveLength(chat?.productCount ?? -1);
  expect((await catalog.find(plainFilters("slack", view.asOf), 5))[0]).toBe("slack");
});

test("a category is read whole, record for record what each product answers, without keeping any", async () => {
  const connect = vi.fn(async () => connection.db);
  const catalog = databaseCatalog(site, connect);
  for (const { slug, productCount } of await catalog.categories()) {
    const { state, count, batches } = await catalog.readCategory(slug, view);
    expect(state).toEqual(await catalog.state());
    const records: PricingRecord[] = [];
    for await (const batch of batches()) records.push(...batch);
    expect(records).toHaveLength(count);
    expect(count).toBe((await catalog.recordCounts(view.asOf)).get(slug) ?? 0);
    expect(count).toBeLessThanOrEqual(productCount);
    expect(records.map((record) => record.slug)).toEqual(records.map((record) => record.slug).sort());
    for (const record of records) expect(await open().record(record.slug, view)).toEqual({ status: "found", record });
  }
  const before = connect.mock.calls.length;
  await catalog.record("slack", view);
  expect(connect.mock.calls.length).toBeGreaterThan(before);
});

test("reading a category whole gives others their turn within a batch, not only where it asks the database", async () => {
  const connect = vi.fn(async () => connection.db);
  const catalog = databaseCatalog(site, connect);
  const [largest] = (await catalog.categories()).toSorted((a, b) => b.productCount - a.productCount);
  const { count, batches } = await catalog.readCategory(largest?.slug ?? "", view);
  // By the clock of an earlier test, the turn may have begun minutes from now.
  await turnOfTheLoop();
  // Each step takes longer than a turn allows.
  let ms = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => (ms += 100));
  const before = connect.mock.calls.length;
  const turns = await turnsDuring(async () => {
    for await (const _ of batches());
  });
  expect(turns).toBeGreaterThan(connect.mock.calls.length - before + count);
});

test("a category is counted and read as it was known on a day", async () => {
  const catalog = open();
  const long = { ...view, asOf: "2020-01-01" };
  expect((await catalog.recordCounts(long.asOf)).get("team-chat") ?? 0).toBe(0);
  const { count, batches } = await catalog.readCategory("team-chat", long);
  expect(count).toBe(0);
  for await (const batch of batches()) expect(batch).toEqual([]);
});

test("reading a category stops where the catalogue is loaded anew meanwhile", async () => {
  const catalog = open();
  const { batches } = await catalog.readCategory("team-chat", view);
  const [row] = await connection.db.select().from(catalogState);
  await connection.db.update(catalogState).set({ contentHash: "another" });
  try {
    await expect(batches()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "unavailable" });
    expect((await catalog.readCategory("team-chat", view)).state.contentHash).toBe("another");
  } finally {
    if (row) await connection.db.update(catalogState).set(row);
  }
});

test("what a run changed is answered once it is read, of that product alone; until then all is as it was", async () => {
  const connect = vi.fn(async () => connection.db);
  const catalog = databaseCatalog(site, connect);
  const [before, other] = [await catalog.record("slack", view), await catalog.record("figma", view)];
  const editions = [await catalog.editionOf("slack"), await catalog.editionOf("figma")];
  const run = { id: "run-1", kind: "verify", source: null, startedAt: view.now } as const;
  const rows = (await observationsOf(connection.db, ["slack"], view.asOf)).get("slack") ?? [];
  const { id: _, ...last } = rows.findLast(({ fact }) => fact.kind === "plans") as StoredObservation;
  const reading = { ...last, observedAt: view.asOf, evidence: { url: "https://example.com/again" } };
  await appendRun(connection.db, { run, observations: [reading], checks: [], now: view.now });
  // The state is read again, as after some seconds.
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 5_000);
  expect(await catalog.state()).toMatchObject({ revision: 0 });
  expect(await catalog.record("slack", view)).toEqual(before);
  await vi.waitFor(async () => expect(await catalog.state()).toMatchObject({ revision: 1 }));
  expect(await catalog.record("slack", view)).toMatchObject({ record: { verification: { observedAt: view.asOf } } });
  const calls = connect.mock.calls.length;
  expect(await catalog.record("figma", view)).toEqual(other);
  expect(connect.mock.calls).toHaveLength(calls);
  expect(await catalog.editionOf("slack")).not.toBe(editions[0]);
  expect(await catalog.editionOf("figma")).toBe(editions[1]);
});

test("another day of a product, and its changes, ask the database nothing more", async () => {
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const connect = vi.fn(async () => connection.db);
  const catalog = databaseCatalog(site, connect);
  await catalog.record("figma", view);
  const calls = connect.mock.calls.length;
  for (const asOf of ["2020-01-01", "2024-06-01", "2026-11-20"]) {
    expect(await catalog.record("figma", { ...view, asOf })).toEqual(await open().record("figma", { ...view, asOf }));
    await catalog.changesOf("figma", { ...view, asOf });
  }
  expect(connect.mock.calls).toHaveLength(calls);
});

test("kept or not, what is answered of any day is what the ledger says, run after run", async () => {
  const catalog = open();
  const days = ["2024-06-01", "2026-11-20", view.asOf];
  const rows = (await observationsOf(connection.db, ["figma"], view.asOf)).get("figma") ?? [];
  const { id: _, ...last } = rows.findLast(({ fact }) => fact.kind === "plans") as StoredObservation;
  for (const [at, observedAt] of ["2026-11-19", "2026-11-20", "2024-05-30"].entries()) {
    const run = { id: `run-again-${at}`, kind: "verify", source: null, startedAt: view.now } as const;
    const reading = { ...last, observedAt, evidence: { url: `https://example.com/${at}` } };
    const { revision } = await appendRun(connection.db, { run, observations: [reading], checks: [], now: view.now });
    await catalog.readCategory("team-chat", view);
    await vi.waitFor(async () => expect(await catalog.state()).toMatchObject({ revision }));
    for (const asOf of days) {
      for (const slug of ["figma", "slack"]) {
        const [asked, fresh] = [{ ...view, asOf }, open()];
        expect(await catalog.record(slug, asked)).toEqual(await fresh.record(slug, asked));
        expect(await catalog.changesOf(slug, asked)).toEqual(await fresh.changesOf(slug, asked));
      }
    }
  }
});

test("what runs changed since an edition, and that alone, is read to the same as all of it: moved, withdrawn, back", async () => {
  const inOrder = ({ products, index, withdrawn, categories }: DiscoveryEntries) => ({
    products: products.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)),
    index: index.toSorted((a, b) => `${a.slug} ${a.validFrom}`.localeCompare(`${b.slug} ${b.validFrom}`)),
    withdrawn: [...withdrawn].sort(),
    categories,
  });
  const { db } = connection;
  const [state] = await db.select().from(catalogState);
  let revision = state?.revision ?? 0;
  let entries = await discoveryEntries(db);
  const first = entries;
  const known = (await observationsOf(db, ["figma"], view.asOf)).get("figma") ?? [];
  const { id: _, ...last } = known.findLast(({ fact }) => fact.kind === "plans") as StoredObservation;
  const readAgain = (text: string) => ({
    ...last,
    observedAt: view.asOf,
    evidence: { url: `https://example.com/${text}` },
  });
  const all = async () => (await observationsOf(db, ["figma"], view.asOf)).get("figma") ?? [];
  const steps = [
    async () => readAgain("moved"),
    async () => {
      const retracts = (await all()).filter(({ fact }) => fact.kind !== "retraction").map(({ id }) => id);
      return { ...last, observedAt: view.asOf, fact: { kind: "retraction" as const, retracts, reason: "Misread." } };
    },
    async () => readAgain("back"),
  ];
  let listed: readonly ListedProduct[] = await listProducts(db, view.asOf);
  const slackBefore = listed.find(({ slug }) => slug === "slack");
  const gone: boolean[] = [];
  for (const [at, step] of steps.entries()) {
    const run = { id: `run-after-${at}`, kind: "verify", source: null, startedAt: view.now } as const;
    const appended = await appendRun(db, { run, observations: [await step()], checks: [], now: view.now });
    expect(appended.products).toContain("figma");
    entries = await entriesAfter(db, entries, revision);
    revision = appended.revision;
    expect(inOrder(entries)).toEqual(inOrder(await discoveryEntries(db)));
    gone.push(entries.withdrawn.has("figma"));
    listed = await listedAfter(db, listed, appended.products, view.asOf);
    expect(listed).toEqual(await listProducts(db, view.asOf));
    expect(listed.some(({ slug }) => slug === "figma")).toBe(!gone[at]);
    if (at === 0) expect(listed.find(({ slug }) => slug === "slack")).toBe(slackBefore);
  }
  expect(gone).toEqual([false, true, false]);
  const kept = ({ products }: DiscoveryEntries) => products.find(({ slug }) => slug === "slack");
  expect(kept(entries)).toBe(kept(first));
});

test("a database that cannot be opened is unavailable", async () => {
  const catalog = databaseCatalog(site, () => Promise.reject(new Error("no such file")));
  await expect(catalog.record("slack", view)).rejects.toMatchObject({ code: "unavailable", retryAfter: 5 });
  await expect(catalog.ping()).rejects.toMatchObject({ code: "unavailable" });
});

test.each([
  ["ECONNREFUSED", "unavailable"],
  ["57P01", "unavailable"],
  ["55000", "unavailable"],
  ["42P01", undefined],
])("a query that fails with %s", async (code, expected) => {
  const cause = Object.assign(new Error("failed"), { code });
  const execute = () => Promise.reject(new Error("query failed", { cause }));
  const catalog = databaseCatalog(site, async () => Object.assign(Object.create(connection.db) as Db, { execute }));
  const error = await catalog.ping().catch((reason: { code?: string }) => reason);
  expect(error?.code).toBe(expected);
});

test("an empty database is unavailable, not an empty catalogue", async () => {
  const empty = await embeddedDatabase();
  const catalog = databaseCatalog(site, async () => empty.db);
  expect(await catalog.state()).toBeNull();
  await expect(catalog.record("slack", view)).rejects.toMatchObject({ code: "unavailable" });
  await empty.close();
});
