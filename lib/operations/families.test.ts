import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { loadCatalog } from "@/db/load/load-catalog";
import { embeddedDatabase } from "@/db/testing/embedded";
import { indexEntry, listEntry } from "@/lib/catalog/starting-price";
import { answerSentence } from "@/lib/format/answer";
import { badgeText } from "@/lib/format/badge";
import { productStructuredData } from "@/lib/format/json-ld";
import { productMarkdown } from "@/lib/format/markdown";
import { call } from "@/lib/http/testing";
import { currentClient } from "@/lib/mcp/testing";
import type { Product } from "@/lib/schemas/catalog";
import type { CompareAnswer } from "@/lib/schemas/compare";
import type { Fact, Observation } from "@/lib/schemas/observation";
import type { PricingAnswer, PricingRecord } from "@/lib/schemas/record";
import type { TcoAnswer } from "@/lib/schemas/tco";
import type { Catalog } from "./catalog";
import { databaseCatalog } from "./database-catalog";
import type { Runtime } from "./run";
import { type CatalogFixture, memoryCatalog } from "./testing/memory-catalog";
import { FIXTURE, NOW, SITE, testRuntime } from "./testing/runtime";

const product = (slug: string, name: string, vendor: string, category: string, kind: Product["kind"] = "product") => ({
  slug,
  name,
  vendor: { name: vendor, website: null },
  category,
  domain: null,
  pricingPage: null,
  kind,
  aliases: [],
  formerSlugs: [],
});

const seen = (slug: string, observedAt: string, fact: Fact, source = "vendor-pages"): Observation => ({
  product: slug,
  source,
  trust: "A",
  observedAt,
  evidence: { url: `https://${slug}.example/pricing` },
  fact,
});

const plan = (amount: number, currency = "USD", unit: string | null = "user"): Fact => ({
  kind: "plans",
  currency,
  complete: true,
  tiers: [
    { id: "pro", name: "Pro", status: "published", prices: [{ amount, period: "month", billing: "monthly" }], unit },
  ],
});
const rate: Fact = {
  kind: "rates",
  model: "agents",
  currency: "USD",
  meters: [
    {
      name: "requests",
      unit: "request",
      per: 1,
      mode: "standard",
      tierMode: null,
      prices: [{ unitPrice: 2, from: 0, upTo: null, when: null }],
    },
  ],
};
const fiscalYear: Fact = { kind: "fiscal_year_end", monthDay: "01-31" };
const [source] = FIXTURE.sources;
if (!source) throw new Error("no source");
const category = (slug: string, name: string) => ({ slug, name, group: "Sales", description: `${name} programs.` });

/** Acme sells a CRM, a chat and agents, and owns the name Acme Cloud; Globex has nothing with a price. */
const WORLD: CatalogFixture = {
  sources: [source, { ...source, slug: "second-list" }],
  categories: [category("crm", "CRM"), category("team-chat", "Team chat"), category("cloud", "Clouds")],
  products: [
    product("acme", "Acme", "Acme", "crm", "family"),
    product("acme-agents", "Acme Agents", "Acme", "cloud"),
    product("acme-chat", "Acme Chat", "Acme", "team-chat"),
    product("acme-cloud", "Acme Cloud", "Acme", "cloud", "family"),
    product("acme-crm", "Acme CRM", "Acme", "crm"),
    product("acme-desk", "Acme Desk", "Acme", "crm"),
    product("acme-storage", "Acme Storage", "Acme Cloud", "cloud"),
    product("globex", "Globex", "Globex", "crm", "family"),
    product("globex-crm", "Globex CRM", "Globex", "crm"),
    product("hooli", "Hooli", "Hooli", "crm", "family"),
    product("hooli-chat", "Hooli Chat", "Hooli", "team-chat"),
    product("initech-chat", "Initech Chat", "Initech", "team-chat"),
    product("umbrella-crm", "Umbrella CRM", "Umbrella", "crm"),
  ],
  observations: [
    seen("acme", "2021-12-01", fiscalYear),
    seen("acme-agents", "2026-08-01", rate),
    seen("acme-chat", "2024-01-01", plan(8)),
    seen("acme-chat", "2026-09-01", plan(9)),
    seen("acme-cloud", "2025-01-01", { kind: "free_tier", available: true, trialDays: null, limits: [] }),
    seen("acme-crm", "2025-02-01", plan(25)),
    seen("acme-crm", "2025-02-01", plan(25), "second-list"),
    seen("acme-desk", "2026-07-01", fiscalYear),
    seen("acme-storage", "2026-05-01", plan(5, "EUR", null)),
    seen("globex", "2021-12-01", fiscalYear),
    seen("globex-crm", "2026-07-01", fiscalYear),
    seen("hooli", "2021-12-01", fiscalYear),
    seen("hooli-chat", "2026-07-01", plan(6)),
    seen("initech-chat", "2026-07-01", plan(4)),
    seen("umbrella-crm", "2026-07-01", plan(14)),
  ],
  loadedAt: NOW,
};

