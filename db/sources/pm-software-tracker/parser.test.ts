import { describe, expect, test } from "vitest";
import { Observation } from "@/lib/schemas/observation";
import { bracketed, costsIn, fromRow, readDisplay, spanOf } from "./parser";

const seen = (first: string, last: string): [string, string, number] => [first, last, 3];

const tier = (name: string, price_display: string, spans: Record<string, unknown> = {}, amounts?: string[]) => ({
  name,
  price_display,
  qualifier: null,
  amounts: amounts ?? Object.keys(spans),
  seen_in_page_text: spans,
});

const row = (tiers: unknown[], extra: Record<string, unknown> = {}) => ({
  name: "Acme",
  slug: "acme",
  homepage: "https://www.acme.com/",
  source_url: "https://www.acme.com/pricing",
  status: "public_full",
  pricing_model: "Per-unit monthly",
  tiers,
  notes: "",
  ...extra,
});

const readings = (input: unknown) =>
  fromRow(input).readings.map(({ trust, observedAt, voice, fact }) => ({
    trust,
    observedAt,
    voice,
    names: fact.kind === "plans" ? fact.tiers.map(({ name }) => name) : fact.kind === "hidden_cost" ? fact.label : "",
  }));

describe("how long the page showed a price", () => {
  test("amounts that the page shows are of kind A, on the first and on the last day they were seen", () => {
    const span = { $62: seen("2026-05-21", "2026-08-17") };
    expect(readings(row([tier("Essential", "$62/mo", span)]))).toEqual([
      { trust: "A", observedAt: "2026-05-21", voice: "page", names: ["Essential"] },
      { trust: "A", observedAt: "2026-08-17", voice: "page", names: ["Essential"] },
    ]);
  });

  test("a tier counts as seen only while all its amounts were", () => {
    const amounts = ["$1.30", "$65"];
    const both = { "$1.30": seen("2026-05-21", "2026-08-17"), $65: seen("2026-06-08", "2026-06-29") };
    expect(spanOf({ amounts, seen_in_page_text: both })).toEqual({
      first: "2026-06-08",
      last: "2026-06-29",
    });
    expect(spanOf({ amounts, seen_in_page_text: { $65: both.$65 } })).toBeNull();
  });

  test("amounts that left the page end with the last day that showed them", () => {
    const gone = { $45: seen("2026-05-21", "2026-06-22") };
    const days = readings(row([tier("Standard", "$45/listing", gone), tier("Custom", "Contact sales")]));
    expect(days.map(({ observedAt, names }) => [observedAt, names])).toEqual([
      ["2026-05-21", ["Standard", "Custom"]],
      ["2026-06-22", ["Standard", "Custom"]],
    ]);
  });

  test("what was only typed is of kind B and of the day it was typed, whatever was checked later", () => {
    const input = row(
      [
        tier("Basic", "$1.00/unit", { "$1.00": seen("2026-05-21", "2026-08-17") }),
        tier("Plus", "$1.50/unit", {}, ["$1.50"]),
      ],
      { last_checked: "2026-08-17" },
    );
    expect(readings(input)).toEqual([
      { trust: "A", observedAt: "2026-05-21", voice: "page", names: ["Basic"] },
      { trust: "A", observedAt: "2026-08-17", voice: "page", names: ["Basic"] },
      { trust: "B", observedAt: "2026-05-21", voice: "typed", names: ["Plus"] },
    ]);
  });
});

