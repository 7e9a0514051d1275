import type { GetPromptResult } from "@modelcontextprotocol/server";
import * as z from "zod";

const CITE =
  "State the day each price was seen, link links.page of every product named, and say plainly what is unknown instead of guessing it.";

function ask(...lines: readonly string[]): GetPromptResult {
  return { messages: [{ role: "user", content: { type: "text", text: [...lines, CITE].join("\n") } }] };
}

/** The prompts by name. Arguments are strings, as the protocol has them, and made anew: the SDK marks those it completes. */
export const PROMPTS = {
  compare_shortlist: {
    title: "Compare a shortlist",
    description: "Two to four products side by side for a team: cost, free plan, hidden costs, terms, and a pick.",
    args: () => ({
      products: z.string().min(1).max(400).describe("Two to four product names or slugs, separated by commas."),
      seats: z.string().max(20).optional().describe("People who will use it, for example 40."),
      need: z.string().max(400).optional().describe("What matters most, for example single sign-on."),
    }),
    build: ({ products, seats, need }: { products: string; seats?: string; need?: string }) =>
      ask(
        `Compare these products: ${products}.`,
        `1. Find a slug for each (get_pricing names the nearest ones for a wrong slug).`,
        `2. Call compare_software with all slugs${seats ? ` and seats: ${seats}` : ""}.`,
        seats
          ? `3. Call calculate_tco for each with seats: ${seats} and termYears: 3, and show yearOne, total and range.`
          : "3. Ask how many people will use it before naming a cost for a team.",
        `4. Answer with a short table and one recommendation${need ? `, weighing above all: ${need}` : ""}.`,
      ),
  },
  prepare_negotiation: {
    title: "Prepare a negotiation",
    description: "A one-page brief for buying or renewing a product: list price, what others pay, terms, levers.",
    args: () => ({
      product: z.string().min(1).max(120).describe("Product name or slug."),
      seats: z.string().max(20).optional().describe("People who use it, for example 200."),
      currentPrice: z
        .string()
        .max(60)
        .optional()
        .describe("What is paid or offered now, for example 48,000 USD a year."),
    }),
    build: ({ product, seats, currentPrice }: { product: string; seats?: string; currentPrice?: string }) =>
      ask(
        `Prepare a negotiation brief for ${product}${seats ? `, ${seats} seats` : ""}.`,
        `1. get_pricing with fields: ["tiers","hiddenCosts","contractTerms","marketData","negotiationTips"].`,
        "2. get_price_history, to tell how prices moved and whether another rise is announced.",
        seats
          ? `3. calculate_tco with seats: ${seats} and termYears: 3 for the list price to beat.`
          : "3. Name the list price per unit.",
        currentPrice
          ? `4. Set ${currentPrice} against the list price and the median that buyers pay.`
          : "4. Say what buyers pay, where a median is known.",
        "5. Close with three levers, each resting on a sourced term, date or figure, and one walk-away alternative from discover_software.",
      ),
  },
  audit_llm_spend: {
    title: "Audit LLM spend",
    description: "What a monthly token workload costs on the model in use, and what it would cost elsewhere.",
    args: () => ({
      provider: z.string().min(1).max(120).describe("Provider in use, name or slug, for example openai-api."),
      model: z.string().max(200).optional().describe("Model in use, for example gpt-4o."),
      inputTokens: z.string().max(30).optional().describe("Input tokens a month, for example 30000000."),
      outputTokens: z.string().max(30).optional().describe("Output tokens a month, for example 5000000."),
    }),
    build: (args: { provider: string; model?: string; inputTokens?: string; outputTokens?: string }) => {
      const { provider, model, inputTokens, outputTokens } = args;
      const load = [inputTokens && `inputTokens: ${inputTokens}`, outputTokens && `outputTokens: ${outputTokens}`]
        .filter(Boolean)
        .join(", ");
      return ask(
        `Audit what we spend on language models at ${provider}${model ? `, model ${model}` : ""}.`,
        load ? `Monthly workload: ${load}.` : "First ask for the monthly input and output tokens.",
        `1. estimate_llm_cost for ${provider}${model ? ` and model ${model}` : ""} with the workload: the bill as it is.`,
        "2. The same without model: every model of the provider, cheapest first; and with mode: batch and cachedInputTokens where the card prices them.",
        "3. The same workload on two other providers (anthropic-api, gemini-api or others from discover_software).",
        "4. Answer with a table of model, monthly cost and saving, and name what a cheaper model gives up only where the data says so.",
      );
    },
  },
} as const;
