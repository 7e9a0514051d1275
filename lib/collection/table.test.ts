import { expect, test } from "vitest";
import type { SourceReport } from "./collect";
import { closingLines, isClean, progressLine } from "./table";

const NONE = { read: 0, new: 0, moved: 0, corrected: 0, unchanged: 0, restated: 0, gone: 0, refused: 0 };
const run = (own: Partial<SourceReport>): SourceReport => ({
  source: "acme",
  outcome: "unchanged",
  run: "run_1",
  counts: NONE,
  refused: {},
  report: [],
  bytes: 0,
  ms: 1234,
  ...own,
});

test("the closing table counts each list and all, and says below what was refused and why", () => {
  const runs = [
    run({
      outcome: "done",
      counts: { ...NONE, read: 2431, new: 3, moved: 12, unchanged: 2416, refused: 12 },
      refused: { "no price": 10, "wrong unit": 2 },
    }),
    run({ source: "birch-list", outcome: "failed", report: ["https://example.com/list returned 500."] }),
  ];
  expect(closingLines({ runs, remaining: ["cedar"] })).toEqual([
    "list        outcome   read  new  moved  corrected  unchanged  gone  refused",
    "acme        done     2,431    3     12          0      2,416     0       12",
    "birch-list  failed       0    0      0          0          0     0        0",
    "all                  2,431    3     12          0      2,416     0       12",
    "",
    "acme",
    "  refused 10: no price",
    "  refused 2: wrong unit",
    "",
    "birch-list",
    "  https://example.com/list returned 500.",
    "",
    "Left for the next run: cedar.",
  ]);
  expect(closingLines({ runs: [], remaining: [] })).toEqual(["No list is due."]);
});

test("rare reasons are told together", () => {
  const refused = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`reason ${at}`, 20 - at]));
  const lines = closingLines({ runs: [run({ refused })], remaining: [] });
  expect(lines.at(-1)).toBe(`  refused ${12 + 11 + 10} for other reasons`);
});

test("a list that failed, was refused or stopped needs a person", () => {
  const clean = (outcome: SourceReport["outcome"]) => isClean({ runs: [run({}), run({ outcome })], remaining: [] });
  expect((["done", "unchanged", "busy"] as const).map(clean)).toEqual([true, true, true]);
  expect((["failed", "refused", "stopped", "interrupted"] as const).map(clean)).toEqual([false, false, false, false]);
});

test("the moving line tells how far a list is", () => {
  expect(progressLine({ source: "acme", phase: "reading", bytes: 3_260_000, files: 0 })).toBe("acme: reading, 3.3 MB");
  expect(progressLine({ source: "acme", phase: "reading", bytes: 3_260_000, files: 4 })).toBe(
    "acme: reading, 3.3 MB of 5 files so far",
  );
  expect(
    progressLine({
      source: "acme",
      phase: "ended",
      report: run({ outcome: "done", counts: { ...NONE, new: 1, moved: 1 } }),
    }),
  ).toBe("acme: done, 2 lines are new or changed, 1.2 s");
  expect(progressLine({ source: "acme", phase: "ended", report: run({}) })).toBe("acme: unchanged, 1.2 s");
});
