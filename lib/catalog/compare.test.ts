import fc from "fast-check";
import { expect, test } from "vitest";
import type { SeatCost } from "@/lib/schemas/compare";
import type { Observation } from "@/lib/schemas/observation";
import type { ContractTerms, Unanswered } from "@/lib/schemas/record";
import { totalCost } from "@/lib/tco/engine";
import { type Compared, compareProducts } from "./compare";
import { changesWithEvidence } from "./history";
import { buildRecord } from "./record";
import { reduce } from "./reduce";
import { ledger, observe, paid, SOURCES, tier } from "./testing/observations";

const ASOF = "2026-11-21";

function product(slug: string, observations: readonly Observation[], rest: Partial<Unanswered> = {}): Compared | null {
  const reduced = reduce(observations, { asOf: ASOF, sources: SOURCES });
  if (!reduced) return null;
  const record = buildRecord({
    product: {
      slug,
      name: slug,
      vendor: { name: slug, website: null },
      category: "team-chat",
      domain: null,
      pricingPage: null,
      kind: "product",
      aliases: [],
      formerSlugs: [],
    },
    category: { slug: "team-chat", name: "Team chat" },
    reduced,
    asOf: ASOF,
    site: { name: "Example Prices", url: "https://prices.example" },
  });
  const full = { ...record, ...rest };
  const { changes } = changesWithEvidence(observations, { asOf: ASOF, sources: SOURCES });
  const {
    tier: chosen,
    billing,
    currency,
    yearOne,
    unknowns,
    assumptions,
  } = totalCost(full, {
    seats: 10,
    termYears: 1,
    includeHiddenCosts: false,
  });
  return {
    record: full,
    changes,
    cost: { tier: chosen, billing, currency, yearOne, otherBilling: null, unknowns, assumptions },
  };
}

const plans = (tiers: ReturnType<typeof tier>[], currency = "USD") =>
  observe({ kind: "plans", currency, complete: true, tiers });
const priced = (slug: string, monthly: number, unit: string | null = "user", currency = "USD") =>
  product(slug, [plans([paid("pro", monthly, { unit })], currency)]) as Compared;
const field = (products: (Compared | null)[], name: string, seats: number | null = 10) =>
  compareProducts(
    products.filter((item) => item !== null),
    { seats },
  ).find((entry) => entry.field === name);

const any = fc
  .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d"), ledger), {
    minLength: 2,
    maxLength: 4,
    selector: ([slug]) => slug,
  })
  .map((list) => list.flatMap(([slug, observations]) => product(slug, observations) ?? []))
  .filter((list) => list.length >= 2);

test("the order of the products changes no verdict", () => {
  fc.assert(
    fc.property(any, (products) => {
      const verdicts = (list: readonly Compared[]) =>
        compareProducts(list, { seats: 10 }).map(({ leaders, ...rest }) => ({ ...rest, leaders: [...leaders].sort() }));
      expect(verdicts([...products].reverse())).toEqual(verdicts(products));
    }),
  );
});

test("what is unknown never wins, and one known value wins nothing", () => {
  fc.assert(
    fc.property(any, (products) => {
      for (const { field: name, values, winner, tie, leaders } of compareProducts(products, { seats: 10 })) {
        const known = Object.keys(values).filter((slug) => values[slug] !== null);
        for (const slug of leaders) expect(known, name).toContain(slug);
        if (known.length < 2) expect(leaders, name).toEqual([]);
        expect(winner, name).toBe(leaders.length === 1 ? leaders[0] : null);
        expect(tie, name).toBe(leaders.length > 1);
      }
    }),
  );
});

test("every known value that a source states names evidence of its record", () => {
  fc.assert(
    fc.property(any, (products) => {
      for (const { field: name, values, evidence } of compareProducts(products, { seats: 10 })) {
        const known = Object.keys(values).filter((slug) => values[slug] !== null);
        expect(Object.keys(evidence).sort(), name).toEqual(known.sort());
        if (name === "confidence" || name === "observedAt") continue;
        for (const slug of known) expect(evidence[slug]?.length, `${name} of ${slug}`).toBeGreaterThan(0);
      }
    }),
  );
});

test("with two products, a winner's mirror image is the other", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), (low, high) => {
      const verdict = field([priced("a", low), priced("b", high)], "startingPrice");
      const mirrored = field([priced("a", high), priced("b", low)], "startingPrice");
      const swap = { a: "b", b: "a" } as const;
      const winner = verdict?.winner ?? null;
      expect(mirrored?.winner ?? null).toBe(winner === null ? null : swap[winner as "a" | "b"]);
      expect(verdict?.tie).toBe(low === high);
    }),
  );
});

