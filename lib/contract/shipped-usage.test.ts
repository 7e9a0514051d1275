import { beforeAll, expect, test } from "vitest";
import { daysBetween } from "@/lib/catalog/day";
import { groupBy } from "@/lib/catalog/ledger";
import { decimal } from "@/lib/catalog/money";
import { POLICY } from "@/lib/catalog/policy";
import { call } from "@/lib/http/testing";
import { currentClient } from "@/lib/mcp/testing";
import type { Runtime } from "@/lib/operations/run";
import { testRuntime } from "@/lib/operations/testing/runtime";
import type { Meter, PricingRecord, UsageModel } from "@/lib/schemas/record";
import type { Estimate, UsageAnswer } from "@/lib/schemas/usage";
import { estimate } from "@/lib/usage/estimate";
import { headlineRates } from "@/lib/usage/headline-rates";
import { modelKey, readModelId } from "@/lib/usage/model-key";
import { withoutSeller } from "@/lib/usage/model-prefix";
import type { Workload } from "@/lib/usage/workload";
import { shippedCatalog } from "./catalogue";

const TODAY = "2026-11-28";

type Rated = PricingRecord & { usage: NonNullable<PricingRecord["usage"]> };

let runtime: Runtime;
let cards: Rated[];
beforeAll(() => {
  const { catalog, records } = shippedCatalog(TODAY);
  runtime = testRuntime({ catalog, now: () => new Date(TODAY) });
  cards = records.filter((record): record is Rated => record.usage !== undefined);
}, 240_000);

async function usage(slug: string, query: Record<string, string | number>): Promise<UsageAnswer> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await call(`/api/v2/usage/${slug}?${search}`, {}, runtime);
  expect(response.status, `${slug} ${search}`).toBe(200);
  return (await response.json()) as UsageAnswer;
}

async function estimateOf(slug: string, query: Record<string, string | number>): Promise<Estimate> {
  const { estimate: found } = await usage(slug, query);
  if (!found) throw new Error(`no estimate for ${slug}`);
  return found;
}

async function told(slug: string, query: Record<string, string | number>): Promise<string> {
  const client = await currentClient(runtime);
  const result = await client.callTool({ name: "estimate_llm_cost", arguments: { slug, ...query } });
  return (result.content as { text: string }[]).map(({ text }) => text).join("\n");
}

const languageModels = (): UsageModel[] =>
  cards.filter(({ usage }) => usage.kind === "llm").flatMap(({ usage }) => usage.models);

function workload(quantities: Record<string, number>, more: Partial<Workload> = {}): Workload {
  return {
    quantities: new Map(Object.entries(quantities)),
    mode: "standard",
    promptTokensPerRequest: null,
    when: null,
    ...more,
  };
}

test("the cost of one request is not rounded to cents, on any language model", async () => {
  const request = { inputTokens: 1000, outputTokens: 793 };
  const sonnet = await estimateOf("anthropic-api", { model: "claude-sonnet-4-6", ...request });
  expect(sonnet.total).toBe(0.014895);
  expect(sonnet.lines.map(({ amount }) => amount)).toEqual([0.003, 0.011895]);
  let priced = 0;
  for (const model of languageModels()) {
    const { total, exact, lines } = estimate(model, workload(request));
    if (exact === null || total === null) continue;
    priced += 1;
    expect(decimal(total).minus(exact).abs().lte(decimal("0.0000005")), model.model).toBe(true);
    for (const { quantity, unitPrice, per, amount } of lines) {
      const part = decimal(quantity).times(unitPrice).div(per);
      expect(decimal(amount).minus(part).abs().lte(decimal("0.0000005")), model.model).toBe(true);
    }
  }
  expect(priced).toBeGreaterThan(3000);
});

test("no model is dated later than the readings behind its prices", () => {
  let dated = 0;
  for (const { slug, usage: card, evidence } of cards) {
    const days = new Map(evidence.map(({ id, capturedAt }) => [id, capturedAt]));
    for (const { model, observedAt, meters } of card.models) {
      const behind = meters.flatMap((meter) => meter.evidence.map((id) => days.get(id) ?? ""));
      dated += 1;
      expect(
        behind.some((day) => day >= observedAt),
        `${slug} ${model}`,
      ).toBe(true);
    }
  }
  expect(dated).toBeGreaterThan(10_000);
});