const ndjson = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
let dir: string;
let connection: Connection;
let runtime: Runtime;
let catalogs: Record<"memory" | "database", Catalog>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "families-"));
  await mkdir(join(dir, "observations"));
  await writeFile(join(dir, "sources.json"), JSON.stringify(WORLD.sources));
  await writeFile(join(dir, "categories.json"), JSON.stringify(WORLD.categories));
  await writeFile(join(dir, "products.ndjson"), ndjson(WORLD.products));
  await writeFile(join(dir, "observations", "all.ndjson"), ndjson(WORLD.observations));
  connection = await embeddedDatabase();
  await loadCatalog(connection.db, { dir, log: () => {}, now: NOW });
  const database = databaseCatalog(SITE, async () => connection.db);
  catalogs = { memory: memoryCatalog(WORLD, SITE), database };
  runtime = testRuntime({
    catalog: database,
    limiter: { take: async () => ({ allowed: true, remaining: 1, resetSeconds: 1 }) },
  });
});
afterAll(async () => {
  await connection.close();
  await rm(dir, { recursive: true });
});

const get = async <T>(address: string): Promise<T> => (await call(address, {}, runtime)).json() as Promise<T>;
const TODAY = NOW.toISOString().slice(0, 10);
async function recordOf(catalog: Catalog, slug: string, asOf = TODAY): Promise<PricingRecord> {
  const found = await catalog.record(slug, { asOf, now: NOW });
  if (found.status !== "found") throw new Error(`${slug} is ${found.status}`);
  return found.record;
}

