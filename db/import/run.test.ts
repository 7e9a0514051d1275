import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { observationId } from "@/lib/ids";
import type { AdapterResult, Reading } from "../sources/shared/reading";
import { buildCatalog, type CatalogFiles, type ImportTables, readCatalog, writeCatalog } from "./run";

const tables: ImportTables = {
  products: { "acme-chat": { names: ["Acme Chat", "Acme Messenger"], name: "Acme Chat" } },
  domains: { sameAs: {}, shared: {} },
  vendors: {},
  excluded: [{ name: "Acme Telecom", reason: "telecom carrier" }],
  adapterSlugs: {},
  renamed: {},
  categories: { "acme-chat": "team-chat" },
  categoryLabels: { "llm api": "llm-apis" },
  excludedLabels: {},
  firstHand: { lists: {}, pages: {} },
};

const rating = (name: string, rest: Partial<Reading> & { domain?: string; label?: string } = {}): Reading => ({
  subject: { name, domain: rest.domain ?? "example.com", ...(rest.label && { categoryLabel: rest.label }) },
  trust: "B",
  observedAt: rest.observedAt ?? "2026-01-02",
  evidence: rest.evidence ?? { url: "https://example.com/reviews" },
  fact: rest.fact ?? { kind: "rating", publisher: "Example", rating: 4, scale: 5, reviewCount: 10 },
});

const read = (...readings: Reading[]): AdapterResult => ({ readings, rejects: [] });

