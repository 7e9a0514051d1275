import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layoutDistribution } from "./distribution";

const values = fc.array(fc.double({ min: 0.01, max: 5_000, noNaN: true }), { minLength: 1, maxLength: 200 });
const sizes = fc.constantFrom({ width: 1152, height: 96 }, { width: 358, height: 96 });

function quartiles(list: readonly number[]) {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { lowerQuartile: at(0.25), median: at(0.5), upperQuartile: at(0.75) };
}

describe("a distribution", () => {
  test("has one dot for each value, none on another, all within the picture", () => {
    fc.assert(
      fc.property(values, sizes, (list, size) => {
        const { dots, radius, width, height, axisY } = layoutDistribution(list, { ...size, ...quartiles(list) });
        expect(dots).toHaveLength(list.length);
        expect(new Set(dots.map(({ x, y }) => `${x} ${y}`)).size).toBe(list.length);
        for (const { x, y } of dots) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(width);
          expect(y + radius).toBeLessThanOrEqual(axisY);
        }
        expect(height).toBeGreaterThan(axisY);
      }),
    );
  });

  test("what stands beyond the axis is counted, and is above its end", () => {
    fc.assert(
      fc.property(values, sizes, (list, size) => {
        const { beyond, ticks } = layoutDistribution(list, { ...size, ...quartiles(list) });
        const end = ticks[ticks.length - 1]?.value ?? 0;
        expect(beyond?.count ?? 0).toBe(list.filter((value) => value > end).length);
      }),
    );
  });

  test("a few far values do not press the rest together", () => {
    const list = [...Array.from({ length: 30 }, (_, i) => 5 + i), 3_000];
    const plot = layoutDistribution(list, { width: 1152, height: 96, ...quartiles(list) });
    expect(plot.beyond).toMatchObject({ count: 1, highest: 3_000 });
    expect(plot.ticks[plot.ticks.length - 1]?.value).toBeLessThan(60);
  });

  test("median and box stand where their values do", () => {
    const list = [10, 20, 30, 40];
    const plot = layoutDistribution(list, { width: 400, height: 96, lowerQuartile: 10, median: 20, upperQuartile: 40 });
    const at = (value: number) => plot.ticks.find((tick) => tick.value === value)?.x;
    expect(plot.median).toBe(at(20));
    expect(plot.box).toEqual({ from: at(10), to: at(40) });
  });
});