describe("prices as typed", () => {
  const read = (display: string, model = "Per-unit monthly") => {
    const shown = readDisplay({ name: "Pro", price_display: display }, model);
    return typeof shown === "string"
      ? shown
      : [shown.status, shown.unit, ...shown.prices.map((p) => `${p.amount} ${p.period} ${p.billing}`)];
  };

  test("unit, period and billing are those shown", () => {
    expect(read("$40/user/mo")).toEqual(["published", "user", "40 month null"]);
    expect(read("$10/member/mo")).toEqual(["published", "user", "10 month null"]);
    expect(read("$7.25/user/mo annual")).toEqual(["published", "user", "7.25 month annual"]);
    expect(read("$69/mo annual ($99 monthly)")).toEqual(["published", null, "99 month monthly", "69 month annual"]);
    expect(read("$29.99 / 90 days")).toEqual(["published", "listing of 90 days", "29.99 usage null"]);
    expect(read("$50/listing")).toEqual(["published", "listing", "50 usage null"]);
    expect(read("$0 (≤5 properties)")).toEqual(["published", null, "0 month null"]);
  });

  test("hidden, asked for, ranged and without a period are no prices", () => {
    expect(read("🔒 Hidden")).toEqual(["not_published", null]);
    expect(read("Contact sales")).toEqual(["contact_sales", null]);
    expect(read("$1.30/unit", "Per-unit or per-listing")).toEqual(["unverified", null]);
    expect(read("$0–$35/mo base + $6/contractor")).toBe("range, not the price of one plan");
    expect(read("~$16–$28/mo (4 editions)")).toBe("words, not a price");
    expect(read("PM sets applicant price")).toBe("words, not a price");
  });

  test("minimums, base fees and further users are costs", () => {
    const costs = (display: string) => {
      const shown = readDisplay({ name: "Pro (unit-based)", price_display: display }, "monthly");
      return typeof shown === "string" ? shown : shown.costs.map((c) => [c.cost, c.label, c.amount, c.unit]);
    };
    expect(costs("$1.35/door/mo ($200 min)")).toEqual([["platform_fee", "Minimum spend, Pro", 200, "month"]]);
    expect(costs("$45/listing ($250/mo min)")).toEqual([["platform_fee", "Minimum spend, Pro", 250, "month"]]);
    expect(costs("$49/mo + $6/employee")).toEqual([["platform_fee", "Base fee, Pro", 49, "month"]]);
    expect(costs("$99/mo + $30/extra user")).toEqual([["overage", "Extra user (Pro)", 30, "user/month"]]);
    expect(read("$49/mo + $6/employee")).toEqual(["published", "employee", "6 month null"]);
  });
});

describe("notes", () => {
  test("figures that the notes state are costs, in their units", () => {
    const costs = (slug: string, notes: string) =>
      costsIn({ slug, notes }).map((c) => [c.cost, c.amount, c.percent, c.unit]);
    expect(costs("leadsimple", "Usage overages disclosed: 2.5¢/SMS, 5¢/call min.")).toEqual([
      ["overage", 0.025, null, "message"],
      ["overage", 0.05, null, "minute"],
    ]);
    expect(costs("propertyware", "Implementation fee is 2× monthly subscription (significant).")).toEqual([
      ["implementation", null, 200, "monthly subscription"],
    ]);
    expect(costs("rentvine", "$199/mo minimum (per industry sources, not confirmed on page).")).toEqual([]);
    expect(costs("buildium", "eSignature $1–$5/doc, screening $17–$20/applicant")).toEqual([]);
  });

  test("a promotion beside the list price is not taken", () => {
    const span = { $25: seen("2026-06-29", "2026-08-17") };
    const { readings: found } = fromRow(
      row([tier("Early", "$25/mo (20 invoices, 5 bills cap)", span)], { notes: "First month free. 50% off promo." }),
    );
    expect(found).toHaveLength(2);
    expect(found[0]?.fact).toMatchObject({ tiers: [{ prices: [{ amount: 25 }] }] });
  });
});

describe("conditions beside a price", () => {
  test("what the brackets limit is a limit of the plan, other words are told", () => {
    const limit = (name: string, value: number) => ({ name, value, unit: null });
    expect(bracketed("$25/mo (20 invoices, 5 bills cap)").limits).toEqual([limit("invoices", 20), limit("bills", 5)]);
    expect(bracketed("$0 (≤5 properties)").limits).toEqual([limit("properties", 5)]);
    expect(bracketed("$55/mo (unlimited)")).toEqual({ limits: [], words: "unlimited" });
    expect(bracketed("$1.00/unit ($250 min)")).toEqual({ limits: [], words: null });
    const { readings: found } = fromRow(row([tier("Growing", "$55/mo (unlimited)")]));
    expect(found[0]?.evidence.note).toBe("Growing: unlimited.");
  });

  test("reviewed notes stand beside the prices, notes that changed do not", () => {
    const sales =
      "Tenant screening reports = $24.99 each (publicly listed). Tenant CC fee = 2.75%. Listing/exposure pricing for PMs is sales-negotiated. Page also blocks automated fetches.";
    const told = (notes: string) =>
      fromRow(row([tier("Basic", "🔒 Hidden")], { slug: "apartments-com", notes })).readings.map(
        ({ fact, evidence }) => [
          fact.kind === "hidden_cost" ? (fact.percent ?? fact.amount) : fact.kind,
          evidence.note,
        ],
      );
    expect(told(sales)).toEqual([
      ["plans", "What listings cost property managers is negotiated with the vendor's sales staff, by market."],
      [24.99, undefined],
      [2.75, undefined],
    ]);
    expect(told("Now published.")).toEqual([["plans", undefined]]);
  });

  test("a base fee or minimum is told beside the price that it goes with", () => {
    const { readings: found } = fromRow(row([tier("Simple", "$49/mo + $6/employee")]));
    expect(found[0]?.evidence.note).toBe("Base fee, Simple: 49 USD per month.");
    expect(found[1]?.evidence.note).toBeUndefined();
  });
});

