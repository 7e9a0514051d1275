import { strict as assert } from "node:assert";

/** One call per tool, and a pattern that its result must match. */
export const QUESTIONS = [
  ["get_pricing", { slug: "slack" }, /slack/],
  ["discover_software", { q: "password manager", limit: 5 }, /passwords-and-secrets/],
  ["compare_software", { slugs: ["slack", "notion"], seats: 25 }, /notion/],
  ["calculate_tco", { slug: "slack", seats: 25, termYears: 2 }, /slack/],
  ["get_price_history", { slug: "slack", tier: "pro" }, /slack/],
  ["estimate_llm_cost", { slug: "openai-api", model: "gpt-4o", inputTokens: 1_000_000 }, /gpt-4o/],
  ["get_pricing_batch", { slugs: ["slack", "zoom"] }, /zoom/],
  ["get_coverage", { slugs: ["slack"] }, /slack/],
];
export const TOOLS = QUESTIONS.map(([name]) => name).sort();

/** Calls every tool with `callTool(name, args)`. */
export async function askAll(check, callTool) {
  for (const [name, args, holds] of QUESTIONS) {
    await check(name, async () => {
      const answer = JSON.stringify(await callTool(name, args));
      assert.match(answer, holds);
      assert.doesNotMatch(answer, /"isError":true/);
    });
  }
}

/** One request per API operation, with a check of its response. */
export const REQUESTS = [
  ["get_pricing", { slug: "slack", fields: ["tiers", "freeTier"] }, ({ name }) => assert.equal(name, "Slack")],
  ["get_pricing_batch", { slugs: ["slack", "notion"], depth: "summary" }, ({ count }) => assert.equal(count, 2)],
  ["get_coverage", { slugs: ["slack", "notion"] }, ({ products }) => assert.equal(products.length, 2)],
  [
    "get_evidence",
    { id: "ev_8eed12b063ec1576", limit: 5 },
    ({ observations }) => assert.equal(observations[0].product, "slack"),
  ],
  ["get_price_history", { slug: "slack", tier: "pro" }, ({ tier }) => assert.equal(tier, "pro")],
  ["compare_software", { slugs: ["slack", "notion"], seats: 25 }, ({ seats }) => assert.equal(seats, 25)],
  [
    "estimate_llm_cost",
    { slug: "openai-api", model: "gpt-4o", inputTokens: 1_000_000 },
    ({ estimate }) => assert.ok(estimate.total > 0),
  ],
  ["discover_software", { q: "slack", limit: 3 }, ({ results }) => assert.equal(results[0].slug, "slack")],
  ["list_changes", { class: ["move", "scheduled"], limit: 3 }, ({ changes }) => assert.equal(changes.length, 3)],
  ["list_categories", {}, ({ count }) => assert.ok(count > 100)],
  ["get_pricing_v1", { slug: "slack" }, ({ category }) => assert.equal(category, "Team chat")],
];

/** A team's cost: the only operation with a request body. */
export const COST = { slug: "slack", seats: 25, termYears: 2 };
export const holdsCost = ({ total, lines }) => assert.ok(total > 0 && lines.length > 0);

/** Splits an input into path, query and body, as most generated clients require. */
export function partsOf(document, name, input) {
  const [path, item] = Object.entries(document.paths).find(([, { get }]) => get?.operationId === name);
  const inPath = (item.get.parameters ?? [])
    .filter((parameter) => parameter.in === "path")
    .map((parameter) => parameter.name);
  const entries = Object.entries(input);
  return {
    path,
    params: Object.fromEntries(entries.filter(([key]) => inPath.includes(key))),
    query: Object.fromEntries(entries.filter(([key]) => !inPath.includes(key))),
  };
}
