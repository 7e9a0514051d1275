import { describe, expect, test } from "vitest";
import { Observation } from "@/lib/schemas/observation";
import {
  allowances,
  cardFee,
  datingOf,
  doubtsOf,
  fromLines,
  overageCost,
  reasonAgainst,
  tierName,
  unitWords,
  unreadQuota,
  voiceOfPage,
} from "./parser";

const plan = (name: string, price: number | null, extra: Record<string, unknown> = {}) => ({
  name,
  price,
  currency: "USD",
  period: "month",
  unit: "user",
  billing: null,
  quota: null,
  ...extra,
});

const page = (extra: Record<string, unknown> = {}) => ({
  product: "Acme",
  domain: "acme.com",
  source_url: "https://one.example/review",
  source_kind: "second_hand",
  page_date: "2026-05-15",
  date_basis: "stated",
  plans: [],
  overages: [],
  facts: [],
  doubt: null,
  ...extra,
});

const plansOf = (lines: unknown[], options?: Parameters<typeof fromLines>[1]) =>
  fromLines(lines, options).readings.filter((reading) => reading.fact.kind === "plans");

describe("how far a page is believed", () => {
  test("copies of one page are that page, of kind C", () => {
    const original = "https://help.acme.com/plus";
    const copy = [{ kind: "mirror_of", value: null, unit: null, text: original }];
    const copies = plansOf([
      page({ source_url: "https://proxy.example/a", facts: copy, plans: [plan("Pro", 20)] }),
      page({ source_url: "https://proxy.example/b", facts: copy, plans: [plan("Pro", 20)] }),
    ]);
    expect(copies.map(({ trust, voice }) => [voice, trust])).toEqual([["help.acme.com/plus", "C"]]);
  });

  test("a vendor's dated page is of kind A, its undated page of kind C with the reading day", () => {
    const vendor = { source_kind: "vendor", source_url: "https://acme.com/pricing", plans: [plan("Pro", 20)] };
    expect(plansOf([page(vendor)])[0]).toMatchObject({ trust: "A", observedAt: "2026-05-15" });
    expect(plansOf([page({ ...vendor, page_date: null })])[0]).toMatchObject({
      trust: "C",
      observedAt: "2026-11-21",
      evidence: { publisher: "Acme", note: "Undated page, read on 2026-11-21." },
    });
  });

  test("only the vendor's pricing page with a plan at the top is a full list", () => {
    const plans = [plan("Free", 0), plan("Pro", 20), plan("Enterprise", null, { quota: "contact sales" })];
    const complete = (extra: Record<string, unknown>) =>
      plansOf([page({ plans, ...extra })]).map(({ fact }) => fact.kind === "plans" && fact.complete);
    expect(complete({ source_kind: "vendor", source_url: "https://acme.com/pricing" })).toEqual([true]);
    expect(complete({ source_kind: "vendor", source_url: "https://acme.com/help/bill" })).toEqual([false]);
    expect(complete({})).toEqual([false]);
  });

  test("second-hand pages stay of kind C however many agree, and name their publisher, whichever of his pages it is", () => {
    const at = (source_url: string) => page({ source_url, plans: [plan("Pro", 20)] });
    const read = plansOf(
      ["github.com/writer/a/issues/1", "blog.one.example/a", "www.one.example/b", "two.example"].map((address) =>
        at(`https://${address}`),
      ),
    );
    expect(read.map(({ trust }) => trust)).toEqual(["C", "C", "C", "C"]);
    expect(read.map(({ evidence }) => evidence.publisher)).toEqual([
      "github/writer",
      "one.example",
      "one.example",
      "two.example",
    ]);
  });

  test("a row of a maintained list that read the vendor's page is of kind B, with its full day", () => {
    const source_url = "https://huggingface.co/datasets/happyvalleydev/verified-saas-pricing";
    const trustOf = (extra: Record<string, unknown>) =>
      plansOf([page({ source_url, plans: [plan("Pro", 20)], ...extra })]).map(({ trust }) => trust);
    expect(trustOf({ page_date: "2026-10-20" })).toEqual(["B"]);
    expect(trustOf({ page_date: "2026-10" })).toEqual(["C"]);
    expect(trustOf({ page_date: "2026-10-20", doubt: "rounded figures" })).toEqual(["C"]);
    expect(trustOf({ page_date: "2026-10-20", source_url: "https://huggingface.co/datasets/else/prices" })).toEqual([
      "C",
    ]);
  });

  test("a page of an earlier version says so", () => {
    const copilot = {
      source_kind: "vendor",
      source_url: "https://github.com/features/copilot/plans",
      page_date: "2026",
    };
    const doubt = "version before the credit billing of June 2026 (quota text is superseded, prices agree)";
    expect(plansOf([page({ ...copilot, doubt, plans: [plan("Pro", 10)] })])[0]).toMatchObject({
      trust: "C",
      evidence: { undated: true, note: expect.stringMatching(/earlier version of the page; allowances have changed/) },
    });
  });
});

