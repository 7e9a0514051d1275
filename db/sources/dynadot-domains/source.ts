import type { Source } from "../source";
import { domainPrices } from "./parser";

export const source: Source = {
  slug: "dynadot-domains",
  read: "once",
  files: ["small-lists/tld-dynadot-2026-01-01.csv"],
  adapter: domainPrices,
};
