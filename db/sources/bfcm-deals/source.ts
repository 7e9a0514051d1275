import type { Source } from "../source";
import { bfcmDeals } from "./parser";

export const source: Source = {
  slug: "bfcm-deals",
  read: "once",
  files: ["bfcm-deals/deals_by_year.jsonl"],
  adapter: bfcmDeals,
};
