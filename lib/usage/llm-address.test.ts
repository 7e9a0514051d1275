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
import { USUAL_TOKENS } from "./tasks";

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
  everyCard: fc.boolean(),
  names: fc.uniqueArray(
    fc.stringMatching(/^[a-z0-9.:%=+,-]([a-z0-9.:%&=+ -]{0,6}[a-z0-9])?$/).map((name) => name.replace(/ +/g, " ")),
    { maxLength: 3 },
  ),
  families: fc.uniqueArray(slug, { maxLength: 3 }),
  minimumContext: fc.constantFrom(null, 32_000, 128_000, 1_000_000),
  withPast: fc.boolean(),
  withSpecial: fc.boolean(),
  everyOffer: fc.boolean(),
  plotted: fc.uniqueArray(model, { maxLength: 4 }),
  axis: fc.constantFrom(...AXES),
  plan: fc.option(fc.record({ product: slug, tier: slug, seats: fc.integer({ min: 1, max: 500 }) })),
  tasks: fc.constantFrom(USUAL_TOKENS, { ...USUAL_TOKENS, chat: { in: 250, out: 0 }, voice: { in: 1, out: 2.5 } }),
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
        const { cards, withPast, withSpecial, everyOffer, all } = drawn;
        const asked = {
          ...drawn,
          ...(drawn.plan !== null && { axis: "volume" as const }),
          everyCard: drawn.everyCard || cards.length > 0 || withPast || withSpecial || everyOffer || all,
        };
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

  test.each([
    ["q=gpt-5 or claude sonnet or Gemini", "models=gpt-5,claude%20sonnet,Gemini"],
    ["q=gpt-5, claude and grok vs llama", "models=gpt-5,claude,grok,llama"],
    ["models=gpt-5,claude&q=openai/o3", "models=gpt-5,claude,o3"],
    ["models=openai-api/gpt-4o,anthropic-api/claude-3", "plot=openai-api/gpt-4o,anthropic-api/claude-3"],
    ["models=gpt-5,openai-api/gpt-4o", "models=gpt-5&plot=openai-api/gpt-4o"],
    ["families=claude&families=gemini", "families=claude,gemini"],
    ["status=all", "status=all"],
    ["show=all", "show=all"],
    ["chatIn=1K&chatOut=500&page=800:150", "chat=1000:500"],
    ["show=all&all=1", "all=1"],
  ])("%s is asked by %s", (typed, canonical) => {
    const { question: read } = readLlmQuery(queryOf(`requests=1&inputTokens=1&${typed}`));
    expect(llmQuery(read)).toBe(`requests=1&inputTokens=1&${canonical}`);
    expect(readLlmQuery(queryOf(llmQuery(read))).question).toEqual(read);
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
    ["inputTokens=5&requests=1&chat=few:300", "chat"],
    ["inputTokens=5&requests=1&pageIn=0&pageOut=0", "page"],
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
    const { quantities: used, promptTokensPerRequest } = workloadOf({ ...EXAMPLE, per: "request", quantities });
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
