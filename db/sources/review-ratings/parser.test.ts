import { expect, test } from "vitest";
import { row } from "../shared/market-row.fixture";
import { ratingFromRow } from "./parser";

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
