import { expect, test } from "@playwright/test";
import { apiClient } from "./client";

test.skip(({ isMobile }) => isMobile, "no page is laid out here");

function clientOf(baseURL: string | undefined) {
  return apiClient(baseURL ?? "");
}

function answered<T>({ data, response }: { data?: T; response: Response }): T {
  expect(response.status).toBe(200);
  if (data === undefined) throw new Error("The answer has no body.");
  return data;
}

test("pricing: a record, its short form and a refusal", async ({ baseURL }) => {
  const client = clientOf(baseURL);
  const record = answered(await client.GET("/api/v2/pricing/{slug}", { params: { path: { slug: "slack" } } }));
  expect(record.name).toBe("Slack");
  const tiers = record.tiers ?? [];
  expect(tiers.length).toBeGreaterThan(1);
  for (const { priceStatus, priceMonthly, priceAnnual } of tiers) {
    if (priceStatus !== "published") expect([priceMonthly, priceAnnual]).toEqual([null, null]);
  }
  const short = answered(
    await client.GET("/api/v2/pricing/{slug}", {
      params: { path: { slug: "slack" }, query: { fields: ["tiers", "freeTier"], asOf: record.asOf } },
    }),
  );
  expect(short.tiers).toEqual(record.tiers);
  expect(short.hiddenCosts).toBeUndefined();
  const refused = await client.GET("/api/v2/pricing/{slug}", { params: { path: { slug: "slakc" } } });
  expect(refused.data).toBeUndefined();
  expect(refused.error?.code).toBe("product_not_found");
  expect(refused.error?.suggestions).toContain("slack");
});

test("batch: the records in the order asked, and what is not there", async ({ baseURL }) => {
  const { count, records, notFound } = answered(
    await clientOf(baseURL).GET("/api/v2/pricing", {
      params: { query: { slugs: ["notion", "slack", "slakc"], depth: "summary" } },
    }),
  );
  expect(count).toBe(2);
  expect(records.map(({ slug }) => slug)).toEqual(["notion", "slack"]);
  expect(notFound.map(({ slug }) => slug)).toEqual(["slakc"]);
});

test("compare: the asked products, in numbers", async ({ baseURL }) => {
  const { products, seats } = answered(
    await clientOf(baseURL).GET("/api/v2/compare", { params: { query: { slugs: ["slack", "notion"], seats: 25 } } }),
  );
  expect(seats).toBe(25);
  expect(products.map(({ slug }) => slug)).toEqual(["slack", "notion"]);
});

test("tco: the lines add up to the total", async ({ baseURL }) => {
  const { total, range, lines, currency, items } = answered(
    await clientOf(baseURL).POST("/api/v2/tco", { body: { slug: "slack", seats: 25, termYears: 2 } }),
  );
  expect(currency).toBe("USD");
  expect(total).not.toBeNull();
  expect(lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBeCloseTo(total ?? 0, 2);
  expect(range?.low ?? 0).toBeLessThanOrEqual(range?.high ?? 0);
  expect(items.map(({ slug }) => slug)).toEqual(["slack"]);
});

test("usage: one model, by the tokens", async ({ baseURL }) => {
  const { estimate, models } = answered(
    await clientOf(baseURL).GET("/api/v2/usage/{slug}", {
      params: {
        path: { slug: "openai-api" },
        query: { model: "gpt-4o", inputTokens: 1_000_000, outputTokens: 250_000 },
      },
    }),
  );
  expect(models.map(({ model }) => model)).toEqual(["gpt-4o"]);
  const prices = models[0]?.meters.filter(({ mode }) => mode === "standard") ?? [];
  const priceOf = (meter: string) => prices.find(({ name }) => name === meter)?.prices[0]?.unitPrice ?? Number.NaN;
  expect(estimate?.total).toBeCloseTo(priceOf("inputTokens") + 0.25 * priceOf("outputTokens"), 6);
});

test("discover: the pages follow one another", async ({ baseURL }) => {
  const client = clientOf(baseURL);
  const page = async (cursor?: string) =>
    answered(
      await client.GET("/api/v2/discover", {
        params: { query: { category: "team-chat", sort: "name", limit: 5, ...(cursor && { cursor }) } },
      }),
    );
  const first = await page();
  expect(first.results).toHaveLength(5);
  expect(first.total).toBeGreaterThan(5);
  for (const { category, startingPrice, priceStatus } of first.results) {
    expect(category.slug).toBe("team-chat");
    if (priceStatus !== "published") expect(startingPrice).toBeNull();
  }
  const second = await page(first.next ?? "");
  const seen = new Set(first.results.map(({ slug }) => slug));
  expect(second.results.filter(({ slug }) => seen.has(slug))).toEqual([]);
});