test("different currencies have no price winner, and the rule says so", () => {
  for (const name of ["startingPrice", "costForSeats"]) {
    const verdict = field([priced("a", 1), priced("b", 100, "user", "EUR")], name);
    expect(verdict).toMatchObject({ winner: null, tie: false });
    expect(verdict?.rule).toContain("prices are not converted");
  }
});

test("a price per user and a flat one are compared only for a number of seats", () => {
  const products = [priced("user", 10), priced("flat", 60, "account")];
  expect(field(products, "startingPrice")?.winner).toBeNull();
  expect(field(products, "costForSeats")).toMatchObject({ values: { user: 1200, flat: 720 }, winner: "flat" });
  expect(field(products, "costForSeats", null)).toBeUndefined();
});

test("prices per user and per seat are one unit, prices per site another", () => {
  expect(field([priced("a", 10, "user"), priced("b", 12, "seat")], "startingPrice")?.winner).toBe("a");
  expect(field([priced("a", 10, "user"), priced("b", 12, "site")], "startingPrice")?.winner).toBeNull();
});

test("a price by something else than people has no cost for seats, and wins nothing", () => {
  expect(field([priced("user", 10), priced("host", 1, "host")], "costForSeats")).toMatchObject({
    winner: null,
    tie: false,
  });
});

test("an annual price does not stand beside a monthly one", () => {
  const yearly = product("yearly", [
    plans([tier("pro", { status: "published", prices: [{ amount: 5, period: "month", billing: "annual" }] })]),
  ]);
  expect(field([priced("monthly", 10), yearly], "startingPrice")?.winner).toBeNull();
});

test("a product without a price does not lose to one that has", () => {
  const silent = product("silent", [plans([tier("enterprise")])]);
  expect(field([priced("a", 10), silent], "startingPrice")).toMatchObject({
    values: { a: 10, silent: null },
    winner: null,
    tie: false,
  });
});

test("ratings of different sites are not compared", () => {
  const rated = (slug: string, publisher: string, rating: number) =>
    product(slug, [
      plans([paid("pro", 1)]),
      observe({ kind: "rating", publisher, rating, scale: 5, reviewCount: 10 }, { source: "example-medians" }),
    ]);
  expect(field([rated("a", "North", 4), rated("b", "North", 4.5)], "rating")).toMatchObject({
    winner: "b",
    license: { a: "restricted", b: "restricted" },
  });
  expect(field([rated("a", "North", 4), rated("b", "South", 4.5)], "rating")?.winner).toBeNull();
});

test("a product's starting price is its lowest paid one in its main currency", () => {
  const several = product("several", [
    plans([
      tier("free", { status: "published", prices: [{ amount: 0, period: "month", billing: "monthly" }] }),
      paid("business", 20),
      paid("pro", 10),
      paid("euro", 5, { currency: "EUR" }),
    ]),
  ]);
  expect(field([several, priced("b", 12)], "startingPrice")).toMatchObject({
    values: { several: 10, b: 12 },
    units: { several: "USD per user/month, billed monthly" },
    winner: "several",
  });
  expect(field([several, priced("b", 12)], "highestPrice")).toMatchObject({
    values: { several: 20 },
    units: { several: "USD per user/month, billed monthly" },
    winner: null,
  });
});

test("the highest price is that of a person, also if the lowest names no unit", () => {
  const mixed = product("mixed", [
    plans([paid("individual", 20, { unit: null }), paid("teams", 40), paid("plus", 30)]),
  ]);
  expect(field([mixed, priced("b", 12)], "highestPrice")).toMatchObject({
    values: { mixed: 40 },
    units: { mixed: "USD per user/month, billed monthly" },
  });
});

test("a price whose billing is not stated is called that, and wins nothing against one billed monthly", () => {
  const unstated = product("unstated", [
    plans([tier("pro", { status: "published", prices: [{ amount: 5, period: "month", billing: null }] })]),
  ]);
  expect(field([priced("monthly", 10), unstated], "startingPrice")).toMatchObject({
    values: { unstated: 5 },
    units: { unstated: "USD per user/month, billing not stated" },
    winner: null,
  });
});

