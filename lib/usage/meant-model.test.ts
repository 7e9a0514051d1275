import { describe, expect, test } from "vitest";
import type { UsageModel } from "@/lib/schemas/record";
import type { Card } from "./market";
import { modelMeant } from "./meant-model";
import { meter, usageModel } from "./model.fixture";

const DAY = "2026-11-21";

const model = (id: string, fields: Partial<UsageModel> = {}) =>
  usageModel(id, [meter("inputTokens", 1), meter("outputTokens", 2)], fields);
const card = (slug: string, name: string, models: UsageModel[]): Card => ({
  slug,
  name,
  category: "llm-apis",
  license: "owned",
  models,
});
const CARDS = [
  card(
    "resale",
    "Resale",
    ["acme/fugue-3", "acme/fugue-4", "zeta/sona-9", "zeta/sona-8", "other-1"].map((id) => model(id)),
  ),
  card("acme-api", "Acme API", [
    model("fugue-3"),
    model("fugue-4-exp-1206"),
    model("fugue-4"),
    model("fugue-4-mini"),
    model("fugue-5", { status: "deprecated" }),
    model("fugue-4-70b"),
    model("fugue-embed-9"),
  ]),
];
const meant = (text: string) => {
  const found = modelMeant(CARDS, text, DAY);
  return found && `${found.card.slug}/${found.model.model}`;
};

describe("a model is taken", () => {
  test.each([
    ["fugue-3", "acme-api/fugue-3"],
    ["Fugue 3", "acme-api/fugue-3"],
    ["fugue", "acme-api/fugue-4"],
    ["fugue mini", "acme-api/fugue-4-mini"],
    // A deprecated model still has a price if the text names it.
    ["fugue 5", "acme-api/fugue-5"],
    ["sona", "resale/zeta/sona-9"],
  ])("%j as %s", (text, id) => {
    expect(meant(text)).toBe(id);
  });

  test("written without a hyphen from its maker, not from a reseller's variant", () => {
    const openai = card("openai-api", "OpenAI API", [model("o4-mini"), model("gpt-5")]);
    const resale = card("openrouter", "OpenRouter", [model("openai/o4-mini-high"), model("openai/o4-mini")]);
    const found = modelMeant([resale, openai], "o4mini", DAY);
    expect([found?.card.slug, found?.model.model]).toEqual(["openai-api", "o4-mini"]);
  });

  test.each(["nonesuch", "", "?", "x", "fugue-embed-9", "zeta"])("%j as none", (text) => {
    expect(meant(text)).toBeNull();
  });
});
