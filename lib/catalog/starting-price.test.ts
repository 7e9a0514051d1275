import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Observation } from "@/lib/schemas/observation";
import { addDays } from "./day";
import { periods } from "./periods";
import { reduce } from "./reduce";
import { axisPrices, indexEntry, listEntry, startingPrice } from "./starting-price";
import { FIRST_DAY, ledger, observe, paid, SOURCES, tier } from "./testing/observations";

const asOf = "2026-06-01";

function of(tiers: ReturnType<typeof tier>[], rest: { complete?: boolean; currency?: string } = {}) {
  const fact = { kind: "plans" as const, currency: "USD", complete: true, tiers, ...rest };
  const reduced = reduce([observe(fact)], { asOf, sources: SOURCES });
  if (!reduced) throw new Error("nothing was known");
  return startingPrice(reduced);
}

const free = tier("free", { status: "published", prices: [{ amount: 0, period: "month", billing: "monthly" }] });

function recordOf(facts: Observation["fact"][]) {
  const reduced = reduce(
    facts.map((fact) => observe(fact)),
    { asOf, sources: SOURCES },
  );
  if (!reduced) throw new Error("nothing was known");
  return reduced;
}

test("an add-on has a price of its own and is no hidden cost", () => {
  const cost = (kind: "add_on" | "support") =>
    ({
      kind: "hidden_cost",
      cost: kind,
      label: kind,
      key: kind,
      amount: 5,
      percent: null,
      currency: "USD",
      unit: "month",
    }) as const;
  expect(indexEntry(recordOf([cost("add_on")])).hasHiddenCosts).toBe(false);
  expect(indexEntry(recordOf([cost("add_on"), cost("support")])).hasHiddenCosts).toBe(true);
});

describe("the starting price", () => {
  test("is the cheapest paid tier's, per month", () => {
    expect(of([free, paid("business", 12), paid("pro", 8)])).toEqual({
      startingPrice: 8,
      currency: "USD",
      priceUnit: "user/month",
      priceStatus: "published",
    });
    const yearly = tier("pro", { status: "published", prices: [{ amount: 120, period: "year", billing: "annual" }] });
    expect(of([yearly]).startingPrice).toBe(10);
  });

  test("is in the record's currency where there is one in it", () => {
    expect(of([paid("pro", 8), paid("eu", 5, { currency: "EUR" })])).toMatchObject({
      startingPrice: 8,
      currency: "USD",
    });
    expect(of([paid("eu", 5, { currency: "EUR" })])).toMatchObject({ startingPrice: 5, currency: "EUR" });
  });

  test("is 0 only where every tier is known and free", () => {
    expect(of([free])).toMatchObject({ startingPrice: 0, priceStatus: "published" });
    expect(of([free], { complete: false })).toMatchObject({ startingPrice: null, priceStatus: "unverified" });
    expect(of([free, tier("enterprise")])).toMatchObject({ startingPrice: null, priceStatus: "contact_sales" });
  });

  test("does not apply where nothing is priced per month", () => {
    const once = tier("pro", { status: "published", prices: [{ amount: 99, period: "once", billing: null }] });
    expect(of([once])).toEqual({ startingPrice: null, currency: null, priceUnit: null, priceStatus: "not_applicable" });
  });

  test("is published exactly where it is a number, whatever is known", () => {
    fc.assert(
      fc.property(ledger, (observations) => {
        const reduced = reduce(observations, { asOf, sources: SOURCES });
        fc.pre(reduced !== null);
        const { startingPrice: price, priceStatus, currency } = startingPrice(reduced);
        expect(priceStatus === "published").toBe(price !== null);
        if (price !== null && price > 0) expect(currency).not.toBeNull();
        if (price === 0) expect(reduced.tiers?.every(({ isFree }) => isFree)).toBe(true);
      }),
    );
  });
});

describe("periods", () => {
  const stable = (observations: readonly Observation[], day: string) => {
    const reduced = reduce(observations, { asOf: day, sources: SOURCES });
    if (!reduced) return null;
    const { confidence: _, ...entry } = indexEntry(reduced);
    return entry;
  };

  test("cover every day once, and within one a record says the same but for confidence", () => {
    const offset = fc.integer({ min: 0, max: 4_000 });
    fc.assert(
      fc.property(ledger, offset, offset, (observations, start, later) => {
        const today = addDays(FIRST_DAY, start);
        const day = addDays(today, later);
        const all = periods(observations, today);
        const within = all.filter(({ from, until }) => (from ?? "") <= day && (until === null || day < until));
        expect(within).toHaveLength(1);
        expect(stable(observations, day)).toEqual(stable(observations, within[0]?.day ?? ""));
      }),
      { numRuns: 1_000 },
    );
  });

  test("begin on the day on which an announced price takes effect", () => {
    const plan = { kind: "plans" as const, currency: "USD", complete: true, tiers: [paid("pro", 8)] };
    const announced = observe({ ...plan, tiers: [paid("pro", 9)] }, { effectiveFrom: "2026-09-01" });
    expect(periods([observe(plan), announced], "2026-06-01")).toEqual([
      { from: null, until: "2026-09-01", day: "2026-06-01" },
      { from: "2026-09-01", until: null, day: "2026-09-01" },
    ]);
  });
});

describe("what lists are drawn by", () => {
  test("tiers in another currency or unit, or without a number, do not stand on the axis", () => {
    const tiers = [free, paid("pro", 8), paid("eu", 5, { currency: "EUR" }), paid("site", 900, { unit: "month" })];
    const record = recordOf([
      { kind: "plans", currency: "USD", complete: true, tiers: [...tiers, tier("enterprise")] },
    ]);
    expect(axisPrices(record).map(({ name, price }) => [name, price])).toEqual([
      [record.tiers?.find(({ isFree }) => isFree)?.name, 0],
      [record.tiers?.find(({ priceMonthly }) => priceMonthly === 8)?.name, 8],
    ]);
    expect(listEntry(record).highestPrice).toBe(8);
  });

  test("a product without a price has no axis, not one at 0", () => {
    const record = recordOf([{ kind: "plans", currency: "USD", complete: true, tiers: [tier("enterprise")] }]);
    expect(axisPrices(record)).toEqual([]);
    expect(listEntry(record).highestPrice).toBeNull();
  });
});
