import type { Source } from "../source";
import { hiddenCosts } from "./parser";

export const source: Source = {
  slug: "market-hidden-costs",
  read: "once",
  files: ["market/hidden-costs.jsonl"],
  adapter: hiddenCosts,
};
