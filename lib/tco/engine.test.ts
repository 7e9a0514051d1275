import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { annualSavingNote } from "@/lib/catalog/annual-saving";
import { reduce } from "@/lib/catalog/reduce";
import { observe, paid, SOURCES, tier } from "@/lib/catalog/testing/observations";
import type { SeatBand } from "@/lib/schemas/primitives";
import type { ContractTerms, HiddenCost, ReducedRecord } from "@/lib/schemas/record";
import { bandedTotal } from "./bands";
import { type TcoRequest, totalCost } from "./engine";
import { receiptOf } from "./receipt";
import { stackTotals } from "./stack";

const ask = (rest: Partial<TcoRequest> = {}): TcoRequest => ({
  seats: 10,
  termYears: 1,
  includeHiddenCosts: true,
  ...rest,
});

function acme(tiers: ReturnType<typeof tier>[], hiddenCosts: HiddenCost[] = []) {
  const reduced = reduce([observe({ kind: "plans", currency: "USD", complete: true, tiers })], {
    asOf: "2026-02-01",
    sources: SOURCES,
  });
  return { ...reduced, hiddenCosts };
}

const cost = (rest: Partial<HiddenCost>): HiddenCost => ({
  kind: "onboarding",
  label: "Onboarding",
  amount: 100,
  percent: null,
  currency: "USD",
  unit: "once",
  observedAt: "2026-01-01",
  evidence: [],
  ...rest,
});

const annualAndMonthly = (id: string, monthly: number, annual: number) =>
  tier(id, {
    status: "published",
    prices: [
      { amount: monthly, period: "month", billing: "monthly" },
      { amount: annual, period: "month", billing: "annual" },
    ],
  });

const cents = fc.integer({ min: 1, max: 100_000 }).map((value) => value / 100);
const seats = fc.integer({ min: 1, max: 5000 });
const bands = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 200 }), cents), { minLength: 1, maxLength: 5 })
  .map((steps): SeatBand[] => {
    let from = 0;
    return steps.map(([width, unitPrice], index) => {
      const band = { from, upTo: index === steps.length - 1 ? null : from + width, unitPrice };
      from += width;
      return band;
    });
  });

describe("for any tier", () => {
  test("the cost never falls when seats are added", () => {
    fc.assert(
      fc.property(
        cents,
        fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
        seats,
        fc.integer({ min: 0, max: 500 }),
        (price, minimumSeats, few, more) => {
          const record = acme([paid("pro", price, { minimumSeats })]);
          const total = (count: number) => totalCost(record, ask({ seats: count, tier: "pro" })).total ?? Number.NaN;
          expect(total(few + more)).toBeGreaterThanOrEqual(total(few));
        },
      ),
    );
  });

  test("a term costs the sum of its lines, to the cent", () => {
    fc.assert(
      fc.property(cents, seats, fc.integer({ min: 1, max: 5 }), (price, count, termYears) => {
        const result = totalCost(
          acme(
            [paid("pro", price)],
            [cost({}), cost({ kind: "platform_fee", label: "Platform", unit: "year", amount: price })],
          ),
          ask({ seats: count, termYears }),
        );
        const inCents = result.lines.reduce((total, line) => total + Math.round(line.amount * 100), 0);
        expect(Math.round((result.total ?? 0) * 100)).toBe(inCents);
        expect(result.range.low).toBeLessThanOrEqual(result.range.base ?? 0);
        expect(result.range.high).toBeGreaterThanOrEqual(result.range.base ?? 0);
      }),
    );
  });

  test("the same question gets the same bytes", () => {
    fc.assert(
      fc.property(cents, seats, (price, count) => {
        const once = () =>
          JSON.stringify(
            totalCost(acme([paid("pro", price), tier("enterprise")]), ask({ seats: count, termYears: 3 })),
          );
        expect(once()).toBe(once());
      }),
    );
  });

  test("no total comes from a tier without a published price", () => {
    fc.assert(
      fc.property(
        seats,
        fc.constantFrom("contact_sales" as const, "not_published" as const, "unverified" as const),
        (count, status) => {
          const result = totalCost(acme([tier("enterprise", { status })]), ask({ seats: count, tier: "enterprise" }));
          expect([result.total, result.yearOne, result.perSeatMonthly, result.range.base]).toEqual([
            null,
            null,
            null,
            null,
          ]);
          expect(result.unknowns).toHaveLength(1);
        },
      ),
    );
  });
});

