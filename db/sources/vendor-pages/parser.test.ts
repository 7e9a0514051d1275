import { describe, expect, test } from "vitest";
import type { PlansFact } from "@/lib/schemas/observation";
import { Observation } from "@/lib/schemas/observation";
import type { AdapterResult } from "../shared/reading";
import { fromRow, productName, withdrawalOf } from "./parser";

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

describe("what a row says beside its figures", () => {
  const noteOf = (result: AdapterResult, kind: string) =>
    result.readings.find(({ fact }) => fact.kind === kind)?.evidence.note;
  const feesOf = (result: AdapterResult) =>
    result.readings.flatMap(({ fact, evidence }) =>
      fact.kind === "hidden_cost" ? [[fact.label, fact.percent ?? fact.amount, fact.unit, evidence.note]] : [],
    );

  test("Shopify: a card rate from 2.9% is the least of the rate, and the plan's price is exact", () => {
    const result = fromRow(
      record([{ name: "Basic", price: 29, price_text: "$29 /mo", unit: "store", quota: "card rates from 2.9% + 30c" }]),
    );
    const said = "The least that it costs; it may cost more. As stated: card rates from 2.9% + 30c.";
    expect(feesOf(result)).toEqual([
      ["Payment processing (Basic)", 2.9, "transaction", said],
      ["Payment processing (Basic, fixed part)", 0.3, "transaction", said],
    ]);
    expect(noteOf(result, "plans")).toBe("Stated of Basic: card rates from 2.9% + 30c.");
  });

  test.each([
    ["$15 /month/instance", "from 1000 instances"],
    ["$ 30", "from 3,250 credits/month; 100 GB"],
    ["$83.25 / user / month", "starting from 5 seats"],
    ["$0.08/month", "10 GB to 4 TB storage; starts at $56.94/month"],
    ["$19 from the 2nd month", null],
  ])("%s with %s is an exact price", (price_text, quota) => {
    const price = Number(/[\d.]+/.exec(price_text)?.[0]);
    expect(noteOf(fromRow(record([{ name: "Pro", price, price_text, quota }])), "plans")).not.toContain("from which");
  });

  test("Qonto, Yatmo, Gemini: what a price leaves out and until when it holds is told with it", () => {
    const result = fromRow(
      record(
        [
          { name: "Basic", price: 9, price_text: "€9 /month (excl. VAT)" },
          { name: "Flash", price: 0.75, price_text: "$0.75 through December 31, 2026.", period: "usage" },
          { name: "Pro", price: 20, price_text: "$20 /mo", quota: "usage billed on top; 3 seats" },
        ],
        { facts: [{ kind: "annual_discount", value: 20, unit: "%", text: "annual toggle" }] },
      ),
    );
    expect(noteOf(result, "plans")).toBe(
      "Stated of Basic: €9 /month (excl. VAT). Stated of Flash: $0.75 through December 31, 2026. Stated of Pro: usage billed on top. Also stated: annual discount: 20 % (annual toggle).",
    );
  });

  test("The Ticket Fairy, Fundraise Up, PAY.JP: a fee is counted by what its row counts", () => {
    const result = fromRow(
      record([
        { name: "Ticket US$20 – US$99.99", price: null, price_text: "10%", period: "usage", unit: "ticket" },
        { name: "Platform fee", price: null, price_text: "4% standard", period: "usage", unit: "donation" },
        {
          name: "Standard",
          price: 3.3,
          price_text: "3.3% per successful charge",
          period: "usage",
          unit: "percent of card charge",
        },
      ]),
    );
    expect(feesOf(result).map(([, percent, unit]) => [percent, unit])).toEqual([
      [10, "ticket"],
      [4, "donation"],
      [3.3, "successful charge"],
    ]);
  });

  test("Stripe: what is added says so, and a cap is told", () => {
    const result = fromRow(
      record([
        {
          name: "Standard",
          price: null,
          price_text: "2.9% + 30¢ per successful transaction for domestic cards",
          period: "usage",
          unit: "successful transaction",
          quota: "no setup or monthly fees; +0.5% manually entered, +1.5% international",
        },
        {
          name: "ACH Direct Debit",
          price: 0.8,
          price_text: "0.8% ACH Direct Debit",
          period: "usage",
          unit: "percent of transaction",
          quota: "$5.00 cap",
        },
      ]),
    );
    expect(feesOf(result).map(([label]) => label)).toEqual([
      "Payment processing (Standard, domestic)",
      "Payment processing (Standard, domestic, fixed part)",
      "Transaction fee (Standard, keyed, on top)",
      "International card fee (Standard, on top)",
      "Bank payment fee (ACH Direct Debit)",
    ]);
    expect(feesOf(result).at(-1)?.[3]).toBe("As stated: 0.8% ACH Direct Debit; $5.00 cap.");
  });

  test("exe.dev, Moz, Prediko: the size of a unit is told, a figure is not found in another, a bracket goes whole", () => {
    const result = fromRow(
      record([
        {
          name: "VM",
          price: 0.105,
          price_text: "$0.105 per 2 vCPU / 4 GiB unit-hour",
          period: "usage",
          unit: "unit-hour",
        },
        { name: "Growth", price: 125, price_text: "125", quota: "overage $25 per 10,000 rows" },
        { name: "Raw Materials & BOMs (Plan Add-on)", price: 20, price_text: "$20" },
      ]),
    );
    expect(noteOf(result, "plans")).toContain("Stated of VM: $0.105 per 2 vCPU / 4 GiB unit-hour.");
    expect(feesOf(result)).toEqual([
      ["Additional 10,000 rows (Growth)", 25, "10,000 rows", "As stated: overage $25 per 10,000 rows."],
      ["Raw Materials & BOMs", 20, "month", undefined],
    ]);
  });

  test("Qubrid: a year's price whose billing the row leaves open is billed as nobody knows", () => {
    const server = { name: "H200 Server", price: 210240, price_text: "$210,240", period: "year", unit: "server" };
    const pricesOf = (plan: PlanInput) => plansOf(fromRow(record([plan]))).tiers[0]?.prices;
    expect(pricesOf(server)).toEqual([{ amount: 210240, period: "year", billing: null }]);
    expect(pricesOf({ ...server, billing: "annual" })).toMatchObject([{ billing: "annual" }]);
    expect(pricesOf({ ...server, name: "Pro annual" })).toMatchObject([{ billing: "annual" }]);
  });

  test("Secure Redact and DialNexa: the term of one plan is no term of the product", () => {
    const plans = [
      { name: "BASIC", price: 59 },
      { name: "Secure Redact Enterprise", price: null, price_text: "Contact sales", period: "none" },
      { name: "Growth", price: 99 },
    ];
    const termOf = (text: string) => {
      const result = fromRow(record(plans, { facts: [{ kind: "contract_term", value: 12, unit: "months", text }] }));
      return [result.readings.some(({ fact }) => fact.kind === "contract_term"), noteOf(result, "plans")];
    };
    expect(termOf("Enterprise contract")).toEqual([false, "Also stated: 12 months (Enterprise contract)."]);
    expect(termOf("Growth minimum")).toEqual([false, "Also stated: contract: 12 months (Growth minimum)."]);
    expect(termOf("minimum term; Growth 6 months")).toEqual([true, undefined]);
  });

  test("Canvas Medical: an initial term with a yearly renewal is the least term", () => {
    const text = "initial two-year contract, annual renewal";
    const { readings } = fromRow(
      record([{ name: "Builder", price: 9 }], {
        facts: [{ kind: "contract_term", value: 24, unit: "months", text }],
      }),
    );
    expect(readings.at(-1)).toMatchObject({
      fact: { field: "minimumTermMonths", value: 24 },
      evidence: { note: `As stated: ${text}.` },
    });
  });

  test("Latchkey, Channex, Datadog: a cost keeps its size, its threshold and what it counts", () => {
    const fact = (value: number, unit: string, text: string) => ({ kind: "overage", value, unit, text });
    const result = fromRow(
      record([{ name: "Core Plan", price: 9 }], {
        facts: [
          fact(0.0025, "USD per minute", "latchkey-small runner (2 vCPU / 8 GB)"),
          fact(0.1, "USD per extra rate plan", "over 200"),
          fact(5, "USD per million", "API requests above 53M"),
          fact(0.0001, "USD per data point", "Core"),
          fact(4, "USD per million write units", "Standard, from ($4-$4.50)"),
          { kind: "add_on", value: 6, unit: "USD per property per month", text: "Protect automated deposits, about" },
        ],
      }),
    );
    expect(feesOf(result)).toEqual([
      ["Extra use: latchkey-small runner (2 vCPU / 8 GB)", 0.0025, "minute", undefined],
      ["Extra use per rate plan (over 200)", 0.1, "rate plan", undefined],
      ["API requests above 53M", 5, "million API requests", undefined],
      ["Extra use per data point (Core Plan)", 0.0001, "data point", undefined],
      [
        "Extra use per million write units",
        4,
        "million write units",
        "The least that it costs; it may cost more. As stated: Standard, from ($4-$4.50).",
      ],
      [
        "Protect automated deposits",
        6,
        "property/month",
        "The page gives it as approximate. As stated: Protect automated deposits, about.",
      ],
    ]);
  });

  test("InfluxDB: a trial says of which plan it is, a free plan what it does not give", () => {
    const result = fromRow(
      record(
        [
          { name: "Free", price: 0, price_text: "$0", quota: "1 user; no API access" },
          {
            name: "Enterprise",
            price: null,
            price_text: "Custom",
            period: "none",
            quota: "CPU-based; 30-day free trial",
          },
        ],
        { free_plan: true, trial_days: 30 },
      ),
    );
    expect(noteOf(result, "free_tier")).toBe(
      "Stated of Free: no API access. Stated of the trial: Enterprise: 30-day free trial.",
    );
  });

  test("Everhour: of two prices of a plan the approximate one is named", () => {
    const result = fromRow(
      record([
        { name: "Team (annual)", price: 8.5, price_text: "$8.50 per user per month", billing: "annual" },
        { name: "Team (monthly)", price: 10, price_text: "roughly $10 per user per month", billing: "monthly" },
      ]),
    );
    expect(noteOf(result, "plans")).toBe("Prices that the page gives as approximate: Team (billed monthly).");
  });

  test("Chargezoom: notes that call prices starting prices make them so", () => {
    const result = fromRow(
      record(
        [
          { name: "Plus", price: 95 },
          { name: "Enterprise", price: 995 },
          { name: "Solo", price: 9 },
        ],
        { facts: [{ kind: "other", value: null, unit: null, text: "Plus and Enterprise are starting prices" }] },
      ),
    );
    expect(noteOf(result, "plans")).toContain("from which a plan starts; it may cost more: Plus, Enterprise.");
  });

  test.each([
    ["App Platform", "Starting at $0 /month", null, []],
    ["Starter", "$0", "platform fee only; unlimited projects", []],
    ["Free", "Start free", "150 free credits", ["one-off free credits to start, not a standing free plan"]],
  ])("%s for %s is no free tier", (name, price_text, quota, said) => {
    const facts = said.map((text) => ({ kind: "other", value: null, unit: null, text }));
    const { readings } = fromRow(record([{ name, price: 0, price_text, quota }], { facts }));
    expect(readings.map(({ fact }) => fact.kind)).toEqual(["plans"]);
  });

  test("Zoho Inventory: a discount for nonprofits is one; words of how a row was read stay out", () => {
    const result = fromRow(
      record([{ name: "Pro", price: 9 }], {
        facts: [
          { kind: "other", value: 15, unit: "%", text: "nonprofit discount" },
          { kind: "other", value: null, unit: null, text: "3 extracted rows dropped in file; list is incomplete" },
        ],
      }),
    );
    expect(result.readings.map(({ fact }) => fact)).toContainEqual({
      kind: "discount",
      discount: "nonprofit",
      percentLow: 15,
      percentHigh: 15,
      condition: null,
    });
    expect(noteOf(result, "plans")).toBe("Also stated: list is incomplete.");
    expect(plansOf(result).complete).toBe(false);
  });
});

