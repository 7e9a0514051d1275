import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layoutWaterfall } from "./waterfall";

const amounts = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 12 }).chain((ups) =>
  fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 3 }).map((shares) => {
    const sum = ups.reduce((total, amount) => total + amount, 0);
    // A discount never exceeds the sum before it.
    return [...ups, ...shares.map((share) => -Math.floor((sum * share) / 400))].filter((amount) => amount !== 0);
  }),
);
const sizes = fc.constantFrom(
  { width: 912, labelWidth: 220, figureWidth: 96 },
  { width: 358, labelWidth: 0, figureWidth: 84 },
);

describe("a waterfall", () => {
  test("each bar begins where the one before it ended, and the last step ends at the total", () => {
    fc.assert(
      fc.property(amounts, sizes, (list, size) => {
        const total = list.reduce((sum, amount) => sum + amount, 0);
        const steps = list.map((amount, index) => ({ label: `Line ${index}`, amount }));
        const chart = layoutWaterfall(steps, total, null, { ...size, fontSize: 12 });
        const ends = chart.bars.map(({ kind, x, width }) => (kind === "down" ? [x + width, x] : [x, x + width]));
        let before = chart.left;
        for (const [start, end] of ends.slice(0, -1) as [number, number][]) {
          expect(Math.abs(start - before)).toBeLessThanOrEqual(1.02);
          before = end;
        }
        const [from, to] = ends.at(-1) as [number, number];
        expect(from).toBe(chart.left);
        expect(Math.abs(to - before)).toBeLessThanOrEqual(1.02);
      }),
    );
  });

  test("bars are as long as their amounts, in one scale", () => {
    const chart = layoutWaterfall(
      [
        { label: "A", amount: 300 },
        { label: "B", amount: 100 },
        { label: "Discount", amount: -200 },
      ],
      200,
      null,
      { width: 500, labelWidth: 100, figureWidth: 0, fontSize: 12 },
    );
    const scale = (chart.bars[0]?.width ?? 0) / 300;
    expect(chart.bars.map(({ width }) => Math.round(width / scale))).toEqual([300, 100, 200, 200]);
    expect(chart.bars.map(({ kind }) => kind)).toEqual(["up", "up", "down", "total"]);
  });

  test("the range stands around the total, and an end that is not known is open", () => {
    const draw = (high: number | null) =>
      layoutWaterfall(
        [{ label: "A", amount: 100 }],
        100,
        { low: 80, high },
        {
          width: 500,
          labelWidth: 100,
          figureWidth: 40,
          fontSize: 12,
        },
      ).range;
    const range = draw(150);
    expect(range && range.from < range.base && range.base < (range.to ?? 0)).toBe(true);
    expect(draw(null)?.to).toBeNull();
  });

  test("everything stands inside the picture", () => {
    fc.assert(
      fc.property(amounts, sizes, (list, size) => {
        const total = list.reduce((sum, amount) => sum + amount, 0);
        const chart = layoutWaterfall(
          list.map((amount) => ({ label: "Line", amount })),
          total,
          { low: total / 2, high: total * 3 },
          { ...size, fontSize: 12 },
        );
        for (const { x, width, y } of chart.bars) {
          expect(x).toBeGreaterThanOrEqual(chart.left);
          expect(x + width).toBeLessThanOrEqual(chart.right + 1.02);
          expect(y + chart.barHeight).toBeLessThanOrEqual(chart.bottom);
        }
      }),
    );
  });
});
