import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fact, Observation, RatesFact } from "@/lib/schemas/observation";
import { addDays } from "./day";
import {
  BLOCKED,
  BOUNDS,
  examine,
  isAllowanceAsUnit,
  SANITY_RULES,
  type SanityRule,
  withFlatFees,
  withholdBlocked,
} from "./sanity";
import { FIRST_DAY, ledger, observe, paid, tier } from "./testing/observations";

const plans = (tiers: ReturnType<typeof tier>[], currency = "USD"): Fact => ({
  kind: "plans",
  currency,
  complete: true,
  tiers,
});

const rates = (unitPrice: number, rest: Partial<RatesFact["meters"][number]> = {}): RatesFact => ({
  kind: "rates",
  model: "acme-1",
  currency: "USD",
  meters: [
    {
      name: "inputTokens",
      unit: "token",
      per: 1_000_000,
      mode: "standard",
      tierMode: null,
      prices: [{ unitPrice, from: 0, upTo: null, when: null }],
      ...rest,
    },
  ],
});

const market = (median: number, rest: object = {}): Fact => ({
  kind: "market",
  publisher: "Example",
  medianAnnualCost: median,
  low: null,
  high: null,
  sampleSize: null,
  currency: "USD",
  scope: "product",
  ...rest,
});

const day = (days: number) => addDays(FIRST_DAY, days);

/** Voices that show the same two tiers and one rate on two days; prices differ and move by less than half. */
const cleanLedger: fc.Arbitrary<Observation[]> = fc
  .record({
    pro: fc.integer({ min: 5, max: 500 }),
    rate: fc.integer({ min: 1, max: 400 }),
    voices: fc.array(fc.record({ share: fc.constantFrom(1, 1.1, 1.25), move: fc.constantFrom(1, 1.2, 0.9) }), {
      minLength: 1,
      maxLength: 4,
    }),
    currency: fc.constantFrom("USD", "EUR"),
  })
  .map(({ pro, rate, voices, currency }) =>
    voices.flatMap(({ share, move }, index) =>
      [0, 90, 400].flatMap((days, step) => {
        const factor = share * (step === 0 ? 1 : move);
        const rest = { voice: `voice ${index}`, observedAt: day(days) };
        return [
          observe(
            plans(
              [
                tier("free", { status: "published", prices: [{ amount: 0, period: "month", billing: null }] }),
                paid("pro", pro * factor),
                paid("business", pro * 2 * factor),
                tier("enterprise"),
              ],
              currency,
            ),
            rest,
          ),
          observe(rates(rate * factor), rest),
        ];
      }),
    ),
  );

function findings(observations: readonly Observation[], asOf?: string) {
  return examine(observations, { asOf }).map(({ rule, action }) => `${action} ${rule}`);
}

test("verdicts do not depend on the order of observations or on their repetition", () => {
  fc.assert(
    fc.property(
      ledger.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
      ([rows, shuffled]) => {
        const twice = JSON.parse(JSON.stringify([...shuffled, ...rows])) as Observation[];
        expect(examine(twice, { asOf: "2024-01-01" })).toEqual(examine(rows, { asOf: "2024-01-01" }));
      },
    ),
  );
});

test("a clean ledger gets no verdict", () => {
  fc.assert(
    fc.property(cleanLedger, (rows) => {
      expect(examine(rows, { asOf: day(400) })).toEqual([]);
    }),
  );
});

test("verdicts on one product do not depend on other products", () => {
  fc.assert(
    fc.property(ledger, cleanLedger, (rows, others) => {
      const elsewhere = others.map((row) => ({ ...row, product: "globex" }));
      expect(examine([...rows, ...elsewhere])).toEqual(examine(rows));
    }),
  );
});

const north = { voice: "north", observedAt: day(10) };
const south = { voice: "south", observedAt: day(20) };
const west = { voice: "west", observedAt: day(30) };
const series = (facts: [number, Fact][]) => facts.map(([days, fact]) => observe(fact, { observedAt: day(days) }));

