import { expect, test } from "vitest";
import { call } from "@/lib/http/testing";
import { earlierClient } from "./testing";
import { asTools } from "./tool-names";

test.each([
  ["ask /api/v2/usage/acme-ai.", "ask estimate_llm_cost with slug: acme-ai."],
  ["all of them: https://prices.example/api/v2/usage/acme", "all of them: estimate_llm_cost with slug: acme"],
  ["https://prices.example:3000/api/v2/usage/acme?region=", "estimate_llm_cost with slug: acme and region"],
  ["POST /api/v2/tco or /api/v2/pricing", "POST calculate_tco or get_pricing_batch"],
  ["see /api/v2/openapi.json and /api/v2/categories", "see /api/v2/openapi.json and /api/v2/categories"],
])("%s", (text, told) => {
  expect(asTools(text)).toBe(told);
});

test("where to ask instead is an address over REST and a tool over MCP", async () => {
  const asked = { slug: "openai-api", seats: 20 };
  const body = JSON.stringify(asked);
  const headers = { "content-type": "application/json" };
  const refused = await (await call("/api/v2/tco", { method: "POST", body, headers })).json();
  expect((refused as { detail: string }).detail).toContain("see /api/v2/usage/openai-api.");
  const client = await earlierClient();
  const { content } = await client.callTool({ name: "calculate_tco", arguments: asked });
  const [{ text } = { text: "" }] = content as { text: string }[];
  expect(text).toContain("see estimate_llm_cost with slug: openai-api.");
  expect(text).not.toContain("/api/");
});