describe("dates", () => {
  test("an undated page is filed under the day on which its file was read", () => {
    const [reading] = plansOf([page({ page_date: null, plans: [plan("Pro", 20)] })], { readOn: "2026-11-22" });
    expect(reading).toMatchObject({
      observedAt: "2026-11-22",
      evidence: { note: "Undated page, read on 2026-11-22.", undated: true },
    });
  });

  test("a page without a day of its own says so, and a dated one does not", () => {
    const undated = (page_date: string | null) =>
      plansOf([page({ page_date, plans: [plan("Pro", 20)] })]).map(({ evidence }) => evidence.undated);
    expect(undated(null)).toEqual([true]);
    expect(undated("2026")).toEqual([true]);
    expect(undated("2026-03")).toEqual([undefined]);
    expect(undated("2026-03-09")).toEqual([undefined]);
  });

  test("prices from before a rise are left out where the page shows no full day", () => {
    const before = { plans: [plan("Pro", 20)], doubt: "euro prices from before the rise of 2026-07-01" };
    expect(fromLines([page({ ...before, page_date: "2026-06" })]).readings).toEqual([]);
    expect(plansOf([page({ ...before, page_date: "2026-06-02" })])).toHaveLength(1);
  });

  test("an old page must bear a full day, and a stale one is history", () => {
    expect(datingOf({ page_date: "2024-06-10", doubt: "stale: 2024" })).toMatchObject({ history: true });
    expect(datingOf({ page_date: "2023-10", doubt: "stale: October" })).toEqual({
      reason: "stale page without a full date",
    });
    expect(datingOf({ page_date: "2022", doubt: null })).toEqual({ reason: "old page without a full date" });
    const facts = [{ kind: "date_note", value: null, unit: null, text: "verified first quarter of 2026" }];
    expect(datingOf({ page_date: "2026", doubt: null, facts })).toMatchObject({
      note: "The source is dated first quarter of 2026 only; read on 2026-11-21.",
    });
    expect(datingOf({ page_date: "2026-04", doubt: null })).toMatchObject({ observedAt: "2026-04-30", dated: true });
    expect(datingOf({ page_date: "2026", doubt: null })).toMatchObject({ observedAt: "2026-11-21", dated: false });
    expect(datingOf({ page_date: "2025", doubt: null })).toMatchObject({ observedAt: "2025-12-31", dated: false });
  });

  test("history is kept beside a current price only", () => {
    const stale = page({ page_date: "2020-01-02", doubt: "stale: 2020", plans: [plan("Pro", 10)] });
    expect(fromLines([stale]).readings).toEqual([]);
    const both = plansOf([stale, page({ source_url: "https://two.example/x", plans: [plan("Pro", 20)] })]);
    expect(both.map(({ observedAt, trust }) => [observedAt, trust])).toEqual([
      ["2020-01-02", "C"],
      ["2026-05-15", "C"],
    ]);
  });
});

