const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Pricing: "Price records with evidence for every figure, price history and data coverage.",
  Cost: "Costs for a team over several years, and product comparisons.",
  Usage: "Cost of a metered workload, by model.",
  Catalogue: "Search for products and list categories.",
  Changes: "Price changes and corrections, newest first.",
  Bulk: "Whole categories, for subscribers.",
  Service: "The OpenAPI document of this API.",
};

export function describedTag(name: string): { name: string; description: string | undefined } {
  return { name, description: DESCRIPTIONS[name] };
}
