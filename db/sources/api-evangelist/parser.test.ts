import { describe, expect, test } from "vitest";
import type { AdapterResult } from "../shared/reading";
import { fromFile, readMoney } from "./parser";

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

  test('a bare "billing cycle: monthly" is the period of the price', () => {
    const billing = (plan: Record<string, unknown>, doc: Record<string, unknown> = {}) =>
      tiersOf(read([{ name: "Pro", price: 12, ...plan }], doc))[0]?.prices[0]?.billing;
    expect(billing({ billingCycle: "monthly" })).toBeNull();
    expect(billing({}, { billing_period: "month" })).toBeNull();
    expect(billing({ billingCycle: "monthly" }, { annualPlans: false })).toBe("monthly");
    expect(billing({}, { billing_period: "monthly (annual prepay available at a discount)" })).toBe("monthly");
    expect(billing({ billingCycle: "monthly", billingNote: "billed monthly" })).toBe("monthly");
    expect(billing({ billingCycle: "annual" })).toBe("annual");
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

  test("a file that does not say how its page was read, or that its figures await it, has low trust", () => {
    const trustOf = (change: Record<string, unknown>) => read([{ name: "Pro", price: 1 }], change).readings[0]?.trust;
    expect(trustOf({ method: undefined, reconciled: true })).toBe("C");
    expect(trustOf({ reconciled: false })).toBe("C");
    expect(trustOf({ reconciled: true })).toBe("A");
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

describe("words that qualify a price", () => {
  const noteOf = (result: AdapterResult, kind = "plans") =>
    result.readings.find(({ fact }) => fact.kind === kind)?.evidence.note;
  const costsOf = (result: AdapterResult) =>
    result.readings.flatMap(({ fact, evidence }) =>
      fact.kind === "hidden_cost" ? [{ ...fact, note: evidence.note }] : [],
    );

  test("a price from which it starts, without tax or with a cap on users says so", () => {
    const flat = { type: "flat", metric: "subscription", timeFrame: "month", unit: 1 };
    const result = read([
      { name: "Essentials", type: "subscription", entries: [{ ...flat, label: "Base", price: "from $100/month" }] },
      {
        name: "Premium",
        type: "subscription",
        entries: [{ ...flat, label: "Base", price: "$118.80 / year (ex VAT)" }],
      },
    ]);
    expect(noteOf(result)).toBe("Essentials: from $100/month. Premium: $118.80 / year (ex VAT).");
  });

  test("a remark on a plan or the whole file is told where it qualifies a price", () => {
    const plans = [
      { name: "Foundation", price: 219, interval: "month", price_notes: "Starting price; scales with GMV tier" },
      { name: "Unlimited", price: 1279, period: "month", discount_note: "Save 44% off the regular $2,894/month" },
    ];
    const model = "per-hub subscription; price shown is for the first 30 users, billed annually";
    expect(noteOf(read(plans, { model, note: "The API is included." }))).toBe(
      "Foundation: Starting price; scales with GMV tier. Unlimited: Save 44% off the regular $2,894/month. Per-hub subscription; price shown is for the first 30 users, billed annually.",
    );
  });

  test("a cost that starts at a price is labelled so, and says to whom it is sold", () => {
    const addOns = [
      { name: "Dedicated IPs", startingPrice: "50.00", per: "IP per month", availability: "Pro plans or higher" },
    ];
    expect(costsOf(read([{ name: "Pro", price: 15, period: "month" }], { addOns }))).toMatchObject([
      { label: "Dedicated IPs, from", key: "dedicated-ips", amount: 50, note: "Pro plans or higher." },
    ]);
  });

  test("a metered rate keeps the machine and the fees beside it", () => {
    const entries = [
      {
        label: "Runner minutes",
        type: "usage",
        metric: "minutes",
        limit: -1,
        timeFrame: "month",
        unit: 1,
        price: "$0.004 per minute (2 vCPU)",
      },
      {
        label: "Depot CI",
        type: "usage",
        metric: "vcpu_seconds",
        limit: -1,
        timeFrame: "month",
        unit: 1,
        price: "$0.00005 per second per vCPU",
      },
      {
        label: "SMS send rate",
        type: "metered",
        metric: "sms_message",
        price: "0.009",
        note: "Plus carrier fees; US 50 states / Canada rates.",
      },
    ];
    const costs = costsOf(read([{ name: "Usage Overage", type: "usage", entries }]));
    expect(costs.map(({ label, unit, note }) => [label, unit, note])).toEqual([
      ["Runner minutes", "minute", "$0.004 per minute (2 vCPU)."],
      ["Depot CI", "vCPU second", undefined],
      ["SMS send rate", "SMS", "Plus carrier fees; US 50 states / Canada rates."],
    ]);
  });

  test("steps that the file calls indicative are no published prices", () => {
    const step = (credits: number, price: string) => ({
      label: `${credits.toLocaleString("en-US")} Credits`,
      type: "flat",
      metric: "credits",
      limit: credits,
      timeFrame: "month",
      unit: 1,
      price,
    });
    const verification = {
      checked: "2026-08-13",
      note: "only the values the page renders at load were directly re-verified on 2026-08-13: the 500-credit anchor at $39.00/month\n    ($398.40 billed annually, a 20% saving), 3\n    users included. The remaining credit tiers are retained as representative; treat them as indicative, not quoted.",
    };
    const plans = [{ name: "Credits", type: "usage", entries: [step(500, "$39/month"), step(1000, "$59/month")] }];
    const result = read(plans, { verification });
    expect(tiersOf(result)).toMatchObject([
      {
        prices: [
          { amount: 39, period: "month", billing: "monthly" },
          { amount: 398.4, period: "year", billing: "annual" },
        ],
        limits: [
          { name: "credits", value: 500 },
          { name: "users", value: 3 },
        ],
      },
      { status: "unverified", prices: [] },
    ]);
    expect(noteOf(result)).toContain("indicative");
  });

  test("a price read on its own page is found there", () => {
    const monthly = "https://checkout.acme.com/standard-monthly/";
    const plans = [{ name: "Standard", price: 47, period: "month", price_source: monthly }];
    expect(read(plans).readings[0]?.evidence).toMatchObject({ url: monthly });
    const source = "https://acme.zendesk.com/free-plan";
    const free = read([
      { name: "Free", price: 0, period: "month", source },
      { name: "Pro", price: 9, period: "month" },
    ]);
    expect(free.readings.map(({ fact, evidence }) => [fact.kind, evidence.url])).toEqual([
      ["plans", "https://www.acme.com/pricing"],
      ["free_tier", source],
    ]);
  });

  test("the price after a range that is left out is that of its own entry", () => {
    const entry = { type: "flat", metric: "subscription", timeFrame: "month", unit: 1 };
    const entries = [
      { ...entry, label: "API Subscription", price: "$96-$768/month" },
      { ...entry, label: "Self-Hosted", price: "from $384/month" },
    ];
    expect(tiersOf(read([{ name: "Enterprise", type: "subscription", entries }]))).toMatchObject([
      { name: "Enterprise (Self-Hosted)", prices: [{ amount: 384 }] },
    ]);
  });

  test("an undated file is marked so, and two days in one file are told", () => {
    const undated = fromFile("acme-plans-pricing.yml", { currency: "USD", plans: [{ name: "Pro", price: 9 }] });
    expect(undated.readings[0]?.evidence).toMatchObject({ undated: true });
    const two = read([{ name: "Pro", price: 9 }], { modified: "2026-07-04" }).readings[0];
    expect(two).toMatchObject({
      observedAt: "2026-07-04",
      evidence: { note: "The file bears the days 2026-07-04 and 2026-08-13; the earlier one is taken." },
    });
  });

  test("allowances of a year, of included use and of a feature are limits; trials differ by plan", () => {
    const plans = [
      { name: "Launch", price: 89, freeTrialDays: 7, features: ["5,000 clicks per month", "5 monthly lead credits"] },
      {
        name: "Scale",
        price: 179,
        freeTrialDays: 14,
        quotas: { ai_credits: 45000, ai_credits_period: "per year" },
        includedUsage: { attemptedMessages: { amount: 50000, period: "month" } },
      },
    ];
    const result = read(plans);
    expect(tiersOf(result).map(({ limits }) => limits)).toEqual([
      [
        { name: "clicks", value: 5000, unit: "per month" },
        { name: "lead credits", value: 5, unit: "per month" },
      ],
      [
        { name: "AI credits", value: 45000, unit: "per year" },
        { name: "attempted messages", value: 50000, unit: "per month" },
      ],
    ]);
    expect(noteOf(result, "free_tier")).toBe("Launch: trial of 7 days. Scale: trial of 14 days.");
    const description = "A $100 credit applied against message and carrier fees for the first 30 days. No card.";
    const credit = read([{ name: "Pro", price: 9 }], { trial: { length_days: 30, description } });
    expect(noteOf(credit, "free_tier")).toBe(
      "A $100 credit applied against message and carrier fees for the first 30 days.",
    );
  });
});
