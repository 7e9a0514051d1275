import { describe, expect, test } from "vitest";
import type { PlansFact } from "@/lib/schemas/observation";
import { Observation } from "@/lib/schemas/observation";
import type { AdapterResult } from "./reading";
import { fromRow, productName } from "./vendor-pages";

type PlanInput = {
  name: string;
  price: number | null;
  price_text?: string | null;
  currency?: string | null;
  period?: string;
  unit?: string | null;
  billing?: "monthly" | "annual" | null;
  quota?: string | null;
};

const file = "https://raw.githubusercontent.com/api-evangelist/acme/refs/heads/main/plans/acme-plans-pricing.yml";

function record(plans: PlanInput[], extra: Record<string, unknown> = {}) {
  return {
    slug: "acme",
    name: "Acme",
    domain: "acme.com",
    source_url: "https://acme.com/pricing",
    read_date: "2026-09-20",
    method: "searched",
    trust: "high",
    currency: "USD",
    pricing_basis: "per-seat",
    category_guess: "CRM",
    plans: plans.map((plan) => ({
      price_text: null,
      currency: (extra.currency as string | null | undefined) ?? "USD",
      period: "month",
      unit: null,
      billing: null,
      quota: null,
      ...plan,
    })),
    free_plan: null,
    trial_days: null,
    facts: [],
    file,
    partial: false,
    ...extra,
  };
}

function plansOf(result: AdapterResult): PlansFact {
  const fact = result.readings.map((reading) => reading.fact).find((each) => each.kind === "plans");
  if (fact?.kind !== "plans") throw new Error("no plans");
  return fact;
}

