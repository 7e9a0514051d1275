import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reduce } from "@/lib/catalog/reduce";
import { observe, paid, SOURCES, tier } from "@/lib/catalog/testing/observations";
import type { SeatBand } from "@/lib/schemas/primitives";
import type { HiddenCost } from "@/lib/schemas/record";
import { bandedTotal } from "./bands";
import { type TcoRequest, totalCost } from "./engine";

const ask = (rest: Partial<TcoRequest> = {}): TcoRequest => ({
  seats: 10,
  termYears: 1,
  includeHiddenCosts: true,
  ...rest,
});

function acme(tiers: ReturnType<typeof tier>[], hiddenCosts: HiddenCost[] = []) {
  const reduced = reduce([observe({ kind: "plans", currency: "USD", complete: true, tiers })], {
    asOf: "2026-02-01",
    sources: SOURCES,
  });
  return { ...reduced, hiddenCosts, asOf: "2026-02-01" };
}

const cost = (rest: Partial<HiddenCost>): HiddenCost => ({
  kind: "onboarding",
  label: "Onboarding",
  amount: 100,
  percent: null,
  currency: "USD",
  unit: "once",
  observedAt: "2026-01-01",
  evidence: [],
  ...rest,
});

const annualAndMonthly = (id: string, monthly: number, annual: number) =>
  tier(id, {
    status: "published",
    prices: [
      { amount: monthly, period: "month", billing: "monthly" },
      { amount: annual, period: "month", billing: "annual" },
    ],
  });

const cents = fc.integer({ min: 1, max: 100_000 }).map((value) => value / 100);
const seats = fc.integer({ min: 1, max: 5000 });
const bands = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 200 }), cents), { minLength: 1, maxLength: 5 })
  .map((steps): SeatBand[] => {
    let from = 0;
    return steps.map(([width, unitPrice], index) => {
      const band = { from, upTo: index === steps.length - 1 ? null : from + width, unitPrice };
      from += width;
      return band;
    });
  });

describe("for any tier", () => {
  test("the cost never falls when seats are added", () => {
    fc.assert(
      fc.property(
        cents,
        fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
        seats,
        fc.integer({ min: 0, max: 500 }),
        (price, minimumSeats, few, more) => {
          const record = acme([paid("pro", price, { minimumSeats })]);
          const total = (count: number) => totalCost(record, ask({ seats: count, tier: "pro" })).total ?? Number.NaN;
          expect(total(few + more)).toBeGreaterThanOrEqual(total(few));
        },
      ),
    );
  });

  test("a term costs the sum of its lines, to the cent", () => {
    fc.assert(
      fc.property(cents, seats, fc.integer({ min: 1, max: 5 }), (price, count, termYears) => {
        const result = totalCost(
          acme(
            [paid("pro", price)],
            [cost({}), cost({ kind: "platform_fee", label: "Platform", unit: "year", amount: price })],
          ),
          ask({ seats: count, termYears }),
        );
        const inCents = result.lines.reduce((total, line) => total + Math.round(line.amount * 100), 0);
        expect(Math.round((result.total ?? 0) * 100)).toBe(inCents);
        expect(result.range.low).toBeLessThanOrEqual(result.range.base ?? 0);
        expect(result.range.high).toBeGreaterThanOrEqual(result.range.base ?? 0);
      }),
    );
  });

  test("the same question gets the same bytes", () => {
    fc.assert(
      fc.property(cents, seats, (price, count) => {
        const once = () =>
          JSON.stringify(
            totalCost(acme([paid("pro", price), tier("enterprise")]), ask({ seats: count, termYears: 3 })),
          );
        expect(once()).toBe(once());
      }),
    );
  });

  test("no total comes from a tier without a published price", () => {
    fc.assert(
      fc.property(
        seats,
        fc.constantFrom("contact_sales" as const, "not_published" as const, "unverified" as const),
        (count, status) => {
          const result = totalCost(acme([tier("enterprise", { status })]), ask({ seats: count, tier: "enterprise" }));
          expect([result.total, result.yearOne, result.perSeatMonthly, result.range.base]).toEqual([
            null,
            null,
            null,
            null,
          ]);
          expect(result.unknowns).toHaveLength(1);
        },
      ),
    );
  });
});

