import { describe, expect, test } from "vitest";
import { call } from "@/lib/http/testing";
import type { UsageAnswer } from "@/lib/schemas/usage";
import { rankOffers } from "@/lib/usage/market";
import type { Catalog, CatalogState } from "./catalog";
import { languageModelCards } from "./llm-market";
import { testRuntime } from "./testing/runtime";
import { today } from "./views";

const FILTERS = { cards: [], names: [], families: [], minimumContext: null, withPast: false, withSpecial: true };

describe("the rate cards of language models", () => {
  const { catalog, now } = testRuntime();

  test("are those of products priced by use, with the evidence of each price", async () => {
    const cards = await languageModelCards({ catalog, now: now() });
    expect(cards.map(({ slug }) => slug)).toEqual(["openai-api"]);
    for (const { models, evidence } of cards) {
      for (const { meters } of models) {
        for (const id of meters.flatMap((meter) => meter.evidence)) expect(evidence.has(id)).toBe(true);
      }
    }
  });

  test("are read once for an edition", async () => {
    expect(await languageModelCards({ catalog, now: now() })).toBe(await languageModelCards({ catalog, now: now() }));
  });

  test("are read again where their products changed, and nowhere else", async () => {
    const asked: string[][] = [];
    let edition = 1_000;
    let revision = 0;
    const moving: Catalog = {
      ...catalog,
      state: async () => ({ ...((await catalog.state()) as CatalogState), revision: edition }),
      editionOf: async () => `${revision}`,
      records: (slugs, view) => {
        asked.push([...slugs]);
        return catalog.records(slugs, view);
      },
    };
    const first = await languageModelCards({ catalog: moving, now: now() });
    edition += 1;
    expect(await languageModelCards({ catalog: moving, now: now() })).toEqual(first);
    edition += 1;
    revision += 1;
    expect(await languageModelCards({ catalog: moving, now: now() })).toEqual(first);
    const [all, none, again] = asked;
    expect(all).toContain("openai-api");
    expect(none).toEqual([]);
    expect(again).toEqual(all);
  });

  test.each([
    ["standard", { inputTokens: 3_000_000, outputTokens: 400_000, cachedInputTokens: 1_000_000 }],
    ["batch", { inputTokens: 3_000_000 }],
  ] as const)("rank a %s workload as the API estimates it, card by card", async (mode, quantities) => {
    const query = new URLSearchParams({
      mode,
      ...Object.fromEntries(Object.entries(quantities).map(([name, value]) => [name, String(value)])),
    });
    const api = (await (await call(`/api/v2/usage/openai-api?${query}`)).json()) as UsageAnswer;
    const workload = {
      quantities: new Map(Object.entries(quantities)),
      mode,
      promptTokensPerRequest: null,
      when: null,
    };
    const { groups, unpriced, notRanked } = rankOffers(
      await languageModelCards({ catalog, now: now() }),
      workload,
      FILTERS,
      today(now()),
    );
    expect(groups.flatMap(({ offers }) => offers.map((offer) => offer.estimate))).toEqual(api.estimates);
    expect(api.estimates?.length).toBeGreaterThan(0);
    expect(unpriced).toHaveLength(api.unpricedModels ?? -1);
    expect(notRanked).toEqual(api.notRanked ?? { deprecated: 0, retired: 0, unconfirmed: 0, variant: 0, notText: 0 });
  });
});