test("no price is shown that is half a year older than one which differs", async () => {
  const old = cards.flatMap(({ slug, usage: card }) =>
    card.models.flatMap(({ model, conflicts }) =>
      conflicts
        .filter(({ shownOn, observedAt }) => daysBetween(shownOn, observedAt) > POLICY.peerWindowDays)
        .map(({ meter, shownOn }) => `${slug} ${model} ${meter} ${shownOn}`),
    ),
  );
  expect(old).toEqual([]);
  expect((await usage("mistral-api", { model: "mistral-small-latest" })).models[0]?.observedAt).toBe("2026-09-14");
});

test("an estimate has the date and the confidence of its model, in summaries and over MCP too", async () => {
  const query = { model: "us.anthropic.claude-3-haiku-20240307-v1:0", inputTokens: 1000, depth: "summary" };
  const { estimate: haiku, verification } = await usage("amazon-bedrock", query);
  for (const seen of [haiku, verification]) expect(seen).toMatchObject({ observedAt: "2026-08-01", confidence: 0.67 });
  expect(await told("amazon-bedrock", query)).toContain("Checked 1 Aug 2026, not yet verified by us; confidence 0.67");
  const ranking = { inputTokens: 1000, depth: "summary" };
  const { estimates = [] } = await usage("openai-api", ranking);
  const text = await told("openai-api", ranking);
  const known = new Map(cards.find(({ slug }) => slug === "openai-api")?.usage.models.map((one) => [one.model, one]));
  expect(estimates.length).toBeGreaterThan(20);
  for (const { model, observedAt, confidence } of estimates) {
    expect(known.get(model)).toMatchObject({ observedAt, confidence });
    expect(text).toMatch(new RegExp(`- ${model}: .*checked .*, confidence ${confidence.toFixed(2)}`));
  }
});

test("a source that states one price does not erase the price of longer prompts", async () => {
  const long = { inputTokens: 300_000, outputTokens: 1000, promptTokensPerRequest: 300_000 };
  for (const model of ["gpt-5.5", "gpt-5.5-2026-04-23"]) {
    const { total, lines } = await estimateOf("openai-api", { model, ...long });
    expect(lines.map(({ unitPrice }) => unitPrice)).toEqual([10, 45]);
    expect(total).toBe(3.045);
  }
  const opus = await estimateOf("vertex-ai", { model: "claude-opus-4-5", ...long });
  expect(opus.lines.map(({ unitPrice }) => unitPrice)).toEqual([5, 25]);
});

test("an alias and the snapshots at its price have the same prices for longer prompts, on every card", () => {
  const firstOf = ({ prices }: Meter) => prices[0]?.unitPrice;
  const steps = ({ tierMode, prices }: Meter) => (tierMode === "cliff" ? prices.slice(1).map((one) => one.from) : []);
  const apart: string[] = [];
  let pairs = 0;
  for (const { slug, usage: card } of cards.filter(({ usage: { kind } }) => kind === "llm")) {
    const plain = card.models.filter(({ model }) => {
      const { variant, tuned } = readModelId(model);
      return variant === null && !tuned;
    });
    for (const ids of groupBy(plain, ({ model }) => modelKey(model)).values()) {
      const inputs = ids.flatMap(({ model, meters }) => {
        const input = meters.find(({ name, mode }) => name === "inputTokens" && mode === "standard");
        return input ? [{ model, input }] : [];
      });
      for (const [at, one] of inputs.entries()) {
        for (const other of inputs.slice(at + 1)) {
          if (firstOf(one.input) !== firstOf(other.input)) continue;
          pairs += 1;
          const differ = steps(one.input).join() !== steps(other.input).join();
          if (differ) apart.push(`${slug}: ${one.model}, ${other.model}`);
        }
      }
    }
  }
  expect(pairs).toBeGreaterThan(500);
  expect(apart).toEqual([]);
});

