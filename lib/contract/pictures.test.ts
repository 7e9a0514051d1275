import { beforeAll, describe, expect, test } from "vitest";
import { layoutBox } from "@/lib/chart/box";
import { textWidth } from "@/lib/chart/scale";
import { layoutSteps } from "@/lib/chart/steps";
import { equivalentSentence, marketReasons } from "@/lib/format/market";
import type { Catalog } from "@/lib/operations/catalog";
import type { PricingRecord } from "@/lib/schemas/record";
import { listEquivalents } from "@/lib/tco/market";
import { shippedCatalog } from "./catalogue";

const TODAY = "2026-11-21";

let catalog: Catalog;
let records: readonly PricingRecord[];
beforeAll(() => {
  ({ catalog, records } = shippedCatalog(TODAY));
}, 120_000);

describe("what buyers pay", () => {
  test("is drawn in order and on its axis, and no text on another, of every product", () => {
    let drawn = 0;
    for (const { slug, marketData } of records) {
      const { low = null, medianAnnualCost: median = null, high = null } = marketData ?? {};
      if (low === null || high === null) continue;
      expect(low, slug).toBeLessThanOrEqual(median ?? high);
      expect(median ?? low, slug).toBeLessThanOrEqual(high);
      drawn += 1;
      for (const width of [912, 358]) {
        const words = (key: string, brief: boolean) =>
          `${brief && key !== "median" ? "" : `${key} `}$${{ low, median, high }[key as "low"]?.toLocaleString("en")}`;
        const plot = layoutBox({ low, median, high }, { width, fontSize: 12, tickCount: 3, words });
        expect(plot.box.x, slug).toBeGreaterThanOrEqual(plot.left);
        expect(plot.box.x + plot.box.width, slug).toBeLessThanOrEqual(plot.right + 1);
        let end = 0;
        for (const { x, text } of plot.labels) {
          expect(x, `${slug} ${text}`).toBeGreaterThanOrEqual(end);
          end = x + textWidth(text, 12);
        }
        expect(end, slug).toBeLessThanOrEqual(width + 0.1);
      }
    }
    expect(drawn).toBeGreaterThan(500);
  });

  test("is compared only with list prices in its own currency, by plain division", () => {
    let compared = 0;
    for (const { slug, marketData, tiers = [], vendor } of records) {
      if (!marketData) continue;
      const equivalents = listEquivalents(tiers, marketData);
      const reasons = marketReasons(marketData, { vendor: vendor.name, restricted: true }).join(" ");
      expect(reasons.includes(vendor.name), slug).toBe(marketData.scope === "supplier");
      if (equivalents.length === 0) continue;
      compared += 1;
      const sentence = equivalentSentence(equivalents);
      expect(sentence === null, slug).toBe(marketData.medianAnnualCost === null);
      for (const { tier: id, yearly, low, median, high } of equivalents) {
        const tier = tiers.find((entry) => entry.id === id);
        expect(tier?.currency, slug).toBe(marketData.currency);
        expect(tier?.isFree, slug).toBe(false);
        for (const [count, spend] of [
          [low, marketData.low],
          [median, marketData.medianAnnualCost],
          [high, marketData.high],
        ] as const) {
          expect(count === null, slug).toBe(spend === null);
          if (count === null || spend === null) continue;
          expect(count * yearly, `${slug} ${id}`).toBeLessThanOrEqual(spend + 0.01);
          expect((count + 1) * yearly, `${slug} ${id}`).toBeGreaterThan(spend);
        }
      }
    }
    expect(compared).toBeGreaterThan(20);
  });
});

test("every reading of a drawn price that agrees is one tick on its axis, of every product", async () => {
  let ticks = 0;
  let again = 0;
  for (const { slug, asOf, priceHistory = [] } of records) {
    if (priceHistory.length === 0) continue;
    const { readings } = await catalog.changesOf(slug, { asOf: TODAY, now: new Date(TODAY) });
    const size = {
      width: 358,
      plotHeight: 160,
      fontSize: 12,
      labelWidth: 84,
      seriesName: (key: string | null) => key ?? "",
    };
    for (const panel of layoutSteps(priceHistory, { ...size, asOf, readings })) {
      const days = panel.checks.map(({ day }) => day);
      expect(days, slug).toEqual([...new Set(days)].sort());
      const shown = new Set(readings.filter(({ meter }) => meter === panel.meter).map(({ observedAt }) => observedAt));
      expect(
        days.filter((day) => !shown.has(day)),
        slug,
      ).toEqual([]);
      for (const { x } of panel.checks) expect(x >= panel.plot.left && x <= panel.plot.right, slug).toBe(true);
      const told = new Set(priceHistory.map(({ observedAt }) => observedAt));
      ticks += days.length;
      again += days.filter((day) => !told.has(day)).length;
    }
  }
  expect(ticks).toBeGreaterThan(1_000);
  expect(again).toBeGreaterThan(100);
}, 120_000);
