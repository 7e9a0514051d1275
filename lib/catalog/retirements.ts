import type { Day } from "@/lib/schemas/primitives";

interface Retirement {
  card: string;
  on: Day;
  models: readonly string[];
  /** The maker's page that states the day. */
  url: string;
}

const OPENAI = "https://developers.openai.com/api/docs/deprecations";

/**
 * Models that their maker shut down and that price lists still contain. A new entry needs the maker's own statement.
 */
const RETIREMENTS: readonly Retirement[] = [
  { card: "openai-api", on: "2024-01-04", models: ["ada", "babbage", "curie", "davinci"], url: OPENAI },
  { card: "openai-api", on: "2024-09-13", models: ["gpt-3.5-0301", "gpt-3.5-turbo-0301"], url: OPENAI },
  { card: "openai-api", on: "2025-07-14", models: ["gpt-4.5-preview", "gpt-4.5-preview-2025-02-27"], url: OPENAI },
  { card: "openai-api", on: "2025-10-27", models: ["o1-mini", "o1-mini-2024-09-12"], url: OPENAI },
  {
    // The API accepts the V4 models only.
    card: "deepseek-api",
    on: "2026-07-24",
    models: [
      "deepseek-chat",
      "deepseek-reasoner",
      "deepseek-coder",
      "deepseek-r1",
      "deepseek-v3",
      "deepseek-v3.1-terminus",
      "deepseek-v3.2",
      "deepseek-v3.2-exp",
    ],
    url: "https://api-docs.deepseek.com/quick_start/pricing",
  },
];

const days = new Map(
  RETIREMENTS.flatMap(({ card, on, models }) => models.map((model) => [`${card} ${model}`, on] as const)),
);

/** Returns the day on which the maker shut a model down; null if no such day is known by then. */
export function retiredOn(card: string, model: string, asOf: Day): Day | null {
  const day = days.get(`${card} ${model}`);
  return day !== undefined && day <= asOf ? day : null;
}
