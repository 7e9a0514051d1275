import type { Source } from "../source";
import { collector } from "./collector";
import { freeForDev } from "./parser";

export const source: Source = {
  slug: "free-for-dev",
  read: "list",
  files: ["free-for-dev/README.snapshot-2026-08-22.md", "free-for-dev/free_tier_history.jsonl"],
  adapter: freeForDev,
  collector,
};
