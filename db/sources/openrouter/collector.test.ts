import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { fixturesIn, readBy } from "../shared/list.fixture";
import { collector } from "./collector";

const { "models.json": list = "" } = fixturesIn(import.meta.dirname);

test("a model's prices are OpenRouter's own, in the units that it states", async () => {
  const { readings } = await readBy(collector, [list]);
  expect(readings[0]).toEqual({
    subject: expect.objectContaining({ slug: "openrouter" }),
    trust: "A",
    observedAt: "2026-11-23",
    evidence: { url: "https://openrouter.ai/api/v1/models" },
    fact: {
      kind: "rates",
      model: "acme/chat-1",
      name: "Acme: Chat 1",
      contextWindow: 262_144,
      maxOutput: 64_000,
      currency: "USD",
      meters: [
        expect.objectContaining({
          name: "inputTokens",
          per: 1_000_000,
          prices: [expect.objectContaining({ unitPrice: 2 })],
        }),
        expect.objectContaining({ name: "cachedInputTokens", prices: [expect.objectContaining({ unitPrice: 0.5 })] }),
        expect.objectContaining({ name: "outputTokens", prices: [expect.objectContaining({ unitPrice: 8 })] }),
        expect.objectContaining({ name: "searches", per: 1_000, prices: [expect.objectContaining({ unitPrice: 10 })] }),
      ],
    },
  });
});

test("a price that varies, one of 0 and one of an unclear unit are left out, and what is conditional is told", async () => {
  const { readings, rejects } = await readBy(collector, [list]);
  expect(readings.map(({ fact }) => fact.kind === "rates" && fact.model)).toEqual(["acme/chat-1", "acme/painter"]);
  expect(readings[1]).toMatchObject({
    evidence: { note: "The list has other prices under conditions, which are not read." },
    fact: { meters: [{ name: "inputTokens", prices: [{ unitPrice: 0.3 }] }] },
  });
  expect(rejects).toEqual([
    { row: "acme/chat-1 image", reason: "price key whose unit is not stated" },
    { row: "acme/router prompt", reason: "the price is that of the model which a request is sent on to" },
    { row: "acme/router completion", reason: "the price is that of the model which a request is sent on to" },
    { row: "acme/chat-1:free", reason: "every price is 0: unknown or free for a time" },
    { row: "acme/painter completion", reason: "output price of an image model: of text or of pictures" },
  ]);
});

test.each([
  ["no list", list.replace('"data"', '"models"')],
  ["prices as numbers", list.replace(/("(?:prompt|completion)": )"([^"]+)"/g, "$1$2")],
  ["prices under another key", list.replaceAll('"prompt"', '"input"')],
])("another form stops it: %s", async (_, body) => {
  await expect(async () => readBy(collector, [body])).rejects.toThrow(ListChangedError);
});