describe("bands", () => {
  const naive = (list: readonly SeatBand[], quantity: number) => {
    let total = 0;
    for (let unit = 1; unit <= quantity; unit++) {
      const band = list.find((item) => unit > item.from && (item.upTo === null || unit <= item.upTo));
      total += Math.round((band?.unitPrice ?? 0) * 100);
    }
    return total / 100;
  };

  test("graduated bands equal counting unit by unit", () => {
    fc.assert(
      fc.property(bands, fc.integer({ min: 0, max: 1200 }), (list, quantity) => {
        expect(bandedTotal(list, "graduated", quantity).toNumber()).toBeCloseTo(naive(list, quantity), 6);
      }),
    );
  });

  test("volume bands price every unit by the band that holds the whole", () => {
    const list = [
      { from: 0, upTo: 10, unitPrice: 5 },
      { from: 10, upTo: null, unitPrice: 4 },
    ];
    expect([10, 11].map((quantity) => bandedTotal(list, "volume", quantity).toNumber())).toEqual([50, 44]);
  });
});

describe("rules", () => {
  test("without a tier, the cheapest paid tier that admits the team is taken", () => {
    const free = tier("free", { status: "published", prices: [{ amount: 0, period: "month", billing: null }] });
    const record = acme([free, paid("solo", 2, { maximumSeats: 3 }), paid("pro", 8), paid("business", 15)]);
    expect(totalCost(record, ask({ seats: 3 })).tier?.id).toBe("solo");
    expect(totalCost(record, ask({ seats: 4 })).tier?.id).toBe("pro");
    expect(totalCost(acme([free, tier("enterprise")]), ask()).total).toBe(0);
  });

  test("annual billing is taken where it is listed, and monthly on request", () => {
    const record = acme([annualAndMonthly("pro", 10, 8)]);
    expect(totalCost(record, ask())).toMatchObject({ billing: "annual", total: 960, perSeatMonthly: 8 });
    expect(totalCost(record, ask({ billing: "monthly" }))).toMatchObject({
      billing: "monthly",
      total: 1200,
      range: { low: 960, base: 1200 },
    });
  });

  test("a price whose billing nobody states is counted by the month and said to be so", () => {
    const unstated = tier("pro", { status: "published", prices: [{ amount: 9, period: "month", billing: null }] });
    const result = totalCost(acme([unstated]), ask());
    expect(result).toMatchObject({ billing: "unstated", total: 1080 });
    expect(result.assumptions[0]).toContain("does not say how the price is billed");
  });

  test("a minimum of seats is billed and said", () => {
    const result = totalCost(acme([paid("pro", 10, { minimumSeats: 25 })]), ask({ seats: 5 }));
    expect(result.total).toBe(3000);
    expect(result.assumptions.join(" ")).toContain("minimum of 25 seats");
  });

  test("a flat price does not grow with the team; another unit is counted once and said to be assumed", () => {
    expect(totalCost(acme([paid("team", 50, { unit: null })]), ask({ seats: 300 })).total).toBe(600);
    const hosts = totalCost(acme([paid("pro", 15, { unit: "host" })]), ask());
    expect(hosts.lines[0]).toMatchObject({ quantity: 1, basis: "assumed" });
    expect(totalCost(acme([paid("pro", 15, { unit: "host" })]), ask({ quantity: 12 })).lines[0]).toMatchObject({
      quantity: 12,
      basis: "list",
      amount: 2160,
    });
  });

  test("an uplift compounds from the second year", () => {
    const result = totalCost(acme([paid("pro", 10)]), ask({ seats: 1, termYears: 3, renewalUpliftPercent: 10 }));
    expect(result.lines.map((line) => line.amount)).toEqual([120, 132, 145.2]);
    expect(result.total).toBe(397.2);
    expect(result.sourcedShare).toBeCloseTo(120 / 397.2, 3);
  });

  test("a required cost without an amount makes the total unknown; an optional one widens the range", () => {
    const required = totalCost(acme([paid("pro", 10)], [cost({ amount: null })]), ask());
    expect(required.total).toBeNull();
    expect(required.unknowns[0]?.what).toBe("Onboarding");
    const optional = totalCost(
      acme([paid("pro", 10)], [cost({ kind: "sso", label: "Single sign-on", amount: 5, unit: "user/month" })]),
      ask(),
    );
    expect(optional.range).toEqual({ low: 1200, base: 1200, high: 1800 });
    expect(totalCost(acme([paid("pro", 10)], [cost({ currency: "EUR" })]), ask()).total).toBeNull();
  });
});
