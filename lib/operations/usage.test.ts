import { describe, expect, test } from "vitest";
import { call } from "@/lib/http/testing";
import { memoryCatalog } from "@/lib/operations/testing/memory-catalog";
import { FIXTURE, SITE, testRuntime } from "@/lib/operations/testing/runtime";
import type { Observation } from "@/lib/schemas/observation";
import type { UsageAnswer } from "@/lib/schemas/usage";

interface Refusal {
  code: string;
  status: number;
  detail: string;
  suggestions?: string[];
  errors?: { path: string; message: string }[];
}

async function usage(query: string): Promise<UsageAnswer> {
  const response = await call(`/api/v2/usage/${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as UsageAnswer;
}

async function refusal(query: string): Promise<Refusal> {
  return (await (await call(`/api/v2/usage/${query}`)).json()) as Refusal;
}

describe("estimate_llm_cost", () => {
  test("without a workload gives the card, with the address to cite and the evidence of each price", async () => {
    const body = await usage("openai-api");
    expect(body).toMatchObject({
      schemaVersion: "2.0.0",
      kind: "llm",
      asOf: "2026-11-21",
      currency: "USD",
      modelCount: 2,
      license: { usage: "owned" },
      links: { page: "https://prices.example/software/ai-model-apis/openai-api" },
    });
    expect(body.models.map(({ model }) => model)).toEqual(["gpt-4o", "gpt-4o-mini"]);
    const known = body.evidence.map(({ id }) => id);
    for (const { evidence } of body.models.flatMap(({ meters }) => meters)) {
      for (const id of evidence) expect(known).toContain(id);
    }
    expect(body).not.toHaveProperty("estimate");
    expect(body).not.toHaveProperty("estimates");
  });

  test("with a model estimates it, and shows its card alone", async () => {
    const body = await usage(
      "openai-api?model=GPT-4o&inputTokens=1000000&cachedInputTokens=400000&outputTokens=250000",
    );
    expect(body.models.map(({ model }) => model)).toEqual(["gpt-4o"]);
    expect(body.estimate).toMatchObject({ model: "gpt-4o", mode: "standard", total: 4.5, unpriced: [] });
    expect(body.estimate?.lines.map(({ meter, amount }) => [meter, amount])).toEqual([
      ["inputTokens", 1.5],
      ["outputTokens", 2.5],
      ["cachedInputTokens", 0.5],
    ]);
    expect(body.modelCount).toBe(2);
  });

  test("without a model estimates every model that prices it, cheapest first, none left out silently", async () => {
    const body = await usage("openai-api?inputTokens=1000000");
    expect(body.estimates?.map(({ model, total }) => [model, total])).toEqual([
      ["gpt-4o-mini", 0.3],
      ["gpt-4o", 2.5],
    ]);
    expect(body).toMatchObject({ estimateCount: 2, unpricedModels: 0 });
    const first = await usage("openai-api?inputTokens=1000000&limit=1");
    expect(first.estimates).toHaveLength(1);
    expect(first.models.map(({ model }) => model)).toEqual(["gpt-4o-mini"]);
    expect(first).toMatchObject({ estimateCount: 2, modelCount: 2 });
    expect(await usage("openai-api?images=1")).toMatchObject({ estimates: [], unpricedModels: 2 });
  });

  test("in short says the same, without cards, evidence and nulls, and counts what it leaves out", async () => {
    const question = "openai-api?inputTokens=1000000&reasoningTokens=5&outputTokens=250000";
    const full = await usage(question);
    const brief = await usage(`${question}&depth=summary`);
    expect(brief.models).toEqual([]);
    expect(brief).not.toHaveProperty("evidence");
    expect(brief).toMatchObject({ counts: { models: 2, evidence: full.evidence.length }, estimateCount: 2 });
    expect(brief.links).toEqual({ page: full.links.page, vendor: full.links.vendor });
    expect(full.estimates?.length).toBe(2);
    for (const [index, whole] of (full.estimates ?? []).entries()) {
      const short = brief.estimates?.[index];
      expect({ ...short, lines: [] }).toEqual({ ...whole, lines: [] });
      expect(short?.lines.map((line) => ({ rateOf: line.meter, band: null, when: null, ...line }))).toEqual(
        whole.lines.map(({ evidence: _evidence, ...line }) => line),
      );
      expect(JSON.stringify(short?.lines)).not.toContain("null");
    }
  });

  test("a card in short holds as many models as the limit says, with every price of theirs", async () => {
    const full = await usage("openai-api");
    const brief = await usage("openai-api?depth=summary&limit=1");
    expect(brief).toMatchObject({ modelCount: 2, counts: { models: 1 } });
    expect(brief.models).toHaveLength(1);
    const prices = ({ meters }: UsageAnswer["models"][number]) =>
      meters.map(({ name, mode = "standard", per, prices: [price] }) => [name, mode, per, price?.unitPrice]);
    expect(brief.models.map(prices)).toEqual(full.models.slice(0, 1).map(prices));
    expect(JSON.stringify(brief.models)).not.toContain("ev_");
  });

  test("lists the disputes of the models shown alone", async () => {
    const [first] = FIXTURE.sources;
    const stated = FIXTURE.observations.find(({ fact }) => fact.kind === "rates" && fact.model === "gpt-4o-mini");
    if (!first || stated?.fact.kind !== "rates") throw new Error("the fixture has no rate to differ from");
    const meters = stated.fact.meters.map((meter) => ({
      ...meter,
      prices: [{ unitPrice: 9, from: 0, upTo: null, when: null }],
    }));
    const other: Observation = { ...stated, source: "other-list", trust: "C", fact: { ...stated.fact, meters } };
    const fixture = {
      ...FIXTURE,
      sources: [first, { ...first, slug: "other-list", name: "Other list" }],
      observations: [...FIXTURE.observations, other],
    };
    const disputed = async (query: string) => {
      const runtime = testRuntime({ catalog: memoryCatalog(fixture, SITE) });
      const { verification } = (await (await call(`/api/v2/usage/${query}`, {}, runtime)).json()) as UsageAnswer;
      return [...new Set(verification.disputed.map(({ tier }) => tier))];
    };
    expect(await disputed("openai-api")).toEqual(["gpt-4o-mini"]);
    expect(await disputed("openai-api?model=gpt-4o-mini&inputTokens=1")).toEqual(["gpt-4o-mini"]);
    expect(await disputed("openai-api?model=gpt-4o&inputTokens=1")).toEqual([]);
  });

  test("reads the price in force on the day asked for", async () => {
    const before = await usage("openai-api?model=gpt-4o-mini&inputTokens=1000000&asOf=2026-10-31");
    expect(before.estimate?.total).toBe(0.15);
    expect(before.models[0]?.scheduled).toMatchObject([{ effectiveFrom: "2026-11-01" }]);
    expect((await usage("openai-api?model=gpt-4o-mini&inputTokens=1000000&asOf=2026-11-01")).estimate?.total).toBe(0.3);
  });

  test("a mode without a price leaves the quantity unpriced and the total null", async () => {
    const { estimate } = await usage("openai-api?model=gpt-4o&mode=batch&inputTokens=1000000&outputTokens=1");
    expect(estimate).toMatchObject({ total: null, unpriced: ["outputTokens"], lines: [{ amount: 1.25 }] });
  });

  test("other meters of the card are named in quantities", async () => {
    const body = await refusal("openai-api?quantities=outputTokenz:5");
    expect(body.errors?.[0]).toEqual({
      path: "quantities.0",
      message: 'outputTokenz is no meter of this rate card; the nearest is "outputTokens"',
    });
    const { estimate } = await usage("openai-api?model=gpt-4o&quantities=outputTokens:1000000,inputTokens:1000000");
    expect(estimate?.total).toBe(12.5);
    expect((await refusal("openai-api?inputTokens=5&quantities=inputTokens:5")).errors?.[0]?.message).toContain("once");
  });

  test("an unknown model is refused with the nearest ones", async () => {
    const body = await refusal("openai-api?model=gpt4o");
    expect(body).toMatchObject({ code: "invalid_request", status: 400, errors: [{ path: "model" }] });
    expect(body.suggestions?.[0]).toBe("gpt-4o");
  });

  test("a product without a rate card is not priced", async () => {
    const body = await refusal("slack?inputTokens=5");
    expect(body).toMatchObject({ code: "not_priced", status: 422 });
    expect(body.detail).toContain("rate card");
  });

  test.each([
    ["openai-api?inputTokens=-1", "inputTokens"],
    ["openai-api?inputTokens=1e999", "inputTokens"],
    ["openai-api?inputTokens=NaN", "inputTokens"],
    ["openai-api?inputTokens=", "inputTokens"],
    ["openai-api?inputTokens=1&cachedInputTokens=2", "cachedInputTokens"],
    ["openai-api?cachedInputTokens=2", "cachedInputTokens"],
    ["openai-api?quantities=inputTokens:-1", "quantities.0"],
    ["openai-api?inputTokens=1&when=at%20night", "when"],
    ["openai-api?mode=turbo", "mode"],
    ["openai-api?limit=1001", "limit"],
    ["openai-api?limit=0", "limit"],
    ["openai-api?asOf=2027-01-01", "asOf"],
  ])("%s is refused", async (query, path) => {
    const body = await refusal(query);
    expect(body).toMatchObject({ code: "invalid_request", status: 400, errors: [{ path }] });
  });

  test("an unknown slug is answered with the nearest", async () => {
    expect(await refusal("openai-apy")).toMatchObject({ code: "product_not_found", suggestions: ["openai-api"] });
  });
});
