const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Pricing: "Price records of products with the evidence of each figure, their history, and how much of them is known.",
  Cost: "What products cost a team over the years, and how they compare.",
  Usage: "What a metered workload costs, by model.",
  Catalogue: "Finding products and categories.",
  Changes: "Price moves and corrections, newest first.",
  Bulk: "Whole categories, for subscribers.",
  Service: "The description of this API.",
};

export function describedTag(name: string): { name: string; description: string | undefined } {
  return { name, description: DESCRIPTIONS[name] };
}
