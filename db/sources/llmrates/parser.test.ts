import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { llmratesList, llmratesModelId, qualifiedName, readField, readMeters } from "./parser";

const terms = { tier: "standard", label: null, region: null, currency: "USD", min: 0 };
const openai = { provider: "openai", id: "gpt-5.5" };
const read = (field: string, value: number, more = {}, model = openai) =>
  readField(model, field, new Decimal(value), { ...terms, ...more });

describe("each unit", () => {
  test.each([
    ["inputPricePerMillion", 5, "inputTokens", 1_000_000, 5],
    ["cachedWritePricePerMillion", 6.25, "cacheWriteTokens", 1_000_000, 6.25],
    ["characterPricePerMillion", 30, "characters", 1_000_000, 30],
    ["imagePrice", 0.04, "images", 1, 0.04],
    ["audioPricePerHour", 0.462, "audioMinutes", 1, 0.0077],
    ["videoPricePerSecond", 0.12, "videoSeconds", 1, 0.12],
    ["pagePrice", 2, "pages", 1000, 2],
    ["searchPricePerThousand", 2, "searches", 1000, 2],
  ])("%s of %d is %s per %d", (field, value, name, per, price) => {
    const one = read(field, value);
    if ("reject" in one) throw new Error(one.reject);
    expect([one.key.name, one.key.per, one.price.toNumber()]).toEqual([name, per, price]);
  });
});

describe("labels", () => {
  test("a long context is a tier, a medium another meter, a size a condition", () => {
    expect(read("inputPricePerMillion", 10, { label: "long_context" })).toMatchObject({ key: { from: 272_000 } });
    expect(read("outputPricePerMillion", 64, { label: "audio" })).toMatchObject({ key: { name: "audioOutputTokens" } });
    expect(read("videoPricePerSecond", 0.3, { label: "1080P" })).toMatchObject({ key: { when: "1080P" } });
    expect(read("inputPricePerMillion", 0.22, { tier: "off_peak", label: "off_peak" })).toMatchObject({
      key: { mode: "off_peak", when: "off-peak hours" },
    });
  });

  test("what cannot be told apart is left out with a reason", () => {
    expect(read("outputPricePerMillion", 0.017, { label: "audio" })).toHaveProperty("reject");
    expect(
      read("outputPricePerMillion", 0.039, {}, { provider: "google-gemini", id: "gemini-2.5-flash-image" }),
    ).toHaveProperty("reject");
    expect(read("inputPricePerMillion", 3, { currency: "CNY" })).toHaveProperty("reject");
    expect(read("inputPricePerMillion", 30, { tier: "fast" })).toHaveProperty("reject");
    expect(
      read(
        "inputPricePerMillion",
        1.5,
        { currency: "CNY", region: "international" },
        { provider: "qwen", id: "qwen-max" },
      ),
    ).toHaveProperty("reject");
    expect(
      read("inputPricePerMillion", 0.16, {}, { provider: "cloudflare", id: "@cf/moonshotai/kimi-k2.6" }),
    ).toHaveProperty("reject");
  });

  test("a price that hangs on the length of the answer drops the model, not one tier of it", () => {
    const zhipu = { provider: "zhipu", id: "glm-4.7" };
    const row = (label: string, min: number, value: number) => ({
      field: "inputPricePerMillion",
      value: new Decimal(value),
      terms: { ...terms, currency: "CNY", label, min },
    });
    const out = readMeters(zhipu, [
      row("输入长度 [0, 32) 输出长度 [0, 0.2)", 0, 2),
      row("输入长度 [32, 200)", 32_000, 4),
    ]);
    expect(out.meters).toEqual([]);
  });
});

describe("names", () => {
  test("dates, availability and sizes are split off", () => {
    expect(qualifiedName("Claude Sonnet 5 (from September 1, 2026)")).toMatchObject({
      name: "Claude Sonnet 5",
      effectiveFrom: "2026-09-01",
    });
    expect(qualifiedName("Gemini 3.6 Flash * through December 31, 2026")).toMatchObject({
      name: "Gemini 3.6 Flash",
      until: "2026-12-31",
    });
    expect(qualifiedName("Claude Opus 4 ( retired, except on Google Cloud )")).toMatchObject({
      name: "Claude Opus 4",
      status: "retired",
    });
    expect(qualifiedName("seedance2 (480p/720p)")).toMatchObject({ name: "seedance2", when: "480p/720p" });
  });

  test.each([
    ["anthropic", "claude-opus-4.8", "Claude Opus 4.8", null, "claude-opus-4.8"],
    ["openrouter", "aion-1-0", "AionLabs: Aion-1.0", "https://openrouter.ai/aion-labs/aion-1.0", "aion-labs/aion-1.0"],
    [
      "novita",
      "deepseek-deepseek-v3-2",
      "DeepSeek V3.2",
      "https://novita.ai/models/llm/deepseek-v3.2",
      "deepseek/deepseek-v3.2",
    ],
    ["fireworks", "kimi-k2-7-code", "Kimi K2.7 Code", null, "kimi-k2p7-code"],
    ["vertex-ai", "gemini-3-1-pro", "Gemini 3.1 Pro", null, "gemini-3.1-pro-preview"],
    ["azure-ai", "gpt-5-1-codex-azure", "GPT-5.1 codex", null, "gpt-5.1-codex"],
    ["xai", "grok-4.5", "grok-4.5", null, "grok-4.5"],
  ])("%s: %s is an own id", (provider, slug, name, sourceUrl, id) => {
    expect(llmratesModelId(provider, { slug, name, sourceUrl })).toBe(id);
  });
});

