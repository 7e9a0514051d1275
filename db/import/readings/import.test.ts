import { describe, expect, test } from "vitest";
import type { Category, Product, Source } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { CatalogFiles } from "../catalog-files";
import { importReadings } from "./import";

const source = (slug: string): Source => ({
  slug,
  name: slug,
  publisher: "Example",
  url: "https://example.com",
  licence: "none",
  licenceUrl: null,
  restricted: false,
  attribution: "Example",
  version: null,
  obtainedAt: "2026-11-01",
  taken: "Facts only.",
});
const category: Category = { slug: "team-chat", name: "Team chat", group: "Collaboration", description: "Chat." };
const acme: Product = {
  slug: "acme-chat",
  name: "Acme Chat",
  vendor: { name: "Acme", website: "https://example.com" },
  category: "team-chat",
  domain: "example.com",
  pricingPage: null,
  kind: "product",
  aliases: ["AcmeTalk"],
  formerSlugs: [],
};
const tables = {
  products: {},
  domains: { sameAs: { "acme.test": "example.com" }, shared: { "shared.example.org": null } },
  vendors: {},
  excluded: [],
  adapterSlugs: {},
  renamed: {},
  excludedLabels: {},
  firstHand: { lists: {}, pages: {} },
};
const paid = (amount: number, observedAt: string, trust: Observation["trust"] = "A"): Observation => ({
  product: "acme-chat",
  source: "pages",
  trust,
  observedAt,
  evidence: { url: "https://example.com/pricing" },
  fact: {
    kind: "plans",
    currency: "USD",
    complete: true,
    tiers: [
      {
        id: "pro",
        name: "Pro",
        status: "published",
        unit: "user",
        prices: [{ amount, period: "month", billing: "monthly" }],
      },
    ],
  },
});
const shipped = (...rows: Observation[]): CatalogFiles => ({
  products: [acme],
  observations: rows.length > 0 ? { pages: rows } : {},
  rejects: {},
});

type Fields = Record<string, unknown>;
const line = (change: Fields = {}, product: Fields = {}, amount = 12) => ({
  source: "quotes",
  product: { name: "Acme Chat", domain: "example.com", ...product },
  voice: { id: "list-one" },
  page: "https://example.com/pricing",
  readOn: "2026-10-01",
  dateBasis: "stated",
  trust: "A",
  currency: "USD",
  tiers: [{ name: "Pro", unit: "user", prices: [{ amount, period: "month", billing: "monthly" }] }],
  ...change,
});
const text = (...lines: unknown[]) => [
  { file: "r.jsonl", text: lines.map((one) => `${JSON.stringify(one)}\n`).join("") },
];
const run = (catalog: CatalogFiles, ...lines: unknown[]) =>
  importReadings(text(...lines), catalog, {
    tables,
    categories: [category],
    sources: [source("pages"), source("quotes")],
    asOf: "2026-11-01",
  });
const effects = (catalog: CatalogFiles, ...lines: unknown[]) =>
  run(catalog, ...lines).effects.map(({ product, effect }) => `${product} ${effect}`);
const reasons = (...lines: unknown[]) => run(shipped(), ...lines).rejected.map(({ reason }) => reason);

describe("the product of a line", () => {
  test.each<[string, Fields]>([
    ["its slug", { slug: "acme-chat", name: "Chat by Acme" }],
    ["its site and name", {}],
    ["its site and alias", { name: "AcmeTalk" }],
    ["another site of the product", { domain: "acme.test" }],
    ["a site with one product", { name: "Acme Chat for Teams" }],
    ["its exact name without a site", { domain: undefined }],
  ])("is found by %s", (_, product) => expect(effects(shipped(), line({}, product))).toEqual(["acme-chat new"]));

  test("is listed without a price if the line has no facts, and only if it is new", () => {
    const product = { name: "Acme Mail", vendor: "Acme", domain: "mail.example.org", category: "team-chat" };
    const { catalog, newProducts } = run(shipped(), line({ tiers: [] }, product), line({ tiers: [] }));
    expect(newProducts).toEqual(["acme-mail"]);
    expect(catalog.observations.quotes?.map(({ product: slug, fact }) => [slug, fact])).toEqual([
      ["acme-mail", { kind: "identity" }],
    ]);
    expect(run(catalog, line({ tiers: [] }, product)).catalog.observations).toEqual(catalog.observations);
  });

  test("is new if neither site nor name is known", () => {
    const product = { name: "Acme Mail", vendor: "Acme", domain: "mail.example.org", category: "team-chat" };
    const { catalog, newProducts } = run(shipped(), line({}, product));
    expect(newProducts).toEqual(["acme-mail"]);
    expect(catalog.products.map(({ slug, domain }) => [slug, domain])).toEqual([
      ["acme-chat", "example.com"],
      ["acme-mail", "example.org"],
    ]);
  });

  test("is another one on the same site if the line proposes its slug, and is listed to be checked", () => {
    const product = { slug: "acme-chat-api", name: "Acme Chat API", vendor: "Acme", category: "team-chat" };
    const { near, effects: made } = run(shipped(), line({}, product));
    expect(made.map(({ product: slug }) => slug)).toEqual(["acme-chat-api"]);
    expect(near).toEqual([{ slug: "acme-chat-api", beside: ["acme-chat"] }]);
  });

  test.each<[string, Fields, string]>([
    ["a name at another site", { domain: "example.net" }, "its name is that of acme-chat at example.com"],
    ["a slug at another site", { slug: "acme-chat", domain: "example.net" }, "the slug acme-chat is that of a product"],
    ["a name that is only alike", { name: "Acme Chats", domain: undefined }, "a new product without vendor, category"],
    ["a category that does not exist", { name: "N", vendor: "N", domain: "n.test", category: "x" }, "no such category"],
  ])("is rejected for %s", (_, product, reason) => expect(reasons(line({}, product))[0]).toContain(reason));
});