describe("for any bands and minimums", () => {
  const tierWith = (seatBands: SeatBand[], bandMode: "graduated" | "volume", minimumSeats?: number) =>
    acme([paid("pro", 1, { seatBands, bandMode, minimumSeats })]);
  const totalFor = (record: ReturnType<typeof acme>, count: number) =>
    totalCost(record, ask({ seats: count, tier: "pro" })).total ?? Number.NaN;

  test("graduated: the cost never falls when seats are added", () => {
    fc.assert(
      fc.property(
        bands,
        fc.integer({ min: 1, max: 60 }),
        seats,
        fc.integer({ min: 0, max: 400 }),
        (list, min, few, more) => {
          const record = tierWith(list, "graduated", min);
          expect(totalFor(record, few + more)).toBeGreaterThanOrEqual(totalFor(record, few));
        },
      ),
    );
  });

  // A cheaper volume band prices every seat, so the seat that reaches it may lower the total.
  test("volume: the cost never falls within a band", () => {
    fc.assert(
      fc.property(
        bands,
        fc.nat(4),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 0, max: 200 }),
        (list, nth, a, b) => {
          const band = list[nth % list.length] as SeatBand;
          const inside = (step: number) => Math.min(band.from + step, band.upTo ?? Number.POSITIVE_INFINITY);
          const record = tierWith(list, "volume");
          expect(totalFor(record, inside(a + b))).toBeGreaterThanOrEqual(totalFor(record, inside(a)));
        },
      ),
    );
  });

  test("volume: reaching a cheaper band may lower the whole", () => {
    const record = tierWith(
      [
        { from: 0, upTo: 10, unitPrice: 5 },
        { from: 10, upTo: null, unitPrice: 4 },
      ],
      "volume",
    );
    expect([totalFor(record, 10), totalFor(record, 11)]).toEqual([600, 528]);
  });

  test("a tier's minimum of seats costs as much as that many seats", () => {
    fc.assert(
      fc.property(bands, fc.integer({ min: 2, max: 60 }), (list, min) => {
        for (const mode of ["graduated", "volume"] as const) {
          expect(totalFor(tierWith(list, mode, min), 1)).toBe(totalFor(tierWith(list, mode), min));
        }
      }),
    );
  });
});

describe("stacks", () => {
  const entry = fc.record({ price: cents, seats, currency: fc.constantFrom("USD", "EUR"), known: fc.boolean() });
  const resultOf = ({
    price,
    seats: count,
    currency,
    known,
  }: {
    price: number;
    seats: number;
    currency: string;
    known: boolean;
  }) => ({
    seats: count,
    result: totalCost(
      acme([known ? paid("pro", price, { currency }) : tier("pro")]),
      ask({ seats: count, tier: "pro" }),
    ),
  });

  test("a stack costs exactly what its items cost, in one currency and with no unknown", () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 10 }), (entries) => {
        const items = entries.map(resultOf);
        const totals = stackTotals(items);
        const priced = entries.every(({ known }) => known);
        const currencies = new Set(entries.filter(({ known }) => known).map(({ currency }) => currency));
        if (!priced || currencies.size > 1) {
          expect([totals.total, totals.yearOne, totals.range.base]).toEqual([null, null, null]);
          expect(totals.mixed === null).toBe(currencies.size < 2);
        } else {
          const inCents = items.reduce((sum, { result }) => sum + Math.round((result.total ?? Number.NaN) * 100), 0);
          expect(Math.round((totals.total ?? Number.NaN) * 100)).toBe(inCents);
        }
        expect(totals.subtotals.map(({ currency }) => currency)).toEqual([...currencies].sort());
      }),
    );
  });

  test("a price of a seat is that of the stack only where every item has as many", () => {
    const item = (count: number) => resultOf({ price: 10, seats: count, currency: "USD", known: true });
    expect(stackTotals([item(5), item(5)]).perSeatMonthly).toBe(20);
    expect(stackTotals([item(5), item(6)]).perSeatMonthly).toBeNull();
  });

  test("no share is sourced of a stack whose total is unknown", () => {
    const known = resultOf({ price: 10, seats: 5, currency: "USD", known: true });
    const unknown = resultOf({ price: 10, seats: 5, currency: "USD", known: false });
    expect(stackTotals([known]).sourcedShare).toBe(1);
    expect(stackTotals([known, unknown])).toMatchObject({ total: null, sourcedShare: null });
  });

  test("the order of the items does not change the sums", () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), (entries) => {
        const items = entries.map(resultOf);
        expect(stackTotals([...items].reverse())).toEqual(stackTotals(items));
      }),
    );
  });
});

describe("receipts", () => {
  const question = { slug: "acme", ...ask() };
  const record = { slug: "acme", ...acme([paid("pro", 10)]) };
  const id = (item: { question: typeof question; record: typeof record }, asOf = "2026-02-01") =>
    receiptOf([item], asOf, "single").id;

  test("the same question to the same data has the same id; any other has another", () => {
    const first = id({ question, record });
    expect(id({ question: { ...question }, record: structuredClone(record) })).toBe(first);
    expect(id({ question: { ...question, seats: 11 }, record })).not.toBe(first);
    expect(id({ question, record }, "2026-02-02")).not.toBe(first);
    for (const changed of [
      acme([paid("pro", 11)]),
      acme([paid("pro", 10)], [cost({})]),
      { ...acme([paid("pro", 10)]), contractTerms: { minimumTermMonths: 24 } as ContractTerms },
    ]) {
      expect(id({ question, record: { slug: "acme", ...changed } })).not.toBe(first);
    }
  });
});

describe("bands", () => {
  const naive = (list: readonly SeatBand[], quantity: number) => {
    let total = 0;
    for (let unit = 1; unit <= quantity; unit++) {
      const band = list.find((item) => unit > item.from && (item.upTo === null || unit <= item.upTo));
      total += Math.round((band?.unitPrice ?? 0) * 100);
    }
    return total / 100;
  };

  test("graduated bands equal counting unit by unit", () => {
    fc.assert(
      fc.property(bands, fc.integer({ min: 0, max: 1200 }), (list, quantity) => {
        expect(bandedTotal(list, "graduated", quantity).toNumber()).toBeCloseTo(naive(list, quantity), 6);
      }),
    );
  });

  test("volume bands price every unit by the band that holds the whole", () => {
    const list = [
      { from: 0, upTo: 10, unitPrice: 5 },
      { from: 10, upTo: null, unitPrice: 4 },
    ];
    expect([10, 11].map((quantity) => bandedTotal(list, "volume", quantity).toNumber())).toEqual([50, 44]);
  });

  test("are read in any order, and the last one prices what lies beyond it", () => {
    const list = [
      { from: 10, upTo: 20, unitPrice: 4 },
      { from: 0, upTo: 10, unitPrice: 5 },
    ];
    expect([5, 15, 25].map((quantity) => bandedTotal(list, "graduated", quantity).toNumber())).toEqual([25, 70, 110]);
    expect([5, 15, 25].map((quantity) => bandedTotal(list, "volume", quantity).toNumber())).toEqual([25, 60, 100]);
  });
});

