import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerSentence } from "@/lib/format/answer";
import type { HiddenCostFact, Observation, TierFact } from "@/lib/schemas/observation";
import type { Unanswered } from "@/lib/schemas/record";
import { buildRecord } from "./record";
import { reduce } from "./reduce";
import { isPriced, startingPrice } from "./starting-price";
import { observe, paid, SOURCES, tier } from "./testing/observations";
import { tierId } from "./tier-id";

const PAYMENTS = "billing-and-payments";

function fee(label: string, figures: Partial<HiddenCostFact> = {}): HiddenCostFact {
  return {
    kind: "hidden_cost",
    cost: "platform_fee",
    label,
    key: tierId(label),
    amount: null,
    percent: null,
    currency: null,
    unit: "transaction",
    ...figures,
  };
}

const share = (label: string, percent: number, note?: string) =>
  observe(fee(label, { percent }), {
    evidence: { url: "https://example.com/pricing", ...(note !== undefined && { note }) },
  });
const fixed = (label: string, amount: number, currency = "USD") => observe(fee(label, { amount, currency }));
const unread = (name: string): TierFact => tier(tierId(name), { name, status: "unverified", unit: null });
const free = (name: string) => paid(tierId(name), 0, { name });
const plans = (...tiers: TierFact[]) => observe({ kind: "plans", currency: "USD", complete: false, tiers });

function recordOf(observations: Observation[], category: string | undefined = PAYMENTS): Unanswered {
  const asOf = "2026-02-01";
  const reduced = reduce(observations, { asOf, sources: SOURCES, category });
  if (!reduced) throw new Error("nothing is known");
  const product = {
    slug: "acme",
    name: "Acme",
    vendor: { name: "Acme", website: null },
    category: category ?? "crm",
    domain: null,
    pricingPage: null,
    kind: "product" as const,
    aliases: [],
    formerSlugs: [],
  };
  const site = { name: "Example", url: "https://prices.example" };
  return buildRecord({ product, category: { slug: "crm", name: "CRM" }, reduced, asOf, site });
}

const feesOf = (record: Unanswered, name: string) => record.tiers?.find((one) => one.name === name)?.percentageFees;

