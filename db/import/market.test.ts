import { describe, expect, test } from "vitest";
import {
  contractTermFromRow,
  costUnit,
  discountFromRow,
  hiddenCostFromRow,
  type MarketRow,
  medianFromRow,
  negotiationFromRow,
  ratingFromRow,
  refundWords,
} from "./market";

const row = (change: Partial<MarketRow>): MarketRow => ({
  product: "Glean",
  vendor: "Glean",
  domain: "glean.com",
  field: "medianAnnualCost",
  value: 98890,
  unit: "USD/year",
  sourceLabel: "Vendr marketplace (third-party buyer data), quoted second-hand",
  sourceUrl: "https://www.vendr.com/marketplace/glean",
  sourceDate: "2026-02",
  confidenceNote: "Second-hand: read in a public research note, not on the Vendr page itself.",
  via: "stored public page, quoted second-hand",
  ...change,
});

describe("medians", () => {
  test("are restricted figures of a supplier, with a real day and a word on a vague date", () => {
    expect(medianFromRow(row({ low: 29880, high: 208897, sampleSize: 174 }))).toMatchObject({
      trust: "C",
      observedAt: "2026-02-28",
      subject: { kind: "supplier", name: "Glean" },
      evidence: { restricted: true, note: expect.stringContaining("2026-02 only") },
      fact: { publisher: "Vendr", medianAnnualCost: 98890, low: 29880, sampleSize: 174, scope: "supplier" },
    });
  });

  test("of a snapshot are of trust B and keep its day", () => {
    const change = { sourceDate: "2025-02-11", via: "public repository snapshot", confidenceNote: "Older observation" };
    expect(medianFromRow(row(change))).toMatchObject({ trust: "B", observedAt: "2025-02-11" });
  });

  test.each([
    [{ field: "sampleSize", value: 1111, unit: "transactions" }, /count of purchases/],
    [{ field: "averageAnnualCost" }, /average/],
    [{ field: "medianAnnualCostBand", value: null, low: 37700, high: 40000 }, /band/],
    [{ field: "annualCostTypeUnstated" }, /does not say/],
    [{ value: 20 }, /below 500/],
    [{ product: "AT&T" }, /not software/],
    [{ field: "annualCostRange", product: "Pulumi (small teams)", value: null, low: 6000 }, /one group/],
  ])("%o is left out", (change, reason) => {
    expect(medianFromRow(row(change))).toMatch(reason);
  });

  test.each([
    ["another note says ~89K (71482697803)", "Another note says ~89K."],
    ["range from 52223388391 (which gives ~90,000 median)", "Range from another note (which gives ~90,000 median)."],
    [
      "older of two; see Aug 2026 row; average saving ~19% in same note",
      "Older of two; average saving ~19% in same note.",
    ],
    ["likely small-buyer bias", "Likely small-buyer bias."],
    ["rounded", "Rounded."],
  ])("a second-hand remark is told: %s", (remark, note) => {
    const confidenceNote = `Second-hand: read in a public research note, not on the Vendr page itself. ${remark}`;
    const found = medianFromRow(row({ confidenceNote, sourceDate: "2026-02-08" }));
    expect(typeof found !== "string" && found.evidence.note).toBe(
      `Quoted second-hand, not read on the publisher's own page. ${note}`,
    );
  });

  test("a capture of the publisher's page says so", () => {
    const confidenceNote =
      "Figure is Vendr supplier-level (all products of that vendor); low/high are the ends of the Vendr range slider; no sample size stored; date = first commit of the snapshot file; captured by an individual developer, not an official Vendr export.";
    const found = medianFromRow(row({ confidenceNote, via: "public repository snapshot", sourceDate: "2026-02-08" }));
    expect(typeof found !== "string" && found.evidence.note).toBe(
      "Captured by an individual developer, no official export. Low and high are the ends of the publisher's range slider. Dated by the first commit of the file.",
    );
  });

  test("a range alone has no median", () => {
    expect(medianFromRow(row({ field: "annualCostRange", value: null, low: 12800, high: 73000 }))).toMatchObject({
      fact: { medianAnnualCost: null, low: 12800, high: 73000 },
    });
  });
});

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

