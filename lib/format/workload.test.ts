import { describe, expect, test } from "vitest";
import type { Meter, Usage } from "@/lib/schemas/record";
import { workloadFields, workloadModes, workloadQuery, workloadView } from "./workload";

const meter = (name: string, more: Partial<Meter> = {}): Meter => ({
  name,
  unit: "token",
  per: 1_000_000,
  mode: "standard",
  tierMode: null,
  prices: [{ unitPrice: 2.5, from: 0, upTo: null, when: null }],
  evidence: ["ev_aa"],
  ...more,
});

const card = (...models: Meter[][]): Usage => ({
  kind: "llm",
  asOf: "2026-08-22",
  currency: "USD",
  modelCount: models.length,
  models: models.map((meters, index) => ({
    model: `acme-${index}`,
    name: `Acme ${index}`,
    contextWindow: null,
    maxOutput: null,
    status: "active",
    currency: "USD",
    observedAt: "2026-08-22",
    knownSince: "2026-01-10",
    meters,
    scheduled: [],
    conflicts: [],
    license: "owned",
    confidence: 0.9,
  })),
});

describe("the fields of a workload", () => {
  test("of a language model are tokens in millions, with cached ones only where some are priced", () => {
    const plain = card([meter("inputTokens"), meter("outputTokens")]);
    expect(workloadFields(plain).map((field) => field.meter)).toEqual(["inputTokens", "outputTokens"]);
    const cached = card([meter("inputTokens"), meter("cachedInputTokens"), meter("outputTokens")]);
    expect(workloadFields(cached).map((field) => field.meter)).toEqual([
      "inputTokens",
      "cachedInputTokens",
      "outputTokens",
    ]);
    for (const { scale, unit } of workloadFields(cached)) expect([scale, unit]).toEqual([1_000_000, "million tokens"]);
  });

  test("of another card are the meters that most of it has; only the first is above 0", () => {
    const storage = meter("storageGbMonths", { unit: "GB-month", per: 1 });
    const requests = meter("readRequests", { unit: "request", per: 1000 });
    const fields = workloadFields(card([storage, requests], [storage]));
    expect(fields.map((field) => field.meter)).toEqual(["storageGbMonths", "readRequests"]);
    expect(fields.map(({ value }) => value)).toEqual([100, 0]);
    expect(fields.map(({ scale }) => scale)).toEqual([1, 1]);
  });

  test("name every mode that something can be bought in, the standard one first", () => {
    const usage = card([meter("inputTokens", { mode: "batch" }), meter("inputTokens")]);
    expect(workloadModes(usage)).toEqual(["standard", "batch"]);
  });
});

test("a question names known meters as parameters, others as pairs, and leaves out what is 0", () => {
  const quantities = [
    { meter: "inputTokens", quantity: 10_000_000 },
    { meter: "outputTokens", quantity: 0 },
    { meter: "readRequests", quantity: 1000 },
  ];
  const query = workloadQuery({ slug: "acme", mode: "batch", quantities }, { named: ["inputTokens"], limit: 8 });
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    inputTokens: "10000000",
    quantities: "readRequests:1000",
    mode: "batch",
    limit: "8",
  });
});

describe("an estimate", () => {
  const estimate = {
    model: "acme-0",
    name: "Acme 0",
    mode: "standard" as const,
    currency: "USD",
    observedAt: "2026-10-01",
    confidence: 0.9,
    lines: [
      {
        meter: "inputTokens",
        quantity: 10_000_000,
        unitPrice: 2.5,
        per: 1_000_000,
        amount: 25,
        rateOf: "inputTokens",
        band: null,
        when: null,
        evidence: ["ev_aa"],
      },
    ],
    total: 25,
    unpriced: [],
    warnings: [],
  };

  test("shows its working and its total", () => {
    const { rows } = workloadView({ estimates: [estimate], estimateCount: 1, unpricedModels: 0 });
    expect(rows).toMatchObject([{ lines: ["Input 10M at $2.50 per 1M: $25"], total: "$25" }]);
  });

  test("says how many models it leaves out, and that they are not free", () => {
    const { summary } = workloadView({ estimates: [estimate], estimateCount: 9, unpricedModels: 3 });
    expect(summary).toBe(
      "The cheapest 1 of 9 options that price the whole workload, cheapest first. 3 not shown: part of the workload has no price, which does not mean it is free.",
    );
    expect(workloadView({ estimates: [], estimateCount: 0, unpricedModels: 3 }).summary).toContain(
      "Nothing on this rate card",
    );
  });
});