test("no price for longer prompts is the premium of a region", () => {
  const premiums = languageModels().filter(({ meters }) => {
    const stepped = meters.filter(({ tierMode, prices }) => tierMode === "cliff" && prices.length > 1);
    const isPremium = ({ prices: [first, second] }: Meter) =>
      Math.abs((second?.unitPrice ?? 0) / (first?.unitPrice || 1) - 1.1) < 0.001;
    return stepped.length > 0 && stepped.every(isPremium);
  });
  expect(premiums.map(({ model }) => model)).toEqual([]);
});

test("a prompt longer than the context window says so", async () => {
  const { warnings } = await estimateOf("openai-api", {
    model: "gpt-4o",
    inputTokens: 500_000,
    promptTokensPerRequest: 500_000,
  });
  expect(warnings).toContain("A prompt of 500,000 tokens exceeds the model's context window of 128,000 tokens.");
});

test("models that the maker shut down are marked with the day, and never ranked or in the lead", async () => {
  const text = { inputTokens: 1_000_000, outputTokens: 200_000 };
  for (const slug of ["openai-api", "deepseek-api"]) {
    const { estimates = [], notRanked } = await usage(slug, text);
    expect(notRanked?.retired, slug).toBeGreaterThan(0);
    for (const { model } of estimates) {
      expect(model).not.toMatch(/^(?:ada|babbage|curie|davinci|gpt-3\.5-0301|o1-mini)$/);
      expect(model).not.toMatch(/^deepseek-(?:chat|reasoner|coder|r1|v3)/);
    }
  }
  const { models, estimate: chat } = await usage("deepseek-api", { model: "deepseek-chat", inputTokens: 1_000_000 });
  expect(models[0]).toMatchObject({ status: "retired", retiredOn: "2026-07-24" });
  expect(chat?.warnings.join()).toContain("The maker shut the model down on 2026-07-24.");
  expect(chat?.total).toBe(0.14);
  for (const { slug, usage: card } of cards) {
    for (const { model, retiredOn, observedAt, knownSince } of card.models) {
      if (retiredOn && knownSince <= retiredOn) expect(observedAt <= retiredOn, `${slug} ${model}`).toBe(true);
    }
  }
  for (const { slug, usage: card } of cards) {
    const current = new Map(card.models.map((one) => [one.model, one.status]));
    const isLed = card.models.some(({ status }) => status === "active");
    for (const { model } of headlineRates(card))
      if (isLed) expect(current.get(model), `${slug} ${model}`).toBe("active");
  }
});

test("no batch, flex or priority price is far from the standard price", async () => {
  const { estimate: priority } = await usage("openai-api", {
    model: "gpt-5-nano",
    mode: "priority",
    inputTokens: 1_000_000,
  });
  expect(priority).toMatchObject({ total: null, unpriced: ["inputTokens"] });
  for (const { slug, usage: card } of cards) {
    for (const { model, meters } of card.models) {
      for (const { name, mode, per, prices } of meters.filter((meter) => /batch|flex|priority/.test(meter.mode))) {
        const standard = meters.find((meter) => meter.name === name && meter.mode === "standard" && meter.per === per);
        const ratio = (prices[0]?.unitPrice ?? 0) / (standard?.prices[0]?.unitPrice ?? 0);
        if (Number.isFinite(ratio) && ratio > 0) {
          expect(ratio, `${slug} ${model} ${name} ${mode}`).toBeGreaterThanOrEqual(0.25);
          expect(ratio, `${slug} ${model} ${name} ${mode}`).toBeLessThanOrEqual(4);
        }
      }
    }
  }
});

test("the ID of a fine-tuned model has the price of its base", async () => {
  const { estimate: job } = await usage("openai-api", {
    model: "ft:gpt-4o-mini-2024-07-18:acme::abc123",
    inputTokens: 1_000_000,
  });
  expect(job).toMatchObject({ model: "ft:gpt-4o-mini-2024-07-18", total: 0.3 });
});

