import { expect, test } from "vitest";
import type { Category, Product, Source } from "@/lib/schemas/catalog";
import type { Fact, Observation } from "@/lib/schemas/observation";
import { type CatalogTexts, catalogDay, catalogReport, contentHash, type ReportFiles, reportMatches } from "./report";
import { BLOCKED } from "./sanity";
import { observe, paid, SOURCES, type tier } from "./testing/observations";

const AS_OF = "2026-11-21";

const product = (slug: string, rest: Partial<Product> = {}): Product => ({
  slug,
  name: slug,
  vendor: { name: slug, website: null },
  category: "crm",
  domain: `${slug}.example`,
  pricingPage: null,
  kind: "product",
  aliases: [],
  formerSlugs: [],
  ...rest,
});

const CATEGORIES: Category[] = [
  { slug: "crm", name: "CRM", group: "Sales", description: "Contacts." },
  { slug: "llm-apis", name: "Model APIs", group: "AI", description: "Models." },
  { slug: "chat", name: "Chat", group: "Collaboration", description: "Nothing yet." },
];

const plans = (...tiers: ReturnType<typeof tier>[]): Fact => ({
  kind: "plans",
  currency: "USD",
  complete: true,
  tiers,
});
const rates = (unitPrice: number): Fact => ({
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
});
const market: Fact = {
  kind: "market",
  publisher: "Example",
  medianAnnualCost: 12_000,
  low: null,
  high: null,
  sampleSize: null,
  currency: "USD",
  scope: "product",
};

const PAGES: Observation[] = [
  observe(plans(paid("pro", 10)), { observedAt: "2024-09-01" }),
  observe(plans(paid("pro", 12), paid("free", 9, { name: "Free" })), { observedAt: "2026-09-01" }),
  observe(rates(3), { product: "acme-api", observedAt: "2025-01-01" }),
  observe(rates(2), { product: "acme-api", observedAt: "2026-11-01" }),
  observe(plans(paid("pro", 5)), { product: "old", observedAt: "2019-01-01" }),
  observe(plans(paid("pro", 5)), { product: "hearsay", observedAt: "2026-01-01", trust: "C" }),
];
const MEDIANS: Observation[] = [
  observe(market, { product: "bought", source: "example-medians", trust: "B", observedAt: "2026-02-08" }),
];

const FILES: ReportFiles = {
  products: [
    product("acme"),
    product("acme-api", { category: "llm-apis" }),
    product("old"),
    product("hearsay"),
    product("bought", { domain: null }),
  ],
  categories: CATEGORIES,
  sources: [...SOURCES.values()].filter(({ slug }) => slug !== "acme-list"),
  observations: { "example-pages": PAGES, "example-medians": MEDIANS },
  rejects: {
    "example-pages": { "no date": 3, "prose only": 9, "no currency": 1, "left out: hardware": 4 },
    "example-medians": { [`${BLOCKED}market median too low to be a purchase`]: 2 },
  },
};

const report = catalogReport(FILES, AS_OF);

test("totals count the products and what is known of them", () => {
  expect(report.totals).toMatchObject({
    products: 5,
    families: 0,
    priced: 4,
    observations: 7,
    sources: 2,
    rejects: 19,
    blocked: 2,
    flagged: 1,
    pricedTrusted: 3,
    pricedOrMedian: 5,
    withMedian: 1,
    withDomain: 4,
    domainPercent: 80,
    withHistory: 2,
    productsWithHistory: 1,
    modelsWithHistory: 1,
    stale: 3,
    stalePercent: 60,
    withoutSourceDateOrLicence: 0,
  });
});

test("a source is told with its days, its products and its most frequent rejects", () => {
  expect(report.sources.map(({ slug }) => slug)).toEqual(["example-medians", "example-pages"]);
  expect(report.sources[1]).toEqual({
    slug: "example-pages",
    name: "example-pages",
    licence: "MIT",
    restricted: false,
    observations: 6,
    products: 4,
    oldest: "2019-01-01",
    newest: "2026-11-01",
    rejects: 17,
    blocked: 0,
    flagged: 1,
    topRejects: [
      { reason: "prose only", count: 9 },
      { reason: "left out: hardware", count: 4 },
      { reason: "no date", count: 3 },
    ],
  });
});

test("a group is told with the products that have it and the age and belief of its readings", () => {
  const group = (name: string) => report.groups.find((entry) => entry.group === name);
  expect(group("tiers")).toMatchObject({ products: 3, medianAgeDays: 324 });
  expect(group("usage")).toMatchObject({ products: 1, medianAgeDays: 20 });
  expect(group("marketData")).toMatchObject({ products: 1, medianAgeDays: 286 });
  expect(group("sentiment")).toEqual({ group: "sentiment", products: 0, medianAgeDays: null, medianConfidence: null });
});

