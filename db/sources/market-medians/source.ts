import type { Source } from "../source";
import { marketMedians } from "./parser";

export const source: Source = {
  slug: "market-medians",
  read: "once",
  files: ["market/market-medians.jsonl"],
  adapter: marketMedians,
};
