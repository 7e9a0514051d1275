import { describe, expect, test } from "vitest";
import { Observation } from "@/lib/schemas/observation";
import { costsIn, fromRow, fromRows, noteFor, pricesOf, unitIn } from "./parser";

const plan = (name: string, limits: string, extra: Record<string, unknown> = {}) => ({
  name,
  price_monthly: null,
  price_annual: null,
  annual_basis: null,
  currency: "USD",
  limits: [limits],
  ...extra,
});

const row = (extra: Record<string, unknown> = {}) => ({
  slug: "acme",
  name: "Acme",
  domain: "acme.com",
  source_url: "https://acme.com/pricing",
  read_date: "2026-07-17",
  pricing_model: "freemium",
  currency: "USD",
  free_plan: false,
  free_note: "",
  plans: [],
  facts: [],
  trust: "high",
  file: "https://github.com/makonordan/utilityapps/blob/d03558f/lib/apps/data/crm.ts",
  ...extra,
});

const month = (amount: number, limits = "", annual: number | null = null, basis: string | null = null) =>
  pricesOf(
    plan("Pro", limits, { price_monthly: amount, price_annual: annual, annual_basis: basis }) as Parameters<
      typeof pricesOf
    >[0],
    { note: "" },
  );
const shown = (priced: ReturnType<typeof pricesOf>) =>
  priced.prices.map(({ amount, period, billing }) => `${amount} ${period} ${billing}`);
const tiersOf = (input: Record<string, unknown>) =>
  fromRow(input).readings.flatMap(({ fact }) => (fact.kind === "plans" ? fact.tiers : []));

describe("what the two price fields mean", () => {
  test("the basis says whether the annual figure is a share of a month, a total or one payment", () => {
    expect(shown(month(20, "", 17, "per_month_equivalent"))).toEqual(["20 month monthly", "17 month annual"]);
    expect(shown(month(19, "", 190, "per_year_total"))).toEqual(["19 month monthly", "190 year annual"]);
    const once = plan("Silver", "One-time cost, ~₹750/mo rental", { price_annual: 22500, annual_basis: "one_time" });
    expect(shown(pricesOf(once as Parameters<typeof pricesOf>[0], { note: "" }))).toEqual(["22500 once null"]);
    expect(month(16.99, "", 49.99, "unknown")).toMatchObject({
      prices: [{ amount: 16.99, billing: "monthly" }],
      rejects: ["annual figure of unknown basis"],
    });
  });

  test("a lone monthly figure is billed as the text says, or nobody knows how", () => {
    expect(shown(month(15, "Per host/mo billed annually ($18 on-demand)"))).toEqual(["15 month annual"]);
    expect(shown(month(25, "Per user/month; the only edition billed monthly"))).toEqual(["25 month monthly"]);
    expect(shown(month(29, "600 credits/mo"))).toEqual(["29 month null"]);
    expect(shown(month(12, "Per seat/mo (2 months free billed annually)"))).toEqual(["12 month null"]);
    expect(shown(month(349, "$349/user/mo billed annually ($418.80/mo month-to-month)"))).toEqual([
      "418.8 month monthly",
      "349 month annual",
    ]);
  });

  test("one figure of the page in both fields is one price", () => {
    expect(shown(month(42, "$504/yr billed annually", 42, "per_month_equivalent"))).toEqual(["42 month annual"]);
    expect(shown(month(29, "Per user, minimum 2 licenses", 29, "per_month_equivalent"))).toEqual(["29 month null"]);
    expect(shown(month(33, "At 1,000 subscribers", 32.5, "per_month_equivalent"))).toEqual(["32.5 month annual"]);
    expect(shown(month(11, "Billed annually", 132, "per_year_total"))).toEqual(["132 year annual"]);
    expect(
      shown(month(8, "$8/employee/mo billed annually ($10/employee/mo month-to-month)", 96, "per_year_total")),
    ).toEqual(["10 month monthly", "96 year annual"]);
  });

  test("a 24-month price is no annual price, a one-time price stands in the text only", () => {
    expect(shown(month(11.9, "Monthly rate; 24-month contract drops to €8.90/mo", 106.8, "per_year_total"))).toEqual([
      "11.9 month monthly",
    ]);
    const once = plan("Studio (one-time)", "$295 one-time purchase; adds effects");
    expect(shown(pricesOf(once as Parameters<typeof pricesOf>[0], { note: "" }))).toEqual(["295 once null"]);
  });

  test("a zero is free only where the source says so", () => {
    expect(shown(month(0, "$0/user/mo; cards", null, null))).toEqual(["0 month null"]);
    expect(month(0, "First 1M events/mo free, then roughly $0.28 per 1,000 events").prices).toEqual([]);
    expect(month(0, "Starts at $0 and scales with usage").prices).toEqual([]);
  });
});

