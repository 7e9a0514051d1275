import type { Source } from "../source";
import { getbeton } from "./parser";

export const source: Source = {
  slug: "getbeton",
  read: "once",
  files: [
    "getbeton-oss-pricing/pricing-2023-2026.csv",
    "getbeton-oss-pricing/sso-tax.csv",
    "getbeton-oss-pricing/unit-price-changes.csv",
  ],
  adapter: getbeton,
};