test("a meter's disputes are one warning", async () => {
  const { estimate: codestral } = await usage("mistral-api", { model: "codestral-latest", inputTokens: 1_000_000 });
  const disputes = codestral?.warnings.filter((text) => text.includes("different price")) ?? [];
  expect(disputes).toHaveLength(1);
});

test("models that do not write text are not ranked for text", async () => {
  const { estimates = [], notRanked } = await usage("openai-api", { inputTokens: 1_000_000, outputTokens: 200_000 });
  expect(estimates.filter(({ model }) => /tts|transcribe|image|computer-use/.test(model))).toEqual([]);
  expect(notRanked?.notText).toBeGreaterThan(0);
});

test("no price on a maker's card is that of OpenRouter", async () => {
  for (const { slug, evidence } of cards) {
    if (slug === "openrouter") continue;
    const notes = evidence.map(({ note }) => note ?? "");
    expect(
      notes.filter((note) => note.startsWith("Taken by the list from OpenRouter")),
      slug,
    ).toEqual([]);
  }
  const { estimates = [] } = await usage("openai-api", { inputTokens: 1_000_000, limit: 1000 });
  expect(estimates.map(({ model }) => model).filter((model) => model.startsWith("gpt-oss"))).toEqual([]);
});

test("an off-peak price is named beside the peak price, and applied where its condition is set", async () => {
  const query = { model: "deepseek-v4-flash", inputTokens: 1_000_000, outputTokens: 1_000_000 };
  const peak = await estimateOf("deepseek-api", query);
  expect(peak.total).toBe(1.76);
  expect(peak.warnings.join()).toContain("outputTokens: $1.32 is the peak price. Under this condition it is $0.66");
  for (const when of ["off-peak hours", "off-peak"]) {
    expect((await estimateOf("deepseek-api", { ...query, when })).total).toBe(0.88);
  }
  const condition = await estimateOf("deepseek-api", { ...query, mode: "off_peak", when: "off-peak hours" });
  expect(condition.total).toBe(0.88);
  expect(await told("deepseek-api", query)).toContain("is the peak price");
});

test("a fee of every request is named if it is not counted, on every card", async () => {
  const { total, warnings } = await estimateOf("perplexity-api", {
    model: "sonar",
    inputTokens: 1_000_000,
    outputTokens: 1_000_000,
  });
  expect(total).toBe(2);
  expect(warnings).toContain("Plus $5 to $12 per 1,000 requests, not counted.");
  for (const model of languageModels()) {
    const names = model.meters.filter(({ mode }) => mode === "standard").map(({ name }) => name);
    if (!names.includes("requests") || !names.includes("inputTokens")) continue;
    expect(estimate(model, workload({ inputTokens: 1 })).warnings.join(), model.model).toMatch(/requests, not counted/);
  }
});

test("output tokens of a model that makes pictures are image tokens", async () => {
  const made = { inputTokens: 23, outputTokens: 1056 };
  for (const model of ["gpt-image-1.5", "gpt-image-1.5-2025-12-16"]) {
    expect((await estimateOf("openai-api", { model, ...made })).total).toBe(0.033907);
  }
  for (const [model, unitPrice] of [
    ["gpt-image-1", 40],
    ["gpt-image-2", 30],
    ["gpt-image-2-2026-04-21", 30],
    ["gpt-image-1-mini", 8],
  ] as const) {
    const { lines } = await estimateOf("openai-api", { model, outputTokens: 1056 });
    expect(lines[0], model).toMatchObject({ unitPrice, rateOf: "imageOutputTokens" });
  }
});

test("hours of a machine never cost more than its price by the month, on every card", async () => {
  const month = await estimateOf("hetzner", { model: "cx23", instanceHours: 730 });
  expect(month.total).toBe(5.99);
  let compared = 0;
  for (const { slug, usage: card } of cards) {
    const at = { region: card.referenceRegion, regionAssumed: true };
    for (const model of card.models) {
      const hours = estimate(model, workload({ instanceHours: 730 }, card.referenceRegion ? at : {})).exact;
      const whole = estimate(model, workload({ instanceMonths: 1 }, card.referenceRegion ? at : {})).exact;
      if (!hours || !whole) continue;
      compared += 1;
      expect(hours.lte(whole), `${slug} ${model.model}`).toBe(true);
    }
  }
  expect(compared).toBeGreaterThan(20);
});

