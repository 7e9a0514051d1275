import type { Source } from "../source";
import { collector } from "./collector";
import { ssoTax } from "./parser";

export const source: Source = {
  slug: "sso-tax",
  read: "list",
  files: ["sso-tax/sso_current.jsonl", "sso-tax/sso_price_history.jsonl"],
  adapter: ssoTax,
  collector,
};
