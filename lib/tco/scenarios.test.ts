import { expect, test } from "vitest";
import { reduce } from "@/lib/catalog/reduce";
import { observe, paid, SOURCES, tier } from "@/lib/catalog/testing/observations";
import { scenariosOf } from "./scenarios";

const record = (tiers: ReturnType<typeof tier>[]) => ({
  ...reduce([observe({ kind: "plans", currency: "USD", complete: true, tiers })], {
    asOf: "2026-02-01",
    sources: SOURCES,
  }),
  asOf: "2026-02-01",
});

test("each team size takes the cheapest tier that admits it", () => {
  const scenarios = scenariosOf(record([paid("starter", 2, { maximumSeats: 25 }), paid("pro", 8)]));
  expect(scenarios.map((item) => [item.seats, item.tier, item.annualCost])).toEqual([
    [5, "starter", 120],
    [25, "starter", 600],
    [100, "pro", 9600],
    [500, "pro", 48000],
  ]);
});

test("a product priced by account, for free or on request has no scenario", () => {
  expect(scenariosOf(record([paid("team", 50, { unit: null })]))).toEqual([]);
  expect(scenariosOf(record([tier("enterprise")]))).toEqual([]);
  expect(
    scenariosOf(
      record([tier("free", { status: "published", prices: [{ amount: 0, period: "month", billing: null }] })]),
    ),
  ).toEqual([]);
});
