import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Observation } from "@/lib/schemas/observation";
import { addDays } from "./day";
import { changesWithEvidence } from "./history";
import { reduce } from "./reduce";
import { observe, SOURCES } from "./testing/observations";

const DAY = "2026-09-01";
const LATER = "2026-12-31";
const meter = (name: string, unitPrice: number) => ({
  name,
  unit: "token",
  per: 1_000_000,
  mode: "standard" as const,
  tierMode: null,
  prices: [{ unitPrice, from: 0, upTo: null, when: null }],
});

/** Returns a reading of one model with an output price of five times the input price. */
function rate(model: string, input: number, observedAt: string, rest: Partial<Observation> = {}): Observation {
  const meters = [meter("inputTokens", input), meter("outputTokens", input * 5)];
  return observe({ kind: "rates", model, currency: "USD", meters }, { observedAt, ...rest });
}

function cancel(model: string, observedAt: string, effectiveFrom = DAY): Observation {
  const reason = "the maker called it off";
  return observe(
    { kind: "cancellation", model, effectiveFrom, reason },
    { observedAt, evidence: { url: "https://example.com/notice" } },
  );
}

const classesOf = (observations: readonly Observation[], asOf: string) =>
  [
    ...new Set(changesWithEvidence(observations, { asOf, sources: SOURCES }).changes.map((change) => change.class)),
  ].filter((kind) => kind !== "coverage");
const inputOf = (observations: readonly Observation[], asOf: string) =>
  reduce(observations, { asOf, sources: SOURCES })?.usage?.models[0]?.meters.find(({ name }) => name === "inputTokens")
    ?.prices[0]?.unitPrice;

const cents = fc.integer({ min: 1, max: 900 }).map((value) => value / 10);
const two = fc.tuple(cents, cents).filter(([a, b]) => a !== b && !Number.isInteger(Math.log10(a / b)));
const daysAfter = fc.integer({ min: 0, max: 60 });

describe("an announced step, whatever its size and source", () => {
  test("is scheduled, then unconfirmed, and a move only once a reading on or after its day shows it", () => {
    fc.assert(
      fc.property(two, daysAfter, fc.constantFrom(undefined, "south"), ([before, after], wait, voice) => {
        const said = [
          rate("acme-1", before, "2026-08-01"),
          rate("acme-1", after, "2026-08-01", { effectiveFrom: DAY }),
        ];
        const read = addDays(DAY, wait);
        const known = [...said, rate("acme-1", after, read, { ...(voice && { voice, source: "acme-list" }) })];
        expect(classesOf(known, addDays(DAY, -1))).toEqual(["scheduled"]);
        if (wait > 0) {
          expect(classesOf(known, addDays(read, -1))).toEqual(["unconfirmed"]);
          expect(inputOf(known, addDays(read, -1))).toBe(before);
        }
        expect(classesOf(known, read)).toEqual(["move"]);
        expect(inputOf(known, read)).toBe(after);
      }),
    );
  });

  test("is no move where readings since show the earlier price, in any order", () => {
    const ledger = two.chain(([before, after]) =>
      fc
        .array(daysAfter, { minLength: 1, maxLength: 4 })
        .chain((waits) =>
          fc.shuffledSubarray(
            [
              rate("acme-1", before, "2026-08-01"),
              rate("acme-1", after, "2026-08-01", { effectiveFrom: DAY }),
              ...waits.map((wait) => rate("acme-1", before, addDays(DAY, wait))),
            ],
            { minLength: waits.length + 2, maxLength: waits.length + 2 },
          ),
        )
        .map((observations) => ({ before, observations })),
    );
    fc.assert(
      fc.property(ledger, ({ before, observations }) => {
        expect(classesOf(observations, LATER)).toEqual(["unconfirmed"]);
        expect(inputOf(observations, LATER)).toBe(before);
      }),
    );
  });

  test("that the maker cancelled is cancelled under every seller's name for the model, also where a list still holds it", () => {
    const names = fc.constantFrom("acme-1", "maker/acme-1", "us.anthropic.acme-1-v1:0", "global.anthropic.acme-1");
    fc.assert(
      fc.property(two, names, daysAfter, ([before, after], model, wait) => {
        const known = [
          rate(model, before, "2026-08-01"),
          rate(model, after, "2026-08-01", { effectiveFrom: DAY }),
          rate(model, after, addDays(DAY, wait), { effectiveFrom: DAY, voice: "stale", trust: "B" }),
          cancel("acme-1", "2026-08-22"),
        ];
        expect(classesOf(known, "2026-08-21")).toEqual(["scheduled"]);
        for (const asOf of ["2026-08-22", DAY, LATER]) {
          expect(classesOf(known, asOf)).toEqual(["cancelled"]);
          expect(inputOf(known, asOf)).toBe(before);
          expect(reduce(known, { asOf, sources: SOURCES })?.usage?.models[0]?.scheduled).toEqual([]);
        }
        const { changes, evidence } = changesWithEvidence(known, { asOf: LATER, sources: SOURCES });
        const cited = changes.filter((change) => change.class === "cancelled").flatMap((change) => change.evidence);
        expect(evidence.filter(({ id }) => cited.includes(id)).map(({ url }) => url)).toContain(
          "https://example.com/notice",
        );
      }),
    );
  });

  test("of another model, or for another day, is not taken along", () => {
    const known = [rate("acme-1", 2, "2026-08-01"), rate("acme-1", 3, "2026-08-01", { effectiveFrom: DAY })];
    expect(classesOf([...known, cancel("acme-2", "2026-08-22")], LATER)).toEqual(["unconfirmed"]);
    expect(classesOf([...known, cancel("acme-1", "2026-08-22", "2026-10-01")], LATER)).toEqual(["unconfirmed"]);
  });
});

