import { describe, expect, test } from "vitest";
import type { Extraction, ReadPrice, ReadTier } from "../types";
import {
  also,
  type Expected,
  either,
  type Fixture,
  free,
  from,
  html,
  maybe,
  month,
  nothing,
  page,
  sales,
  says,
  tier,
  year,
} from "./fixture";
import { scorePage, scoreReport, total } from "./score";

const fixture = (expected: Expected): Fixture =>
  page("html", "acme-test", html("Acme", ""), { expected, traps: ["a trap"] });

const price = (of: Partial<ReadPrice>): ReadPrice => ({
  ...{ amount: 10, currency: "USD", period: "month", billing: null, unit: null, text: "$10" },
  ...of,
});
const read = (name: string, prices: ReadPrice[], rest: Partial<ReadTier> = {}): ReadTier => ({
  name,
  status: "published",
  prices,
  ...rest,
});
const extraction = (...tiers: ReadTier[]): Extraction => ({
  reading: tiers.length > 0 ? { extractor: "html", tiers, complete: true } : null,
  refusals: [],
});
const score = (expected: Expected, ...tiers: ReadTier[]) => scorePage(fixture(expected), extraction(...tiers));

describe("a reading", () => {
  const told = says(tier("Pro", month("USD", 10, "user", "annual")));
  const right = price({ unit: "user", billing: "annual" });

  test("that says what the page says is right, in whatever case its names are", () => {
    expect(score(told, read(" PRO", [right]))).toMatchObject({
      read: true,
      wrong: [],
      missed: [],
      accepted: 1,
      found: 1,
    });
  });

  test.each<[string, ReadTier]>([
    ["amount", read("Pro", [{ ...right, amount: 11 }])],
    ["currency", read("Pro", [{ ...right, currency: "EUR" }])],
    ["period", read("Pro", [{ ...right, period: "year" }])],
    ["billing", read("Pro", [{ ...right, billing: "monthly" }])],
    ["billing that is not told", read("Pro", [{ ...right, billing: null }])],
    ["unit", read("Pro", [{ ...right, unit: "site" }])],
    ["unit that is not told", read("Pro", [{ ...right, unit: null }])],
    ["status", read("Pro", [right], { status: "contact_sales" })],
    ["starting price", read("Pro", [right], { startingPrice: true })],
    ["tier", read("Prof", [right])],
  ])("with a wrong %s is wrong", (_, one) => {
    const { wrong, read: whole } = score(told, one);
    expect(wrong).toHaveLength(1);
    expect(whole).toBe(false);
  });

  test("with a tier twice, or one too many, is wrong", () => {
    expect(score(told, read("Pro", [right]), read("Pro", [right])).wrong).toHaveLength(1);
    expect(score(told, read("Pro", [right]), read("Ghost", [])).wrong).toHaveLength(1);
  });

  test("without a price or a tier that stands there has missed it, and is not wrong", () => {
    const two = says(tier("Pro", month("USD", 10), month("EUR", 9)), sales("Enterprise"));
    expect(score(two, read("Pro", [price({})]))).toMatchObject({ wrong: [], read: false, expected: 2, found: 1 });
    expect(score(two, read("Pro", [price({})])).missed).toHaveLength(2);
    expect(score(two)).toMatchObject({ wrong: [], read: false, expected: 2, found: 0 });
  });

  test("that does not tell “from” is wrong", () => {
    expect(score(says(from("Pro", month("USD", 10))), read("Pro", [price({})])).wrong).toHaveLength(1);
  });

  test("of nothing to pay is right by any count, and a year’s price is billed by the year", () => {
    expect(score(says(free("Free", "EUR")), read("Free", [price({ amount: 0, unit: "seat" })])).read).toBe(true);
    const yearly = says(tier("Pro", year("USD", 10)));
    expect(score(yearly, read("Pro", [price({ period: "year", billing: "annual" })])).read).toBe(true);
    expect(score(yearly, read("Pro", [price({ period: "year", billing: "monthly" })])).wrong).toHaveLength(1);
  });

  test("may leave out what is stated besides, and may say it in each way that is right", () => {
    const expected = says(
      tier("Pro", either(month("USD", 10, "seat"), month("USD", 10)), also(month("USD", 12))),
      maybe(tier("Extra", month("USD", 1))),
    );
    for (const prices of [[price({})], [price({ unit: "seat" })], [price({}), price({ amount: 12 })]]) {
      expect(score(expected, read("Pro", prices))).toMatchObject({ read: true, wrong: [], missed: [] });
    }
    expect(score(expected, read("Pro", [price({ amount: 12 })]))).toMatchObject({ read: false, wrong: [] });
  });
});

test("of a page that says nothing, everything read is wrong and nothing is right", () => {
  const silent = nothing("its prices are in a picture");
  expect(score(silent, read("Pro", [price({})])).wrong).toHaveLength(1);
  expect(score(silent)).toMatchObject({ wrong: [], missed: [], readable: false, expected: 0 });
});

test("what may be left unread counts only where it was read", () => {
  const doubtful = { ...says(tier("Pro", month("USD", 10))), orNothing: "who knows" };
  expect(score(doubtful)).toMatchObject({ readable: null, wrong: [], missed: [], expected: 0 });
  expect(score(doubtful, read("Pro", [price({})]))).toMatchObject({ expected: 1, found: 1 });
  expect(score(doubtful, read("Pro", [price({ amount: 11 })])).wrong).toHaveLength(1);
});

describe("the bars", () => {
  const told = says(tier("Pro", month("USD", 10)));
  const right = score(told, read("Pro", [price({})]));
  const missed = score(told);
  const wrong = score(nothing("a picture"), read("Pro", [price({})]));
  const many = (n: number) => Array.from({ length: n }, () => right);

  test("one wrong price among many fails", () => {
    expect(total([...many(500), wrong])).toMatchObject({ wrong: 1, passes: false });
    expect(scoreReport([...many(500), wrong]).join("\n")).not.toContain("precision of accepted prices 100 %");
  });

  test("nine of ten is not above 90 %, ten of eleven is", () => {
    expect(total([...many(9), missed])).toMatchObject({ pageRecall: 0.9, passes: false });
    expect(total([...many(10), missed]).passes).toBe(true);
  });

  test("nothing read at all passes nothing", () => {
    expect(total([missed, missed])).toMatchObject({ precision: 1, passes: false });
  });

  test("each miss and each fault is named", () => {
    const report = scoreReport([right, missed, wrong]).join("\n");
    expect(report).toContain("missed: Pro: 10 USD a month");
    expect(report).toContain("wrong: a tier “Pro” at 10 USD a month");
    expect(report.split("\n").at(-1)).toBe("not passed");
  });
});
