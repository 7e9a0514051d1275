import type { Source } from "../source";
import { renewalPrices } from "./parser";

export const source: Source = {
  slug: "vps-renewal-prices",
  read: "once",
  files: ["small-lists/vps-renewal-prices.csv"],
  adapter: renewalPrices,
};
