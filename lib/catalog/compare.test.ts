import fc from "fast-check";
import { expect, test } from "vitest";
import type { Observation } from "@/lib/schemas/observation";
import type { ContractTerms, PricingRecord } from "@/lib/schemas/record";
import { totalCost } from "@/lib/tco/engine";
import { type Compared, compareProducts } from "./compare";
import { changesWithEvidence } from "./history";
import { buildRecord } from "./record";
import { reduce } from "./reduce";
import { ledger, observe, paid, SOURCES, tier } from "./testing/observations";

const ASOF = "2026-11-21";

function product(
  slug: string,
  observations: readonly Observation[],
  rest: Partial<PricingRecord> = {},
): Compared | null {
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
  return { record: full, changes, cost: { tier: chosen, billing, currency, yearOne, unknowns, assumptions } };
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
    expect(verdict?.rule).toContain("nothing is converted");
  }
});

test("a price per user and a flat one are compared only for a number of seats", () => {
  const products = [priced("user", 10), priced("flat", 60, null)];
  expect(field(products, "startingPrice")?.winner).toBeNull();
  expect(field(products, "costForSeats")).toMatchObject({ values: { user: 1200, flat: 720 }, winner: "flat" });
  expect(field(products, "costForSeats", null)).toBeUndefined();
});

test("a cost for which a quantity was assumed wins nothing", () => {
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

test("shorter notice to leave, longer notice of a price change and no renewal by itself win", () => {
  const terms = (rest: Partial<ContractTerms>): Partial<PricingRecord> => ({
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
