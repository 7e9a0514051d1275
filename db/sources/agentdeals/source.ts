import type { Source } from "../source";
import { collector } from "./collector";
import { agentdeals } from "./parser";

export const source: Source = {
  slug: "agentdeals",
  read: "list",
  files: ["agentdeals/index.json", "agentdeals/deal_changes.json"],
  adapter: agentdeals,
  collector,
};