const PLANTED: { defect: string; rule: SanityRule; action: "block" | "flag"; rows: Observation[]; asOf?: string }[] = [
  {
    defect: "a seat dearer than any",
    rule: "impossible_value",
    action: "block",
    rows: [observe(plans([paid("pro", BOUNDS.seatPerMonth + 1)]))],
  },
  {
    defect: "a token price of another unit",
    rule: "impossible_value",
    action: "block",
    rows: [observe(rates(10_001))],
  },
  {
    defect: "a support package above any price",
    rule: "impossible_value",
    action: "block",
    rows: [
      observe({
        kind: "hidden_cost",
        cost: "support",
        label: "Support",
        amount: BOUNDS.hiddenCost + 1,
        percent: null,
        currency: "USD",
        unit: "year",
      }),
    ],
  },
  {
    defect: "a notice period of decades",
    rule: "impossible_value",
    action: "block",
    rows: [observe({ kind: "contract_term", field: "nonRenewalNoticeDays", value: 9_000 })],
  },
  {
    defect: "a tenfold blip of some days",
    rule: "reverted_move",
    action: "block",
    rows: series([
      [0, rates(3)],
      [10, rates(0.3)],
      [16, rates(3)],
    ]),
  },
  {
    defect: "a sixfold move taken back after months",
    rule: "reverted_move",
    action: "flag",
    rows: series([
      [0, plans([paid("pro", 10)])],
      [100, plans([paid("pro", 60)])],
      [300, plans([paid("pro", 10)])],
    ]),
  },
  {
    defect: "the same figures in euro",
    rule: "currency_twin",
    action: "flag",
    rows: series([
      [0, plans([paid("pro", 10), paid("business", 20)])],
      [300, plans([paid("pro", 10), paid("business", 20)], "EUR")],
    ]),
  },
  {
    defect: "cents beside one peer",
    rule: "cents_as_dollars",
    action: "flag",
    rows: [observe(plans([paid("pro", 900)]), north), observe(plans([paid("pro", 9)]), south)],
  },
  {
    defect: "cents beside two peers that agree",
    rule: "cents_as_dollars",
    action: "block",
    rows: [
      observe(plans([paid("pro", 900)]), north),
      observe(plans([paid("pro", 9)]), south),
      observe(plans([paid("pro", 9)]), west),
    ],
  },
  {
    defect: "a yearly total as a month beside a peer",
    rule: "annual_as_monthly",
    action: "flag",
    rows: [observe(plans([paid("pro", 108)]), north), observe(plans([paid("pro", 9)]), south)],
  },
  {
    defect: "a yearly total as a month beside two peers",
    rule: "annual_as_monthly",
    action: "block",
    rows: [
      observe(plans([paid("pro", 90)]), north),
      observe(plans([paid("pro", 9)]), south),
      observe(plans([paid("pro", 9)]), west),
    ],
  },
  {
    defect: "a yearly total beside the monthly price of the same tier",
    rule: "annual_as_monthly",
    action: "block",
    rows: [
      observe(
        plans([
          paid("pro", 9, {
            prices: [
              { amount: 9, period: "month", billing: "monthly" },
              { amount: 90, period: "month", billing: "annual" },
            ],
          }),
        ]),
      ),
    ],
  },
  {
    defect: "a yearly price of less than half the monthly one",
    rule: "introductory_annual",
    action: "flag",
    rows: [
      observe(
        plans([
          paid("pro", 20, {
            prices: [
              { amount: 20, period: "month", billing: "monthly" },
              { amount: 84, period: "year", billing: "annual" },
            ],
          }),
        ]),
      ),
    ],
  },
  {
    defect: "a price per 1K among two per 1M",
    rule: "unit_misread",
    action: "block",
    rows: [observe(rates(0.003), north), observe(rates(3), south), observe(rates(0.003, { per: 1_000 }), west)],
  },
  {
    defect: "a flat fee by the user of whom it includes hundreds",
    rule: "allowance_as_unit",
    action: "block",
    rows: [
      observe(plans([paid("essentials", 35, { unit: "MAU", limits: [{ name: "MAU", value: 500, unit: null }] })])),
    ],
  },
  {
    defect: "a seat at the price of all that its tier includes",
    rule: "allowance_as_unit",
    action: "flag",
    rows: [observe(plans([paid("business", 299, { limits: [{ name: "Users", value: 20, unit: "user" }] })]))],
  },
  {
    defect: "a tier named free with a price",
    rule: "free_with_price",
    action: "flag",
    rows: [observe(plans([paid("free", 9, { name: "Free" })]))],
  },
  {
    defect: "an enterprise tier at 0",
    rule: "zero_unknown",
    action: "flag",
    rows: [observe(plans([paid("enterprise", 0, { name: "Enterprise" })]))],
  },
  {
    defect: "a zero where two others agree on a price",
    rule: "zero_unknown",
    action: "block",
    rows: [observe(rates(0), north), observe(rates(3), south), observe(rates(3), west)],
  },
  {
    defect: "a zero between two equal prices",
    rule: "zero_unknown",
    action: "block",
    rows: series([
      [0, rates(3)],
      [10, rates(0)],
      [16, rates(3)],
    ]),
  },
  { defect: "a median of 499", rule: "market_range", action: "block", rows: [observe(market(499))] },
  {
    defect: "a median of 100 million and one",
    rule: "market_range",
    action: "block",
    rows: [observe(market(1e8 + 1))],
  },
  {
    defect: "a median above the high end",
    rule: "market_range",
    action: "flag",
    rows: [observe(market(9_000, { low: 1_000, high: 8_000 }))],
  },
  {
    defect: "a sample size in a money column",
    rule: "sample_size",
    action: "flag",
    rows: [observe(market(530, { sampleSize: 530 }))],
  },
  {
    defect: "more purchases than anybody saw",
    rule: "sample_size",
    action: "flag",
    rows: [observe(market(9_000, { sampleSize: BOUNDS.sampleSize + 1 }))],
  },
  {
    defect: "six stars of five",
    rule: "rating_scale",
    action: "block",
    rows: [observe({ kind: "rating", publisher: "Example", rating: 6, scale: 5, reviewCount: 3 })],
  },
  {
    defect: "a reading of tomorrow",
    rule: "future_date",
    action: "block",
    rows: [observe(market(9_000), { observedAt: day(2) })],
    asOf: day(1),
  },
];