describe("contract terms", () => {
  const primary = { confidenceNote: "Primary text.", via: "public repository snapshot", sourceDate: "2026-03-11" };
  const term = (change: Partial<MarketRow>) => contractTermFromRow(row({ ...primary, ...change }));

  test("a notice before the renewal date says so, and of which plans", () => {
    const confidenceNote = "Primary text. before renewal date, annual subscriptions";
    expect(term({ field: "priceChangeNoticeDays", value: 30, unit: "days", confidenceNote })).toMatchObject({
      evidence: { note: "Before renewal date, annual subscriptions." },
    });
  });

  test.each<[string, string, string | undefined]>([
    ["Primary text.", "boolean", undefined],
    [
      "Primary text. renews for periods equal to the initial one",
      "boolean",
      "Renews for periods equal to the initial one.",
    ],
    ["Primary text. customer; vendor 30", "days", "Customer; vendor 30."],
    ["Primary text.", "days (24 hours)", "24 hours."],
    ["Primary text.", "days from receipt of invoice", "From receipt of invoice."],
    ["Primary text. when not paying by card", "days from invoice", "From invoice. When not paying by card."],
    ["Primary text. or statutory period", "calendar days", "Calendar days. Or statutory period."],
    ["Primary text. or legal maximum", "%/month", "Or legal maximum."],
  ])("keep every remark of the row: %j, %j", (confidenceNote, unit, note) => {
    const found = term({ field: "paymentTermsDays", value: 30, unit, confidenceNote });
    expect(typeof found !== "string" && found.evidence.note).toBe(note);
  });

  test("an address of terms for individuals is told", () => {
    const change = { field: "autoRenewal", value: true, unit: "boolean" };
    expect(term({ ...change, sourceUrl: "https://codeium.com/terms-of-service-individual" })).toMatchObject({
      evidence: { note: "Read at the address of the individual terms." },
    });
    expect(term({ ...change, sourceUrl: "https://wire.com/en/legal/terms-of-use-personal/" })).toMatchObject({
      evidence: { note: "Read at the address of the personal terms." },
    });
  });

  test("a conflict is told", () => {
    const change = {
      confidenceNote: "advisory site; conflicts with 30-60",
      via: "stored public page, quoted second-hand",
    };
    expect(term({ field: "nonRenewalNoticeDays", value: 90, unit: "days", ...change })).toMatchObject({
      trust: "C",
      evidence: { note: "Quoted second-hand. Advisory site; conflicts with 30-60." },
    });
  });

  test("a cap on the uplift is an upper limit", () => {
    const change = { field: "renewalUpliftCapPct", value: 7.5, unit: "% per year" };
    const confidenceNote = "Primary text. annual list price increase cap";
    expect(term({ ...change, confidenceNote })).toMatchObject({
      evidence: { note: "An upper limit. Per year. Annual list price increase cap." },
    });
  });

  test("map to the fields of the contract", () => {
    expect(term({ field: "lateFeePctPerMonth", value: 1.5, unit: "%/month" })).toMatchObject({
      trust: "A",
      observedAt: "2026-03-11",
      fact: { field: "lateFeePercentPerMonth", value: 1.5 },
    });
    expect(term({ field: "refundWindowHours", value: 24 })).toMatchObject({
      fact: { field: "refundWindowDays", value: 1 },
    });
    expect(term({ field: "contractTermYears", value: 1 })).toMatchObject({
      fact: { field: "minimumTermMonths", value: 12 },
    });
    expect(term({ field: "paymentTermsDays", value: 0, unit: "days (due on invoice issuance)" })).toMatchObject({
      fact: { value: 0 },
      evidence: { note: "Due on invoice issuance." },
    });
  });

  test("ranges, words and unknown fields are left out", () => {
    expect(term({ field: "nonRenewalNoticeDays", value: "30-60" })).toMatch(/range/);
    expect(term({ field: "autoRenewal", value: "set by order form" })).toMatch(/range or words/);
    expect(term({ field: "minimumCommitment", value: 15000 })).toMatch(/no field/);
    expect(term({ field: "contractTermYears", value: 3, unit: "years (reviewer report)" })).toMatch(/reviewer/);
  });

  test("name the product and the scope apart", () => {
    const found = term({ product: "Cloudflare (self-serve)", field: "autoRenewal", value: true, unit: "boolean" });
    expect(found).toMatchObject({ subject: { name: "Cloudflare" }, evidence: { note: "Terms for: self-serve." } });
    const business = term({
      product: "Grammarly / Superhuman (business)",
      field: "autoRenewal",
      value: true,
      unit: "boolean",
    });
    expect(business).toMatchObject({
      subject: { name: "Grammarly" },
      evidence: { note: "Terms for: Grammarly / Superhuman (business)." },
    });
  });

  test("refund clauses keep their words, in one spelling", () => {
    expect(refundWords("fees and rewards non-refundable")).toBe("fees and rewards non-refundable");
    expect(refundWords("no refund on cancellation")).toBe("no refund on cancellation");
    expect(refundWords("non-refundable, non-cancellable")).toBe("non-refundable and non-cancellable");
    expect(refundWords("non-refundable; billed for the whole term in which cancelled")).toMatch(/; billed/);
    expect(refundWords("non-cancelable, non-refundable")).toBe("non-cancellable and non-refundable");
    expect(refundWords("nonrefundable")).toBe("non-refundable");
    expect(refundWords("non-refundable after window")).toBe("non-refundable after the refund window");
  });
});

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

test("ratings are restricted and keep their scale and count", () => {
  const rating = { field: "averageRating", value: 4.9, unit: "out of 5", sourceLabel: "Capterra", sourceDate: null };
  expect(ratingFromRow(row({ ...rating, sampleSize: "137+" }))).toMatchObject({
    trust: "C",
    evidence: { restricted: true, note: expect.stringContaining("137 reviews or more. Quoted second-hand.") },
    fact: { publisher: "Capterra", rating: 4.9, scale: 5, reviewCount: 137 },
  });
  expect(ratingFromRow(row({ ...rating, sampleSize: 130, confidenceNote: "Second-hand. 4.0-4.1" }))).toMatchObject({
    evidence: { note: expect.stringContaining("Given as 4.0-4.1.") },
  });
  expect(ratingFromRow(row({ ...rating, field: "valueForMoneyRating" }))).toMatch(/one aspect/);
});
