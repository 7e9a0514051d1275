import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pricesIn } from "@/lib/catalog/regions";
import { estimate, type RatedModel, rankModels } from "./estimate";
import { findModel, nearestModels } from "./find-model";
import { usageModel } from "./model.fixture";
import type { BilledMeter } from "./price";
import type { Mode, Workload } from "./workload";

type Price = BilledMeter["prices"][number];

function meter(name: string, prices: number | Partial<Price>[], rest: Partial<BilledMeter> = {}): BilledMeter {
  const list = typeof prices === "number" ? [{ unitPrice: prices }] : prices;
  return {
    name,
    per: 1_000_000,
    mode: "standard",
    tierMode: null,
    prices: list.map((price) => ({ unitPrice: 0, from: 0, upTo: null, when: null, ...price })),
    evidence: ["ev_1"],
    ...rest,
  };
}

function card(...meters: BilledMeter[]): RatedModel {
  return { ...usageModel("acme-1", []), name: "Acme 1", meters };
}

function use(quantities: Record<string, number>, rest: Partial<Omit<Workload, "quantities">> = {}): Workload {
  return {
    quantities: new Map(Object.entries(quantities)),
    mode: "standard",
    promptTokensPerRequest: null,
    when: null,
    ...rest,
  };
}

const BASIC = card(meter("inputTokens", 2.5), meter("outputTokens", 10), meter("cachedInputTokens", 1.25));
const M = 1_000_000;