describe("rows that audits found", () => {
  const costsOf = (result: AdapterResult) =>
    result.readings.flatMap(({ fact }) => (fact.kind === "hidden_cost" ? [[fact.cost, fact.label, fact.amount]] : []));

  test("Paubox: a fee that a plan and a fact tell is one", () => {
    const plans = [
      { name: "Free", price: 0, price_text: "0", quota: "300 emails/month" },
      { name: "Pro 10,000 emails", price: null, quota: "10,000 emails/month; overage $0.0130 per email" },
    ];
    const overage = (value: number, text: string) => ({ kind: "overage", value, unit: "USD per email", text });
    expect(costsOf(fromRow(record(plans, { facts: [overage(0.013, "Pro 10,000 tier")] })))).toEqual([
      ["overage", "Additional email (Pro 10,000 emails)", 0.013],
    ]);
    expect(costsOf(fromRow(record(plans, { facts: [overage(0.02, "Pro 10,000 tier")] })))).toHaveLength(2);
    expect(costsOf(fromRow(record(plans, { facts: [overage(0.013, "Business tier")] })))).toHaveLength(2);
  });

  test("D-Tools: a setup fee of a plan is called a setup fee, not by the plan alone", () => {
    const facts = [{ kind: "setup_fee", value: 250, unit: "USD", text: "Single" }];
    expect(costsOf(fromRow(record([{ name: "Single", price: 99 }], { facts })))).toEqual([
      ["onboarding", "One-time setup (Single)", 250],
    ]);
  });

  test("Multiplier: a price that the page gives per contract is not that of an account", () => {
    const plan = { name: "Contractor management", price: 40, unit: "contract" };
    const unit = (price_text: string) => plansOf(fromRow(record([{ ...plan, price_text }]))).tiers[0]?.unit;
    expect(unit("$40 per active contract per month")).toBe("contract");
    expect(unit("starts at $40 monthly")).toBe("account");
  });

  test("Codemagic and DoltHub: a list without a second price or without the free plan is not complete", () => {
    const complete = (plan: PlanInput, free_plan: boolean | null) =>
      plansOf(fromRow(record([plan], { free_plan }))).complete;
    const linux = { name: "Linux build minutes", price: 0.015, period: "usage", unit: "minute" };
    expect(complete({ ...linux, price_text: "$0.015/$0.045 per minute" }, false)).toBe(false);
    expect(complete({ ...linux, price_text: "$0.015 per minute" }, false)).toBe(true);
    const pro = { name: "DoltHub Pro", price: 5, price_text: "$5/month above 100 MB up to 5 GB" };
    expect(complete(pro, true)).toBe(false);
    expect(complete(pro, null)).toBe(true);
  });

  test("a stored page without a date is of no day but that of its transcription, and says so", () => {
    const read = (method: string, trust: string, read_date: string) =>
      fromRow(record([{ name: "Pro", price: 12 }], { method, trust, read_date })).readings.map(
        ({ evidence }) => evidence,
      );
    expect(read("page", "low", "2026-11-22")).toMatchObject([
      { undated: true, note: "Undated page, read on 2026-11-22." },
    ]);
    for (const dated of [
      read("page", "high", "2026-11-22"),
      read("page", "low", "2026-09-16"),
      read("none", "low", "2026-11-22"),
    ])
      expect(dated.map(({ undated }) => undated)).toEqual([undefined]);
  });

  test("RunInfra: any amount from $5 is the smallest top-up, no price of a unit", () => {
    const payg = { name: "Pay as you go", price: 5, price_text: "Any amount from $5", period: "usage" };
    const result = fromRow(record([{ ...payg, unit: "prepaid credit", quota: "pay per token; credits last a year" }]));
    expect(plansOf(result).tiers).toMatchObject([{ id: "pay-as-you-go", status: "unverified", prices: [] }]);
    expect(costsOf(result)).toEqual([["other", "Smallest top-up", 5]]);
  });

  test("Cloudflare Durable Objects: included volumes and allowances of a day are limits", () => {
    const usage = { period: "usage", currency: "USD" };
    const { tiers } = plansOf(
      fromRow(
        record([
          { ...usage, name: "Free plan", price: 0, unit: "account", quota: "100,000 requests/day; 313,000 GB-s/day" },
          {
            ...usage,
            name: "Requests (paid plan)",
            price: 0.15,
            unit: "million requests",
            quota: "1 million included",
          },
          {
            ...usage,
            name: "Duration (paid plan)",
            price: 12.5,
            unit: "million GB-s",
            quota: "400,000 GB-s included",
          },
        ]),
      ),
    );
    expect(tiers.map(({ limits }) => limits)).toEqual([
      [
        { name: "requests", value: 100000, unit: "per day" },
        { name: "GB-s", value: 313000, unit: "per day" },
      ],
      [{ name: "requests", value: 1000000, unit: null }],
      [{ name: "GB-s", value: 400000, unit: null }],
    ]);
  });
});

