import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layoutAligned } from "./aligned";
import { textWidth } from "./scale";

const item = fc.record({
  label: fc.stringMatching(/^[A-Z][a-z]{0,14}$/),
  figure: fc.stringMatching(/^\$\d{1,5}$/),
  value: fc.integer({ min: 0, max: 5000 }),
});
const rows = fc.array(fc.record({ name: fc.string({ minLength: 1 }), items: fc.array(item, { maxLength: 9 }) }), {
  minLength: 1,
  maxLength: 4,
});
const sizes = fc.constantFrom({ width: 1152, nameWidth: 176 }, { width: 358, nameWidth: 0 });

describe("strips on one axis", () => {
  test("equal prices stand at one place in every row, dearer ones to the right", () => {
    fc.assert(
      fc.property(rows, sizes, (list, size) => {
        const marks = layoutAligned(list, { ...size, fontSize: 12 }).rows.flatMap((row) => row.marks);
        for (const a of marks) for (const b of marks) expect(Math.sign(a.x - b.x)).toBe(Math.sign(a.value - b.value));
      }),
    );
  });

  test("no label runs over another, over a leader of its row or over the edge", () => {
    fc.assert(
      fc.property(rows, sizes, (list, size) => {
        for (const { marks } of layoutAligned(list, { ...size, fontSize: 12 }).rows) {
          for (const a of marks) {
            const end = a.labelX + textWidth(a.text, 12);
            expect(end).toBeLessThanOrEqual(size.width + 0.01);
            for (const b of marks) {
              if (b.x <= a.x || b.lane < a.lane) continue;
              expect(b.x).toBeGreaterThanOrEqual(end);
            }
          }
        }
      }),
    );
  });

  test("rows do not overlap and stand inside the picture", () => {
    fc.assert(
      fc.property(rows, sizes, (list, size) => {
        const chart = layoutAligned(list, { ...size, fontSize: 12 });
        let above = 0;
        for (const { marks, axisY } of chart.rows) {
          for (const { labelY } of marks) expect(labelY - 12).toBeGreaterThanOrEqual(above - 12);
          expect(axisY).toBeGreaterThan(above);
          above = axisY;
        }
        expect(above).toBeLessThan(chart.height);
      }),
    );
  });
});
