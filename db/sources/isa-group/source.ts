import type { Source } from "../source";
import { isaGroup } from "./parser";

export const source: Source = {
  slug: "isa-group",
  read: "once",
  files: ["isa-group/plan_prices_by_year.jsonl", "isa-group/yaml"],
  adapter: isaGroup,
};
