import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal } from "@/lib/catalog/money";
import { type Crossing, type Curve, cheapestAlong, crossings, polylines } from "./crossover";
import { AXES, type Axis, curveOf, flatCurve, monthOf, type Traffic, trafficAt } from "./curves";
import { estimate, type RatedModel } from "./estimate";
import { workloadOn } from "./market";
import type { BilledMeter } from "./price";

type Card = RatedModel & { contextWindow: number | null };

const price = fc.integer({ min: 0, max: 4_000 }).map((cents) => cents / 100);

function priced(name: string) {
  const single = price.map((unitPrice) => ({
    tierMode: null,
    prices: [{ unitPrice, from: 0, upTo: null, when: null }],
  }));
  const banded = fc
    .record({
      tierMode: fc.constantFrom("cliff" as const, "graduated" as const),
      edges: fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 2 }),
      amounts: fc.array(price, { minLength: 3, maxLength: 3 }),
      scale: fc.constantFrom(1_000, 1_000_000),
    })
    .map(({ tierMode, edges, amounts, scale }) => {
      const cuts = [0, ...edges.toSorted((a, b) => a - b).map((edge) => edge * (tierMode === "cliff" ? 1_000 : scale))];
      return {
        tierMode,
        prices: cuts.map((from, index) => ({
          unitPrice: amounts[index] ?? 1,
          from,
          upTo: cuts[index + 1] ?? null,
          when: null,
        })),
      };
    });
  return fc
    .oneof({ weight: 3, arbitrary: single }, { weight: 2, arbitrary: banded })
    .map((rest): BilledMeter => ({ name, per: 1_000_000, mode: "standard", evidence: [], ...rest }));
}

const cards = fc.array(
  fc
    .record({
      input: priced("inputTokens"),
      output: priced("outputTokens"),
      cached: fc.option(priced("cachedInputTokens")),
      reasoning: fc.option(priced("reasoningTokens")),
      requests: fc.option(priced("requests")),
      contextWindow: fc.option(fc.constantFrom(8_000, 128_000, 1_000_000)),
    })
    .map(
      ({ contextWindow, ...meters }): Omit<Card, "model"> => ({
        name: "Acme",
        currency: "USD",
        status: "active",
        observedAt: "2026-10-01",
        confidence: 0.9,
        conflicts: [],
        contextWindow,
        meters: Object.values(meters).filter((meter) => meter !== null),
      }),
    ),
  { minLength: 2, maxLength: 4 },
);

const traffic: fc.Arbitrary<Traffic> = fc
  .record({
    requests: fc.integer({ min: 1, max: 5_000_000 }),
    inputTokens: fc.integer({ min: 1, max: 300_000 }),
    cachedShare: fc.constantFrom(0, 0, 0.5, 1),
    outputTokens: fc.integer({ min: 0, max: 20_000 }),
    reasoningTokens: fc.constantFrom(0, 0, 500),
  })
  .map(({ cachedShare, ...rest }) => ({
    ...rest,
    cachedInputTokens: Math.floor(rest.inputTokens * cachedShare),
    cacheWrites: { meter: "cacheWrite5mTokens", tokens: 0 },
    mode: "standard" as const,
  }));

const DOMAINS: Record<Axis, [number, number]> = {
  ratio: [0, 4],
  prompt: [0, 600_000],
  cached: [0, 1],
  volume: [0, 8_000_000],
};

function bruteForce(list: readonly Card[], asked: Traffic, axis: Axis, x: number) {
  const costs = list.map((card) => {
    if (axis === "prompt" && card.contextWindow !== null && x > card.contextWindow) return null;
    return estimate(card, workloadOn(card, monthOf(trafficAt(asked, axis, x)))).exact;
  });
  return { costs, least: costs.reduce((held, cost) => (held === null || cost?.lt(held) ? cost : held), null) };
}

