import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { fixturesIn, readBy } from "../shared/list.fixture";
import { collector } from "./collector";

const { "historical-v1.json": list = "" } = fixturesIn(import.meta.dirname);

test("both sides of a dated step are read, and what has no date is not", async () => {
  const { readings, rejects } = await readBy(collector, [list]);
  expect(readings).toMatchObject([
    {
      observedAt: "2026-10-31",
      evidence: { url: "https://github.com/simonw/llm-prices/blob/HEAD/data/openai.json", capturedAt: "2026-11-23" },
      fact: { model: "acme-chat-1", meters: [{ prices: [{ unitPrice: 3 }] }, { prices: [{ unitPrice: 12 }] }] },
    },
    {
      observedAt: "2026-11-01",
      effectiveFrom: "2026-11-01",
      fact: { meters: [{ prices: [{ unitPrice: 2 }] }, {}, {}] },
    },
  ]);
  expect(rejects).toEqual([
    { row: "openai/acme-chat-2", reason: "undated: a cross-check only" },
    { row: "openai/acme-free", reason: "a row in another form" },
  ]);
});

test.each([
  ["no prices", '{ "updated_at": "2026-11-23" }'],
  ["an empty list", '{ "prices": [] }'],
  ["a vendor under another key", list.replaceAll('"vendor"', '"provider"')],
  ["a date in another form", list.replaceAll("2026-11-01", "1 November 2026")],
  ["prices as text", list.replace(/("input": )([\d.]+)/g, '$1"$2"')],
])("another form stops it: %s", async (_, body) => {
  await expect(async () => readBy(collector, [body])).rejects.toThrow(ListChangedError);
});