describe("vendor-pages", () => {
  test("an unknown billing stays unknown", () => {
    const [tier] = plansOf(fromRow(record([{ name: "Pro", price: 12, price_text: "$12", unit: "user" }]))).tiers;
    expect(tier?.prices).toEqual([{ amount: 12, period: "month", billing: null }]);
  });

  describe('a "monthly" billing', () => {
    const monthly = { name: "Pro", price: 12, price_text: "$12/month", billing: "monthly" as const };
    const billing = (plans: PlanInput[], extra: Record<string, unknown> = {}) =>
      plansOf(fromRow(record(plans, extra))).tiers[0]?.prices[0]?.billing;
    const fact = (text: string) => ({ facts: [{ kind: "other", value: null, unit: null, text }] });

    test("may be the period of the price and is no billing by itself", () => {
      expect(billing([monthly])).toBeNull();
      expect(billing([monthly, { name: "Max", price: 20, billing: "annual" }])).toBeNull();
      expect(billing([{ ...monthly, name: "Monthly minimum" }])).toBeNull();
    });

    test("is one beside a yearly price of the same plan", () => {
      expect(
        billing([monthly, { ...monthly, name: "Pro (annual)", price: 10, price_text: null, billing: "annual" }]),
      ).toBe("monthly");
      expect(billing([monthly, { ...monthly, price: 120, price_text: null, period: "year", billing: "annual" }])).toBe(
        "monthly",
      );
    });

    test("is one if words say so", () => {
      expect(billing([{ ...monthly, price_text: "$12/month, billed monthly" }])).toBe("monthly");
      expect(billing([{ ...monthly, name: "Pro (monthly)" }])).toBe("monthly");
      expect(billing([monthly], fact("no annual plans offered"))).toBe("monthly");
      expect(billing([monthly], fact("month-to-month, no contract"))).toBe("monthly");
    });
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
          { name: "Range", price: null, price_text: "2.5-3.5", period: "usage", unit: "minute" },
          { name: "Silent", price: null, price_text: null, period: "none" },
        ]),
      ),
    );
    expect(tiers.map((tier) => [tier.status, tier.prices.length])).toEqual([
      ["contact_sales", 0],
      ["contact_sales", 0],
      // A figure that is not a single price still counts as published.
      ["unverified", 0],
      ["unverified", 0],
      ["unverified", 0],
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

  const costsOf = (result: AdapterResult) =>
    result.readings.flatMap(({ fact }) =>
      fact.kind === "hidden_cost" ? [[fact.cost, fact.label, fact.amount, fact.percent, fact.unit]] : [],
    );

  test("a flat price with an allowance is that of an account; a price per so many is not", () => {
    const { tiers } = plansOf(
      fromRow(
        record([
          { name: "Launch", price: 599, price_text: "$599 /mo", unit: "25 consumers" },
          { name: "Essentials", price: 35, price_text: "$35 / month", unit: "MAU", quota: "500 MAU" },
          { name: "Ten", price: 10, price_text: "$10 per x10 repositories / month", unit: "10 repositories" },
          { name: "Searches", price: 4, price_text: "$4", unit: "1,000 searches", period: "usage" },
        ]),
      ),
    );
    expect(tiers.map(({ unit, limits }) => [unit, limits?.[0]?.name, limits?.[0]?.value])).toEqual([
      ["account", "consumers", 25],
      ["account", "MAU", 500],
      ["10 repositories", undefined, undefined],
      ["1,000 searches", undefined, undefined],
    ]);
  });

  test("a percentage is a fee and never a price, wherever it stands", () => {
    const result = fromRow(
      record(
        [
          {
            name: "ACH Direct Debit",
            price: 0.8,
            price_text: "0.8% ACH Direct Debit",
            period: "usage",
            unit: "percent of transaction",
          },
          { name: "Standard", price: null, price_text: "2.9% + 30¢ per successful card charge", period: "usage" },
          { name: "Growth", price: 99, price_text: "$99/month + 0.6% of revenue", quota: "plus 0.6% of revenue" },
          { name: "Hobby", price: 9, price_text: "$9/month", quota: "10% transaction fee; 20% discount" },
        ],
        { facts: [{ kind: "other", value: 1.5, unit: "%", text: "fast payouts fee" }] },
      ),
    );
    expect(plansOf(result).tiers.map((tier) => [tier.id, tier.prices[0]?.amount])).toEqual([
      ["ach-direct-debit", undefined],
      ["standard", undefined],
      ["growth", 99],
      ["hobby", 9],
    ]);
    expect(costsOf(result)).toEqual([
      ["platform_fee", "Bank payment fee (ACH Direct Debit)", null, 0.8, "transaction"],
      ["platform_fee", "Payment processing (Standard)", null, 2.9, "successful card charge"],
      ["platform_fee", "Payment processing (Standard, fixed part)", 0.3, null, "successful card charge"],
      ["platform_fee", "Share of revenue (Growth)", null, 0.6, "revenue"],
      ["platform_fee", "Transaction fee (Hobby)", null, 10, "transaction"],
      ["platform_fee", "Payout fee", null, 1.5, "payout"],
    ]);
  });

  test("where the row says that a plan is free, a share of payments beside it is a fee and the plan costs 0", () => {
    const kofi = {
      name: "Free",
      price: 0,
      price_text: "0% on tips and donations, 5% on memberships, shop sales and commissions",
      period: "none",
      unit: "account",
    };
    const only = fromRow(record([kofi], { free_plan: true }));
    expect(plansOf(only).tiers[0]).toMatchObject({ status: "published", prices: [{ amount: 0, period: "month" }] });
    const unsaid = fromRow(record([{ ...kofi, name: "Standard" }], { free_plan: null }));
    expect(plansOf(unsaid).tiers[0]).toMatchObject({ status: "unverified", prices: [] });
  });

  test("what more costs, what is due at least and what a renewal costs are kept out of the words", () => {
    const result = fromRow(
      record(
        [
          { name: "Team", price: 49, quota: "1 user; $20 per additional user; $50/month minimum" },
          { name: "Basic", price: 7, price_text: "7 per month", quota: "$84 first year, renews $210" },
          { name: "Pay as you go", price: 2.5, price_text: "$2.50", period: "usage", quota: "minimum purchase $25" },
        ],
        {
          facts: [
            { kind: "other", value: 3, unit: "%", text: "annual price increase noted on page" },
            { kind: "other", value: null, unit: null, text: "2.0% Team, 1.0% Basic transaction fee" },
            { kind: "promotion", value: 5, unit: "USD", text: "first month" },
          ],
        },
      ),
    );
    expect(costsOf(result)).toEqual([
      ["overage", "Additional user (Team)", 20, null, "user"],
      ["platform_fee", "Minimum spend (Team)", 50, null, "month"],
      ["renewal_uplift", "Price from the second year (Basic)", 210, null, "year"],
      ["other", "Smallest top-up (Pay as you go)", 25, null, "once"],
      ["renewal_uplift", "Yearly price increase", null, 3, "year"],
      ["platform_fee", "Transaction fee (Team)", null, 2, "transaction"],
      ["platform_fee", "Transaction fee (Basic)", null, 1, "transaction"],
    ]);
    expect(result.rejects).toContainEqual({ row: "acme: promotion", reason: "promotion, no price" });
  });

  test("the least that a plan costs says so, and the least that anything costs is no plan", () => {
    const [reading] = fromRow(
      record([
        { name: "Professional", price: 900, price_text: "Starting at $900/month" },
        { name: "Entry price", price: 499, price_text: "starting at $499/mo" },
        { name: "Team", price: 20, price_text: "$20/mo" },
      ]),
    ).readings;
    expect(reading?.evidence.note).toMatch(/starts; it may cost more: Professional, Entry price\./);
    expect(reading?.fact.kind === "plans" && reading.fact.tiers.map((tier) => tier.startingPrice)).toEqual([
      undefined,
      true,
      undefined,
    ]);
  });

  test("a range, a ceiling and a round figure say that they are not exact", () => {
    const { readings } = fromRow(
      record([
        { name: "Search", price: 12, price_text: "$12–15 / 1k requests", period: "usage" },
        { name: "Documents", price: 0.1, price_text: "USD 0.10-0.25 per document", period: "usage" },
        { name: "AppSec", price: 1000, price_text: "Up to $1000 per dev/ per year", period: "year" },
        { name: "Team", price: 25, price_text: "~$25/user/month" },
        { name: "Core", price: 40, price_text: "$40+/mo" },
        { name: "Mail", price: 1, price_text: "$1/1,000,000 messages", period: "usage" },
      ]),
    );
    expect(readings.find(({ fact }) => fact.kind === "plans")?.evidence.note).toBe(
      "Prices from which a plan starts; it may cost more: Search, Documents, Core. Prices that are the most a plan costs; it may cost less: AppSec. Prices that the page gives as approximate: Team.",
    );
  });

  test("the least that an extra costs says so", () => {
    const { readings } = fromRow(
      record([{ name: "Courier add-on", price: 299, price_text: "Starting at $299 / mo", unit: "account" }]),
    );
    expect(readings.find(({ fact }) => fact.kind === "hidden_cost")?.evidence.note).toBe(
      "The least that it costs; it may cost more.",
    );
  });

  test("what is free once is no free tier, and its price is due once", () => {
    const once = fromRow(
      record(
        [
          { name: "Free", price: 0, price_text: "Free", period: "once", quota: "1,000 requests one-time" },
          { name: "Pro", price: 20, price_text: "$20/mo" },
        ],
        { free_plan: true },
      ),
    );
    expect(plansOf(once).tiers[0]?.prices).toEqual([{ amount: 0, period: "once", billing: null }]);
    expect(once.readings.some(({ fact }) => fact.kind === "free_tier")).toBe(false);
    const signUp = record(
      [{ name: "Free", price: 0, price_text: "0", period: "none", quota: "12 credits on signup" }],
      {
        free_plan: true,
      },
    );
    expect(fromRow(signUp).readings.some(({ fact }) => fact.kind === "free_tier")).toBe(false);
    const month = record([
      { name: "Starter", price: 0, price_text: "$0", quota: "400 credits/month; first month only" },
    ]);
    expect(fromRow(month).rejects.map(({ reason }) => reason)).toContain("trial or sign-up allowance, no tier");
  });

  test("a free listing is no free tier where the row tells of none, and what the words call an add-on is one", () => {
    const { readings } = fromRow(
      record([
        { name: "Free listing", price: 0, price_text: "Free listing", period: "none", unit: "listing" },
        { name: "Cost analysis", price: 29, price_text: "+29 per month", unit: "company", quota: "add-on" },
      ]),
    );
    expect(readings.map(({ fact }) => fact.kind)).toEqual(["plans", "hidden_cost"]);
  });

  test("a zero per unit of use is that of the use, and one beside pay-as-you-go is none", () => {
    const { tiers } = plansOf(
      fromRow(
        record(
          [
            { name: "Free events", price: 0, price_text: "free", period: "usage", unit: "ticket" },
            { name: "Startup", price: 0, price_text: "0", period: "usage", unit: "account", quota: "pay-as-you-go" },
          ],
          { free_plan: true },
        ),
      ),
    );
    expect(tiers.map(({ prices }) => prices)).toEqual([[{ amount: 0, period: "usage", billing: null }], []]);
  });

  test("a price per use may change with the use and is no introductory price", () => {
    const { tiers } = plansOf(
      fromRow(
        record([
          {
            name: "Pay as You Go",
            price: 0.2,
            price_text: "$0.2 per 100K commands",
            period: "per-use",
            unit: "100K commands",
            quota: "first 1 GB storage free, then $0.25/GB",
          },
        ]),
      ),
    );
    expect(tiers[0]?.prices).toEqual([{ amount: 0.2, period: "usage", billing: null }]);
  });

  test("figures of a cloud's page are worked examples, whatever the row calls the domain; its marketplace sells", () => {
    const plan = [{ name: "Analysis", price: 4, price_text: "$4.00", period: "usage" }];
    const of = (source_url: string) => fromRow(record(plan, { domain: "amazon.com", source_url })).readings[0];
    expect(of("https://aws.amazon.com/guardduty/pricing/")).toMatchObject({ trust: "C" });
    expect(of("https://aws.amazon.com/guardduty/pricing/")?.evidence.note).toMatch(/worked example/);
    expect(of("https://aws.amazon.com/marketplace/pp/prodview-1")).toMatchObject({ trust: "A" });
  });

  test("the fixed part of a percentage fee is no price of an additional unit", () => {
    const { readings } = fromRow(
      record([
        {
          name: "Standard",
          price: 5,
          price_text: "5% + $0.30 per transaction",
          period: "usage",
          unit: "percent of gift",
        },
      ]),
    );
    const costs = readings.flatMap(({ fact }) => (fact.kind === "hidden_cost" ? [[fact.cost, fact.label]] : []));
    expect(costs).toEqual([
      ["platform_fee", "Transaction fee (Standard)"],
      ["platform_fee", "Transaction fee (Standard, fixed part)"],
    ]);
  });

  test("of one plan in several currencies the row's own is taken, though all have one name", () => {
    const result = fromRow(
      record([
        { name: "Starter Suite", price: 25 },
        { name: "Starter Suite", price: 25, currency: "EUR" },
        { name: "Starter Suite", price: 3000, currency: "JPY" },
      ]),
    );
    expect(plansOf(result).tiers).toMatchObject([{ id: "starter-suite", prices: [{ amount: 25 }] }]);
  });

  test("a promotional price gives way to the list price beside it", () => {
    const promoted = { name: "Growth", price: 349.5, period: "year", quota: "promotional; list price 699.00" };
    expect(plansOf(fromRow(record([promoted]))).tiers[0]?.prices).toEqual([
      { amount: 699, period: "year", billing: null },
    ]);
  });

  test("a whole file that leaves its paid prices to a calculator does not show all plans", () => {
    const note = "paid prices only from an interactive calculator";
    const facts = [note, "Enterprise: contact sales"].map((text) => ({ kind: "other", value: null, unit: null, text }));
    const plans = plansOf(fromRow(record([{ name: "Free", price: 0, price_text: "Free" }], { facts })));
    expect(plans.complete).toBe(false);
    expect(plans.tiers.map(({ id, status }) => [id, status])).toEqual([
      ["free", "published"],
      ["enterprise", "contact_sales"],
    ]);
  });

  test("a trial that only the notes tell of is kept, one that is paid for is not", () => {
    const daysOf = (text: string) => {
      const { readings } = fromRow(
        record([{ name: "Pro", price: 9 }], { facts: [{ kind: "other", value: null, unit: null, text }] }),
      );
      return readings.flatMap(({ fact }) => (fact.kind === "free_tier" ? [fact.trialDays] : []));
    };
    expect(daysOf("14-day free trial; startup discounts")).toEqual([14]);
    expect(daysOf("paid 14-day trial from EUR 9")).toEqual([]);
  });

  test("a period that the row leaves out is no period, not a malformed row", () => {
    const result = fromRow(record([{ name: "Starter", price: 499, price_text: "EUR 499", period: null as never }]));
    expect(plansOf(result).tiers[0]).toMatchObject({ status: "unverified", prices: [] });
    expect(result.rejects).toEqual([{ row: "acme: Starter", reason: "price without a period" }]);
  });

  test("a withdrawn row is found by its page and the day on which it was said to be read", () => {
    const row = {
      slug: "acme",
      source_url: "https://acme.com/pricing",
      read_date: "2026-06-12",
      reason: "their words",
    };
    expect(withdrawalOf(row)).toMatchObject({ url: row.source_url, readOn: row.read_date, withdrawnOn: "2026-11-22" });
    expect(withdrawalOf(row).reason).not.toContain("their words");
  });
});
