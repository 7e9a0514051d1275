import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { observationId } from "@/lib/ids";
import type { Observation } from "@/lib/schemas/observation";
import { auditFigures, drawAudit, factInShort, wilson } from "./audit";
import { observation, observe, paid } from "./testing/observations";

const share = fc
  .integer({ min: 1, max: 2_000 })
  .chain((of) => fc.tuple(fc.integer({ min: 0, max: of }), fc.constant(of)));

describe("the interval of an error rate", () => {
  test("is Wilson's", () => {
    const { low, high } = wilson(2, 100);
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(["0.0055", "0.0700"]);
    expect(wilson(0, 300).high).toBeCloseTo(0.01264, 5);
  });

  test("holds the share and stays between 0 and 1", () => {
    fc.assert(
      fc.property(share, ([hits, of]) => {
        const { low, high } = wilson(hits, of);
        expect(0 <= low && low <= hits / of && hits / of <= high && high <= 1).toBe(true);
        expect(low < high).toBe(true);
      }),
    );
  });

  test("is that of the right ones mirrored", () => {
    fc.assert(
      fc.property(share, ([hits, of]) => {
        expect(wilson(hits, of).low).toBeCloseTo(1 - wilson(of - hits, of).high, 10);
      }),
    );
  });

  test("narrows with the number of observations and rises with the number of errors", () => {
    fc.assert(
      fc.property(share, ([hits, of]) => {
        const one = wilson(hits, of);
        const ten = wilson(hits * 10, of * 10);
        expect(ten.high - ten.low).toBeLessThan(one.high - one.low);
        if (hits < of) expect(wilson(hits + 1, of).high).toBeGreaterThanOrEqual(one.high);
      }),
    );
  });

  test.each([
    [-1, 5],
    [6, 5],
    [0, 0],
    [0.5, 5],
  ])("refuses %d of %d", (hits, of) => expect(() => wilson(hits, of)).toThrow(RangeError));
});

const SOURCES = [
  { slug: "acme-list", obtainedAt: "2026-11-21" },
  { slug: "example-pages", obtainedAt: "2026-11-22" },
  { slug: "example-medians", obtainedAt: "2026-11-21" },
];
const ask = (seed: number, size: number) => ({ seed, size, newSince: "2026-11-22" });
const draw = (observations: readonly Observation[], seed: number, size: number) =>
  drawAudit(observations, SOURCES, ask(seed, size));

const distinct = fc.uniqueArray(observation, { maxLength: 40, selector: (item) => JSON.stringify(item) });

describe("a draw", () => {
  const seeds = fc.integer({ min: 0, max: 1_000_000 });

  test("is the same for the same seed, whatever the order of the observations", () => {
    fc.assert(
      fc.property(distinct, seeds, fc.integer({ min: 1, max: 30 }), (observations, seed, size) => {
        expect(draw([...observations].reverse(), seed, size)).toEqual(draw(observations, seed, size));
      }),
    );
  });

  test("has as many as were asked for, none twice, or all there are", () => {
    fc.assert(
      fc.property(distinct, seeds, fc.integer({ min: 1, max: 60 }), (observations, seed, size) => {
        const drawn = draw(observations, seed, size);
        expect(drawn).toHaveLength(Math.min(size, observations.length));
        expect(new Set(drawn.map(({ id }) => id)).size).toBe(drawn.length);
      }),
    );
  });

  test("leaves out what its source has taken back, and the retraction", () => {
    const stands = observe({ kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", 10)] });
    const wrong = observe({ kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", 1)] });
    const taken = observe(
      { kind: "retraction", retracts: [observationId(wrong)], reason: "typed by hand" },
      { observedAt: "2026-02-01" },
    );
    expect(draw([stands, wrong, taken], 1, 10).map((drawn) => drawn.observation)).toEqual([stands]);
  });

  const many = (source: string, count: number, products: number) =>
    Array.from({ length: count }, (_, index) =>
      observe(
        { kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", index + 1)] },
        { source, product: `acme-${index % products}` },
      ),
    );
  const ledger = [...many("acme-list", 400, 100), ...many("example-medians", 400, 4), ...many("example-pages", 200, 9)];
  const counts = (drawn: ReturnType<typeof draw>) =>
    Object.fromEntries(
      SOURCES.map(({ slug }) => [slug, drawn.filter(({ observation: { source } }) => source === slug).length]),
    );

  test("takes a third from the new sources and shares the rest by the square root of products", () => {
    expect(counts(draw(ledger, 1, 90))).toEqual({ "acme-list": 50, "example-medians": 10, "example-pages": 30 });
  });

  test("another seed gives another draw", () => {
    const ids = (seed: number) => draw(ledger, seed, 90).map(({ id }) => id);
    expect(ids(1)).not.toEqual(ids(2));
  });

  test("fills up from the old sources where the new ones have too few, and the other way round", () => {
    const few = [...many("acme-list", 50, 5), ...many("example-pages", 4, 2)];
    expect(counts(draw(few, 1, 30))).toMatchObject({ "acme-list": 26, "example-pages": 4 });
    const fresh = [...many("acme-list", 4, 2), ...many("example-pages", 50, 5)];
    expect(counts(draw(fresh, 1, 30))).toMatchObject({ "acme-list": 4, "example-pages": 26 });
  });

  test("never draws a retraction: it states no price", () => {
    const retraction = observe({ kind: "retraction", retracts: ["ob_1"], reason: "Misread." });
    expect(draw([retraction], 1, 5)).toEqual([]);
  });
});

test("every fact has a line of its own, without a missing value in it", () => {
  fc.assert(
    fc.property(observation, ({ fact }) => {
      expect(factInShort(fact)).toMatch(/\S/);
      expect(factInShort(fact)).not.toMatch(/undefined|null|NaN|\[object/);
    }),
  );
});

describe("figures", () => {
  test("of the first audit are as it gives them", () => {
    const first = { date: "2026-11-21", drawn: 100, right: 98, wrong: 2, incomplete: 12, mended: 2 };
    expect(auditFigures(first)).toEqual({ seed: null, ...first, error: { percent: 2, low: 0.6, high: 7 } });
  });

  test("of a seeded audit count what was read, and no rate while nothing was", () => {
    const file = {
      seed: 7,
      size: 300,
      drawnAt: "2026-11-23",
      verdicts: { right: 299, wrong: 1, incomplete: 20 },
      errors: [{ id: "ob_1", what: "An annual price read as monthly.", mended: true }],
    };
    expect(auditFigures(file)).toMatchObject({ drawn: 300, wrong: 1, mended: 1, error: { percent: 0.3 } });
    const unread = { ...file, verdicts: { right: 0, wrong: 0, incomplete: 0 }, errors: [] };
    expect(auditFigures(unread).error).toBeNull();
  });
});
