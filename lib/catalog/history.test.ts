import { expect, test } from "vitest";
import { changesWithEvidence, type PriceReading, readingsAtChecks } from "./history";
import { observe, paid, SOURCES } from "./testing/observations";

const reading = (tier: string, meter: PriceReading["meter"], price: number, observedAt: string): PriceReading => ({
  tier,
  meter,
  price,
  currency: "USD",
  unit: "user/month",
  observedAt,
});

test("a check marks the list prices that stand, on its day, and none that were read later or are shown no more", () => {
  const readings = [
    reading("pro", "priceMonthly", 10, "2025-01-01"),
    reading("pro", "priceMonthly", 12, "2025-06-01"),
    reading("pro", "priceAnnual", 9, "2025-06-01"),
    reading("old", "priceMonthly", 5, "2024-01-01"),
  ];
  const tiers = [{ id: "pro", priceMonthly: 12, priceAnnual: null, listPrice: null }];
  const all = readingsAtChecks(readings, ["2025-03-01", "2025-09-01", "2025-10-01"], { tiers });
  expect(all.filter((entry) => !readings.includes(entry))).toEqual([
    reading("pro", "priceMonthly", 12, "2025-09-01"),
    reading("pro", "priceMonthly", 12, "2025-10-01"),
  ]);
  expect(readingsAtChecks(readings, [], { tiers })).toHaveLength(readings.length);
});

test("a price is compared with the last one in its currency, though another currency was shown in between", () => {
  const seen = (observedAt: string, currency: string, price: number) =>
    observe({ kind: "plans", currency, complete: true, tiers: [paid("pro", price)] }, { observedAt });
  const { changes } = changesWithEvidence(
    [seen("2022-11-29", "USD", 25), seen("2023-11-20", "EUR", 30), seen("2025-02-26", "USD", 30)],
    { asOf: "2026-11-21", sources: SOURCES },
  );
  expect(changes.filter((change) => change.class === "move")).toMatchObject([
    {
      before: 25,
      after: 30,
      currency: "USD",
      observedAt: "2025-02-26",
      dateRange: { from: "2022-11-29", to: "2025-02-26", sources: 1 },
    },
  ]);
});