describe("vendor-pages", () => {
  test("an unknown billing stays unknown", () => {
    const [tier] = plansOf(fromRow(record([{ name: "Pro", price: 12, price_text: "$12", unit: "user" }]))).tiers;
    expect(tier?.prices).toEqual([{ amount: 12, period: "month", billing: null }]);
  });

  test("a unit that says annually is billed annually and keeps only the noun", () => {
    const [tier] = plansOf(fromRow(record([{ name: "Growth", price: 39, unit: "seat billed annually" }]))).tiers;
    expect(tier).toMatchObject({ unit: "seat", prices: [{ amount: 39, period: "month", billing: "annual" }] });
  });

  test("a plan without a price is never 0", () => {
    const { tiers } = plansOf(
      fromRow(
        record([
          { name: "Enterprise", price: null, price_text: "Contact sales", period: "none" },
          { name: "Scale", price: 0, price_text: "Custom pricing", period: "none" },
          { name: "Fees", price: null, price_text: "2.9% + 30c", period: "usage", unit: "transaction" },
          { name: "Terminal", price: 0, price_text: "0 EUR hardware; 0.99% flat rate", period: "usage" },
        ]),
      ),
    );
    expect(tiers.map((tier) => [tier.status, tier.prices.length])).toEqual([
      ["contact_sales", 0],
      ["contact_sales", 0],
      ["not_published", 0],
      ["not_published", 0],
    ]);
  });

  test("an amount of use is no monthly plan, and what is bought on top of a plan is none either", () => {
    const { readings } = fromRow(
      record([
        { name: "Storage", price: 0.08, unit: "GB-month" },
        { name: "Pay per use", price: 0.03, price_text: "$0.03 per server hour per month", unit: "server hour" },
        { name: "Add build agents", price: 359, period: "year", unit: "build agent" },
        { name: "Priority Support", price: 100 },
        { name: "Support Team", price: 19, unit: "seat" },
      ]),
    );
    const facts = readings.map(({ fact }) => fact);
    const plans = facts.find((fact) => fact.kind === "plans");
    expect(plans?.tiers.map(({ id, prices }) => [id, prices[0]?.period])).toEqual([
      ["storage", "usage"],
      ["pay-per-use", "usage"],
      ["support-team", "month"],
    ]);
    expect(facts.flatMap((fact) => (fact.kind === "hidden_cost" ? [[fact.cost, fact.label, fact.unit]] : []))).toEqual([
      ["overage", "Add build agents", "build agent/year"],
      ["support", "Priority Support", "month"],
    ]);
  });

  test("plans that differ only by billing become one tier", () => {
    const { tiers } = plansOf(
      fromRow(
        record([
          { name: "1-4 Licenses annual", price: 134, unit: "license billed annually", billing: "annual" },
          { name: "1-4 Licenses monthly", price: 149, unit: "license" },
          { name: "Starter", price: 10, price_text: "$10/mo", billing: "monthly" },
          { name: "Starter (annual)", price: 100, price_text: "$100/yr", period: "year", billing: "annual" },
        ]),
      ),
    );
    expect(tiers).toHaveLength(2);
    expect(tiers[0]).toMatchObject({
      id: "1-4-licenses",
      minimumSeats: 1,
      maximumSeats: 4,
      prices: [
        { amount: 134, period: "month", billing: "annual" },
        { amount: 149, period: "month", billing: "monthly" },
      ],
    });
    expect(tiers[1]?.prices).toEqual([
      { amount: 10, period: "month", billing: "monthly" },
      { amount: 100, period: "year", billing: "annual" },
    ]);
  });

  test("an annual total and its monthly share are one price, and one that disagrees loses its billing", () => {
    const total = { name: "Starter (year)", price: 99, period: "year", billing: "annual" as const };
    const same = plansOf(fromRow(record([{ name: "Starter", price: 8.25, billing: "annual" }, total])));
    expect(same.tiers[0]?.prices).toEqual([{ amount: 99, period: "year", billing: "annual" }]);
    const other = plansOf(fromRow(record([{ name: "Starter", price: 9.99, billing: "annual" }, total])));
    expect(other.tiers[0]?.prices[0]).toEqual({ amount: 9.99, period: "month", billing: null });
  });

  test("plans of one name and billing keep apart by what they allow", () => {
    const { tiers } = plansOf(
      fromRow(
        record([
          { name: "Pro", price: 10, quota: "10,000 credits" },
          { name: "Pro", price: 20, quota: "20,000 credits" },
        ]),
      ),
    );
    expect(tiers.map((tier) => tier.id)).toEqual(["pro", "pro-20-000-credits"]);
  });

  test("a second currency for the same tiers is left out, a plan of its own keeps its currency", () => {
    const result = fromRow(
      record([
        { name: "Starter", price: 17, price_text: "17" },
        { name: "Starter EUR", price: 13, price_text: "13", currency: "EUR" },
        { name: "Bureau", price: 900, price_text: "900", currency: "MXN" },
      ]),
    );
    expect(plansOf(result).tiers.map((tier) => [tier.name, tier.currency])).toEqual([
      ["Starter", undefined],
      ["Bureau", "MXN"],
    ]);
    expect(result.rejects).toContainEqual({ row: "acme: Starter EUR", reason: "same tier in a second currency" });
  });

  test("tokens are no currency, and no currency gives no tiers", () => {
    expect(fromRow(record([{ name: "Builder", price: 0.15 }], { currency: "SOL" }))).toEqual({
      readings: [],
      rejects: [{ row: "acme", reason: "not an ISO 4217 currency: SOL" }],
    });
    expect(fromRow(record([{ name: "Starter", price: 5, currency: null }], { currency: null })).readings).toEqual([]);
  });

  test.each([
    ["price in cents read as whole units", { name: "Calls", price: 6, price_text: "6¢ per minute", period: "usage" }],
    ["price is not in the price text", { name: "Pro", price: 4900, price_text: "$49/month" }],
    ["price without a period", { name: "Bundle", price: 10_000, price_text: "$10K", period: "none" }],
    ["the text says a year, the row says a month", { name: "Growth", price: 999, price_text: "$999 /year" }],
    ["introductory price", { name: "Basic", price: 7, price_text: "$7/mo", quota: "$84 first year, renews $210" }],
    ["negative price", { name: "Odd", price: -1, price_text: "-1" }],
    ["a zero that nothing says is free", { name: "Pilot", price: 0, price_text: null }],
  ])("%s is no price", (reason, plan) => {
    const result = fromRow(record([plan]));
    expect(plansOf(result).tiers[0]).toMatchObject({ status: "unverified", prices: [] });
    expect(result.rejects).toContainEqual({ row: `acme: ${plan.name}`, reason });
  });

  test("a trial is no tier, but its days and the free plan's allowances are kept", () => {
    const { readings } = fromRow(
      record(
        [
          { name: "30-day trial", price: 0, period: "one-time", unit: "trial" },
          { name: "Free", price: 0, price_text: "Free", period: "none", quota: "50 credits/month" },
        ],
        { free_plan: true },
      ),
    );
    expect(readings.map((reading) => reading.fact)).toContainEqual({
      kind: "free_tier",
      available: true,
      trialDays: 30,
      limits: [{ name: "credits", value: 50, unit: "per month" }],
    });
  });

  test("facts become costs, terms and seat minimums", () => {
    const result = fromRow(
      record(
        [
          { name: "Team", price: 10, unit: "seat" },
          { name: "Business", price: 20, unit: "seat" },
        ],
        {
          facts: [
            { kind: "minimum_seats", value: 5, unit: "users", text: "minimum users on every tier" },
            { kind: "overage", value: 25, unit: "USD per user per month", text: "Team seats beyond ten" },
            { kind: "contract_term", value: 2, unit: "years", text: "minimum term" },
            { kind: "setup_fee", value: 0, unit: "USD", text: "no setup fees" },
            { kind: "other", value: null, unit: null, text: "something" },
          ],
        },
      ),
    );
    expect(plansOf(result).tiers.map((tier) => tier.minimumSeats)).toEqual([5, 5]);
    const facts = result.readings.map((reading) => reading.fact);
    expect(facts).toContainEqual({
      kind: "hidden_cost",
      cost: "overage",
      label: "Team seats beyond ten",
      key: "team-seats-beyond-ten",
      amount: 25,
      percent: null,
      currency: "USD",
      unit: "user/month",
    });
    expect(facts).toContainEqual({ kind: "contract_term", field: "minimumTermMonths", value: 24 });
    expect(result.rejects.map((reject) => reject.reason)).toEqual(["no such fee", "prose only"]);
  });

  test("a file that is imported whole elsewhere is not counted twice", () => {
    expect(fromRow(record([{ name: "Pro", price: 1 }]), new Set([file]))).toEqual({
      readings: [],
      rejects: [{ row: "acme", reason: "full file is imported by api-evangelist" }],
    });
  });

  test("trust, completeness and evidence follow the record", () => {
    const [low] = fromRow(record([{ name: "Pro", price: 1 }], { trust: "low", partial: true })).readings;
    expect(low).toMatchObject({ trust: "C", observedAt: "2026-09-20", fact: { complete: false } });
    const [aws] = fromRow(
      record([{ name: "GB", price: 0.01, period: "usage" }], { domain: "aws.amazon.com" }),
    ).readings;
    expect(aws?.trust).toBe("C");
    expect(aws?.evidence.note).toMatch(/worked example/);
    const { subject, ...observation } = { ...low, product: "x", source: "vendor-pages" };
    expect(subject?.domain).toBe("acme.com");
    expect(() => Observation.parse(observation)).not.toThrow();
  });

  test("a former name in brackets is not part of the name", () => {
    expect(productName("Kit (ConvertKit)")).toBe("Kit");
    expect(productName("Tenable (Nessus)")).toBe("Tenable Nessus");
  });
});
