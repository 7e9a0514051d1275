import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "./day";
import { POLICY } from "./policy";
import { stepsBetweenSources, type TierReading } from "./source-steps";

const reading = (price: number, observedAt: string, fields: Partial<TierReading> = {}): TierReading => ({
  tier: "pro",
  meter: "priceMonthly",
  price,
  currency: "USD",
  unit: "user/month",
  observedAt,
  effectiveFrom: null,
  voice: "list",
  trust: "B",
  ...fields,
});
const page = { voice: "page", trust: "A" } as const;
const before = reading(15, "2025-03-08");
const after = reading(18, "2026-05-21", page);
const steps = (readings: readonly TierReading[]) =>
  stepsBetweenSources(readings).map(({ before, after }) => [
    before.price,
    before.observedAt,
    after.price,
    after.observedAt,
  ]);

test("two sources show a price before and after a change", () => {
  const readings = [reading(15, "2024-01-01"), before, after, reading(18, "2026-07-17", { voice: "other" })];
  expect(steps(readings)).toEqual([[15, "2025-03-08", 18, "2026-05-21"]]);
});

describe("a difference between two sources is no step", () => {
  test.each<[string, TierReading[]]>([
    ["a later reading shows the former price", [before, after, reading(15, "2026-10-20", { voice: "third" })]],
    ["a later second-hand reading shows it", [before, after, reading(15, "2026-10-20", { trust: "C", voice: "blog" })]],
    [
      "a later starting price without a unit shows it",
      [before, after, reading(15, "2026-10-20", { tier: null, meter: "startingPrice", unit: "month" })],
    ],
    ["an earlier reading shows the new price", [reading(18, "2024-01-01", { voice: "third" }), before, after]],
    ["both were read on one day", [before, { ...after, observedAt: before.observedAt }]],
    ["they were read close to each other", [before, { ...after, observedAt: addDays(before.observedAt, 180) }]],
    ["one price is more than twice the other", [before, { ...after, price: 31 }]],
    ["the currency differs", [before, { ...after, currency: "EUR" }]],
    ["the unit differs", [before, { ...after, unit: "account/month" }]],
    ["the billing differs", [before, { ...after, meter: "priceAnnual" }]],
    ["the billing is not stated", [before, after].map((point) => ({ ...point, meter: "listPrice" }))],
    ["one of them is a starting price", [before, { ...after, tier: null, meter: "startingPrice" }]],
    ["one is a twelfth of a yearly price", [before, { ...after, isTwelfth: true }]],
    [
      "the new price is that of the other billing before",
      [before, reading(18, "2025-03-08", { meter: "priceAnnual" }), after],
    ],
    [
      "the former price is that of the other billing after a fall",
      [before, { ...after, price: 12 }, reading(15, "2026-05-21", { ...page, meter: "priceAnnual" })],
    ],
    [
      "the reading is refuted for another tier",
      [
        before,
        after,
        reading(12, "2025-03-08", { tier: "plus" }),
        reading(10, "2026-05-21", { ...page, tier: "plus" }),
        reading(12, "2026-10-20", { tier: null, meter: "startingPrice", voice: "third" }),
      ],
    ],
  ])("%s", (_, readings) => expect(steps(readings)).toEqual([]));

  test("a monthly price may rise to leave its former amount to yearly billing", () => {
    const yearly = reading(15, "2026-05-21", { ...page, meter: "priceAnnual" });
    expect(steps([before, after, yearly])).toHaveLength(1);
  });
});

const readings = fc.array(
  fc.record<TierReading>({
    tier: fc.constantFrom("pro", "team", null),
    meter: fc.constantFrom("priceMonthly", "priceAnnual", "listPrice"),
    price: fc.constantFrom(10, 12, 15, 40, null),
    currency: fc.constantFrom("USD", "USD", "EUR"),
    unit: fc.constantFrom("user/month", "seat/month", "month"),
    observedAt: fc.integer({ min: 0, max: 8 }).map((half) => addDays("2020-01-01", half * 190)),
    effectiveFrom: fc.constant(null),
    voice: fc.constantFrom("a", "b", "c"),
    trust: fc.constantFrom("A", "B", "C"),
  }),
  { maxLength: 14 },
);
const sorted = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item)).sort();

describe("of any readings", () => {
  test("the order does not matter", () => {
    fc.assert(
      fc.property(
        readings.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          expect(sorted(stepsBetweenSources(shuffled))).toEqual(sorted(stepsBetweenSources(list)));
        },
      ),
    );
  });

  test("a later reading of the former price removes the step", () => {
    fc.assert(
      fc.property(readings, fc.constantFrom<TierReading["trust"]>("A", "B", "C"), (list, trust) => {
        for (const step of stepsBetweenSources(list)) {
          const refuting = { ...step.before, observedAt: addDays(step.after.observedAt, 1), voice: "late", trust };
          const left = stepsBetweenSources([...list, refuting]);
          expect(sorted(left)).not.toContain(JSON.stringify(step));
        }
      }),
    );
  });

  test("no step joins second-hand readings, and none is close, large or shown by one source", () => {
    fc.assert(
      fc.property(readings, (list) => {
        for (const { before, after } of stepsBetweenSources(list)) {
          expect([before.trust, after.trust]).not.toContain("C");
          expect(before.voice).not.toBe(after.voice);
          expect(addDays(before.observedAt, POLICY.peerWindowDays) < after.observedAt).toBe(true);
          expect(after.price / before.price).toBeLessThanOrEqual(POLICY.sourceStepRatio);
        }
      }),
    );
  });
});
