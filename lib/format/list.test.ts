import { describe, expect, test } from "vitest";
import { freeWord, spreadSentence, standings, startText, startUnit } from "./list";

const NOTHING = { currency: null, pricingModel: null, freeTier: null } as const;

describe("the starting price in a list", () => {
  test("is a figure, or the reason why there is none; never 0 for what is unknown", () => {
    const priced = { ...NOTHING, currency: "USD", priceStatus: "published" as const };
    expect(startText({ ...priced, startingPrice: 8.75 })).toEqual({ known: true, text: "$8.75", amount: 8.75 });
    expect(startText({ ...priced, startingPrice: 8 }, "always").text).toBe("$8.00");
    expect(startText({ ...priced, startingPrice: 0 })).toEqual({ known: true, text: "Free", amount: 0 });
    for (const priceStatus of ["contact_sales", "not_published", "not_applicable", "unverified"] as const) {
      const { known, text, amount } = startText({ ...NOTHING, startingPrice: null, priceStatus });
      expect([known, amount]).toEqual([false, null]);
      expect(text).not.toMatch(/\d|free/i);
    }
    expect(
      startText({ ...NOTHING, startingPrice: null, priceStatus: "not_applicable", pricingModel: "usage" }).text,
    ).toBe("priced by usage");
  });

  test("a free plan that is not known of is not denied", () => {
    const free = { freePlan: null, selfHosted: false, trialDays: null };
    expect(freeWord(free)).toBeNull();
    expect(freeWord({ ...free, freePlan: false })).toBe("no");
    expect(freeWord({ ...free, freePlan: false, trialDays: 14 })).toBe("14-day trial");
    expect(freeWord({ ...free, freePlan: true, trialDays: 14 })).toBe("yes");
  });

  test("an edition to host oneself is told apart from a free plan", () => {
    expect(freeWord({ freePlan: null, selfHosted: true, trialDays: 14 })).toBe("self-hosted");
    expect(freeWord({ freePlan: false, selfHosted: true, trialDays: null })).toBe("self-hosted");
    expect(freeWord({ freePlan: true, selfHosted: true, trialDays: null })).toBe("yes, or self-hosted");
  });

  test("the billing stands beside the unit of a price", () => {
    expect(startUnit({ priceUnit: "user/month", billing: "annual" })).toBe("per user per month, billed yearly");
    expect(startUnit({ priceUnit: "month", billing: "monthly" })).toMatch(/, billed monthly$/);
    expect(startUnit({ priceUnit: "user/month", billing: "unstated" })).toMatch(/, billing not stated$/);
    expect(startUnit({ priceUnit: "user/month", billing: null })).toBe("per user per month");
    expect(startUnit({ priceUnit: null, billing: null })).toBeNull();
  });
});

const spread = {
  currency: "USD",
  basis: "seat/month",
  unit: "user/month",
  units: ["user/month"],
  prices: [2, 6, 12, 25, 90],
  lowerQuartile: 6,
  median: 12,
  upperQuartile: 25,
  highest: [],
};

test("how prices spread is told in one sentence, and few prices are listed", () => {
  expect(spreadSentence(spread)).toBe(
    "5 products have a starting price per user per month in USD: median $12, middle half $6 to $25, lowest $2, highest $90.",
  );
  expect(spreadSentence({ ...spread, prices: [2, 6] })).toBe(
    "2 products have a starting price per user per month in USD: $2, $6.",
  );
  expect(spreadSentence({ ...spread, prices: [2, 6] }, "2025-11-21")).toBe(
    "2 products have a starting price per user per month in USD, checked since 21 Nov 2025: $2, $6.",
  );
  expect(spreadSentence({ ...spread, prices: [2] })).toBe(
    "1 product has a starting price per user per month in USD: $2.",
  );
});

test("every product of a list is told once, by what keeps it off the axis", () => {
  const none = {
    free: 0,
    older: 0,
    otherCurrency: 0,
    otherUnit: 0,
    byPercentage: 0,
    byUse: 0,
    notMonthly: 0,
    onRequest: 0,
    notPublished: 0,
    unread: 0,
  };
  const told = standings({ spread, leftOut: { ...none, free: 41, unread: 1_200, onRequest: 3 } });
  expect(told.map(({ group, count, words }) => `${group} ${count} ${words}`)).toEqual([
    "drawn 5 list a price per user per month in USD",
    "apart 41 free or open source",
    "unknown 3 priced on request",
    "unknown 1200 not yet checked",
  ]);
  expect(standings({ spread: null, leftOut: none })).toEqual([]);
});