describe("buildCatalog", () => {
  test("what is read on no page of the vendor's is of kind C, save in a list that is reviewed", () => {
    const at = (url: string) => rating("Acme Chat", { evidence: { url } });
    const trustOf = (url: string) =>
      buildCatalog(
        { reviews: read(at(url)) },
        {
          ...tables,
          firstHand: { lists: { reviews: ["github.com/keeper/list"] }, pages: { "acme.host.example": ["acme-chat"] } },
        },
      ).catalog.observations.reviews?.map(({ trust }) => trust);
    const first = [
      "https://help.example.com/pricing",
      "https://web.archive.org/web/20250301000000/https://example.com/pricing",
      "https://raw.githubusercontent.com/keeper/list/main/data.json",
      "https://acme.host.example/docs",
    ];
    const second = [
      "https://best-tools.example/acme-pricing",
      "https://example.com.proxy.example/pricing",
      "https://github.com/keeper/other",
      "https://web.archive.org/web/20250301000000/https://best-tools.example/acme",
    ];
    for (const url of first) expect([url, trustOf(url)]).toEqual([url, ["B"]]);
    for (const url of second) expect([url, trustOf(url)]).toEqual([url, ["C"]]);
  });

  test("gives observations of one product under both of its names one slug, sorted by product and day", () => {
    const results = {
      reviews: read(
        rating("Acme Messenger", { observedAt: "2026-03-01" }),
        rating("Zed API", { domain: "zed.example", label: "llm api" }),
        rating("Acme Chat", { observedAt: "2025-03-01" }),
      ),
    };
    const { catalog } = buildCatalog(results, tables);
    expect(catalog.observations.reviews?.map(({ product, observedAt }) => [product, observedAt])).toEqual([
      ["acme-chat", "2025-03-01"],
      ["acme-chat", "2026-03-01"],
      ["zed-api", "2026-01-02"],
    ]);
    expect(catalog.products.map(({ slug, category, aliases }) => [slug, category, aliases])).toEqual([
      ["acme-chat", "team-chat", ["Acme Messenger"]],
      ["zed-api", "llm-apis", []],
    ]);
  });

  test("a vendor's name without a price is a family where two of its products have one, unless the table says otherwise", () => {
    const priced = (name: string, vendor: string): Reading => {
      const fact: Reading["fact"] = {
        kind: "plans",
        currency: "USD",
        complete: true,
        tiers: [
          {
            id: "pro",
            name: "Pro",
            status: "published",
            prices: [{ amount: 5, period: "month", billing: "monthly" }],
            unit: "user",
          },
        ],
      };
      const reading = rating(name, {
        domain: `${name.toLowerCase().replace(" ", "-")}.example`,
        label: "llm api",
        fact,
      });
      return { ...reading, subject: { ...reading.subject, vendor } };
    };
    const unpriced = (name: string) => rating(name, { domain: `${name.toLowerCase()}.example`, label: "llm api" });
    const reviews = read(
      ...["Zed", "Yak", "Xen", "Wax"].map(unpriced),
      priced("Zed API", "Zed"),
      priced("Zed Chat", "Zed"),
      priced("Yak API", "Yak"),
      priced("Wax API", "Wax"),
      priced("Wax Chat", "Wax"),
    );
    const kept = { ...tables, products: { wax: { kind: "product" as const }, xen: { kind: "family" as const } } };
    const { catalog } = buildCatalog({ reviews }, kept);
    expect(catalog.products.filter(({ kind }) => kind === "family").map(({ slug }) => slug)).toEqual(["xen", "zed"]);
  });

  test("writes the same whatever the order of readings and of their keys", () => {
    const one = rating("Acme Chat");
    const other = rating("Acme Chat", { observedAt: "2025-01-01" });
    const { fact, evidence, observedAt, trust, subject } = one;
    const turned: Reading = { fact, evidence, observedAt, trust, subject };
    const texts = [read(one, other), read(other, turned)].map((reviews) =>
      JSON.stringify(buildCatalog({ reviews }, tables).catalog),
    );
    expect(texts[1]).toBe(texts[0]);
  });

  test("drops identical rows and rows of what is left out, and counts both", () => {
    const reviews = read(rating("Acme Chat"), rating("Acme Messenger"), rating("Acme Telecom"));
    reviews.rejects.push({ row: "1", reason: "no price in 3 cells" }, { row: "2", reason: "no price in 14 cells" });
    const { catalog } = buildCatalog({ reviews }, tables);
    expect(catalog.observations.reviews).toHaveLength(1);
    expect(catalog.products).toHaveLength(1);
    expect(catalog.rejects.reviews).toEqual({
      "left out: telecom carrier": 1,
      "no price in N cells": 2,
      "the same as another row": 1,
    });
  });

  test("keeps what counts only where known for known products, and counts the rest", () => {
    const offer = (name: string, domain: string): Reading => {
      const one = rating(name, { domain });
      return { ...one, subject: { ...one.subject, onlyIfKnown: true } };
    };
    const { catalog } = buildCatalog(
      {
        reviews: read(rating("Acme Chat", { domain: "acme.example" })),
        offers: read(offer("Acme Messenger", "acme.example"), offer("Nova", "nova.example")),
      },
      tables,
    );
    expect(catalog.products.map(({ slug }) => slug)).toEqual(["acme-chat"]);
    expect(catalog.observations.offers?.map(({ product }) => product)).toEqual(["acme-chat"]);
    expect(catalog.rejects.offers).toEqual({ "product not otherwise known": 1 });
  });

  test("a product that only such a source still names is forgotten", () => {
    const zed = rating("Zed", { domain: "zed.example", label: "llm api" });
    const reviews = read(rating("Acme Chat"), zed);
    const first = buildCatalog({ reviews }, tables).catalog;
    const offers = read({ ...zed, subject: { ...zed.subject, onlyIfKnown: true } });
    const again = buildCatalog({ reviews: read(rating("Acme Chat")), offers }, tables, first).catalog;
    expect(again.products.map(({ slug }) => slug)).toEqual(["acme-chat"]);
    expect(again.rejects.offers).toEqual({ "product not otherwise known": 1 });
  });

  test("reads one label differently for two sources, and the first label in the table's order decides", () => {
    const labels = { ...tables, categoryLabels: { "lists: Search": "seo", Search: "search", Chat: "team-chat" } };
    const of = (results: Record<string, AdapterResult>): string[] =>
      buildCatalog(results, labels).catalog.products.map(({ slug, category }) => `${slug} ${category}`);
    const nova = rating("Nova", { domain: "nova.example", label: "Search" });
    const orion = rating("Orion", { domain: "orion.example", label: "Search" });
    expect(of({ lists: read(nova), reviews: read(orion) })).toEqual(["nova seo", "orion search"]);
    const chat = rating("Orion", { domain: "orion.example", label: "Chat" });
    expect(of({ reviews: read(chat, orion) })).toEqual(["orion search"]);
  });

  test("counts a flat fee by the account, whichever source counts it by what it includes", () => {
    const limits = [{ name: "MAU", value: 500, unit: null }];
    const essentials = { id: "essentials", name: "Essentials", status: "published" as const, limits };
    const price = { amount: 35, period: "month" as const, billing: null };
    const fact: Reading["fact"] = {
      kind: "plans",
      currency: "USD",
      complete: true,
      tiers: [{ ...essentials, unit: "MAU", prices: [price] }],
    };
    const { catalog } = buildCatalog({ pages: read(rating("Acme Chat", { fact })) }, tables);
    expect(catalog.observations.pages?.map((row) => row.fact)).toEqual([
      { ...fact, tiers: [{ ...essentials, unit: "account", prices: [price] }] },
    ]);
    expect(catalog.rejects.pages).toEqual({});
  });

  test("takes nothing under a label that is left out", () => {
    const labels = { ...tables, excludedLabels: { "lists: Editors": "not priced" } };
    const nova = rating("Nova", { domain: "nova.example", label: "Editors" });
    const { catalog } = buildCatalog({ lists: read(nova) }, labels);
    expect(catalog.products).toEqual([]);
    expect(catalog.rejects.lists).toEqual({ "left out: not priced": 1 });
  });

  test("refuses a reading that breaks the schema, naming source and field", () => {
    const broken = rating("Acme Chat", { observedAt: "2026-02-30" });
    expect(() => buildCatalog({ reviews: read(broken) }, tables)).toThrow(/reviews, Acme Chat: observedAt/);
  });

  test("refuses products without a category, naming them", () => {
    const reviews = read(rating("Nova", { domain: "nova.example" }), rating("Orion", { domain: "orion.example" }));
    expect(() => buildCatalog({ reviews }, tables)).toThrow(/2 products have no category:\nnova.*\norion/);
  });

  test("keeps slugs, categories and observations of sources that are not read this time", () => {
    const first = buildCatalog(
      { reviews: read(rating("Zed", { domain: "zed.example", label: "llm api" })), more: read(rating("Acme Chat")) },
      tables,
    ).catalog;
    const again = buildCatalog({ more: read(rating("Acme Messenger", { observedAt: "2026-04-01" })) }, tables, first);
    expect(again.catalog.observations.reviews).toEqual(first.observations.reviews);
    expect(again.catalog.products.map(({ slug }) => slug)).toEqual(["acme-chat", "zed"]);
  });

  test("forgets a product that no source mentions any more", () => {
    const first = buildCatalog(
      { reviews: read(rating("Acme Chat"), rating("Zed", { domain: "zed.example", label: "llm api" })) },
      tables,
    ).catalog;
    const again = buildCatalog({ reviews: read(rating("Acme Chat")) }, tables, first);
    expect(again.catalog.products.map(({ slug }) => slug)).toEqual(["acme-chat"]);
  });
});

