import type { Source } from "../source";
import { collector } from "./collector";
import { genaiPrices } from "./parser";

export const source: Source = {
  slug: "genai-prices",
  read: "list",
  files: ["genai-prices/data.json", "genai-prices/history.json", "genai-prices/providers"],
  adapter: genaiPrices,
  collector,
};
