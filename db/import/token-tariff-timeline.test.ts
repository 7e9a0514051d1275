import { expect, test } from "vitest";
import { archiveDay, launchReadings } from "./token-tariff-timeline";

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
