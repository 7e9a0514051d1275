import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { assembleMeters, genaiKey, type KeyContext, litellmKey, type MeterPrice, unitPrice } from "./meters";

type Raw = Record<string, number>;

function context(raw: Raw, about: Partial<Pick<KeyContext, "provider" | "model" | "mode">> = {}): KeyContext {
  return {
    provider: "openai",
    model: "some-model",
    mode: "chat",
    ...about,
    prices: new Map(Object.entries(raw).map(([key, price]) => [key, new Decimal(price)])),
  };
}

function meter(key: string, raw: number, about: Partial<Pick<KeyContext, "provider" | "model" | "mode">> = {}) {
  const reading = litellmKey(key, context({ [key]: raw }, about));
  if (reading === null || "reject" in reading) return reading;
  const { name, unit, per, mode } = reading;
  return { name, unit, per, mode, price: unitPrice(raw, reading.factor) };
}

function meters(raw: Raw, about: Partial<Pick<KeyContext, "provider" | "model" | "mode">> = {}) {
  const found: MeterPrice[] = [];
  for (const [key, price] of Object.entries(raw)) {
    const reading = litellmKey(key, context(raw, about));
    if (reading !== null && !("reject" in reading))
      found.push({ key: reading, price: new Decimal(unitPrice(price, reading.factor)) });
  }
  return assembleMeters(found);
}

describe("litellm units", () => {
  test("a price per token becomes one per million without a binary remainder", () => {
    expect(meter("input_cost_per_token", 2.5e-6)).toEqual({
      name: "inputTokens",
      unit: "token",
      per: 1_000_000,
      mode: "standard",
      price: 2.5,
    });
    expect(unitPrice(2.8e-7, 1_000_000)).toBe(0.28);
    expect(unitPrice(1.1e-6, 1_000_000)).toBe(1.1);
    expect(unitPrice(0.0002833333333333333, 60)).toBe(0.017);
  });

  test.each([
    ["output_cost_per_reasoning_token", "reasoningTokens"],
    ["input_cost_per_audio_token", "audioInputTokens"],
    ["output_cost_per_audio_token", "audioOutputTokens"],
    ["cache_read_input_audio_token_cost", "cachedAudioInputTokens"],
    ["input_cost_per_image_token", "imageInputTokens"],
    ["output_cost_per_image_token", "imageOutputTokens"],
    ["output_cost_per_video_token", "videoOutputTokens"],
    ["citation_cost_per_token", "citationTokens"],
    ["cache_read_input_token_cost", "cachedInputTokens"],
    ["input_cost_per_token_cache_hit", "cachedInputTokens"],
    ["cache_creation_input_token_cost_above_1hr", "cacheWrite1hTokens"],
  ])("%s is %s per million tokens", (key, name) => {
    expect(meter(key, 3e-6)).toEqual({ name, unit: "token", per: 1_000_000, mode: "standard", price: 3 });
  });

  test("the standard cache write of Claude is the one of five minutes, on any host", () => {
    const key = "cache_creation_input_token_cost";
    expect(meter(key, 3.75e-6, { model: "claude-sonnet-4-5" })).toMatchObject({ name: "cacheWrite5mTokens" });
    expect(meter(key, 3.75e-6, { model: "us.anthropic.claude-opus-5" })).toMatchObject({ name: "cacheWrite5mTokens" });
    expect(meter(key, 3.75e-6, { model: "gpt-5.6-sol" })).toMatchObject({ name: "cacheWriteTokens", price: 3.75 });
  });

  test("a price per character becomes one per million characters", () => {
    expect(meter("input_cost_per_character", 1.5e-5, { mode: "audio_speech" })).toMatchObject({
      name: "characters",
      unit: "character",
      per: 1_000_000,
      price: 15,
    });
    expect(meter("input_cost_per_character", 5e-6, { mode: "chat" })).toMatchObject({ name: "inputCharacters" });
  });

  test("audio per second becomes minutes, video stays in seconds, reserved throughput is compute", () => {
    expect(meter("input_cost_per_second", 0.0001, { mode: "audio_transcription" })).toMatchObject({
      name: "audioMinutes",
      unit: "minute",
      per: 1,
      price: 0.006,
    });
    expect(meter("output_cost_per_second", 0.4, { mode: "video_generation" })).toMatchObject({
      name: "videoSeconds",
      unit: "second",
      price: 0.4,
    });
    expect(
      meter("input_cost_per_second", 0.011, { model: "bedrock/us-east-1/1-month-commitment/anthropic.claude-v1" }),
    ).toMatchObject({ name: "computeSeconds", unit: "second", per: 1, price: 0.011 });
    expect(meter("input_cost_per_second", 0.011)).toHaveProperty("reject");
  });

  test("transcription that states one price in both directions is billed once", () => {
    const both = { input_cost_per_second: 0.0001, output_cost_per_second: 0.0001 };
    expect(meters(both, { mode: "audio_transcription" })).toHaveLength(1);
  });

  test.each([
    ["ocr_cost_per_page", 0.001, "chat", "pages", 1],
    ["input_cost_per_query", 0.002, "rerank", "rerankQueries", 2],
    ["input_cost_per_query", 0.005, "search", "searches", 5],
    ["input_cost_per_request", 0.005, "chat", "requests", 5],
    ["search_context_cost_per_query.search_context_size_low", 0.01, "chat", "searches", 10],
  ])("%s is counted per thousand", (key, raw, mode, name, price) => {
    expect(meter(key, raw, { mode })).toMatchObject({ name, per: 1000, price });
  });

  test("an image price belongs to what is drawn, to what is read, or to a token of it", () => {
    const images = { name: "images", unit: "image", per: 1 };
    expect(meter("output_cost_per_image", 0.04, { mode: "image_generation" })).toMatchObject(images);
    expect(meter("input_cost_per_image", 0.04, { mode: "image_generation" })).toMatchObject(images);
    expect(meter("input_cost_per_image", 0.0048, { provider: "openrouter" })).toMatchObject({ name: "inputImages" });
    expect(meter("input_cost_per_image", 5e-6, { mode: "realtime" })).toMatchObject({
      name: "imageInputTokens",
      per: 1_000_000,
      price: 5,
    });
  });

  test("a price per pixel or per credit has no honest meter", () => {
    expect(meter("input_cost_per_pixel", 1.9e-8)).toHaveProperty("reject");
    expect(meter("ocr_cost_per_credit", 0.015)).toHaveProperty("reject");
    expect(meter("input_cost_per_furlong", 1)).toEqual({ reject: "price key not known" });
  });

  test.each([
    ["input_cost_per_token_batches", "batch"],
    ["input_cost_per_token_batch_requests", "batch"],
    ["input_cost_per_token_flex", "flex"],
    ["input_cost_per_token_priority", "priority"],
    ["input_cost_per_token", "standard"],
  ])("%s is the %s mode", (key, mode) => {
    expect(meter(key, 1e-6)).toMatchObject({ name: "inputTokens", mode });
  });
});

