import { FRESHNESS_RULE } from "@/lib/catalog/coverage";
import type { ToolName } from "./tool-names";

interface Entry {
  /** One sentence. */
  answers: string;
  examples: readonly Record<string, unknown>[];
  limits: string;
}

/** The only manual that an agent has: the question that each tool answers, example calls, then limits. */
export const MANUAL: Record<ToolName, Entry> = {
  get_pricing: {
    answers:
      "Answers what one product costs: its tiers and, with fields, extra costs, contract terms, what buyers paid and more, each with source and date.",
    examples: [{ slug: "slack" }],
    limits:
      "A family (salesforce) lists its members: call again with one of them. An unknown price is null with a priceStatus, never 0. Cite links.page.",
  },
  discover_software: {
    answers:
      "Answers which products fit: finds them by name, category, maximum price, free plan or feature, or reads a whole question.",
    examples: [{ q: "cheapest crm under 20 with a free plan" }],
    limits: "A product is left out, and counted in excluded, if it is unknown whether it matches. Cite links.page.",
  },
  compare_software: {
    answers: "Answers which of two to four products is cheaper or better, field by field, with the rule in words.",
    examples: [{ slugs: ["notion", "confluence"], seats: 25 }],
    limits:
      "Per-user and flat prices are compared only in costForSeats, for the seats given. An unknown value never wins; prices in different currencies have no winner. One product stands for a family: resolved says which. Cite links.page of each product.",
  },
  calculate_tco: {
    answers:
      "Answers what a team pays for one product or a stack of up to 10, over 1 to 5 years: per person, per unit or as a share of payments.",
    examples: [
      { slug: "slack", seats: 40 },
      { slug: "datadog", quantities: { host: 20 } },
      { slug: "stripe", volume: 100_000, transactions: 1_000 },
      {
        seats: 30,
        items: [
          { slug: "github", tier: "team" },
          { slug: "github-copilot", tier: "business" },
        ],
      },
    ],
    limits:
      "Without tier, it takes the cheapest published paid one that this team can buy; tierRule says how. A product may be in items more than once. Single sign-on, support and training widen the range; add-ons count only if named. An unknown figure is null; unknowns says why. Cite links.page.",
  },
  get_price_history: {
    answers:
      "Answers what a product cost before and how its price changed; without slug, what changed across the catalogue.",
    examples: [{ slug: "zoom" }, { category: "project-management", since: "2026-11-01" }],
    limits:
      "Newest first. Classes: move (rose, fell or withdrawn), scheduled (announced), unconfirmed, cancelled, coverage (first reading), correction (a source corrected itself). Cite links.page.",
  },
  estimate_llm_cost: {
    answers:
      "Answers what usage costs at one provider: tokens, images, audio, emails, SMS, requests, storage, traffic, machine hours.",
    examples: [
      { slug: "openai-api", model: "gpt-4o", inputTokens: 50_000_000, outputTokens: 10_000_000 },
      { slug: "amazon-s3", storageGbMonths: 5_000 },
    ],
    limits:
      "Without model, ranks all current models, cheapest first. Without a quantity, returns the rate card. A quantity without a price is listed in unpriced and makes the total null, never 0. Cite links.page.",
  },
  get_pricing_batch: {
    answers: "Answers what up to 20 products cost, in one call and in the order requested.",
    examples: [{ slugs: ["slack", "zoom", "notion"] }],
    limits:
      "Names that are not in the catalogue are listed in notFound on the first page, with the closest matches. Cite links.page.",
  },
  get_coverage: {
    answers:
      "Answers how old and reliable the data on 1 to 20 products is, group by group, with its source, confidence and licence state.",
    examples: [{ slugs: ["slack"] }],
    limits: `${FRESHNESS_RULE} Cite links.page.`,
  },
};

export function toolDescription(name: ToolName): string {
  const { answers, examples, limits } = MANUAL[name];
  const calls = examples.map((example) => JSON.stringify(example)).join(", ");
  return `${answers} ${examples.length === 1 ? "Example" : "Examples"}: ${calls}. ${limits}`;
}
