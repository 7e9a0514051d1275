import { expect, test } from "vitest";
import { archiveDay, launchReadings } from "./parser";

const row = {
  model: "claude-opus-4.5",
  vendor: "Anthropic",
  release_date: "2025-11-24",
  launch_price_in: "5",
  launch_price_out: "25",
  current_price_in: "5",
  current_price_out: "25",
  notes: "",
  source_url: "https://www.anthropic.com/news/claude-opus-4-5",
};
const read = (...rows: object[]) =>
  launchReadings({ unit: "USD/1M tokens", rows: rows.map((one) => ({ ...row, ...one })) });

test("an announcement dates the price by the launch", () => {
  expect(read({}).readings[0]).toMatchObject({
    observedAt: "2025-11-24",
    effectiveFrom: "2025-11-24",
    trust: "B",
    fact: { model: "claude-opus-4-5", meters: [{ name: "inputTokens", per: 1_000_000 }, { name: "outputTokens" }] },
  });
});

test("a copy of the page taken long after the launch dates the price by the copy alone", () => {
  const url = "https://web.archive.org/web/20250503232709/https://openai.com/api/pricing/";
  expect(archiveDay(url)).toBe("2025-05-03");
  const [late] = read({ model: "o3", vendor: "OpenAI", release_date: "2025-04-16", source_url: url }).readings;
  expect(late?.observedAt).toBe("2025-05-03");
  expect(late?.effectiveFrom).toBeUndefined();
});

test("reports are second-hand; unverified launches and recent launches that moved are left out", () => {
  expect(read({ notes: "Price from a secondary source." }).readings[0]?.trust).toBe("C");
  const { readings, rejects } = read(
    { launch_price_in: "", launch_price_out: "" },
    {
      model: "gpt-5.6-luna",
      vendor: "OpenAI",
      release_date: "2026-07-09",
      launch_price_in: "1",
      current_price_in: "0.2",
    },
  );
  expect(readings).toEqual([]);
  expect(rejects).toHaveLength(2);
});

test("a launch in two lengths of context is two models, each with its price", () => {
  const notes =
    "Launch price is the 8K-context tier; the 32K tier launched at $60/$120. Current price is the OpenRouter route.";
  const { readings } = read({ model: "gpt-4", vendor: "OpenAI", launch_price_in: "30", launch_price_out: "60", notes });
  expect(readings).toMatchObject([
    {
      evidence: { note: "Launch price. Price of the 8K context." },
      fact: { model: "gpt-4", meters: [{ prices: [{ unitPrice: 30 }] }, { prices: [{ unitPrice: 60 }] }] },
    },
    {
      evidence: { note: "Launch price." },
      fact: { model: "gpt-4-32k", meters: [{ prices: [{ unitPrice: 60 }] }, { prices: [{ unitPrice: 120 }] }] },
    },
  ]);
});

test("what the notes say of the source and the price is told", () => {
  const note = (notes: string) => read({ notes }).readings[0]?.evidence.note;
  expect(
    note("Launch price is the first archived post-launch snapshot (2025-05-03); the launch post carried no pricing."),
  ).toBe("Launch price, from the first copy of the page after the launch.");
  expect(note("Price from a secondary source; openai.com blocks direct fetches.")).toBe(
    "Launch price. From a second-hand source.",
  );
  expect(note("Output price includes thinking tokens.")).toBe(
    "Launch price. The price of output covers thinking tokens.",
  );
});
