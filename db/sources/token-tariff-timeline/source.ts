import type { Source } from "../source";
import { tokenTariffTimeline } from "./parser";

export const source: Source = {
  slug: "token-tariff-timeline",
  read: "once",
  files: ["token-tariff-timeline/launch-prices.json"],
  adapter: tokenTariffTimeline,
};
