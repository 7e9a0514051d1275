import { beforeAll, describe, expect, test } from "vitest";
import wellKnown from "@/db/catalog/well-known.json";
import { groupBy } from "@/lib/catalog/ledger";
import { call } from "@/lib/http/testing";
import { currentClient } from "@/lib/mcp/testing";
import type { Runtime } from "@/lib/operations/run";
import type { DiscoverAnswer } from "@/lib/schemas/discover";
import type { PricingRecord } from "@/lib/schemas/record";
import { shipped } from "./catalogue";
import { shippedService } from "./shipped-service";

/** Of 1,279 names. The others share their name with a better-known product, or are part of one. */
const LEAD_TO_THEIR_PRODUCT = 1_260;

let service: Awaited<ReturnType<typeof shippedService>>;
let runtime: Runtime;
beforeAll(async () => {
  service = await shippedService();
  ({ runtime } = service);
}, 300_000);

async function get<T>(path: string): Promise<T> {
  const response = await call(path, {}, runtime);
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}

test("names that people say first lead to the right product", async () => {
  const { meant } = await service.catalog.names();
  const right = wellKnown.filter(({ name, product }) => product !== null && meant(name).one?.slug === product);
  expect(right.length).toBeGreaterThanOrEqual(LEAD_TO_THEIR_PRODUCT);
});

test.each([
  ["gpt-6", /^GPT-6\S* \S+ \(OpenAI API\): \$/],
  ["gpt 6", /^GPT-6\S* \S+ \(OpenAI API\): \$/],
  ["claude opus 5.5", /^Claude Opus 5\.5 \(Anthropic API\): \$/],
  ["gemini flash", /^Gemini 3\.8 Flash \(Gemini API\): \$/],
])("%j means a model, which the answer names", async (q, answer) => {
  const { readAs } = await get<DiscoverAnswer>(`/api/v2/discover?${new URLSearchParams({ q, limit: "1" })}`);
  expect(readAs?.answer).toMatch(answer);
});

describe("a product of which no price is known", () => {
  const { products, observations } = shipped().files;
  const facts = groupBy(observations, ({ product }) => product);
  const listed = products.filter(({ slug }) => facts.get(slug)?.every(({ fact }) => fact.kind === "identity"));

  test("is found by name, and says so", async () => {
    const { results, readAs } = await get<DiscoverAnswer>("/api/v2/discover?q=how+much+is+autocad&limit=3");
    expect(results[0]).toMatchObject({ slug: "autocad", startingPrice: null, priceStatus: "unverified" });
    expect(readAs?.answer).toMatch(/^AutoCAD: price not yet checked\./);
    const record = await get<PricingRecord>("/api/v2/pricing/autocad");
    expect(record.answer).toMatch(/^AutoCAD: price not yet checked\. Ask the vendor\. Listed 28 Nov 2026/);
    expect(record).toMatchObject({ evidence: [], links: { vendor: "https://www.autodesk.com" } });
    const client = await currentClient(runtime);
    const { content } = await client.callTool({ name: "get_pricing", arguments: { slug: "autocad" } });
    expect(JSON.stringify(content)).toContain("price not yet checked");
    await client.close();
  });

  test("is not known the day before it was listed", async () => {
    const response = await call("/api/v2/pricing/autocad?asOf=2026-11-27", {}, runtime);
    expect(await response.json()).toMatchObject({
      code: "product_not_found",
      detail: expect.stringContaining("The first data is from 2026-11-28."),
    });
  });

  test("comes last in its category and is never among the priced", async () => {
    expect(listed.length).toBeGreaterThan(150);
    const slugs = new Set(listed.filter(({ kind }) => kind === "product").map(({ slug }) => slug));
    for (const category of ["cad-and-engineering", "surveys-and-feedback"]) {
      for (const sort of ["price", "relevance"]) {
        const query = `/api/v2/discover?category=${category}&limit=100&sort=${sort}`;
        const { results } = await get<DiscoverAnswer>(query);
        const places = results.map(({ slug, startingPrice }) => (slugs.has(slug) ? null : startingPrice));
        const first = results.findIndex(({ slug }) => slugs.has(slug));
        expect(first, query).toBeGreaterThan(0);
        expect(
          places.slice(first).every((price) => price === null),
          query,
        ).toBe(true);
      }
    }
  });
});
