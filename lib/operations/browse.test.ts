import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { loadCatalog } from "@/db/load/load-catalog";
import { embeddedDatabase } from "@/db/testing/embedded";
import type { PricingModel } from "@/lib/schemas/primitives";
import { answersTo, nearestTo } from "./addresses";
import { browse, browseCategory, readBrowse } from "./browse";
import type { Catalog } from "./catalog";
import { databaseCatalog } from "./database-catalog";
import { directory } from "./directory";
import { catalogFacts } from "./facts";
import { sitemapParts } from "./sitemap";
import { suggest } from "./suggest";
import { NOW, SITE } from "./testing/runtime";

let connection: Connection;
let catalog: Catalog;
const context = () => ({ catalog, now: NOW, site: SITE });

beforeAll(async () => {
  connection = await embeddedDatabase();
  const dir = join(process.cwd(), "db", "load", "fixtures", "acme");
  await loadCatalog(connection.db, { dir, log: () => {}, now: NOW });
  catalog = databaseCatalog(SITE, async () => connection.db);
});
afterAll(() => connection.close());

describe("a list's address", () => {
  test("is read part by part: what cannot be read is named and leaves the rest in force", () => {
    expect(readBrowse({ free: "yes", max: "20", sort: "-price", page: "3", model: "per_seat", q: " slack " })).toEqual({
      query: { free: "yes", max: 20, sort: "-price", page: 3, model: "per_seat", q: "slack" },
      ignored: [],
    });
    expect(
      readBrowse({ free: "maybe", max: "-1", sort: "random", page: "0", category: "Team Chat", q: "slack" }),
    ).toEqual({
      query: { q: "slack" },
      ignored: ["category", "free", "max", "sort", "page"],
    });
    for (const max of ["1e9", "NaN", "Infinity", "1".repeat(40)]) expect(readBrowse({ max }).ignored).toEqual(["max"]);
  });

  test("empty fields of a form are as good as absent, and of a repeated part the first counts", () => {
    expect(readBrowse({ free: "", max: " ", q: "", sort: ["name", "price"] })).toEqual({
      query: { sort: "name" },
      ignored: [],
    });
  });

  test("control characters never reach the database", () => {
    expect(readBrowse({ q: "sl\u0000ack\n" }).query.q).toBe("sl ack");
  });
});

