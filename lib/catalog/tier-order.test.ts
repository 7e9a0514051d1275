import fc from "fast-check";
import { expect, test } from "vitest";
import { inPriceOrder } from "./tier-order";

const tier = (name: string, price: number | null, rest: Partial<Parameters<typeof inPriceOrder>[0][number]> = {}) => ({
  name,
  isFree: price === 0,
  priceStatus: price === null ? ("contact_sales" as const) : ("published" as const),
  priceMonthly: price,
  priceAnnual: null,
  listPrice:
    price === null ? null : { amount: price, currency: "USD", period: "month" as const, billing: "monthly" as const },
  currency: "USD",
  priceUnit: "user/month",
  ...rest,
});
const names = (tiers: readonly { name: string }[]) => tiers.map(({ name }) => name);

test("free first, then by price, on request last", () => {
  const asRead = [tier("Enterprise", null), tier("Free", 0), tier("Team", 20), tier("Pro", 8)];
  expect(names(inPriceOrder(asRead))).toEqual(["Free", "Pro", "Team", "Enterprise"]);
});

test("an order of the source that is sensible is kept, prices of another unit among them", () => {
  const flat = tier("Flat", 5, { priceUnit: "month" });
  const asRead = [tier("Free", 0), tier("Pro", 8), flat, tier("Team", 20), tier("Enterprise", null)];
  expect(names(inPriceOrder(asRead))).toEqual(names(asRead));
});

test("the same tiers in any order: none lost, and no price of one unit before a lower one", () => {
  const tiers = fc.array(
    fc.record({
      price: fc.option(fc.integer({ min: 0, max: 50 })),
      unit: fc.constantFrom("user/month", "month"),
    }),
  );
  fc.assert(
    fc.property(tiers, (list) => {
      const asRead = list.map(({ price, unit }, index) => tier(String(index), price, { priceUnit: unit }));
      const sorted = inPriceOrder(asRead);
      expect(names(sorted).sort()).toEqual(names(asRead).sort());
      expect(inPriceOrder(sorted)).toEqual(sorted);
      const places = sorted.map(({ priceMonthly }) => (priceMonthly === null ? 2 : priceMonthly === 0 ? 0 : 1));
      expect(places).toEqual([...places].sort());
      for (const unit of ["user/month", "month"]) {
        const own = sorted.filter(({ priceUnit, priceMonthly }) => priceUnit === unit && priceMonthly);
        const prices = own.map(({ priceMonthly }) => priceMonthly ?? 0);
        expect(prices).toEqual([...prices].sort((a, b) => a - b));
      }
    }),
  );
});
