import { expect, test } from "vitest";
import { changesWithEvidence } from "./history";
import { type UnitReading, unitNamer } from "./history-units";
import { withHostSeats } from "./host-seats";
import { reduce } from "./reduce";
import { observe, paid, SOURCES } from "./testing/observations";
import { trendOf } from "./trend";

const asOf = "2026-11-21";

/** Returns the unit names of readings "unit price", one a year from 2020. */
function namesOf(...readings: readonly (readonly [unit: string, price: number])[]) {
  const all = readings.map(
    ([unit, price], index): UnitReading => ({
      tier: "pro",
      meter: "priceMonthly",
      currency: "USD",
      unit,
      price,
      observedAt: `${2020 + index}-01-01`,
    }),
  );
  const nameUnit = unitNamer(all);
  return all.map(nameUnit);
}

test("gives units with one basis the newest name", () => {
  expect(namesOf(["user/month", 10], ["seat/month", 12])).toEqual(["seat/month", "seat/month"]);
  expect(namesOf(["company/month", 30], ["account/month", 40])).toEqual(["account/month", "account/month"]);
  expect(namesOf(["month", 30], ["workspace/month", 40])).toEqual(["workspace/month", "workspace/month"]);
});

test("joins two units in which the same price is stated", () => {
  expect(namesOf(["site/month", 9], ["month", 9], ["month", 12])).toEqual(Array(3).fill("site/month"));
  expect(namesOf(["page/month", 9], ["site/month", 9])).toEqual(["site/month", "site/month"]);
});

test("keeps units apart without evidence that they are one thing", () => {
  expect(namesOf(["month", 30], ["user/month", 10])).toEqual(["month", "user/month"]);
  expect(namesOf(["account/month", 30], ["user/month", 10])).toEqual(["account/month", "user/month"]);
  expect(namesOf(["license, one-time", 10], ["user/month", 10])).toEqual(["license, one-time", "user/month"]);
  expect(namesOf(["one-time", 30], ["account/month", 10])).toEqual(["one-time", "account/month"]);
  expect(namesOf(["GB-month", 1], ["TB-month", 1])).toEqual(["GB-month", "TB-month"]);
});

test("does not give an unstated unit one of two possible names", () => {
  expect(namesOf(["user/month", 10], ["site/month", 20], ["month", 10], ["month", 20])).toEqual([
    "user/month",
    "site/month",
    "month",
    "month",
  ]);
});

test("gives a free tier one unit, whatever its sources name", () => {
  expect(namesOf(["month", 0], ["user/month", 0])).toEqual(["user/month", "user/month"]);
  expect(namesOf(["month", 0], ["user/month", 5])).toEqual(["user/month", "user/month"]);
});

const seen = (observedAt: string, price: number, unit: string | null) =>
  observe({ kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", price, { unit })] }, { observedAt });

function historyOf(readings: readonly ReturnType<typeof seen>[]) {
  const record = reduce(readings, { asOf, sources: SOURCES });
  const { changes, evidence } = changesWithEvidence(readings, { asOf, sources: SOURCES });
  const points = record?.priceHistory ?? [];
  const moves = changes.filter((change) => change.class === "move").map(({ before, after }) => [before, after]);
  const trend = trendOf({
    points,
    changes,
    evidence: [...(record?.evidence ?? []), ...evidence],
    tiers: record?.tiers ?? [],
  });
  return { units: [...new Set(points.map(({ unit }) => unit))], moves, trend };
}

test("a price rises in one series if its source renames the unit", () => {
  const { units, moves, trend } = historyOf([seen("2023-01-01", 10, "seat"), seen("2025-01-01", 12, "user")]);
  expect(units).toEqual(["user/month"]);
  expect(moves).toEqual([[10, 12]]);
  expect(trend).toMatchObject({ direction: "up", changePercent: 20 });
});

test("no price changes between a price per account and one per person", () => {
  const { units, moves, trend } = historyOf([seen("2023-01-01", 50, "account"), seen("2025-01-01", 12, "user")]);
  expect(units).toEqual(["account/month", "user/month"]);
  expect(moves).toEqual([]);
  expect(trend.direction).toBe("insufficient");
});

test("a host of meetings is a seat, a monitored host is not", () => {
  const entry = seen("2023-01-01", 15, "host");
  const unitOf = (category: string) => {
    const { fact } = withHostSeats(entry, category);
    return fact.kind === "plans" ? fact.tiers[0]?.unit : null;
  };
  expect(unitOf("video-meetings")).toBe("host seat");
  expect(unitOf("observability")).toBe("host");
});
