import { beforeAll, expect, test } from "vitest";
import { decimal } from "@/lib/catalog/money";
import { call } from "@/lib/http/testing";
import type { Runtime } from "@/lib/operations/run";
import { testRuntime } from "@/lib/operations/testing/runtime";
import type { PricingRecord, UsageModel } from "@/lib/schemas/record";
import type { Estimate, UsageAnswer } from "@/lib/schemas/usage";
import { estimate } from "@/lib/usage/estimate";
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
