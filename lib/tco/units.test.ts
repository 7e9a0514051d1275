import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reduce } from "@/lib/catalog/reduce";
import { observe, paid, SOURCES } from "@/lib/catalog/testing/observations";
import { requestCounts } from "./counted";
import { countsText, readCounts } from "./counts";
import { totalCost } from "./engine";
import { boughtUnits, countedBy, isUnit, pluralOf } from "./units";

const NOUNS = ["host", "committer", "GB", "location", "tax report", "identity", "person"] as const;
const OTHERS = NOUNS.filter((noun) => noun !== "person");

const price = fc.integer({ min: 1, max: 50_000 }).map((value) => value / 100);
const offer = fc.record({
  unit: fc.constantFrom<string | null>("user", "agent", null, ...OTHERS, "1,000 contacts"),
  price,
});
const offers = fc.array(offer, { minLength: 1, maxLength: 6 });
const quantities = fc.dictionary(fc.constantFrom(...OTHERS, "contact"), fc.integer({ min: 1, max: 5000 }), {
  noNullPrototype: true,
  maxKeys: 4,
});
const people = fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined });

function record(list: readonly { unit: string | null; price: number }[]) {
  const tiers = list.map(({ unit, price: amount }, index) => paid(`tier-${index}`, amount, { unit }));
  const facts = [observe({ kind: "plans", currency: "USD", complete: true, tiers })];
  return { tiers: [], ...reduce(facts, { asOf: "2026-02-01", sources: SOURCES }) };
}

type Asked = Parameters<typeof totalCost>[1];
const ask = (rest: Partial<Asked>): Asked => ({ termYears: 1, includeHiddenCosts: true, ...rest });

describe("for any product", () => {
  test("a total counts nothing that nobody has counted", () => {
    fc.assert(
      fc.property(offers, people, quantities, (list, seats, given) => {
        fc.pre(seats !== undefined || Object.keys(given).length > 0);
        const result = totalCost(record(list), ask({ seats, quantities: given }));
        for (const { unit, quantity } of result.counts) {
          const own = Object.entries(given).find(([name]) => isUnit(name, unit))?.[1];
          const isPeople = unit === "seat" || unit === "agent";
          expect(quantity).toBe(unit === "account" ? 1 : ((isPeople ? seats : own) ?? null));
        }
        if (result.counts.some(({ quantity }) => quantity === null)) expect(result.total).toBeNull();
        if (result.total === null) expect(result.unknowns.length).toBeGreaterThan(0);
        for (const { basis } of result.lines) expect(basis).toBe("list");
      }),
    );
  });

  test("one more quantity never lowers the total, and each that is sold by is in it", () => {
    fc.assert(
      fc.property(
        offers,
        people,
        quantities,
        fc.constantFrom(...OTHERS),
        fc.integer({ min: 1, max: 5000 }),
        (list, seats, given, noun, more) => {
          fc.pre(seats !== undefined || Object.keys(given).length > 0);
          const { [noun]: _, ...few } = given;
          const product = record(list);
          const before = totalCost(product, ask({ seats, quantities: few }));
          const after = totalCost(product, ask({ seats, quantities: { ...few, [noun]: more } }));
          if (before.total !== null && after.total !== null) {
            expect(after.total).toBeGreaterThanOrEqual(before.total);
          }
          const isSold = list.some(({ unit }) => unit === noun);
          expect(after.counts.some(({ unit, quantity }) => unit === noun && quantity === more)).toBe(isSold);
        },
      ),
    );
  });

  test("what is sold by another unit and not counted is told", () => {
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: 500 }), (list, seats) => {
        const product = record(list);
        const { counts, notCounted } = totalCost(product, ask({ seats }));
        const told = [
          ...counts.flatMap(({ unit, quantity }) => (quantity === null ? unit : [])),
          ...notCounted.flatMap(({ option, kind }) => (kind === "licence" ? option : [])),
        ];
        const others = boughtUnits(product.tiers).filter(({ isPeople }) => !isPeople);
        expect(told.toSorted()).toEqual(others.map(({ noun }) => noun).toSorted());
      }),
    );
  });
});

test("a unit is itself in the singular and the plural", () => {
  for (const noun of [...NOUNS, "seat", "MAU", "SMS", "box", "day", "active sender/service ID"]) {
    expect(isUnit(pluralOf(noun), noun), noun).toBe(true);
    expect(pluralOf(pluralOf(noun)), noun).toBe(pluralOf(noun));
  }
  expect(["GB", "identity", "person", "location", "MAU"].map(pluralOf)).toEqual([
    "GB",
    "identities",
    "people",
    "locations",
    "MAUs",
  ]);
});

test.each([
  ["user/month", "seat", 1],
  ["agent/month", "agent", 1],
  ["1,000 contacts/month", "contact", 1000],
  ["1M log events/month", "log event", 1_000_000],
  ["1 million characters", "character", 1_000_000],
  ["license, one-time", "license", 1],
  ["500 users/month", "seat", 500],
])("%s counts %s by %i", (unit, noun, pack) => {
  expect(countedBy(unit)).toMatchObject({ noun, pack });
});

test("packs are bought whole", () => {
  const product = record([{ unit: "1,000 contacts", price: 10 }]);
  const total = (contact: number) => totalCost(product, ask({ quantities: { contact } })).total;
  expect([1, 1000, 1001].map(total)).toEqual([120, 120, 240]);
});

test("counts are read from the text that they are written as", () => {
  const units = [{ noun: "seat", isPeople: true }, ...OTHERS.map((noun) => ({ noun, isPeople: false }))];
  const seats = fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: null });
  fc.assert(
    fc.property(seats, fc.dictionary(fc.constantFrom(...OTHERS), fc.integer({ min: 1, max: 1e9 })), (count, others) => {
      const counts = { seats: count, quantities: { ...others } };
      expect(readCounts(countsText(counts), units)).toEqual({ ...counts, faults: [] });
    }),
  );
});

test("a bare number counts the first unit, and a unit that is none is told", () => {
  const hosts = [{ noun: "host", isPeople: false }];
  expect(readCounts("20", hosts)).toMatchObject({ seats: null, quantities: { host: 20 } });
  expect(readCounts("1,500 hosts", hosts).quantities).toEqual({ host: 1500 });
  expect(readCounts("20 boxes", hosts).faults.join()).toContain("Enter a number of hosts.");
  for (const typed of ["0", "-1", "many", "1e3"]) expect(readCounts(typed, hosts).faults).toHaveLength(1);
});

test("payments of a month are read by their names, and a bare number is none of them", () => {
  const inputs = [
    { noun: "volume", isPeople: false, label: "Volume per month", payment: "volume" as const },
    { noun: "transaction", isPeople: false, label: "Transactions per month", payment: "transactions" as const },
  ];
  const counts = { seats: null, quantities: { volume: 10_000, transaction: 100 } };
  expect(countsText(counts)).toBe("10000 volume; 100 transactions");
  for (const typed of [countsText(counts), "$10,000 volume; 100 transactions"])
    expect(readCounts(typed, inputs)).toEqual({ ...counts, faults: [] });
  expect(requestCounts(counts, inputs)).toEqual({ volume: 10_000, transactions: 100 });
  expect(readCounts("25", inputs)).toEqual({ seats: 25, quantities: {}, faults: [] });
  expect(readCounts("lots volume", inputs).faults).toEqual(["“lots volume” is not an amount of money."]);
});
