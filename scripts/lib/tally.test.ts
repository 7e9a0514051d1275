import { expect, test } from "vitest";
import { failuresPlaywright, failuresVitest, line, sum, sumLines, tallyPlaywright, tallyVitest } from "./tally.mjs";

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

test("what failed is named, with the first line of why", () => {
  const failed = {
    status: "failed",
    fullName: "acme is priced",
    failureMessages: ["\u001b[31mError: 9 is not 10\u001b[39m\n  at x"],
  };
  const passed = { status: "passed", fullName: "acme is there", failureMessages: [] };
  const one = { name: `${process.cwd()}/lib/acme.test.ts`, status: "failed", assertionResults: [passed, failed] };
  const unloaded = {
    name: `${process.cwd()}/lib/b.test.ts`,
    status: "failed",
    assertionResults: [],
    message: "no module",
  };
  expect(failuresVitest({ testResults: [one, unloaded] })).toEqual([
    "lib/acme.test.ts › acme is priced: Error: 9 is not 10",
    "lib/b.test.ts: no module",
  ]);
  const spec = (title: string, status: string) => ({
    title,
    file: "acme.spec.ts",
    tests: [{ status, projectName: "phone", results: [{}, { error: { message: "no button\nat y" } }] }],
  });
  const suites = [
    {
      title: "acme.spec.ts",
      specs: [spec("opens", "expected")],
      suites: [{ title: "Acme", specs: [spec("buys", "unexpected")] }],
    },
  ];
  expect(failuresPlaywright({ suites })).toEqual(["acme.spec.ts › phone › Acme › buys: no button"]);
  expect([failuresVitest(null), failuresPlaywright(null)]).toEqual([[], []]);
});