describe("prices that are not the list price", () => {
  test("introductory figures are left out, and a promotion gives its regular price", () => {
    expect(month(3.45, "Promotional price (50% off regular €6.90/mo, for new customers)")).toMatchObject({
      prices: [{ amount: 6.9, billing: null }],
    });
    const names = (input: Record<string, unknown>) => tiersOf(row(input)).map(({ name }) => name);
    expect(
      names({
        plans: [
          plan("Team", "Per user (introductory rate, first 12 months)", { price_monthly: 4 }),
          plan("Max", "Per user", { price_monthly: 40 }),
        ],
      }),
    ).toEqual(["Max"]);
    expect(names({ slug: "myob", plans: [plan("Business Pro", "Payroll apart", { price_monthly: 70 })] })).toEqual([]);
    expect(names({ plans: [plan("Pro", "Introductory $9/mo for first 3 months", { price_monthly: 15 })] })).toEqual([
      "Pro",
    ]);
  });

  test("a starting price that repeats the lower tier's number is left out, and the list is then not complete", () => {
    const { readings, rejects } = fromRow(
      row({
        plans: [
          plan("Max 5x", "Starting price; 5x more", { price_monthly: 100 }),
          plan("Max 20x", "Starting price (higher-usage tier above 5x)", { price_monthly: 100 }),
        ],
      }),
    );
    expect(readings[0]?.fact).toMatchObject({ complete: false, tiers: [{ name: "Max 5x" }] });
    expect(rejects.map(({ reason }) => reason)).toContain("starting price that repeats the lower tier's");
  });

  test("the entry step of a price that grows with the list says so", () => {
    const input = row({
      plans: [plan("Pro", "At 500 subscribers, scales with list size; unlimited sends", { price_monthly: 9 })],
    });
    expect(fromRow(input).readings[0]?.evidence.note).toMatch(/entry step/);
    expect(tiersOf(input)[0]?.limits).toContainEqual({ name: "subscribers", value: 500, unit: null });
  });

  test("ranges, add-ons, bundles and trials are no tiers", () => {
    const input = row({
      plans: [
        plan("Core", "Free plugin", { price_monthly: 0, annual_basis: "free" }),
        plan("Hosting (typical range, not sold here)", "$25-$350+/mo", { price_monthly: 25 }),
        plan("HR add-on", "$15/mo base", { price_monthly: 15 }),
        plan("Trial", "One-time $5 credit", { price_monthly: 0, annual_basis: "free" }),
      ],
    });
    expect(tiersOf(input).map(({ name }) => name)).toEqual(["Core"]);
  });
});

