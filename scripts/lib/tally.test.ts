import { expect, test } from "vitest";
import { line, sum, sumLines, tallyPlaywright, tallyVitest } from "./tally.mjs";

test("both reports become one line", () => {
  const unit = tallyVitest({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 }, 1);
  const e2e = tallyPlaywright({ stats: { expected: 2, flaky: 1, unexpected: 0, skipped: 4 } }, 0);
  expect(line(sum([unit, e2e]))).toBe("6 passed, 1 failed, 4 skipped");
  expect(line(sum([]))).toBe("0 passed, 0 failed");
});

test("a run that ends badly is never without a failure", () => {
  expect(tallyVitest(null, 1).failed).toBe(1);
  expect(tallyPlaywright({ stats: { expected: 5 } }, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
});

test("closing lines are added up, and nothing else that looks like one", () => {
  expect(sumLines("x\n12 passed, 0 failed, 1 skipped\n  3 passed, 9 failed\n4 passed, 1 failed\n")).toEqual({
    passed: 16,
    failed: 1,
    skipped: 1,
  });
});