test("the saving of annual billing is that of the cheapest tier that publishes both, as a share of the monthly price", () => {
  const both = (id: string, monthly: number, annual: number) =>
    tier(id, {
      status: "published",
      prices: [
        { amount: monthly, period: "month", billing: "monthly" },
        { amount: annual, period: "month", billing: "annual" },
      ],
    });
  const a = product("a", [plans([paid("starter", 5), both("pro", 10, 8), both("business", 20, 10)])]);
  const b = product("b", [plans([both("pro", 10, 9)])]);
  expect(field([a, b], "annualSavingPercent")).toMatchObject({ values: { a: 20, b: 10 }, winner: "a" });
  expect(field([a, b], "startingPriceAnnual")).toMatchObject({ values: { a: 8, b: 9 }, winner: "a" });
});

test("the lowest premium for single sign-on wins, among those that are published", () => {
  const withSso = (slug: string, ...amounts: (number | null)[]) =>
    product(slug, [plans([paid("pro", 1)])], {
      hiddenCosts: amounts.map((amount) => ({
        kind: "sso",
        label: "Single sign-on",
        amount,
        percent: null,
        currency: "USD",
        unit: "user/month",
        observedAt: ASOF,
        evidence: [],
      })),
    });
  const verdict = field([withSso("a", null, 3), withSso("b", 5), withSso("c", null)], "ssoPremium");
  expect(verdict).toMatchObject({ values: { a: 3, b: 5, c: null }, winner: "a" });
});

test("a free tier, a longer trial, fewer moves, a surer and a newer record win", () => {
  const at = (slug: string, observedAt: string, tiers: ReturnType<typeof tier>[], rest: Partial<Unanswered> = {}) =>
    product(
      slug,
      [
        observe(
          { kind: "plans", currency: "USD", complete: true, tiers: [paid("pro", 1)] },
          { observedAt: "2020-01-01" },
        ),
        observe({ kind: "plans", currency: "USD", complete: true, tiers }, { observedAt }),
      ],
      rest,
    );
  const free = (available: boolean, trialDays: number): Partial<Unanswered> => ({
    freeTier: { available, trialDays, limits: [], licences: [], evidence: [] },
  });
  const market = (medianAnnualCost: number) => ({
    marketData: { medianAnnualCost, currency: "USD", evidence: [] } as unknown as Unanswered["marketData"],
  });
  const terms = (minimumTermMonths: number) => ({
    contractTerms: { minimumTermMonths, evidence: [] } as unknown as ContractTerms,
  });
  const a = at("a", "2026-11-01", [paid("pro", 1)], { ...free(true, 14), ...market(100), ...terms(1) });
  const b = at("b", "2026-01-01", [paid("pro", 2)], { ...free(false, 30), ...market(200), ...terms(12) });
  const winners = [
    "freeTier",
    "trialDays",
    "minimumTermMonths",
    "priceMoves3Years",
    "confidence",
    "observedAt",
    "marketMedian",
  ].map((name) => field([a, b], name)?.winner);
  expect(winners).toEqual(["a", "b", "a", "a", "a", "a", null]);
  // The same record with other moves.
  const still = b && { ...b, changes: [] };
  const moves = [b, still, b].map((other) => field([a, other], "priceMoves3Years")?.values.b);
  expect(moves).toEqual([1, 0, 1]);
});

test("shorter notice to leave, longer notice of a price change and no renewal by itself win", () => {
  const terms = (rest: Partial<ContractTerms>): Partial<Unanswered> => ({
    contractTerms: { ...(rest as ContractTerms), evidence: [] },
  });
  const a = product(
    "a",
    [plans([paid("pro", 1)])],
    terms({ autoRenewal: true, nonRenewalNoticeDays: 30, priceChangeNoticeDays: 60 }),
  );
  const b = product(
    "b",
    [plans([paid("pro", 1)])],
    terms({ autoRenewal: false, nonRenewalNoticeDays: 90, priceChangeNoticeDays: 30 }),
  );
  expect(
    ["autoRenewal", "nonRenewalNoticeDays", "priceChangeNoticeDays"].map((name) => field([a, b], name)?.winner),
  ).toEqual(["b", "a", "a"]);
});

test("what was compared before is compared anew for other seats", () => {
  const products = [priced("acme", 10), priced("globex", 12)];
  const [first, second] = products as [Compared, Compared];
  const costs = (of: readonly Compared[], seats: number) => field([...of], "costForSeats", seats)?.values;
  const before = costs(products, 10);
  const dearer: Compared = { ...first, cost: { ...first.cost, yearOne: 9_999 } as SeatCost };
  expect(costs([dearer, second], 20)).toEqual({ ...before, acme: 9_999 });
  expect(compareProducts([dearer, second], { seats: 20 })).toEqual(
    compareProducts(structuredClone([dearer, second]), { seats: 20 }),
  );
});
