import { expect, test } from "vitest";
import { type PriceReading, readingsAtChecks } from "./history";

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