describe("units and seats", () => {
  test("the unit is what the text or the note names, never guessed", () => {
    expect(unitIn("Per team member; unlimited inboxes", "", [])).toBe("user");
    expect(unitIn("Per agent, billed annually", "", [])).toBe("agent");
    expect(unitIn("$10/employee/mo for 25+ employees", "", [10])).toBe("employee");
    expect(unitIn("1,500 credits/mo; plus $20/seat/mo for additional team members", "", [149])).toBeNull();
    expect(unitIn("Flat rate, unlimited users; 40 projects", "", [])).toBe("account");
    expect(unitIn("Adds invoices", "Priced per user; annual billing is cheaper.", [])).toBe("user");
    expect(unitIn("3 data sources included ($5.60/mo per additional)", "", [])).toBeNull();
  });

  test("is that of the plans alone that a sentence of the note names", () => {
    const note = "Starter is priced per seat (billed by cycle). Professional and Enterprise carry a fee.";
    const names = ["Free tools", "Starter", "Professional", "Enterprise"];
    expect(unitIn("1,000 contacts", noteFor("Starter", note, names), [20])).toBe("user");
    expect(unitIn("3 core seats included", noteFor("Professional", note, names), [800])).toBeNull();
    expect(noteFor("Pro+", "Prices are per person.", ["Pro+", "Team"])).toBe("Prices are per person.");
    const tiers = tiersOf(
      row({
        free_note: note,
        plans: [
          plan("Free tools", "", { price_monthly: 0, annual_basis: "free" }),
          plan("Starter", "1,000 contacts", { price_monthly: 20 }),
          plan("Professional", "3 core seats included", { price_monthly: 800 }),
        ],
      }),
    );
    expect(tiers.map(({ unit }) => unit)).toEqual([null, "user", null]);
  });

  test("seat minimums belong to their tier", () => {
    const tiers = tiersOf(
      row({
        plans: [
          plan("Standard", "Per user/mo, billed annually, 15-user minimum", { price_monthly: 59 }),
          plan("Lite", "Per user, minimum 1 license", { price_monthly: 9 }),
          plan("Business", "Custom quote, minimum 10 licenses"),
        ],
      }),
    );
    expect(tiers.map(({ minimumSeats, status }) => [minimumSeats, status])).toEqual([
      [15, "published"],
      [undefined, "published"],
      [10, "contact_sales"],
    ]);
  });

  test("a price in two parts is the part per head and a base fee", () => {
    const { readings } = fromRow(
      row({ plans: [plan("Simple", "$49/mo base + $6/employee/mo; single-state", { price_monthly: 49 })] }),
    );
    expect(readings.map(({ fact }) => fact)).toMatchObject([
      { kind: "plans", tiers: [{ unit: "employee", prices: [{ amount: 6, period: "month" }] }] },
      { kind: "free_tier" },
      { cost: "platform_fee", label: "Base fee, Simple", amount: 49, unit: "month" },
    ]);
  });
});

