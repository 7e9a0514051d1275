import { describe, expect, test } from "vitest";
import { row } from "../shared/market-row.fixture";
import type { MarketRow } from "../shared/market-rows";
import { contractTermFromRow, refundWords } from "./parser";

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
