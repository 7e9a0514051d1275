import { describe, expect, test } from "vitest";
import { reduce } from "@/lib/catalog/reduce";
import { observe, paid, SOURCES, tier } from "@/lib/catalog/testing/observations";
import type { HiddenCost } from "@/lib/schemas/record";
import { counterOf } from "./counters";
import { type TcoRequest, totalCost } from "./engine";

type StatedTier = ReturnType<typeof tier>;

function acme(tiers: StatedTier[], hiddenCosts: HiddenCost[] = []) {
  const reduced = reduce([observe({ kind: "plans", currency: "USD", complete: true, tiers })], {
    asOf: "2026-02-01",
    sources: SOURCES,
  });
  return { ...reduced, hiddenCosts };
}

const byUse = (id: string, amount: number, unit: string, rest: Partial<StatedTier> = {}) =>
  tier(id, { status: "published", unit, prices: [{ amount, period: "usage", billing: null }], ...rest });

const overage = (label: string, amount: number, unit: string): HiddenCost => ({
  kind: "overage",
  label,
  amount,
  percent: null,
  currency: "USD",
  unit,
  observedAt: "2026-01-01",
  evidence: [],
});

const ask = (quantities: Record<string, number>, rest: Partial<TcoRequest> = {}): TcoRequest => ({
  quantities,
  termYears: 1,
  includeHiddenCosts: true,
  ...rest,
});

describe("a tier priced by use", () => {
  test("costs the use of each month of the year, and a part of a pack its share", () => {
    const record = acme([byUse("mail", 0.1, "1,000 emails")]);
    const result = totalCost(record, ask({ email: 2_500 }));
    expect(result).toMatchObject({ total: 3, billing: "usage", counts: [{ unit: "email", quantity: 2500 }] });
    expect(result.lines).toMatchObject([{ quantity: 2.5, unitPrice: 0.1, unit: "1,000 emails", amount: 3 }]);
  });

  test("keeps a unit price below one cent", () => {
    const [line] = totalCost(acme([byUse("text", 0.0083, "message")]), ask({ SMS: 10_000 })).lines;
    expect(line).toMatchObject({ unitPrice: 0.0083, amount: 996 });
  });

  test("is chosen by price if several have one unit, and the others are named", () => {
    const record = acme([byUse("video", 0.022, "message"), byUse("text", 0.0083, "message")]);
    const { tier, assumptions } = totalCost(record, ask({ message: 100 }));
    expect(tier?.id).toBe("text");
    expect(assumptions.join(" ")).toContain("[video]");
    expect(totalCost(record, ask({ video: 100 })).total).toBe(26.4);
  });

  test("counts beside people", () => {
    const record = acme([paid("pro", 30), byUse("agent", 0.99, "outcome")]);
    expect(totalCost(record, ask({ resolution: 3_000 }, { seats: 10 })).total).toBe(3_600 + 35_640);
  });

  test("beyond an allowance that nobody states is no price of all of it", () => {
    const { total, unknowns } = totalCost(acme([byUse("overage", 0.001, "email")]), ask({ email: 10 }));
    expect(total).toBeNull();
    expect(unknowns[0]?.reason).toContain("beyond a plan's allowance");
  });

  test("for another country stands for none", () => {
    const record = acme([byUse("us-text", 0.0083, "message", { name: "US SMS" })]);
    const { total, unknowns } = totalCost(record, ask({ message: 10 }, { region: "Germany" }));
    expect([total, unknowns[0]?.reason]).toEqual([
      null,
      "Germany: no rate is known. Known rates: US SMS, $0.0083 per message.",
    ]);
    for (const region of ["US", "usa", "United States"])
      expect(totalCost(record, ask({ message: 10 }, { region })).total, region).not.toBeNull();
  });
});

