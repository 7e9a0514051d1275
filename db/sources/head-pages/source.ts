import type { Source } from "../source";
import { headPages } from "./parser";

export const source: Source = {
  slug: "head-pages",
  read: "once",
  files: ["head-pages/observations.jsonl"],
  adapter: headPages,
};