describe("meters of a model", () => {
  test("context tiers are one cliff", () => {
    expect(meters({ input_cost_per_token: 1.25e-6, input_cost_per_token_above_200k_tokens: 2.5e-6 })).toEqual([
      {
        name: "inputTokens",
        unit: "token",
        per: 1_000_000,
        mode: "standard",
        tierMode: "cliff",
        prices: [
          { unitPrice: 1.25, from: 0, upTo: 200_000, when: null },
          { unitPrice: 2.5, from: 200_000, upTo: null, when: null },
        ],
      },
    ]);
  });

  test("tiers of a mode stay in that mode, and the one-hour write keeps its own tiers", () => {
    const found = meters(
      {
        input_cost_per_token_flex: 1e-6,
        input_cost_per_token_above_272k_tokens_flex: 2e-6,
        cache_creation_input_token_cost_above_1hr: 6e-6,
        cache_creation_input_token_cost_above_1hr_above_200k_tokens: 12e-6,
      },
      { model: "claude" },
    );
    expect(found.map((m) => [m.name, m.mode, m.prices.map((p) => [p.from, p.unitPrice])])).toEqual([
      [
        "inputTokens",
        "flex",
        [
          [0, 1],
          [272_000, 2],
        ],
      ],
      [
        "cacheWrite1hTokens",
        "standard",
        [
          [0, 6],
          [200_000, 12],
        ],
      ],
    ]);
  });

  test("ranges of a price list are read as tiers, equal steps as one", () => {
    const [found] = meters({
      "tiered[0-32000].input_cost_per_token": 1e-6,
      "tiered[32000-128000].input_cost_per_token": 1e-6,
      "tiered[128000-256000].input_cost_per_token": 3e-6,
    });
    expect(found?.prices).toEqual([
      { unitPrice: 1, from: 0, upTo: 128_000, when: null },
      { unitPrice: 3, from: 128_000, upTo: null, when: null },
    ]);
  });

  test("of two keys for one price the former wins", () => {
    const [found, ...rest] = meters({ input_cost_per_token_cache_hit: 2e-7, cache_read_input_token_cost: 1e-7 });
    expect(rest).toEqual([]);
    expect(found?.prices[0]?.unitPrice).toBe(0.1);
  });

  test("search prices collapse when equal and carry their condition when not", () => {
    const key = (size: string) => `search_context_cost_per_query.search_context_size_${size}`;
    expect(meters({ [key("low")]: 0.01, [key("medium")]: 0.01, [key("high")]: 0.01 })[0]?.prices).toEqual([
      { unitPrice: 10, from: 0, upTo: null, when: null },
    ]);
    const unequal = meters({ [key("low")]: 0.005, [key("medium")]: 0.008, [key("high")]: 0.012 })[0];
    expect(unequal?.prices.map((p) => [p.unitPrice, p.when])).toEqual([
      [5, "low search context"],
      [8, "medium search context"],
      [12, "high search context"],
    ]);
    expect(unequal?.tierMode).toBeNull();
  });

  test("reasoning at the output rate and priority at the standard rate are left out", () => {
    const found = meters({
      output_cost_per_token: 1e-5,
      output_cost_per_reasoning_token: 1e-5,
      output_cost_per_token_priority: 1e-5,
    });
    expect(found.map((m) => `${m.name}/${m.mode}`)).toEqual(["outputTokens/standard"]);
  });
});

describe("genai-prices units", () => {
  test.each([
    ["input_mtok", "inputTokens", 1_000_000],
    ["output_reasoning_mtok", "reasoningTokens", 1_000_000],
    ["cache_write_1h_mtok", "cacheWrite1hTokens", 1_000_000],
    ["output_image_mtok", "imageOutputTokens", 1_000_000],
    ["requests_kcount", "requests", 1000],
    ["web_searches_kcount", "searches", 1000],
  ])("%s is %s", (key, name, per) => {
    expect(genaiKey(key, "m")).toMatchObject({ name, per, factor: 1, from: 0 });
  });

  test("a tier is named in tokens, and an unknown key is refused", () => {
    expect(genaiKey("input_mtok>272000", "m")).toMatchObject({ name: "inputTokens", from: 272_000 });
    expect(genaiKey("cache_write_mtok", "claude-opus-5")).toMatchObject({ name: "cacheWrite5mTokens" });
    expect(genaiKey("input_gpixels", "m")).toHaveProperty("reject");
  });
});