describe("an estimate", () => {
  test("adds quantity times price, line by line, with the evidence of each price", () => {
    const { lines, total, unpriced, warnings } = estimate(BASIC, use({ inputTokens: M, outputTokens: M }));
    expect(lines).toEqual([
      {
        meter: "inputTokens",
        quantity: M,
        unitPrice: 2.5,
        per: M,
        amount: 2.5,
        rateOf: "inputTokens",
        band: null,
        when: null,
        evidence: ["ev_1"],
      },
      expect.objectContaining({ meter: "outputTokens", amount: 10 }),
    ]);
    expect({ total, unpriced, warnings }).toEqual({ total: 12.5, unpriced: [], warnings: [] });
  });

  test("bills cached tokens at their price and only the rest as input", () => {
    const { lines, total } = estimate(BASIC, use({ inputTokens: M, cachedInputTokens: 400_000 }));
    expect(lines.map(({ meter: name, quantity, amount }) => [name, quantity, amount])).toEqual([
      ["inputTokens", 600_000, 1.5],
      ["cachedInputTokens", 400_000, 0.5],
    ]);
    expect(total).toBe(2);
    const whole = estimate(BASIC, use({ inputTokens: M, cachedInputTokens: M }));
    expect(whole.lines.map(({ meter: name }) => name)).toEqual(["cachedInputTokens"]);
  });

  test.each([
    [{ inputTokens: 10, cachedInputTokens: 11 }, /cachedInputTokens|must not be greater than/],
    [{ cachedInputTokens: 1 }, /must not be greater than/],
    [{ inputTokens: -1 }, /0 or more/],
    [{ outputTokens: Number.POSITIVE_INFINITY }, /0 or more/],
    [{ outputTokens: Number.NaN }, /0 or more/],
  ])("%j is refused", (quantities, message) => {
    expect(() => estimate(BASIC, use(quantities))).toThrow(message);
  });

  test("a quantity without a price is unpriced and leaves no total, never a zero", () => {
    const { lines, total, unpriced, warnings } = estimate(BASIC, use({ inputTokens: M, images: 3 }));
    expect(lines).toHaveLength(1);
    expect({ total, unpriced }).toEqual({ total: null, unpriced: ["images"] });
    expect(warnings.join()).toContain("This model has no price for images");
    expect(estimate(BASIC, use({ inputTokens: M, images: 0 })).total).toBe(2.5);
  });

  test("a mode never falls back on the standard price", () => {
    const model = card(...BASIC.meters, meter("inputTokens", 1.25, { mode: "batch" }));
    const { total, unpriced, warnings } = estimate(model, use({ inputTokens: M, outputTokens: M }, { mode: "batch" }));
    expect({ total, unpriced }).toEqual({ total: null, unpriced: ["outputTokens"] });
    expect(warnings).toEqual(["This model has no batch price for outputTokens. Modes with a price: standard."]);
    expect(estimate(model, use({ inputTokens: M }, { mode: "batch" })).total).toBe(1.25);
  });

  test("reasoning tokens are billed as output, unless they have a meter of their own", () => {
    const { lines, total } = estimate(BASIC, use({ outputTokens: M, reasoningTokens: M }));
    expect(lines[1]).toMatchObject({ meter: "reasoningTokens", rateOf: "outputTokens", amount: 10 });
    expect(total).toBe(20);
    const own = card(...BASIC.meters, meter("reasoningTokens", 3), meter("outputTokens", 5, { mode: "batch" }));
    expect(estimate(own, use({ outputTokens: M, reasoningTokens: M })).total).toBe(13);
    expect(estimate(own, use({ reasoningTokens: M }, { mode: "batch" })).unpriced).toEqual(["reasoningTokens"]);
  });

  test("each kind of cache write has its own price; the other kinds are named where one has none", () => {
    const claude = card(meter("cacheWrite5mTokens", 3.75), meter("cacheWrite1hTokens", 6));
    expect(estimate(claude, use({ cacheWrite5mTokens: M, cacheWrite1hTokens: M })).total).toBe(9.75);
    const { total, warnings } = estimate(claude, use({ cacheWriteTokens: M }));
    expect(total).toBeNull();
    expect(warnings[0]).toContain("cacheWrite5mTokens, cacheWrite1hTokens");
  });

  test("doubts about the card are told: conflicts and a status other than active", () => {
    const conflict = {
      meter: "inputTokens",
      mode: "standard",
      shown: 2.5,
      other: 3,
      observedAt: "2026-01-01",
      evidence: [],
      shownOn: "2026-06-01",
      shownEvidence: [],
    };
    const model = { ...BASIC, status: "deprecated" as const, conflicts: [conflict] };
    expect(estimate(model, use({ inputTokens: 1 })).warnings).toEqual([
      "inputTokens: another recent source shows a different price. Used: 2.5, checked 2026-06-01. Other: 3, checked 2026-01-01. See conflicts.",
      "The model is deprecated.",
    ]);
    const older = { ...conflict, other: 2, observedAt: "2025-12-01" };
    expect(estimate({ ...BASIC, conflicts: [conflict, older] }, use({ inputTokens: 1 })).warnings).toEqual([
      "inputTokens: 2 other recent readings show a different price. Used: 2.5, checked 2026-06-01. Others: 2 to 3, checked 2025-12-01 to 2026-01-01. See conflicts.",
    ]);
    const batch = { ...BASIC, conflicts: [{ ...conflict, mode: "batch" }] };
    expect(estimate(batch, use({ inputTokens: 1 })).warnings).toEqual([]);
  });
});

describe("money", () => {
  test("is exact where binary fractions are not, and rounded half-up once", () => {
    const model = card(
      meter("requests", 0.1, { per: 1 }),
      meter("pages", 0.2, { per: 1 }),
      meter("images", 0.005, { per: 1 }),
    );
    expect(estimate(model, use({ requests: 1, pages: 1 })).total).toBe(0.3);
    expect(estimate(model, use({ images: 3 })).total).toBe(0.015);
    const parts = estimate(model, use({ requests: 1, images: 1 }));
    expect(parts.lines.map(({ amount }) => amount)).toEqual([0.1, 0.005]);
    expect(parts.total).toBe(0.105);
  });

  test("keeps six decimal places and six significant digits, also below one cent", () => {
    expect(estimate(BASIC, use({ inputTokens: 7 }))).toMatchObject({
      total: 0.0000175,
      lines: [{ amount: 0.0000175 }],
    });
    const thirds = card(meter("requests", 1, { per: 3 }), meter("pages", 1, { per: 3_000_000_000 }));
    expect(estimate(thirds, use({ requests: 40_000 })).total).toBe(13_333.333333);
    expect(estimate(thirds, use({ pages: 1 })).total).toBe(3.33333e-10);
  });
});

