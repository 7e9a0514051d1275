import { describe, expect, test } from "vitest";
import { Observation } from "@/lib/schemas/observation";
import { fromRow, unitOf } from "./parser";

const plan = (name: string, price: number | null, unit: string, extra: Record<string, unknown> = {}) => ({
  name,
  price,
  currency: "USD",
  unit,
  billing: null,
  period: price === null ? null : "month",
  ...extra,
});

const one = (plans: unknown[], extra: Record<string, unknown> = {}) => ({
  set: "in-house-tools-comparison",
  name: "Acme",
  domain: "acme.com",
  source_url: "https://acme.com/pricing",
  read_date: "2026-10-06",
  plans,
  facts: [],
  partial: true,
  ...extra,
});

const two = (plans: unknown[], facts: unknown[] = [], extra: Record<string, unknown> = {}) =>
  one(plans, {
    set: "suiteridge",
    source_url: "https://acme.com",
    read_date: "2026-08-15",
    facts,
    free_plan: false,
    partial: false,
    ...extra,
  });

const factsOf = (input: unknown) => fromRow(input).readings.map(({ fact }) => fact);
const tiersOf = (input: unknown) => factsOf(input).flatMap((fact) => (fact.kind === "plans" ? fact.tiers : []));

describe("the set without a known repository", () => {
  test("it is of kind C, partial, and cited by the vendor's page and its day alone", () => {
    const [reading] = fromRow(one([plan("Standard", 10, "a seat a month")])).readings;
    expect(reading).toMatchObject({ trust: "C", observedAt: "2026-10-06", fact: { complete: false } });
    expect(reading?.evidence).toEqual({ url: "https://acme.com/pricing", publisher: "Acme" });
  });

  test("a price that does not say how it is billed has no billing", () => {
    const prices = (billing: string | null) => tiersOf(one([plan("Launch", 167, "a month", { billing })]))[0]?.prices;
    expect(prices(null)).toEqual([{ amount: 167, period: "month", billing: null }]);
    expect(prices("annual")).toEqual([{ amount: 167, period: "month", billing: "annual" }]);
  });

  test("a percentage is a fee, never a price", () => {
    const pct = { currency: "PCT", period: "usage" };
    expect(factsOf(one([plan("Pay as you go", 5.5, "percent fee on credits", pct)]))).toEqual([
      {
        kind: "hidden_cost",
        cost: "platform_fee",
        label: "Fee on credits bought",
        key: "fee-on-credits-bought",
        amount: null,
        percent: 5.5,
        currency: null,
        unit: "credit purchase",
      },
    ]);
  });

  test("an app on top of the plan is a cost of its own", () => {
    expect(factsOf(one([plan("Starter", 97, "a month; Branded app +49 a sub-account")]))).toMatchObject([
      { tiers: [{ unit: null, prices: [{ amount: 97 }] }] },
      { cost: "add_on", label: "Branded app", amount: 49, unit: "sub-account" },
    ]);
  });

  test("what a plan holds is a limit, not part of its name", () => {
    const named = (name: string) => tiersOf(one([plan(name, 9, "a month")])).map((tier) => [tier.name, tier.limits]);
    expect(named("Core, 10k credits")).toEqual([["Core", [{ name: "credits", value: 10000, unit: null }]]]);
    expect(named("Foundation (first 5 service connections included)")).toEqual([
      ["Foundation", [{ name: "service connections", value: 5, unit: null }]],
    ]);
  });

  test("units are read from the words, and custom pricing is no price of 0", () => {
    expect(
      ["a month", "a seat a month", "a person a month", "a channel a month", "a minute and up"].map(unitOf),
    ).toEqual([null, "user", "user", "channel", "minute"]);
    expect(["per event past the free 1M a month", "for 2,000 checks", "location/month"].map(unitOf)).toEqual([
      "event",
      "2,000 checks",
      "location",
    ]);
    expect(tiersOf(one([plan("Business", null, "custom pricing")]))).toMatchObject([
      { status: "contact_sales", prices: [] },
    ]);
    expect(fromRow(one([plan("Growth", 49, "a month and up")])).readings[0]?.evidence.note).toMatch(/starting/);
  });
});

