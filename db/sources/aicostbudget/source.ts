import type { Source } from "../source";
import { aicostbudget } from "./parser";

export const source: Source = {
  slug: "aicostbudget",
  read: "once",
  files: ["aicostbudget/data"],
  adapter: aicostbudget,
};
