import { describe, expect, test } from "vitest";
import { Observation } from "@/lib/schemas/observation";
import { litellmList, remarksOn } from "./parser";

const SNAPSHOT = "2026-08-01";

const entry = (extra: object) => ({ litellm_provider: "openai", mode: "chat", ...extra });
const read = (file: object) => litellmList(file, SNAPSHOT);
const facts = (file: object) => read(file).readings.map(({ observedAt, fact }) => ({ observedAt, ...fact }));

test("a price of 0 is unknown: the meter is dropped, and a model without any price is rejected", () => {
  const { readings, rejects } = read({
    half: entry({ input_cost_per_token: 1e-7, output_cost_per_token: 0 }),
    none: entry({ input_cost_per_token: 0, output_cost_per_token: 0 }),
  });
  expect(
    readings.map((r) => [r.fact.kind === "rates" && r.fact.model, JSON.stringify(r.fact).includes('"unitPrice":0,')]),
  ).toEqual([["half", false]]);
  expect(rejects).toEqual([{ row: "none", reason: "every price is 0: unknown, not free" }]);
});

test("token prices beyond belief are a wrong unit", () => {
  const { readings, rejects } = read({
    "wandb/x": {
      litellm_provider: "wandb",
      mode: "chat",
      input_cost_per_token: 0.055,
      output_cost_per_token: 0.0002,
    },
  });
  expect(readings).toEqual([]);
  expect(rejects[0]?.reason).toBe("implausibly high: wrong unit");
});

test("a minute's price is the one the vendor writes, not its rounded sixtieth times sixty", () => {
  const found = facts({
    "deepgram/nova-3": {
      litellm_provider: "deepgram",
      mode: "audio_transcription",
      input_cost_per_second: 7.167e-5,
      metadata: { original_pricing_per_minute: 0.0043 },
    },
  });
  expect(found[0]).toMatchObject({
    model: "nova-3",
    meters: [{ name: "audioMinutes", prices: [{ unitPrice: 0.0043 }] }],
  });
});

test("local runtimes, subscriptions and notes of the file are no products", () => {
  const { readings, rejects } = read({
    sample_spec: { litellm_provider: "one of https://docs.litellm.ai/docs/providers", input_cost_per_token: 1e-6 },
    "ollama/llama2": { litellm_provider: "ollama", input_cost_per_token: 1e-6 },
    "github_copilot/gpt-4o": { litellm_provider: "github_copilot", input_cost_per_token: 1e-6 },
  });
  expect(readings).toEqual([]);
  expect(rejects).toHaveLength(3);
});

test("a reseller's model is its own product, under the provider's id", () => {
  const { readings } = read({
    "vertex_ai/claude-opus-5": {
      litellm_provider: "vertex_ai-anthropic_models",
      mode: "chat",
      input_cost_per_token: 5e-6,
    },
    "gemini/gemini-2.5-pro": { litellm_provider: "gemini", mode: "chat", input_cost_per_token: 1.25e-6 },
    "openrouter/openrouter/auto": { litellm_provider: "openrouter", mode: "chat", input_cost_per_token: 1e-6 },
  });
  expect(readings.map((r) => [r.subject.slug, r.fact.kind === "rates" && r.fact.model])).toEqual([
    ["vertex-ai", "claude-opus-5"],
    ["gemini-api", "gemini-2.5-pro"],
    ["openrouter", "openrouter/auto"],
  ]);
});

test("one model under two keys is told once", () => {
  const { readings, rejects } = read({
    "sora-2": entry({ input_cost_per_token: 1e-6 }),
    "openai/sora-2": entry({ input_cost_per_token: 1e-6 }),
  });
  expect(readings).toHaveLength(1);
  expect(rejects).toEqual([{ row: "sora-2", reason: "same model as openai/sora-2" }]);
});

