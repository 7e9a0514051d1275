import { expect, test } from "vitest";
import { countryIn } from "./countries";
import { tokensOf } from "./tokens";

test.each([
  ["sms to Germany", "Germany"],
  ["SMS nach Deutschland", "Germany"],
  ["precio en Estados Unidos", "United States"],
  ["цена в Польше или Германия", "Germany"],
  ["インド", "India"],
  ["price for the team", null],
])("%j names %j", (text, name) => {
  const tokens = tokensOf(text);
  expect(countryIn(tokens, [...tokens.keys()])?.name ?? null).toBe(name);
});

test("reads only the words at the given places", () => {
  expect(countryIn(tokensOf("Germany France"), [1])).toEqual({ name: "France", places: [1] });
});
