import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { loadCatalog } from "@/db/load/load-catalog";
import { embeddedDatabase } from "@/db/testing/embedded";
import type { Catalog } from "./catalog";
import { databaseCatalog } from "./database-catalog";
import { type AskedFor, readAsked } from "./read-asked";
import { suggest } from "./suggest";
import { NOW, SITE } from "./testing/runtime";

let connection: Connection;
let catalog: Catalog;

beforeAll(async () => {
  connection = await embeddedDatabase();
  const dir = join(process.cwd(), "db", "load", "fixtures", "acme");
  await loadCatalog(connection.db, { dir, log: () => {}, now: NOW });
  catalog = databaseCatalog(SITE, async () => connection.db);
});
afterAll(() => connection.close());

const read = (q: string, given: Partial<AskedFor> = {}) =>
  readAsked({ catalog, now: NOW, site: SITE }, { q, currency: "USD", ...given });

describe("words", () => {
  test("that are a product's name are searched for as they stand, and the product leads", async () => {
    for (const q of ["slack", "Slack Technologies", "figma design"]) {
      const { filters, readAs } = await read(q);
      expect([filters.text, readAs, filters.lead?.products.length]).toEqual([q, null, 1]);
    }
  });

  test("that name a category let its products lead, and find names beside", async () => {
    const { filters, readAs, sort } = await read("best team chat apps");
    expect(filters).toMatchObject({ text: "best team chat apps", category: null, lead: { category: "team-chat" } });
    expect([readAs?.category, readAs?.sentence, sort]).toEqual([
      "team-chat",
      "Searched for: Team chat, best known first.",
      "relevance",
    ]);
  });

  test("of price and plan are filters", async () => {
    const { filters, readAs, sort } = await read("cheapest team chat under $10 per user");
    expect(filters).toMatchObject({ text: null, category: "team-chat", maxPrice: 10, currency: "USD" });
    expect(sort).toBe("price");
    expect(readAs?.sentence).toBe("Searched for: Team chat, up to $10 per month, cheapest first.");
    expect((await read("team chat under €10")).filters).toMatchObject({ maxPrice: 10, currency: "EUR" });
  });

  test("about one product's price search for its name", async () => {
    const { filters, readAs } = await read("what does slack cost?");
    expect(filters).toMatchObject({ text: "Slack", lead: { products: ["slack"] } });
    expect(readAs).toMatchObject({ text: "Slack", sentence: "Searched for: “Slack”." });
  });

  test("never filter away the product that they name", async () => {
    const { filters, readAs } = await read("open source slack");
    expect([filters.lead?.products, filters.pricingModel]).toEqual([["slack"], null]);
    expect(readAs).toMatchObject({ topics: ["openSource"], unread: [] });
  });

  test("of a comparison lead with what is compared, misspelt names too, and tell where it stands", async () => {
    const { filters, readAs } = await read("slakc vs figma");
    expect(filters.lead?.products).toEqual(["slack", "figma"]);
    expect(readAs?.compare).toEqual({
      names: ["Slack", "Figma"],
      slugs: ["slack", "figma"],
      models: [],
      page: `${SITE.url}/compare/figma-vs-slack`,
    });
    expect(readAs?.spelledAlike).toBe(true);
    expect(readAs?.sentence).toMatch(/^No product matches “slakc”; Slack is spelled alike\. Searched for: comparison/);
    expect((await read("slack vs nonesuchness")).readAs).toMatchObject({ compare: null, unread: ["nonesuchness"] });
    expect((await read("slack vs slack technologies")).readAs?.compare).toBeNull();
  });

  test("that ask for alternatives name the product, and keep to no category unless they name one", async () => {
    const { filters, readAs } = await read("slack alternatives");
    expect(filters).toMatchObject({ text: null, category: null, alternativesTo: "slack" });
    expect(readAs?.sentence).toBe(
      "Searched for: alternatives to Slack, often compared products first, then best known.",
    );
    expect(readAs?.alternativesTo).toEqual({
      slug: "slack",
      name: "Slack",
      page: `${SITE.url}/software/team-chat/slack`,
    });
  });
});

describe("words that are found nowhere together", () => {
  test.each([
    ["slack 10000 messages", "slack", ["10000 messages"]],
    ["how much is slack with a dentist", "slack", ["dentist"]],
    ["slack nonesuch plan for 20 users", "slack", ["nonesuch"]],
    ["what did buyers pay for figma", "figma", ["buyers"]],
    ["buyers love figma", "figma", ["buyers love"]],
    ["slack 20m input 5m output", "slack", ["20m input 5m output"]],
    ["slakc 10000 messages", "slack", ["10000 messages"]],
  ])("%j are read as the product that they name, and say what is left out", async (q, slug, unread) => {
    const { filters, readAs } = await read(q);
    expect(filters.lead?.products).toEqual([slug]);
    expect(readAs).toMatchObject({ unread, cost: { slug } });
    expect(readAs?.sentence).toContain(`Not used: “${unread[0]}”.`);
  });

  test.each(["slack regression software", "2024"])("%j name no product that is asked about", async (q) => {
    expect((await read(q)).readAs).toBeNull();
  });
});

describe("a number behind a tier", () => {
  test("counts people, a year does not, nor one behind the product", async () => {
    const { readAs } = await read("slack pro 15");
    expect(readAs).toMatchObject({ seats: 15, cost: { slug: "slack", tier: { name: "Pro" } }, unread: [] });
    expect((await read("slack pro for 15")).readAs?.seats).toBe(15);
    expect((await read("slack pro 2026")).readAs).toMatchObject({ seats: null, unread: ["2026"] });
    expect((await read("slack 15")).readAs).toMatchObject({ seats: null, unread: ["15"] });
  });
});

test("a comparison names the plans that the text names", async () => {
  const { readAs } = await read("slack pro vs figma");
  expect(readAs?.unread).toEqual([]);
  expect(readAs?.sentence).toBe("Searched for: comparison of Slack Pro and Figma.");
});

describe("a parameter", () => {
  test("goes before what the words say of the same", async () => {
    const { filters, readAs } = await read("team chat under 10", { maxPrice: 5, hasFreeTier: false });
    expect(filters).toMatchObject({ category: "team-chat", maxPrice: 5, hasFreeTier: false });
    expect(readAs).toMatchObject({ category: "team-chat", maxPrice: null, hasFreeTier: null });
  });

  test("that names another category leaves the words as they are", async () => {
    const { filters, readAs } = await read("team chat", { category: "design" });
    expect([filters.text, filters.category, filters.lead ?? null, readAs]).toEqual(["team chat", "design", null, null]);
  });

  test("literal searches for the words as written", async () => {
    for (const q of ["team chat", "slack vs figma", "cheapest team chat under 10"]) {
      const { filters, readAs } = await read(q, { literal: true });
      expect([filters.text, filters.category, filters.maxPrice, filters.lead ?? null, readAs]).toEqual([
        q,
        null,
        null,
        null,
        null,
      ]);
    }
  });
});

test("suggestions for the words of a category are its products", async () => {
  const found = await suggest({ catalog, now: NOW }, "team chat");
  expect(found.products.map(({ product }) => product.slug)).toEqual(["slack"]);
});
