import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alternativesTo, categoryMedian, comparedWith, type Peer } from "./peers";
import { POLICY } from "./policy";
import { unitBasis } from "./units";

function peer(slug: string, startingPrice: number | null, over: Partial<Peer & { seenAt: string }> = {}) {
  const known = { kind: "product" as const, confidence: 0.5, priced: startingPrice !== null, prominence: 50 };
  const identity = { category: "chat", vendor: slug, selfHosted: false, observedAt: "2026-08-01" };
  const on = { currency: "USD", priceUnit: "user/month", seenAt: "2026-08-01" };
  return { slug, name: slug, ...identity, startingPrice, ...on, ...known, ...over };
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

  test("counts no family beside its members", () => {
    const peers = [4, 6, 8, 20, 30].map((price, index) => peer(`acme-${index}`, price));
    const family = peer("acme", 4, { kind: "family" });
    expect(categoryMedian([...peers, family], LIKE, TODAY)).toEqual({ value: 8, products: 5 });
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

const self = (startingPrice: number | null, over: Partial<Peer> = {}) => peer("self", startingPrice, over);
const order = (of: Peer, peers: readonly Peer[], named: readonly string[] = []) =>
  alternativesTo(of, peers, { named, today: TODAY }).map(({ slug }) => slug);

describe("the alternatives to a product", () => {
  test("begin with those that people weigh against it, of whatever category, kind and price, in the order of the table", () => {
    const peers = [
      peer("near", 11),
      peer("elsewhere", null, { category: "other", prominence: 1 }),
      peer("whole-vendor", 5, { kind: "family" }),
      peer("long-unseen", null, { observedAt: "2019-01-01" }),
    ];
    const named = ["long-unseen", "elsewhere", "whole-vendor", "nonesuch"];
    expect(order(self(10), peers, named)).toEqual(["long-unseen", "elsewhere", "whole-vendor", "near"]);
    expect(order(self(10), peers)).toEqual(["near"]);
  });

  test("are never itself, of the same vendor, of the family that sells it or that it is, or of a family that is named", () => {
    const peers = [
      self(10),
      peer("twin", 10, { vendor: "self" }),
      peer("Seller", 10, { kind: "family" }),
      peer("sold-by-other", 10, { vendor: "Other" }),
      peer("Other", 10, { kind: "family" }),
    ];
    const all = peers.map(({ slug }) => slug);
    expect(order(self(10), peers, all)).toEqual(["Seller", "sold-by-other", "Other"]);
    expect(order(self(10, { vendor: "Seller" }), peers, all)).toEqual(["sold-by-other", "Other"]);
    expect(order(self(10), peers, ["Other"])).toEqual(["Other"]);
  });

  test("are the nearer in price of equals, and the better known where prices are far off or near", () => {
    const peers = [peer("double", 20), peer("half", 5), peer("near", 11)];
    expect(order(self(10), peers)).toEqual(["near", "double", "half"]);
    const known = [peer("obscure", 10, { prominence: 20 }), peer("known", 12, { prominence: 80 })];
    expect(order(self(10), known)).toEqual(["known", "obscure"]);
    const dear = [peer("near", 10, { prominence: 50 }), peer("dear", 10 * 2 ** 9, { prominence: 75 })];
    expect(order(self(10), dear)).toEqual(["near", "dear"]);
  });

  test("priced alike come before others as well known: by the same unit, by the month, by use beside what is by use", () => {
    const byUse = peer("by-use", null, { priced: true });
    const euro = peer("euro", 10, { currency: "EUR" });
    const peers = [byUse, euro, peer("alike", 10), peer("unknown", null, { prominence: 99 }), peer("free", 0)];
    expect(order(self(10), peers)).toEqual(["alike", "euro", "by-use", "free", "unknown"]);
    expect(order(self(null, { priced: true }), peers)[0]).toBe("by-use");
    expect(order(self(0), peers)[0]).toBe("free");
    expect(order(self(null), peers).at(-1)).toBe("unknown");
  });

  test("stand in one order however they come", () => {
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
      fc.property(list, fc.nat(), fc.array(fc.stringMatching(/^[a-z]$/)), (entries, seed, named) => {
        const peers = entries.map(({ slug, startingPrice, ...over }) => peer(slug, startingPrice, over));
        const turned = [...peers.slice(seed % (peers.length || 1)), ...peers.slice(0, seed % (peers.length || 1))];
        const found = order(peer("a", 7), peers, [...new Set(named)]);
        expect(order(peer("a", 7), turned, [...new Set(named)])).toEqual(found);
        expect([...found].sort()).toEqual(peers.flatMap(({ slug }) => (slug === "a" ? [] : slug)).sort());
      }),
    );
  });
});

describe("what people weigh against a product", () => {
  const row = (product: string, ...others: string[]) => ({
    product,
    comparedWith: others,
    source: "editors' own choice",
    licence: "own work",
    decidedAt: TODAY,
  });
  const rows = [row("a", "b", "c"), row("d", "c", "a"), row("e", "a", "c")];

  test("is its own row, else the products in whose rows it stands, where it stands first before the others", () => {
    expect(comparedWith(rows, "a")).toEqual(["b", "c"]);
    expect(comparedWith(rows, "c")).toEqual(["d", "a", "e"]);
    expect(comparedWith(rows, "x")).toEqual([]);
  });
});
