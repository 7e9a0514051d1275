import { describe, expect, test } from "vitest";
import { observationId } from "@/lib/ids";
import type { Category, Product, Source } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import { type CatalogTexts, checkCatalog } from "./check";

const categories: Category[] = Array.from({ length: 60 }, (_, index) => ({
  slug: `category-${index}`,
  name: `Category ${index}`,
  group: "Group",
  description: "A category.",
}));

const source: Source = {
  slug: "pages",
  name: "Pages",
  publisher: "Example",
  url: "https://example.com",
  licence: "none",
  licenceUrl: null,
  restricted: false,
  attribution: "Example",
  version: null,
  obtainedAt: "2026-11-21",
  taken: "Facts only.",
};

const product: Product = {
  slug: "acme",
  name: "Acme",
  vendor: { name: "Acme", website: "https://example.com" },
  category: "category-1",
  domain: "example.com",
  pricingPage: null,
  kind: "product",
  aliases: ["Acme One"],
  formerSlugs: ["acme-one"],
};

const compared = {
  product: "acme",
  comparedWith: ["other"],
  source: "editors' own choice",
  licence: "own work",
  decidedAt: "2026-11-21",
};

const tier = { id: "pro", name: "Pro", status: "published" as const, unit: "user" };
const price = { amount: 10, period: "month" as const, billing: null };
const observation: Observation = {
  product: "acme",
  source: "pages",
  trust: "A",
  observedAt: "2026-11-01",
  evidence: { url: "https://example.com/pricing" },
  fact: { kind: "plans", currency: "USD", complete: true, tiers: [{ ...tier, prices: [price] }] },
};
const plans = (tiers: unknown[], currency: string | null = "USD") => ({
  ...observation,
  fact: { kind: "plans", currency, complete: true, tiers },
});

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const texts = (change: {
  products?: readonly unknown[];
  categories?: readonly unknown[];
  sources?: readonly unknown[];
  oftenCompared?: readonly unknown[];
  observations?: Record<string, readonly unknown[]>;
}): CatalogTexts => ({
  products: lines(change.products ?? [product]),
  categories: JSON.stringify(change.categories ?? categories),
  sources: JSON.stringify(change.sources ?? [source]),
  oftenCompared: JSON.stringify(change.oftenCompared ?? []),
  observations: Object.fromEntries(
    Object.entries(change.observations ?? { pages: [observation] }).map(([slug, rows]) => [slug, lines(rows)]),
  ),
});
const problems = (change: Parameters<typeof texts>[0]): string => checkCatalog(texts(change)).problems.join("\n");

const other: Product = { ...product, slug: "other", name: "Other", aliases: [], formerSlugs: [] };
const both = { pages: [observation, { ...observation, product: "other" }] };

