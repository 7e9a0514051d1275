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
    "On 23 Nov 2026, 300 observations were drawn at random with the seed 7 and compared with their raw rows: 298 were right, 2 wrong. That is an error rate of 0.7%, with a 95% interval of 0.2% to 2.4%. All were corrected at their causes.",
  );
  expect(auditText(verdicts(297, 3, 1))).toContain("Corrected at the cause: 1 of 3.");
  expect(auditText(verdicts(300, 0, 0))).not.toMatch(/corrected/);
});

test("gives no rate before anything was read", () => {
  expect(auditText(verdicts(0, 0, 0))).not.toMatch(/%/);
});