test("the entry's own page is the evidence, a past end date makes it deprecated, and all of it is a valid observation", () => {
  const { readings } = read({
    m: entry({
      input_cost_per_token: 2e-6,
      source: "https://openai.com/api/pricing",
      deprecation_date: "2026-03-26",
    }),
  });
  const [only] = readings;
  expect(only?.evidence.url).toBe("https://openai.com/api/pricing");
  expect(only?.fact).toMatchObject({ status: "deprecated" });
  const { subject, ...rest } = only ?? { subject: { slug: "" } };
  expect(Observation.safeParse({ product: subject.slug, source: "litellm", ...rest }).success).toBe(true);
});

describe("remarks of the file", () => {
  test.each([
    [
      "Pricing listed as $0.05/1M tokens total. Assumed 50/50 split for input/output.",
      "$0.05 per million tokens in total",
      true,
    ],
    [
      "Input/output cost per token is dbu cost * $0.070. Number provided for reference, '*_dbu_cost_per_token' used in actual calculation.",
      "at $0.07 each",
      true,
    ],
    [
      "Input/output cost per token is dbu cost * $0.070, based on databricks Llama 3.1 70B conversion. Number provided for reference, '*_dbu_cost_per_token' used in actual calculation.",
      "at $0.07 each",
      true,
    ],
    ["Estimated cost based on standard TTS pricing. RunwayML uses ElevenLabs models.", "Estimated by the list.", true],
    ["$0.18/1000 characters (Scale plan pricing, 1 credit per character)", "Price on the Scale plan.", false],
    ["$0.22/hour = $0.00366/minute = $0.0000611 per second (enterprise pricing)", "Enterprise price.", false],
    [
      "5 credits per 720p image or 8 credits per 1080p image @ $0.01 per credit. Using 5 credits ($0.05) as base cost",
      "Price of a 720p image; one of 1080p takes 8 credits.",
      false,
    ],
    [
      "Serper Google Search API. Pricing: $1.00/1k queries (Starter), $0.75/1k (Standard), $0.50/1k (Scale), $0.30/1k (Ultimate).",
      "Price on the Starter plan; on larger ones down to $0.30 per 1,000.",
      false,
    ],
  ])("%s", (notes, note, isDerived) => {
    const told = remarksOn({ metadata: { notes } });
    expect(told.note).toContain(note);
    expect(told.isDerived).toBe(isDerived);
  });

  test("a figure that the file derived is of kind C and not shown by the vendor's page", () => {
    const entry = {
      litellm_provider: "nscale",
      mode: "chat",
      input_cost_per_token: 2.5e-8,
      output_cost_per_token: 2.5e-8,
      source: "https://docs.nscale.com/docs/inference/serverless-models/current#chat-models",
      metadata: { notes: "Pricing listed as $0.05/1M tokens total. Assumed 50/50 split for input/output." },
    };
    const { readings } = read({ "nscale/m": entry });
    expect(readings[0]).toMatchObject({ trust: "C", evidence: { url: expect.stringContaining("BerriAI/litellm") } });
  });

  test("other words are no remark on a price", () => {
    expect(remarksOn({ metadata: { notes: "Flux Pro - Professional-grade image generation model" } })).toEqual({
      isDerived: false,
    });
  });
});

test("the end of the last tier is kept where the model reads more", () => {
  const entry = (max_input_tokens: number) => ({
    litellm_provider: "dashscope",
    mode: "chat",
    max_input_tokens,
    tiered_pricing: [
      { range: [0, 32_000], input_cost_per_token: 1.2e-6 },
      { range: [32_000, 252_000], input_cost_per_token: 2.4e-6 },
    ],
  });
  const bounds = (max: number) => {
    const [now] = read({ "dashscope/qwen3-max": entry(max) }).readings;
    return now?.fact.kind === "rates" ? now.fact.meters[0]?.prices.map(({ upTo }) => upTo) : undefined;
  };
  expect(bounds(258_048)).toEqual([32_000, 252_000]);
  expect(bounds(252_000)).toEqual([32_000, null]);
});
