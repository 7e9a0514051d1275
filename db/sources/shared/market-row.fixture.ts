import type { MarketRow } from "./market-rows";

export const row = (change: Partial<MarketRow>): MarketRow => ({
  product: "Glean",
  vendor: "Glean",
  domain: "glean.com",
  field: "medianAnnualCost",
  value: 98890,
  unit: "USD/year",
  sourceLabel: "Vendr marketplace (third-party buyer data), quoted second-hand",
  sourceUrl: "https://www.vendr.com/marketplace/glean",
  sourceDate: "2026-02",
  confidenceNote: "Second-hand: read in a public research note, not on the Vendr page itself.",
  via: "stored public page, quoted second-hand",
  ...change,
});
