import { beforeAll, describe, expect, test } from "vitest";
import { READINGS } from "@/db/queries/changes";
import { catalogDay } from "@/lib/catalog/report";
import { unitBasis } from "@/lib/catalog/units";
import { layoutField } from "@/lib/chart/price-field";
import { textWidth } from "@/lib/chart/scale";
import { standings } from "@/lib/format/list";
import { call } from "@/lib/http/testing";
import { type BrowseQuery, browse, browseCategory, type CategoryBrowse } from "@/lib/operations/browse";
import type { Catalog } from "@/lib/operations/catalog";
import { categoryFigures } from "@/lib/operations/category-figures";
import { changesOverview } from "@/lib/operations/changes-overview";
import type { Runtime } from "@/lib/operations/run";
import { SITE } from "@/lib/operations/testing/runtime";
import type { DiscoverAnswer, DiscoverResult } from "@/lib/schemas/discover";
import type { PricingModel } from "@/lib/schemas/primitives";
import { shipped, shippedReduced } from "./catalogue";
import { shippedService } from "./shipped-service";

const { sources, categories, observations } = shipped().files;
const NOW = new Date(catalogDay(sources));
let catalog: Catalog;
let runtime: Runtime;
let all: DiscoverResult[];

beforeAll(async () => {
  ({ catalog, runtime } = await shippedService());
  all = await everything({});
});

async function discover(query: Record<string, string>): Promise<DiscoverAnswer> {
  const response = await call(`/api/v2/discover?${new URLSearchParams(query)}`, {}, runtime);
  expect(response.status).toBe(200);
  return (await response.json()) as DiscoverAnswer;
}

async function everything(query: Record<string, string>): Promise<DiscoverResult[]> {
  const found: DiscoverResult[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const answer: DiscoverAnswer = await discover({ ...query, limit: "100", ...(cursor && { cursor }) });
    found.push(...answer.results);
    cursor = answer.next;
  }
  return found;
}

const slugsOf = (results: readonly DiscoverResult[]) => results.map(({ slug }) => slug).sort();
const firstPages = new Map<string, Promise<CategoryBrowse | null>>();
function firstPage(slug: string) {
  const page = firstPages.get(slug) ?? browseCategory(context(), slug, {});
  firstPages.set(slug, page);
  return page;
}

const context = () => ({ catalog, now: NOW });

describe("price caps", () => {
  test.each(["0", "20"])(
    "of %s are passed by every product that can be had for nothing, and by no dearer one",
    async (maxPrice) => {
      const passed = await everything({ maxPrice });
      const free = all.filter(({ kind, freeTier }) => kind === "product" && freeTier === true);
      const slugs = new Set(slugsOf(passed));
      expect(free.length).toBeGreaterThan(1000);
      expect(free.filter(({ slug }) => !slugs.has(slug)).map(({ slug }) => slug)).toEqual([]);
      for (const { slug, startingPrice, freeTier } of passed) {
        expect(freeTier === true || (startingPrice !== null && startingPrice <= Number(maxPrice)), slug).toBe(true);
      }
    },
  );

  test("a question under a price finds what has a free plan", async () => {
    const { results, total } = await discover({ q: "cheapest crm under 20", limit: "100" });
    expect(total).toBe(results.length);
    const free = all.filter(
      ({ category, kind, freeTier }) => category.slug === "crm" && kind === "product" && freeTier,
    );
    expect(slugsOf(results)).toEqual(expect.arrayContaining(slugsOf(free)));
  });
});

test("a free plan and an edition to host oneself are two filters, and the old one holds what passes either", async () => {
  const plan = slugsOf(await everything({ hasFreePlan: "true" }));
  const own = slugsOf(await everything({ selfHosted: "true" }));
  const either = slugsOf(await everything({ hasFreeTier: "true" }));
  expect(plan).toEqual(slugsOf(all.filter(({ freePlan }) => freePlan === true)));
  expect(own).toEqual(slugsOf(all.filter(({ selfHosted }) => selfHosted)));
  expect(either).toEqual([...new Set([...plan, ...own])].sort());
  for (const one of [plan, own]) expect(one.length).toBeLessThan(either.length);
});