describe("what the notes say of plans", () => {
  const lists = (slug: string, tiers: unknown[], notes: string, extra = {}) =>
    fromRow(row(tiers, { slug, notes, ...extra })).readings.flatMap(({ voice, evidence, fact }) =>
      fact.kind === "plans"
        ? [
            {
              voice,
              note: evidence.note,
              complete: fact.complete,
              tiers: fact.tiers.map(({ name, status }) => [name, status]),
            },
          ]
        : [],
    );
  const day = seen("2026-05-21", "2026-05-21");

  test("a plan on request that they name is a tier", () => {
    const notes = "$160/mo minimum. Recommends 100+ doors. Enterprise (50,000+ units) is custom.";
    expect(lists("property-meld", [tier("Core", "$1.60/unit", { "$1.60": day })], notes)).toMatchObject([
      {
        complete: true,
        tiers: [
          ["Core", "published"],
          ["Enterprise", "contact_sales"],
        ],
      },
    ]);
  });

  test("a list beside which prices are on request is not complete", () => {
    const pro = [tier("Pro", "$149/mo", { $149: day })];
    const notes = "All marketed as '$3/unit'. 300+ units triggers custom quote.";
    expect(lists("doorloop", pro, notes)).toMatchObject([{ complete: false }]);
    expect(lists("doorloop", [...pro, tier("Enterprise", "Custom")], notes)).toMatchObject([{ complete: true }]);
    expect(lists("doorloop", pro, "Unlimited payrolls.")).toMatchObject([{ complete: true }]);
  });

  test("prices for monthly billing are typed, beside what the page showed", () => {
    const notes = "Monthly billing is higher: Pro $8.75/user, Business+ $18/user. 50% off promo for first 3 months.";
    const found = fromRow(row([tier("Pro", "$7.25/user/mo annual", { "$7.25": day })], { slug: "slack", notes }));
    expect(found.readings).toMatchObject([
      { voice: "page", trust: "A", fact: { complete: true } },
      {
        voice: "typed",
        trust: "B",
        fact: {
          complete: false,
          tiers: [
            { id: "pro", unit: "user", prices: [{ amount: 8.75, period: "month", billing: "monthly" }] },
            { id: "business-plus", unit: "user", prices: [{ amount: 18 }] },
          ],
        },
      },
    ]);
  });

  test("a price without a period is no price, but its plan is there", () => {
    const tiers = [
      tier("Pro (unit-based)", "$1.30/unit", { "$1.30": day }),
      tier("Pro (listing-based)", "$50/listing", { $50: day }),
    ];
    expect(
      lists("showmojo", tiers, "", { pricing_model: "Per-unit (larger portfolios) or per-listing (smaller)" }),
    ).toEqual([
      {
        voice: "page",
        note: "Pro (unit-based): $1.30/unit, for how long is not stated.",
        complete: false,
        tiers: [
          ["Pro (unit-based)", "unverified"],
          ["Pro (listing-based)", "published"],
        ],
      },
    ]);
  });
});

test("services and directories are left out, an add-on is no tier", () => {
  expect(fromRow(row([tier("Boost Coaching", "$495/mo")], { slug: "profitcoach" })).readings).toEqual([]);
  const input = row([
    tier("Core", "$1.60/unit", { "$1.60": seen("2026-05-21", "2026-08-17") }),
    tier("MAX On-Call (add-on)", "$1.50/unit", { "$1.50": seen("2026-05-21", "2026-08-17") }),
  ]);
  expect(readings(input).map(({ names }) => names)).toEqual([["Core"], ["Core"], "MAX On-Call"]);
});

test("each line fits the schema", () => {
  const input = row([tier("Starter (≤10 units)", "$69/mo annual ($99 monthly)", {}, ["$69", "$99"])], {
    slug: "property-meld",
    notes: "$160/mo minimum.",
  });
  const { readings: found } = fromRow(input);
  expect(found[0]?.fact).toMatchObject({ tiers: [{ id: "starter", limits: [{ name: "units", value: 10 }] }] });
  for (const { subject: _subject, ...reading } of found) {
    expect(Observation.safeParse({ product: "x", source: "pm-software-tracker", ...reading }).error).toBeUndefined();
  }
});
