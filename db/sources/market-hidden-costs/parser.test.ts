import { describe, expect, test } from "vitest";
import { row } from "../shared/market-row.fixture";
import type { MarketRow } from "../shared/market-rows";
import { costUnit, hiddenCostFromRow } from "./parser";

describe("hidden costs", () => {
  const florida = {
    sourceLabel: "State of Florida contract 43230000-24-STC price proposal (public record)",
    confidenceNote: "Public-sector ceiling price, not commercial list.",
    via: "public repository snapshot",
    sourceDate: null,
  };

  test("a ceiling price is called one", () => {
    const found = hiddenCostFromRow(
      row({
        ...florida,
        field: "implementationFee",
        value: 3000,
        unit: "USD one-time per customer",
        item: "Quick start",
      }),
    );
    expect(found).toMatchObject({
      trust: "B",
      evidence: {
        note: expect.stringContaining("Public contract ceiling price (State of Florida), not a list price."),
      },
      fact: { cost: "implementation", amount: 3000, unit: "once", currency: "USD" },
    });
  });

  test("a percentage is no amount", () => {
    const change = { ...florida, field: "premiumSupportPct", value: 17.5, unit: "% of annual contract value" };
    expect(hiddenCostFromRow(row({ ...change, item: "Premium Support, minimum 26,315.79 per year" }))).toMatchObject({
      fact: {
        amount: null,
        percent: 17.5,
        currency: null,
        unit: "annual contract value",
        label: "Premium Support (of annual contract value)",
      },
      evidence: { note: expect.stringContaining("Minimum 26,315.79 per year.") },
    });
  });

  test.each([
    ["Guided Onboarding (list column; offered 4.60)", "Guided Onboarding", "List column; offered 4.60."],
    ["Premium Support (first price column)", "Premium Support", "First price column."],
    ["Software fee on top of 15,000/month minimum", "Software fee", "On top of 15,000/month minimum."],
    [
      "Cross-connect install; 100-300 USD/month recurring, Singapore metro",
      "Cross-connect install",
      "100-300 USD/month recurring, Singapore metro.",
    ],
  ])("what %j says beside the name goes into the note", (item, label, note) => {
    const found = hiddenCostFromRow(row({ field: "implementationFee", value: 3000, unit: "USD one-time", item }));
    expect(found).toMatchObject({ fact: { label }, evidence: { note: expect.stringContaining(note) } });
  });

  test("the upper end of a starting price, a doubt and an edition are told", () => {
    const noteOf = (change: Partial<MarketRow>) => {
      const found = hiddenCostFromRow(
        row({ field: "implementationFee", value: 30000, unit: "USD one-time", ...change }),
      );
      return typeof found === "string" ? found : found.evidence.note;
    };
    expect(noteOf({ unit: "USD one-time (starting; up to 300,000)" })).toContain("it may be up to 300,000.");
    expect(noteOf({ unit: "USD one-time (minimum)" })).toContain("it may be more.");
    expect(noteOf({ confidenceNote: "Second-hand. the note says not fact-checked" })).toContain("not fact-checked.");
    expect(noteOf({ product: "KnowBe4 PhishER Plus" })).toContain("For KnowBe4 PhishER Plus.");
  });

  test("a range is said in words, without an amount", () => {
    const found = hiddenCostFromRow(row({ field: "platformFee", value: "5000-50000", item: "Platform fee" }));
    expect(found).toMatchObject({
      fact: { amount: null, label: "Platform fee, 5,000 to 50,000 USD", cost: "platform_fee", unit: "year" },
    });
  });

  test("a number of seats is not money", () => {
    expect(
      hiddenCostFromRow(row({ field: "minimumSeats", value: 101, unit: "seats", item: "Seat minimum" })),
    ).toMatchObject({
      fact: { cost: "minimum_seats", amount: null, percent: null, currency: null, label: "At least 101 seats" },
    });
    expect(
      hiddenCostFromRow(row({ field: "minimumSeats", value: 101, unit: "seats", item: "Seat minimum for list price" })),
    ).toMatchObject({ fact: { label: "At least 101 seats for list price" } });
  });

  test("single sign-on comes from its own source", () => {
    expect(hiddenCostFromRow(row({ field: "ssoPremium" }))).toMatch(/sso-tax/);
  });

  test.each([
    ["USD one-time (minimum)", "once"],
    ["USD/year", "year"],
    ["USD/year per framework (approx)", "framework/year"],
    ["USD per hour", "hour"],
    ["USD per MAU over plan", "MAU"],
    ["USD", null],
  ])("%s is counted by %s", (raw, unit) => {
    expect(costUnit(raw)).toBe(unit);
  });
});
