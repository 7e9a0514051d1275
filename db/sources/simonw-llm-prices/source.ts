import type { Source } from "../source";
import { collector } from "./collector";
import { simonwLlmPrices } from "./parser";

export const source: Source = {
  slug: "simonw-llm-prices",
  read: "list",
  files: ["simonw-llm-prices/history.json"],
  adapter: simonwLlmPrices,
  collector,
};
