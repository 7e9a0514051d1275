import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { categoryMedian, nearestPeers, type Peer } from "./peers";
import { POLICY } from "./policy";
import { unitBasis } from "./units";

function peer(slug: string, startingPrice: number | null, over: Partial<Peer & { seenAt: string }> = {}) {
  const known = { kind: "product" as const, confidence: 0.5, priced: startingPrice !== null, prominence: 50 };
  const on = { currency: "USD", priceUnit: "user/month", seenAt: "2026-08-01" };
  return { slug, name: slug, startingPrice, ...on, ...known, ...over };
}

const TODAY = "2026-11-21";
const LIKE = { currency: "USD", priceUnit: "user/month" };

describe("the median of a category", () => {
  test("is the middle of the starting prices in the same currency and unit", () => {
    const peers = [4, 6, 8, 20, 30].map((price, index) => peer(`acme-${index}`, price));
    expect(categoryMedian(peers, LIKE, TODAY)).toEqual({ value: 8, products: 5 });
  });

  test("is of the prices seen within a year where these are enough, as on the page of the category", () => {
    const old = [1, 1, 1].map((price, index) => peer(`old-${index}`, price, { seenAt: "2024-01-01" }));
    const recent = [4, 6, 8, 20, 30].map((price, index) => peer(`acme-${index}`, price));
    expect(categoryMedian([...old, ...recent], LIKE, TODAY)).toEqual({ value: 8, products: 5 });
    expect(categoryMedian([...old, ...recent.slice(1)], LIKE, TODAY)).toEqual({ value: 6, products: 7 });
  });

  test("is not given for fewer products than the published minimum", () => {
    const peers = Array.from({ length: POLICY.medianMinimumProducts - 1 }, (_, index) => peer(`acme-${index}`, 5));
    expect(categoryMedian(peers, LIKE, TODAY)).toBeNull();
    expect(categoryMedian([...peers, peer("acme-last", 5)], LIKE, TODAY)).toEqual({ value: 5, products: 5 });
  });

  test("counts no family beside its members, and a family is no alternative", () => {
    const peers = [4, 6, 8, 20, 30].map((price, index) => peer(`acme-${index}`, price));
    const family = peer("acme", 4, { kind: "family" });
    expect(categoryMedian([...peers, family], LIKE, TODAY)).toEqual({ value: 8, products: 5 });
    expect(nearestPeers([...peers, family], peer("other", 5))).toHaveLength(5);
  });

  test("leaves out other currencies, other units, unknown prices and free products", () => {
    const peers = [
      ...[4, 6, 8, 20, 30].map((price, index) => peer(`acme-${index}`, price)),
      peer("acme-euro", 1, { currency: "EUR" }),
      peer("acme-flat", 1, { priceUnit: "month" }),
      peer("acme-secret", null),
      peer("acme-free", 0),
    ];
    expect(categoryMedian(peers, LIKE, TODAY)).toEqual({ value: 8, products: 5 });
  });

  test("counts people alike by whatever name, and a price of the whole account with one a month", () => {
    expect(["user/month", "seat/month", "agent/month"].map(unitBasis)).toEqual(Array(3).fill("seat/month"));
    expect(unitBasis("month")).toBe(unitBasis("account/month"));
    expect(unitBasis("site/month")).toBe("site/month");
    expect(unitBasis("user, one-time")).not.toBe(unitBasis("user/month"));
    expect(unitBasis(null)).toBeNull();
  });

  test("is never given without a currency", () => {
    const peers = [1, 2, 3, 4, 5].map((price) => peer(`acme-${price}`, price, { currency: null }));
    expect(categoryMedian(peers, { currency: null, priceUnit: "user/month" }, TODAY)).toBeNull();
  });
});

describe("the nearest products of a category", () => {
  test("are those whose price is off by the smallest ratio, dearer or cheaper", () => {
    const peers = [peer("double", 20), peer("half", 5), peer("near", 11), peer("self", 10)];
    expect(nearestPeers(peers, peer("self", 10)).map(({ slug }) => slug)).toEqual(["near", "double", "half"]);
  });

  test("are well known rather than near by: a doubling of the price costs points of prominence", () => {
    const peers = [peer("obscure", 10, { prominence: 20 }), peer("known", 12, { prominence: 80 })];
    expect(nearestPeers(peers, peer("self", 10)).map(({ slug }) => slug)).toEqual(["known", "obscure"]);
    const dear = [...peers, peer("known-and-dear", 10 * 2 ** 4, { prominence: 80 })];
    expect(nearestPeers(dear, peer("self", 10)).at(-1)?.slug).toBe("known-and-dear");
  });

  test("in other units or currencies come after, those without a paid price last", () => {
    const peers = [
      peer("unknown", null, { confidence: 0.9 }),
      peer("euro", 10, { currency: "EUR" }),
      peer("free", 0),
      peer("far", 900),
    ];
    expect(nearestPeers(peers, peer("self", 10)).map(({ slug }) => slug)).toEqual(["far", "euro", "unknown", "free"]);
  });

  test("with a rate card alone come before those of which no price is known", () => {
    const peers = [peer("unknown", null, { prominence: 90 }), peer("by-use", null, { priced: true, prominence: 10 })];
    expect(nearestPeers(peers, peer("self", 10)).map(({ slug }) => slug)).toEqual(["by-use", "unknown"]);
  });

  test("of a product without a price are the paid ones, the most certain first", () => {
    const peers = [peer("sure", 40, { confidence: 0.9 }), peer("vague", 1, { confidence: 0.2 }), peer("none", null)];
    expect(nearestPeers(peers, peer("self", null)).map(({ slug }) => slug)).toEqual(["sure", "vague", "none"]);
  });

  test("stand in one order however they come, and never hold the product itself", () => {
    const list = fc.uniqueArray(
      fc.record({
        slug: fc.stringMatching(/^[a-z]{1,3}$/),
        startingPrice: fc.option(fc.integer({ min: 0, max: 50 })),
        currency: fc.constantFrom("USD", "EUR"),
        priceUnit: fc.constantFrom("user/month", "seat/month", "month"),
        confidence: fc.constantFrom(0.3, 0.6),
        priced: fc.boolean(),
        prominence: fc.constantFrom(20, 60, 80),
      }),
      { selector: ({ slug }) => slug, maxLength: 12 },
    );
    fc.assert(
      fc.property(list, fc.nat(), (entries, seed) => {
        const peers = entries.map((entry) => ({ ...entry, name: entry.slug, kind: "product" as const }));
        const self = peer("a", 7);
        const turned = [...peers.slice(seed % (peers.length || 1)), ...peers.slice(0, seed % (peers.length || 1))];
        const order = nearestPeers(peers, self);
        expect(nearestPeers(turned, self)).toEqual(order);
        expect(order.some(({ slug }) => slug === "a")).toBe(false);
        expect(order).toHaveLength(peers.filter(({ slug }) => slug !== "a").length);
      }),
    );
  });
});
