import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { fixturesIn, readBy } from "../shared/list.fixture";
import { collector } from "./collector";

const { "api.json": list = "" } = fixturesIn(import.meta.dirname);

test("prices of longer requests stand as tiers, whichever of its two ways the list says them in", async () => {
  const { readings, rejects } = await readBy(collector, [list]);
  expect(readings).toMatchObject([
    {
      subject: { slug: "openai-api" },
      observedAt: "2026-11-23",
      evidence: { url: "https://models.dev/api.json" },
      fact: {
        model: "acme-chat-1",
        name: "Acme Chat 1",
        contextWindow: 400_000,
        meters: [
          { name: "inputTokens", prices: [{ unitPrice: 2, upTo: 272_000 }, { unitPrice: 4 }] },
          { name: "cachedInputTokens", prices: [{ unitPrice: 0.5 }] },
          { name: "outputTokens", prices: [{ unitPrice: 8, upTo: 272_000 }, { unitPrice: 12 }] },
        ],
      },
    },
    {
      subject: { slug: "groq" },
      fact: {
        status: "deprecated",
        meters: [
          { name: "inputTokens", prices: [{ unitPrice: 0.1, upTo: 200_000 }, { unitPrice: 0.2 }] },
          { name: "outputTokens", prices: [{ unitPrice: 0.3, upTo: 200_000 }, { unitPrice: 0.6 }] },
        ],
      },
    },
  ]);
  expect(rejects).toContainEqual({ row: "openai/acme-open", reason: "no price" });
});

test.each([
  ["a list in place of the providers by name", "[]"],
  ["models in a list", JSON.stringify({ openai: { models: [] } })],
  ["a price under another key", list.replaceAll('"input"', '"in"')],
  ["a price as text", list.replace(/("output": )([\d.]+)/g, '$1"$2"')],
])("another form stops it: %s", async (_, body) => {
  await expect(async () => readBy(collector, [body])).rejects.toThrow(ListChangedError);
});