describe("plans", () => {
  test("one tier has one name on every page", () => {
    expect(tierName("ChatGPT", "ChatGPT Plus")).toBe("Plus");
    expect(tierName("ChatGPT", "Business (standard seat)")).toBe("Business");
    expect(tierName("Claude", "Team premium seat")).toBe("Team Premium");
    expect(tierName("Snowflake", "Credit, Standard, AWS US East")).toBe("Standard");
    expect(tierName("Airtable", "Starting price")).toBe("Team");
    expect(tierName("Basecamp", "Flat price")).toBe("Pro Unlimited");
    expect(tierName("HubSpot", "HubSpot Sales Pro")).toBe("Sales Pro");
    expect(tierName("Cloudflare", "Workers Paid (minimum)")).toBe("Workers Paid");
    expect(unitWords("seat").unit).toBe("user");
    expect(unitWords("account").unit).toBe("account");
    expect(unitWords("up to 25 active employees")).toEqual({
      unit: "account",
      limits: [{ name: "employees", value: 25, unit: null }],
    });
  });

  test("ranges, floors, unnamed plans and medians are no list price", () => {
    const against = (product: string, name: string) =>
      reasonAgainst({ product, source_url: "https://one.example/" }, { name });
    expect(against("Datadog", "APM (high end)")).toMatch(/range/);
    expect(against("Datadog", "Infrastructure (top of quoted range)")).toMatch(/range/);
    expect(against("Power BI", "Premium Capacity (from)")).toBe("lower bound only");
    expect(against("Cursor", "paid plan")).toBe("plan not named");
    expect(against("Vercel", "Enterprise (median of 63 purchases)")).toMatch(/median/);
    expect(against("WordPress.com", "Personal (3-year term)")).toMatch(/several years/);
    expect(against("Datadog", "Infrastructure Pro")).toBeNull();
  });

  test("monthly and annual billing are two prices, and the seat minimum belongs to the tier", () => {
    const [reading] = plansOf([
      page({
        product: "ChatGPT",
        plans: [
          plan("Business (standard seat)", 25, { billing: "monthly" }),
          plan("Business (standard seat)", 20, { billing: "annual" }),
        ],
        facts: [{ kind: "seat_minimum", value: 2, unit: "seats", text: "standard seats" }],
      }),
    ]);
    expect(reading?.fact).toMatchObject({
      tiers: [
        {
          id: "business",
          unit: "user",
          minimumSeats: 2,
          prices: [
            { amount: 25, period: "month", billing: "monthly" },
            { amount: 20, period: "month", billing: "annual" },
          ],
        },
      ],
    });
  });

  test("allowances keep their period", () => {
    expect(allowances("100,000 requests per day")).toEqual([{ name: "requests", value: 100000, unit: "per day" }]);
    expect(allowances("10M requests and 30M CPU ms per month")).toEqual([
      { name: "requests", value: 10000000, unit: "per month" },
      { name: "CPU ms", value: 30000000, unit: "per month" },
    ]);
    expect(allowances("5 times the Pro usage")).toEqual([]);
  });
});

describe("starting prices", () => {
  const cheapest = (extra: Record<string, unknown> = {}) =>
    plansOf([page({ plans: [plan("starting price (cheapest paid plan)", 20, { billing: "annual" })], ...extra })]);

  test("the cheapest paid plan is a starting price, never a list of tiers", () => {
    expect(cheapest({ source_kind: "vendor", source_url: "https://acme.com/pricing" })[0]?.fact).toEqual({
      kind: "plans",
      currency: "USD",
      complete: false,
      tiers: [
        {
          id: "starting-price",
          name: "Cheapest paid plan",
          status: "published",
          startingPrice: true,
          prices: [{ amount: 20, period: "month", billing: "annual" }],
          unit: "user",
        },
      ],
    });
  });

  test("a billing or unit that was only inferred stays unknown", () => {
    const tier = (doubt: string) => {
      const fact = cheapest({ doubt })[0]?.fact;
      return fact?.kind === "plans" && [fact.tiers[0]?.prices[0]?.billing, fact.tiers[0]?.unit];
    };
    expect(tier("annual billing inferred from the 29.99 monthly figure")).toEqual([null, "user"]);
    expect(tier("dataset; plan name and billing not stated (monthly billing inferred)")).toEqual([null, "user"]);
    expect(tier("dataset; plan name, unit and billing not stated")).toEqual([null, null]);
    expect(tier("weak")).toEqual(["annual", "user"]);
  });
});