describe("the cheapest along an axis", () => {
  test("is what trying every point finds, on every axis", () => {
    fc.assert(
      fc.property(
        cards,
        traffic,
        fc.constantFrom(...AXES),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (list, asked, axis, spots) => {
          const models = list.map((card, index) => ({ ...card, model: `acme-${index}` }));
          const domain = DOMAINS[axis];
          const stretches = cheapestAlong(
            models.map((card) => curveOf(card.model, card, asked, axis)),
            domain,
          );
          expect([stretches[0]?.from, stretches.at(-1)?.to]).toEqual(domain);
          for (let round = 0; round < 12; round += 1) {
            const x = domain[0] + (spots.next().value as number) * (domain[1] - domain[0]);
            const at = stretches.find(({ from, to }) => x > from && x <= to);
            const { costs, least } = bruteForce(models, asked, axis, x);
            if (!at) continue;
            const isCrossing = stretches.some(({ from }) => Math.abs(from - x) <= 1e-9 * domain[1]);
            expect(at.cheapest.length === 0).toBe(least === null);
            for (const [index, cost] of costs.entries()) {
              const named = at.cheapest.includes(`acme-${index}`);
              if (cost === null || least === null) expect(named).toBe(false);
              // At a crossing, two costs are equal except for the last digits.
              else if (isCrossing) continue;
              else if (named) expect(cost.minus(least).toNumber()).toBeLessThanOrEqual(1e-9 * (1 + least.toNumber()));
              else expect(cost.gt(least)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test("covers the axis without a gap, and neighbours differ", () => {
    fc.assert(
      fc.property(cards, traffic, fc.constantFrom(...AXES), (list, asked, axis) => {
        const stretches = cheapestAlong(
          list.map((card, index) => curveOf(`acme-${index}`, { ...card, model: `acme-${index}` }, asked, axis)),
          DOMAINS[axis],
        );
        for (const [index, stretch] of stretches.slice(1).entries()) {
          expect(stretch.from).toBe(stretches[index]?.to);
          expect(stretch.cheapest).not.toEqual(stretches[index]?.cheapest);
        }
      }),
    );
  });

  test("does not depend on the order of the models", () => {
    fc.assert(
      fc.property(cards, traffic, fc.constantFrom(...AXES), (list, asked, axis) => {
        const curves = list.map((card, index) =>
          curveOf(`acme-${index}`, { ...card, model: `m${index}` }, asked, axis),
        );
        const told = (order: readonly Curve[]) =>
          cheapestAlong(order, DOMAINS[axis]).map(({ cheapest, ...rest }) => ({
            ...rest,
            cheapest: cheapest.toSorted(),
          }));
        expect(told(curves.toReversed())).toEqual(told(curves));
      }),
    );
  });
});

const line = (id: string, start: number, slope: number, breaks: number[] = []): Curve => ({
  id,
  breaks,
  cost: (x) => decimal(slope).times(x).plus(start),
});

describe("a crossing", () => {
  test("of a dear start and a steep line is where they meet", () => {
    expect(crossings([line("flat", 20, 0), line("use", 0, 0.5)], [0, 100])).toEqual<Crossing[]>([
      { at: 40, before: ["use"], after: ["flat"], jump: false, cost: 20 },
    ]);
    expect(crossings([flatCurve("flat", 20), line("use", 0, 0.1)], [0, 100])).toEqual([]);
  });

  test("at a price tier is told as a jump", () => {
    const stepped: Curve = { id: "stepped", breaks: [200], cost: (x) => decimal(x > 200 ? 2 : 1).times(x) };
    expect(crossings([stepped, line("even", 0, 1.5)], [0, 1000])).toEqual([
      { at: 200, before: ["stepped"], after: ["even"], jump: true, cost: 200 },
    ]);
  });

  test("two alike are both the cheapest", () => {
    expect(cheapestAlong([line("a", 0, 1), line("b", 0, 1)], [0, 10])).toEqual([
      { from: 0, to: 10, cheapest: ["a", "b"] },
    ]);
  });
});

describe("the drawn line", () => {
  test("is broken where the cost jumps and where it is not known", () => {
    const curve: Curve = {
      id: "a",
      breaks: [100, 200],
      cost: (x) => (x > 200 ? null : decimal(x > 100 ? 2 : 1).times(x)),
    };
    expect(polylines(curve, [0, 300])).toEqual([
      [
        { x: 0, y: 0 },
        { x: 100, y: 100 },
      ],
      [
        { x: 100, y: 200 },
        { x: 200, y: 400 },
      ],
    ]);
  });
});
