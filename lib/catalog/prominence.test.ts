import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Observation } from "@/lib/schemas/observation";
import { addDays } from "./day";
import { POLICY } from "./policy";
import { prominence, prominenceOf, type Standing } from "./prominence";
import { reduce } from "./reduce";
import { day, ledger, observe, paid, SOURCES } from "./testing/observations";

const standing = fc.record<Standing>({
  sources: fc.integer({ min: 1, max: 500 }),
  priced: fc.boolean(),
  median: fc.boolean(),
  history: fc.boolean(),
  ageDays: fc.integer({ min: -30, max: 5000 }),
});
const LEAST: Standing = { sources: 1, priced: false, median: false, history: false, ageDays: 5000 };

describe("the number", () => {
  test("lies between 0 and 100, to one decimal", () => {
    fc.assert(
      fc.property(standing, (known) => {
        const value = prominence(known);
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThanOrEqual(100);
        expect(Math.round(value * 10) / 10).toBe(value);
      }),
    );
  });

  test("is not lowered by a further source, nor by anything else that comes to be known", () => {
    fc.assert(
      fc.property(standing, (known) => {
        const value = prominence(known);
        for (const more of [{ sources: known.sources + 1 }, { priced: true }, { median: true }, { history: true }]) {
          expect(prominence({ ...known, ...more })).toBeGreaterThanOrEqual(value);
        }
        expect(prominence({ ...known, ageDays: known.ageDays - 1 })).toBeGreaterThanOrEqual(value);
      }),
    );
  });

  test("is that of the published points", () => {
    const { sources, halfAtSources, price, current, currentForDays } = POLICY.prominence;
    expect(prominence(LEAST)).toBeCloseTo(sources / (1 + halfAtSources), 1);
    const current365 = { ...LEAST, ageDays: currentForDays };
    expect(prominence({ ...current365, priced: true })).toBeCloseTo(prominence(LEAST) + price + current, 1);
    expect(prominence({ ...current365, ageDays: currentForDays + 1 })).toBe(prominence(LEAST));
  });

  test("of what is widely known is above all that is not, priced alike", () => {
    const { widelyKnownFrom } = POLICY.prominence;
    const most = { ...LEAST, sources: widelyKnownFrom - 1, median: true, history: true, ageDays: 0 };
    expect(prominence({ ...LEAST, sources: widelyKnownFrom })).toBeGreaterThan(prominence(most));
  });
});

describe("of a ledger", () => {
  const asOf = "2026-01-01";
  const of = (observations: readonly Observation[]) => {
    const record = reduce(observations, { asOf, sources: SOURCES });
    return record && prominenceOf(observations, record, asOf);
  };
  const rating = (rest: Partial<Observation>) =>
    observe({ kind: "rating", publisher: "Example", rating: 4, scale: 5, reviewCount: null }, rest);
  const plans = (amount: number, rest: Partial<Observation> = {}) =>
    observe({ kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", amount)] }, rest);

  test("it depends on what was observed, not on the order or repetition", () => {
    fc.assert(
      fc.property(ledger, (observations) => {
        expect(of([...observations].reverse().concat(observations))).toEqual(of(observations));
      }),
    );
  });

  test("another source never lowers it", () => {
    fc.assert(
      fc.property(ledger, day, fc.constantFrom("A" as const, "C" as const), (observations, observedAt, trust) => {
        const before = of(observations);
        const after = of([...observations, rating({ source: "acme-list", voice: "third", observedAt, trust })]);
        if (before) expect(after?.prominence).toBeGreaterThanOrEqual(before.prominence);
      }),
    );
  });

  test("one voice counts once, each page that speaks for itself counts", () => {
    const one = rating({ voice: "north" });
    expect(of([one, rating({ voice: "north", observedAt: "2025-03-01" })])?.sources).toBe(1);
    expect(of([one, rating({ voice: "south" }), rating({ source: "acme-list" })])?.sources).toBe(3);
  });

  test("files of one publisher count once, whichever sources read them", () => {
    const file = (owner: string) => ({ url: `https://raw.githubusercontent.com/${owner}/acme/main/plans.yml` });
    const read = (source: string, owner: string) => plans(10, { source, evidence: file(owner) });
    expect(of([read("acme-list", "one"), read("example-pages", "one")])?.sources).toBe(1);
    expect(of([read("acme-list", "one"), read("example-pages", "two")])?.sources).toBe(2);
  });

  test("what is observed later, or taken back, is no source", () => {
    const taken = observe({ kind: "retraction", retracts: ["ob_0"], reason: "Wrong." }, { source: "acme-list" });
    expect(of([plans(9), rating({ source: "acme-list", observedAt: "2026-01-02" }), taken])?.sources).toBe(1);
  });

  test("a price and a rate card are prices; a free product and a rating are none", () => {
    expect(of([plans(9)])?.priced).toBe(true);
    expect(of([plans(0)])?.priced).toBe(false);
    expect(of([rating({})])?.priced).toBe(false);
    const meter = { name: "inputTokens", unit: "token", per: 1, mode: "standard" as const, tierMode: null };
    const prices = [{ unitPrice: 1, from: 0, upTo: null, when: null }];
    const card = { kind: "rates" as const, model: "acme-1", currency: "USD", meters: [{ ...meter, prices }] };
    expect(of([observe(card)])?.priced).toBe(true);
  });
});

test("second-hand pages of one publisher, in whatever source, are one voice", () => {
  const page = (source: string, voice: string, publisher: string) =>
    observe(
      { kind: "plans", currency: "USD", complete: false, tiers: [paid("pro", 10)] },
      { source, voice, trust: "C", observedAt: "2026-10-01", evidence: { url: `https://${voice}`, publisher } },
    );
  const record = (...observations: Observation[]) =>
    reduce(observations, { asOf: "2026-11-21", sources: SOURCES })?.verification.sources;
  const known = (...observations: Observation[]) => {
    const reduced = reduce(observations, { asOf: "2026-11-21", sources: SOURCES });
    return reduced && prominenceOf(observations, reduced, "2026-11-21").sources;
  };
  const [one, again, other] = [
    page("acme-list", "blog.one.example/a", "one.example"),
    page("acme-pages", "www.one.example/b", "one.example"),
    page("acme-list", "two.example/a", "two.example"),
  ];
  expect([record(one, again), known(one, again)]).toEqual([1, 1]);
  expect([record(one, again, other), known(one, again, other)]).toEqual([2, 2]);
});

test("belief in an undated reading is that in one of its kind that is older", () => {
  const plans = { kind: "plans" as const, currency: "USD", complete: true, tiers: [paid("pro", 10)] };
  const url = "https://example.com/pricing";
  const at = (entry: Observation) => reduce([entry], { asOf: "2026-11-21", sources: SOURCES })?.verification;
  const undated = at(observe(plans, { observedAt: "2026-11-20", evidence: { url, undated: true } }));
  const old = at(observe(plans, { observedAt: addDays("2026-11-20", -POLICY.undatedAgeDays), evidence: { url } }));
  expect(undated?.confidence).toBe(old?.confidence);
  expect(undated?.confidenceTerms[1]?.term).toMatch(/without a date/);
  expect(undated?.status).toBe("stale");
});
