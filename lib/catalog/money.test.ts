import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decimal, median, percentChange, perMonth, roundMoney } from "./money";

test("money is rounded half-up to cents on both sides of 0, and kept whole below one cent", () => {
  const rounded = (text: string) => roundMoney(decimal(text));
  expect(["1.005", "-1.005", "0.995", "0.01"].map(rounded)).toEqual([1.01, -1.01, 1, 0.01]);
  expect(["0.0049", "-0.0049", "0.0000175", "0"].map(rounded)).toEqual([0.0049, -0.0049, 0.0000175, 0]);
});

test("whatever the amount, its cents are those of the exact sum, and what is below one cent is all of it", () => {
  const digits = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 12 }), (unscaled, places) => {
      const amount = decimal(`${unscaled}e-${places}`);
      const isSmall = !amount.isZero() && amount.abs().lt("0.01");
      expect(roundMoney(amount)).toBe(Number(isSmall ? amount : amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)));
    }),
  );
});

test("a year's price by the month, a change in percent and a median are each rounded once", () => {
  expect([perMonth(100), perMonth(99.99)]).toEqual([8.33, 8.33]);
  expect([percentChange(8, 8.75), percentChange(8, 7.25), percentChange(0, 5)]).toEqual([9.4, -9.4, null]);
  expect([median([3, 1, 2]), median([0.01, 0.02]), median([])]).toEqual([2, 0.02, null]);
});
