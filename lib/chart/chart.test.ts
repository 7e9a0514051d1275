import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayFromNumber } from "@/lib/format/dates";
import type { PricePoint } from "@/lib/schemas/record";
import { dayTicks, niceTicks } from "./scale";
import { layoutSteps, type StepOptions } from "./steps";
import { layoutStrip, median } from "./strip";

const price = fc.oneof(
  fc.constant(0),
  fc.double({ min: 0.000001, max: 1e6, noNaN: true }),
  fc.integer({ min: 0, max: 500 }),
);
const day = fc.integer({ min: 15_000, max: 23_000 }).map(dayFromNumber);
const point: fc.Arbitrary<PricePoint> = fc
  .record({
    observedAt: day,
    effectiveFrom: fc.option(day),
    tier: fc.option(fc.constantFrom("free", "pro", "business-plus", "enterprise", "a", "b", "c", "d")),
    meter: fc.constantFrom("priceMonthly", "priceAnnual", "inputTokens"),
    price: fc.option(price, { freq: 4 }),
    currency: fc.constantFrom("USD", "EUR"),
    unit: fc.constantFrom("user/month", null),
  })
  .map((fields) => ({
    ...fields,
    priceStatus: fields.price === null ? ("contact_sales" as const) : ("published" as const),
    evidence: [],
  }));

const options: StepOptions = {
  width: 720,
  plotHeight: 160,
  fontSize: 12,
  asOf: "2026-08-21",
  labelWidth: 120,
  seriesName: (key) => key ?? "Price",
};

function commands(path: string): { command: string; values: number[] }[] {
  return [...path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)].map(([, command = "", rest = ""]) => ({
    command,
    values: rest.trim().split(/[ ,]+/).filter(Boolean).map(Number),
  }));
}

