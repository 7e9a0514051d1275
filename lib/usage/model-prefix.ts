/** Prefixes that client libraries use for the seller of a model, with the seller's card. */
const SELLERS: ReadonlyMap<string, string> = new Map([
  ["bedrock", "amazon-bedrock"],
  ["bedrock_converse", "amazon-bedrock"],
  ["amazon-bedrock", "amazon-bedrock"],
  ["azure", "azure-openai"],
  ["azure_ai", "azure-ai-foundry"],
  ["vertex_ai", "vertex-ai"],
  ["google-vertex", "vertex-ai"],
  ["gemini", "gemini-api"],
  ["xai", "xai-api"],
  ["mistral", "mistral-api"],
  ["groq", "groq"],
  ["together_ai", "together-ai"],
  ["fireworks_ai", "fireworks-ai"],
  ["openrouter", "openrouter"],
  ["perplexity", "perplexity-api"],
]);
const RESOURCE = /^(?:models\/|arn:aws:bedrock:[^/]*\/)/;
/** The ID of a fine-tuned model: the base, then the customer's own names. */
const FINE_TUNED = /^(ft:[^:]+):.*$/;
const REGION = /^(us-gov|us|eu|apac|global|regional|au|jp|ca|sa|[a-z]{2}(?:-gov)?-[a-z]+-\d)(?:-[a-z0-9-]+)?[./]/;

export const PREFIX_RULE =
  "A prefix of the card's seller, such as bedrock/, azure/, vertex_ai/, gemini/ or openrouter/, is left out, and so is models/. A prefix of another seller is an error. A region before the ID, such as us. or eu/, never means another region. The ID of a fine-tuned model, such as ft:gpt-4o-mini-2024-07-18:acme::abc, stands for its base.";

/**
 * Removes the prefix of this card's seller from a name, or returns the card of another seller that the prefix names.
 */
export function withoutSeller(card: string, asked: string): { model: string; otherCard: string | null } {
  const text = asked.trim().replace(RESOURCE, "").replace(FINE_TUNED, "$1");
  const [prefix = "", ...rest] = text.split("/");
  const seller = rest.length > 0 ? SELLERS.get(prefix.toLowerCase()) : undefined;
  if (seller === undefined) return { model: text, otherCard: null };
  return { model: rest.join("/").replace(RESOURCE, ""), otherCard: seller === card ? null : seller };
}

/**
 * Returns the card of the maker whose name comes before a model's ID on another seller's card, such as
 * perplexity/sonar.
 */
export function makerOf(card: string, model: string): { card: string; model: string } | null {
  const { model: own, otherCard } = withoutSeller(card, model);
  return otherCard === null ? null : { card: otherCard, model: own };
}

/** Returns the region that comes before a model's own ID; null without one. */
export function regionPrefix(model: string): string | null {
  return REGION.exec(model.toLowerCase())?.[0].slice(0, -1) ?? null;
}
