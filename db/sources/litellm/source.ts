import type { Source } from "../source";
import { collector } from "./collector";
import { litellm } from "./parser";

export const source: Source = {
  slug: "litellm",
  read: "list",
  files: ["litellm/model_prices_and_context_window.json", "litellm/history.json"],
  adapter: litellm,
  collector,
};
