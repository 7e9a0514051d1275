import { expect, test } from "vitest";
import { HttpUrl, Slug } from "@/lib/schemas/primitives";
import {
  GENAI_PROVIDERS,
  genaiProduct,
  LITELLM_PROVIDERS,
  litellmModelId,
  litellmProduct,
  USAGE_PRODUCTS,
  type UsageProduct,
  usageSubject,
} from "./usage-providers";

const products: [string, UsageProduct][] = Object.entries(USAGE_PRODUCTS);

test.each(products)("%s has a valid slug, page and host", (slug, product) => {
  expect(Slug.safeParse(slug).success).toBe(true);
  if (product.pricingPage) expect(HttpUrl.safeParse(product.pricingPage).success).toBe(true);
  if (product.domain) expect(product.domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
});

test("no two products share a host or a name", () => {
  const hosts = products.flatMap(([, product]) => product.domain ?? []);
  expect(new Set(hosts).size).toBe(hosts.length);
  expect(new Set(products.map(([, product]) => product.name)).size).toBe(products.length);
});

test("every provider in the tables leads to a product or to a reason", () => {
  for (const target of [...Object.values(LITELLM_PROVIDERS), ...Object.values(GENAI_PROVIDERS)])
    if (typeof target === "string") expect(USAGE_PRODUCTS).toHaveProperty([target]);
    else expect(target.reject).not.toBe("");
  expect(litellmProduct("brand_new", "m")).toEqual({ reject: "provider not in the table: brand_new" });
  expect(genaiProduct("brand_new", "m").product).toHaveProperty("reject");
});

test.each([
  ["gemini", "gemini/gemini-2.5-pro", "gemini-2.5-pro"],
  ["vertex_ai-llama_models", "vertex_ai/meta/llama-3.1-8b-instruct-maas", "meta/llama-3.1-8b-instruct-maas"],
  ["azure_text", "azure/gpt-35-turbo-instruct", "gpt-35-turbo-instruct"],
  ["fireworks_ai", "fireworks_ai/accounts/fireworks/models/glm-5", "glm-5"],
  ["deepinfra", "deepinfra/google/gemma-3-27b-it", "google/gemma-3-27b-it"],
  ["openai", "gpt-4o", "gpt-4o"],
])("%s: %s is the provider's %s", (provider, key, id) => {
  expect(litellmModelId(provider, key)).toBe(id);
});

test("the role of a product stays in the table", () => {
  expect(usageSubject("openai-api")).toEqual({
    slug: "openai-api",
    name: "OpenAI API",
    vendor: "OpenAI",
    domain: "platform.openai.com",
    pricingPage: "https://platform.openai.com/docs/pricing",
    categoryLabel: "llm api",
  });
});
