import { describe, expect, test } from "vitest";
import { aicostbudgetReadings, flatMeters, recordMeters } from "./aicostbudget";

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