describe("browsing", () => {
  test("rows carry the record's own starting price and tiers", async () => {
    const { rows, total } = await browse(context(), {});
    expect(total).toBe(rows.length);
    for (const row of rows) {
      const lookup = await catalog.record(row.slug, { asOf: "2026-11-21", now: NOW });
      if (lookup.status !== "found") throw new Error(row.slug);
      const prices = (lookup.record.tiers ?? []).map(({ priceMonthly }) => priceMonthly);
      if (row.startingPrice) expect(prices).toContain(row.startingPrice);
      expect(row.tiers.every(({ price }) => price >= 0)).toBe(true);
    }
  });

  test("a page beyond the last shows the last", async () => {
    const { page, pages, rows } = await browse(context(), { page: 900 });
    expect([page, pages]).toEqual([1, 1]);
    expect(rows.length).toBeGreaterThan(0);
  });

  test("a facet tells what each value of its filter finds beside the other filters", async () => {
    const all = await browse(context(), {});
    expect(all.facets.freePlan.length).toBeGreaterThan(0);
    for (const query of [
      {},
      { free: "yes" },
      { free: "no" },
      { self: "yes" },
      { max: 0 },
      { model: "flat" },
    ] as const) {
      const { facets, total } = await browse(context(), query);
      for (const [value, free] of [
        ["true", "yes"],
        ["false", "no"],
      ] as const) {
        const count = facets.freePlan.find((facet) => facet.value === value)?.count ?? 0;
        expect((await browse(context(), { ...query, free })).total).toBe(count);
      }
      for (const { value, count } of facets.pricingModel) {
        if (value === null) continue;
        const model = value as PricingModel;
        expect((await browse(context(), { ...query, model })).total).toBe(count);
      }
      expect(facets.priceStatus.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    }
  });

  test("an unknown category is none, and an empty one is one without figures", async () => {
    expect(await browseCategory(context(), "nonesuch", {})).toBeNull();
    expect(await browseCategory(context(), "payroll", {})).toMatchObject({
      total: 0,
      newest: null,
      figures: { products: 0, spread: null },
    });
  });
});

describe("addresses", () => {
  test("of products, categories, letters, comparisons and problems answer only where the data has them", async () => {
    const known = await catalog.listing({ asOf: "2026-11-21" });
    const [one, other] = known.map(({ slug }) => slug);
    for (const path of [
      "/",
      "/software",
      "/software/team-chat",
      "/software/Team-Chat",
      "/software/team-chat/opengraph-image",
      `/software/team-chat/${one}`,
      `/software/wrong-category/${one}`,
      `/compare/${one}-vs-${other}`,
      "/problems/rate_limited",
      "/terms",
      "/any/thing/else",
    ]) {
      expect(await answersTo(context(), path), path).toBe(true);
    }
    for (const path of [
      "/software/nonesuch",
      "/software/team-chat/nonesuch",
      "/software/team-chat/%zz",
      `/compare/${one}`,
      `/compare/${one}-vs-nonesuch`,
      `/compare/${one}-vs-${one}`,
      "/problems/nonesuch",
      "/categories/a-z/zz",
      "/browse/nonesuch",
      `/software/team-chat/${one}/rates`,
      "/software/team-chat/nonesuch/rates",
    ]) {
      expect(await answersTo(context(), path), path).toBe(false);
    }
  });

  test("the page of rates is there for a product that is priced by use", async () => {
    const [{ slug = "" } = {}] = await catalog.listing({ asOf: "2026-11-21" });
    const rated = { ...context(), catalog: { ...catalog, ratedProducts: async () => [slug] } };
    expect(await answersTo(rated, `/software/team-chat/${slug}/rates`)).toBe(true);
  });

  test("a former slug and an alias answer, for they redirect", async () => {
    expect(await answersTo(context(), "/software/team-chat/slack-chat")).toBe(true);
  });

  test("an unknown one is answered with what it may have meant", async () => {
    const { text, products } = await nearestTo(context(), "/software/team-chat/slakc");
    expect(text).toBe("slakc");
    expect(products.map(({ slug }) => slug)).toContain("slack");
    expect((await nearestTo(context(), "/software/teamchat")).categories.map(({ slug }) => slug)).toContain(
      "team-chat",
    );
    expect(await nearestTo(context(), "/")).toEqual({ text: "", products: [], categories: [] });
  });
});

test("suggestions are the first products that discover finds", async () => {
  const found = (await suggest(context(), "slakc")).products.map(({ product }) => product.slug);
  const searched = (await browse(context(), { q: "slakc" })).rows.map(({ slug }) => slug);
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(searched.slice(0, found.length));
});

test("the index by letters holds every listed product once", async () => {
  const listing = await catalog.listing({ asOf: "2026-11-21" });
  const held = (await directory(context())).flatMap(({ products }) => products.map(({ slug }) => slug));
  expect([...held].sort()).toEqual(listing.map(({ slug }) => slug).sort());
});

describe("facts", () => {
  test("moves of list prices are told, the newest first, none older than a year, and the newest reading", async () => {
    const facts = await catalogFacts(context());
    const days = (facts?.moves ?? []).map(({ day }) => day);
    expect(days).toEqual(days.toSorted().reverse());
    for (const day of days) expect(day >= "2025-11-21").toBe(true);
    expect(facts?.newest?.seenAt).toBe(
      (await catalog.listing({ asOf: "2026-11-21" }))
        .map(({ seenAt }) => seenAt)
        .sort()
        .at(-1),
    );
  });
});

describe("sitemap", () => {
  test("no entry is younger than the newest observation shown there", async () => {
    const parts = await sitemapParts(context());
    const listing = await catalog.listing({ asOf: "2026-11-21" });
    const days = new Map(
      listing.map(({ slug, category, observedAt }) => [`${SITE.url}/software/${category}/${slug}`, observedAt]),
    );
    const products = [...parts].flatMap(([name, entries]) => (name.startsWith("products-") ? entries : []));
    expect(products).toHaveLength(listing.length);
    for (const { url, lastmod } of products) expect(lastmod).toBe(days.get(url));
  });
});