describe("further costs", () => {
  const costs = (slug: string, limits: string, text = "", kind = "add_on", name = "Starter") =>
    costsIn({
      slug,
      currency: "USD",
      plans: [plan(name, limits) as Parameters<typeof costsIn>[0]["plans"][number]],
      facts: text ? [{ kind, text }] : [],
    });

  test("a certain figure is taken with its unit", () => {
    expect(costs("keap", "Includes 2 user licenses ($39/mo per additional user);")).toMatchObject([
      { cost: "overage", amount: 39, unit: "user/month", currency: "USD" },
    ]);
    expect(costs("gumroad", "10% + $0.50 per transaction; no monthly fee")).toMatchObject([
      { percent: 10, amount: 0.5, unit: "transaction" },
    ]);
    expect(costs("hubspot-crm", "one-time $1,500 onboarding fee", "", "setup_fee", "Professional")).toMatchObject([
      { cost: "onboarding", amount: 1500, unit: "once" },
    ]);
  });

  test("denials, ranges and rough figures give none", () => {
    expect(costs("payhip", "0% Payhip transaction fee", "", "transaction_fee", "Plus")).toEqual([]);
    expect(costs("learnworlds", "No transaction fees, 5 admins")).toEqual([]);
    expect(costs("bigcommerce", "0% BigCommerce transaction fees", "charges 0% of its own fees")).toEqual([]);
    expect(costs("olark", "", "add-ons are priced separately from $29-$99/month")).toEqual([]);
    expect(
      costs("hubspot-marketing-hub", "separate ~$3,000 onboarding fee", "separate ~$3,000 onboarding fee"),
    ).toEqual([]);
  });

  test("a base fee beside a price for each head is told with the price", () => {
    const text = "$50/mo base + $8/employee/mo, payroll only";
    const { readings } = fromRow(
      row({ slug: "acme-payroll", plans: [plan("Payroll", text, { price_monthly: 50 })], free_note: "No free plan." }),
    );
    const plans = readings.find(({ fact }) => fact.kind === "plans");
    expect(plans?.evidence.note).toContain("Payroll: a base fee of 50 USD a month comes on top.");
    expect(plans?.fact).toMatchObject({ tiers: [{ unit: "employee", prices: [{ amount: 8 }] }] });
  });

  test("a list that tells of a further edition is not the whole", () => {
    const complete = (free_note: string) => {
      const { readings } = fromRow(row({ plans: [plan("Cloud", "flat", { price_monthly: 59 })], free_note }));
      return readings.flatMap(({ fact }) => (fact.kind === "plans" ? [fact.complete] : []));
    };
    expect(complete("A self-hosted Server Edition is also available.")).toEqual([false]);
    expect(complete("There is no free plan.")).toEqual([true]);
  });

  test("what is sold for a share of payments has no price of 0", () => {
    const { readings } = fromRow(
      row({
        slug: "stripe",
        free_plan: true,
        pricing_model: "subscription",
        plans: [
          plan("Standard (pay-as-you-go)", "No setup fees; 2.9% + $0.30 per successful domestic card transaction", {
            price_monthly: 0,
          }),
        ],
      }),
    );
    expect(readings.map(({ fact }) => fact)).toMatchObject([
      {
        kind: "plans",
        pricingModel: "usage",
        tiers: [{ name: "Standard", status: "not_applicable", prices: [] }],
      },
      { kind: "hidden_cost", percent: 2.9, amount: 0.3 },
    ]);
  });
});

test("no sentence of the source is shown, and each line fits the schema", () => {
  const sentence = "Unlimited meetings; adds advanced reporting, 5 users, exactly as the site words it";
  const { readings } = fromRow(
    row({
      free_plan: true,
      facts: [{ kind: "trial_days", value: 14, text: "" }],
      plans: [
        plan("Basic (Free)", sentence, { price_monthly: 0, price_annual: 0, annual_basis: "free" }),
        plan("Pro", sentence, { price_monthly: 10, price_annual: 8, annual_basis: "per_month_equivalent" }),
        plan("Enterprise", "Custom quote — adds everything"),
      ],
    }),
  );
  for (const { subject: _subject, ...reading } of readings) {
    expect(Observation.safeParse({ product: "x", source: "utilityapps", ...reading }).error).toBeUndefined();
  }
  const shipped = JSON.stringify(readings.map(({ fact, evidence }) => [fact, evidence.note]));
  expect(shipped).not.toMatch(/advanced reporting|as the site words|adds everything/);
  expect(readings.map(({ fact }) => fact)).toMatchObject([
    {
      complete: true,
      tiers: [
        {
          name: "Basic",
          limits: [
            { name: "meetings", value: null },
            { name: "users", value: 5 },
          ],
        },
        {},
        { status: "contact_sales" },
      ],
    },
    { kind: "free_tier", available: true, trialDays: 14 },
  ]);
});

test("figures read through other pages are of kind C and never a complete list", () => {
  const input = row({ trust: "low", plans: [plan("Pro", "Per user", { price_monthly: 9 })] });
  expect(fromRow(input).readings[0]).toMatchObject({ trust: "C", fact: { complete: false } });
  expect(fromRow({ ...input, trust: "high" }).readings[0]).toMatchObject({ trust: "B", fact: { complete: true } });
});