describe("prices by length of the prompt", () => {
  const tiers = (first: number, second: number): Partial<Price>[] => [
    { unitPrice: first, upTo: 200_000 },
    { unitPrice: second, from: 200_000 },
  ];
  const model = card(
    meter("inputTokens", tiers(1.25, 2.5), { tierMode: "cliff" }),
    meter("outputTokens", tiers(10, 15), { tierMode: "cliff" }),
  );
  const total = (promptTokensPerRequest: number | null, quantities: Record<string, number>) =>
    estimate(model, use(quantities, { promptTokensPerRequest })).total;

  test("hold for the whole request, the output included", () => {
    expect(total(200_000, { inputTokens: M, outputTokens: M })).toBe(11.25);
    expect(total(200_001, { inputTokens: M, outputTokens: M })).toBe(17.5);
    expect(total(0, { inputTokens: M })).toBe(1.25);
  });

  test("hold in whatever order the card lists them", () => {
    const reversed = card(meter("inputTokens", tiers(1.25, 2.5).reverse(), { tierMode: "cliff" }));
    const at = (promptTokensPerRequest: number) =>
      estimate(reversed, use({ inputTokens: M }, { promptTokensPerRequest })).total;
    expect([at(0), at(200_000), at(200_001)]).toEqual([1.25, 1.25, 2.5]);
  });

  test("are those of the shortest prompts where the length is not told, and the assumption is", () => {
    const { lines, warnings } = estimate(model, use({ inputTokens: M }));
    expect(lines[0]).toMatchObject({ unitPrice: 1.25, band: { from: 0, upTo: 200_000 } });
    expect(warnings).toEqual([
      "Prompts of at most 200,000 tokens each are assumed. Longer prompts have a different price.",
    ]);
    expect(estimate(model, use({ inputTokens: 200_000 })).warnings).toEqual([]);
  });

  test("are unknown where no tier holds the length", () => {
    const long = card(meter("outputTokens", [{ unitPrice: 15, from: 128_000 }], { tierMode: "cliff" }));
    expect(estimate(long, use({ outputTokens: 1 })).unpriced).toEqual(["outputTokens"]);
    expect(estimate(long, use({ outputTokens: 1 }, { promptTokensPerRequest: 1_000 })).unpriced).toEqual([
      "outputTokens",
    ]);
    expect(estimate(long, use({ outputTokens: M }, { promptTokensPerRequest: 128_001 })).total).toBe(15);
  });
});