describe.each(["memory", "database"] as const)("a family in the catalogue of the %s", (name) => {
  test("lists its members, priced ones first, and spans their prices", async () => {
    const { kind, members = [], priceRange, priceStatus, verification } = await recordOf(catalogs[name], "acme");
    expect(kind).toBe("family");
    expect(members.map(({ slug, priceStatus: status }) => [slug, status])).toEqual([
      ["acme-crm", "published"],
      ["acme-chat", "published"],
      ["acme-cloud", "published"],
      ["acme-agents", "not_applicable"],
      ["acme-desk", "unverified"],
    ]);
    expect(members[0]).toEqual({
      slug: "acme-crm",
      name: "Acme CRM",
      startingPrice: 25,
      highestPrice: 25,
      currency: "USD",
      priceUnit: "user/month",
      priceStatus: "published",
      pricingModel: "per_seat",
      links: { page: `${SITE.url}/software/crm/acme-crm` },
    });
    expect(priceRange.display).toBe("$9–$25 per user/month across 2 products; 2 more priced differently");
    expect([priceStatus, verification.observedAt]).toEqual(["published", "2025-02-01"]);
  });

  test("is told as it was known on a day", async () => {
    const { members = [], priceRange } = await recordOf(catalogs[name], "acme", "2025-01-15");
    expect(members.map(({ slug }) => slug)).toEqual(["acme-chat", "acme-cloud"]);
    expect(priceRange).toMatchObject({ low: 8, high: 8, products: 1 });
    expect((await recordOf(catalogs[name], "acme", "2022-01-01")).members).toEqual([]);
  });

  test("may be a member itself, with the price of its own members", async () => {
    expect((await recordOf(catalogs[name], "acme-cloud")).priceRange).toMatchObject({ low: 5, currency: "EUR" });
    const nested = (await recordOf(catalogs[name], "acme")).members?.find(({ slug }) => slug === "acme-cloud");
    expect(nested).toMatchObject({ startingPrice: 5, currency: "EUR", priceUnit: "month" });
  });

  test("stands in lists with the price of its flagship, and is no second product beside its members", async () => {
    const listing = await catalogs[name].listing({ asOf: TODAY });
    const listed = listing.find(({ slug }) => slug === "acme");
    const record = await recordOf(catalogs[name], "acme");
    const { confidence: _c, verifiedAt: _v, hasHiddenCosts: _h, observedAt: _o, ...indexed } = indexEntry(record);
    const { freePlan: _f, selfHosted: _s, ...entry } = indexed;
    const { stated: _st, freePeople: _fp, ...ofList } = listEntry(record);
    expect(listed).toMatchObject({ ...entry, ...ofList, kind: "family", members: 5 });
    expect(listed).toMatchObject({ startingPrice: 25, highestPrice: 25 });
  });
});

test("the database answers as the ledger in memory does, on the day of loading and before", async () => {
  for (const { slug } of WORLD.products) {
    for (const asOf of [TODAY, "2026-10-31", "2026-06-01", "2025-01-15"]) {
      const view = { asOf, now: NOW };
      expect(await catalogs.database.record(slug, view)).toEqual(await catalogs.memory.record(slug, view));
    }
  }
});

test("a category read whole holds its families with their members", async () => {
  const { batches } = await catalogs.database.readCategory("crm", { asOf: TODAY, now: NOW });
  const records: PricingRecord[] = [];
  for await (const batch of batches()) records.push(...batch);
  expect(records.find(({ slug }) => slug === "acme")).toEqual(await recordOf(catalogs.database, "acme"));
});

describe("a family is answered", () => {
  test("in short with all it needs, and in discover with its number of products", async () => {
    const brief = await get<PricingAnswer>("/api/v2/pricing/acme?depth=summary");
    expect(brief.kind).toBe("family");
    expect(brief.members).toHaveLength(5);
    expect(brief.members?.[0]).toMatchObject({ slug: "acme-crm", startingPrice: 25 });
    const { results } = await get<{ results: object[] }>("/api/v2/discover?q=acme");
    expect(results).toContainEqual(
      expect.objectContaining({ slug: "acme", kind: "family", memberCount: 5, startingPrice: 25 }),
    );
    // The price is that of a product, which the search finds itself.
    const capped = await get<{ results: { slug: string }[] }>("/api/v2/discover?q=acme&maxPrice=10");
    expect(capped.results.map(({ slug }) => slug)).toContain("acme-chat");
    expect(capped.results.map(({ slug }) => slug)).not.toContain("acme");
    expect(await get("/api/v2/coverage?slugs=acme")).toMatchObject({
      products: [{ members: ["acme-crm", "acme-chat", "acme-cloud", "acme-agents", "acme-desk"] }],
    });
  });

  test("alike in sentences, Markdown, badge, structured data and to a model", async () => {
    const record = await recordOf(catalogs.database, "acme");
    expect(answerSentence(record)).toContain("Acme CRM costs from $25 per user per month; 5 products.");
    expect(productMarkdown(record)).toContain(
      `| [Acme CRM](${SITE.url}/software/crm/acme-crm) | from $25 per user per month |\n`,
    );
    expect(badgeText(record).price).toBe("Acme CRM from $25 per user per month");
    expect(JSON.stringify(productStructuredData(record))).not.toContain("Offer");
    expect(productStructuredData(record)).toMatchObject({ "@type": "ItemList", numberOfItems: 5 });
    const client = await currentClient(runtime);
    const answer = await client.callTool({ name: "get_pricing", arguments: { slug: "acme", depth: "full" } });
    expect(answer.structuredContent).toEqual(await get("/api/v2/pricing/acme"));
    expect(JSON.stringify(answer.content)).toContain("- Acme CRM [acme-crm]: from $25 per user per month");
    expect(JSON.stringify(answer.content)).toContain("- Acme Agents [acme-agents]: priced by usage");
    await client.close();
  });
});