describe("the newest reading of the vendor's own page", () => {
  const lists = fc.array(fc.record({ price: cents, day: fc.integer({ min: 0, max: 100 }) }), { maxLength: 6 });

  test("is what the card serves, however many lists say otherwise and in whatever order, and each is shown", () => {
    const ledger = fc
      .tuple(cents, fc.integer({ min: 0, max: 100 }), cents, lists)
      .chain(([price, day, older, given]) => {
        const base = addDays("2026-01-01", day);
        const observations = [
          rate("acme-1", price, base, { voice: "own" }),
          rate("acme-1", older, addDays(base, -1), { voice: "older" }),
          ...given.map((list, index) =>
            rate("acme-1", list.price, addDays("2026-01-01", list.day), { trust: "B", voice: `list-${index}` }),
          ),
        ];
        const size = { minLength: observations.length, maxLength: observations.length };
        return fc.shuffledSubarray(observations, size).map((shuffled) => ({ price, base, shuffled }));
      });
    fc.assert(
      fc.property(ledger, ({ price, base, shuffled }) => {
        expect(inputOf(shuffled, "2026-06-01")).toBe(price);
        const model = reduce(shuffled, { asOf: "2026-06-01", sources: SOURCES })?.usage?.models[0];
        for (const conflict of model?.conflicts ?? []) {
          expect(conflict.other).not.toBe(conflict.shown);
          expect(conflict.shownOn >= base).toBe(true);
          expect(conflict.shownEvidence).toHaveLength(1);
        }
      }),
    );
  });

  test("speaks for the day on which the page was captured, not on which a list was read again", () => {
    const captured = { url: "https://example.com/pricing", capturedAt: "2026-08-02" };
    const known = [
      rate("acme-1", 5, "2026-08-21", { source: "acme-list", evidence: captured }),
      rate("acme-1", 5, "2026-08-20", { trust: "B", voice: "list" }),
      rate("acme-1", 4, "2026-08-19"),
    ];
    expect(inputOf(known, LATER)).toBe(4);
  });
});
