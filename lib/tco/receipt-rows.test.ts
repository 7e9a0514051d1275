import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acmeTier } from "@/lib/format/acme.fixture";
import { totalCost } from "./engine";
import { receiptRows, yearByYear } from "./receipt-rows";

const tier = acmeTier({ id: "pro", name: "Pro, year 2000 edition", priceMonthly: 8.75, priceAnnual: 7.25 });
const fee = (amount: number | null, unit: string) => ({
  kind: "platform_fee" as const,
  label: "Platform fee",
  amount,
  percent: null,
  currency: "USD",
  unit,
  observedAt: "2026-10-01",
  evidence: ["ev_2"],
});

interface Asked {
  seats: number;
  years: number;
  price: number | null;
  currency: string;
  uplift: number;
  discount: number;
  once: number | null;
}

/** Returns the part of a response that a receipt needs. */
function answerTo(stack: readonly Asked[]) {
  const results = stack.map(({ seats, years, price, currency, uplift, discount, once }) =>
    totalCost(
      {
        tiers: [
          price === null
            ? { ...tier, currency, priceStatus: "contact_sales", priceMonthly: null, priceAnnual: null }
            : { ...tier, currency, priceMonthly: price, priceAnnual: null },
        ],
        hiddenCosts: once === null ? [] : [{ ...fee(once, "once"), currency }],
        currency,
      },
      {
        seats,
        termYears: years,
        includeHiddenCosts: true,
        assumptions: { renewalUpliftPercent: uplift, discountPercent: discount },
      },
    ),
  );
  return {
    items: results.map((result, index) => ({ ...result, termYears: stack[index]?.years ?? 1 })),
    lines: results.flatMap(({ lines }, item) => lines.map((line) => ({ ...line, item, slug: `acme-${item}` }))),
  };
}

const asked: fc.Arbitrary<Asked> = fc.record({
  seats: fc.integer({ min: 1, max: 500 }),
  years: fc.constant(3),
  price: fc.option(
    fc.integer({ min: 1, max: 5_000 }).map((cents) => cents / 100),
    { freq: 6 },
  ),
  currency: fc.constantFrom("USD", "USD", "EUR"),
  uplift: fc.constantFrom(0, 0, 5),
  discount: fc.constantFrom(0, 0, 10),
  once: fc.option(fc.integer({ min: 1, max: 900 })),
});
const stacks = fc.array(asked, { minLength: 1, maxLength: 5 });
const cents = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);

describe("the rows of a receipt", () => {
  test("come to what the lines come to, product by product", () => {
    fc.assert(
      fc.property(stacks, (stack) => {
        const { lines } = answerTo(stack);
        const rows = receiptRows(lines);
        for (const [item] of stack.entries()) {
          const own = <T extends { item: number }>(list: readonly T[]) => list.filter((entry) => entry.item === item);
          expect(cents(own(rows).map(({ amount }) => amount))).toBe(cents(own(lines).map(({ amount }) => amount)));
        }
      }),
    );
  });

  test("hold every year of a line once", () => {
    fc.assert(
      fc.property(stacks, (stack) => {
        const { lines } = answerTo(stack);
        const years = receiptRows(lines).flatMap(({ item, kind, years: span }) =>
          span === null ? [`${item} ${kind} once`] : range(span.from, span.to).map((year) => `${item} ${kind} ${year}`),
        );
        expect(years.sort()).toEqual(lines.map(({ item, kind, year }) => `${item} ${kind} ${year ?? "once"}`).sort());
      }),
    );
  });

  test("join years that cost the same, and none that differ", () => {
    const [level, rising] = [0, 5].map((uplift) =>
      receiptRows(
        answerTo([{ seats: 10, years: 3, price: 10, currency: "USD", uplift, discount: 0, once: null }]).lines,
      ),
    );
    expect(level?.map(({ label, years, amount }) => [label, years, amount])).toEqual([
      ["Pro, year 2000 edition", { from: 1, to: 3 }, 3600],
    ]);
    expect(rising?.map(({ years, amount }) => [years?.from, amount])).toEqual([
      [1, 1200],
      [2, 1260],
      [3, 1323],
    ]);
  });
});

describe("year by year", () => {
  test("the years of a currency come to its total, which is that of its items", () => {
    fc.assert(
      fc.property(stacks, (stack) => {
        const answer = answerTo(stack);
        for (const { currency, years, total, known } of yearByYear(answer)) {
          const own = answer.items.filter((item) => item.currency === currency);
          if (total === null) {
            expect(years.every((amount) => amount === null)).toBe(true);
            continue;
          }
          expect(cents(own.map((item) => item.total ?? Number.NaN))).toBe(cents([total]));
          // Each line is rounded, the total only once.
          expect(Math.abs(cents(years.map((amount) => amount ?? Number.NaN)) - cents([known]))).toBe(0);
          expect(Math.abs(cents([known]) - cents([total]))).toBeLessThanOrEqual(own.length * 8);
        }
      }),
    );
  });

  test("currencies are never added, and a product without a price is in none", () => {
    const one = { seats: 1, years: 1, uplift: 0, discount: 0, once: null };
    const sums = yearByYear(
      answerTo([
        { ...one, price: 10, currency: "USD" },
        { ...one, price: 20, currency: "EUR" },
        { ...one, price: null, currency: "USD" },
      ]),
    );
    expect(sums.map(({ currency, items, total, years }) => [currency, items, total, years])).toEqual([
      ["EUR", 1, 240, [240]],
      ["USD", 1, 120, [120]],
    ]);
  });

  test("what an unknown fee touches has no total, and the known lines are told apart", () => {
    const answer = answerTo([{ seats: 1, years: 2, price: 10, currency: "USD", uplift: 0, discount: 0, once: null }]);
    const [sum] = yearByYear({ ...answer, items: answer.items.map((item) => ({ ...item, total: null })) });
    expect(sum).toMatchObject({ total: null, years: [null, null], known: 240 });
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
