import { expect, test } from "vitest";
import { factText } from "@/lib/format/fact";
import { formatMoney } from "@/lib/format/money";
import type { Fact } from "@/lib/schemas/observation";
import { shipped } from "./catalogue";

const { observations } = shipped().files;

/** Returns every amount of money in a fact, as written. */
function amountsIn(fact: Fact): string[] {
  switch (fact.kind) {
    case "plans":
      return fact.tiers.flatMap((tier) =>
        tier.prices
          .filter(({ amount }) => amount > 0)
          .map(({ amount }) => formatMoney(amount, tier.currency ?? fact.currency)),
      );
    case "rates":
      return fact.meters.flatMap(({ prices }) => prices.map(({ unitPrice }) => formatMoney(unitPrice, fact.currency)));
    case "hidden_cost":
      return fact.amount === null ? [] : [formatMoney(fact.amount, fact.currency)];
    case "market":
      return [fact.medianAnnualCost, ...(fact.low === null || fact.high === null ? [] : [fact.low, fact.high])]
        .filter((amount) => amount !== null)
        .map((amount) => formatMoney(amount, fact.currency));
    case "purchase":
      return [formatMoney(fact.amountTotal, fact.currency)];
    default:
      return [];
  }
}

test("a line on each observation of the shipped catalogue states every amount of it, in words", () => {
  const faulty = observations.flatMap(({ fact }) => {
    const text = factText(fact);
    const missing = amountsIn(fact).filter((amount) => !text.includes(amount));
    const broken =
      text.trim() === "" || /\b(?:undefined|NaN|null|true|false)\b|\s\s|^[;:]|[;:]\s*$|object Object/.test(text);
    return missing.length > 0 || broken ? [{ text, missing }] : [];
  });
  expect(faulty).toEqual([]);
});

test("an unknown price is told in words, and a free one is free", () => {
  const tier = { id: "pro", name: "Pro", unit: "user", prices: [] };
  const text = factText({
    kind: "plans",
    currency: "USD",
    complete: false,
    tiers: [
      { ...tier, status: "contact_sales" },
      {
        ...tier,
        id: "free",
        name: "Free",
        status: "published",
        prices: [{ amount: 0, period: "month", billing: null }],
      },
      {
        ...tier,
        id: "plus",
        name: "Plus",
        status: "published",
        startingPrice: true,
        prices: [
          { amount: 12, period: "month", billing: "annual" },
          { amount: 15, period: "month", billing: "monthly" },
        ],
      },
    ],
  });
  expect(text).toBe(
    "Pro: on request; Free: free; Plus: from $12 per user per month, billed yearly or $15 per user per month, billed monthly; there may be more tiers",
  );
});
