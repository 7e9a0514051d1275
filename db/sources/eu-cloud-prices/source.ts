import type { Source } from "../source";
import { euCloudPrices } from "./parser";

export const source: Source = {
  slug: "eu-cloud-prices",
  read: "once",
  files: ["eu-cloud-prices/instances.csv", "eu-cloud-prices/services.json", "eu-cloud-prices/history.jsonl"],
  adapter: euCloudPrices,
};