describe("graduated prices", () => {
  const maps = card(
    meter(
      "requests",
      [
        { unitPrice: 5, from: 10_000, upTo: 100_000 },
        { unitPrice: 0, from: 0, upTo: 10_000 },
        { unitPrice: 4, from: 100_000 },
      ],
      { tierMode: "graduated", per: 1000 },
    ),
  );

  test("are added up band by band, included units first", () => {
    const { lines, total } = estimate(maps, use({ requests: 150_000 }));
    expect(lines.map(({ quantity, unitPrice, amount }) => [quantity, unitPrice, amount])).toEqual([
      [10_000, 0, 0],
      [90_000, 5, 450],
      [50_000, 4, 200],
    ]);
    expect(total).toBe(650);
    expect(estimate(maps, use({ requests: 10_000 })).total).toBe(0);
  });

  test.each([
    [
      "beyond the last band",
      [
        { unitPrice: 1, upTo: 10 },
        { unitPrice: 2, from: 10, upTo: 20 },
      ],
    ],
    ["below the first", [{ unitPrice: 1, from: 5 }]],
    [
      "in a gap",
      [
        { unitPrice: 1, upTo: 5 },
        { unitPrice: 2, from: 10 },
      ],
    ],
  ])("are unknown %s", (_, prices) => {
    const model = card(meter("requests", prices, { tierMode: "graduated", per: 1 }));
    expect(estimate(model, use({ requests: 25 }))).toMatchObject({ total: null, unpriced: ["requests"] });
  });

  test("count reasoning tokens on top of the output whose price they share", () => {
    const bands = [
      { unitPrice: 10, upTo: M },
      { unitPrice: 1, from: M },
    ];
    const model = card(meter("outputTokens", bands, { tierMode: "graduated" }));
    expect(estimate(model, use({ outputTokens: M, reasoningTokens: M })).total).toBe(11);
  });

  test("several prices without a rule are not guessed at", () => {
    const model = card(
      meter("requests", [
        { unitPrice: 1, upTo: 5 },
        { unitPrice: 2, from: 5 },
      ]),
    );
    expect(estimate(model, use({ requests: 3 })).unpriced).toEqual(["requests"]);
  });
});

describe("prices under a condition", () => {
  const search = (when: string, unitPrice: number) => ({ when, unitPrice });
  const model = card(
    meter("searches", [search("low search context", 30), search("high search context", 50)], { per: 1000 }),
    meter("images", [{ unitPrice: 0.01 }, search("premium quality", 0.02)], { per: 1 }),
  );

  test("are not chosen silently", () => {
    const { unpriced, warnings, total } = estimate(model, use({ searches: 1000 }));
    expect({ unpriced, total }).toEqual({ unpriced: ["searches"], total: null });
    expect(warnings[0]).toContain('"low search context", "high search context"');
    const single = card(meter("searches", [search("high search context", 50)], { per: 1000 }));
    expect(estimate(single, use({ searches: 1000 })).total).toBeNull();
  });

  test("hold where the condition is given", () => {
    const { total, lines } = estimate(model, use({ searches: 1000 }, { when: "high search context" }));
    expect(total).toBe(50);
    expect(lines[0]?.when).toBe("high search context");
  });

  test("leave what does not hang on the condition at its own price", () => {
    expect(estimate(model, use({ searches: 1000, images: 2 }, { when: "high search context" })).total).toBe(50.02);
  });

  test("are told of where a price without one exists", () => {
    const { total, warnings } = estimate(model, use({ images: 2 }));
    expect(total).toBe(0.02);
    expect(warnings[0]).toContain('"premium quality"');
    expect(estimate(model, use({ images: 2 }, { when: "premium quality" })).total).toBe(0.04);
  });

  test("the hours of an off-peak mode are its own condition", () => {
    const hours = [{ unitPrice: 0.5, when: "16:30–00:30 UTC" }];
    const offPeak = card(meter("inputTokens", hours, { mode: "off_peak" }));
    const { total, warnings } = estimate(offPeak, use({ inputTokens: M }, { mode: "off_peak" }));
    expect(total).toBe(0.5);
    expect(warnings[0]).toContain("16:30–00:30 UTC");
    expect(estimate(offPeak, use({ inputTokens: M })).total).toBeNull();
    expect(estimate(offPeak, use({ inputTokens: M }, { mode: "off_peak", when: "weekends" })).total).toBeNull();
    const two = [...hours, { unitPrice: 0.4, when: "weekends" }];
    const several = estimate(
      card(meter("inputTokens", two, { mode: "off_peak" })),
      use({ inputTokens: M }, { mode: "off_peak" }),
    );
    expect(several.total).toBeNull();
    expect(several.warnings[0]).toContain('Set `when` to one of: "16:30–00:30 UTC", "weekends"');
  });
});

