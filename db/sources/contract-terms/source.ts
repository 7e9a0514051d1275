import type { Source } from "../source";
import { contractTerms } from "./parser";

export const source: Source = {
  slug: "contract-terms",
  read: "once",
  files: ["market/contract-terms.jsonl"],
  adapter: contractTerms,
};
