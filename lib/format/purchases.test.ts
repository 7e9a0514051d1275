import { expect, test } from "vitest";
import { pricingText } from "@/lib/mcp/text/pricing";
import type { PricingAnswer, Purchase } from "@/lib/schemas/record";
import { acme } from "./acme.fixture";
import { answerOf } from "./answer";
import { productMarkdown } from "./markdown";
import { PURCHASES_NOTE, purchaseSentence } from "./purchases";

const purchase: Purchase = {
  buyer: "Town of Example",
  covers: "Licences and support",
  amount: 36_000,
  currency: "USD",
  termMonths: 36,
  annualAmount: 12_000,
  taxIncluded: true,
  seats: null,
  signedAt: "2025-03-01",
  endsAt: null,
  evidence: ["ev_cc"],
};

test("a purchase is told with its term, and the yearly share only as about", () => {
  expect(purchaseSentence(purchase)).toBe(
    "Town of Example paid $36,000 for 36 months, about $12,000 a year, licences and support, tax included; signed 1 Mar 2025.",
  );
  const short = { ...purchase, covers: null, termMonths: null, annualAmount: null, taxIncluded: null };
  expect(purchaseSentence(short)).toBe("Town of Example paid $36,000; signed 1 Mar 2025.");
});

const { tiers: _tiers, licenseNote: _note, ...bare } = acme;
const only = {
  ...bare,
  priceRange: { low: null, median: null, high: null, currency: null, unit: null, display: "Not yet read" },
  priceStatus: "unverified",
  marketData: {
    ...acme.marketData,
    medianAnnualCost: null,
    low: null,
    high: null,
    sampleSize: null,
    purchases: [purchase],
  },
} as typeof acme;

test("where only purchases are known no surface speaks of a median", () => {
  for (const text of [pricingText(only as PricingAnswer), productMarkdown(only), answerOf(only).price]) {
    expect(text).not.toMatch(/median/i);
    expect(text).not.toMatch(/null|unknown a year|\$0/);
  }
  expect(pricingText(only as PricingAnswer)).toContain("One purchase: Town of Example paid $36,000");
  expect(productMarkdown(only)).toContain(PURCHASES_NOTE);
});
