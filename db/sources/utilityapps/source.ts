import type { Source } from "../source";
import { utilityapps } from "./parser";

export const source: Source = {
  slug: "utilityapps",
  read: "once",
  files: ["utilityapps/products.jsonl"],
  adapter: utilityapps,
};
