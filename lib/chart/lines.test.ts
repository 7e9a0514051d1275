import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { labelRoom, layoutLines, type PlottedLine } from "./lines";
import { textWidth } from "./scale";

const OPTIONS = { width: 912, plotHeight: 260, fontSize: 12, labelWidth: 250, yLabelWidth: 60 };
const MAX_X = 10;

const amount = fc.double({ min: 0, max: 1e6, noNaN: true });
const part = fc
  .uniqueArray(fc.integer({ min: 0, max: MAX_X }), { minLength: 1, maxLength: 5 })
  .chain((xs) =>
    fc.tuple(...xs.sort((a, b) => a - b).map((x) => amount.map((y) => ({ x, y })))).map((points) => [...points]),
  );
const lines: fc.Arbitrary<PlottedLine[]> = fc
  .array(fc.tuple(fc.string({ maxLength: 60, size: "max" }), fc.array(part, { maxLength: 3 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((drawn) => drawn.map(([name, parts], index) => ({ id: `line-${index}`, name, parts })));

const numbersOf = (path: string) => path.split(/[ML ]/).filter(Boolean).map(Number);

describe("lines over one axis", () => {
  test("stay inside the plot, one path for each part and one point for each value", () => {
    fc.assert(
      fc.property(lines, (drawn) => {
        const { plot, lines: laid } = layoutLines(drawn, [0, MAX_X], OPTIONS);
        for (const [index, { paths }] of laid.entries()) {
          const parts = drawn[index]?.parts ?? [];
          expect(paths.map((path) => numbersOf(path).length / 2)).toEqual(parts.map((points) => points.length));
          for (const [place, value] of paths.flatMap(numbersOf).entries()) {
            const [from, to] = place % 2 === 0 ? [plot.left, plot.right] : [plot.top, plot.bottom];
            expect(value).toBeGreaterThanOrEqual(from);
            expect(value).toBeLessThanOrEqual(to);
          }
        }
      }),
    );
  });

  test("the dearer is never drawn below the cheaper, and a mark stands where its line runs", () => {
    fc.assert(
      fc.property(lines, amount, amount, (drawn, one, other) => {
        const { at } = layoutLines(drawn, [0, MAX_X], OPTIONS);
        if (one >= other) expect(at(5, one).y).toBeLessThanOrEqual(at(5, other).y);
      }),
    );
    const { at, lines: laid } = layoutLines(
      [{ id: "a", name: "Acme", parts: [[0, 5, 10].map((x) => ({ x, y: x * 2 }))] }],
      [0, MAX_X],
      OPTIONS,
    );
    expect(laid[0]?.paths[0]).toContain(`L${at(5, 10).x} ${at(5, 10).y}`);
  });

  test("the plot leaves room for the figures, the ticks and the names", () => {
    for (const labelWidth of [0, 250]) {
      const { plot, width, height, labelX } = layoutLines([], [0, MAX_X], { ...OPTIONS, labelWidth });
      expect(plot.left).toBe(OPTIONS.yLabelWidth);
      expect(plot.right).toBeGreaterThan(plot.left);
      expect(labelWidth > 0 ? labelX + labelWidth : plot.right).toBeLessThanOrEqual(width);
      expect(height - plot.bottom).toBeGreaterThan(OPTIONS.fontSize);
    }
  });

  test("names stay beside the plot where every line ends at its top, or at its bottom", () => {
    for (const end of [0, 1_000]) {
      const drawn = Array.from({ length: 5 }, (_, index) => ({
        id: `line-${index}`,
        name: `Acme ${index}`,
        parts: [
          [{ x: 0, y: 1_000 }],
          [
            { x: 5, y: 500 },
            { x: MAX_X, y: end },
          ],
        ],
      }));
      const { lines: laid, plot } = layoutLines(drawn, [0, MAX_X], OPTIONS);
      const places = laid.map(({ labelY }) => labelY).sort((a, b) => a - b);
      expect(places[0]).toBeGreaterThanOrEqual(plot.top);
      expect(places.at(-1)).toBeLessThanOrEqual(plot.bottom);
      for (const [index, y] of places.slice(1).entries()) {
        expect(y - (places[index] ?? y)).toBeGreaterThanOrEqual(OPTIONS.fontSize);
      }
      for (const line of laid) expect(line.end).toEqual({ x: plot.right, y: end === 0 ? plot.bottom : plot.top });
    }
  });

  test("names do not overlap, keep the order of the ends and are cut to their room", () => {
    fc.assert(
      fc.property(lines, (drawn) => {
        const laid = layoutLines(drawn, [0, MAX_X], OPTIONS).lines;
        const byPlace = [...laid].sort((a, b) => a.labelY - b.labelY);
        for (const [index, line] of byPlace.entries()) {
          const next = byPlace[index + 1];
          if (!next) continue;
          expect(next.labelY - line.labelY).toBeGreaterThanOrEqual(OPTIONS.fontSize);
          expect(line.end.y).toBeLessThanOrEqual(next.end.y);
        }
        for (const { name } of laid) expect(textWidth(name, OPTIONS.fontSize)).toBeLessThanOrEqual(OPTIONS.labelWidth);
      }),
    );
  });

  test("both axes begin at 0, and the highest value has a tick at or above it", () => {
    fc.assert(
      fc.property(lines, (drawn) => {
        const { xTicks, yTicks, plot } = layoutLines(drawn, [0, MAX_X], OPTIONS);
        const highest = Math.max(0, ...drawn.flatMap(({ parts }) => parts.flat().map(({ y }) => y)));
        expect([xTicks[0], yTicks[0]]).toEqual([
          { x: plot.left, value: 0 },
          { y: plot.bottom, value: 0 },
        ]);
        expect(yTicks.at(-1)?.value).toBeGreaterThanOrEqual(highest * (1 - 1e-9));
        expect(xTicks.at(-1)?.value).toBeLessThanOrEqual(MAX_X);
      }),
    );
    expect(layoutLines([], [2, 7], OPTIONS).xTicks.map(({ value }) => value)).toEqual([2, 4, 6]);
  });

  test("without room for names they are whole, for a legend", () => {
    const name = "A model with a name that is longer than any plot is wide, of a vendor with another such name";
    const { lines: laid } = layoutLines([{ id: "a", name, parts: [] }], [0, 1], {
      ...OPTIONS,
      width: 358,
      labelWidth: 0,
    });
    expect(laid[0]).toMatchObject({ name, paths: [] });
  });

  test("the room beside an axis holds its longest figure", () => {
    expect(labelRoom([], 12)).toBe(12);
    expect(labelRoom(["$0", "$1,250,000"], 12)).toBeGreaterThan(textWidth("$1,250,000", 12));
  });
});