describe("step chart", () => {
  test("stays inside its box, draws only horizontals and verticals, and never sinks to zero for an unknown price", () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 40 }), fc.integer({ min: 320, max: 1200 }), (points, width) => {
        const labelWidth = Math.round(width * 0.2);
        for (const panel of layoutSteps(points, { ...options, width, labelWidth })) {
          const { left, right, top, bottom } = panel.plot;
          expect(left).toBeLessThan(right);
          expect(right).toBeLessThanOrEqual(width);
          expect(bottom).toBeLessThan(panel.height);
          const priced = points.filter(
            (p) =>
              p.price !== null && p.meter === panel.meter && p.currency === panel.currency && p.unit === panel.unit,
          );
          const zero = priced.some((p) => p.price === 0);
          const tiny = Math.max(...priced.map((p) => p.price ?? 0)) * 1e-4;
          for (const series of panel.series) {
            for (const { path } of series.pieces) {
              for (const { command, values } of commands(path)) {
                expect(["M", "H", "V"]).toContain(command);
                expect(values.every(Number.isFinite)).toBe(true);
                const xs = command === "V" ? [] : values.slice(0, 1);
                const ys = command === "H" ? [] : values.slice(command === "V" ? 0 : 1);
                for (const value of xs) expect(value >= left && value <= right).toBe(true);
                for (const value of ys) {
                  expect(value >= top && value <= bottom).toBe(true);
                  if (!zero && priced.every((p) => (p.price ?? 0) > tiny * 50)) expect(value).toBeLessThan(bottom);
                }
              }
            }
            for (const marker of series.markers) {
              expect(marker.x >= left && marker.x <= right && marker.y >= top && marker.y <= bottom).toBe(true);
              expect(priced.some((p) => p.price === marker.price)).toBe(true);
            }
            for (const { x } of panel.checks) expect(x >= left && x <= right).toBe(true);
            expect(series.labelY).toBeGreaterThanOrEqual(top);
            expect(series.labelY).toBeLessThanOrEqual(bottom);
          }
        }
      }),
    );
  });

  const at = (observedAt: string, value: number | null, more: Partial<PricePoint> = {}): PricePoint => ({
    observedAt,
    effectiveFrom: null,
    tier: "pro",
    meter: "priceMonthly",
    price: value,
    priceStatus: value === null ? "contact_sales" : "published",
    currency: "USD",
    unit: "user/month",
    evidence: [],
    ...more,
  });

  test("an unknown price leaves a gap between two pieces", () => {
    const [panel] = layoutSteps(
      [at("2025-01-01", 8), at("2025-03-01", null), at("2025-06-01", 9), at("2025-08-01", 9)],
      options,
    );
    expect(panel?.series[0]?.pieces.map(({ path }) => path.includes("V"))).toEqual([false, false]);
    expect(panel?.series[0]?.markers.map(({ day }) => day)).toEqual(["2025-01-01", "2025-06-01"]);
    expect(panel?.checks.map(({ day }) => day)).toEqual(["2025-01-01", "2025-06-01", "2025-08-01"]);
  });

  test("a change of currency is a break, on an axis of its own", () => {
    const panels = layoutSteps(
      [
        at("2024-01-01", 8),
        at("2024-06-01", 8),
        at("2025-01-01", 7, { currency: "EUR" }),
        at("2025-06-01", 8, { currency: "EUR" }),
      ],
      options,
    );
    expect(panels.map((panel) => panel.currency)).toEqual(["USD", "EUR"]);
    expect(panels[0]?.series[0]?.markers.at(-1)?.kind).toBe("break");
    expect(panels[1]?.series[0]?.markers.at(-1)?.kind).toBe("observed");
  });

  test("tells silence, effective dates and scheduled prices from observed ones", () => {
    const [panel] = layoutSteps(
      [
        at("2022-01-01", 7),
        at("2025-01-01", 8),
        at("2025-06-01", 9, { effectiveFrom: "2025-05-01" }),
        at("2026-08-01", 10, { effectiveFrom: "2027-01-01" }),
      ],
      options,
    );
    expect(panel?.series[0]?.pieces.map(({ kind }) => kind)).toEqual(["silent", "seen", "seen", "scheduled"]);
    expect(panel?.series[0]?.markers.map(({ kind }) => kind)).toEqual([
      "observed",
      "observed",
      "effective",
      "effective",
    ]);
  });

  test("a reading that agrees is a tick and leads the line on, one that differs is none", () => {
    const points = [at("2025-01-01", 8), at("2025-06-01", 9)];
    const { tier, meter, currency, unit } = points[0] as PricePoint;
    const read = (observedAt: string, amount: number) => ({ tier, meter, currency, unit, observedAt, price: amount });
    const readings = [...points, read("2025-03-01", 8), read("2025-04-01", 9), read("2026-08-01", 9)];
    const [panel] = layoutSteps(points, { ...options, readings });
    expect(panel?.checks.map(({ day }) => day)).toEqual(["2025-01-01", "2025-03-01", "2025-06-01", "2026-08-01"]);
    const [series] = panel?.series ?? [];
    expect(series?.markers.map(({ day }) => day)).toEqual(["2025-01-01", "2025-06-01"]);
    expect(series?.pieces.map(({ kind }) => kind)).toEqual(["seen", "silent"]);
    for (const { x } of panel?.checks ?? []) {
      expect(x >= (panel?.plot.left ?? 0) && x <= (panel?.plot.right ?? 0)).toBe(true);
    }
  });

  test("draws nothing from a single observation", () => {
    expect(layoutSteps([at("2025-01-01", 8)], options)).toEqual([]);
  });
});

