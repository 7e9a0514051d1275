import { expect, test } from "vitest";
import { datedSteps, splitLength } from "./parser";

const price = (id: string, input: number, from: string | null, to: string | null, vendor = "openai") => ({
  id,
  vendor,
  input,
  output: input * 6,
  input_cached: null,
  from_date: from,
  to_date: to,
});
const STATE = { day: "2026-08-06", ref: "main" };

test("a length behind the name is a tier of the model, four digits are a version", () => {
  expect(splitLength("gpt-5.6-luna-272k")).toEqual({ model: "gpt-5.6-luna", from: 272_000 });
  expect(splitLength("mistral-medium-2505")).toEqual({ model: "mistral-medium-2505", from: 0 });
});

test("only dated steps are read: the old price up to the day before, the new one from its day; what is dated ahead is announced", () => {
  const { readings, rejects } = datedSteps(
    [
      price("gpt-5.6-luna", 1, null, "2026-07-30"),
      price("gpt-5.6-luna", 0.2, "2026-07-30", null),
      price("gpt-5.6-luna-272k", 0.4, "2026-07-30", null),
      price("gpt-4o", 2.5, null, null),
      price("claude-sonnet-5", 3, "2026-09-01", null, "anthropic"),
    ],
    STATE,
  );
  expect(readings.map(({ observedAt, effectiveFrom }) => [observedAt, effectiveFrom])).toEqual([
    ["2026-07-29", undefined],
    ["2026-07-30", "2026-07-30"],
    ["2026-08-06", "2026-09-01"],
  ]);
  expect(readings[1]?.fact).toMatchObject({
    model: "gpt-5.6-luna",
    meters: [
      { name: "inputTokens", tierMode: "cliff", prices: [{ unitPrice: 0.2, upTo: 272_000 }, { unitPrice: 0.4 }] },
      { name: "outputTokens" },
    ],
  });
  expect(rejects.map(({ reason }) => reason)).toEqual(["undated: a cross-check only"]);
});

test("a price whose end is still to come holds, one whose end is past held", () => {
  const note = (model: string, to: string) => datedSteps([price(model, 2, null, to)], STATE).readings[0]?.evidence.note;
  expect(note("a", "2026-09-01")).toBe("To hold until 2026-08-31.");
  expect(note("b", "2026-07-30")).toBe("Held until 2026-07-29.");
});