test("a seller prefix names this card or is an error, and a region never means another", async () => {
  for (const [slug, asked, model] of [
    ["amazon-bedrock", "bedrock/us.anthropic.claude-sonnet-4-6", "us.anthropic.claude-sonnet-4-6"],
    ["azure-openai", "azure/us/gpt-4o-2024-11-20", "us/gpt-4o-2024-11-20"],
    ["openrouter", "openrouter/openai/gpt-4o", "openai/gpt-4o"],
    ["gemini-api", "models/gemini-2.5-pro", "gemini-2.5-pro"],
    ["gemini-api", "gemini/gemini-2.5-pro", "gemini-2.5-pro"],
    ["vertex-ai", "vertex_ai/claude-opus-4-7", "claude-opus-4-7"],
  ] as const) {
    expect((await estimateOf(slug, { model: asked, inputTokens: 1000 })).model, asked).toBe(model);
  }
  const refused = await call("/api/v2/usage/openai-api?model=bedrock/gpt-4o&inputTokens=1000", {}, runtime);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("amazon-bedrock");
  for (const { slug, usage: card } of cards.filter(({ usage: { kind } }) => kind === "llm")) {
    for (const { model } of card.models) {
      expect(withoutSeller(slug, model).otherCard === null || slug !== "openai-api", `${slug} ${model}`).toBe(true);
    }
  }
});

test("an announced price within 120 days is part of the estimate", async () => {
  const asked = { model: "gemini-3.7-flash", inputTokens: 1_000_000, outputTokens: 100_000 };
  const announced = "From 2027-01-01 the total is 2.25 USD, at the price that the vendor has announced.";
  expect((await estimateOf("gemini-api", asked)).warnings).toContain(announced);
  expect(await told("gemini-api", asked)).toContain(announced);
});

test("a seller's model of another maker names the fee per request that its card leaves out", async () => {
  const FEE = "Perplexity API charges $5 to $12 per 1,000 requests for this model.";
  const tokens = { inputTokens: 1_000_000, outputTokens: 1_000_000 };
  const priced = await estimateOf("openrouter", { model: "perplexity/sonar", ...tokens });
  expect(priced.total).toBe(2);
  expect(priced.warnings.join(" ")).toContain(
    `${FEE} Whether this seller adds the fee is not known. It is not counted.`,
  );
  expect(await told("openrouter", { model: "perplexity/sonar", ...tokens })).toContain(FEE);
  const counted = await estimateOf("openrouter", { model: "perplexity/sonar", ...tokens, requests: 1 });
  expect(counted).toMatchObject({ total: null, unpriced: ["requests"] });
  expect(counted.warnings.join(" ")).toContain(FEE);
  const plain = await estimateOf("openrouter", { model: "openai/gpt-4o", inputTokens: 1000 });
  expect(plain.warnings.join(" ")).not.toContain("requests");
});

test("a fee per request that depends on a condition is named if requests are asked for without one", async () => {
  const { total, warnings } = await estimateOf("perplexity-api", { model: "sonar", inputTokens: 1000, requests: 1 });
  expect(total).toBeNull();
  expect(warnings).toContain("The fee is $5 to $12 per 1,000 requests. Without a condition, it is not counted.");
});

test("on a card whose IDs name regions, a model without one says that its region is not stated", async () => {
  const SENTENCE = "No source states the region of this price. Prices in other regions may differ.";
  const bare = await estimateOf("amazon-bedrock", { model: "nvidia.nemotron-super-3-120b", inputTokens: 1000 });
  expect(bare.warnings).toContain(SENTENCE);
  const regional = await estimateOf("amazon-bedrock", { model: "us.anthropic.claude-sonnet-4-6", inputTokens: 1000 });
  expect(regional.warnings).not.toContain(SENTENCE);
  const maker = await estimateOf("anthropic-api", { model: "claude-sonnet-4-6", inputTokens: 1000 });
  expect(maker.warnings).not.toContain(SENTENCE);
});