describe("cheapest first", () => {
  test("over the API is the order of the starting price a month, each with its billing", async () => {
    const sorted = await everything({ sort: "price" });
    expect(slugsOf(sorted)).toEqual(slugsOf(all));
    const known = sorted.filter(
      ({ kind, startingPrice, currency }) =>
        kind === "product" && startingPrice !== null && (startingPrice === 0 || currency === "USD"),
    );
    const prices = known.map(({ startingPrice }) => startingPrice ?? 0);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    for (const { slug, startingPrice, billing } of known) expect(billing !== null, slug).toBe(startingPrice !== 0);
    const billings = new Set(known.map(({ billing }) => billing));
    expect(billings).toEqual(new Set([null, "monthly", "annual", "unstated"]));
  });

  test("in a category is the same within the unit and currency that most share", async () => {
    for (const { slug } of categories) {
      const found = await firstPage(slug);
      const spread = found?.figures.spread;
      if (!found || !spread) continue;
      const { since } = found.figures;
      const alike = found.rows.filter(
        ({ kind, startingPrice, currency, priceUnit, observedAt }) =>
          kind === "product" &&
          startingPrice &&
          currency === spread.currency &&
          unitBasis(priceUnit) === spread.basis &&
          (since === null || observedAt >= since),
      );
      const prices = alike.map(({ startingPrice }) => startingPrice ?? 0);
      expect(prices, slug).toEqual(prices.toSorted((a, b) => a - b));
    }
  });
});

describe("filter options", () => {
  const SAMPLES: BrowseQuery[] = [
    {},
    { free: "yes" },
    { self: "yes" },
    { max: 10 },
    { model: "usage" },
    { free: "no", max: 50 },
  ];

  test("that are offered in a category each find something", async () => {
    const dead: string[] = [];
    for (const { slug } of categories) {
      for (const query of slug === "crm" ? SAMPLES : SAMPLES.slice(0, 1)) {
        const found = await (query === SAMPLES[0] ? firstPage(slug) : browseCategory(context(), slug, query));
        if (!found) continue;
        for (const [facet, options] of Object.entries(found.facets)) {
          for (const { value, count } of options) if (count < 1) dead.push(`${slug} ${facet} ${value}`);
        }
        for (const option of optionsOf(found.facets)) {
          const { total } = (await browseCategory(context(), slug, { ...query, ...option })) ?? { total: 0 };
          if (total < 1) dead.push(`${slug} ${JSON.stringify({ ...query, ...option })}`);
        }
      }
    }
    expect(dead).toEqual([]);
  }, 300_000);

  test("of a search each find as many as they say", async () => {
    for (const query of SAMPLES) {
      const { facets } = await browse(context(), { q: "backup", ...query });
      for (const { value, count } of facets.category) {
        if (value === null) continue;
        expect((await browse(context(), { q: "backup", ...query, category: value })).total).toBe(count);
      }
    }
  });

  function optionsOf(facets: DiscoverAnswer["facets"]): BrowseQuery[] {
    return [
      ...facets.freePlan.flatMap(({ value }) =>
        value === null ? [] : [{ free: value === "true" ? "yes" : "no" } as const],
      ),
      ...facets.selfHosted.flatMap(({ value }) => (value === "true" ? [{ self: "yes" } as const] : [])),
      ...facets.pricingModel.flatMap(({ value }) => (value === null ? [] : [{ model: value as PricingModel }])),
    ];
  }
});

test("lists know which products have a rate card, and of what", async () => {
  const asOf = NOW.toISOString().slice(0, 10);
  const kinds = (await catalog.listing({ asOf })).map(({ slug, rateKind }) => [slug, rateKind]);
  const cards = kinds.map(([slug]) => [slug, shippedReduced(asOf)(slug ?? "")?.usage?.kind ?? null]);
  expect(kinds).toEqual(cards);
  expect(new Set(kinds.map(([, kind]) => kind))).toEqual(new Set(["llm", "api", null]));
});

test("a product with a price or rate card counts as priced in its category", async () => {
  const figures = await categoryFigures(context());
  const view = { asOf: NOW.toISOString().slice(0, 10), now: NOW };
  const records = await catalog.records(await catalog.ratedProducts(view), view);
  const rated = new Set(
    [...records].flatMap(([slug, found]) => (found.status === "found" && found.record.usage ? slug : [])),
  );
  expect(rated.size).toBeGreaterThan(100);
  for (const { slug } of categories) {
    const own = all.filter(({ kind, category }) => kind === "product" && category.slug === slug);
    const priced = new Set(own.filter(({ startingPrice }) => startingPrice).map(({ slug }) => slug));
    for (const { slug } of own) if (rated.has(slug)) priced.add(slug);
    expect(figures.get(slug)?.priced ?? 0, slug).toBeGreaterThanOrEqual(priced.size);
    expect((await discover({ category: slug, having: "price", limit: "1" })).total, slug).toBe(
      figures.get(slug)?.priced ?? 0,
    );
  }
});