describe("checkCatalog", () => {
  test("of a source that only a running service reads nothing need be shipped", () => {
    const described = texts({ sources: [source, { ...source, slug: "list" }] });
    expect(checkCatalog(described, ["list"]).problems).toEqual([]);
    expect(checkCatalog(described, ["other"]).problems).toEqual(["sources.json: list has no observations"]);
  });

  test("finds nothing in a sound catalogue and sums it up", () => {
    expect(checkCatalog(texts({}))).toEqual({
      problems: [],
      summary: "1 products, 1 observations from 1 sources, 60 categories",
    });
  });

  test.each<[string, Parameters<typeof texts>[0], RegExp]>([
    ["an unknown key", { products: [{ ...product, note: "x" }] }, /products\.ndjson:1: .*note/],
    [
      "an observation without evidence",
      { observations: { pages: [{ ...observation, evidence: {} }] } },
      /evidence\.url/,
    ],
    ["a day that is none", { observations: { pages: [{ ...observation, observedAt: "2026-02-30" }] } }, /observedAt/],
    [
      "a day after the newest reading",
      { observations: { pages: [{ ...observation, observedAt: "2026-11-22" }] } },
      /2026-11-22 is after/,
    ],
    [
      "a capture after the newest reading",
      {
        observations: {
          pages: [{ ...observation, evidence: { url: "https://example.com", capturedAt: "2027-01-01" } }],
        },
      },
      /2027-01-01 is after/,
    ],
    [
      "an unknown product",
      { observations: { pages: [observation, { ...observation, product: "ghost" }] } },
      /no such product "ghost"/,
    ],
    [
      "a row in another source's file",
      { observations: { pages: [{ ...observation, source: "else" }] } },
      /source "else" in the file of pages/,
    ],
    [
      "a file of no source",
      { observations: { pages: [observation], ghost: [{ ...observation, source: "ghost" }] } },
      /ghost\.ndjson: no such source/,
    ],
    ["a source without observations", { sources: [source, { ...source, slug: "empty" }] }, /empty has no observations/],
    [
      "what is compared with a product that does not exist",
      { oftenCompared: [{ ...compared, comparedWith: ["ghost"] }] },
      /often-compared\.json, acme: no product "ghost"/,
    ],
    [
      "a product compared with itself or another of its vendor",
      { oftenCompared: [{ ...compared, comparedWith: ["acme"] }] },
      /often-compared\.json, acme: acme is of the same vendor/,
    ],
    [
      "what is compared on nobody's word",
      { oftenCompared: [{ ...compared, source: "" }] },
      /often-compared\.json: .*source/,
    ],
    ["a product compared in two rows", { oftenCompared: [compared, compared] }, /"acme" stands twice/],
    ["an empty file", { observations: { pages: [] } }, /nothing observed/],
    ["a source without a licence", { sources: [{ ...source, licence: "" }] }, /sources\.json: .*licence/],
    ["a row that stands twice", { observations: { pages: [observation, observation] } }, /the same as an earlier line/],
    [
      "a published tier without a price",
      { observations: { pages: [plans([{ ...tier, prices: [] }])] } },
      /pro is published without a price/,
    ],
    [
      "an unpublished tier with a price",
      { observations: { pages: [plans([{ ...tier, status: "contact_sales", prices: [price] }])] } },
      /pro is contact_sales but has a price/,
    ],
    [
      "a price without a currency",
      { observations: { pages: [plans([{ ...tier, prices: [price] }], null)] } },
      /without a currency/,
    ],
    [
      "a flat fee counted by what it includes",
      {
        observations: {
          pages: [
            plans([
              {
                ...tier,
                unit: "MAU",
                prices: [{ ...price, amount: 35 }],
                limits: [{ name: "MAU", value: 500, unit: null }],
              },
            ]),
          ],
        },
      },
      /pro is priced per MAU, of which it includes several/,
    ],
    [
      "two tiers with one id",
      {
        observations: {
          pages: [
            plans([
              { ...tier, prices: [price] },
              { ...tier, prices: [price] },
            ]),
          ],
        },
      },
      /tier ids repeat/,
    ],
    [
      "a negative price",
      { observations: { pages: [plans([{ ...tier, prices: [{ ...price, amount: -1 }] }])] } },
      /amount/,
    ],
    ["an unknown category", { products: [{ ...product, category: "ghost" }] }, /no such category "ghost"/],
    ["a product without observations", { products: [product, other] }, /other: no observation/],
    ["a slug that stands twice", { products: [product, { ...other, slug: "acme" }] }, /slug "acme" stands twice/],
    [
      "a former slug in use",
      { products: [product, { ...other, formerSlugs: ["acme"] }], observations: both },
      /former slug "acme" stands twice/,
    ],
    [
      "an alias of two products",
      { products: [product, { ...other, aliases: ["ACME ONE"] }], observations: both },
      /alias "acmeone" stands twice/,
    ],
    [
      "an alias that is another's name",
      { products: [product, { ...other, aliases: ["acme"] }], observations: both },
      /its alias "acme" is the name of acme/,
    ],
    [
      "two products of one name",
      { products: [product, { ...other, name: "ACME" }], observations: both },
      /another product is called/,
    ],
    [
      "one product twice at one site",
      { products: [product, { ...other, name: "Acme.com", domain: "example.com" }], observations: both },
      /product name at one site "acme @ example.com" stands twice/,
    ],
    ["too few categories", { categories: categories.slice(0, 59) }, /59 categories/],
    [
      "a category that stands twice",
      { categories: [...categories, categories[0]] },
      /category "category-0" stands twice/,
    ],
  ])("finds %s", (_, change, expected) => expect(problems(change)).toMatch(expected));

  test.each<[string, Partial<Observation>, readonly string[], RegExp | null]>([
    ["what the file holds", {}, [observationId(observation)], null],
    ["what the source has never said", {}, ["ob_0000000000000000"], /retracts ob_0+, which the source has never said/],
    ["what is said of another product", { product: "other" }, [observationId(observation)], /of acme/],
    ["what was seen later", { observedAt: "2026-10-31" }, [observationId(observation)], /seen later/],
  ])("a retraction of %s", (_, rest, retracts, found) => {
    const fact = { kind: "retraction" as const, retracts: [...retracts], reason: "never read" };
    const retraction = { ...observation, observedAt: "2026-11-20", ...rest, fact };
    const rows = [observation, retraction, { ...observation, product: "other" }];
    const said = problems({ products: [product, other], observations: { pages: rows } });
    if (found) expect(said).toMatch(found);
    else expect(said).toBe("");
    const twice = { ...retraction, fact: { ...fact, retracts: [observationId(retraction as Observation)] } };
    expect(problems({ products: [product, other], observations: { pages: [...rows, twice] } })).toMatch(
      /retracts the retraction/,
    );
  });

  test("finds a line that is not JSON and a missing line feed", () => {
    const broken: CatalogTexts = { ...texts({}), observations: { pages: `${JSON.stringify(observation)}\n{` } };
    expect(checkCatalog(broken).problems.join("\n")).toMatch(
      /pages\.ndjson: no line feed[\s\S]*pages\.ndjson:2: not JSON/,
    );
  });

  test("accepts a free tier without a currency", () => {
    expect(problems({ observations: { pages: [plans([{ ...tier, prices: [{ ...price, amount: 0 }] }], null)] } })).toBe(
      "",
    );
  });
});
