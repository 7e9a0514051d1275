export interface Question {
  asked: string;
  /** At most three calls, each with patterns that its text must match. */
  calls: { tool: string; args: Record<string, unknown>; tells: RegExp[] }[];
}

const call = (tool: string, args: Record<string, unknown>, ...tells: RegExp[]) => ({ tool, args, tells });

/** Typical questions with the calls that answer them and the facts that the responses must contain. */
export const QUESTIONS: Question[] = [
  {
    asked: "What does Notion cost?",
    calls: [call("get_pricing", { slug: "notion" }, /^Notion costs \$/, /Plus: \$\d+/, /Free plan available/)],
  },
  {
    asked: "What did Notion cost in 2022?",
    calls: [call("get_pricing", { slug: "notion", asOf: "2022-12-31" }, /As of 31 Dec 2022/, /Team: \$10/)],
  },
  {
    asked: "How have Slack's prices moved since 2020?",
    calls: [call("get_price_history", { slug: "slack", from: "2020-01-01" }, /^Slack: /, /\d{4}-\d\d-\d\d \| pro \|/)],
  },
  {
    asked: "What do 40 people pay for Slack in a year?",
    calls: [
      call("calculate_tco", { slug: "slack", seats: 40 }, /40 seats/, /\$[\d,]+ in the first year/, /Receipt: tco_/),
    ],
  },
  {
    asked: "What do Slack and Notion cost together for 25 people?",
    calls: [
      call(
        "calculate_tco",
        { seats: 25, items: [{ slug: "slack" }, { slug: "notion" }] },
        /Slack .* \+ Notion /,
        /\$[\d,]+ in the first year/,
      ),
    ],
  },
  {
    asked: "Three years of Zoom for 100 people, with 15% off?",
    calls: [
      call(
        "calculate_tco",
        { slug: "zoom", seats: 100, termYears: 3, assumptions: { discountPercent: 15 } },
        /over 3 years/,
        /[Dd]iscount/,
      ),
    ],
  },
  {
    asked: "Slack or Notion for 40 people?",
    calls: [call("compare_software", { slugs: ["slack", "notion"], seats: 40 }, /Best: slack\./, /40 seats[^:]*: \$/)],
  },
  {
    asked: "Monthly bill for 30M input and 5M output tokens on three models?",
    calls: [
      call(
        "estimate_llm_cost",
        { slug: "openai-api", model: "gpt-4o", inputTokens: 30_000_000, outputTokens: 5_000_000 },
        /gpt-4o: \$125\./,
      ),
      call(
        "estimate_llm_cost",
        { slug: "openai-api", model: "gpt-4o-mini", inputTokens: 30_000_000, outputTokens: 5_000_000 },
        /gpt-4o-mini: \$7\.50\./,
      ),
      call(
        "estimate_llm_cost",
        { slug: "anthropic-api", inputTokens: 30_000_000, outputTokens: 5_000_000, limit: 3 },
        /cheapest first/,
        /claude-[\w-]+: \$/,
      ),
    ],
  },
  {
    asked: "Which Anthropic model is cheapest for a million tokens in and out?",
    calls: [
      call(
        "estimate_llm_cost",
        { slug: "anthropic-api", inputTokens: 1_000_000, outputTokens: 1_000_000, limit: 1 },
        /models? with a price for this workload/,
        /- claude-/,
      ),
    ],
  },
  {
    asked: "Did the price of GPT-4o ever fall?",
    calls: [call("get_price_history", { slug: "openai-api", tier: "gpt-4o" }, /down 50%/, /\$5 to \$2\.50/)],
  },
  {
    asked: "Cheapest CRM with single sign-on for 40 people?",
    calls: [
      call("discover_software", { category: "crm", sort: "price", limit: 5 }, /products match/, /\[twenty\]/),
      call("get_pricing", { slug: "pipedrive", depth: "full" }, /^Pipedrive costs /),
      call("calculate_tco", { slug: "pipedrive", seats: 40 }, /40 seats/),
    ],
  },
  {
    asked: "Project management tools with a free plan?",
    calls: [
      call(
        "discover_software",
        { category: "project-management", hasFreeTier: true, limit: 5 },
        /products match/,
        /Free plan available\. Checked .* Cite: /,
      ),
    ],
  },
  {
    asked: "A CRM under 20 dollars a month?",
    calls: [
      call("discover_software", { category: "crm", maxPrice: 20 }, /products match/, /Not known for \d+ products/),
    ],
  },
  {
    asked: "How many CRMs do you know?",
    calls: [call("discover_software", { category: "crm", limit: 1 }, /^\d+ products match; 1 shown/)],
  },
  {
    asked: "Can I trust your Slack prices?",
    calls: [call("get_coverage", { slugs: ["slack"] }, /of 12 groups have data/, /confidence 0\.\d\d/)],
  },
  {
    asked: "Prices of Slack, Notion, Zoom and Asana at a glance?",
    calls: [
      call(
        "get_pricing_batch",
        { slugs: ["slack", "notion", "zoom", "asana"] },
        /^Slack costs /,
        /\nNotion costs /,
        /\nZoom costs /,
        /\nAsana costs /,
      ),
    ],
  },
  {
    asked: "What does Slak cost? (misspelt)",
    calls: [
      call("get_pricing", { slug: "slak" }, /Call again with one of: .*slack/),
      call("get_pricing", { slug: "slack" }, /^Slack costs /),
    ],
  },
  {
    asked: "What does Notion Enterprise cost?",
    calls: [
      call("get_pricing", { slug: "notion" }, /Enterprise: on request/),
      call("calculate_tco", { slug: "notion", seats: 500, tier: "enterprise" }, /not_priced/, /Do not guess a figure/),
    ],
  },
  {
    asked: "What should I know before I negotiate with Snowflake?",
    calls: [
      call(
        "get_pricing",
        { slug: "snowflake", fields: ["hiddenCosts", "marketData", "negotiationTips"] },
        /Median \$[\d,]+ a year/,
        /Negotiation tip: /,
      ),
    ],
  },
  {
    asked: "What do embeddings or images cost at OpenAI?",
    calls: [call("estimate_llm_cost", { slug: "openai-api" }, /rate card of \d+ models/, /per 1M tokens/)],
  },
];
