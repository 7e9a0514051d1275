import type { Source } from "../source";
import { negotiation } from "./parser";

export const source: Source = {
  slug: "negotiation",
  read: "once",
  files: ["market/negotiation.jsonl"],
  adapter: negotiation,
};