test("units are billed in whole steps, with a minimum, and without those included", () => {
  const priced = (rest: Partial<BilledMeter>, used: number) =>
    estimate(card(meter("requests", 1, { per: 1, ...rest })), use({ requests: used }));
  expect(priced({ roundUpTo: 100 }, 101).total).toBe(200);
  expect(priced({ roundUpTo: 100 }, 200).total).toBe(200);
  expect(priced({ minimumUnits: 60 }, 1).total).toBe(60);
  expect(priced({ minimumUnits: 60 }, 0).lines).toEqual([]);
  expect(priced({ included: 50 }, 80).total).toBe(30);
  expect(priced({ included: 50 }, 20).total).toBe(0);
  expect(priced({ roundUpTo: 10, minimumUnits: 30, included: 5 }, 1)).toMatchObject({
    total: 25,
    warnings: ["requests: 1 used, 25 billed."],
  });
});

describe("ranking", () => {
  const named = (model: string, price: number, currency = "USD"): RatedModel => ({
    ...card(meter("inputTokens", price)),
    model,
    name: model,
    currency,
  });

  test("puts the cheapest first, equal totals by id, other currencies behind, and counts the unpriced", () => {
    const models = [named("c", 3), named("b", 1), named("e", 0.1, "EUR"), named("a", 1), card(meter("images", 1))];
    const { estimates, unpricedModels } = rankModels(models, use({ inputTokens: M }), "USD");
    expect(estimates.map(({ model }) => model)).toEqual(["a", "b", "c", "e"]);
    expect(unpricedModels).toBe(1);
  });

  test("compares what was not rounded", () => {
    const models = [named("dear", 20_004), named("cheap", 20_001)];
    const { estimates } = rankModels(models, use({ inputTokens: 1 }), "USD");
    expect(estimates.map(({ total }) => total)).toEqual([0.020001, 0.020004]);
    expect(estimates[0]?.model).toBe("cheap");
  });
});

test("a model is found by id, else by id or name in any case, and never where two answer", () => {
  const models = [
    { model: "gpt-4o", name: "GPT-4o" },
    { model: "o1", name: "Same" },
    { model: "o2", name: "same" },
  ];
  expect(findModel(models, "gpt-4o")?.model).toBe("gpt-4o");
  expect(findModel(models, "GPT-4O")?.model).toBe("gpt-4o");
  expect(findModel(models, "same")).toBeNull();
  expect(nearestModels(models, "gpt-4", 2)).toEqual(["gpt-4o"]);
});

const unitPrice = fc.integer({ min: 0, max: 5_000_000 }).map((n) => n / 100_000);
const bands = fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { maxLength: 3 }).chain((cuts) =>
  fc.array(unitPrice, { minLength: cuts.length + 1, maxLength: cuts.length + 1 }).map((prices) => {
    const edges = [0, ...cuts.sort((a, b) => a - b)];
    return edges.map((from, i) => ({ unitPrice: prices[i] ?? 0, from, upTo: edges[i + 1] ?? null, when: null }));
  }),
);
const NAMES = ["inputTokens", "cachedInputTokens", "outputTokens", "reasoningTokens", "images"];
const MODES: Mode[] = ["standard", "batch"];
const anyCard = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom(...NAMES),
      mode: fc.constantFrom(...MODES),
      per: fc.constantFrom(1, 1_000, 1_000_000),
      tierMode: fc.constantFrom("cliff" as const, "graduated" as const),
      prices: bands,
      evidence: fc.constant<string[]>(["ev_1"]),
    }),
    { selector: ({ name, mode }) => `${name} ${mode}`, maxLength: 8 },
  )
  .map((meters) => card(...meters));
