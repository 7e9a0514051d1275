import { expect, test } from "vitest";
import { median, onOneCore, type Row, ratio, report } from "./report";

const row = (name: string, perSecond: number, cpuMicros: number): Row => ({
  name,
  reference: "bare",
  perSecond,
  cpuMicros,
  others: 0,
  p50: 1,
  p99: 2,
  p999: 3,
  failed: 0,
  beside: { perSecond: 10_000, cpuMicros: 50, others: 0 },
  toldMicros: 20,
  residentMb: 300,
});

test("the median is the middle one, or stands between two", () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([Number.NaN, 7])]).toEqual([2, 2.5, 7]);
  expect(median([])).toBeNaN();
});

test("of rate and processor time the less favourable counts, and one core gives no more than its time allows", () => {
  expect(ratio(row("a", 9_000, 100))).toBe(0.5);
  expect(ratio(row("a", 3_000, 60))).toBeCloseTo(0.3);
  expect(ratio(row("a", 3_000, Number.NaN))).toBeCloseTo(0.3);
  expect(onOneCore({ perSecond: 9_000, cpuMicros: 200, others: 0 })).toBe(5_000);
});

test("bars are held against medians, and what was not measured is not told", () => {
  const runs = [9_000, 5_000, 1_000].map((rate) => ({
    shipped: [row("one record", rate, 50)],
    synthetic: [],
    bulk: [],
  }));
  const { bars } = report(runs);
  expect(bars).toMatch(/one record, hot.*0\.50×.*0\.50×.*0\.80×.*must/);
  expect(bars).not.toMatch(/304/);
});
