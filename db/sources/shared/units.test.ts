import { describe, expect, test } from "vitest";
import { costUnit, isCurrency, unitOf } from "./units";

describe("units", () => {
  test.each([
    ["seat billed annually", "seat", "annual"],
    ["user paid yearly", "user", "annual"],
    ["account billed yearly $190", "account", "annual"],
    ["org", "organization", null],
    ["licence", "license", null],
    ["service plan", "account", null],
    ["GPU per hour", "GPU hour", null],
    ["million requests", "1M requests", null],
    ["1K detections", "1,000 detections", null],
    ["1,000 pages", "1,000 pages", null],
    ["trial", null, null],
    [null, null, null],
  ])("%s is %s, billed %s", (raw, unit, billing) => {
    expect(unitOf(raw)).toMatchObject({ unit, billing });
  });

  test("numbers in words are numbers", () => {
    const job = (value: number) => [{ name: "recurring jobs", value, unit: null }];
    expect(unitOf("one recurring job")).toEqual({ unit: "recurring job", billing: null, limits: [] });
    expect(unitOf("up to three recurring jobs")).toEqual({ unit: "account", billing: null, limits: job(3) });
    expect(unitOf("one million management events").unit).toBe("1M management events");
    expect(unitOf("one app").unit).toBe("app");
    expect(unitOf("one brand, one storefront")).toMatchObject({
      unit: "account",
      limits: [
        { name: "brands", value: 1 },
        { name: "storefronts", value: 1 },
      ],
    });
  });

  test("an allowance written into the unit becomes a limit", () => {
    expect(unitOf("account (3 seats)")).toEqual({
      unit: "account",
      billing: null,
      limits: [{ name: "seats", value: 3, unit: null }],
    });
  });

  test("a cost's unit loses its currency", () => {
    expect(costUnit("USD per user per month")).toBe("user/month");
    expect(costUnit("USD")).toBeNull();
  });
});

test("a token is no currency", () => {
  expect(isCurrency("EUR")).toBe(true);
  expect(isCurrency("SOL")).toBe(false);
  expect(isCurrency("USDC")).toBe(false);
  expect(isCurrency(null)).toBe(false);
});