describe("a withdrawn reading", () => {
  const url = "https://example.com/reviews";
  const withdrawal = { url, readOn: "2026-01-02", withdrawnOn: "2026-11-22", reason: "never read" };
  const shipped = buildCatalog(
    { reviews: read(rating("Acme Chat"), rating("Acme Chat", { observedAt: "2026-02-02" })) },
    tables,
  ).catalog;
  const stands = rating("Acme Chat", { observedAt: "2026-02-02" });
  const again = (before: CatalogFiles, ...readings: Reading[]) =>
    buildCatalog({ reviews: { ...read(...readings), withdrawals: [withdrawal] } }, tables, before).catalog;

  test("stays as it was shipped, beside its retraction", () => {
    const after = again(shipped, stands);
    const [taken] = shipped.observations.reviews ?? [];
    expect(after.observations.reviews).toHaveLength(3);
    expect(JSON.stringify(after.observations.reviews?.[0])).toBe(JSON.stringify(taken));
    expect(after.observations.reviews?.[2]).toMatchObject({
      product: "acme-chat",
      source: "reviews",
      observedAt: "2026-11-22",
      fact: { kind: "retraction", retracts: [taken && observationId(taken)], reason: "never read" },
    });
  });

  test("is withdrawn once, however often it is imported, and keeps its product", () => {
    const once = again(shipped);
    expect(again(once)).toEqual(once);
    expect(once.products).toEqual(shipped.products);
  });

  test("that a row says again stands", () => {
    const after = again(shipped, rating("Acme Chat"), stands);
    expect(after.observations.reviews).toEqual(shipped.observations.reviews);
    expect(after.rejects.reviews).toEqual({ "withdrawn by its source, and never shown": 1 });
  });
});

test("a second import over the written files changes no byte", async () => {
  const dir = await mkdtemp(join(tmpdir(), "catalog-"));
  try {
    await mkdir(join(dir, "observations"));
    const results = { reviews: read(rating("Acme Messenger"), rating("Acme Chat", { observedAt: "2024-05-06" })) };
    const texts: string[] = [];
    for (let run = 0; run < 2; run += 1) {
      const before: CatalogFiles = await readCatalog(dir);
      await writeCatalog(dir, buildCatalog(results, tables, before).catalog);
      const files = ["products.ndjson", "observations/reviews.ndjson", "rejects.json"];
      texts.push((await Promise.all(files.map((file) => readFile(join(dir, file), "utf8")))).join("\n"));
    }
    expect(texts[1]).toBe(texts[0]);
    expect(texts[0]).toContain('"product":"acme-chat"');
  } finally {
    await rm(dir, { recursive: true });
  }
});