describe("rules", () => {
  test("without a tier, the cheapest paid tier that admits the team is taken", () => {
    const free = tier("free", { status: "published", prices: [{ amount: 0, period: "month", billing: null }] });
    const record = acme([free, paid("small", 2, { maximumSeats: 3 }), paid("pro", 8), paid("business", 15)]);
    expect(totalCost(record, ask({ seats: 3 })).tier?.id).toBe("small");
    expect(totalCost(record, ask({ seats: 4 })).tier?.id).toBe("pro");
  });

  test("a tier whose quantity is not given is taken last, and of equal prices the first", () => {
    const taken = (...tiers: ReturnType<typeof tier>[]) => totalCost(acme(tiers), ask()).tier?.id;
    expect(taken(paid("host", 1, { unit: "host" }), paid("pro", 8))).toBe("pro");
    expect(taken(paid("team", 8), paid("pro", 8))).toBe("team");
  });

  test("a free tier is taken only where every tier is free, or by name", () => {
    const free = tier("free", { status: "published", prices: [{ amount: 0, period: "month", billing: null }] });
    expect(totalCost(acme([free]), ask()).total).toBe(0);
    expect(totalCost(acme([free, tier("enterprise")]), ask()).total).toBeNull();
    expect(totalCost({ ...acme([free]), tiersComplete: false }, ask()).total).toBeNull();
    expect(totalCost(acme([free, tier("enterprise")]), ask({ tier: "free" })).total).toBe(0);
  });

  test("annual billing is taken where it is listed, and monthly on request", () => {
    const record = acme([annualAndMonthly("pro", 10, 8)]);
    expect(totalCost(record, ask())).toMatchObject({ billing: "annual", total: 960, perSeatMonthly: 8 });
    expect(totalCost(record, ask({ billing: "monthly" }))).toMatchObject({
      billing: "monthly",
      total: 1200,
      range: { low: 1200, base: 1200 },
    });
  });

  test("the low end of the range is the cheapest billing only if no billing is requested", () => {
    const record = acme([annualAndMonthly("pro", 8, 10)]);
    expect(totalCost(record, ask())).toMatchObject({ billing: "annual", total: 1200, range: { low: 960 } });
    expect(totalCost(record, ask({ billing: "annual" }))).toMatchObject({ total: 1200, range: { low: 1200 } });
  });

  test("annual billing where none is listed is counted as twelve monthly payments, and said", () => {
    const result = totalCost(acme([paid("pro", 10)]), ask({ billing: "annual" }));
    expect(result).toMatchObject({ billing: "monthly", total: 1200 });
    expect(result.assumptions.join(" ")).toContain("No price billed yearly is known");
  });

  test("what the cheapest billing would save follows the discount and the uplift", () => {
    const record = acme([annualAndMonthly("pro", 8, 10)]);
    const range = (assumptions: TcoRequest["assumptions"]) =>
      totalCost(record, ask({ termYears: 2, assumptions })).range;
    expect(range({ discountPercent: 50 })).toMatchObject({ low: 960, base: 1200 });
    expect(range({ renewalUpliftPercent: 10 })).toMatchObject({ low: 2016, base: 2520 });
  });

  test("a price whose billing nobody states is counted by the month and said to be so", () => {
    const unstated = tier("pro", { status: "published", prices: [{ amount: 9, period: "month", billing: null }] });
    for (const billing of [undefined, "monthly", "annual"] as const) {
      const result = totalCost(acme([unstated]), ask({ billing }));
      expect(result).toMatchObject({ billing: "unstated", total: 1080 });
      expect(result.assumptions[0]).toContain("does not say how the price is billed");
    }
  });

  test("a year's price is exact, beside a monthly one too", () => {
    const prices = [
      { amount: 10, period: "month" as const, billing: "monthly" as const },
      { amount: 100, period: "year" as const, billing: "annual" as const },
    ];
    for (const list of [prices, [...prices].reverse()]) {
      const record = acme([tier("pro", { status: "published", prices: list })]);
      expect(totalCost(record, ask({ seats: 1 }))).toMatchObject({ billing: "annual", total: 100 });
      expect(totalCost(record, ask({ seats: 1, billing: "monthly" }))).toMatchObject({
        total: 120,
        range: { low: 120 },
      });
    }
  });

  test("a price in no stated currency is unknown", () => {
    const record = acme([paid("pro", 10)]);
    const tiers = record.tiers?.map((item) => ({ ...item, currency: null }));
    expect(totalCost({ ...record, tiers }, ask({ tier: "pro" }))).toMatchObject({
      total: null,
      unknowns: [{ what: "pro" }],
    });
  });

  test("a minimum of seats is billed and said, wherever it is stated", () => {
    const limits = [{ name: "Minimum users", value: 25, unit: null }];
    for (const rest of [{ minimumSeats: 25 }, { limits }]) {
      const result = totalCost(acme([paid("pro", 10, rest)]), ask({ seats: 5 }));
      expect(result.total).toBe(3000);
      expect(result.assumptions.join(" ")).toContain("minimum of 25 seats");
    }
  });

  test("an extra cost by seat is paid for the seats that are billed", () => {
    const addOn = cost({ kind: "add_on", label: "Copilot", amount: 5, unit: "user/month" });
    const total = (rest: Partial<ReturnType<typeof tier>>, assumptions: TcoRequest["assumptions"]) =>
      totalCost(acme([paid("pro", 10, rest)], [addOn]), ask({ seats: 5, includeHiddenCosts: false, assumptions }))
        .total;
    expect(total({ minimumSeats: 25 }, { addOns: [{ id: "copilot" }] })).toBe(3000 + 1500);
    expect(total({ unit: "account" }, { addOns: [{ id: "copilot" }] })).toBe(120 + 300);
    expect(total({ unit: "account" }, { addOns: [{ id: "copilot", quantity: 2 }] })).toBe(120 + 120);
    expect(total({ unit: "account" }, {})).toBe(120);
  });

  test("an extra cost counts by its own period: once, a year or a month", () => {
    const addOns = ["once", "year", "month", "user/year"].map((unit) => cost({ kind: "add_on", label: unit, unit }));
    const total = (id: string, quantity?: number) =>
      totalCost(acme([paid("pro", 10)], addOns), ask({ termYears: 2, assumptions: { addOns: [{ id, quantity }] } }))
        .total;
    expect([total("once"), total("once", 3), total("year"), total("month"), total("user-year")]).toEqual(
      [100, 300, 200, 2400, 2000].map((amount) => 2400 + amount),
    );
  });

  test("a flat price does not grow with the team; another unit is counted as given, and never assumed", () => {
    expect(totalCost(acme([paid("team", 50, { unit: "account" })]), ask({ seats: 300 })).total).toBe(600);
    const hosts = acme([paid("pro", 15, { unit: "host" })]);
    expect(totalCost(hosts, ask())).toMatchObject({
      tier: { id: "pro" },
      total: null,
      lines: [],
      counts: [{ unit: "host", quantity: null }],
      unknowns: [{ what: "number of hosts", cause: "quantity_missing" }],
    });
    for (const given of [{ assumptions: { quantity: 12 } }, { seats: undefined, quantities: { host: 12 } }]) {
      expect(totalCost(hosts, ask(given)).lines).toMatchObject([{ quantity: 12, basis: "list", amount: 2160 }]);
    }
  });

  test("what a source says of annual billing in round figures is told, and not counted", () => {
    const record = acme([paid("pro", 10)]);
    const [id = ""] = record.tiers?.[0]?.evidence ?? [];
    const evidence = (record.evidence ?? []).map((entry) => ({
      ...entry,
      note: entry.id === id ? annualSavingNote(20) : null,
    }));
    const said = (billing: "annual" | "monthly") => totalCost({ ...record, evidence }, ask({ billing }));
    expect(said("annual").total).toBe(1200);
    expect(said("annual").assumptions.join(" ")).toContain("Billed yearly: about 20% less, according to the source");
    expect(said("annual").assumptions.join(" ")).not.toContain("No price billed yearly");
    expect(said("monthly").assumptions.join(" ")).not.toContain("about 20%");
  });

  test("an uplift compounds from the second year", () => {
    const result = totalCost(
      acme([paid("pro", 10)]),
      ask({ seats: 1, termYears: 3, assumptions: { renewalUpliftPercent: 10 } }),
    );
    expect(result.lines.map((line) => line.amount)).toEqual([120, 132, 145.2]);
    expect(result.total).toBe(397.2);
    expect(result.sourcedShare).toBeCloseTo(120 / 397.2, 3);
  });

  test("the contract's own uplift counts, wherever it is stated, unless another is asked for, 0 included", () => {
    const uplift = cost({ kind: "renewal_uplift", label: "Uplift", amount: null, percent: 10, unit: "renewal" });
    const terms = { contractTerms: { renewalUpliftPercent: 10 } as ContractTerms };
    const records = [acme([paid("pro", 10)], [uplift]), { ...acme([paid("pro", 10)]), ...terms }];
    for (const record of records) {
      const over = (assumptions?: TcoRequest["assumptions"]) =>
        totalCost(record, ask({ seats: 1, termYears: 2, assumptions }));
      expect(over()).toMatchObject({ total: 252, sourcedShare: 1, notCounted: [] });
      expect(over({ renewalUpliftPercent: 0 }).total).toBe(240);
      expect(over({ renewalUpliftPercent: 20 }).total).toBe(264);
    }
  });

  test("the end of a first term's discount is no rise of every year", () => {
    const uplift = cost({ kind: "renewal_uplift", label: "Pro", amount: 15, percent: 500, unit: "month" });
    const result = totalCost(acme([paid("pro", 10)], [uplift]), ask({ seats: 1, termYears: 3 }));
    expect(result).toMatchObject({ total: 360, notCounted: [{ kind: "renewal_uplift" }], optionalLines: [] });
  });

  test("the share that is sourced counts list prices and sourced costs, and a discount without its sign", () => {
    const record = acme([paid("pro", 10)], [cost({ amount: 600 })]);
    expect(totalCost(record, ask()).sourcedShare).toBe(1);
    expect(totalCost(record, ask({ assumptions: { discountPercent: 50 } })).sourcedShare).toBe(0.75);
  });

  test("the price of a seat is for a month of the whole term", () => {
    const result = totalCost(acme([paid("pro", 10)], [cost({ amount: 360 })]), ask({ seats: 10, termYears: 3 }));
    expect(result).toMatchObject({ total: 3960, yearOne: 1560, perSeatMonthly: 11 });
  });

  test("a required cost without an amount makes the total unknown; an optional one widens the range", () => {
    const required = totalCost(acme([paid("pro", 10)], [cost({ amount: null })]), ask());
    expect(required.total).toBeNull();
    expect(required.unknowns[0]?.what).toBe("Onboarding");
    const optional = totalCost(
      acme([paid("pro", 10)], [cost({ kind: "sso", label: "Single sign-on", amount: 5, unit: "user/month" })]),
      ask(),
    );
    expect(optional.range).toEqual({ low: 1200, base: 1200, high: 1800 });
    expect(totalCost(acme([paid("pro", 10)], [cost({ currency: "EUR" })]), ask()).total).toBeNull();
  });

  test("a required cost without an amount is never counted as 0, wherever the total is shown", () => {
    const result = totalCost(acme([paid("pro", 10)], [cost({ amount: null })]), ask());
    expect([
      result.total,
      result.yearOne,
      result.perSeatMonthly,
      ...Object.values(result.range),
      result.sourcedShare,
    ]).toEqual(Array(7).fill(null));
    expect(totalCost(acme([paid("pro", 10)], [cost({ amount: null })]), ask({ includeHiddenCosts: false })).total).toBe(
      1200,
    );
  });

  test("several offers of one kind are not all bought: the dearest widens the range", () => {
    const offers = [cost({ label: "Basic start", amount: 500 }), cost({ label: "Full start", amount: 900 })];
    const result = totalCost(acme([paid("pro", 10)], offers), ask());
    expect(result.range).toEqual({ low: 1200, base: 1200, high: 2100 });
    expect(result.assumptions.join(" ")).toContain("2 onboarding offers");
  });

  test("a likely cost without an amount leaves the top of the range unknown, and no more", () => {
    const unknown = (rest: Partial<HiddenCost>) =>
      totalCost(acme([paid("pro", 10)], [cost({ amount: null, ...rest })]), ask());
    for (const rest of [{ kind: "sso" as const, label: "Single sign-on" }, { label: "Onboarding, optional" }]) {
      expect(unknown(rest)).toMatchObject({ total: 1200, range: { low: 1200, base: 1200, high: null }, unknowns: [] });
      expect(unknown(rest).notCounted).toMatchObject([{ label: rest.label }]);
    }
    expect(unknown({ kind: "add_on", label: "Copilot" }).range.high).toBe(1200);
  });

  test("a cost whose label names another tier does not count", () => {
    const costs = [
      cost({ label: "Onboarding, Business", amount: 900 }),
      cost({ label: "Onboarding, Pro", amount: 300 }),
    ];
    const record = acme([paid("pro", 10), paid("business", 20)], costs);
    expect(totalCost(record, ask({ tier: "pro" })).total).toBe(1500);
    expect(totalCost(record, ask({ tier: "business" })).total).toBe(3300);
  });

  test("a cost whose label names the longer of two names is not that of the shorter", () => {
    const record = acme(
      [paid("pro", 10, { name: "Pro" }), paid("pro-plus", 20, { name: "Pro Plus" })],
      [cost({ label: "Onboarding, Pro Plus" })],
    );
    expect(["pro", "pro-plus"].map((id) => totalCost(record, ask({ tier: id })).total)).toEqual([1200, 2500]);
  });

  test("a share of the licence follows the licence after discount", () => {
    const share = cost({
      kind: "platform_fee",
      label: "Fee",
      amount: null,
      percent: 10,
      currency: null,
      unit: "subscription",
    });
    const result = totalCost(acme([paid("pro", 10)], [share]), ask({ assumptions: { discountPercent: 50 } }));
    expect(result.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["licence", 1200],
      ["discount", -600],
      ["platform_fee", 60],
    ]);
    expect(result.total).toBe(660);
    const first = cost({
      kind: "implementation",
      label: "Start",
      amount: null,
      percent: 250,
      unit: "first-year licence",
    });
    expect(totalCost(acme([paid("pro", 10)], [first]), ask({ termYears: 2 })).total).toBe(2400 + 3000);
  });

  test("a minimum spend is paid only as far as the licence falls short of it", () => {
    const floor = cost({ kind: "platform_fee", label: "Minimum spend", amount: 150, unit: "month" });
    const total = (count: number) => totalCost(acme([paid("pro", 10)], [floor]), ask({ seats: count })).total;
    expect([total(1), total(15), total(16)]).toEqual([1800, 1800, 1920]);
    const commitment = cost({ kind: "other", label: "Minimum commitment", amount: 1500, unit: "year" });
    expect(totalCost(acme([paid("pro", 10)], [commitment]), ask({ termYears: 2 })).total).toBe(3000);
  });

  test("an add-on counts only when it is named, and by a quantity where it needs one", () => {
    const addOns = [
      cost({ kind: "add_on", label: "Copilot", amount: 5, unit: "user/month" }),
      cost({ kind: "add_on", label: "Domains", amount: 2, unit: "domain/month" }),
    ];
    const record = acme([paid("pro", 10)], addOns);
    const plain = totalCost(record, ask());
    expect(plain).toMatchObject({ total: 1200, range: { high: 1200 }, optionalLines: [{ option: "copilot" }] });
    expect(plain.notCounted).toMatchObject([{ option: "domains" }]);
    const chosen = (list: { id: string; quantity?: number }[]) =>
      totalCost(record, ask({ assumptions: { addOns: list } }));
    expect(chosen([{ id: "copilot" }]).total).toBe(1800);
    expect(chosen([{ id: "domains", quantity: 3 }]).total).toBe(1272);
    expect(chosen([{ id: "domains" }])).toMatchObject({ total: null, unknowns: [{ what: "Domains" }] });
    expect(chosen([{ id: "nothing" }]).total).toBeNull();
  });

  test("an annual-only tier has no monthly price, and says how to ask", () => {
    const yearly = tier("pro", { status: "published", prices: [{ amount: 100, period: "year", billing: "annual" }] });
    expect(totalCost(acme([yearly]), ask({ seats: 1 }))).toMatchObject({ billing: "annual", total: 100 });
    const monthly = totalCost(acme([yearly]), ask({ seats: 1, billing: "monthly" }));
    expect(monthly.total).toBeNull();
    expect(monthly.unknowns[0]?.reason).toContain(
      "billed yearly. No price billed monthly is published. Choose annual billing.",
    );
  });

  test("a one-time licence is paid once and taken last", () => {
    const once = tier("lifetime", {
      status: "published",
      prices: [{ amount: 50, period: "once", billing: null }],
      unit: "user",
    });
    expect(totalCost(acme([once]), ask({ termYears: 3 }))).toMatchObject({
      billing: "one_time",
      yearOne: 500,
      total: 500,
    });
    expect(totalCost(acme([once, paid("pro", 10)]), ask()).tier?.id).toBe("pro");
    const support = cost({ kind: "support", label: "Care", amount: null, percent: 20, unit: "licence" });
    const chosen = ask({ termYears: 3, assumptions: { addOns: [{ id: "care" }] } });
    expect(totalCost(acme([once], [support]), chosen).total).toBe(600);
  });

  test("packs of people are bought whole", () => {
    const packs = acme([paid("pro", 100, { unit: "50 users" })]);
    expect([50, 51].map((count) => totalCost(packs, ask({ seats: count })).lines[0]?.quantity)).toEqual([1, 2]);
  });

  test("a flat price admits no more people than it includes", () => {
    const small = paid("small", 20, { unit: null, limits: [{ name: "Users", value: 3, unit: "user" }] });
    const record = acme([small, paid("large", 50, { unit: "account" })]);
    expect([3, 4].map((count) => totalCost(record, ask({ seats: count })).tier?.id)).toEqual(["small", "large"]);
    expect(totalCost(record, ask({ seats: 4, tier: "small" })).unknowns[0]?.reason).toContain("at most 3 people");
  });

  test("a price of the account is not taken for a team where others are priced by seat, unless it says whom it covers", () => {
    const plus = paid("plus", 20, { unit: "account" });
    const record = acme([plus, paid("business", 25)]);
    expect([1, 25].map((seats) => totalCost(record, ask({ seats })).tier?.id)).toEqual(["plus", "business"]);
    const all = paid("all", 100, { unit: "account", limits: [{ name: "users", value: null, unit: null }] });
    expect(totalCost(acme([all, paid("business", 25)]), ask({ seats: 25 })).tier?.id).toBe("all");
    const alone = totalCost(acme([plus]), ask({ seats: 25 }));
    expect(alone.total).toBe(240);
    expect(alone.assumptions.join(" ")).toContain("does not say how many people it covers");
    expect(totalCost(acme([all]), ask({ seats: 25 })).assumptions.join(" ")).not.toContain("how many people");
  });

  test("an account called Individual or Solo covers one person", () => {
    const record = acme([paid("individual", 3, { unit: "account", name: "Individual" })]);
    expect(totalCost(record, ask({ seats: 1 })).total).toBe(36);
    expect(totalCost(record, ask({ seats: 2 }))).toMatchObject({ total: null, tier: null });
    expect(totalCost(record, ask({ seats: 2 })).unknowns[0]?.reason).toContain("It is not sold to teams.");
    const team = acme([
      paid("solo", 3, { name: "Solo", unit: null, limits: [{ name: "Users", value: 5, unit: "user" }] }),
    ]);
    expect(totalCost(team, ask({ seats: 5 })).total).toBe(36);
  });

  test("a price without a unit is not known for a team, and the reason is stated", () => {
    const record = acme([paid("pro", 20, { unit: null })]);
    expect(totalCost(record, ask({ seats: 1 })).total).toBe(240);
    const team = totalCost(record, ask({ seats: 25 }));
    expect(team).toMatchObject({ tier: null, total: null });
    expect(team.unknowns[0]?.reason).toContain("The cost for 25 people is not known");
  });

  test("a minimum number of seats shows that a price is per person", () => {
    const record = acme([paid("pro", 20, { unit: null, minimumSeats: 10 })]);
    expect(totalCost(record, ask({ seats: 30 })).total).toBe(7200);
  });

  test.each([
    [2, 3],
    [4, 5],
    [7, 10],
    [15, 15],
    [16, 20],
  ])("%d seats sold in blocks are billed as %d", (seats, billed) => {
    const record = acme([paid("basic", 10, { seatBlocks: [3, 5, 10, 15] })]);
    const { lines, assumptions } = totalCost(record, ask({ seats }));
    expect(lines).toMatchObject([{ quantity: billed, amount: billed * 120 }]);
    expect(assumptions.some((text) => text.includes("sold in blocks"))).toBe(billed > seats);
  });

  test("a base fee is a line of its own and part of every year, discount and comparison", () => {
    const list = observe({
      kind: "plans",
      currency: "USD",
      complete: true,
      tiers: [paid("simple", 6, { name: "Simple" })],
    });
    const extra = observe({
      kind: "hidden_cost",
      cost: "platform_fee",
      label: "Base fee, Simple",
      amount: 49,
      percent: null,
      currency: "USD",
      unit: "month",
    });
    const record = reduce([list, extra], { asOf: "2026-02-01", sources: SOURCES }) as ReducedRecord;
    expect(record.hiddenCosts).toBeUndefined();
    expect(record.tiers?.[0]?.baseFee).toEqual({ amount: 49, currency: "USD", period: "month" });
    const result = totalCost(record, ask({ seats: 10, assumptions: { discountPercent: 50 } }));
    expect(result.lines.map(({ label, amount }) => [label, amount])).toEqual([
      ["Simple", 720],
      ["Simple, base fee", 588],
      ["Discount of 50%", -654],
    ]);
    expect(result.total).toBe(654);
  });

  test("the fewest and the most seats of a tier hold by any name that its limits give them", () => {
    const sold = (id: string, amount: number, least: number, most: number) =>
      paid(id, amount, {
        limits: [
          { name: "Min licenses", value: least, unit: "license" },
          { name: "Max licenses", value: most, unit: "license" },
        ],
      });
    const record = acme([sold("pro", 13, 1, 9), sold("business", 18, 10, 250)]);
    expect([9, 10, 250].map((seats) => totalCost(record, ask({ seats })).tier?.id)).toEqual([
      "pro",
      "business",
      "business",
    ]);
    expect(totalCost(record, ask({ seats: 5, tier: "business" })).lines[0]?.quantity).toBe(10);
    expect(totalCost(record, ask({ seats: 251 })).unknowns[0]?.reason).toContain("at most 250 seats");
  });

  test("what a price by seat includes, or a limit counts by something else, is no limit of the team", () => {
    const limits = [{ name: "Users", value: 3, unit: "user" }];
    expect(totalCost(acme([paid("pro", 10, { limits })]), ask()).total).toBe(1200);
    const projects = [{ name: "Users", value: 3, unit: "project" }];
    expect(totalCost(acme([paid("pro", 20, { unit: "account", limits: projects })]), ask()).total).toBe(240);
  });

  test("contract terms that bind longer than the term are told", () => {
    const terms = { contractTerms: { minimumTermMonths: 24 } as ContractTerms };
    const said = (termYears: number) =>
      totalCost({ ...acme([paid("pro", 10)]), ...terms }, ask({ termYears })).assumptions.join(" ");
    expect(said(1)).toContain("at least 24 months");
    expect(said(2)).not.toContain("at least");
  });

  test("tiers in another currency are not weighed against each other", () => {
    const record = { ...acme([paid("pro", 10), paid("euro", 1, { currency: "EUR" })]), currency: "USD" };
    expect(totalCost(record, ask()).tier?.id).toBe("pro");
    expect(totalCost(record, ask({ tier: "euro" })).currency).toBe("EUR");
  });

  test("a price of the account does not stand in for a headline price by a unit that nobody counted", () => {
    const record = acme([paid("credits", 500, { unit: "account" }), paid("pro", 15, { unit: "host" })]);
    const unasked = totalCost(record, ask({ seats: 20 }));
    expect(unasked).toMatchObject({ total: null, tier: { id: "pro" }, counts: [{ unit: "host", quantity: null }] });
    expect(unasked.unknowns[0]?.reason).toBe(
      "pro costs $15 per host per month, billed monthly. Enter the number of hosts.",
    );
    expect(totalCost(record, ask({ seats: 20, quantities: { host: 2 } })).total).toBe(360);
    expect(totalCost(record, ask({ seats: 20, tier: "credits" })).total).toBe(6000);
    const cheapest = acme([paid("plan", 10, { unit: "account" }), paid("pro", 15, { unit: "host" })]);
    expect(totalCost(cheapest, ask({ seats: 20 })).total).toBe(120);
    expect(totalCost(acme([paid("credits", 500, { unit: "account" }), paid("seat", 15)]), ask()).total).toBe(1800);
  });

  test("an extra cost per workspace or company is counted once and says so, unless its quantity is given", () => {
    const fee = (rest: Partial<HiddenCost>) =>
      cost({ kind: "platform_fee", label: "Archive", amount: 5, unit: "workspace/month", ...rest });
    const counted = totalCost(acme([paid("pro", 10)], [fee({})]), ask());
    expect([counted.total, counted.assumptions]).toEqual([1260, ["Archive: one workspace is assumed."]]);
    const optional = totalCost(acme([paid("pro", 10)], [fee({ kind: "add_on" })]), ask());
    expect(optional.assumptions).toEqual(["Archive: one workspace is assumed."]);
    const given = ask({ assumptions: { addOns: [{ id: "archive", quantity: 3 }] } });
    expect(totalCost(acme([paid("pro", 10)], [fee({})]), given)).toMatchObject({ total: 1380, assumptions: [] });
    for (const unit of ["month", "year", "once", "user/month"]) {
      expect(totalCost(acme([paid("pro", 10)], [fee({ unit })]), ask()).assumptions, unit).toEqual([]);
    }
  });

  test("what a cost is priced by is told without a slash", () => {
    const record = acme([paid("pro", 10)], [cost({ kind: "add_on", label: "Scans", unit: "active committer/month" })]);
    expect(totalCost(record, ask()).notCounted[0]?.reason).toBe(
      "It costs $100 per active committer per month. Enter the number of active committers in quantities.",
    );
  });

  test("a requested tier is not replaced by one whose quantity is given", () => {
    const record = acme([paid("pro", 10), paid("basic-site", 5, { unit: "site" }), paid("cms", 29, { unit: "site" })]);
    expect(totalCost(record, ask({ seats: undefined, tier: "cms", quantities: { site: 2 } }))).toMatchObject({
      tier: { id: "cms" },
      total: 696,
    });
    const waiting = totalCost(record, ask({ seats: undefined, tier: "pro", quantities: { site: 2 } }));
    expect(waiting).toMatchObject({ tier: { id: "pro" }, total: null });
    const limited = paid("large", 29, { unit: "site", limits: [{ name: "Maximum users", value: 50, unit: null }] });
    const result = totalCost(acme([limited]), ask({ seats: undefined, tier: "large", quantities: { site: 1 } }));
    expect([result.total, result.assumptions[0]]).toEqual([348, "large covers at most 50 people."]);
  });

  test("of two tiers with one cost, the one with fewer commitments is chosen", () => {
    const yearly = (id: string) =>
      tier(id, { status: "published", prices: [{ amount: 20, period: "month", billing: "annual" }] });
    const choose = (...tiers: ReturnType<typeof tier>[]) => totalCost(acme(tiers), ask()).tier?.id;
    expect(choose(yearly("enterprise"), yearly("team"))).toBe("team");
    expect(choose(yearly("plus"), annualAndMonthly("team", 25, 20))).toBe("team");
    expect(choose(annualAndMonthly("enterprise", 25, 20), yearly("team"))).toBe("team");
    expect(choose(yearly("team"), yearly("plus"))).toBe("team");
  });

  test("a service that others estimate, or that buyers order, is optional", () => {
    const record = acme([paid("pro", 10)], [cost({ kind: "implementation", evidence: ["ev_1"] })]);
    const [evidence] = record.evidence ?? [];
    const seenBy = (trust: "A" | "C") =>
      totalCost({ ...record, evidence: evidence ? [{ ...evidence, id: "ev_1", trust }] : [] }, ask());
    expect(seenBy("A").total).toBe(1300);
    expect(seenBy("C")).toMatchObject({ total: 1200, range: { high: 1300 }, optionalLines: [{ amount: 100 }] });
    for (const label of ["Implementation estimate", "Premium onboarding", "Jumpstart package"])
      expect(totalCost(acme([paid("pro", 10)], [cost({ label })]), ask()).total, label).toBe(1200);
  });

  test("a minimum contract is named with its amount, and paid if the licence is below it", () => {
    const yearly = tier("pro", { status: "published", prices: [{ amount: 10, period: "month", billing: "annual" }] });
    const record = acme([yearly], [cost({ kind: "other", label: "Minimum contract", amount: 1500, unit: "contract" })]);
    expect(totalCost(record, ask())).toMatchObject({
      total: 1500,
      lines: [{}, { kind: "minimum_spend", amount: 300 }],
    });
    const above = totalCost(record, ask({ seats: 20 }));
    expect([above.total, above.assumptions.at(-1)]).toEqual([
      2400,
      "Minimum contract: the licence is above $1,500 per contract.",
    ]);
  });

  test("a capability that the tier has is not charged, even if its add-on is requested", () => {
    const evidence: string[] = [];
    const sso = { capability: "sso" as const, tiers: ["enterprise"], firstTier: "enterprise", addOn: null, evidence };
    const record = {
      ...acme([paid("team", 4), paid("enterprise", 6)], [cost({ kind: "sso", label: "SSO", unit: "user/month" })]),
      capabilities: [{ ...sso, observedAt: "2026-01-01" }],
    };
    expect(totalCost(record, ask({ tier: "team" })).optionalLines).toHaveLength(1);
    expect(totalCost(record, ask({ tier: "enterprise" }))).toMatchObject({ optionalLines: [], notCounted: [] });
    const requested = totalCost(record, ask({ tier: "enterprise", assumptions: { addOns: [{ id: "sso" }] } }));
    expect([requested.total, requested.assumptions]).toEqual([
      720,
      ['enterprise includes what "sso" adds to other tiers.'],
    ]);
  });

  test("one store is assumed if no number of stores is given", () => {
    const record = acme([paid("basic", 10, { unit: "store" }), paid("host", 20, { unit: "host" })]);
    const none = totalCost(record, ask({ seats: undefined, tier: "basic" }));
    expect(none).toMatchObject({ total: 120, counts: [{ unit: "store", quantity: 1 }] });
    expect(none.assumptions[0]).toBe("One store is assumed. For another number, enter quantities with store.");
    expect(totalCost(record, ask({ seats: undefined, tier: "basic", quantities: { store: 3 } })).total).toBe(360);
    expect(totalCost(record, ask({ seats: undefined, tier: "host" })).total).toBeNull();
  });

  test("of several prices of one add-on the highest is counted", () => {
    const copilot = (amount: number) => cost({ kind: "add_on", label: "Copilot", unit: "year", amount });
    const record = acme([paid("pro", 10)], [copilot(290), copilot(350)]);
    const result = totalCost(record, ask({ assumptions: { addOns: [{ id: "copilot" }] } }));
    expect([result.total, result.assumptions]).toEqual([1550, ["Copilot has 2 prices. The highest is counted."]]);
  });

  test("a plan for solopreneurs covers one person", () => {
    const record = acme([paid("solopreneur", 20, { unit: "company" })]);
    expect(totalCost(record, ask({ seats: 1 })).total).toBe(240);
    expect(totalCost(record, ask({ seats: 60 })).total).toBeNull();
  });
});