describe("the effect of a reading", () => {
  test.each<[string, Observation[], Fields, number, string]>([
    ["first price", [], {}, 12, "new"],
    ["later first-hand price", [paid(10, "2026-08-01")], {}, 12, "newer"],
    ["same price", [paid(12, "2026-08-01")], {}, 12, "equal"],
    ["second-hand price beside a first-hand one", [paid(10, "2026-10-01")], { trust: "C" }, 12, "disputed"],
    ["earlier price", [paid(12, "2026-10-01")], { readOn: "2025-01-01" }, 10, "older"],
  ])("%s", (_, rows, change, amount, effect) => {
    expect(effects(shipped(...rows), line(change, {}, amount))).toEqual([`acme-chat ${effect}`]);
  });

  test("a page that is not the vendor's is second-hand", () => {
    const { catalog } = run(shipped(), line({ page: "https://blog.example.net/prices" }));
    expect(catalog.observations.quotes?.map(({ trust }) => trust)).toEqual(["C"]);
  });

  test("a second import changes nothing", () => {
    const once = run(shipped(paid(10, "2026-08-01")), line());
    const twice = run(once.catalog, line());
    expect(twice.catalog).toEqual(once.catalog);
    expect(twice.effects.map(({ effect }) => effect)).toEqual(["known"]);
  });
});

describe("the facts of a line", () => {
  test("hold its tiers, base fee, percentage, free plan and trial", () => {
    const tiers = [
      {
        name: "Pro",
        unit: "user",
        prices: [{ amount: 6, period: "month", billing: null }],
        baseFee: { amount: 49, period: "month" },
      },
      { name: "Enterprise", status: "contact_sales" },
    ];
    const percentages = [{ label: "Card payments", percent: 2.9, fixedFee: 0.3 }];
    const { catalog } = run(shipped(), line({ tiers, percentages, freePlan: false, trialDays: 14 }));
    const facts = (catalog.observations.quotes ?? []).map(({ fact }) => fact);
    expect(facts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "free_tier", available: false, trialDays: 14 }),
        expect.objectContaining({ cost: "platform_fee", label: "Base fee, Pro", amount: 49, unit: "month" }),
        expect.objectContaining({ label: "Card payments", percent: 2.9, amount: 0.3, unit: "transaction" }),
        expect.objectContaining({
          kind: "plans",
          tiers: [
            expect.objectContaining({ id: "pro", status: "published" }),
            expect.objectContaining({ id: "enterprise", status: "contact_sales", prices: [] }),
          ],
        }),
      ]),
    );
  });

  test("hold rates with the day of their launch, and the day on which a model ends", () => {
    const meters = [
      {
        name: "inputTokens",
        unit: "token",
        per: 1_000_000,
        prices: [{ unitPrice: 2, from: 0, upTo: null, when: null }],
      },
    ];
    const events = [
      { kind: "launch", on: "2026-09-21", model: "acme-2" },
      { kind: "retirement", on: "2026-12-01", model: "acme-1" },
    ];
    const { catalog } = run(shipped(), line({ tiers: [], models: [{ model: "acme-2", meters }], events }));
    expect(catalog.observations.quotes?.map(({ effectiveFrom, fact }) => [effectiveFrom, fact])).toEqual(
      expect.arrayContaining([
        ["2026-09-21", expect.objectContaining({ model: "acme-2" })],
        ["2026-12-01", expect.objectContaining({ model: "acme-1", status: "retired", meters: [] })],
      ]),
    );
  });

  test("retire the tier that an event names, and keep a former name of the product", () => {
    const events = [
      { kind: "retirement", on: "2026-09-03", tier: "Pro" },
      { kind: "rename", from: "OldChat" },
    ];
    const { catalog } = run(shipped(), line({ events }));
    expect(catalog.observations.quotes?.[0]?.fact).toMatchObject({ tiers: [{ id: "pro", retiredOn: "2026-09-03" }] });
    expect(catalog.products[0]?.aliases).toEqual(["AcmeTalk", "OldChat"]);
  });
});

test.each<[string, unknown, string]>([
  ["a line that is not JSON", "{", "line: "],
  ["an unknown field", line({ price: 12 }), "price"],
  ["a day that does not exist", line({ readOn: "2026-02-30" }), "readOn"],
  ["neither page nor URL", line({ page: undefined }), "names a page or the URL of its voice"],
  ["a source without an entry", line({ source: "ghost" }), 'no source "ghost"'],
  ["a day after the catalogue's", line({ readOn: "2026-11-02" }), "seen on a day to come"],
  ["a price that cannot be", line({}, {}, 9_000_000), "price above any of its unit"],
])("%s is rejected with its reason", (_, input, reason) => expect(reasons(input).join()).toContain(reason));
