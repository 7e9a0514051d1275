import { expect, test } from "vitest";
import { googleMapsReadings, skuPrices } from "./parser";

const dynamicMaps = {
  section: "Maps - loads",
  level: "Essentials",
  sku: "Dynamic Maps",
  freeCap: 10_000,
  unlimitedFree: false,
  tiers: [
    { from: 10_000, upTo: 100_000, pricePer1000: 7 },
    { from: 100_000, upTo: null, pricePer1000: 5.6 },
  ],
};
const embed = { ...dynamicMaps, sku: "Embed", freeCap: null, unlimitedFree: true, tiers: [] };

test("the free volume of a month is a band of its own, before the graduated prices", () => {
  expect(skuPrices(dynamicMaps)).toEqual([
    { unitPrice: 0, from: 0, upTo: 10_000, when: null },
    { unitPrice: 7, from: 10_000, upTo: 100_000, when: null },
    { unitPrice: 5.6, from: 100_000, upTo: null, when: null },
  ]);
});

test("a free SKU is free without end; one without any statement is left out", () => {
  expect(skuPrices(embed)).toEqual([{ unitPrice: 0, from: 0, upTo: null, when: null }]);
  const { readings, rejects } = googleMapsReadings({
    vendorPage: "https://developers.google.com/maps/billing-and-pricing/pricing",
    capturedOnOrBefore: "2026-02-26",
    currency: "USD",
    per: 1000,
    skus: [dynamicMaps, { ...embed, sku: "Unknown", unlimitedFree: false }],
  });
  expect(readings).toHaveLength(1);
  expect(readings[0]).toMatchObject({
    trust: "A",
    observedAt: "2026-02-26",
    fact: {
      model: "Dynamic Maps",
      group: "Maps - loads, Essentials",
      meters: [{ name: "requests", per: 1000, tierMode: "graduated" }],
    },
  });
  expect(rejects.map(({ row }) => row)).toEqual(["Unknown"]);
});