const amountUsed = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 }));
const anyUse = fc
  .record({
    quantities: fc.record(
      { inputTokens: amountUsed, outputTokens: amountUsed, reasoningTokens: amountUsed, images: amountUsed },
      { requiredKeys: [] },
    ),
    cachedShare: fc.option(fc.integer({ min: 0, max: 100 })),
    mode: fc.constantFrom(...MODES),
    prompt: fc.integer({ min: 0, max: 6_000 }),
  })
  .map(({ quantities, cachedShare, mode, prompt }) => {
    const cached = Math.floor(((quantities.inputTokens ?? 0) * (cachedShare ?? 0)) / 100);
    const all = cachedShare === null ? quantities : { ...quantities, cachedInputTokens: cached };
    return use(all, { mode, promptTokensPerRequest: prompt });
  });

/** Computes the estimate unit by unit and case by case, without any code of the engine. */
function naive(model: RatedModel, workload: Workload): { total: Decimal | null; unpriced: string[] } {
  let total = new Decimal(0);
  const unpriced: string[] = [];
  for (const [name, asked] of workload.quantities) {
    const cached = workload.quantities.get("cachedInputTokens") ?? 0;
    const quantity = name === "inputTokens" ? asked - cached : asked;
    if (quantity === 0) continue;
    let found = model.meters.find((entry) => entry.name === name && entry.mode === workload.mode);
    let start = 0;
    if (!found && name === "reasoningTokens" && model.meters.every((entry) => entry.name !== name)) {
      found = model.meters.find((entry) => entry.name === "outputTokens" && entry.mode === workload.mode);
      start = workload.quantities.get("outputTokens") ?? 0;
    }
    if (!found) {
      unpriced.push(name);
      continue;
    }
    if (found.tierMode === "cliff") {
      const length = workload.promptTokensPerRequest ?? 0;
      let price = found.prices[0]?.unitPrice ?? 0;
      for (const step of found.prices) if (length > step.from) price = step.unitPrice;
      total = total.plus(new Decimal(quantity).times(price).div(found.per));
    } else {
      const cost = (units: number) => {
        let sum = new Decimal(0);
        for (const { from, upTo, unitPrice: price } of found.prices) {
          const inBand = Math.max(0, Math.min(units, upTo ?? units) - from);
          sum = sum.plus(new Decimal(inBand).times(price));
        }
        return sum;
      };
      total = total.plus(
        cost(start + quantity)
          .minus(cost(start))
          .div(found.per),
      );
    }
  }
  return { total: unpriced.length > 0 ? null : total, unpriced };
}

