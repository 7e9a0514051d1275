import { describe, expect, test } from "vitest";
import { row } from "../shared/market-row.fixture";
import { medianFromRow } from "./parser";

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
