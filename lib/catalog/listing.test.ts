import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { productsText } from "@/lib/format/list";
import {
  comparablePairs,
  INDEX_LETTERS,
  indexLetter,
  isEnough,
  type ListedProduct,
  listFigures,
  recentFigures,
  ssoSurcharge,
} from "./listing";
import { POLICY } from "./policy";
import { unitBasis } from "./units";

function product(slug: string, startingPrice: number | null, over: Partial<ListedProduct> = {}): ListedProduct {
  return {
    slug,
    name: slug,
    category: "team-chat",
    kind: "product",
    members: 0,
    startingPrice,
    currency: startingPrice === null ? null : "USD",
    priceUnit: startingPrice === null ? null : "user/month",
    highestPrice: startingPrice,
    priceStatus: startingPrice === null ? "unverified" : "published",
    pricingModel: null,
    freeTier: null,
    ssoCharged: false,
    ssoPercent: null,
    disputed: false,
    rateKind: null,
    priced: startingPrice !== null,
    sources: 3,
    prominence: 50,
    seenAt: "2026-01-01",
    observedAt: "2026-01-01",
    ...over,
  };
}

const anyProduct = fc
  .record({
    slug: fc.stringMatching(/^[a-z]{1,6}$/),
    price: fc.option(fc.integer({ min: 0, max: 400 })),
    currency: fc.constantFrom("USD", "EUR"),
    priceUnit: fc.constantFrom("user/month", "seat/month", "month", null),
    priceStatus: fc.constantFrom(
      "contact_sales" as const,
      "not_published" as const,
      "not_applicable" as const,
      "unverified" as const,
    ),
    pricingModel: fc.constantFrom("open_source" as const, "usage" as const, "per_seat" as const, null),
    sources: fc.integer({ min: 1, max: 9 }),
    prominence: fc.integer({ min: 0, max: 99 }),
  })
  .map(({ price, slug, priceStatus, ...over }) =>
    price === null ? product(slug, null, { priceStatus, pricingModel: over.pricingModel }) : product(slug, price, over),
  );
const products = fc.uniqueArray(anyProduct, { selector: ({ slug }) => slug, maxLength: 40 });

describe("figures of a list", () => {
  test("every product is either among the prices or left out for one reason", () => {
    fc.assert(
      fc.property(products, (list) => {
        const { spread, leftOut, products: count } = listFigures(list);
        const out = Object.values(leftOut).reduce((sum, n) => sum + n, 0);
        expect(out + (spread?.prices.length ?? 0)).toBe(list.length);
        expect(count).toBe(list.length);
      }),
    );
  });

  test("prices of a spread share currency and unit, hold no 0, and its quartiles are in order", () => {
    fc.assert(
      fc.property(products, (list) => {
        const { spread } = listFigures(list);
        if (!spread) return;
        const own = list.filter(
          ({ startingPrice, currency, priceUnit }) =>
            startingPrice && currency === spread.currency && unitBasis(priceUnit) === spread.basis,
        );
        expect(spread.prices).toEqual(own.map(({ startingPrice }) => startingPrice ?? 0).sort((a, b) => a - b));
        expect(spread.prices[0]).toBeGreaterThan(0);
        const { lowerQuartile, median, upperQuartile } = spread;
        expect(lowerQuartile).toBeLessThanOrEqual(median);
        expect(median).toBeLessThanOrEqual(upperQuartile);
        expect(spread.units.every((unit) => unitBasis(unit) === spread.basis)).toBe(true);
      }),
    );
  });

  test("the spread is that of the commonest currency and unit, however the products come", () => {
    fc.assert(
      fc.property(products, (list) => {
        expect(listFigures([...list].reverse())).toEqual(listFigures(list));
      }),
    );
    const list = [product("a", 5), product("b", 7, { priceUnit: "seat/month" }), product("c", 90, { currency: "EUR" })];
    expect(listFigures(list).spread).toMatchObject({ currency: "USD", basis: "seat/month", prices: [5, 7], median: 6 });
    expect(listFigures(list).leftOut.otherCurrency).toBe(1);
  });

  test("an unknown price is told apart from a free one and from one that is not by the month", () => {
    const list = [
      product("a", 5),
      product("b", 0),
      product("c", null, { priceStatus: "not_applicable", pricingModel: "open_source" }),
      product("d", null, { priceStatus: "not_applicable", pricingModel: "usage" }),
      product("e", null, { priceStatus: "contact_sales" }),
      product("f", null),
      product("g", 5, { priceUnit: "month" }),
      product("h", 5, { priceUnit: "user/month" }),
    ];
    expect(listFigures(list).leftOut).toEqual({
      free: 2,
      older: 0,
      otherCurrency: 0,
      otherUnit: 1,
      byPercentage: 0,
      byUse: 1,
      notMonthly: 0,
      onRequest: 1,
      notPublished: 0,
      unread: 1,
    });
  });

  test("a median stands on at least the published number of products", () => {
    const list = Array.from({ length: POLICY.medianMinimumProducts }, (_, i) => product(`p${i}`, 5 + i));
    const { spread } = listFigures(list);
    expect(spread && isEnough(spread)).toBe(true);
    const fewer = listFigures(list.slice(1)).spread;
    expect(fewer && isEnough(fewer)).toBe(false);
  });
});

