import { afterEach, describe, expect, test, vi } from "vitest";
import { turnsDuring } from "@/lib/awaitable.fixture";
import type { Observation } from "@/lib/schemas/observation";
import { type ResolveTables, resolveReadings } from "./resolve";
import type { KnownProduct } from "./shared/identity";
import type { Reading } from "./shared/reading";

const TABLES: ResolveTables = {
  products: { "acme-chat": { names: ["Acme Messenger"], name: "Acme Chat" } },
  domains: { sameAs: {}, shared: {} },
  vendors: {},
  excluded: [{ name: "Acme Telecom", reason: "telecom carrier" }],
  adapterSlugs: { "acme-api-old": "acme-api" },
  renamed: {},
  excludedLabels: { "list: Games": "no software for work" },
  firstHand: { lists: { list: ["list.example.com"] }, pages: {} },
};

const product = (slug: string, name: string, domain: string | null): KnownProduct => ({
  slug,
  name,
  domain,
  vendor: { name: "Acme", website: domain && `https://${domain}` },
  pricingPage: null,
  kind: "product",
  aliases: [],
  formerSlugs: [],
});
const PRODUCTS = [product("acme-chat", "Acme Chat", "acme.example"), product("acme-api", "Acme API", null)];

const rates = (subject: Reading["subject"], over: Partial<Reading> = {}, unitPrice = 2): Reading => ({
  subject,
  trust: "B",
  observedAt: "2026-11-23",
  evidence: { url: "https://list.example.com/prices.json" },
  fact: {
    kind: "rates",
    model: "acme-1",
    currency: "USD",
    meters: [
      {
        name: "inputTokens",
        unit: "token",
        per: 1_000_000,
        mode: "standard",
        tierMode: null,
        prices: [{ unitPrice, from: 0, upTo: null, when: null }],
      },
    ],
  },
  ...over,
});

const resolve = (...readings: Reading[]) =>
  resolveReadings(
    { readings, rejects: [{ row: "row 1", reason: "unread" }] },
    { source: "list", products: PRODUCTS, tables: TABLES, asOf: "2026-11-23" },
  );

afterEach(() => vi.restoreAllMocks());

describe("resolveReadings", () => {
  test("a reading becomes an observation of the product that its slug, its name or its site means", async () => {
    const { observations, rejects } = await resolve(
      rates({ name: "Acme API", slug: "acme-api-old" }),
      rates({ name: "Acme Messenger" }, {}, 3),
      rates({ name: "ACME Chat, Inc.", domain: "www.acme.example" }, {}, 4),
    );
    expect(observations.map(({ product: slug, source }) => [slug, source])).toEqual([
      ["acme-api", "list"],
      ["acme-chat", "list"],
      ["acme-chat", "list"],
    ]);
    expect(rejects).toEqual([{ row: "row 1", reason: "unread" }]);
  });

  test("a product that is not known is not made, and is rejected with its line", async () => {
    const { observations, rejects } = await resolve(
      rates({ name: "Acme Board", domain: "board.example" }),
      rates({ name: "Acme API Two", slug: "acme-api-2" }),
    );
    expect(observations).toEqual([]);
    expect(rejects.slice(1)).toEqual([
      { row: "Acme Board: acme-1", reason: "product not in the catalogue" },
      { row: "Acme API Two: acme-1", reason: "product not in the catalogue" },
    ]);
  });

  test("what is only to be kept where it is known says nothing of a namesake on another site", async () => {
    const { observations } = await resolve(
      rates({ name: "Acme Chat", domain: "other.example", onlyIfKnown: true }),
      rates({ name: "Acme Chat", onlyIfKnown: true }),
    );
    expect(observations.map(({ product: slug }) => slug)).toEqual(["acme-chat"]);
  });

  test("names and labels that are left out stay left out", async () => {
    const { rejects } = await resolve(
      rates({ name: "Acme Telecom" }),
      rates({ name: "Acme Chat", categoryLabel: "Games" }, {}, 3),
    );
    expect(rejects.slice(1).map(({ reason }) => reason)).toEqual([
      "left out: telecom carrier",
      "left out: no software for work",
    ]);
  });

  test("what stands neither on the vendor's site nor in a reviewed list is of kind C", async () => {
    const trustAt = async (url: string) => {
      const { observations } = await resolve(rates({ name: "Acme Chat" }, { trust: "A", evidence: { url } }));
      return observations[0]?.trust;
    };
    expect(await trustAt("https://acme.example/pricing")).toBe("A");
    expect(await trustAt("https://list.example.com/prices.json")).toBe("A");
    expect(await trustAt("https://blog.example.org/prices")).toBe("C");
  });

  test("a figure that cannot be is withheld, and so is one of a day to come", async () => {
    const { observations, rejects } = await resolve(
      rates({ name: "Acme Chat" }, {}, 50_000),
      rates({ name: "Acme API", slug: "acme-api" }, { observedAt: "2026-11-24" }),
    );
    expect(observations).toEqual([]);
    expect(rejects.slice(1).map(({ row, reason }) => [row, reason.startsWith("blocked: ")])).toEqual([
      ["Acme Chat: acme-1", true],
      ["Acme API: acme-1", true],
    ]);
  });

  test("a reading that breaks the schema and a second row that says the same are rejected alone", async () => {
    const twice = rates({ name: "Acme Chat" });
    const { observations, rejects } = await resolve(
      twice,
      { ...twice, subject: { name: "Acme Messenger" } },
      rates({ name: "Acme Chat" }, { evidence: { url: "no address" } }),
    );
    expect(observations).toHaveLength(1);
    expect(rejects.slice(1).map(({ reason }) => reason)).toEqual([
      "the same as another row",
      expect.stringMatching(/^breaks the schema: .*evidence\.url/),
    ]);
  });

  test("of a long list it lets others have their turn", async () => {
    const readings = Array.from({ length: 3_000 }, (_, at) => rates({ name: "Acme Chat" }, {}, 1 + at / 1_000));
    let observations: Observation[] = [];
    const turns = await turnsDuring(async () => {
      ({ observations } = await resolve(...readings));
    });
    expect(observations.length).toBe(3_000);
    expect(turns).toBeGreaterThan(3);
  });

  test("nor do the products that it is compared with, however few it names", async () => {
    let at = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => (at += 20));
    const products = Array.from({ length: 200 }, (_, n) => product(`acme-${n}`, `Acme ${n}`, `acme-${n}.example`));
    const turns = await turnsDuring(() =>
      resolveReadings(
        { readings: [rates({ name: "Acme 7" })], rejects: [] },
        { source: "list", products, tables: TABLES, asOf: "2026-11-23" },
      ),
    );
    expect(turns).toBeGreaterThan(200);
  });
});
