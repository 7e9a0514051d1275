import { expect, test } from "vitest";
import { auditFigures } from "@/lib/catalog/audit";
import { auditText } from "./audit";

const verdicts = (right: number, wrong: number, mended: number) =>
  auditFigures({
    seed: 7,
    size: 300,
    drawnAt: "2026-11-23",
    verdicts: { right, wrong, incomplete: 0 },
    errors: Array.from({ length: wrong }, (_, index) => ({
      id: `ob_${index}`,
      what: "Misread.",
      mended: index < mended,
    })),
  });

test("says the seed, the rate with its interval, and how many errors were mended", () => {
  expect(auditText(verdicts(298, 2, 2))).toBe(
    "On 23 Nov 2026, we drew 300 observations at random (seed 7) and compared them with their raw rows: 298 were right, 2 wrong. The error rate is 0.7% (95% interval: 0.2% to 2.4%). All have been fixed at the cause.",
  );
  expect(auditText(verdicts(297, 3, 1))).toContain("Fixed at the cause: 1 of 3.");
  expect(auditText(verdicts(300, 0, 0))).not.toMatch(/fixed/);
});

test("gives no rate before anything was read", () => {
  expect(auditText(verdicts(0, 0, 0))).not.toMatch(/%/);
});