describe("the set of SuiteRidge", () => {
  test("it is of kind B and names the repository through which it was read", () => {
    const [reading] = fromRow(two([plan("Pro", 10, "seat/month")])).readings;
    expect(reading).toMatchObject({ trust: "B", fact: { complete: true } });
    expect(reading?.evidence.via).toBe("https://github.com/ilyaswork920-droid/suiteridge");
  });

  test("the price billed monthly stands beside the annual one", () => {
    const input = two([plan("Basic", 9, "seat/month", { billing: "annual", price_monthly_billing: 12 })]);
    expect(tiersOf(input)[0]?.prices).toEqual([
      { amount: 12, period: "month", billing: "monthly" },
      { amount: 9, period: "month", billing: "annual" },
    ]);
  });

  test("a rounded month of a stated year's total is that total", () => {
    const input = two([plan("Creator", 33, "month", { quota: "from, up to 1,000 subscribers; 390 USD a year" })]);
    expect(tiersOf(input)[0]).toMatchObject({
      prices: [{ amount: 390, period: "year", billing: "annual" }],
      limits: [{ name: "subscribers", value: 1000 }],
    });
  });

  test("seat minimums belong to the tiers sold by the seat, or to those named", () => {
    const plans = [plan("Free", 0, "month"), plan("Basic", 9, "seat/month"), plan("Pro", 19, "seat/month")];
    const minimums = (unit: string) =>
      tiersOf(two(plans, [{ kind: "minimum_seats", value: 3, unit }])).map((tier) => tier.minimumSeats);
    expect(minimums("seats; sold in buckets 3, 5, 10")).toEqual([undefined, 3, 3]);
    expect(minimums("seats, Pro")).toEqual([undefined, undefined, 3]);
  });

  test("onboarding, processing fees and AI add-ons are costs with their units", () => {
    const facts = [
      { kind: "setup_fee", plan: "Professional", value: 3000, unit: "USD once, mandatory onboarding" },
      { kind: "transaction_fee", value: 0.6, unit: "percent + card processing, every plan" },
      { kind: "transaction_fee", plan: "Plus", value: "2.5% + 0.15 USD in person; 2.9% + 0.30 USD online", unit: "" },
      { kind: "transaction_fee", plan: "Free", value: "3.3% + 0.30 USD", unit: "online" },
      { kind: "add_on", value: 9, unit: "USD user/month, Brain" },
    ];
    expect(factsOf(two([plan("Pro", 10, "seat/month")], facts)).slice(2)).toMatchObject([
      { cost: "onboarding", label: "Mandatory onboarding, Professional", amount: 3000, unit: "once" },
      { cost: "other", percent: 0.6, amount: null, unit: "transaction" },
      { label: "Card fee, in person (Plus)", percent: 2.5, amount: 0.15 },
      { label: "Card fee, online (Plus)", percent: 2.9, amount: 0.3 },
      { label: "Card fee, online (Free)", percent: 3.3, amount: 0.3 },
      { cost: "add_on", label: "Brain", amount: 9, unit: "user/month" },
    ]);
  });

  test("tiers whose price the file leaves out make the list partial", () => {
    const input = two([plan("Starter", 15, "month"), plan("Plus", null, "month"), plan("Enterprise", null, "month")]);
    expect(factsOf(input)[0]).toMatchObject({
      complete: false,
      tiers: [{ name: "Starter" }, { name: "Enterprise", status: "not_published" }],
    });
  });
});

test("each line fits the schema", () => {
  const facts = [{ kind: "setup_fee", plan: "Pro", value: 3000, unit: "USD once, mandatory onboarding" }];
  const input = two([plan("Free", 0, "month", { quota: "250 profiles; 5 USD mobile messages" })], facts, {
    free_plan: true,
    trial_days: 7,
  });
  for (const { subject: _subject, ...reading } of fromRow(input).readings) {
    expect(Observation.safeParse({ product: "x", source: "dated-page-reads", ...reading }).error).toBeUndefined();
  }
  expect(tiersOf(input)[0]?.limits).toEqual([{ name: "profiles", value: 250, unit: null }]);
});

test("Calendly: a year's price whose billing the row leaves open is billed as nobody knows", () => {
  const pricesOf = (billing: string | null) =>
    tiersOf(two([plan("Enterprise", 15000, "year", { period: "year", billing })]))[0]?.prices;
  expect(pricesOf(null)).toEqual([{ amount: 15000, period: "year", billing: null }]);
  expect(pricesOf("annual")).toMatchObject([{ billing: "annual" }]);
});

describe("what a price is tied to", () => {
  const noteOf = (input: unknown, kind = "plans") =>
    fromRow(input).readings.find(({ fact }) => fact.kind === kind)?.evidence.note;

  test("an allowance, a part of the service and a step stand in the note", () => {
    expect(noteOf(one([plan("Pay as you go", 5e-5, "per event past the free 1M a month", { period: "usage" })]))).toBe(
      "Pay as you go: per event past the free 1M a month.",
    );
    expect(
      noteOf(one([plan("Pay as you go, models at cost", 0.05, "a minute for hosting", { period: "usage" })])),
    ).toBe(
      "The file calls the plan Pay as you go “Pay as you go, models at cost”. Pay as you go: a minute for hosting.",
    );
    expect(
      noteOf(one([plan("Foundation (first 5 service connections included)", 10, "a service connection a month")])),
    ).toBe("The file calls the plan Foundation “Foundation (first 5 service connections included)”.");
    expect(noteOf(two([plan("Email", 20, "month", { quota: "from, 251-500 profiles; unlimited sends" })]))).toBe(
      "Some prices are starting prices. Email: from, 251-500 profiles; unlimited sends.",
    );
    expect(noteOf(two([plan("Basic", 9, "seat/month", { quota: "2 seats; 3 boards" })]))).toBeUndefined();
  });

  test("a share of each sale says of which sales", () => {
    const fees = [{ kind: "transaction_fee", value: 0.6, unit: "percent + card processing, Kit Commerce, every plan" }];
    expect(noteOf(two([plan("Creator", 33, "month")], fees), "hidden_cost")).toBe(
      "0.6 percent + card processing, Kit Commerce, every plan.",
    );
  });
});
