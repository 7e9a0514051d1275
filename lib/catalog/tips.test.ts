import { expect, test } from "vitest";
import type { Observation } from "@/lib/schemas/observation";
import { reduce } from "./reduce";
import { observe, paid, SOURCES, tier } from "./testing/observations";

const tips = (observations: readonly Observation[]) =>
  reduce(observations, { asOf: "2026-02-01", sources: SOURCES })?.negotiationTips ?? [];
const plans = (tiers: ReturnType<typeof tier>[]) => observe({ kind: "plans", currency: "USD", complete: true, tiers });
const market = (rest: object = {}) =>
  observe(
    {
      kind: "market",
      publisher: "Example",
      medianAnnualCost: 12_000,
      low: 5000,
      high: 90_000,
      sampleSize: null,
      currency: "USD",
      scope: "product",
      ...rest,
    },
    { source: "example-medians" },
  );

test("no facts, no tips", () => {
  expect(tips([plans([paid("pro", 10)])])).toEqual([]);
});

test("every tip carries its evidence", () => {
  const both = tier("pro", {
    status: "published",
    minimumSeats: 5,
    prices: [
      { amount: 10, period: "month", billing: "monthly" },
      { amount: 8, period: "month", billing: "annual" },
    ],
  });
  const all = tips([
    plans([both]),
    market(),
    observe({ kind: "fiscal_year_end", monthDay: "01-31" }),
    observe({ kind: "discount", discount: "multi_year", percentLow: 10, percentHigh: 20, condition: null }),
    observe({ kind: "contract_term", field: "nonRenewalNoticeDays", value: 30 }),
  ]);
  expect(all.map(({ kind }) => kind)).toEqual([
    "annual_billing",
    "fiscal_year_end",
    "market_median",
    "minimum_seats",
    "multi_year",
    "notice_period",
  ]);
  for (const tip of all) expect(tip.evidence.length).toBeGreaterThan(0);
  expect(all[0]?.tip).toContain("20%");
  // The filing states only the day and does not mention discounts.
  expect(all[1]?.tip).toBe("The vendor's fiscal year ends on 31 January.");
});

test("a median is set against the list price in the same currency, and only by seat", () => {
  const text = (observations: Observation[]) => tips(observations).find(({ kind }) => kind === "market_median")?.tip;
  expect(text([plans([paid("pro", 10)]), market()])).toContain("At list price, that pays for 100 seats of pro.");
  expect(text([plans([paid("pro", 10)]), market()])).toContain("between $5,000 and $90,000");
  expect(text([plans([paid("pro", 10, { currency: "EUR" })]), market()])).not.toContain("At list price");
  expect(text([plans([paid("pro", 10, { unit: null })]), market()])).not.toContain("At list price");
  expect(text([market({ scope: "supplier" })])).toContain("all products of the vendor");
  expect(text([market({ medianAnnualCost: null })])).toBeUndefined();
});
