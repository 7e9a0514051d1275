import { describe, expect, test } from "vitest";
import { fromFile, readMoney } from "./api-evangelist";
import type { AdapterResult } from "./reading";

const head = { generated: "2026-08-13", method: "searched", source: "https://www.acme.com/pricing", currency: "USD" };

function tiersOf(result: AdapterResult) {
  const fact = result.readings.map((reading) => reading.fact).find((each) => each.kind === "plans");
  return fact?.kind === "plans" ? fact.tiers : [];
}

function read(plans: unknown[], extra: Record<string, unknown> = {}) {
  return fromFile("acme-plans-pricing.yml", { ...head, ...extra, plans });
}

describe("money in words", () => {
  test("amount, period, unit and billing are read out of the text", () => {
    expect(readMoney("$1,200 per seat per year").shown).toEqual([
      { amount: 1200, period: "year", billing: null, unit: "seat", approximate: false },
    ]);
    expect(readMoney("from $9/month (billed yearly)").shown[0]).toMatchObject({ amount: 9, billing: "annual" });
    expect(readMoney("$0.40 per 1,000 messages").shown[0]).toMatchObject({ period: "usage", unit: "1,000 messages" });
    expect(readMoney("$29/mo billed annually ($35/mo billed monthly)").shown).toMatchObject([
      { amount: 29, billing: "annual" },
      { amount: 35, billing: "monthly" },
    ]);
  });

  test("what is rough, custom or included is no price", () => {
    expect(readMoney("~$20/month").shown[0]?.approximate).toBe(true);
    expect(readMoney("$96-$768/month").shown[0]?.approximate).toBe(true);
    expect(readMoney("custom")).toEqual({ shown: [], status: "contact_sales" });
    expect(readMoney("2,000 minutes included")).toEqual({ shown: [], status: null });
  });
});

describe("api-evangelist", () => {
  test("entries labelled annual and monthly are two prices of a seat", () => {
    const entry = { type: "flat", metric: "seats", timeFrame: "monthly", unit: 1, userMultiplied: true };
    const [tier] = tiersOf(
      read([
        {
          name: "Essentials",
          type: "per-seat",
          entries: [
            { ...entry, label: "Per Seat / Month (annual)", price: "35" },
            { ...entry, label: "Per Seat / Month (monthly)", price: "49" },
          ],
        },
      ]),
    );
    expect(tier).toMatchObject({
      unit: "user",
      prices: [
        { amount: 35, period: "month", billing: "annual" },
        { amount: 49, period: "month", billing: "monthly" },
      ],
    });
  });

  test("an annual figure is a share of a month or a total, by its size", () => {
    const tiers = tiersOf(
      read([
        { name: "SEO", price: "139.00", price_annual_monthly: "117.33", period: "month" },
        { name: "Basic", price: 295, billingPeriod: "monthly", yearlyPrice: 2950 },
        { name: "Agency", price_annual: 583, billing_period: "annual" },
      ]),
    );
    expect(tiers.map((tier) => tier.prices)).toEqual([
      [
        { amount: 139, period: "month", billing: "monthly" },
        { amount: 117.33, period: "month", billing: "annual" },
      ],
      [
        { amount: 295, period: "month", billing: "monthly" },
        { amount: 2950, period: "year", billing: "annual" },
      ],
      [],
    ]);
    expect(tiers[2]?.status).toBe("unverified");
  });

  test("a month without a stated billing keeps it unknown", () => {
    const [tier] = tiersOf(read([{ name: "Business", price: 79, period: "month" }]));
    expect(tier?.prices).toEqual([{ amount: 79, period: "month", billing: null }]);
  });

  test("a zero on a quoted plan is contact sales", () => {
    const tiers = tiersOf(
      read([
        { name: "Advanced", price: 0, unit: "month", billingCycle: "annual", notes: "Custom pricing — contact sales" },
        { name: "Enterprise", type: "enterprise", price: 0, billingPeriod: "custom" },
        { name: "Scale", price: 0, contactForPricing: true },
      ]),
    );
    expect(tiers.map((tier) => tier.status)).toEqual(["contact_sales", "contact_sales", "contact_sales"]);
  });

  test("add-ons and overages are costs beside the plans", () => {
    const { readings } = read([
      { name: "Pro", price: 16.5, period: "month", overage: { allowed: true, price: "1.30", per: "1000 emails" } },
      {
        name: "Phone Numbers",
        type: "addon",
        entries: [
          {
            label: "Per Line / Month",
            type: "flat",
            metric: "phone_lines",
            timeFrame: "monthly",
            unit: 1,
            price: "19",
          },
        ],
      },
    ]);
    const costs = readings.flatMap((reading) => (reading.fact.kind === "hidden_cost" ? [reading.fact] : []));
    expect(costs.map((cost) => [cost.cost, cost.amount, cost.unit])).toEqual([
      ["overage", 1.3, "1000 emails"],
      ["add_on", 19, "line/month"],
    ]);
  });

  test("licences by volume are seat bands", () => {
    const [tier] = tiersOf(
      read([
        {
          name: "Paid Licence",
          price: "199.00",
          period: "year",
          volume_pricing: [
            { licences: "1-4", price_per_licence: "199.00" },
            { licences: "20+", price_per_licence: "169.00" },
          ],
        },
      ]),
    );
    expect(tier).toMatchObject({
      unit: "license",
      bandMode: "volume",
      seatBands: [
        { from: 0, upTo: 4, unitPrice: 199 },
        { from: 19, upTo: null, unitPrice: 169 },
      ],
    });
  });

  test("a file without a date counts from the day it was obtained, with low trust and a note", () => {
    const [reading] = read([{ name: "Pro", price: 1 }], { generated: undefined }).readings;
    expect(reading).toMatchObject({
      trust: "C",
      observedAt: "2026-11-21",
      evidence: { note: expect.stringMatching(/undated/i) },
    });
    expect(reading?.evidence.capturedAt).toBeUndefined();
  });

  test("an unknown currency has no prices", () => {
    const plain = read([{ name: "Pro", price: 499 }], { currency: undefined });
    expect(tiersOf(plain)[0]).toMatchObject({ status: "unverified", prices: [] });
  });

  test("the vendor's page is the evidence and the file the way to it", () => {
    const [reading] = read([{ name: "Pro", price: 9, period: "month" }]).readings;
    expect(reading).toMatchObject({
      trust: "A",
      observedAt: "2026-08-13",
      subject: { name: "Acme", domain: "acme.com" },
      evidence: {
        url: "https://www.acme.com/pricing",
        via: "https://raw.githubusercontent.com/api-evangelist/acme/refs/heads/main/plans/acme-plans-pricing.yml",
      },
    });
  });
});
