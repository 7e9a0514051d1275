import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { UsageModel } from "@/lib/schemas/record";
import { estimate } from "./estimate";
import { byModel, type Card, isSpecial, type OfferFilters, rankOffers, workloadOn } from "./market";
import { meter, usageModel } from "./model.fixture";
import type { Workload } from "./workload";

const card = (slug: string, models: UsageModel[]): Card => ({
  slug,
  name: slug,
  category: "llm-apis",
  license: "owned",
  models,
});

const DAY = "2026-11-21";
const FILTERS: OfferFilters = {
  cards: [],
  names: [],
  families: [],
  minimumContext: null,
  withPast: false,
  withSpecial: false,
};
const use = (quantities: Record<string, number>, rest: Partial<Workload> = {}): Workload => ({
  quantities: new Map(Object.entries(quantities)),
  mode: "standard",
  promptTokensPerRequest: null,
  when: null,
  ...rest,
});
const WORK = use({ inputTokens: 1_000_000, outputTokens: 1_000_000 });

const anyModel = fc
  .record({
    id: fc.stringMatching(/^[a-z]{1,4}$/),
    input: fc.option(fc.integer({ min: 0, max: 900 })),
    output: fc.option(fc.integer({ min: 0, max: 900 })),
    currency: fc.constantFrom("USD", "USD", "CNY"),
  })
  .map(({ id, input, output, currency }) =>
    usageModel(
      id,
      [
        ...(input === null ? [] : [meter("inputTokens", input)]),
        ...(output === null ? [] : [meter("outputTokens", output)]),
      ],
      { currency },
    ),
  );
const market = fc.array(
  fc
    .tuple(fc.stringMatching(/^[a-z]{1,3}$/), fc.array(anyModel, { maxLength: 6 }))
    .map(([slug, models]) => card(slug, models)),
  { maxLength: 5 },
);

describe("the ranking over all rate cards", () => {
  test("gives each model the estimate of its own card, cheapest first within a currency", () => {
    fc.assert(
      fc.property(market, (cards) => {
        for (const { currency, offers } of rankOffers(cards, WORK, FILTERS, DAY).groups) {
          for (const [index, offer] of offers.entries()) {
            const { exact, ...alone } = estimate(offer.model, WORK);
            expect(offer.estimate).toEqual(alone);
            expect(offer.model.currency).toBe(currency);
            const next = offers[index + 1];
            if (next && exact) expect(next.exact.gte(exact)).toBe(true);
          }
        }
      }),
    );
  });

  test("loses no model: ranked, told what has no price, or counted with the reason why it is not ranked", () => {
    fc.assert(
      fc.property(market, (cards) => {
        const { groups, unpriced, special, notRanked } = rankOffers(cards, WORK, FILTERS, DAY);
        const left = Object.values(notRanked).reduce((sum, count) => sum + count, special);
        const told = groups.reduce((sum, { offers }) => sum + offers.length, 0) + unpriced.length + left;
        expect(told).toBe(cards.reduce((sum, { models }) => sum + models.length, 0));
        for (const entry of unpriced) expect(entry.unpriced.length).toBeGreaterThan(0);
      }),
    );
  });

  test("an unknown price is never the cheapest", () => {
    const cards = [
      card("acme", [
        usageModel("free", [meter("inputTokens", 0)]),
        usageModel("paid", [meter("inputTokens", 1), meter("outputTokens", 1)]),
      ]),
    ];
    const { groups, unpriced } = rankOffers(cards, WORK, FILTERS, DAY);
    expect(groups[0]?.offers.map((offer) => offer.model.model)).toEqual(["paid"]);
    expect(unpriced.map((entry) => [entry.model.model, entry.unpriced])).toEqual([["free", ["outputTokens"]]]);
  });

  test("ranks by what was not rounded, the currency with most models first", () => {
    const offers = [
      usageModel("a-dear", [meter("inputTokens", 20_004)]),
      usageModel("z-cheap", [meter("inputTokens", 20_001)]),
      usageModel("euro", [meter("inputTokens", 1)], { currency: "EUR" }),
    ];
    const { groups } = rankOffers([card("acme", offers)], use({ inputTokens: 1 }), FILTERS, DAY);
    expect(groups.map(({ currency, offers: ranked }) => [currency, ranked.map((offer) => offer.model.model)])).toEqual([
      ["USD", ["z-cheap", "a-dear"]],
      ["EUR", ["euro"]],
    ]);
  });

  test("filters by card, words of the name, context window and status, and counts what it leaves out", () => {
    const rates = [meter("inputTokens", 1), meter("outputTokens", 1)];
    const cards = [
      card("acme", [
        usageModel("acme-large", rates),
        usageModel("acme-blind", rates, { contextWindow: null }),
        usageModel("acme-short", rates, { contextWindow: 8_000 }),
        usageModel("acme-old", rates, { status: "deprecated" }),
        usageModel("acme-embed-large", rates),
      ]),
      card("other", [usageModel("other-large", rates)]),
    ];
    const names = (filters: Partial<OfferFilters>) => {
      const { groups, contextUnknown, special } = rankOffers(cards, WORK, { ...FILTERS, ...filters }, DAY);
      return [groups.flatMap(({ offers }) => offers.map((offer) => offer.model.model)), contextUnknown, special];
    };
    expect(names({ cards: ["acme"], names: ["LARGE acme"] })).toEqual([["acme-large"], 0, 1]);
    expect(names({ minimumContext: 128_000 })).toEqual([["acme-large", "other-large"], 1, 1]);
    expect(names({ minimumContext: 128_001 })[0]).toEqual([]);
    expect(names({ withPast: true, names: ["old"] })).toEqual([["acme-old"], 0, 0]);
    expect(names({ withSpecial: true, names: ["embed"] })).toEqual([["acme-embed-large"], 0, 0]);
  });
});

describe("requests", () => {
  const perRequest = usageModel("acme", [meter("inputTokens", 1), { ...meter("requests", 5), per: 1_000 }]);

  test("are billed where a request has a price, and no model is unpriced for want of one", () => {
    const work = use({ requests: 2_000, inputTokens: 1_000_000 });
    expect(estimate(perRequest, workloadOn(perRequest, work)).total).toBe(11);
    const plain = usageModel("acme", [meter("inputTokens", 1)]);
    expect(estimate(plain, workloadOn(plain, work))).toMatchObject({ total: 1, unpriced: [] });
  });
});

describe("one row for each model", () => {
  test("is its cheapest offer, the others under it, none lost", () => {
    fc.assert(
      fc.property(market, (cards) => {
        for (const { offers } of rankOffers(cards, WORK, FILTERS, DAY).groups) {
          const rows = byModel(offers);
          expect(rows.flatMap(({ others }) => [null, ...others])).toHaveLength(offers.length);
          for (const { exact, others } of rows) for (const other of others) expect(other.exact.gte(exact)).toBe(true);
        }
      }),
    );
  });

  test("models that do not write text are known by a word of their name, not by a part of one", () => {
    expect(isSpecial({ model: "acme/bge-m3", name: "BGE" })).toBe(true);
    expect(isSpecial({ model: "acme-rerank-2", name: "Acme" })).toBe(true);
    expect(isSpecial({ model: "flux-1-acme", name: "flux-1-acme" })).toBe(true);
    expect(isSpecial({ model: "imagery-writer", name: "Guardian writer" })).toBe(false);
  });
});
