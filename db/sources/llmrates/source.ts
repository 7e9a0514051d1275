import type { Source } from "../source";
import { collector } from "./collector";
import { llmrates } from "./parser";

export const source: Source = {
  slug: "llmrates",
  read: "list",
  files: ["llmrates/dataset.json", "llmrates/history.json"],
  adapter: llmrates,
  collector,
};
