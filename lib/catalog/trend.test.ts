import fc from "fast-check";
import { expect, test } from "vitest";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { addDays } from "./day";
import { changesWithEvidence } from "./history";
import { POLICY } from "./policy";
import { reduce } from "./reduce";
import { observe, paid, SOURCES } from "./testing/observations";
import { recentRepricings, stabilityOf, trendOf } from "./trend";

const ASOF = "2026-11-21";
const seen = (observedAt: Day, price: number, rest: Partial<Omit<Observation, "fact">> = {}, currency = "USD") =>
  observe({ kind: "plans", currency, complete: true, tiers: [paid("pro", price)] }, { observedAt, ...rest });

function factsOf(observations: readonly Observation[]) {
  const context = { asOf: ASOF, sources: SOURCES };
  const record = reduce(observations, context);
  const { changes, evidence } = changesWithEvidence(observations, context);
  return {
    points: record?.priceHistory ?? [],
    changes,
    evidence: [...(record?.evidence ?? []), ...evidence],
    tiers: record?.tiers ?? [],
  };
}

test("growth from the first to the last reading, and a year of it", () => {
  const trend = trendOf(factsOf([seen("2022-11-21", 8), seen("2024-11-21", 10), seen("2026-11-21", 12.5)]));
  expect(trend).toMatchObject({
    direction: "up",
    changePercent: 56.3,
    cagr: 11.8,
    since: "2022-11-21",
    until: "2026-11-21",
    tier: "pro",
    meter: "priceMonthly",
    currency: "USD",
  });
});

test("any steady price is flat, any single day insufficient", () => {
  const day = fc
    .integer({ min: 0, max: 2000 })
    .map((days) => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10));
  fc.assert(
    fc.property(fc.uniqueArray(day, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 99 }), (days, price) => {
      const { direction, changePercent } = trendOf(factsOf(days.map((at) => seen(at, price))));
      expect([direction, changePercent]).toEqual(days.length > 1 ? ["flat", 0] : ["insufficient", null]);
    }),
  );
});

test("a slip that reverted is not a trend", () => {
  const readings = [seen("2025-01-01", 10), seen("2025-06-01", 14), seen("2025-06-20", 10), seen("2026-06-01", 10)];
  expect(trendOf(factsOf(readings))).toMatchObject({ direction: "flat", changePercent: 0 });
});

test("a unit that was mended is not a trend", () => {
  expect(trendOf(factsOf([seen("2025-01-01", 1), seen("2026-01-01", 100)]))).toMatchObject({ direction: "flat" });
});

test("two sources that show different prices are not a move", () => {
  const other = { source: "acme-list" };
  expect(trendOf(factsOf([seen("2025-09-01", 8), seen("2026-01-01", 12, other)])).direction).toBe("insufficient");
  const watched = [seen("2024-01-01", 8), seen("2025-09-01", 8), seen("2026-01-01", 12, other)];
  expect(trendOf(factsOf(watched))).toMatchObject({ direction: "flat", until: "2025-09-01" });
});

test("a change between two sources joins their readings", () => {
  const other = { source: "acme-list" };
  const readings = [seen("2023-01-01", 8), seen("2024-01-01", 8), seen("2026-01-01", 12, other)];
  const up = { direction: "up", changePercent: 50, since: "2023-01-01", until: "2026-01-01" };
  expect(trendOf(factsOf(readings))).toMatchObject(up);
  expect(trendOf(factsOf([...readings, seen("2026-06-01", 8)])).direction).toBe("flat");
});

test("prices of different currencies are not a trend", () => {
  expect(trendOf(factsOf([seen("2024-01-01", 8), seen("2026-01-01", 12, {}, "EUR")])).direction).toBe("insufficient");
});

test("less than a year is not made into yearly growth", () => {
  expect(trendOf(factsOf([seen("2026-01-01", 8), seen("2026-06-01", 10)]))).toMatchObject({
    direction: "up",
    cagr: null,
  });
});

test("a price that came down", () => {
  expect(trendOf(factsOf([seen("2025-01-01", 10), seen("2026-01-01", 5)]))).toMatchObject({
    direction: "down",
    cagr: -50,
  });
});

test("stability falls with the days on which a price moved", () => {
  const of = (observations: Observation[]) => {
    const { points, changes } = factsOf(observations);
    return stabilityOf(points, changes);
  };
  expect(of([seen("2024-11-21", 8), seen("2026-11-21", 8)])).toBe(1);
  expect(of([seen("2024-11-21", 8), seen("2025-11-21", 9), seen("2026-11-21", 10)])).toBe(0.5);
  expect(of([seen("2026-03-01", 8), seen("2026-11-21", 8)])).toBeNull();
});

test("a single sign-on premium that moved is not a list price that moved", () => {
  const sso = (observedAt: Day, amount: number) =>
    observe(
      {
        kind: "hidden_cost",
        cost: "sso",
        label: "Single sign-on",
        key: "sso",
        amount,
        percent: null,
        currency: "USD",
        unit: "user/month",
      },
      { observedAt },
    );
  const { points, changes } = factsOf([
    seen("2024-11-21", 8),
    seen("2026-11-21", 8),
    sso("2024-11-21", 5),
    sso("2025-11-21", 6),
  ]);
  expect(changes.some(({ class: kind }) => kind === "move")).toBe(true);
  expect(stabilityOf(points, changes)).toBe(1);
});

test("moves of three years are known only where prices are dated from before and since", () => {
  const of = (observations: Observation[]) => {
    const { points, changes } = factsOf(observations);
    return recentRepricings(points, changes, ASOF);
  };
  expect(of([seen("2022-01-01", 8), seen("2025-01-01", 9), seen("2026-01-01", 10)])).toBe(2);
  expect(of([seen("2025-01-01", 9), seen("2026-01-01", 10)])).toBeNull();
  expect(of([seen("2020-01-01", 9), seen("2022-01-01", 10)])).toBeNull();
  const start = addDays(ASOF, -POLICY.stabilityWindowDays);
  expect(of([seen("2020-01-01", 8), seen(start, 9), seen(ASOF, 10)])).toBe(1);
});