describe("the dataset", () => {
  const AT = { day: "2026-08-22", url: "https://example.com/dataset.json" };
  const blank = {
    processingTier: "standard",
    tokenTierMin: null,
    tokenTierMax: null,
    tierLabel: null,
    priceUnit: "USD",
    region: null,
    sourceUrl: "https://docs.anthropic.com/en/docs/about-claude/pricing",
  };
  const model = (name: string, slug: string, input: number) => ({
    name,
    slug,
    contextWindow: null,
    maxOutput: null,
    deprecatedAt: null,
    provider: { slug: "anthropic" },
    prices: [{ ...blank, inputPricePerMillion: input, outputPricePerMillion: input * 5 }],
  });
  const { readings, rejects } = llmratesList(
    {
      providers: [{ slug: "anthropic", website: "https://anthropic.com", pricingUrl: null }],
      models: [
        model("Claude Sonnet 5", "claude-sonnet-5", 2),
        model("Claude Sonnet 5 (from September 1, 2026)", "claude-sonnet-5-from-september-1-2026", 3),
        model("Claude Opus 4 ( retired, except on Google Cloud )", "claude-opus-4-retired", 15),
        model("Claude Haiku 4.5", "claude-haiku-4.5", 0),
      ],
    },
    AT,
  );

  test("a price with an address on the vendor's site is first-hand", () => {
    expect(readings.map(({ effectiveFrom }) => effectiveFrom)).toEqual([undefined, "2026-09-01"]);
    expect(readings[0]).toMatchObject({
      trust: "A",
      observedAt: "2026-08-22",
      evidence: { url: "https://docs.anthropic.com/en/docs/about-claude/pricing" },
      fact: { model: "claude-sonnet-5", currency: "USD" },
    });
  });

  const only = (name: string, provider: string, prices: object[], contextWindow: number | null = null) =>
    llmratesList(
      {
        providers: [],
        models: [
          {
            ...model(name, "slug", 1),
            provider: { slug: provider },
            contextWindow,
            prices: prices.map((price) => ({ ...blank, ...price })),
          },
        ],
      },
      AT,
    ).readings[0];

  test("what the heading and the labels say of a price is told", () => {
    const tokens = { inputPricePerMillion: 1, outputPricePerMillion: 5 };
    const note = (...args: Parameters<typeof only>) => only(...args)?.evidence.note;
    expect(note("Gemini 3.6 Flash * through December 31, 2026", "vertex-ai", [tokens])).toBe(
      "Price through 2026-12-31.",
    );
    expect(note("Claude Mythos 5 ( limited availability )", "anthropic", [tokens])).toBe("Limited availability.");
    expect(note("GPT-5.1 (Azure)", "azure-ai", [{ ...tokens, tierLabel: "Global" }])).toBe(
      "Price of global deployments.",
    );
    expect(note("Veo 2", "google-gemini", [{ videoPrice: 0.35 }])).toContain("bills the second");
    expect(note("Claude Haiku 4.5", "anthropic", [tokens])).toBeUndefined();
  });

  test("the bound of the last tier is kept, unless the model reads no more", () => {
    const row = { inputPricePerMillion: 1, outputPricePerMillion: 5, tokenTierMax: 200_000 };
    const input = (...args: Parameters<typeof only>) => {
      const fact = only(...args)?.fact;
      return fact?.kind === "rates" ? fact.meters[0] : undefined;
    };
    expect(input("Claude Haiku 4.5", "vertex-ai", [row])).toMatchObject({
      tierMode: "cliff",
      prices: [{ from: 0, upTo: 200_000 }],
    });
    expect(input("Claude Haiku 4.5", "vertex-ai", [row], 200_000)).toMatchObject({
      tierMode: null,
      prices: [{ from: 0, upTo: null }],
    });
    const long = { ...row, inputPricePerMillion: 2, tokenTierMin: 200_000, tokenTierMax: null };
    expect(input("Claude Haiku 4.5", "vertex-ai", [row, long])).toMatchObject({
      prices: [{ upTo: 200_000 }, { from: 200_000, upTo: null }],
    });
  });

  test("a retired model and a zero are left out", () => {
    expect(rejects.map(({ reason }) => reason)).toEqual([
      "marked as no longer sold",
      "every price is 0: unknown, not free",
    ]);
  });
});
