import { expect, test } from "vitest";
import { FILE_PRICES, filePrice, SUBSCRIPTION_PRICES } from "./prices";

test.each([
  [1, 1_900, "file_s"],
  [25, 1_900, "file_s"],
  [26, 3_900, "file_m"],
  [100, 3_900, "file_m"],
  [101, 7_900, "file_l"],
  [250, 7_900, "file_l"],
  [251, 14_900, "file_xl"],
  [9_999, 14_900, "file_xl"],
])("a file of %i priced records costs %i cents (%s)", (records, amountMinor, lookupKey) => {
  expect(filePrice(records)).toMatchObject({ amountMinor, lookupKey, currency: "USD" });
});

test.each([0, -1, 1.5, Number.NaN])("%d priced records have no price", (records) => {
  expect(() => filePrice(records)).toThrow(RangeError);
});

test("the lookup keys by which Stripe's prices are found are distinct", () => {
  const keys = [...Object.values(SUBSCRIPTION_PRICES), ...FILE_PRICES].map(({ lookupKey }) => lookupKey);
  expect(new Set(keys).size).toBe(6);
});
