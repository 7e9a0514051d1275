import { beforeAll, expect, test } from "vitest";
import { call } from "@/lib/http/testing";
import type { Catalog } from "@/lib/operations/catalog";
import { coverageReport } from "@/lib/operations/coverage-report";
import { dataTerms } from "@/lib/operations/data-terms";
import { type CatalogFacts, catalogFacts } from "@/lib/operations/facts";
import type { Runtime } from "@/lib/operations/run";
import { SITE } from "./catalogue";
import { shippedService } from "./shipped-service";

const { totals, sources, overall } = coverageReport();
let catalog: Catalog;
let runtime: Runtime;
let facts: CatalogFacts;

beforeAll(async () => {
  const service = await shippedService();
  ({ catalog, runtime } = service);
  facts = (await catalogFacts({ catalog, now: service.now, site: SITE })) as CatalogFacts;
});

async function total(query: string): Promise<number> {
  return (await (await call(`/api/v2/discover?limit=1&${query}`, {}, runtime)).json()).total;
}

test("the home page and the coverage report count the same products, families, prices and sources", () => {
  const { products, families, priced, sources } = facts;
  expect(totals).toMatchObject({ products, families, priced, sources });
  expect(totals.observations).toBe(facts.state.counts.observations);
});

test("the states of prices on the home page add up to all products and to the priced ones", () => {
  const { list, use, free, none } = facts.states;
  expect(list + use + free + none).toBe(facts.products);
  expect(list + use).toBe(facts.priced);
  expect(overall.confidences.reduce((sum, count) => sum + count)).toBe(facts.priced);
});

test("lists have every product and family, and as many priced products as the home page says", async () => {
  expect(await total("")).toBe(facts.products + facts.families);
  expect(await total("having=price")).toBe(facts.priced);
  const { categories } = await (await call("/api/v2/categories", {}, runtime)).json();
  const sum = (field: string) =>
    categories.reduce((all: number, entry: Record<string, number>) => all + (entry[field] ?? 0), 0);
  expect(sum("productCount")).toBe(facts.products + facts.families);
  expect(sum("pricedCount")).toBe(facts.priced);
});

test("the licence page lists the sources that are counted, and so does the coverage page", async () => {
  const listed = (await dataTerms(catalog)).sources.map(({ slug }) => slug);
  expect(listed).toHaveLength(facts.sources);
  expect(sources.map(({ slug }) => slug).sort()).toEqual(listed.sort());
});
