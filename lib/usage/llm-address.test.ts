import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AXES } from "./curves";
import {
  CACHE_WRITES,
  countOf,
  EXAMPLE,
  type LlmQuestion,
  llmQuery,
  MODES,
  NO_QUANTITIES,
  PRESETS,
  type Query,
  readLlmQuery,
  trafficOf,
  workloadOf,
} from "./llm-address";

const count = fc.oneof(
  fc.integer({ min: 0, max: 2_000_000_000 }),
  fc.integer({ min: 1, max: 9_999 }).map((n) => n / 100),
);
const slug = fc.stringMatching(/^[a-z]{1,8}(-[a-z]{1,8})?$/);
const model = fc.tuple(slug, fc.stringMatching(/^[\w.:@/, %-]{1,20}[\w]$/)).map(([card, id]) => `${card}/${id.trim()}`);
const question: fc.Arbitrary<LlmQuestion> = fc.record({
  per: fc.constantFrom("request" as const, "month" as const),
  quantities: fc.record({
    requests: fc.integer({ min: 1, max: 1e9 }),
    inputTokens: count,
    cachedInputTokens: fc.constant(null),
    outputTokens: fc.option(count),
    reasoningTokens: fc.option(count),
    cacheWriteTokens: count,
  }),
  cacheWrite: fc.constantFrom(...CACHE_WRITES),
  mode: fc.constantFrom(...MODES),
  cards: fc.uniqueArray(slug, { maxLength: 4 }),
  text: fc.stringMatching(/^([a-z0-9.&=+-]{1,8})?$/),
  minimumContext: fc.constantFrom(null, 32_000, 128_000, 1_000_000),
  withPast: fc.boolean(),
  withSpecial: fc.boolean(),
  everyOffer: fc.boolean(),
  plotted: fc.uniqueArray(model, { maxLength: 4 }),
  axis: fc.constantFrom(...AXES),
  plan: fc.option(fc.record({ product: slug, tier: slug, seats: fc.integer({ min: 1, max: 500 }) })),
  all: fc.boolean(),
});

function queryOf(text: string): Query {
  const params = new URLSearchParams(text);
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

describe("the address of a workload", () => {
  test("says the whole question: read again it is the same", () => {
    fc.assert(
      fc.property(question, (drawn) => {
        const asked = drawn.plan === null ? drawn : { ...drawn, axis: "volume" as const };
        const read = readLlmQuery(queryOf(llmQuery(asked)));
        expect(read).toEqual({ question: asked, typed: {}, faults: [], isExample: false, inPlace: false });
      }),
      { numRuns: 300 },
    );
  });

  test("beside a flat plan only the number of requests is drawn along, whatever else was asked", () => {
    const { question: read } = readLlmQuery(queryOf("requests=10&inputTokens=5&vary=ratio&planProduct=acme"));
    expect(read).toMatchObject({ axis: "volume", plan: { product: "acme", tier: "", seats: 1 } });
    expect(llmQuery(read)).toBe("requests=10&inputTokens=5&plan=acme::1");
  });

  test("of nothing is the example, and every preset is without fault", () => {
    expect(readLlmQuery({})).toEqual({ question: EXAMPLE, typed: {}, faults: [], isExample: true, inPlace: false });
    for (const { question: preset } of PRESETS) {
      expect(readLlmQuery(queryOf(llmQuery(preset)))).toMatchObject({ question: preset, faults: [] });
    }
  });

  test("no text makes reading fail", () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (text) => {
        expect(() => readLlmQuery(queryOf(text))).not.toThrow();
      }),
    );
  });

  test.each([
    ["inputTokens=many&requests=1", "inputTokens"],
    ["inputTokens=-5&requests=1", "inputTokens"],
    ["inputTokens=5&requests=1e9", "requests"],
    ["inputTokens=5", "requests"],
    ["requests=5", "inputTokens"],
    ["inputTokens=5&cachedInputTokens=6&requests=1", "cachedInputTokens"],
    ["inputTokens=5&requests=1&plan=slack:pro:0", "plan"],
  ])("%s is refused at %s, and keeps what was typed", (text, field) => {
    const { faults } = readLlmQuery(queryOf(text));
    expect(faults.map((fault) => fault.field)).toContain(field);
  });
});

describe("a number as people write it", () => {
  test.each([
    ["250000", 250_000],
    ["250,000", 250_000],
    ["250 000", 250_000],
    ["250K", 250_000],
    ["0.25M", 250_000],
    ["1.5b", 1_500_000_000],
    ["0", 0],
  ])("%s", (text, value) => expect(countOf(text)).toBe(value));

  test.each(["", "-1", "1,00", "1e6", "ten", "1.2.3", "9999999999999999", "2,5"])("%j is none", (text) => {
    expect(countOf(text)).toBeNull();
  });
});

describe("what the month uses", () => {
  const quantities = { ...NO_QUANTITIES, requests: 1_000, inputTokens: 2_000, outputTokens: 100 };

  test("is requests times one request, whose length chooses among prices", () => {
    const { quantities: used, promptTokensPerRequest } = workloadOf({ ...EXAMPLE, quantities });
    expect(Object.fromEntries(used)).toEqual({ requests: 1_000, inputTokens: 2_000_000, outputTokens: 100_000 });
    expect(promptTokensPerRequest).toBe(2_000);
  });

  test("or the tokens of the month themselves; a request's length is then their share", () => {
    const month = workloadOf({ ...EXAMPLE, per: "month", quantities });
    expect(Object.fromEntries(month.quantities)).toEqual({ requests: 1_000, inputTokens: 2_000, outputTokens: 100 });
    expect(month.promptTokensPerRequest).toBe(2);
    const blind = workloadOf({ ...EXAMPLE, per: "month", quantities: { ...quantities, requests: null } });
    expect(blind.promptTokensPerRequest).toBeNull();
    expect(trafficOf({ ...EXAMPLE, per: "month", quantities }).inputTokens).toBe(2);
  });
});