test("of two rows that show one page, the later has its plans", () => {
  const plans = [plan("Mover", "Per user", { price_monthly: 42 })];
  const { readings, rejects } = fromRows([row({ slug: "acme-one", plans }), row({ slug: "acme-two", plans })]);
  expect(readings.filter(({ fact }) => fact.kind === "plans")).toHaveLength(1);
  expect(rejects).toEqual([{ row: "acme-one", reason: "page that another row shows too" }]);
});

test("an allowance that the brackets call one-time is left out", () => {
  const hobby = plan("Hobby", "3 users, 100 AI credits (one-time, not renewing), 5 GB storage", { price_monthly: 9 });
  const [tier] = tiersOf(row({ plans: [hobby] }));
  expect(tier?.limits).toEqual([
    { name: "users", value: 3, unit: null },
    { name: "storage", value: 5, unit: "GB" },
  ]);
});

describe("allowances", () => {
  const limitsOf = (text: string) =>
    (tiersOf(row({ plans: [plan("Pro", text, { price_monthly: 9 })] }))[0]?.limits ?? []).map(
      ({ name, value, unit }) => `${name}=${value ?? "unlimited"}${unit ? ` ${unit}` : ""}`,
    );

  test.each<[string, string[]]>([
    [
      "$12/mo billed annually ($15/mo billed monthly); 625 credits/mo ≈ 52s Gen-4.5 video, 104s Gen-4 Turbo, or 78 Gen-4 images",
      ["credits=625 per month"],
    ],
    [
      "1 user, 3 data sources, 1 dashboard/report, 50 AI credits/mo, 10 custom metrics",
      ["users=1", "data sources=3", "AI credits=50 per month", "custom metrics=10"],
    ],
    [
      "500 contacts, 10,000 emails/mo, 5 pages, 1 product, 1 custom domain",
      ["contacts=500", "emails=10000 per month", "pages=5", "products=1", "custom domains=1"],
    ],
    [
      "Per user, minimum 2 licenses; 1,000 outbound minutes/user/mo, 500 SMS segments/user/mo",
      ["outbound minutes per user=1000 per month", "SMS segments per user=500 per month"],
    ],
    [
      "Per editor; up to 10 projects, 500 AI credits/mo per editor, unlimited free reviewers",
      ["projects=10", "AI credits per editor=500 per month"],
    ],
    [
      "Per user/mo, billed annually; 100,000 record limit, 10 GB storage, 2,500 mass emails/day",
      ["records=100000", "storage=10 GB", "mass emails=2500 per day"],
    ],
    ["512 MiB RAM, 500 GiB transfer/mo", ["RAM=512 MiB", "transfer=500 GiB per month"]],
    [
      "75 seats, unlimited words in chat, unlimited custom objects",
      ["seats=75", "words in chat=unlimited", "custom objects=unlimited"],
    ],
    ["5MB file uploads, 7-day page history, up to 10 external guests", ["page history=7 days", "external guests=10"]],
    ["unlimited email support; payroll, HR tools, 401(k) access; 5 bonus SMS deliveries", []],
  ])("of %j are told by what they count", (text, expected) => {
    expect(limitsOf(text)).toEqual(expected);
  });

  test("the note on a free plan is asked where the plan itself gives no number", () => {
    const noted = (limits: string, free_note: string) =>
      fromRow(
        row({
          free_plan: true,
          free_note,
          plans: [plan("Basic", limits, { price_monthly: 0, price_annual: 0, annual_basis: "free" })],
        }),
      ).readings.find(({ fact }) => fact.kind === "free_tier")?.fact;
    const note =
      "Basic plan is free forever for 1 location with up to 10 employees (scheduling, time clock). Pro adds 50 seats; a 14-day Pro trial is available.";
    expect(noted("Scheduling, time clock", note)).toMatchObject({
      trialDays: 14,
      limits: [
        { name: "locations", value: 1 },
        { name: "employees", value: 10 },
      ],
    });
    expect(noted("3 seats", note)).toMatchObject({ limits: [{ name: "seats", value: 3 }] });
    expect(noted("", "Free plan includes a one-time 100 AI credits.")).toMatchObject({ limits: [] });
  });
});

