import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MarketFact, PurchaseFact } from "@/lib/schemas/observation";
import { reduceMarket } from "./groups";
import { EvidenceBook, knownOn } from "./ledger";
import { reduce } from "./reduce";
import { examine } from "./sanity";
import { observation, observe, SOURCES } from "./testing/observations";

const AS_OF = "2026-11-22";

const purchase = (rest: Partial<PurchaseFact> = {}): PurchaseFact => ({
  kind: "purchase",
  buyer: "Town of Example",
  covers: null,
  amountTotal: 36_000,
  currency: "AUD",
  termMonths: 36,
  signedAt: "2025-03-01",
  endsAt: "2028-03-01",
  taxIncluded: true,
  seats: null,
  ...rest,
});
const median: MarketFact = {
  kind: "market",
  publisher: "Example",
  medianAnnualCost: 9_000,
  low: null,
  high: null,
  sampleSize: null,
  currency: "USD",
  scope: "supplier",
};
const marketOf = (...facts: Parameters<typeof observe>[0][]) =>
  reduceMarket(
    knownOn(
      facts.map((fact) => observe(fact)),
      AS_OF,
    ),
    AS_OF,
    new EvidenceBook(SOURCES),
  );

describe("what one buyer paid", () => {
  test("is no median, no low and no high", () => {
    expect(marketOf(purchase(), purchase({ amountTotal: 90_000 }))).toMatchObject({
      medianAnnualCost: null,
      low: null,
      high: null,
      sampleSize: null,
      purchases: [{ amount: 90_000 }, { amount: 36_000 }],
    });
  });

  test("stands beside a median that stays as its publisher gives it", () => {
    expect(marketOf(median, purchase())).toMatchObject({
      medianAnnualCost: 9_000,
      currency: "USD",
      source: "Example",
      purchases: [{ currency: "AUD", annualAmount: 12_000 }],
    });
  });

  test("is spread over a year only where the term is a year or more", () => {
    const yearly = (termMonths: number | null) => marketOf(purchase({ termMonths }))?.purchases[0]?.annualAmount;
    expect([yearly(36), yearly(12), yearly(11), yearly(null)]).toEqual([12_000, 36_000, null, null]);
  });

  test("stands with the newest contract first", () => {
    const days = ["2024-01-01", "2026-01-01", "2025-01-01"];
    const market = marketOf(...days.map((signedAt) => purchase({ signedAt })));
    expect(market?.purchases.map(({ signedAt }) => signedAt)).toEqual(["2026-01-01", "2025-01-01", "2024-01-01"]);
  });

  test("touches no tier, price, range, tip or history, whatever else is known", () => {
    fc.assert(
      fc.property(fc.array(observation, { minLength: 1, maxLength: 8 }), (observations) => {
        const others = observations.filter(({ fact }) => fact.kind !== "purchase");
        const parts = (list: typeof observations) => {
          const record = reduce(list, { asOf: AS_OF, sources: SOURCES });
          const { tiers, priceRange, priceStatus, negotiationTips, priceHistory, usage, hiddenCosts } = record ?? {};
          return { tiers, priceRange, priceStatus, negotiationTips, priceHistory, usage, hiddenCosts };
        };
        fc.pre(others.length > 0);
        expect(parts([...others, observe(purchase())])).toEqual(parts(others));
      }),
    );
  });

  test("is held back where it cannot be a contract", () => {
    const rules = (rest: Partial<PurchaseFact>) =>
      examine([observe(purchase(rest))]).map(({ action, rule }) => [action, rule]);
    expect(rules({})).toEqual([]);
    expect(rules({ amountTotal: 35 })).toEqual([["block", "market_range"]]);
    expect(rules({ endsAt: "2025-01-01" })).toEqual([["block", "impossible_value"]]);
  });
});
