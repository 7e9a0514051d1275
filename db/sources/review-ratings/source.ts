import type { Source } from "../source";
import { sentiment } from "./parser";

export const source: Source = {
  slug: "review-ratings",
  read: "once",
  files: ["market/sentiment.jsonl"],
  adapter: sentiment,
};