describe("the pictures", () => {
  test("of a category have each product once: on the axis, or counted in words beside it", async () => {
    let named = 0;
    for (const { slug } of categories) {
      const found = await firstPage(slug);
      if (!found) continue;
      const { figures, drawn } = found;
      const told = standings(figures);
      expect(
        told.reduce((sum, { count }) => sum + count, 0),
        slug,
      ).toBe(figures.products);
      expect(new Set(told.map(({ reason }) => reason)).size, slug).toBe(told.length);
      expect(
        drawn.map(({ price }) => price),
        slug,
      ).toEqual(figures.spread?.prices ?? []);
      expect(told.find(({ reason }) => reason === "drawn")?.count ?? 0, slug).toBe(drawn.length);
      if (!figures.spread || drawn.length < 2) continue;
      const items = drawn.map((mark) => ({ id: mark.slug, name: mark.name, value: mark.price, fame: mark.prominence }));
      for (const [width, maxNames] of [
        [1152, 24],
        [358, 9],
      ] as const) {
        const size = { width, height: 72, tickCount: 4, fontSize: 12, maxLanes: 5, maxNames };
        const plot = layoutField(items, { ...size, ...figures.spread });
        expect(plot.marks.map(({ id }) => id).sort(), slug).toEqual(drawn.map((mark) => mark.slug).sort());
        for (const { x, y } of plot.marks) {
          expect(x >= plot.left && x <= width && y > 0 && y < plot.axisY, slug).toBe(true);
        }
        expect(plot.median >= plot.left && plot.median <= plot.right, slug).toBe(true);
        const labels = plot.marks.flatMap(({ x, label }) => {
          if (!label) return [];
          const wide = textWidth(label.text, 12);
          const from = label.anchor === "start" ? label.x : label.x - wide;
          return [{ from, to: from + wide, top: label.y - 12, bottom: label.y, at: x, leader: label.leader }];
        });
        named += labels.length;
        // With two marks, each may be too close to the median for a label.
        if (drawn.length > 2) expect(labels.length, slug).toBeGreaterThan(0);
        for (const [index, one] of labels.entries()) {
          expect(one.from >= 0 && one.to <= width && one.top > 0, slug).toBe(true);
          expect(one.from < plot.median && one.to > plot.median, `${slug} median`).toBe(false);
          for (const other of labels.slice(index + 1)) {
            const beside = one.to < other.from || other.to < one.from;
            expect(beside || one.bottom <= other.top || other.bottom <= one.top, slug).toBe(true);
          }
          for (const { at, leader } of labels) {
            const crossed = at > one.from && at < one.to && leader.from < one.bottom && leader.to > one.top;
            expect(crossed, `${slug} leader`).toBe(false);
          }
        }
      }
    }
    expect(named).toBeGreaterThan(500);
  }, 120_000);

  test("of the changes hatch exactly the months without a second reading, and count every move once", async () => {
    for (const prices of ["list", "rates", undefined] as const) {
      const about = { prices, category: null, product: null };
      const { years, counts } = await changesOverview({ catalog, now: NOW, site: SITE }, about);
      const cells = years.flatMap(({ months }) => months);
      const kinds = prices ? READINGS[prices] : [...READINGS.list, ...READINGS.rates];
      const readings = observations
        .filter(({ fact }) => kinds.includes(fact.kind))
        .map(({ product, observedAt }) => ({ product, month: observedAt.slice(0, 7) }))
        .sort((a, b) => (a.month < b.month ? -1 : 1));
      const firsts = new Map(readings.toReversed().map(({ product, month }) => [product, month]));
      const read = new Set(
        readings.filter(({ product, month }) => firsts.get(product) !== month).map(({ month }) => month),
      );
      const hatched = cells.filter(({ isRead, isAhead }) => !isRead && !isAhead);
      expect(hatched.length, prices).toBeGreaterThan(0);
      for (const { month, isRead, isAhead } of cells) if (!isAhead) expect(isRead, month).toBe(read.has(month));
      const moved = cells.reduce((sum, cell) => sum + cell.moved, 0);
      expect(moved).toBe(prices ? counts[prices] : counts.list + counts.rates);
    }
  });
});

test("a product whose answer states a price has that price in a list", () => {
  const statesPrice = /(?:costs|charges|priced by usage:) .*\d/;
  const rows = all.filter(({ kind, startingPrice }) => kind === "product" && startingPrice === null);
  const stated = rows.filter(({ answer }) => statesPrice.test(answer.split(/ (?:Checked|Verified) /)[0] ?? ""));
  expect(stated.length).toBeGreaterThan(200);
  expect(stated.filter(({ priceSummary }) => priceSummary === null).map(({ answer }) => answer)).toEqual([]);
  const summary = (slug: string) => all.find((row) => row.slug === slug)?.priceSummary;
  expect(summary("amazon-s3")).toBe("standard $0.023 per GB-month in us-east-1");
  expect(summary("twilio-sms")).toBe("from $0.0083 per message");
});
