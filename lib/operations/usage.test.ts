import { describe, expect, test } from "vitest";
import { ACME_CLOUD, largeCloud } from "@/lib/catalog/testing/cloud";
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
    expect(brief.links).toEqual({ page: full.links.page, home: full.links.home, vendor: full.links.vendor });
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
      message: 'outputTokenz is not a meter of this rate card; did you mean "outputTokens"?',
    });
    const { estimate } = await usage("openai-api?model=gpt-4o&quantities=outputTokens:1000000,inputTokens:1000000");
    expect(estimate?.total).toBe(12.5);
    expect((await refusal("openai-api?inputTokens=5&quantities=inputTokens:5")).errors?.[0]?.message).toContain("once");
  });

  test("an unknown model is refused with the nearest ones", async () => {
    const body = await refusal("openai-api?model=gpt4p");
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

function cloud(observations: readonly Observation[]) {
  const [any] = FIXTURE.products;
  if (!any) throw new Error("the fixture has no product");
  const product = { ...any, slug: "acme-cloud", name: "Acme Cloud", aliases: ["acme-compute"], formerSlugs: [] };
  const fixture = { ...FIXTURE, products: [product], observations };
  const runtime = () => testRuntime({ catalog: memoryCatalog(fixture, SITE) });
  const ask = (query: string) => call(`/api/v2/usage/acme-cloud${query}`, {}, runtime());
  return {
    response: ask,
    answer: async (query = ""): Promise<UsageAnswer> => {
      const response = await ask(query);
      expect(response.status).toBe(200);
      return (await response.json()) as UsageAnswer;
    },
    refusal: async (query: string) => (await (await ask(query)).json()) as Refusal,
  };
}

const namesOf = ({ models }: UsageAnswer) => models.map(({ model }) => model);

describe("a card with regions", () => {
  const acme = cloud(ACME_CLOUD);

  test("without a region shows the reference region's prices of every item, and names all regions", async () => {
    const body = await acme.answer();
    expect(body).toMatchObject({
      kind: "api",
      region: "us-central1",
      referenceRegion: "us-central1",
      regions: ["asia-east1", "europe-west1", "us-central1"],
      modelCount: 7,
      total: 7,
      next: null,
    });
    const regions = body.models.flatMap(({ meters }) =>
      meters.flatMap(({ prices }) => prices.map((one) => one.regions)),
    );
    expect(new Set(regions.flat())).toEqual(new Set(["us-central1", undefined]));
    expect(body.models.find(({ model }) => model === "c3-far-4")).toMatchObject({
      meters: [],
      elsewhere: ["asia-east1"],
    });
  });

  test("with a region shows what is sold there, at its prices alone; all shows every region's", async () => {
    const asia = await acme.answer("?region=ASIA-EAST1");
    expect(asia).toMatchObject({ region: "asia-east1", total: 5, modelCount: 7 });
    expect(namesOf(asia)).not.toContain("b9-gpu-8");
    expect(JSON.stringify(asia.models)).not.toContain("us-central1");
    const everywhere = await acme.answer("?region=all");
    expect(everywhere).toMatchObject({ region: "all", total: 7 });
    expect(JSON.stringify(everywhere.models)).toContain("europe-west1");
  });

  test("estimates hours at the prices of the region; the reference region is named where none was asked for", async () => {
    const asked = "?model=a1-standard-4&instanceHours=730";
    const assumed = (await acme.answer(asked)).estimate;
    expect(assumed).toMatchObject({ total: 102.2, region: "us-central1" });
    expect(assumed?.warnings.join()).toContain("us-central1, the card's reference region");
    expect((await acme.answer(`${asked}&region=asia-east1`)).estimate).toMatchObject({ total: 116.8, warnings: [] });
    expect((await acme.answer(`${asked}&mode=commitment_1y`)).estimate?.total).toBe(64.386);
    expect((await acme.answer("?model=traffic&egressGb=1500&region=asia-east1")).estimate?.total).toBe(280);
    expect((await acme.answer("?model=traffic&quantities=egressGb:1500&region=europe-west1")).estimate?.total).toBe(
      175,
    );
  });

  test("an item that is not sold in the region leaves the quantity unpriced, and says where it is", async () => {
    const { estimate, models } = await acme.answer("?model=c3-far-4&instanceHours=1");
    expect(estimate).toMatchObject({ total: null, unpriced: ["instanceHours"] });
    expect(estimate?.warnings.join()).toContain("It has prices in: asia-east1");
    expect(models[0]).toMatchObject({ meters: [], elsewhere: ["asia-east1"] });
  });

  test("ranks the machines that pass the filters", async () => {
    const body = await acme.answer("?instanceHours=100&minVcpus=4&maxMemoryGb=32&region=us-central1");
    expect(body.estimates?.map(({ model, total }) => [model, total])).toEqual([
      ["a1-standard-4", 14],
      ["b9-gpu-8", 250],
    ]);
    expect(body).toMatchObject({ estimateCount: 2, total: 2 });
    expect(namesOf(body)).toEqual(["a1-standard-4", "b9-gpu-8"]);
  });

  test.each([
    ["?group=A1", ["a1-standard-2", "a1-standard-4", "a1-standard-16"]],
    ["?q=standard%204", ["a1-standard-4"]],
    ["?minVcpus=16", ["a1-standard-16", "b9-gpu-16"]],
    ["?maxVcpus=2", ["a1-standard-2"]],
    ["?minMemoryGb=16&maxMemoryGb=16", ["a1-standard-4", "c3-far-4"]],
    ["?minMemoryGb=16&maxMemoryGb=16&region=us-central1", ["a1-standard-4"]],
  ])("%s lists those items; what is not known of one passes no filter", async (query, names) => {
    const body = await acme.answer(query);
    expect(namesOf(body)).toEqual(names);
    expect(body.total).toBe(names.length);
  });

  test("in short says the same prices", async () => {
    const brief = await acme.answer("?region=asia-east1&depth=summary");
    expect(namesOf(brief)).toEqual(namesOf(await acme.answer("?region=asia-east1")));
    expect(brief.models[0]).toMatchObject({ group: "a1", vcpus: 2, memoryGb: 8 });
    expect(brief.models[0]?.meters.map(({ prices }) => prices)).toContainEqual([{ unitPrice: 0.08 }]);
  });

  test("an unknown region or heading is refused with the known ones", async () => {
    const body = await acme.refusal("?region=us-centrall");
    expect(body).toMatchObject({ code: "invalid_request", status: 400, errors: [{ path: "region" }] });
    expect(body.suggestions?.[0]).toBe("us-central1");
    expect(body.detail).toContain("asia-east1, europe-west1, us-central1");
    expect((await acme.refusal("?group=a")).suggestions).toContain("a1");
  });

  test.each([
    ["?region=all&instanceHours=1", "region"],
    ["?model=traffic&group=a1", "group"],
    ["?minVcpus=4&maxVcpus=2", "minVcpus"],
    ["?minMemoryGb=4&maxMemoryGb=2", "minMemoryGb"],
    ["?minVcpus=-1", "minVcpus"],
    ["?instanceHours=-1", "instanceHours"],
    ["?cursor=abc", "cursor"],
  ])("%s is refused", async (query, path) => {
    expect(await acme.refusal(query)).toMatchObject({ code: "invalid_request", status: 400, errors: [{ path }] });
  });

  test("a card without regions refuses one", async () => {
    expect(await refusal("openai-api?region=us-central1")).toMatchObject({ status: 400, errors: [{ path: "region" }] });
    expect(await usage("openai-api?region=all")).not.toHaveProperty("region");
  });
});

describe("a card of 530 machines in 40 regions", () => {
  const acme = cloud(largeCloud());

  test("is given whole over its pages, each item once, none larger than 150 KB", async () => {
    const shown: string[] = [];
    let query = "?region=region-7";
    for (;;) {
      const response = await acme.response(query);
      const text = await response.text();
      expect(Buffer.byteLength(text)).toBeLessThan(150_000);
      const body = JSON.parse(text) as UsageAnswer;
      shown.push(...namesOf(body));
      if (body.next === null) break;
      const link = /^<(.+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
      expect(link).toContain(`cursor=${body.next}`);
      query = new URL(link).search;
    }
    expect(shown).toHaveLength(530);
    expect(new Set(shown).size).toBe(530);
  });

  test("gives as many at once as are asked for, and a cursor goes on where its page ended", async () => {
    const large = await acme.answer("?limit=400");
    expect(large.models).toHaveLength(400);
    const rest = await acme.answer(`?cursor=${large.next}&limit=1000`);
    expect(rest.models).toHaveLength(130);
    expect(rest.next).toBeNull();
    expect(namesOf(rest).some((name) => namesOf(large).includes(name))).toBe(false);
    const brief = await acme.answer("?depth=summary");
    expect(brief).toMatchObject({ counts: { models: 480 } });
    expect(brief.next).not.toBeNull();
  });

  test("a cursor of another question is refused", async () => {
    const { next } = await acme.answer("?limit=10");
    for (const query of [
      `?region=region-1&cursor=${next}`,
      `?q=m1&cursor=${next}`,
      `?instanceHours=1&cursor=${next}`,
    ]) {
      expect(await acme.refusal(query)).toMatchObject({ status: 400, errors: [{ path: "cursor" }] });
    }
  });

  test("estimates every machine of a region, the 50 cheapest unless more are asked for", async () => {
    const body = await acme.answer("?instanceHours=730&region=region-3");
    expect(body.estimates).toHaveLength(50);
    expect(body).toMatchObject({ estimateCount: 530, unpricedModels: 0 });
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(150_000);
    expect(namesOf(body)).toEqual(body.estimates?.slice(0, body.models.length).map(({ model }) => model));
    expect((await acme.answer("?instanceHours=730&limit=1000&depth=summary")).estimates).toHaveLength(530);
  });
});