describe("price strip", () => {
  test("keeps marks and labels inside its box and apart from each other", () => {
    const item = fc.record({
      label: fc.string({ minLength: 1, maxLength: 24 }),
      figure: fc.constant("$12.50"),
      value: price,
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), fc.integer({ min: 300, max: 1200 }), (items, width) => {
        const strip = layoutStrip(items, { width, fontSize: 12 });
        expect(strip.axisY).toBeLessThan(strip.height);
        for (const mark of strip.marks) {
          expect(mark.x >= strip.left && mark.x <= strip.right).toBe(true);
          expect(mark.labelY).toBeGreaterThan(0);
          expect(mark.labelY).toBeLessThan(strip.axisY);
          for (const other of strip.marks) {
            if (other.x > mark.x && other.lane >= mark.lane)
              expect(mark.labelX + mark.text.length * 12 * 0.58).toBeLessThanOrEqual(other.x + 1);
          }
        }
      }),
    );
  });

  test("cuts a long name and never its price", () => {
    const items = [
      { label: "Basic", figure: "$10", value: 10 },
      { label: "A plan with a name that nobody can say in one breath", figure: "$1,250.50", value: 1250.5 },
    ];
    const [, long] = layoutStrip(items, { width: 300, fontSize: 12 }).marks;
    expect(long?.text).toMatch(/^A plan.*… \$1,250\.50$/);
  });

  test("with too many tiers for its height those between go unnamed, never the lowest and the highest", () => {
    const items = Array.from({ length: 15 }, (_, index) => ({
      label: `Tier number ${index}`,
      figure: `$${100 + index}`,
      value: 100 + index,
    }));
    const strip = layoutStrip(items, { width: 400, fontSize: 12, maxLanes: 3 });
    expect(strip.marks).toHaveLength(15);
    const named = strip.marks.filter(({ text }) => text !== "");
    expect(Math.max(...named.map(({ lane }) => lane))).toBeLessThan(3);
    expect(named[0]?.value).toBe(100);
    expect(named.at(-1)?.value).toBe(114);
    expect(strip.height).toBeLessThan(layoutStrip(items, { width: 400, fontSize: 12 }).height);
  });

  test("the axis reaches to the median where that is the highest, and what is no price has no mark", () => {
    const items = [10, Number.NaN, -1, Number.POSITIVE_INFINITY, 20].map((value) => ({ label: "", figure: "", value }));
    const strip = layoutStrip(items, { width: 700, fontSize: 12, median: 90 });
    expect(strip.marks.map(({ value }) => value)).toEqual([10, 20]);
    expect(strip.ticks.at(-1)?.value).toBeGreaterThanOrEqual(90);
    const { left, right, ticks } = strip;
    expect(strip.median?.x).toBeCloseTo(left + ((right - left) * 90) / (ticks.at(-1)?.value ?? 0), 1);
    expect(strip.span).toEqual({ from: strip.marks[0]?.x, to: strip.marks[1]?.x });
  });

  test("tiers at one price share one mark", () => {
    const strip = layoutStrip(
      [
        { label: "Pro", figure: "$8", value: 8 },
        { label: "Team", figure: "$8", value: 8 },
      ],
      { width: 700, fontSize: 12 },
    );
    expect(strip.marks.map((mark) => mark.text)).toEqual(["Pro, Team $8"]);
  });
});

describe("scales", () => {
  test("ticks begin at zero, rise, and cover the highest value", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), fc.integer({ min: 1, max: 8 }), (max, count) => {
        const ticks = niceTicks(max, count);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1) ?? 0).toBeGreaterThanOrEqual(max * (1 - 1e-9));
        expect(ticks.length).toBeLessThanOrEqual(count + 2);
        for (let i = 1; i < ticks.length; i += 1) expect(ticks[i] ?? 0).toBeGreaterThan(ticks[i - 1] ?? 0);
      }),
    );
  });

  test("nothing, and what is next to nothing, has an axis too", () => {
    for (const max of [0, Number.MIN_VALUE, Number.NaN]) expect(niceTicks(max, 4)).toEqual([0, 1]);
  });

  test("day ticks lie in the span and are few", () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 23_000 }), fc.integer({ min: 0, max: 6000 }), (from, length) => {
        const ticks = dayTicks(from, from + length, 5);
        expect(ticks.length).toBeLessThanOrEqual(5);
      }),
    );
  });

  test("the median of nothing is unknown", () => {
    expect(median([])).toBeNull();
    expect(median([3, 1, 2])).toBe(2);
    expect(median([1, 2])).toBe(1.5);
  });
});
