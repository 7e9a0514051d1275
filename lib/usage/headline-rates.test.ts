import { describe, expect, test } from "vitest";
import { reduce } from "@/lib/catalog/reduce";
import { ACME_CLOUD, largeCloud, trafficRates } from "@/lib/catalog/testing/cloud";
import { observe, SOURCES } from "@/lib/catalog/testing/observations";
import type { Observation } from "@/lib/schemas/observation";
import type { Usage, UsageModel } from "@/lib/schemas/record";
import { headlineRates, standardRates } from "./headline-rates";
import { meter as priced, usageModel } from "./model.fixture";

function usageOf(observations: readonly Observation[]): Usage {
  const usage = reduce(observations, { asOf: "2026-02-01", sources: SOURCES })?.usage;
  if (!usage) throw new Error("no rate card");
  return usage;
}

interface Told {
  since?: string;
  status?: "deprecated";
  name?: string;
  contextWindow?: number | null;
}

/** A language model that two sources show. */
function model(id: string, input: number, output: number, told: Told = {}) {
  const { since = "2025-12-01", status, name, contextWindow = 200_000 } = told;
  const meter = (meterName: string, unitPrice: number) => ({
    name: meterName,
    unit: "token",
    per: 1_000_000,
    mode: "standard" as const,
    tierMode: null,
    prices: [{ unitPrice, from: 0, upTo: null, when: null }],
  });
  const fact = {
    kind: "rates" as const,
    model: id,
    ...(name !== undefined && { name }),
    ...(status && { status }),
    ...(contextWindow && { contextWindow }),
    currency: "USD",
    meters: [meter("inputTokens", input), meter("outputTokens", output)],
  };
  return [observe(fact, { observedAt: since }), observe(fact, { observedAt: since, source: "acme-list" })];
}

const shown = (observations: readonly Observation[]) =>
  headlineRates(usageOf(observations)).map(({ model: id, meter, unitPrice }) => [id, meter, unitPrice]);

describe("the rates that people compare", () => {
  const newest = [
    model("acme-5-large", 10, 50, { since: "2026-01-03" }),
    model("acme-5", 2, 10, { since: "2026-01-02" }),
    model("acme-5-mini", 0.2, 1, { since: "2026-01-02" }),
  ].flat();

  test("of new models whose context window no source states are shown if two sources show them", () => {
    const unstated = { since: "2026-01-05", contextWindow: null };
    const later = [
      ...model("acme-6-large", 9, 45, unstated),
      ...model("acme-6", 3, 15, unstated),
      ...model("acme-6-mini", 1, 5, unstated),
      ...model("acme-7", 4, 20, { since: "2026-01-06", contextWindow: null }).slice(0, 1),
    ];
    expect(shown([...newest, ...later])[0]).toEqual(["acme-6", "inputTokens", 3]);
  });

  test("of language models are input and output of the middle one of the three newest", () => {
    const older = [
      ...model("acme-4", 30, 60),
      ...model("acme-6", 90, 90, { since: "2026-01-09", status: "deprecated" }),
    ];
    expect(shown([...newest, ...older])).toEqual([
      ["acme-5", "inputTokens", 2],
      ["acme-5", "outputTokens", 10],
    ]);
  });

  test("a model that one source alone shows, or that does not write text, does not stand for the card", () => {
    const [alone] = model("acme-7", 99, 99, { since: "2026-01-20" });
    const embeds = model("acme-embed-7", 0.01, 0.01, { since: "2026-01-20" });
    expect(shown([...newest, ...(alone ? [alone] : []), ...embeds])[0]).toEqual(["acme-5", "inputTokens", 2]);
  });

  test("a disputed price does not stand for the card while another is undisputed", () => {
    const [, list] = model("acme-5", 3, 10, { since: "2026-01-02" });
    const disputed = newest.map((entry) =>
      list && entry.source === "acme-list" && entry.fact.kind === "rates" && entry.fact.model === "acme-5"
        ? list
        : entry,
    );
    expect(shown(disputed)[0]?.[0]).not.toBe("acme-5");
  });

  test("of a cloud are the cheapest common machine and the cheapest with 4 vCPUs and 16 GB, in the reference region", () => {
    expect(headlineRates(usageOf(ACME_CLOUD))).toEqual([
      {
        model: "a1-standard-2",
        name: "a1-standard-2",
        meter: "instanceHours",
        unitPrice: 0.07,
        per: 1,
        unit: "hour",
        currency: "USD",
        region: "us-central1",
      },
      expect.objectContaining({ model: "a1-standard-4", unitPrice: 0.14, region: "us-central1" }),
    ]);
    expect(headlineRates(usageOf(largeCloud(60, 5)))).toHaveLength(2);
  });

  test("of a small card are all its rates; a price for no region names none", () => {
    expect(headlineRates(usageOf([trafficRates()]))).toEqual([
      expect.objectContaining({ model: "traffic", meter: "egressGb", unitPrice: 0.19, region: "asia-east1" }),
    ]);
    expect(headlineRates(usageOf(model("acme-1", 1, 2)))).toMatchObject([{ region: null }, { region: null }]);
  });

  test("are never more than three, and never from nothing", () => {
    const many = Array.from({ length: 9 }, (_, index) => model(`acme-${index}`, index + 1, index + 2)).flat();
    for (const observations of [many, ACME_CLOUD, newest]) {
      const rates = headlineRates(usageOf(observations));
      expect(rates.length).toBeGreaterThan(0);
      expect(rates.length).toBeLessThanOrEqual(3);
    }
  });
});

describe("all standard rates of a model", () => {
  const meters = [
    priced("images", 40),
    priced("cachedInputTokens", 1),
    priced("outputTokens", 9),
    priced("images", 20, "batch"),
  ];

  test("are those of tokens and then all others, without those of caches and other modes", () => {
    const rates = standardRates(usageModel("acme-draw-1", meters));
    expect(rates.map(({ meter, unitPrice }) => [meter, unitPrice])).toEqual([
      ["outputTokens", 9],
      ["images", 40],
    ]);
  });

  test("are none where one hangs on something", () => {
    const [price] = priced("videoSeconds", 0.4).prices;
    const hanging = {
      ...priced("videoSeconds", 0.4),
      prices: [{ ...price, when: "4K" }],
    } as UsageModel["meters"][number];
    expect(standardRates(usageModel("acme-film-1", [...meters, hanging]))).toEqual([]);
    const several = { ...hanging, prices: [price, { ...price, from: 100 }] } as UsageModel["meters"][number];
    expect(standardRates(usageModel("acme-film-1", [...meters, several]))).toEqual([]);
  });
});
