import type { Source } from "../source";
import { awsPriceWatcher } from "./parser";

export const source: Source = {
  slug: "aws-price-watcher",
  read: "once",
  files: ["aws-price-watcher/usage-rates.json"],
  adapter: awsPriceWatcher,
};