test("categories add up to the whole, and empty ones are left out", () => {
  expect(report.categories.map(({ slug, products }) => [slug, products])).toEqual([
    ["crm", 4],
    ["llm-apis", 1],
  ]);
  for (const part of ["ages", "confidences", "groups"] as const) {
    const added = report.overall[part].map((_, index) =>
      report.categories.reduce((total, category) => total + (category[part][index] ?? 0), 0),
    );
    expect(report.overall[part]).toEqual(added);
  }
  for (const spread of [report.overall, ...report.categories]) {
    expect(spread.ages.reduce((a, b) => a + b)).toBe(spread.products);
  }
  // One of the five has no price, and so no confidence.
  expect(report.overall.products).toBe(5);
  expect(report.overall.confidences.reduce((a, b) => a + b)).toBe(4);
});

test("a small catalogue misses the targets for counts and meets those for quality", () => {
  expect(report.targets.map(({ met }) => met)).toEqual([...Array(7).fill(false), true, false, true]);
});

test("an observation of a source that is not described counts as without licence", () => {
  const sources = FILES.sources.filter(({ slug }) => slug === "example-pages");
  const { totals, targets } = catalogReport({ ...FILES, sources }, AS_OF);
  expect(totals.withoutSourceDateOrLicence).toBe(1);
  expect(targets.at(-1)?.met).toBe(false);
});

test("flagged observations are listed", () => {
  expect(report.flags).toEqual([
    {
      product: "acme",
      name: "acme",
      category: "crm",
      source: "example-pages",
      observedAt: "2026-09-01",
      rule: "free_with_price",
      action: "flag",
      detail: "Free: 9",
    },
  ]);
});

test("the report does not depend on the order of observations", () => {
  const reversed = { ...FILES, observations: { "example-medians": MEDIANS, "example-pages": [...PAGES].reverse() } };
  expect(catalogReport(reversed, AS_OF)).toEqual(report);
});

test("progress is told for each product", () => {
  const told: number[] = [];
  catalogReport(FILES, AS_OF, { onProgress: (done) => told.push(done) });
  expect(told).toEqual([1, 2, 3, 4, 5]);
});

test("a report matches only the files it was made from", () => {
  const texts: CatalogTexts = {
    products: "p",
    categories: "c",
    sources: "s",
    rejects: "{}",
    observations: { b: "2", a: "1" },
  };
  const made = { contentHash: contentHash(texts) };
  expect(reportMatches(made, { ...texts, observations: { a: "1", b: "2" } })).toBe(true);
  expect(reportMatches(made, { ...texts, observations: { a: "12", b: "" } })).toBe(false);
  expect(reportMatches(made, { ...texts, rejects: "{ }" })).toBe(false);
});

test("the day of the catalogue is the newest on which a source was obtained", () => {
  const obtained = (obtainedAt: string): Pick<Source, "obtainedAt"> => ({ obtainedAt });
  expect(catalogDay([obtained("2026-01-02"), obtained("2026-11-21"), obtained("2025-01-01")])).toBe("2026-11-21");
});

test("what one buyer paid makes a product known, but gives it neither a median nor a price", () => {
  const purchase: Fact = {
    kind: "purchase",
    buyer: "Town of Example",
    covers: null,
    amountTotal: 36_000,
    currency: "AUD",
    termMonths: 36,
    signedAt: "2025-03-01",
    endsAt: null,
    taxIncluded: true,
    seats: null,
  };
  const { totals } = catalogReport(
    {
      ...FILES,
      products: [product("bought")],
      observations: { "example-pages": [observe(purchase, { product: "bought", observedAt: "2026-01-09" })] },
    },
    AS_OF,
  );
  expect(totals).toMatchObject({ products: 1, withMedian: 0, priced: 0, pricedOrMedian: 0 });
});

test("of well-known names those count that mean a product, that are answered and that have a current price", () => {
  const files: ReportFiles = {
    products: [product("acme"), product("old"), product("quiet")],
    categories: CATEGORIES,
    sources: [...SOURCES.values()],
    observations: {
      list: [
        { ...observe(plans(paid("pro", 10)), { observedAt: AS_OF }), product: "acme" },
        { ...observe(plans(paid("pro", 10)), { observedAt: "2024-01-01" }), product: "old" },
        { ...observe(market, { observedAt: AS_OF }), product: "quiet" },
      ],
    },
    rejects: {},
    wellKnown: ["acme", "old", "quiet", null].map((slug) => ({
      name: slug ?? "Unknown",
      product: slug,
      ...(slug === "acme" && { head: true as const }),
    })),
  };
  const { list, head, ...figures } = catalogReport(files, AS_OF).wellKnown;
  expect(figures).toEqual({ names: 4, known: 3, answered: 2, priced: 2, current: 1, confirmed: 0 });
  expect(head).toMatchObject({ names: 1, known: 1, current: 1 });
  expect(list.at(-1)).toEqual({ name: "Unknown", product: null, answered: false, readOn: null, voices: 0 });
});