describe("terms tied to a price", () => {
  const noteOf = (plans: unknown[], extra: Record<string, unknown> = {}, kind = "plans") =>
    fromRow(row({ plans, ...extra })).readings.find(({ fact }) => fact.kind === kind)?.evidence.note;
  const paid = (name: string, limits: string, price_monthly: number) => plan(name, limits, { price_monthly });

  test("only a price that its text calls so is a starting price", () => {
    expect(noteOf([paid("Scale", "Reduced from $120/mo; up to 50 checking accounts", 90)])).toBe(
      "Scale: reduced price.",
    );
    expect(noteOf([paid("Spend", "business credit lines from $1,000-$5M", 5)])).toBeUndefined();
    expect(
      noteOf([paid("Core", "$10/employee/mo for 25+ employees; flat rate starting at $250/mo for 25 or fewer", 10)]),
    ).toBe("Prices for each employee hold from 25 employees on.");
    expect(
      noteOf([
        paid("PEO", "From $99/employee/mo — US only", 99),
        paid("EOR", "$699/employee/mo — many countries", 699),
      ]),
    ).toBe("PEO: starting price.");
    expect(noteOf([paid("Plus", "Custom-negotiated above this starting point; unlimited staff", 2300)])).toBe(
      "Plus: starting price.",
    );
  });

  test("a rough figure, the region and the first user of a price are told", () => {
    const machine =
      "Billed per-second; shared-cpu-1x/256MB ≈ $2.02/mo, performance-1x/2GB ≈ $32.19/mo (Amsterdam region rates)";
    expect(noteOf([paid("Compute", machine, 2.02)])).toBe("Compute: approximate price. Rates of the Amsterdam region.");
    expect(
      noteOf([paid("Standard", "First full platform user $10/mo, additional full users $99/mo (max 5)", 10)]),
    ).toBe("Standard: price of the first user only.");
    expect(noteOf([paid("Plus", "$15/user/mo plus a platform fee based on team size", 15)])).toBe(
      "Plus: a platform fee by team size comes on top.",
    );
    expect(noteOf([paid("Checking", "Fee waived with $2,000 minimum daily balance", 15)])).toBe(
      "Checking: waived at a minimum balance or activity.",
    );
  });

  test("a minimum for every plan is the minimum of each", () => {
    const free_note = "All plans and add-ons bill a 5-employee minimum regardless of actual headcount.";
    const plans = [paid("Essentials", "$8/employee/mo", 8), paid("Zen", "$27/employee/mo; includes payroll", 27)];
    expect(tiersOf(row({ plans, free_note })).map(({ minimumSeats }) => minimumSeats)).toEqual([5, 5]);
  });

  test("a trial that one plan's text names is of that plan", () => {
    const plans = [paid("Professional", "Per Editor/month", 36), paid("Team", "14-day free trial available", 75)];
    const facts = [{ kind: "trial_days", value: 14, text: "" }];
    expect(noteOf(plans, { facts }, "free_tier")).toBe("The trial is named with Team only.");
  });

  test("the steps of a list size and the seats of a flat rate are limits", () => {
    expect(
      tiersOf(row({ plans: [paid("Email", "From $20/mo at 500 active profiles, rising with list size", 20)] })),
    ).toMatchObject([{ limits: [{ name: "active profiles", value: 500 }] }]);
    expect(tiersOf(row({ plans: [paid("Starter Pack", "Flat rate covering up to 10 members", 24.95)] }))).toMatchObject(
      [{ limits: [{ name: "members", value: 10 }] }],
    );
  });

  test("a fee is of the cards that the row names", () => {
    const text = "2.9% + $0.30 per successful domestic card transaction";
    expect(
      costsIn({ slug: "stripe", plans: [paid("Standard", text, 0)], facts: [], currency: "USD" } as never),
    ).toMatchObject([{ label: "Card fee, domestic cards", amount: 0.3, percent: 2.9 }]);
  });
});
