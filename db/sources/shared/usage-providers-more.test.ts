import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { Slug } from "@/lib/schemas/primitives";
import { USAGE_PRODUCTS } from "./usage-providers";
import {
  azureProduct,
  LLMRATES_PROVIDERS,
  MODELS_DEV_PROVIDERS,
  MORE_PRODUCTS,
  ownModelId,
  rateSubject,
  tokenDoubt,
} from "./usage-providers-more";

describe("the tables of products", () => {
  test("hold no product twice and only proper slugs", () => {
    for (const slug of Object.keys(MORE_PRODUCTS)) {
      expect(Slug.safeParse(slug).success, slug).toBe(true);
      expect(slug in USAGE_PRODUCTS, slug).toBe(false);
    }
  });

  test("answer for every provider that is not rejected", () => {
    for (const mapping of [...Object.values(LLMRATES_PROVIDERS), ...Object.values(MODELS_DEV_PROVIDERS)])
      if (typeof mapping === "string") expect(rateSubject(mapping).name).not.toBe("");
  });

  test("a subject carries the product's own site and label", () => {
    expect(rateSubject("bird-sms")).toEqual({
      slug: "bird-sms",
      name: "Bird SMS",
      vendor: "Bird",
      domain: "sms.bird.com",
      pricingPage: "https://bird.com/en-us/pricing/sms",
      categoryLabel: "SMS/voice APIs",
    });
    expect(rateSubject("openai-api").slug).toBe("openai-api");
  });
});

describe("model ids", () => {
  test.each([
    ["anthropic-api", "claude-haiku-4.5", "claude-haiku-4-5"],
    ["anthropic-api", "claude-4.5-haiku", "claude-haiku-4-5"],
    ["anthropic-api", "claude-3.7-sonnet", "claude-3-7-sonnet-20250219"],
    ["anthropic-api", "claude-sonnet-4-5-20250929", "claude-sonnet-4-5-20250929"],
    ["openai-api", "gpt-5.4", "gpt-5.4"],
    ["fireworks-ai", "accounts/fireworks/models/glm-5p2", "glm-5p2"],
    ["groq", "gpt-oss-120b", "openai/gpt-oss-120b"],
    ["openrouter", "anthropic/claude-opus-4.6", "anthropic/claude-opus-4.6"],
  ] as const)("%s writes %s as %s", (slug, given, own) => {
    expect(ownModelId(slug, given)).toBe(own);
  });

  test("Azure sells OpenAI's models under one product and others under another", () => {
    expect(azureProduct("gpt-5.4-mini")).toBe("azure-openai");
    expect(azureProduct("o3-pro")).toBe("azure-openai");
    expect(azureProduct("gpt-oss-120b")).toBe("azure-ai-foundry");
    expect(azureProduct("deepseek-v3.2")).toBe("azure-ai-foundry");
  });
});

test("a price per million tokens outside the range of tokens is of another unit", () => {
  expect(tokenDoubt("inputTokens", new Decimal("0.00022"))).toContain("low");
  expect(tokenDoubt("outputTokens", new Decimal(2500))).toContain("high");
  expect(tokenDoubt("cachedInputTokens", new Decimal("0.0014"))).toBeNull();
  expect(tokenDoubt("inputTokens", new Decimal("2.5"))).toBeNull();
});