describe("each rule catches its defect", () => {
  test.each(PLANTED)("$defect: $action $rule", ({ rule, action, rows, asOf }) => {
    expect(findings(rows, asOf)).toEqual([`${action} ${rule}`]);
  });

  test("every rule has a planted defect", () => {
    expect(new Set(PLANTED.map(({ rule }) => rule)).size).toBe(SANITY_RULES.length);
  });
});

describe("true prices stay", () => {
  test("a lasting move of any size", () => {
    expect(
      findings(
        series([
          [0, plans([paid("pro", 10)])],
          [100, plans([paid("pro", 90)])],
        ]),
      ),
    ).toEqual([]);
  });

  test("a price of thousands in a currency of small units", () => {
    expect(findings([observe(plans([paid("pro", 39_000)], "KRW"))])).toEqual([]);
  });

  test("a free trial with a price and a free self-hosted tier", () => {
    const free = { status: "published" as const, prices: [{ amount: 0, period: "month" as const, billing: null }] };
    expect(findings([observe(plans([paid("trial", 9, { name: "Free trial, then Pro" }), tier("oss", free)]))])).toEqual(
      [],
    );
  });

  test("the higher figure, when another voice shows it too", () => {
    const rows = [
      observe(plans([paid("pro", 900)]), north),
      observe(plans([paid("pro", 9)]), south),
      observe(plans([paid("pro", 900)]), west),
    ];
    expect(findings(rows)).toEqual([]);
  });

  test("an old price far below a new one of another voice", () => {
    const rows = [
      observe(plans([paid("pro", 900)]), { voice: "north", observedAt: day(800) }),
      observe(plans([paid("pro", 9)]), south),
    ];
    expect(findings(rows)).toEqual([]);
  });
});

