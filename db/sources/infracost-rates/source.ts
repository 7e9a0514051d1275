import type { Source } from "../source";
import { infracostRates } from "./parser";

export const source: Source = {
  slug: "infracost-rates",
  read: "once",
  files: ["infracost-rates/unit_rates.csv", "infracost-rates/history.jsonl"],
  adapter: infracostRates,
};