describe("prices that are none", () => {
  const taken = (product: string, plans: unknown[], extra: Record<string, unknown> = {}) =>
    plansOf([page({ product, plans, ...extra })]).flatMap(({ fact }) =>
      fact.kind === "plans" ? fact.tiers.map(({ name }) => name) : [],
    );

  test("long terms, trials, conversions, earlier customers' prices and token rates are left out", () => {
    expect(taken("AdGuard VPN", [plan("2 years", 71.76, { period: "once" })])).toEqual([]);
    expect(taken("Surfshark", [plan("One - 2 years + 3 months free", 67.23, { period: "once" })])).toEqual([]);
    expect(taken("Surfshark", [plan("lowest long-term price", 2.08), plan("monthly plan", 16.45)])).toEqual([
      "Surfshark",
    ]);
    expect(taken("Mullvad VPN", [plan("flat price", 5.45)])).toEqual([]);
    expect(taken("Mullvad VPN", [plan("monthly plan", 5, { currency: "EUR" })])).toEqual(["Mullvad VPN"]);
    expect(taken("Railway", [plan("Trial", 0, { period: "once" }), plan("Hobby", 5)])).toEqual(["Hobby"]);
    expect(taken("Command Code", [plan("Pro", 20), plan("Pro (legacy)", 15)])).toEqual(["Pro"]);
    expect(taken("Claude API", [plan("Opus input", 4, { period: "usage", unit: "1 million tokens" })])).toEqual([]);
    expect(taken("Claude", [plan("Max 20x", 200)], { doubt: "data set lists bare page prices (20, 200)" })).toEqual([]);
  });

  test("what a quota says of an earlier price is no allowance, its seat minimum belongs to the tier", () => {
    const [reading] = plansOf([
      page({
        plans: [
          plan("Pro", 49, { quota: "45 before" }),
          plan("Team", 99, { quota: "5-seat minimum" }),
          plan("Max", 200, { quota: "minimum 2 users" }),
        ],
      }),
    ]);
    const tiers = reading?.fact.kind === "plans" ? reading.fact.tiers : [];
    expect(tiers.map(({ minimumSeats, limits }) => [minimumSeats, limits])).toEqual([
      [undefined, undefined],
      [5, undefined],
      [2, undefined],
    ]);
  });

  test("a rate of a service sold by use is its price, with the day from which it holds", () => {
    const [reading] = plansOf([
      page({
        product: "Ubicloud runners",
        overages: [{ what: "runner standard-2, from 2026-09-01", price: 0.00125, currency: "USD", per: "minute" }],
      }),
    ]);
    expect(reading).toMatchObject({
      effectiveFrom: "2026-09-01",
      fact: {
        tiers: [{ name: "Runner standard-2", unit: "minute", prices: [{ amount: 0.00125, period: "usage" }] }],
      },
    });
  });
});

describe("costs", () => {
  test("a card fee is a percentage with a fixed part, never a price of 0.30", () => {
    const name = "US card transaction (plus 2.9 percent)";
    expect(cardFee(plan(name, 0.3))).toMatchObject({ cost: "other", percent: 2.9, amount: 0.3, unit: "transaction" });
    const { readings } = fromLines([
      page({ product: "Stripe", plans: [plan(name, 0.3, { period: "usage", unit: "transaction" })] }),
    ]);
    expect(readings[0]?.fact).toMatchObject({ kind: "plans", tiers: [{ status: "not_applicable", prices: [] }] });
    for (const { subject: _subject, ...reading } of readings) {
      expect(Observation.safeParse({ product: "x", source: "head-pages", ...reading }).error).toBeUndefined();
    }
  });

  test("pages that name an allowance differently charge for the same thing", () => {
    const usd = { currency: "USD", per: "GB" };
    const keyOfCost = (what: string) => {
      const read = overageCost("Supabase", { what, price: 0.125, ...usd });
      return typeof read === "string" ? read : read.key;
    };
    expect(keyOfCost("database size beyond 8 GB")).toBe(keyOfCost("database beyond 8 GB"));
    expect(
      overageCost("Vercel", {
        what: "edge function invocations beyond 1M",
        price: 0.6,
        currency: "USD",
        per: "million",
      }),
    ).toMatchObject({ unit: "million invocations" });
    expect(overageCost("Cloudflare", { what: "R2 egress", price: 0, ...usd })).toBe("no such fee");
  });
});

test("a copy without a mark of its own speaks for the vendor's page", () => {
  expect(voiceOfPage({ source_url: "https://cloudflare-docs-7ou.pages.dev/workers/platform/pricing", facts: [] })).toBe(
    "developers.cloudflare.com/workers/platform/pricing",
  );
});

