import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { flatCost, modelsDevList, readCost } from "./parser";

const limit = { context: 1_050_000, output: 128_000 };
const catalog = {
  openai: {
    models: {
      "gpt-5.4": {
        name: "GPT-5.4",
        limit,
        cost: {
          input: 2.5,
          output: 15,
          cache_read: 0.25,
          tiers: [{ tier: { type: "context", size: 272_000 }, input: 5, output: 22.5, cache_read: 0.5 }],
        },
      },
      "gpt-free": { name: "Free", cost: { input: 0, output: 0 } },
      "gpt-unpriced": { name: "None" },
    },
  },
  azure: { models: { "gpt-5.4": { cost: { input: 2.5, output: 15 } }, "grok-3": { cost: { input: 3, output: 15 } } } },
  "azure-cognitive-services": { models: { "gpt-5.4": { cost: { input: 2.5, output: 15 } } } },
  "alibaba-cn": { models: { "qwen-max": { cost: { input: 0.345, output: 1.377 } } } },
  "zai-coding-plan": { models: { "glm-5": { cost: { input: 0, output: 0 } } } },
};
describe("one list of prices", () => {
  test("USD per million tokens stays what it is; longer requests are a cliff", () => {
    const { meters } = readCost(flatCost(catalog.openai.models["gpt-5.4"].cost), "gpt-5.4");
    expect(meters[0]).toEqual({
      name: "inputTokens",
      unit: "token",
      per: 1_000_000,
      mode: "standard",
      tierMode: "cliff",
      prices: [
        { unitPrice: 2.5, from: 0, upTo: 272_000, when: null },
        { unitPrice: 5, from: 272_000, upTo: null, when: null },
      ],
    });
  });

  test("the former names of cache prices are read, and the output of an image model is not", () => {
    const old = new Map([
      ["inputCached", new Decimal(3.75)],
      ["outputCached", new Decimal(0.3)],
      ["output", new Decimal(60)],
    ]);
    const { meters, doubts } = readCost(old, "claude-sonnet-4", true);
    expect(meters.map(({ name, prices }) => [name, prices[0]?.unitPrice])).toEqual([
      ["cachedInputTokens", 0.3],
      ["cacheWrite5mTokens", 3.75],
    ]);
    expect(doubts).toHaveLength(1);
  });
});

describe("the catalogue", () => {
  const { readings, rejects } = modelsDevList(catalog, { day: "2026-07-02", url: "https://example.com/api.json" });
  const reasonOf = (row: string) => rejects.find((one) => one.row === row)?.reason;

  test("zero and missing prices never become readings", () => {
    expect(reasonOf("openai/gpt-free")).toBe("every price is 0: unknown or bundled, not free");
    expect(reasonOf("openai/gpt-unpriced")).toBe("no price");
  });

  test("plans, converted currencies and second listings are left out with a reason", () => {
    expect(reasonOf("zai-coding-plan/glm-5")).toContain("subscription");
    expect(reasonOf("alibaba-cn/qwen-max")).toContain("CNY");
    expect(reasonOf("azure-cognitive-services/gpt-5.4")).toBe('same model as "azure/gpt-5.4"');
  });

  test("Azure's models are split over its two products", () => {
    expect(readings.map(({ subject }) => subject.slug)).toEqual(
      expect.arrayContaining(["azure-openai", "azure-ai-foundry"]),
    );
  });
});
