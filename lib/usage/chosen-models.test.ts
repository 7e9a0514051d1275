import { afterEach, expect, test, vi } from "vitest";
import { chosenModels, modelsNamed } from "./chosen-models";
import { surveyOf } from "./flagships";
import { meter, usageModel } from "./model.fixture";

const MODELS = 200;
const models = Array.from({ length: MODELS }, (_, index) =>
  usageModel(`claude-acme-${index}`, [meter("input_tokens", 1), meter("output_tokens", 2)]),
);
const survey = surveyOf(
  [{ slug: "anthropic-api", name: "Acme API", models, category: "llm-apis" } as never],
  "2026-10-02",
);

afterEach(() => {
  vi.restoreAllMocks();
});

test("derives the forms of the models once, whatever names are looked up", () => {
  expect(survey.standing.length).toBeGreaterThan(MODELS / 2);
  modelsNamed(survey, "unknown example 0");
  const match = vi.spyOn(String.prototype, "match");
  expect(modelsNamed(survey, "unknown example 1").choices).toEqual([]);
  expect(match.mock.calls.length).toBeLessThan(MODELS / 4);
});

test("suggests models for the first three unknown names only", () => {
  const names = ["claude-acme-1x", "claude-acme-2x", "claude-acme-3", "claude-acme-4x", "claude-acme-5x"];
  const { named } = chosenModels(survey, { names, families: [], plotted: [] });
  expect(named.map(({ suggestions }) => suggestions.length > 0)).toEqual([true, true, false, true, false]);
});
