import type { Source } from "../source";
import { freeForLife } from "./parser";

export const source: Source = {
  slug: "free-for-life",
  read: "once",
  files: ["free-for-life/services.jsonl"],
  adapter: freeForLife,
};