describe("an allowance", () => {
  const plan = (id: string, price: number, emails: number) =>
    paid(id, price, { unit: "account", limits: [{ name: "emails", value: emails, unit: "per month" }] });
  const record = acme(
    [plan("basic", 15, 10_000), plan("large", 90, 100_000)],
    [overage("Extra use (Basic)", 1.8, "1000 emails")],
  );

  test("covers what it includes, and the overage is charged for the rest", () => {
    expect(totalCost(record, ask({ email: 10_000 })).total).toBe(180);
    const result = totalCost(record, ask({ email: 12_000 }));
    expect(result.total).toBe(180 + 43.2);
    expect(result.lines).toMatchObject([
      { amount: 180 },
      { kind: "overage", quantity: 2, unitPrice: 1.8, amount: 43.2 },
    ]);
  });

  test("selects the tier that costs least with its overage", () => {
    expect(totalCost(record, ask({ email: 90_000 })).tier?.id).toBe("large");
  });

  test("without a price for more refuses more", () => {
    const { tier, unknowns } = totalCost(record, ask({ email: 200_000 }, { tier: "large" }));
    expect(tier).toBeNull();
    expect(unknowns[0]?.reason).toContain("The price covers 100,000 emails per month. No price for more is known.");
  });

  test("is read in the name of a tier", () => {
    const bands = acme([
      paid("s", 20, { name: "Pro, 50,000 emails", unit: "account" }),
      paid("l", 35, { name: "Pro, 100,000 emails", unit: "account" }),
    ]);
    expect(totalCost(bands, ask({ email: 60_000 })).total).toBe(420);
  });

  test("in the label of an overage is not charged, and an overage listed twice is charged once", () => {
    const hosting = acme(
      [paid("pro", 20)],
      [overage("Transfer beyond 1 TB (Pro)", 0.15, "GB"), overage("Extra use: bandwidth beyond 1 TB", 0.15, "GB")],
    );
    const result = totalCost(hosting, ask({ GB: 2_000 }, { seats: 8 }));
    expect(result.total).toBe(1920 + 1800);
    expect([result.optionalLines, result.notCounted]).toEqual([[], []]);
  });

  test("of several prices in one unit must be named", () => {
    const hosting = acme(
      [paid("pro", 20)],
      [overage("Disk beyond 8 GB", 0.125, "GB"), overage("Egress beyond 250 GB", 0.09, "GB")],
    );
    expect(totalCost(hosting, ask({ GB: 10 }, { seats: 1 })).unknowns[0]?.reason).toContain("[egress-beyond-250-gb]");
    expect(totalCost(hosting, ask({ "egress-beyond-250-gb": 350 }, { seats: 1 })).total).toBe(240 + 108);
  });

  test("of people is extended by the price of extra people", () => {
    const team = acme(
      [paid("team", 50, { unit: "account", maximumSeats: 5 })],
      [overage("Extra user (Team)", 8, "user/month")],
    );
    expect(totalCost(team, ask({}, { quantities: undefined, seats: 7 })).total).toBe(600 + 192);
  });
});

describe("the name of a quantity", () => {
  const record = acme([byUse("storage", 6.95, "TB-month"), byUse("mail", 0.1, "1,000 emails")]);

  test.each([
    ["TB", "TB-month", 1],
    ["TB-month", "TB-month", 1],
    ["GB", "TB-month", 0.001],
    ["Emails", "email", 1],
    ["1,000 emails", "email", 1000],
    ["email sends", "email", 1],
    ["mail", "mail", 1],
  ])("%s means %s", (asked, name, factor) => {
    expect(counterOf(record, asked)).toMatchObject({ name, factor });
  });

  test("of nothing that the product sells means nothing", () => {
    expect(counterOf(record, "wombat")).toBeNull();
  });
});

describe("bytes", () => {
  const storage = byUse("storage", 6, "TB-month");
  const egress = overage("Extra use: egress beyond 3 times storage", 0.01, "GB");

  test("beside stored bytes are transferred, in any size", () => {
    const record = acme([storage], [egress]);
    const total = (quantities: Record<string, number>) => totalCost(record, ask(quantities)).total;
    expect(total({ "GB-month": 5_000 })).toBe(360);
    expect(total({ storageGbMonths: 5_000 })).toBe(360);
    expect(total({ "TB-month": 5, GB: 15_000 })).toBe(360);
    expect(total({ "TB-month": 5, TB: 16 })).toBe(480);
    expect(total({ GB: 100 })).toBe(12);
  });

  test("that are transferred have no price of stored ones", () => {
    const record = acme([byUse("storage", 0.02, "GB-month")]);
    expect(totalCost(record, ask({ GB: 100 })).total).toBe(24);
    const both = totalCost(record, ask({ "GB-month": 100, GB: 10 }));
    expect(both).toMatchObject({ total: null, unknowns: [{ what: "data transfer", cause: "no_price" }] });
    expect(both.lines).toMatchObject([{ amount: 24 }]);
  });

  test("of one meter in two sizes have the headline price", () => {
    const terabyte = tier("paygo", {
      status: "published",
      unit: "TB",
      prices: [{ amount: 8, period: "month", billing: null }],
    });
    const record = acme([terabyte, byUse("old", 0.004, "GB-month")]);
    for (const [unit, count] of [
      ["GB-month", 5_000],
      ["storageGbMonths", 5_000],
      ["TB", 5],
    ] as const)
      expect(totalCost(record, ask({ [unit]: count }))).toMatchObject({ tier: { id: "paygo" }, total: 480 });
  });
});

test("an allowance far above the use says that tiers between them are not known", () => {
  const tiers = [
    paid("Scale, 100,000 emails", 90, { unit: "account" }),
    paid("Scale, 2,500,000 emails", 1150, { unit: "account" }),
  ];
  const note = "Tiers between 100,000 and 2,500,000 emails are not known. One of them may cost less.";
  const notes = (complete: boolean, email: number) =>
    totalCost({ ...acme(tiers), tiersComplete: complete }, ask({ email })).assumptions;
  expect(notes(false, 500_000)).toContain(note);
  expect(notes(false, 2_000_000)).not.toContain(note);
  expect(notes(true, 500_000)).not.toContain(note);
});
