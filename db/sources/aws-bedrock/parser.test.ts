import { describe, expect, test } from "vitest";
import { bedrockReadings, meterOf, modelOf, movesLeftOut } from "./parser";

const row = (meter: string, usd: number, rest: Record<string, string> = {}) => ({
  provider: "Anthropic",
  path: "Anthropic",
  category: "Anthropic",
  model: "Claude Haiku 4.5",
  meter,
  usd: String(usd),
  ambiguous: "",
  ...rest,
});
const global = { category: "Global Cross-region Inference" };
const geo = { category: "Geo and In-region Cross-region Inference" };

const facts = (rows: unknown) => bedrockReadings(rows).readings.map(({ fact }) => fact);
const reasons = (rows: unknown) => bedrockReadings(rows).rejects.map(({ reason }) => reason);

test("a row whose headings several tables share is left out, whatever it says", () => {
  const rows = [row("Price per 1M input tokens", 1, { ambiguous: "yes" })];
  expect(facts(rows)).toEqual([]);
  expect(reasons(rows)).toEqual(["several tables of the page have these headings"]);
});

test("global and in-region inference are two offers under the identifiers of the other sources", () => {
  const id = "anthropic.claude-haiku-4-5-20251001-v1:0";
  const rows = [
    row("Price per 1M input tokens", 1.1, { ...geo, model: "Claude 4.5 Haiku" }),
    row("Price per hour per 1K Input TPM with 1-Month Commitment", 0.066, geo),
    row("Price per 1M input tokens", 1, global),
  ];
  expect(facts(rows)).toMatchObject([
    { model: id, meters: [{ name: "inputTokens" }, { name: "inputTpmHours", per: 1000 }] },
    { model: `global.${id}`, meters: [{ name: "inputTokens", prices: [{ unitPrice: 1 }] }] },
  ]);
  const notesOf = (all: unknown) => bedrockReadings(all).readings.map(({ evidence }) => evidence.note);
  expect(notesOf(rows)).toEqual([expect.stringContaining("listed apart"), undefined]);
  expect(notesOf(rows.slice(0, 2))).toEqual(["Inference in one region or one geography."]);
});

test("customized and latency-optimized models never stand in for the plain one", () => {
  const custom = { path: "Qwen > Qwen3 Coder, 32B, 235B > Model Customization", model: "Qwen3 32B" };
  const fast = { model: "Llama 3.1 Instruct (70B) (w/ latency optimized inference)" };
  expect(modelOf({ ...row("", 1, custom), usd: 1, ambiguous: "" })?.id).toBe("custom/qwen.qwen3-32b-v1:0");
  expect(modelOf({ ...row("", 1, fast), usd: 1, ambiguous: "" })?.id).toBe(
    "latency-optimized/meta.llama3-1-70b-instruct-v1:0",
  );
});

test("two different prices for one meter are both left out, two equal ones are one", () => {
  const opus = { ...geo, model: "Claude Opus 4.8" };
  const twice = [row("Price per 1M input tokens", 5.5, opus), row("Price per 1M Input tokens", 6, opus)];
  expect(facts(twice)).toEqual([]);
  expect(reasons(twice)).toHaveLength(2);
  const sol = { model: "GPT-5.6 Terra", path: "OpenAI > Frontier Models", category: "General Pricing" };
  const alike = ["Price per 1M input tokens (cache write)", "Price per 1M input tokens (30m cache write)"];
  expect(facts(alike.map((title) => row(title, 3.44, sol)))).toMatchObject([
    { meters: [{ name: "cacheWriteTokens", prices: [{ unitPrice: 3.44 }] }] },
  ]);
});

test("rows without a model, of a name for two models, or of a table of unit versions are left out with the reason", () => {
  const rows = [
    row("Price per 1,000 input tokens", 1, { model: "" }),
    row("Price per hour per model unit for 1-month commitment", 21.18, { model: "Llama 2 Pretrained and Chat (13B)" }),
    row("v1.0", 1.95, { path: "Custom Model Import > Llama", model: "Monthly storage cost per Custom Model Unit" }),
    row("Price per hour per model with no commitment", 49.5, { model: "Cohere Command" }),
  ];
  expect(facts(rows)).toEqual([]);
  expect(reasons(rows)).toEqual([
    "the model is not named",
    "a name that covers several models, or is not known",
    "a table of unit versions, not of models",
    "the title names no meter",
  ]);
});

describe("column titles", () => {
  test.each([
    ["Price per 1M input tokens (batch)", { name: "inputTokens", per: 1_000_000, mode: "batch" }],
    ["Price per 1M input tokens (1hr cache write)", { name: "cacheWrite1hTokens" }],
    ["Price per 1,000 queries**", { name: "rerankQueries", per: 1000 }],
    ["Price per second of audio input", { name: "audioMinutes", factor: 60 }],
    ["Price per hour per model unit for 6-month commitment", { name: "modelUnitHours", when: "6-month commitment" }],
    ["Price to infer one model unit per hour with no commitment", { name: "modelUnitHours", when: null }],
    [
      "Price to infer from a custom model for 1 model unit per hour (with no-commit Provisioned Throughput pricing)",
      { name: "customModelUnitHours", when: null },
    ],
    ["Price to store each custom model* per month", { name: "customModelMonths" }],
    ["Price per generation for each model", { name: "images", per: 1 }],
  ])("%s", (title, meter) => expect(meterOf(title, "standard")).toMatchObject(meter));

  test("one that names no meter gives none", () => expect(meterOf("v1.0", "standard")).toBeNull());
});

test("a commitment stands beside the price without one, never instead of it", () => {
  const llama = { model: "Llama 3.1 Instruct (8B)" };
  const rows = [
    row("Price per hour per model unit for 1-month commitment", 21.18, llama),
    row("Price per hour per model unit for no commitment", 24, llama),
  ];
  expect(facts(rows)).toMatchObject([
    {
      meters: [
        {
          prices: [
            { unitPrice: 21.18, when: "1-month commitment" },
            { unitPrice: 24, when: null },
          ],
        },
      ],
    },
  ]);
});

test("the step of GPT-5.6 stays out of the history, and a step that nobody judged stops the import", () => {
  const move = {
    kind: "price",
    path: "OpenAI > Frontier Models",
    model: "GPT-5.6 Sol",
    meter: "Price per 1M input tokens",
    observed_by: "2026-07-15",
  };
  const listed = { ...move, kind: "listed", model: null };
  expect(movesLeftOut([move, listed]).map(({ reason }) => reason)).toEqual([
    "a step of every price of a family at once, unconfirmed",
    "first seen on the page, which is no launch",
  ]);
  expect(() => movesLeftOut([{ ...move, observed_by: "2026-08-01" }])).toThrow(/nobody has judged/);
});

test("a footnote mark on a model or on a column's title is told, one star or two", () => {
  const noteOf = (meter: string, rest: Record<string, string> = {}) =>
    bedrockReadings([row(meter, 1.95, rest)]).readings[0]?.evidence.note;
  expect(noteOf("Price to store each custom model* per month")).toContain("footnote");
  expect(noteOf("Price per 1M input tokens", { model: "Claude Sonnet 5*" })).toContain("footnote");
  expect(noteOf("Price per 1M input tokens")).toBeUndefined();
});
