import { expect, test } from "vitest";
import { freePeopleColumn } from "@/lib/catalog/free-people";
import type { PeriodEntry } from "./entries";
import { finder } from "./finder";
import { type DiscoverFilters, plainFilters } from "./page";

const DAY = "2026-06-01";

const entry = (slug: string, rest: Partial<PeriodEntry>): PeriodEntry => ({
  slug,
  validFrom: "2026-01-01",
  validUntil: null,
  startingPrice: 10,
  currency: "USD",
  priceUnit: "user/month",
  priceStatus: "published",
  pricingModel: "per_seat",
  freeTier: true,
  freePlan: true,
  selfHosted: false,
  hasHiddenCosts: false,
  ssoCharged: false,
  disputed: false,
  stated: 0,
  confidence: 0.9,
  observedAt: "2026-05-01",
  sources: 1,
  priced: true,
  prominence: 1,
  ...rest,
});
const people = (maximum: number | null) => ({ freePeople: freePeopleColumn({ maximum }) });

const INDEX = [
  entry("acme-two", people(2)),
  entry("acme-ten", { ...people(10), startingPrice: 20 }),
  entry("acme-any", { ...people(null), startingPrice: 30 }),
  entry("acme-unknown", { startingPrice: 2 }),
  entry("acme-hosted", { ...people(1), selfHosted: true, startingPrice: 40 }),
  entry("acme-flat", { freePlan: false, freeTier: false, priceUnit: "account/month", startingPrice: 25 }),
];

const discover = (filters: Partial<DiscoverFilters>, sort: "price" | "relevance" = "price") =>
  finder({
    withdrawn: new Set(),
    categories: [{ slug: "desks", name: "Desks", aliases: [] }],
    products: INDEX.map(({ slug }) => ({
      slug,
      name: slug,
      vendor: { name: "Acme", website: null },
      category: "desks",
      domain: null,
      pricingPage: null,
      kind: "product" as const,
      aliases: [],
      formerSlugs: [],
      models: [],
    })),
    index: INDEX,
  }).discover({
    filters: { ...plainFilters(null, DAY), ...filters },
    sort,
    after: null,
    limit: 10,
    axis: { currency: "USD", units: ["user/month"] },
  });
const slugs = (...asked: Parameters<typeof discover>) => discover(...asked).products.map(({ slug }) => slug);

test("a free plan for fewer people than the team does not count as free", () => {
  const free = slugs({ hasFreeTier: true, seats: 3 });
  expect(free).not.toContain("acme-two");
  expect(slugs({ hasFreeTier: true, seats: 2 })).toContain("acme-two");
  expect(slugs({ hasFreePlan: true, seats: 3 })).not.toContain("acme-hosted");
});

test("free plans that cover the team come before those of which no source says it", () => {
  expect(slugs({ hasFreePlan: true, seats: 3 })).toEqual(["acme-any", "acme-ten", "acme-unknown"]);
  expect(slugs({ hasFreePlan: true, seats: 3 }, "relevance").at(-1)).toBe("acme-unknown");
});

test("products are in the order of their cost for the team", () => {
  expect(slugs({ seats: 3 })).toEqual(["acme-any", "acme-ten", "acme-unknown", "acme-flat", "acme-two", "acme-hosted"]);
  expect(slugs({}).slice(0, 2)).toEqual(["acme-unknown", "acme-two"]);
});

test("a free plan that is too small is not within a maximum price", () => {
  expect(slugs({ seats: 3, maxPrice: 7 })).toEqual(["acme-any", "acme-ten", "acme-unknown", "acme-hosted"]);
});

test("the best known products of which a fact is not known are named", () => {
  const { excluded, excludedProducts } = discover({ having: "has_sso" });
  expect(excluded).toBe(6);
  expect(excludedProducts).toHaveLength(3);
});