describe("compare takes a member of a family", () => {
  const compare = (slugs: string) => get<CompareAnswer>(`/api/v2/compare?slugs=${slugs}`);

  test.each([
    ["acme,umbrella-crm", "acme-crm", "We compared Acme CRM, its best-known product with a price in CRM."],
    ["initech-chat,acme", "acme-chat", "We compared Acme Chat, its best-known product with a price in Team chat."],
    ["acme,acme-crm", "acme-chat", "We compared Acme Chat, its best-known other product with a price."],
  ])("%s: %s", async (slugs, taken, because) => {
    const { products, resolved, fields } = await compare(slugs);
    expect(resolved).toEqual([{ of: "product", asked: "acme", taken, because: expect.stringContaining(because) }]);
    expect(products.map(({ slug }) => slug)).toEqual(slugs.split(",").map((slug) => (slug === "acme" ? taken : slug)));
    expect(fields.find(({ field }) => field === "startingPrice")?.values[taken]).toBeGreaterThan(0);
  });

  test("of two families those of one category", async () => {
    const { resolved } = await compare("acme,hooli");
    expect(resolved.map(({ taken }) => taken)).toEqual(["acme-chat", "hooli-chat"]);
  });

  test("nothing is taken where products are compared", async () => {
    expect((await compare("initech-chat,umbrella-crm")).resolved).toEqual([]);
  });

  test("and asks where none has a price", async () => {
    expect(await compare("globex,umbrella-crm")).toMatchObject({ code: "not_priced", suggestions: ["globex-crm"] });
  });
});

describe("a question about one price, asked of a family, is answered with those that have it", () => {
  test("costs", async () => {
    const body = JSON.stringify({ slug: "acme", seats: 10 });
    const headers = { "content-type": "application/json" };
    const answer = await call("/api/v2/tco", { method: "POST", body, headers }, runtime);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: "not_priced",
      suggestions: ["acme-crm", "acme-chat", "acme-cloud"],
      detail: expect.stringContaining("Acme is a family of 5 products"),
    });
  });

  test("costs of a stack, which take the flagship and say so", async () => {
    const body = JSON.stringify({
      items: [
        { slug: "acme", seats: 10 },
        { slug: "umbrella-crm", seats: 10 },
      ],
    });
    const headers = { "content-type": "application/json" };
    const answer = await call("/api/v2/tco", { method: "POST", body, headers }, runtime);
    const { items, resolved, total } = (await answer.json()) as TcoAnswer;
    expect(items[0]).toMatchObject({ slug: "acme-crm", total: 3000 });
    expect(total).toBeGreaterThan(3000);
    expect(resolved).toEqual([
      {
        of: "product",
        asked: "acme",
        taken: "acme-crm",
        because: expect.stringContaining("The cost is that of Acme CRM. Others with a monthly price: Acme Chat"),
      },
    ]);
  });

  test("rates", async () => {
    expect(await get("/api/v2/usage/acme")).toMatchObject({
      slug: "acme-agents",
      resolved: [{ of: "product", asked: "acme", taken: "acme-agents", because: expect.stringContaining("Only") }],
    });
    expect(await get("/api/v2/usage/globex")).toMatchObject({
      code: "not_priced",
      detail: expect.stringContaining("None of its products has a rate card"),
    });
  });
});
