import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { fixturesIn, readBy } from "../shared/list.fixture";
import { collector } from "./collector";

const FILE = "model_prices_and_context_window.json";
const { [FILE]: list = "" } = fixturesIn(import.meta.dirname);

test("each model's prices are those of the day on which the file is read, shown by its own page where it names one", async () => {
  const { readings, rejects } = await readBy(collector, [list]);
  expect(readings).toMatchObject([
    {
      subject: { slug: "openai-api" },
      observedAt: "2026-11-23",
      evidence: { url: `https://github.com/BerriAI/litellm/blob/main/${FILE}` },
      fact: {
        model: "acme-chat-1",
        contextWindow: 128_000,
        meters: [
          { name: "inputTokens", prices: [{ unitPrice: 2 }] },
          { name: "cachedInputTokens", prices: [{ unitPrice: 0.5 }] },
          { name: "outputTokens", prices: [{ unitPrice: 8 }] },
        ],
      },
    },
    { subject: { slug: "groq" }, evidence: { url: "https://example.com/pricing" }, fact: { model: "acme-chat-2" } },
  ]);
  expect(readings[0]?.evidence).not.toHaveProperty("via");
  expect(rejects).toContainEqual({ row: "acme-free", reason: "every price is 0: unknown, not free" });
});

test.each([
  ["no JSON", list.slice(0, 200)],
  ["a list in place of the models by name", "[]"],
  ["prices under another key", list.replaceAll("input_cost_per_token", "input_price")],
  ["prices as text", list.replace(/("output_cost_per_token": )([\d.e-]+)/g, '$1"$2"')],
  ["no providers", list.replaceAll("litellm_provider", "vendor")],
])("another form stops it: %s", async (_, body) => {
  await expect(async () => readBy(collector, [body])).rejects.toThrow(ListChangedError);
});