describe("on any card", () => {
  test("an estimate equals the naive reckoning", () => {
    fc.assert(
      fc.property(anyCard, anyUse, (model, workload) => {
        const answer = estimate(model, workload);
        const expected = naive(model, workload);
        expect(answer.unpriced).toEqual(expected.unpriced);
        expect(answer.exact?.toString()).toBe(expected.total?.toString());
        expect(answer.total === null).toBe(expected.total === null);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a ranking holds the estimates in the order of their totals, and tells any stretch of it alike", () => {
    const ranked = fc.uniqueArray(fc.tuple(anyCard, fc.string({ minLength: 1, maxLength: 3 })), {
      selector: ([, model]) => model,
    });
    fc.assert(
      fc.property(ranked, anyUse, fc.nat({ max: 4 }), fc.nat({ max: 4 }), (entries, workload, start, count) => {
        const models = entries.map(([rated, model]) => ({ ...rated, model }));
        const expected = models
          .map((model) => estimate(model, workload))
          .filter(({ exact }) => exact !== null)
          .sort((a, b) => Number(a.exact?.comparedTo(b.exact ?? 0)) || (a.model < b.model ? -1 : 1));
        const ranking = rankModels(models, workload, "USD", { start, end: start + count });
        expect(ranking.estimates).toEqual(expected.slice(start, start + count));
        expect(ranking).toMatchObject({ count: expected.length, unpricedModels: models.length - expected.length });
      }),
      { numRuns: 500 },
    );
  });

  test("more use never costs less", () => {
    const key = fc.constantFrom("inputTokens", "outputTokens", "reasoningTokens", "images");
    fc.assert(
      fc.property(anyCard, anyUse, key, fc.integer({ min: 1, max: 10_000 }), (model, workload, name, extra) => {
        const quantities = new Map(workload.quantities).set(name, (workload.quantities.get(name) ?? 0) + extra);
        const before = estimate(model, workload).exact;
        const after = estimate(model, { ...workload, quantities }).exact;
        if (before && after) expect(after.gte(before)).toBe(true);
        if (!before) expect(after).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  test("the lines add up to the total, and meters add up to their sum", () => {
    fc.assert(
      fc.property(anyCard, anyUse, (model, workload) => {
        const { exact } = estimate(model, workload);
        fc.pre(exact !== null);
        const apart = [...workload.quantities].filter(([name]) => !/inputTokens|reasoning|outputTokens/i.test(name));
        const rest = [...workload.quantities].filter(([name]) => /inputTokens|reasoning|outputTokens/i.test(name));
        const sum = [apart, rest]
          .map((quantities) => estimate(model, { ...workload, quantities: new Map(quantities) }).exact)
          .reduce((total, part) => (part ? part.plus(total ?? 0) : total), null);
        expect(sum?.toString()).toBe(exact?.toString());
      }),
      { numRuns: 1_000 },
    );
  });

  test("a workload split over cliff prices adds up", () => {
    const cliffs = anyCard.map((model) => ({
      ...model,
      meters: model.meters.map((entry) => ({ ...entry, tierMode: "cliff" as const })),
    }));
    fc.assert(
      fc.property(cliffs, anyUse, (model, workload) => {
        const twice = new Map([...workload.quantities].map(([name, quantity]) => [name, quantity * 2]));
        const once = estimate(model, workload).exact;
        const double = estimate(model, { ...workload, quantities: twice }).exact;
        expect(double?.toString()).toBe(once?.times(2).toString());
      }),
      { numRuns: 1_000 },
    );
  });

  test("no total is given while something is unpriced, and none is below zero", () => {
    fc.assert(
      fc.property(anyCard, anyUse, (model, workload) => {
        const { total, unpriced } = estimate(model, workload);
        expect(total === null).toBe(unpriced.length > 0);
        expect(total ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("a price that differs by region", () => {
  const NAMES = ["north", "south", "east"];
  const priceIn = (regions: string[] | null) =>
    fc.tuple(fc.integer({ min: 0, max: 999 }), fc.boolean()).map(([cents, banded]) => {
      const entry = (unitPrice: number, from: number, upTo: number | null) => ({
        unitPrice,
        from,
        upTo,
        when: null,
        ...(regions && { regions }),
      });
      return banded ? [entry(cents, 0, 10), entry(cents / 2, 10, null)] : [entry(cents, 0, null)];
    });
  const machine = fc
    .array(
      fc
        .tuple(
          fc.constantFrom("instanceHours", "egressGb"),
          fc.constantFrom("standard" as const, "commitment_1y" as const),
          fc.uniqueArray(fc.constantFrom(null, ...NAMES), { minLength: 1 }),
        )
        .chain(([name, mode, places]) =>
          fc
            .tuple(...places.map((place) => priceIn(place === null ? null : [place])))
            .map((lists) => meter(name, lists.flat(), { per: 1, mode, tierMode: "graduated" })),
        ),
      { minLength: 1, maxLength: 4 },
    )
    .map((meters) => card(...new Map(meters.map((entry) => [`${entry.name} ${entry.mode}`, entry])).values()));
  const workload = fc
    .record({
      instanceHours: fc.integer({ min: 0, max: 800 }),
      egressGb: fc.integer({ min: 0, max: 50 }),
      mode: fc.constantFrom("standard" as const, "commitment_1y" as const),
      region: fc.constantFrom(...NAMES),
    })
    .map(({ mode, region, ...quantities }) => use(quantities, { mode, region }));
  const figures = ({ lines, total, unpriced }: ReturnType<typeof estimate>) => ({ lines, total, unpriced });

  test("a price of another region never changes an estimate", () => {
    fc.assert(
      fc.property(machine, workload, fc.integer({ min: 0, max: 999 }), (model, asked, unitPrice) => {
        const elsewhere = { unitPrice, from: 0, upTo: null, when: null, regions: ["west"] };
        const meters = model.meters.map((entry) => ({ ...entry, prices: [...entry.prices, elsewhere] }));
        expect(figures(estimate({ ...model, meters }, asked))).toEqual(figures(estimate(model, asked)));
      }),
    );
  });

  test("an estimate for a region is that of the card restricted to it", () => {
    fc.assert(
      fc.property(machine, workload, (model, asked) => {
        const prices = (all: BilledMeter["prices"]) => pricesIn(all, asked.region ?? null);
        const meters = model.meters
          .map((entry) => ({ ...entry, prices: prices(entry.prices) }))
          .filter((entry) => entry.prices.length > 0);
        expect(figures(estimate({ ...model, meters }, asked))).toEqual(figures(estimate(model, asked)));
      }),
    );
  });

  test("what has no price in the region and mode is unpriced and leaves no total, never 0 and never another mode's", () => {
    fc.assert(
      fc.property(machine, workload, (model, asked) => {
        const result = estimate(model, asked);
        for (const [name, quantity] of asked.quantities) {
          const priced = model.meters.some(
            (entry) =>
              entry.name === name &&
              entry.mode === asked.mode &&
              pricesIn(entry.prices, asked.region ?? null).length > 0,
          );
          expect(result.unpriced.includes(name)).toBe(quantity > 0 && !priced);
        }
        expect(result.total === null).toBe(result.unpriced.length > 0);
      }),
    );
  });

  const hours = card(
    meter(
      "instanceHours",
      [
        { unitPrice: 0.1, regions: ["north"] },
        { unitPrice: 0.2, regions: ["south"] },
      ],
      { per: 1 },
    ),
    meter("instanceHours", [{ unitPrice: 0.06, regions: ["north"] }], { per: 1, mode: "commitment_1y" }),
  );

  test("a region that nobody asked for is named, and so is where else there is a price", () => {
    const assumed = estimate(hours, use({ instanceHours: 730 }, { region: "north", regionAssumed: true }));
    expect(assumed).toMatchObject({ total: 73, region: "north" });
    expect(assumed.warnings.join()).toContain("Prices for north, the card's reference region, are used");
    expect(estimate(hours, use({ instanceHours: 730 }, { region: "south" }))).toMatchObject({
      total: 146,
      warnings: [],
    });
    const none = estimate(hours, use({ instanceHours: 730 }, { region: "east" }));
    expect(none).toMatchObject({ total: null, unpriced: ["instanceHours"] });
    expect(none.warnings).toEqual(["instanceHours has no price in east. It has prices in: north, south."]);
  });

  test("a commitment is never billed at the standard price, and is said to be for its whole term", () => {
    const committed = estimate(hours, use({ instanceHours: 730 }, { region: "north", mode: "commitment_1y" }));
    expect(committed.total).toBe(43.8);
    expect(committed.warnings.join()).toContain("whole term");
    for (const mode of ["commitment_1y", "commitment_3y"] as const) {
      expect(estimate(hours, use({ instanceHours: 1 }, { region: "south", mode })).total).toBeNull();
    }
  });

  test("a conflict is told where its region is", () => {
    const conflict = { meter: "instanceHours", mode: "standard", shown: 0.2, other: 0.3, regions: ["south"] };
    const disputed = {
      ...hours,
      conflicts: [{ ...conflict, observedAt: "2026-01-01", evidence: [], shownOn: "2026-06-01", shownEvidence: [] }],
    };
    const warned = (region: string) => estimate(disputed, use({ instanceHours: 1 }, { region })).warnings.length > 0;
    expect([warned("north"), warned("south")]).toEqual([false, true]);
  });
});
