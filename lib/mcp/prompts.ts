import type { GetPromptResult } from "@modelcontextprotocol/server";
import * as z from "zod";

const CITE =
  "For each price, give the date it was checked. Link to links.page of every product you name. If something is unknown, say so; do not guess.";

function ask(...lines: readonly string[]): GetPromptResult {
  return { messages: [{ role: "user", content: { type: "text", text: [...lines, CITE].join("\n") } }] };
}

/**
 * The prompts by name. Arguments are strings, as the protocol requires, and are created on each call, because the SDK
 * marks those that it completes.
 */
export const PROMPTS = {
  compare_shortlist: {
    title: "Compare a shortlist",
    description:
      "Two to four products side by side for a team: cost, free plan, hidden costs, contract terms and a recommendation.",
    args: () => ({
      products: z.string().min(1).max(400).describe("Two to four product names or slugs, separated by commas."),
      seats: z.string().max(20).optional().describe("Number of users, for example 40."),
      need: z.string().max(400).optional().describe("Most important requirement, for example single sign-on."),
    }),
    build: ({ products, seats, need }: { products: string; seats?: string; need?: string }) =>
      ask(
        `Compare these products: ${products}.`,
        `1. Find the slug of each product (if a slug is wrong, get_pricing lists the nearest ones).`,
        `2. Call compare_software with all slugs${seats ? ` and seats: ${seats}` : ""}.`,
        seats
          ? `3. Call calculate_tco for each with seats: ${seats} and termYears: 3, and show yearOne, total and range.`
          : "3. Ask how many people will use it before you give a team cost.",
        `4. Answer with a short table and one recommendation.${need ? ` The most important requirement: ${need}.` : ""}`,
      ),
  },
  prepare_negotiation: {
    title: "Prepare a negotiation",
    description:
      "A one-page brief for buying or renewing a product: list price, what other buyers pay, contract terms and arguments for a lower price.",
    args: () => ({
      product: z.string().min(1).max(120).describe("Product name or slug."),
      seats: z.string().max(20).optional().describe("Number of users, for example 200."),
      currentPrice: z.string().max(60).optional().describe("Current price or quote, for example 48,000 USD a year."),
    }),
    build: ({ product, seats, currentPrice }: { product: string; seats?: string; currentPrice?: string }) =>
      ask(
        `Prepare a negotiation brief for ${product}${seats ? `, ${seats} seats` : ""}.`,
        `1. Call get_pricing with fields: ["tiers","hiddenCosts","contractTerms","marketData","negotiationTips"].`,
        "2. Call get_price_history to see past price changes and any announced rise.",
        seats
          ? `3. Call calculate_tco with seats: ${seats} and termYears: 3 to get the cost at list price.`
          : "3. Give the list price per unit.",
        currentPrice
          ? `4. Compare ${currentPrice} with the list price and with the median that buyers pay.`
          : "4. If a median is known, say what buyers pay.",
        "5. End with three arguments, each based on a sourced term, date or figure, and one alternative product from discover_software.",
      ),
  },
  audit_llm_spend: {
    title: "Audit LLM spend",
    description:
      "What a monthly token workload costs on your current model, and what it would cost on other models and providers.",
    args: () => ({
      provider: z.string().min(1).max(120).describe("Current provider: name or slug, for example openai-api."),
      model: z.string().max(200).optional().describe("Current model, for example gpt-4o."),
      inputTokens: z.string().max(30).optional().describe("Input tokens per month, for example 30000000."),
      outputTokens: z.string().max(30).optional().describe("Output tokens per month, for example 5000000."),
    }),
    build: (args: { provider: string; model?: string; inputTokens?: string; outputTokens?: string }) => {
      const { provider, model, inputTokens, outputTokens } = args;
      const load = [inputTokens && `inputTokens: ${inputTokens}`, outputTokens && `outputTokens: ${outputTokens}`]
        .filter(Boolean)
        .join(", ");
      return ask(
        `Audit our spend on language models at ${provider}${model ? `, model ${model}` : ""}.`,
        load ? `Monthly workload: ${load}.` : "First ask for the monthly input and output tokens.",
        `1. Call estimate_llm_cost for ${provider}${model ? ` and model ${model}` : ""} with the workload: this is the current cost.`,
        "2. Call it again without model: it ranks the provider's current models, cheapest first. If the rate card has batch or cached input prices, also try mode: batch and cachedInputTokens.",
        "3. Estimate the same workload on two other providers (anthropic-api, gemini-api or others from discover_software).",
        "4. Answer with a table of model, monthly cost and saving. Name a drawback of a cheaper model only if the data shows it.",
      );
    },
  },
} as const;
