import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { fixturesIn, readBy } from "../shared/list.fixture";
import { collector } from "./collector";

const { "dataset.json": list = "" } = fixturesIn(import.meta.dirname);
const FILE = "https://github.com/llmrates/llm-pricing-dataset/blob/main/data/dataset.json";

test("a price stands for the day of reading, and what is gone by then has none", async () => {
  const { readings, rejects } = await readBy(collector, [list]);
  expect(readings).toMatchObject([
    {
      subject: { slug: "openai-api" },
      trust: "A",
      observedAt: "2026-11-23",
      evidence: { url: "https://openai.com/api/pricing/", via: FILE },
      fact: { model: "acme-chat-1", meters: [{ prices: [{ unitPrice: 2 }] }, { prices: [{ unitPrice: 8 }] }] },
    },
  ]);
  expect(rejects).toEqual([{ row: "openai/acme-chat-0", reason: "marked as no longer sold" }]);
  expect((await readBy(collector, [list], "2026-09-30")).readings[1]).toMatchObject({
    trust: "B",
    observedAt: "2026-09-30",
    evidence: { url: FILE },
    fact: { model: "acme-chat-0" },
  });
});

test.each([
  ["no models", list.replace('"models"', '"entries"')],
  ["a price under another key", list.replaceAll("inputPricePerMillion", "inputPrice")],
  ["a price as text", list.replaceAll('"outputPricePerMillion": 8', '"outputPricePerMillion": "8"')],
  ["no provider of a model", list.replaceAll('"provider"', '"seller"')],
])("another form stops it: %s", async (_, body) => {
  await expect(async () => readBy(collector, [body])).rejects.toThrow(ListChangedError);
});
