import { describe, expect, test } from "vitest";
import { aicostbudgetReadings, flatMeters, recordMeters } from "./parser";

const record = (mode: string, context: string, threshold: number | null, charges: Record<string, string>) => ({
  pricingId: `price:openai/gpt-5.6-sol:${mode}:${context}:current`,
  modelInternalId: "openai/gpt-5.6-sol",
  processingMode: mode as "standard",
  contextClass: context as "short",
  promptTokenThreshold: threshold,
  currency: "USD" as const,
  verificationStatus: "verified",
  charges: Object.entries(charges).map(([component, amount]) => ({
    component,
    unit: "per_1m_tokens" as const,
    amount,
  })),
});

const prices = [
  record("standard", "short", null, { input: "4", cached_input: "0.4", output: "20" }),
  record("standard", "long", null, { input: "8", cached_input: "0.8", output: "30" }),
  record("fast", "short", null, { input: "8", output: "40" }),
  { ...record("standard", "short", null, { input: "1" }), pricingId: "price:openai/x:standard:short:website-preview" },
];

test("modes and lengths of one model make one set of meters", () => {
  const meters = recordMeters(prices.slice(0, 3));
  expect(meters.map(({ name, mode, tierMode }) => `${name} ${mode} ${tierMode}`)).toEqual([
    "inputTokens standard cliff",
    "inputTokens priority null",
    "cachedInputTokens standard cliff",
    "outputTokens standard cliff",
    "outputTokens priority null",
  ]);
  expect(meters[0]?.prices[1]).toEqual({ unitPrice: 8, from: 272_000, upTo: null, when: null });
});

test("null is unknown, and batch fields are a mode", () => {
  expect(
    flatMeters("claude-opus-5", {
      currency: "USD",
      input: 5,
      cached_input: null,
      batch_output: 12.5,
      cache_write: 6.25,
    }),
  ).toMatchObject([
    { name: "inputTokens", mode: "standard", per: 1_000_000 },
    { name: "cacheWrite5mTokens", mode: "standard" },
    { name: "outputTokens", mode: "batch", prices: [{ unitPrice: 12.5 }] },
  ]);
});

describe("the joined records", () => {
  const step = (day: string, input: number) => ({
    provider_id: "openai",
    model_id: "gpt-5.6-sol",
    recorded_at: `${day}T00:00:00Z`,
    effective_from: "2026-07-03",
    official_source_url: "https://developers.openai.com/api/docs/pricing",
    pricing: { currency: "USD", input, output: 30 },
  });
  const canonical = {
    provider_id: "openai",
    model_id: "gpt-5.6-sol",
    display_name: "GPT-5.6 Sol",
    official_source_url: "https://developers.openai.com/api/docs/models/gpt-5.6-sol",
    last_verified_at: "2026-08-22T14:45:21Z",
    effective_from: null,
    notes: "OpenAI lists promotional Standard pricing of $4 input, available at least through 2026-11-21.",
  };
  const { readings, rejects } = aicostbudgetReadings([canonical], prices, [
    step("2026-07-09", 5),
    step("2026-07-27", 5),
    step("2026-08-22", 4),
  ]);

  test("each step is dated once, by the day it was recorded, and the list's first day is no start date", () => {
    expect(readings.map(({ observedAt, effectiveFrom }) => [observedAt, effectiveFrom])).toEqual([
      ["2026-07-09", undefined],
      ["2026-08-22", undefined],
    ]);
  });

  test("a promotion says so", () => {
    expect(readings[1]?.evidence.note).toBe("Promotional price, offered at least through 2026-11-21.");
    expect(readings[1]?.trust).toBe("A");
  });

  test("figures kept for the publisher's site are left out", () => {
    expect(rejects).toHaveLength(1);
  });
});

describe("what the notes alone tell", () => {
  const short = prices.slice(0, 1);
  const pricesOf = (notes: string, records = short) =>
    Object.fromEntries(
      recordMeters(records, notes).map(({ name, mode, prices: own }) => [
        `${name} ${mode}`,
        own.map(({ unitPrice, from, upTo }) => [unitPrice, from, upTo]),
      ]),
    );

  test("the price of longer requests, and of cached input in batches", () => {
    const notes =
      "V1 stores Standard short-context prices and Batch short-context input/output prices. Batch cached input is $0.125 per 1M tokens. Above 272K input tokens, Standard pricing is $5 input, $0.50 cached input, and $22.50 output per 1M tokens; Batch pricing is $2.50 input, $0.25 cached input, and $11.25 output per 1M tokens.";
    expect(pricesOf(notes)).toMatchObject({
      "inputTokens standard": [
        [4, 0, 272_000],
        [5, 272_000, null],
      ],
      "cachedInputTokens standard": [
        [0.4, 0, 272_000],
        [0.5, 272_000, null],
      ],
      "cachedInputTokens batch": [
        [0.125, 0, 272_000],
        [0.25, 272_000, null],
      ],
      "outputTokens standard": [
        [20, 0, 272_000],
        [22.5, 272_000, null],
      ],
    });
    expect(
      pricesOf(
        "The long-context threshold is 200K tokens, where xAI lists $4 input, $0.60 cached input, and $12 output per 1M tokens.",
      )["outputTokens standard"],
    ).toEqual([
      [20, 0, 200_000],
      [12, 200_000, null],
    ]);
    expect(
      pricesOf(
        "Long-context Standard pricing is $60 input and $270 output per 1M tokens; Batch pricing is $30 input and $135 output per 1M tokens.",
      )["inputTokens standard"],
    ).toEqual([
      [4, 0, 272_000],
      [60, 272_000, null],
    ]);
  });

  test("the bound alone", () => {
    expect(
      pricesOf("Rates are for prompts up to 200k tokens. Google lists higher rates above 200k tokens."),
    ).toMatchObject({ "inputTokens standard": [[4, 0, 200_000]], "outputTokens standard": [[20, 0, 200_000]] });
  });

  const first = (notes: string, status = "verified") =>
    aicostbudgetReadings(
      [
        {
          provider_id: "openai",
          model_id: "gpt-5.6-sol",
          display_name: "GPT-5.6 Sol",
          official_source_url: "https://developers.openai.com/api/docs/models/gpt-5.6-sol",
          last_verified_at: "2026-08-22T14:45:21Z",
          effective_from: null,
          notes,
        },
      ],
      short.map((one) => ({ ...one, verificationStatus: status })),
      [],
    ).readings[0];

  test.each([
    [
      "Rates are for text/image/video input; Google lists separate audio rates in the official pricing table.",
      "Input prices of text, image and video; audio is priced apart.",
    ],
    ["Public V1 fields store Standard short-context prices.", "Prices of short requests only."],
    [
      "Introductory pricing applies through 2026-08-31 and standard pricing starts 2026-09-01.",
      "Introductory price, through 2026-08-31.",
    ],
    ["cache_write stores the 5-minute write rate.", undefined],
  ])("%s", (notes, note) => {
    expect(first(notes)?.evidence.note).toBe(note);
  });

  test("a price that the list has verified in part only is not first-hand", () => {
    expect(first("", "partially_verified")).toMatchObject({
      trust: "B",
      evidence: { note: "The list has not verified the price in full." },
    });
  });
});