describe("a fee that is a price", () => {
  const stripe = recordOf([
    plans(unread("Standard"), tier("custom", { name: "Custom" })),
    share("Payment processing (Standard, domestic)", 2.9),
    fixed("Payment processing (Standard, domestic, fixed part)", 0.3),
    share("International card fee (Standard, on top)", 1.5),
  ]);

  test("joins its share and its fixed part on the tier that its label names", () => {
    expect(feesOf(stripe, "Standard")).toMatchObject([
      { label: "Payment processing", percent: 2.9, fixedFee: 0.3, currency: "USD", per: "transaction" },
    ]);
    expect(stripe.tiers?.[0]).toMatchObject({ priceStatus: "published", listPrice: null, priceMonthly: null });
  });

  test("makes the product one that is priced by percentage, without a starting price", () => {
    expect(stripe.pricingModel).toBe("percentage");
    expect(stripe.priceRange).toMatchObject({
      low: null,
      high: null,
      display: "2.9% + $0.30 per domestic transaction",
    });
    expect(startingPrice(stripe)).toMatchObject({ startingPrice: null, priceStatus: "published" });
    expect(isPriced(stripe)).toBe(true);
    expect(stripe.verification.confidence).not.toBeNull();
    expect(answerSentence(stripe)).toMatch(/^Acme charges 2\.9% \+ \$0\.30 per domestic transaction\. Checked/);
  });

  test("leaves a surcharge among the extra costs", () => {
    expect(stripe.hiddenCosts?.map(({ label }) => label)).toEqual(["International card fee (Standard, on top)"]);
  });

  test("takes the cap that its evidence states, and the smallest fee that is listed", () => {
    const record = recordOf([
      plans(unread("Standard")),
      share("Transaction fee (Standard)", 1, "As stated: 1% + 20p; capped at £4."),
      fixed("Transaction fee (Standard, fixed part)", 0.2, "GBP"),
      fixed("Smallest fee", 0.5, "GBP"),
    ]);
    expect(feesOf(record, "Standard")).toMatchObject([
      { fixedFee: 0.2, minimumFee: 0.5, maximumFee: 4, currency: "GBP" },
    ]);
    expect(record.hiddenCosts).toBeUndefined();
  });

  test("is one fee if sources state the same figures under different names", () => {
    const record = recordOf([
      plans(unread("Standard")),
      share("Payment processing (Standard, domestic)", 2.9),
      fixed("Payment processing (Standard, domestic, fixed part)", 0.3),
      observe(fee("Card fee, United States", { cost: "other", percent: 2.9, amount: 0.3, currency: "USD" }), {
        source: "acme-list",
        trust: "C",
        evidence: { url: "https://example.org/list" },
      }),
    ]);
    const [only, ...others] = feesOf(record, "Standard") ?? [];
    expect(others).toEqual([]);
    expect(only).toMatchObject({ region: "United States", appliesTo: "domestic card payment" });
    expect(only?.evidence).toHaveLength(2);
    expect(record.verification.sources).toBe(2);
    expect(answerSentence(record)).toContain("2.9% + $0.30 per US card payment");
  });

  test("keeps fees of other regions and payment methods apart, and leads with an ordinary payment", () => {
    const record = recordOf([
      plans(unread("ACH Direct Debit"), unread("Standard")),
      share("Bank payment fee (ACH Direct Debit)", 0.8, "As stated: 0.8%; $5.00 cap."),
      observe(fee("Card fee, United Kingdom", { percent: 1.5, amount: 0.2, currency: "GBP" })),
      share("Payment processing (Standard, domestic)", 2.9),
    ]);
    expect(feesOf(record, "Standard")?.map(({ percent, region }) => [percent, region])).toEqual([
      [2.9, null],
      [1.5, "United Kingdom"],
    ]);
    expect(answerSentence(record)).toContain("charges 2.9% per domestic transaction");
  });

  test("replaces a price of 0 in a product that takes payments, and no price elsewhere", () => {
    const facts = [plans(free("Free"), paid("plus", 49, { name: "Plus" })), share("Transaction fee (Free)", 3)];
    const shop = recordOf(facts);
    expect(shop.tiers?.find(({ id }) => id === "free")).toMatchObject({ isFree: false, listPrice: null });
    expect(shop.pricingModel).toBe("hybrid");
    expect(startingPrice(shop).startingPrice).toBe(49);
    expect(answerSentence(shop)).toContain("charges 3% per transaction, with plans from $49 per user per month");
    const calendar = recordOf(facts, "scheduling");
    expect(calendar.tiers?.find(({ id }) => id === "free")).toMatchObject({ isFree: true, priceMonthly: 0 });
    expect(feesOf(calendar, "Free")).toHaveLength(1);
    expect(calendar.pricingModel).toBe("per_seat");
  });

  test("belongs to every plan that is sold if it names none and each has a price", () => {
    const record = recordOf([
      plans(
        paid("basic", 29, { name: "Basic" }),
        paid("grow", 79, { name: "Grow" }),
        tier("custom", { name: "Custom" }),
      ),
      share("Payment processing", 2.9),
    ]);
    expect(record.tiers?.map(({ name, percentageFees }) => [name, percentageFees.length])).toEqual([
      ["Basic", 1],
      ["Grow", 1],
      ["Custom", 0],
    ]);
    expect(record.pricingModel).toBe("hybrid");
  });

  test("gives a product without tiers one for each group of buyers", () => {
    const rewards = (group: string, percent: number) =>
      observe(fee(`Platform fee (${group})`, { percent, unit: "participant reward" }));
    const record = recordOf(
      [rewards("academic or non-profit", 33.3), rewards("corporate", 42.8)],
      "surveys-and-feedback",
    );
    expect(record.tiers?.map(({ name, audience }) => [name, audience])).toEqual([
      ["Academic or non-profit", "nonprofit"],
      ["Corporate", "any"],
    ]);
    expect(answerSentence(record)).toContain("charges 42.8% of participant rewards");
  });
});

describe("a fee that is an extra cost", () => {
  test.each([
    ["names no tier of a product that does not take payments", share("Payment processing", 2.9), "accounting"],
    ["is for another payment provider", share("Fee for another payment provider (Basic)", 2), "ecommerce"],
    ["is an exchange fee", observe(fee("Currency exchange fee", { percent: 1, unit: "exchange" })), PAYMENTS],
    ["is another company's", share("Payment processing", 2.9, "As stated: Stripe fee charged separately."), PAYMENTS],
    ["is a share of the subscription", observe(fee("Support", { cost: "support", percent: 20 })), PAYMENTS],
    ["is an overage", observe(fee("Extra use (Basic)", { cost: "overage", percent: 0.3, unit: null })), PAYMENTS],
  ])("%s", (_, cost, category) => {
    const record = recordOf([plans(paid("basic", 29, { name: "Basic" })), cost], category);
    expect(feesOf(record, "Basic")).toEqual([]);
    expect(record.hiddenCosts).toHaveLength(1);
  });
});

test("no percentage is lost or shown twice, whatever the order of the observations", () => {
  const label = fc.constantFrom(
    "Payment processing",
    "Sales fee (Basic)",
    "Card fee, Japan",
    "Payout fee",
    "Extra use",
  );
  const facts = fc.array(fc.record({ label, percent: fc.integer({ min: 1, max: 9 }) }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(facts, fc.boolean(), (list, isPayment) => {
      const costs = [...new Map(list.map(({ label, percent }) => [label, share(label, percent)])).values()];
      const category = isPayment ? PAYMENTS : "crm";
      const known = [plans(paid("basic", 29, { name: "Basic" }), unread("Pro")), ...costs];
      const record = recordOf(known, category);
      const shown = [
        ...new Set(
          (record.tiers ?? []).flatMap(({ percentageFees }) => percentageFees.map((one) => JSON.stringify(one))),
        ),
      ].length;
      expect(shown + (record.hiddenCosts?.length ?? 0)).toBe(costs.length);
      expect(recordOf([...known].reverse(), category)).toEqual(record);
    }),
  );
});