test("what is blocked leaves the ledger and is counted by source and reason", () => {
  const low = observe(market(499), { source: "example-medians" });
  const good = observe(market(9_000), { source: "example-medians" });
  const flagged = observe(plans([paid("free", 9, { name: "Free" })]));
  const observations = { "example-medians": [low, good], "example-pages": [flagged] };
  const rejects = { "example-medians": { "no date": 2 } };
  expect(withholdBlocked(observations, rejects)).toHaveLength(1);
  expect(observations).toEqual({ "example-medians": [good], "example-pages": [flagged] });
  expect(rejects).toEqual({
    "example-medians": { [`${BLOCKED}market median too low to be a purchase`]: 1, "no date": 2 },
    "example-pages": {},
  });
});

describe("a flat fee with an allowance", () => {
  const limit = (name: string, value: number | null, unit: string | null = null) => ({ name, value, unit });
  const flat = (unit: string, monthly: number, limits: ReturnType<typeof limit>[], rest = {}) =>
    isAllowanceAsUnit(paid("pro", monthly, { unit, limits, ...rest }), "USD");

  test("is told by what it includes, however that is written", () => {
    expect(flat("MAU", 35, [limit("monthly active users", 500)])).toBe(true);
    expect(flat("contact", 15, [limit("marketing contacts", 1_000)])).toBe(true);
    expect(flat("GB", 10, [limit("storage", 100, "GB")])).toBe(true);
    expect(flat("1,000 queries", 50, [limit("queries", 1_000_000, "per month")])).toBe(true);
    expect(flat("contact", 49, [], { name: "Up to 5,000 contacts" })).toBe(true);
    const perYear = [{ amount: 420, period: "year" as const, billing: "annual" as const }];
    expect(flat("MAU", 0, [limit("MAU", 500)], { prices: perYear })).toBe(true);
  });

  test("is not seen in a unit price, with a free allowance, a cap, a band or nothing beside it", () => {
    expect(flat("MAU", 0.02, [limit("MAU", 5_000)])).toBe(false);
    expect(flat("GB", 2, [limit("storage", 5, "GB")])).toBe(false);
    expect(flat("1,000 MAUs", 8.33, [limit("MAU", 1_000)])).toBe(false);
    expect(flat("email", 35, [limit("email accounts", 500)])).toBe(false);
    expect(flat("MAU", 35, [limit("MAU", null)])).toBe(false);
    expect(flat("user", 23.5, [limit("users", 300)])).toBe(false);
    expect(flat("active user", 0.05, [], { name: "201-5,000 monthly active users" })).toBe(false);
    expect(
      flat("resolved ticket", 0, [limit("tickets", 3_000)], {
        prices: [{ amount: 0.89, period: "usage", billing: null }],
      }),
    ).toBe(false);
  });

  test("is counted by the account once it is put right, and changes in nothing else", () => {
    const nouns = fc.constantFrom(
      "MAU",
      "contact",
      "email",
      "GB",
      "request",
      "user",
      "site",
      "account",
      "1,000 events",
    );
    fc.assert(
      fc.property(
        nouns,
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        (unit, price, value) => {
          const fact = {
            kind: "plans" as const,
            currency: "USD",
            complete: true,
            tiers: [paid("pro", price, { unit, limits: [limit(unit.replace(/^[\d,]+ /, ""), value)] })],
          };
          const right = withFlatFees(fact);
          expect(
            examine([observe(right)]).filter(({ rule, action }) => rule === "allowance_as_unit" && action === "block"),
          ).toEqual([]);
          const wrong = fact.tiers.map((one) => isAllowanceAsUnit(one, "USD"));
          expect(right.tiers.map(({ unit: now }) => now)).toEqual(wrong.map((is) => (is ? "account" : unit)));
          expect(right.tiers.map((one) => ({ ...one, unit }))).toEqual(fact.tiers);
        },
      ),
    );
  });
});
