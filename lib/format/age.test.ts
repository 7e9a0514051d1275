import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "@/lib/catalog/day";
import { POLICY } from "@/lib/catalog/policy";
import { agedWords, ageOf, checkedAge } from "./age";

const TODAY = "2026-11-23";

test.each([
  ["2026-11-23", "checked 23 Nov 2026 (today)"],
  ["2026-11-22", "checked 22 Nov 2026 (yesterday)"],
  ["2026-10-20", "checked 20 Oct 2026 (34 days ago)"],
  ["2026-08-23", "checked 23 Aug 2026 (3 months ago, ageing)"],
  ["2025-03-08", "checked 8 Mar 2025 (20 months ago, old)"],
  ["2024-11-24", "checked 24 Nov 2024 (23 months ago, old)"],
  ["2021-03-02", "checked 2 Mar 2021 (5 years ago, old)"],
])("a price of %s is told as %s", (day, words) => {
  expect(agedWords(ageOf(day, TODAY))).toBe(words);
});

test("the word follows the days of the catalogue's own rule, and a page without a date is never fresh", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), (days) => {
      const day = addDays(TODAY, -days);
      const { word } = ageOf(day, TODAY);
      expect(word).toBe(days <= POLICY.freshForDays ? "fresh" : days <= POLICY.dueAfterDays ? "ageing" : "old");
      expect(ageOf(day, TODAY, true).word).toBe(word === "old" ? "old" : "undated");
    }),
  );
});

test("a price that was checked is as old as the check, and says since when it is the same", () => {
  const checked = checkedAge({ verifiedAt: "2026-11-20T08:15:00Z", observedAt: "2025-03-08" }, "2026-11-23");
  expect(checked && agedWords(checked, "verified")).toBe(
    "verified 20 Nov 2026 (3 days ago), unchanged since 8 Mar 2025",
  );
  expect(checked?.word).toBe("fresh");
  const moved = checkedAge({ verifiedAt: "2026-11-20T08:15:00Z", observedAt: "2026-11-20" }, "2026-11-23");
  expect(moved && agedWords(moved, "verified")).toBe("verified 20 Nov 2026 (3 days ago)");
  expect(checkedAge({ verifiedAt: null, observedAt: "2025-03-08" }, "2026-11-23")).toBeNull();
});