describe("what a page says beside a figure", () => {
  const read = (extra: Record<string, unknown>) => fromLines([page(extra)]).readings;
  const noteOf = (extra: Record<string, unknown>, kind = "plans") =>
    read(extra).find(({ fact }) => fact.kind === kind)?.evidence.note ?? "";

  test("a fact's own words of doubt stand in its note and lower its kind", () => {
    const facts = [{ kind: "add_on", value: 35, unit: "USD/month", text: "time tracking add-on, approximate" }];
    const [plans, addOn] = read({
      source_kind: "vendor",
      source_url: "https://acme.com/pricing",
      plans: [plan("Growing", 55)],
      facts,
    });
    expect(plans).toMatchObject({ trust: "A" });
    expect(addOn).toMatchObject({
      trust: "C",
      evidence: { note: "Time tracking add-on, approximate." },
      fact: { kind: "hidden_cost", label: "Time tracking", amount: 35 },
    });
  });

  test("a notice that holds for one billing says so", () => {
    const facts = [{ kind: "notice", value: 30, unit: "days", text: "cancellation before renewal on annual plans" }];
    expect(noteOf({ facts }, "contract_term")).toBe("Cancellation before renewal on annual plans.");
  });

  test("what a fact says of the plans, and no field holds, stands in their note", () => {
    const facts = [
      { kind: "tax", value: null, unit: null, text: "US prices without tax" },
      { kind: "other", value: 25, unit: "%", text: "rise on 2026-09-01 (Germany and Finland)" },
    ];
    expect(noteOf({ plans: [plan("Pro", 25)], facts })).toBe(
      "Tax: US prices without tax. Rise on 2026-09-01 (Germany and Finland), 25 %.",
    );
  });

  test("a doubt that bears on the figures is told, one on how the page was found is not", () => {
    expect(
      doubtsOf("tool directory with a day of verification; plan name not stated; up to 1,000 subscribers"),
    ).toEqual(["Tool directory with a day of verification.", "Plan name not stated.", "Up to 1,000 subscribers."]);
    expect(doubtsOf("undated; same page as the other preview build; price cut off in the excerpt")).toEqual([]);
    const doubt = "survey that names its pages; plan name not stated; up to 1,000 subscribers";
    const facts = [{ kind: "free_tier", value: 100, unit: "subscribers", text: "free tier" }];
    expect(noteOf({ plans: [plan("cheapest paid plan", 9)], facts, doubt }, "free_tier")).toBe(
      "Survey that names its pages.",
    );
    expect(doubtsOf("stale: 2022; page contains other errors")).toEqual(["Page contains other errors."]);
    expect(noteOf({ plans: [plan("Cloud", 0.02)], doubt: "the first 5,000 users are free" })).toBe(
      "The first 5,000 users are free.",
    );
  });

  test("what a quota says and no limit holds is told in its own words", () => {
    expect(unreadQuota({ name: "VPS-1", quota: "4.90 before 2026-04-01" })).toBe("VPS-1: 4.90 before 2026-04-01.");
    expect(unreadQuota({ name: "API document", quota: "first 25 documents per month included" })).toBe(
      "API document: first 25 documents per month included.",
    );
    expect(unreadQuota({ name: "Free", quota: "5 daily build credits, max 30 a month" })).toBe(
      "Free: 5 daily build credits, max 30 a month.",
    );
    expect(unreadQuota({ name: "Basic", quota: "300 minutes per month, 30 minutes per conversation" })).not.toBeNull();
    expect(unreadQuota({ name: "Pro", quota: "8 GB database, 250 GB egress, 100,000 MAU" })).toBeNull();
    expect(unreadQuota({ name: "Team", quota: "5-seat minimum" })).toBeNull();
    expect(unreadQuota({ name: "Ultimate", quota: null })).toBeNull();
  });

  test("a rate beyond an allowance keeps the allowance in its name", () => {
    const metered = plan("Product analytics beyond 1M events", 0.0003, { period: "usage", unit: "event" });
    const [plans] = read({ product: "PostHog", plans: [metered] });
    expect(plans?.fact).toMatchObject({ tiers: [{ name: "Product analytics beyond 1M events" }] });
  });

  test("a remark that the label or the figure already tells is not told twice", () => {
    const facts = [
      { kind: "add_on", value: 29, unit: "USD/agent/month", text: "Freddy AI Copilot" },
      { kind: "other", value: 20, unit: "%", text: "about 20 % off with annual billing" },
    ];
    expect(read({ plans: [plan("Pro", 49)], facts }).map(({ evidence }) => evidence.note)).toEqual([
      "About 20 % off with annual billing.",
      undefined,
    ]);
  });

  test("a least price is called so", () => {
    expect(noteOf({ plans: [plan("Core (minimum)", 250)] })).toBe("The page calls the plan Core “Core (minimum)”.");
  });

  test("a yearly price has the billing of its row", () => {
    const yearly = plan("Pro", 349, { period: "year" });
    expect(read({ plans: [yearly] })[0]?.fact).toMatchObject({
      tiers: [{ prices: [{ period: "year", billing: null }] }],
    });
  });

  test("a fee for international cards is of the country that the page names", () => {
    const facts = [{ kind: "percent_fee", value: 1.5, unit: "percent", text: "added for international cards, US" }];
    expect(read({ facts }).map(({ fact }) => fact.kind === "hidden_cost" && fact.label)).toEqual([
      "Added fee for international cards, United States",
    ]);
  });
});
