import { describe, expect, test } from "vitest";
import { row } from "../shared/market-row.fixture";
import { discountFromRow, negotiationFromRow } from "./parser";

describe("negotiation", () => {
  const filing = {
    field: "fiscalYearEnd",
    value: "01-31",
    secName: "X, INC.",
    sourceDate: "2021-03-04",
    confidenceNote: "Primary",
  };

  test("a filing is of trust A, unless the company was taken over since", () => {
    expect(negotiationFromRow(row({ ...filing, product: "Okta" }))).toMatchObject({
      trust: "A",
      observedAt: "2021-03-04",
      evidence: { note: "As filed in early 2021 by X, INC." },
      fact: { kind: "fiscal_year_end", monthDay: "01-31" },
    });
    for (const product of [
      "Slack",
      "Splunk",
      "VMware",
      "Zendesk",
      "Coupa",
      "Anaplan",
      "Mimecast",
      "Proofpoint",
      "Citrix",
    ]) {
      expect(negotiationFromRow(row({ ...filing, product }))).toBe("taken over or taken private since the filing");
    }
  });

  test("discounts keep their range and their condition", () => {
    expect(
      discountFromRow(row({ field: "typicalDiscountPct", value: "25-30", unit: "% off list (500+ users)" })),
    ).toMatchObject({
      trust: "C",
      fact: {
        discount: "negotiated",
        percentLow: 25,
        percentHigh: 30,
        condition: "typical discount off list, 500+ users",
      },
    });
    expect(discountFromRow(row({ field: "typicalDiscountPct", value: "5-70+" }))).toBe("the value is no number");
  });

  test.each([
    [
      "capacityDiscountPct",
      "25-50",
      "% off on-demand (commitments above 1M)",
      "capacity discount off on-demand, commitments above 1M",
    ],
    ["averageNegotiatedSavingPct", 30, "% (approx)", "average negotiated saving"],
    ["enterpriseDiscountPct", 28, "% at 1,000 users", "enterprise discount at 1,000 users"],
    [
      "typicalDiscountPct",
      44,
      "% off list reached with negotiation",
      "typical discount off list reached with negotiation",
    ],
    ["multiYearDiscountPct", "15-35", "%", null],
    ["renewalDiscountPct", "10-25", "% at renewal with evidence", "at renewal with evidence"],
    ["volumeDiscountPct", "20-35", "% for 50+ committers", "for 50+ committers"],
  ])("a discount's condition is what field and unit say: %s of %s %s", (field, value, unit, condition) => {
    expect(discountFromRow(row({ field, value, unit }))).toMatchObject({ fact: { condition } });
  });

  test("the market at large is no product", () => {
    expect(negotiationFromRow(row({ product: "(market)", field: "typicalDiscountPct", value: "18-42" }))).toMatch(
      /no one product/,
    );
  });
});