describe("letters", () => {
  test("accents do not matter; what begins with no letter of a to z stands apart", () => {
    expect(["Slack", "überSoft", "Éclair", "7Geese", "µTask", "Привет", ""].map(indexLetter)).toEqual([
      "s",
      "u",
      "e",
      "0-9",
      "0-9",
      "0-9",
      "0-9",
    ]);
  });

  test("every name has one of the letters", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(INDEX_LETTERS).toContain(indexLetter(name));
      }),
    );
  });
});

describe("surcharge for single sign-on", () => {
  test("its median is of those that state one; the others are counted, not taken as 0", () => {
    const list = [
      product("a", 5, { ssoCharged: true, ssoPercent: 50 }),
      product("b", 5, { ssoCharged: true, ssoPercent: 150 }),
      product("c", 5, { ssoCharged: true }),
      product("d", 5),
    ];
    expect(ssoSurcharge(list)).toEqual({ charging: 3, stated: 2, medianPercent: 100 });
    expect(ssoSurcharge([product("d", 5)])).toEqual({ charging: 0, stated: 0, medianPercent: null });
  });
});

describe("pairs to compare", () => {
  test("both are paid, of one category, in one currency and unit; no pair twice", () => {
    fc.assert(
      fc.property(products, fc.array(fc.constantFrom("crm", "team-chat")), (list, categories) => {
        const placed = list.map((entry, i) => ({ ...entry, category: categories[i] ?? "crm" }));
        const pairs = comparablePairs(placed);
        for (const [one, other] of pairs) {
          expect(one.slug).not.toBe(other.slug);
          expect([one.category, one.currency, unitBasis(one.priceUnit)]).toEqual([
            other.category,
            other.currency,
            unitBasis(other.priceUnit),
          ]);
          expect(one.startingPrice).toBeGreaterThan(0);
          expect(other.startingPrice).toBeGreaterThan(0);
        }
        const names = pairs.map((pair) =>
          pair
            .map(({ slug }) => slug)
            .sort()
            .join(" "),
        );
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});

test("the products and the families of a list are counted apart, and together are its rows", () => {
  const list = [product("acme-crm", 5), product("acme-desk", null), product("acme", 5, { kind: "family", members: 2 })];
  expect(listFigures(list)).toMatchObject({ products: 2, families: 1 });
  expect(productsText(listFigures(list))).toBe("2 products and 1 product family");
  expect(productsText({ products: 1, families: 0 })).toBe("1 product");
});

test("figures speak of prices seen within a year where these are enough for a median, else of all", () => {
  const recent = Array.from({ length: POLICY.medianMinimumProducts }, (_, index) =>
    product(`new-${index}`, 10 + index, { seenAt: "2026-06-01" }),
  );
  const old = Array.from({ length: 9 }, (_, index) => product(`old-${index}`, 1, { seenAt: "2019-10-31" }));
  const figures = recentFigures([...old, ...recent], "2026-11-21");
  expect(figures).toMatchObject({ since: "2025-11-21", spread: { median: 12 }, leftOut: { older: 9 } });
  expect(figures.products).toBe(14);
  expect(recentFigures([...old, ...recent.slice(1)], "2026-11-21")).toMatchObject({
    since: null,
    spread: { median: 1 },
    leftOut: { older: 0 },
  });
});
